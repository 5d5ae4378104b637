package penalty

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// penalties are all of them, over decades of their weights.
func penalties() []Penalty {
	list := []Penalty{Zero{}, Ridged[Zero]{Weight: 1}, Ridged[Zero]{Weight: 1e-6}}
	for _, q := range []float64{2, 3, 4, 5, 11, 21} {
		list = append(list, Power{q}, Ridged[Power]{Power{q}, 0.3})
	}
	for _, w := range []float64{1e-6, 1, 1e6} {
		for _, bounds := range [][]int{nil, {0, 3, 4, 6}} {
			n := Norm{w, bounds}
			list = append(list, n, Ridged[Norm]{n, 0}, Ridged[Norm]{n, 0.5 * w}, Ridged[Norm]{n, 1e-4 * w}, Ridged[Norm]{Norm{0, bounds}, w})
		}
	}
	return list
}

func draw(r *rand.Rand, scale float64) []float64 {
	v := make([]float64, 6)
	for j := range v {
		if r.IntN(4) > 0 {
			v[j] = scale * r.NormFloat64()
		}
	}
	return v
}

// TestProxIsOptimal: no point nearby has a smaller step h(x) + ||x - v||^2/2, dst may be
// v, and (v - x)/step is a subgradient of h at x, where the Fenchel-Young gap is 0.
func TestProxIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, h := range penalties() {
		for range 40 {
			v, step := draw(r, math.Pow(10, 4*r.Float64()-2)), math.Pow(10, 4*r.Float64()-2)
			x, same := make([]float64, 6), append([]float64{}, v...)
			h.Prox(x, v, step)
			h.Prox(same, same, step)
			if !floats.Equal(x, same) {
				t.Errorf("%v: in place %v, else %v", h, same, x)
			}
			value := func(x []float64) float64 {
				d := floats.Distance(x, v, 2)
				return step*h.Value(x) + d*d/2
			}
			least := value(x)
			for range 20 {
				y := append([]float64{}, x...)
				floats.AddScaled(y, math.Pow(10, -6*r.Float64()), draw(r, 1+floats.Norm(x, 2)))
				if value(y) < least*(1-1e-12) {
					t.Errorf("%v, %v, step %g: %g beside the prox, %g at it", h, v, step, value(y), least)
				}
			}
			u := make([]float64, 6)
			floats.SubTo(u, v, x)
			floats.Scale(1/step, u)
			if gap := h.Gap(x, u); gap < 0 || gap > 1e-9*(h.Value(x)+math.Abs(floats.Dot(x, u))+1e-20*floats.Dot(v, v)/step) {
				if _, zero := h.(Zero); !zero && gap > 1e-14*floats.Dot(v, v)/step {
					t.Errorf("%v, %v, step %g: gap %g at the prox, value %g", h, v, step, gap, h.Value(x))
				}
			}
		}
	}
}

// TestGapIsFenchelYoung: h(b) + h*(u) - b.u, with the conjugate as the largest x.u - h(x)
// found from many points: never less, and equal to it by ascent from the best. u is
// scaled into the domain.
func TestGapIsFenchelYoung(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, h := range penalties() {
		if _, zero := h.(Zero); zero {
			continue
		}
		for range 40 {
			b, u := draw(r, 1), draw(r, 1)
			if s := h.Scaling(b, u); s < 1 {
				floats.Scale(s*r.Float64(), u)
			}
			gap := h.Gap(b, u)
			if gap < 0 || math.IsNaN(gap) {
				t.Fatalf("%v, %v, %v: gap %g", h, b, u, gap)
			}
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
			if size := math.Abs(lower) + best + h.Value(b); math.Abs(gap-want) > 1e-6*size {
				t.Errorf("%v, %v, %v: gap %g, want %g", h, b, u, gap, want)
			}
		}
	}
}

// TestPowerGapDoesNotCancel near the solution, where the definition loses all digits:
// against the second order, (p-1)/2 |b'|^(p-2) (b - b')^2.
func TestPowerGapDoesNotCancel(t *testing.T) {
	for _, q := range []float64{2, 4, 21} {
		p := q / (q - 1)
		for _, u := range []float64{0.3, 1, 2.5} {
			b := math.Pow(u, q-1)
			for _, e := range []float64{1e-10, -1e-8, 1e-6} {
				got := Power{q}.Gap([]float64{b * (1 + e)}, []float64{u})
				if want := (p - 1) / 2 * math.Pow(u, q) * e * e; math.Abs(got-want) > 1e-5*want {
					t.Errorf("q = %g, u = %g, %g off: gap %g, want %g", q, u, e, got, want)
				}
			}
		}
	}
}

// TestViolation: 0 at a subgradient, and the distance beside it.
func TestViolation(t *testing.T) {
	h := Norm{2, []int{0, 2, 3}}
	for _, c := range []struct {
		b, u []float64
		want float64
	}{
		{[]float64{3, 4, 0}, []float64{1.2, 1.6, -2}, 0},
		{[]float64{3, 4, 0}, []float64{1.2, 2.6, 1}, 1},
		{[]float64{0, 0, 1}, []float64{3, 4, 2}, 3},
	} {
		if got := h.Violation(c.b, c.u); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%v, %v: %g, want %g", c.b, c.u, got, c.want)
		}
	}
}
