package penalty

import (
	"flag"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

// The draws are the same in every run; "-rapid.seed=0 -rapid.checks=100000" makes other draws.
func init() { flag.Set("rapid.seed", "1") }

// decades draws a number between 1e-k and 1e+k.
func decades(k float64) *rapid.Generator[float64] {
	return rapid.Map(rapid.Float64Range(-k, k), func(e float64) float64 { return math.Pow(10, e) })
}

// anyPenalty draws a penalty of six coefficients with parameters over several decades.
var anyPenalty = rapid.Custom(func(t *rapid.T) Penalty {
	q := rapid.SampledFrom([]float64{2, 2.5, 3, 4, 5, 11, 21}).Draw(t, "q")
	n := Norm{decades(6).Draw(t, "weight"), rapid.SampledFrom([][]int{nil, {0, 3, 4, 6}, {0, 6}}).Draw(t, "bounds")}
	ridge := decades(6).Draw(t, "ridge")
	return rapid.SampledFrom([]Penalty{
		Power{q}, n, RidgeSum[Power]{Power{q}, ridge},
		RidgeSum[Norm]{n, ridge * n.Weight}, RidgeSum[Norm]{n, 0}, RidgeSum[Norm]{Norm{0, n.Bounds}, ridge},
	}).Draw(t, "penalty")
})

// coefficients draws six numbers, some of them 0.
func coefficients(t *rapid.T, name string, scale float64) []float64 {
	v := rapid.SliceOfN(rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(-3, 3)), 6, 6).Draw(t, name)
	floats.Scale(scale, v)
	return v
}

// TestProxIsOptimal checks that no point nearby has a smaller step h(x) + ||x - v||^2/2, that dst
// may be v, and that (v - x)/step is a subgradient of h at x, with a Fenchel-Young gap of 0.
func TestProxIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, step := anyPenalty.Draw(t, "h"), decades(2).Draw(t, "step")
		v := coefficients(t, "v", decades(2).Draw(t, "scale"))
		x, same := make([]float64, 6), slices.Clone(v)
		h.Prox(x, v, step)
		h.Prox(same, same, step)
		if !slices.Equal(x, same) {
			t.Errorf("in place %v, in another slice %v", same, x)
		}
		value := func(x []float64) float64 {
			d := floats.Distance(x, v, 2)
			return step*h.Value(x) + d*d/2
		}
		least := value(x)
		for k := range 8 {
			y := slices.Clone(x)
			floats.AddScaled(y, math.Pow(10, -float64(k)), coefficients(t, "direction", 1+floats.Norm(x, 2)))
			if value(y) < least*(1-1e-12) {
				t.Errorf("%g at %v, near the prox %v with %g", value(y), y, x, least)
			}
		}
		u := make([]float64, 6)
		floats.SubTo(u, v, x)
		floats.Scale(1/step, u)
		// The rounding of v and x is divided by the step in u.
		if gap := h.Gap(x, u); gap < 0 || gap > 1e-9*(h.Value(x)+math.Abs(floats.Dot(x, u)))+1e-14*floats.Dot(v, v)/step {
			t.Errorf("gap %g at the prox %v, value %g", gap, x, h.Value(x))
		}
	})
}

// TestGapIsFenchelYoung compares the gap with h(b) + h*(u) - b.u, where the conjugate is the
// maximum of x.u - h(x), found by proximal point steps. u is scaled into the domain.
func TestGapIsFenchelYoung(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := anyPenalty.Draw(t, "h")
		b, u := coefficients(t, "b", 1), coefficients(t, "u", 1)
		if s := h.Scaling(b, u); s < 1 {
			floats.Scale(s*rapid.Float64Range(0, 1-1e-12).Draw(t, "share"), u)
		}
		gap := h.Gap(b, u)
		lower := h.Value(b) - floats.Dot(b, u)
		// Proximal point steps maximise x.u - h(x): the conjugate.
		x, best := make([]float64, 6), 0.0
		for k := range 300 {
			step := math.Ldexp(1, min(k, 40))
			floats.AddScaled(x, step, u)
			h.Prox(x, x, step)
			best = max(best, floats.Dot(x, u)-h.Value(x))
		}
		want := lower + best
		if size := math.Abs(lower) + best + h.Value(b); !(gap >= 0) || math.Abs(gap-want) > 1e-6*size {
			t.Errorf("gap %g, want %g", gap, want)
		}
	})
}

// TestPowerGapDoesNotCancel checks the gap near the solution, where the definition loses all
// digits, against the second-order term (p-1)/2 |b'|^(p-2) (b - b')^2.
func TestPowerGapDoesNotCancel(t *testing.T) {
	for _, q := range []float64{2, 4, 21} {
		p := q / (q - 1)
		for _, u := range []float64{0.3, 1, 2.5, 1 + 1e-8} {
			b := math.Pow(u, q-1)
			if u == 1+1e-8 { // b = 1, at the same distance from its b'
				e := math.Expm1(-(q - 1) * math.Log1p(1e-8))
				if got, want := (Power{q}).Gap([]float64{1}, []float64{u}), (p-1)/2*math.Pow(u, q)*e*e; math.Abs(got-want) > 1e-5*want {
					t.Errorf("q = %g, b = 1: gap %g, want %g", q, got, want)
				}
				continue
			}
			for _, e := range []float64{1e-10, -1e-8, 1e-6} {
				got := Power{q}.Gap([]float64{b * (1 + e)}, []float64{u})
				if want := (p - 1) / 2 * math.Pow(u, q) * e * e; math.Abs(got-want) > 1e-5*want {
					t.Errorf("q = %g, u = %g, %g off: gap %g, want %g", q, u, e, got, want)
				}
			}
		}
	}
}

// TestPowerGapWherePowersUnderflow checks that the gap is nearly |b|^p/p where |u|^(q-1) is 0 or
// negligible relative to b.
func TestPowerGapWherePowersUnderflow(t *testing.T) {
	for _, q := range []float64{3, 21} {
		for _, u := range []float64{1e-17, 1e-100, 1e-160, 5e-324} {
			p := q / (q - 1)
			if got, want := (Power{q}).Gap([]float64{-2}, []float64{-u}), math.Pow(2, p)/p; math.Abs(got-want) > 1e-15*want {
				t.Errorf("q = %g, u = %g: gap %g, want %g", q, u, got, want)
			}
		}
	}
}

// blockCases are coefficients with some zeros within a block, with ones, and with blocks of norm 1.
var blockCases = [][]float64{
	{0, 2, -1, 0, 0, 1}, {1, 0, 0, 1, 0, -1}, {0, 0.6, 0.8, 0, 1, 0}, {0.5, 0, 0, 0, 0, 0}, {3, 4, 0, -2, 0.25, 7}, {0, 0, 0, 0, 0, 2},
}

// TestViolationIsTheDistance checks that the violation is the distance of u from Weight b_B/||b_B||, or from
// the ball of radius Weight where b_B is 0.
func TestViolationIsTheDistance(t *testing.T) {
	u := []float64{0.5, -2, 3, 1.25, 0, -0.75}
	for _, bounds := range [][]int{nil, {0, 3, 4, 6}, {0, 6}, {0, 1, 2, 3, 4, 5, 6}} {
		for _, weight := range []float64{0.5, 2, 8} {
			h := Norm{weight, bounds}
			for _, b := range blockCases {
				want, gap := 0.0, 0.0
				for k := range h.Blocks(len(b)) {
					from, to := h.Block(k)
					var length, distance, product, size float64
					for j := from; j < to; j++ {
						length += u[j] * u[j]
						size += b[j] * b[j]
						product += b[j] * u[j]
					}
					size = math.Sqrt(size)
					for j := from; j < to; j++ {
						distance += math.Pow(u[j]-weight*b[j]/size, 2)
					}
					if size == 0 {
						want = max(want, math.Sqrt(length)-weight)
					} else {
						want = max(want, math.Sqrt(distance))
					}
					gap += weight*size - product
				}
				if got := h.Violation(b, u); math.Abs(got-want) > 1e-14*(1+want) {
					t.Errorf("weight %g, bounds %v: violation at %v is %g, want %g", weight, bounds, b, got, want)
				}
				if got := h.Gap(b, u); math.Abs(got-max(0, gap)) > 1e-14*(1+math.Abs(gap)) {
					t.Errorf("weight %g, bounds %v: gap at %v is %g, want %g", weight, bounds, b, got, gap)
				}
			}
		}
	}
}

// TestScalingReachesTheBoundary checks that the scaled u has the dual norm Weight for any size of
// u, and that every multiple of u = 0 is feasible.
func TestScalingReachesTheBoundary(t *testing.T) {
	for _, h := range []Norm{{Weight: 0.5}, {Weight: 3, Bounds: []int{0, 2, 3}}} {
		for _, size := range []float64{1e-200, 1e-3, 0.9, 40} {
			u := []float64{0.3 * size, -size, 0.1 * size}
			floats.Scale(h.Scaling(nil, u), u)
			largest := 0.0
			for k := range h.Blocks(3) {
				from, to := h.Block(k)
				largest = max(largest, math.Sqrt(floats.Dot(u[from:to], u[from:to])))
			}
			if math.Abs(largest-h.Weight) > 1e-14*h.Weight {
				t.Errorf("%v of size %g: the scaled dual norm is %g, want %g", h, size, largest, h.Weight)
			}
		}
		if s := h.Scaling(nil, make([]float64, 3)); !math.IsInf(s, 1) {
			t.Errorf("%v: u = 0 is scaled by %g", h, s)
		}
	}
}

// TestScalingKeepsSubgradients checks that a subgradient of h at b is feasible without scaling, up to rounding, and
// that a multiple of it is scaled back.
func TestScalingKeepsSubgradients(t *testing.T) {
	for _, bounds := range [][]int{nil, {0, 3, 4, 6}} {
		for _, weight := range []float64{0, 1e-3, 0.5, 20} {
			h := RidgeSum[Norm]{Inner: Norm{0.7, bounds}, Weight: weight}
			for _, b := range blockCases {
				u := make([]float64, len(b))
				for k := range h.Inner.Blocks(len(b)) {
					from, to := h.Inner.Block(k)
					size := Length(b[from:to])
					for j := from; j < to; j++ {
						if u[j] = weight * b[j]; size > 0 {
							u[j] += 0.7 * b[j] / size
						}
					}
				}
				if s := h.Scaling(b, u); s < 1-1e-14 {
					t.Errorf("weight %g, bounds %v: a subgradient at %v is scaled by %g", weight, bounds, b, s)
				}
				floats.Scale(10, u)
				if s := h.Scaling(b, u); weight == 0 && math.Abs(s-0.1) > 1e-14 {
					t.Errorf("bounds %v: ten times a subgradient at %v is scaled by %g", bounds, b, s)
				}
			}
		}
	}
}
