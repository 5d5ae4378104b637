package lab

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"lplab/core/experiment"
)

func mustRun(t *testing.T, spec string, file []byte, o Options) *experiment.Report {
	t.Helper()
	s, err := experiment.Decode([]byte(spec))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), s, file, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func close(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// assertVector compares vectors with tolerance times the largest |want|.
func assertVector(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	scale := 0.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i := range want {
		if !close(got[i], want[i], tolerance*scale) {
			t.Errorf("%s %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// randomData draws n rows of d columns and a target that depends on the first.
func randomData(n, d int, seed uint64) (x [][]float64, y []float64) {
	r := rand.New(rand.NewPCG(seed, 4))
	x, y = make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range x[i] {
			x[i][j] = r.NormFloat64()
		}
		y[i] = 1 + 2*x[i][0] + x[i][0]*x[i][d-1] + 0.3*r.NormFloat64()
	}
	return x, y
}

// labels returns the classes -1 and +1 by the sign of y minus its mean.
func labels(y []float64) []float64 {
	var mean float64
	for _, v := range y {
		mean += v / float64(len(y))
	}
	c := make([]float64, len(y))
	for i, v := range y {
		c[i] = math.Copysign(1, v-mean)
	}
	return c
}

// inline writes rows x1, x2, ..., y as the "data" field of an experiment.
func inline(x [][]float64, y []float64) string {
	d := experiment.Data{Source: experiment.SourceInline, Rows: make([][]any, len(x))}
	for j := range x[0] {
		d.Columns = append(d.Columns, "x"+strconv.Itoa(j+1))
	}
	d.Columns = append(d.Columns, "y")
	for i, row := range x {
		for _, v := range row {
			d.Rows[i] = append(d.Rows[i], v)
		}
		d.Rows[i] = append(d.Rows[i], y[i])
	}
	b, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	return `"data": ` + string(b)
}
