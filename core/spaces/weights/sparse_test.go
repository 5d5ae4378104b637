package weights

import (
	"context"
	"math"
	"slices"
	"testing"

	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// TestSparseAgainstExamine checks that the weights on sparse rows are those of the same rows with
// their zeros, and that all zeros count for the threshold.
func TestSparseAgainstExamine(t *testing.T) {
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3}, kernel.Finite(2, 0, 1), kernel.Shifted(2, 0.5)} {
		for _, q := range []float64{2, 3.5, 4, 11} {
			m := randomModel(k, q, 6, 8)
			for e := range m.X.X {
				if e*7919%5 > 1 {
					m.X.X[e] = 0
				}
			}
			phi, err := sparse.Expand(context.Background(), k, sparse.FromDense(m.X.N, m.X.D, m.X.X), q)
			if err != nil {
				t.Fatal(err)
			}
			limits := Limits{Examined: 1000, Listed: 9, Values: true}
			got, want := examine(NewSparse(k, q, phi, m.Alpha), limits), examine(m, limits)
			if got.Count != want.Count || got.MaxDegree != want.MaxDegree || got.Selected != want.Selected ||
				math.Abs(got.Threshold-want.Threshold) > 1e-12*want.Threshold || math.Abs(got.Power-want.Power) > 1e-12*want.Power {
				t.Errorf("%v, q=%g: %+v\nwant %+v", k, q, got, want)
			}
			if !slices.EqualFunc(got.Values, want.Values, func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Abs(want.Top[0].Value) }) {
				t.Errorf("%v, q=%g: values %v\nwant %v", k, q, got.Values, want.Values)
			}
			for r, w := range want.Top {
				g := got.Top[r]
				if g.Index != w.Index || !slices.Equal(g.Monomial, w.Monomial) || g.Constant != w.Constant || math.Abs(g.Value-w.Value) > 1e-12*math.Abs(want.Top[0].Value) {
					t.Errorf("%v, q=%g: %+v is weight %d, want %+v", k, q, g, r, w)
				}
			}
			limits.Examined = int(want.Count) - 1
			if l := examine(NewSparse(k, q, phi, m.Alpha), limits); l.Values != nil || l.Count != want.Count {
				t.Errorf("%v: %d values beyond the limit", k, len(l.Values))
			}
		}
	}
}
