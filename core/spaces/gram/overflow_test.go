package gram

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// TestCheckFindsEveryOverflow checks that a point with kernel values that may overflow is named,
// and that otherwise every entry of the tensor is finite, up to the limit.
func TestCheckFindsEveryOverflow(t *testing.T) {
	nan := dense.Points{N: 1, D: 1, X: []float64{math.NaN()}}
	if _, err := NewFeatures(context.Background(), kernel.Linear, nan, 4, Points); err == nil || !strings.Contains(err.Error(), "no number") {
		t.Errorf("a coordinate that is no number: %v", err)
	}
	if err := Check(kernel.Polynomial{Degree: -1}, randomPoints(2, 2), 4); err == nil || err.Error() != "the kernel has the degree -1: it must be at least 1" {
		t.Error(err)
	}
	if _, err := new(Portable).Tensor(context.Background(), kernel.Linear, dense.Points{D: 2}, 4, 1<<62, false, nil); err != nil {
		t.Errorf("no points: %v", err)
	}
	refused, accepted := 0, 0
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3}, kernel.Exponential{}} {
		for _, q := range []int{2, 4, 6} {
			for e := range 400 {
				x := randomPoints(4, 3)
				x.Row(2)[1] = math.Pow(10, float64(e-20)/2)
				if _, exponential := k.(kernel.Exponential); exponential {
					x.Row(2)[1] = math.Pow(709*(0.98+float64(e)/10000), 1/float64(q))
				}
				_, err := new(Portable).Tensor(context.Background(), k, x, q, 1<<62, false, nil)
				var over *Overflow
				if errors.As(err, &over) {
					if refused++; over.Point != 2 {
						t.Fatalf("%v, q=%d: %v, want point 2", k, q, err)
					}
					continue
				}
				accepted++
				for i := range 4 {
					for j := range 4 {
						index := make([]int, q)
						index[0], index[1] = i, j
						for s := 2; s < q; s++ {
							index[s] = 2
						}
						if v := entry(k, x, index...); math.IsNaN(v - v) {
							t.Fatalf("%v, q=%d: K%v is %g and is not refused", k, q, index, v)
						}
					}
				}
			}
		}
	}
	if refused < 100 || accepted < 100 {
		t.Errorf("%d refused, %d accepted", refused, accepted)
	}
}

// TestCheckKeepsPointsWithinTheRadius checks that a point beyond the radius is named, with the
// largest sum of all points, and that otherwise every entry of the tensor is finite.
func TestCheckKeepsPointsWithinTheRadius(t *testing.T) {
	refused, accepted := 0, 0
	for _, q := range []int{2, 4, 6} {
		for e := range 200 {
			x := randomPoints(4, 3)
			for i := range x.X {
				x.X[i] *= 0.5
			}
			x.Row(3)[0] = 0.9 + float64(e)/1000
			k := kernel.Sum(kernel.Linear, kernel.Geometric(1))
			sums := Diagonal(kernel.Linear, x, float64(q))
			_, err := new(Portable).Tensor(context.Background(), k, x, q, 1<<62, false, nil)
			var out *OutsideError
			if errors.As(err, &out) {
				if refused++; out.Point != 3 || out.Sum != sums[3] || out.Largest != sums[3] || sums[3] < 0.999999 {
					t.Fatalf("q=%d: %+v of %v", q, out, sums)
				}
				continue
			}
			accepted++
			for i := range 4 {
				index := make([]int, q)
				for s := range index[1:] {
					index[1+s] = 3
				}
				index[0] = i
				if v := entry(k, x, index...); sums[3] >= 1 || math.IsNaN(v-v) {
					t.Fatalf("q=%d: K%v is %g and is not refused", q, index, v)
				}
			}
		}
	}
	if refused < 50 || accepted < 50 {
		t.Errorf("%d refused, %d accepted", refused, accepted)
	}
}
