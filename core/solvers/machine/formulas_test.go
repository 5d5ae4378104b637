package machine

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// TestMultiplyTwice checks that K alpha is as accurate as if computed with twice the digits, where
// its terms cancel.
func TestMultiplyTwice(t *testing.T) {
	const n = 40
	r := rand.New(rand.NewPCG(1, 41))
	d := &Data{K: make([]float64, n*n), Y: make([]float64, n)}
	alpha := make([]float64, n)
	for i := range alpha {
		alpha[i] = r.NormFloat64() * math.Pow(10, 6*r.Float64())
		for j := range n {
			d.K[i*n+j] = r.NormFloat64() * math.Pow(10, 6*r.Float64())
		}
	}
	for i := range n { // symmetric, with a product of row 0 and alpha near 0
		for j := range i {
			d.K[i*n+j] = d.K[j*n+i]
		}
	}
	for j := 0; j+1 < n; j += 2 {
		d.K[j+1] = -d.K[j] * alpha[j] / alpha[j+1]
		d.K[(j+1)*n] = d.K[j+1]
	}
	alpha[7] = 0
	got := make([]float64, n)
	d.multiplyTwice(context.Background(), got, alpha)
	for i := range n {
		sum, size := new(big.Float).SetPrec(300), 0.0
		for j, a := range alpha {
			k := d.row(j)[i]
			sum.Add(sum, new(big.Float).SetPrec(300).Mul(big.NewFloat(a), big.NewFloat(k)))
			size += math.Abs(a * k)
		}
		want, _ := sum.Float64()
		if math.Abs(got[i]-want) > 0x1p-52*math.Abs(want)+n*n*0x1p-104*size {
			t.Errorf("row %d is %v, want %v; its terms add up to %v", i, got[i], want, size)
		}
	}
}

// TestRoundingBound checks that the bound is the sum of the increases that the gaps of the points
// may have, where value i is off by 2 u (|t_i| + |b|) + n^2 u^2 kappa_i sum_j |alpha_j| kappa_j.
func TestRoundingBound(t *testing.T) {
	points, _, classes := sample(9, 2, 12)
	for _, scale := range []float64{1, 1e14} { // of alpha: the second makes the last term the largest
		for _, intercept := range []float64{0, 0.7} {
			d := &Data{K: gram(t, kernels[1], points), Y: classes, Intercept: intercept != 0}
			x := newIterate(d, scale)
			for i := range x.fit.Alpha {
				x.fit.Alpha[i] = classes[i] * scale * float64(i%4) / 4
				x.fit.Fitted[i] = 0.3 * float64(i)
			}
			x.fit.Intercept = intercept
			const u = 0x1p-53
			var size, want, sum float64
			kappa := func(i int) float64 { return math.Sqrt(d.K[i*len(classes)+i]) }
			for j, a := range x.fit.Alpha {
				size += math.Abs(a) * kappa(j)
				sum += a
			}
			for i, y := range classes {
				v, a := x.fit.Fitted[i], x.fit.Alpha[i]
				e := 2*u*(math.Abs(v)+math.Abs(intercept)) + 81*u*u*kappa(i)*size
				at := loss.Logistic{}.Gap(y, v, a, scale)
				want += max(0, loss.Logistic{}.Gap(y, v+e, a, scale)-at, loss.Logistic{}.Gap(y, v-e, a, scale)-at)
			}
			want += math.Abs(sum * intercept)
			if got := x.roundingBound(loss.Logistic{}); math.Abs(got-want) > 1e-9*want {
				t.Errorf("scale %g, intercept %g: %g, want %g", scale, intercept, got, want)
			}
		}
	}
}

// TestScales checks that the scale of kernel ridge is the trace of K, or of HKH with an intercept.
func TestScales(t *testing.T) {
	points, target, _ := sample(7, 2, 13)
	k := gram(t, kernels[1], points)
	var trace, all float64
	for i := range 7 {
		trace += k[i*8]
		for j := range 7 {
			all += k[i*7+j]
		}
	}
	for intercept, want := range map[bool]float64{false: trace, true: trace - all/7} {
		if got := (KernelRidge{}).Scale(&Data{K: k, Y: target, Intercept: intercept}); math.Abs(got-want) > 1e-12*want {
			t.Errorf("intercept %v: %g, want %g", intercept, got, want)
		}
	}
}

// TestHatOfTwoPoints checks that, with an intercept and K = 0, each point is predicted by the label of the other.
func TestHatOfTwoPoints(t *testing.T) {
	records := 0
	s := optimize.Settings{Tolerance: 1e-12, MaxIterations: 10, Monitor: func(optimize.Record) { records++ }}
	f := mustFit(t, KernelRidge{}, &Data{K: make([]float64, 4), Y: []float64{3, 5}, Intercept: true}, 1, nil, s)
	leverages, leftOut, err := KernelRidge{}.Hat(context.Background(), f)
	if err != nil || math.Abs(leftOut[0]+2) > 1e-12 || math.Abs(leftOut[1]-2) > 1e-12 || math.Abs(leverages[0]-0.5) > 1e-12 {
		t.Errorf("leverages %v, left out %v, %v; want 1/2 each, and -2 and 2", leverages, leftOut, err)
	}
	if f.Iterations != 1 || records != 2 {
		t.Errorf("%d iterations with %d records, want one step", f.Iterations, records)
	}
}

// TestInfiniteLabels checks that infinite labels are refused as NaN is.
func TestInfiniteLabels(t *testing.T) {
	for _, y := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := KernelRidge{}.Fit(context.Background(), &Data{K: []float64{1}, Y: []float64{y}}, 1, nil, strictSettings)
		if err == nil || !strings.HasPrefix(err.Error(), "label 0 is ") {
			t.Errorf("label %g: %v", y, err)
		}
	}
}

// TestSpectrumIsOfTheRank checks that the number of coordinates of each class is the rank of its
// block, for any number of points.
func TestSpectrumIsOfTheRank(t *testing.T) {
	points, _, labels := sample(90, 2, 14)
	dictionary, err := NewDictionary(context.Background(), gram(t, mercer.Linear, points), labels)
	if err != nil {
		t.Fatal(err)
	}
	if b := dictionary.bounds; len(b) != 3 || b[1] != 2 || b[2] != 4 {
		t.Errorf("coordinates from %v, want two of each class", b)
	}
}

// TestUndecided checks a point that no class represents: its decision favours the class that would
// enter first, by a number far below all norms, and its objective is half of k(x, x).
func TestUndecided(t *testing.T) {
	dictionary, err := NewDictionary(context.Background(), []float64{4, 0, 0, 9}, []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	p, err := dictionary.Point([]float64{1, 3}, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	r, err := dictionary.Represent(context.Background(), []*Point{p}, 100, strictSettings)
	if err != nil || r.Primal != 0.125 || r.Iterations != 0 {
		t.Errorf("primal %v after %d iterations, %v; want 1/8 at once", r.Primal, r.Iterations, err)
	}
	if got, want := p.Decisions()[0], hint*(3-1)/(3+1); math.Abs(got-want) > 1e-14*hint {
		t.Errorf("decision %g, want %g", got, want)
	}
	if p.Scale() != 3 {
		t.Errorf("scale %g, want 3", p.Scale())
	}
}

// TestRepresentEnds checks that with tolerance 0 the descent ends by rounding, before the limit.
func TestRepresentEnds(t *testing.T) {
	points, _, labels := sample(20, 2, 15)
	k := kernels[2]
	dictionary, err := NewDictionary(context.Background(), gram(t, k, points), labels)
	if err != nil {
		t.Fatal(err)
	}
	r, err := dictionary.Represent(context.Background(), newPoints(t, dictionary, k, points[:4], points), 1e-2, optimize.Settings{MaxIterations: 5000})
	if err != nil || r.Status == optimize.IterationLimit || r.Iterations > 1000 {
		t.Errorf("%v after %d iterations, %v", r.Status, r.Iterations, err)
	}
}

// TestEffort bounds the total number of iterations of each method over decades of strengths. It
// allows a quarter more than the number needed.
func TestEffort(t *testing.T) {
	points, target, classes := sample(40, 3, 16)
	for _, c := range []struct {
		method Method
		needed int
	}{{KernelRidge{}, 43}, {SVM{}, 360}, {KernelLogistic{}, 316}} {
		total := 0
		for _, k := range kernels {
			for _, intercept := range []bool{false, true} {
				for e := -4; e <= 8; e += 2 {
					d := &Data{K: gram(t, k, points), Y: classes, Intercept: intercept}
					if c.method == (KernelRidge{}) {
						d.Y = target
					}
					total += mustFit(t, c.method, d, math.Pow(10, float64(e)), nil, optimize.Settings{Tolerance: 1e-9, MaxIterations: 3000}).Iterations
				}
			}
		}
		if most := c.needed * 5 / 4; total > most {
			t.Errorf("%v: %d iterations, want at most %d", c.method, total, most)
		}
	}
}
