package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestCurve checks that the report of a model with one input has the curve of its
// function, through the predictions and in the units of the data, with and without
// standardisation, and that there is none for two inputs or a column of three levels.
func TestCurve(t *testing.T) {
	var rows []string
	for i := range 40 {
		x := 1 + float64(i)/20
		rows = append(rows, fmt.Sprintf("[%v, %v, %q]", x, math.Sin(float64(i)/8), "abc"[i%3:i%3+1]))
	}
	spec := func(features string, standardize bool) string {
		return fmt.Sprintf(`{"data": {"source": "inline", "columns": ["x", "y", "level"], "rows": [%s]}, "target": "y", "features": [%s],
			"split": {"train": 0.6, "validation": 0.2, "test": 0.2}, "preprocess": {"standardize": %v, "intercept": true},
			"model": {"kernel": {"type": "polynomial", "degree": 5}, "gamma": 1000}}`, strings.Join(rows, ","), features, standardize)
	}
	for _, standardize := range []bool{true, false} {
		r := mustRun(t, spec(`"x"`, standardize), nil, Options{})
		c := r.Curve
		if c == nil || c.Feature != "x" || !slices.IsSorted(c.X) || len(c.X) != len(c.Y) {
			t.Fatalf("the curve is %+v", c)
		}
		if c.X[0] > 0.95 || c.X[len(c.X)-1] < 3 {
			t.Errorf("the curve is from %v to %v", c.X[0], c.X[len(c.X)-1])
		}
		for _, part := range []struct{ rows, x, f []float64 }{
			{nil, c.At.Train, r.Predictions.Train}, {nil, c.At.Validation, r.Predictions.Validation}, {nil, c.At.Test, r.Predictions.Test},
		} {
			if len(part.x) != len(part.f) || len(part.x) == 0 {
				t.Fatalf("%d inputs of %d predictions", len(part.x), len(part.f))
			}
			for i, x := range part.x {
				after := slices.IndexFunc(c.X, func(at float64) bool { return at > x })
				share := (x - c.X[after-1]) / (c.X[after] - c.X[after-1])
				if y := c.Y[after-1]*(1-share) + c.Y[after]*share; !(math.Abs(y-part.f[i]) < 1e-2) {
					t.Errorf("standardize %v: at %v the curve is %v, the prediction %v", standardize, x, y, part.f[i])
				}
			}
		}
		if got := c.At.Train[0]; math.Abs(got-1-float64(r.Rows.Train[0])/20) > 1e-9 {
			t.Errorf("the first training row is %d, at %v", r.Rows.Train[0], got)
		}
	}
	for _, features := range []string{`"x", "level"`, `"level"`} {
		if r := mustRun(t, spec(features, true), nil, Options{}); r.Curve != nil {
			t.Errorf("a curve of %s", features)
		}
	}
}

// TestCurveEndsAtTheRadius checks that the curve of a geometric kernel ends where its
// function is not defined.
func TestCurveEndsAtTheRadius(t *testing.T) {
	var rows []string
	for i := range 21 {
		x := float64(i-10) / 10
		rows = append(rows, fmt.Sprintf("[%v, %v]", x, math.Exp(x)))
	}
	r := mustRun(t, fmt.Sprintf(`{"data": {"source": "inline", "columns": ["x", "y"], "rows": [%s]}, "target": "y", "split": {"train": 1, "test": 0},
		"preprocess": {"standardize": false}, "model": {"kernel": {"type": "geometric", "radius": 1.02}, "gamma": 100}}`, strings.Join(rows, ",")), nil, Options{})
	c := r.Curve
	if c == nil {
		t.Fatal("no curve")
	}
	lo, hi := c.X[0], c.X[len(c.X)-1]
	if edge := 1.02; !(lo <= -1 && hi >= 1 && -lo < edge && hi < edge) || len(c.X) != len(c.Y) {
		t.Errorf("%d points from %v to %v", len(c.X), lo, hi)
	}
}
