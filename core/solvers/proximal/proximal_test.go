package proximal

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/solvers/loss"
	"lplab/core/solvers/penalty"
)

// dense is the matrix X, and counts its applications.
type dense struct {
	*mat.Dense
	applied, adjoint *int
}

func (x dense) Apply(dst, b []float64) {
	*x.applied++
	mat.NewVecDense(len(dst), dst).MulVec(x.Dense, mat.NewVecDense(len(b), b))
}

func (x dense) Adjoint(dst, a []float64) {
	*x.adjoint++
	mat.NewVecDense(len(dst), dst).MulVec(x.T(), mat.NewVecDense(len(a), a))
}

const n, d = 12, 7

var smooth = []loss.Smooth{loss.Squared{}, loss.Huber{Rho: 0.7}, loss.Logistic{}, loss.SmoothedHinge{Width: 0.5}}

var penalties = []penalty.Penalty{
	penalty.Norm{Weight: 0.8}, penalty.Norm{Weight: 0.6, Bounds: []int{0, 2, 5, 7}}, penalty.Power{Q: 4},
	penalty.RidgeSum[penalty.Norm]{Inner: penalty.Norm{Weight: 0.4}, Weight: 0.3},
}

// forAll calls f with a problem of each loss and penalty, with and without an intercept; -short takes
// one of these two.
func forAll(t *testing.T, f func(t *testing.T, p *Problem, x dense)) {
	for k, l := range smooth {
		for i, h := range penalties {
			for _, intercept := range []bool{false, true} {
				if testing.Short() && intercept == ((k+i)%2 == 0) {
					continue
				}
				t.Run(fmt.Sprintf("%v/%v/%v", l, h, intercept), func(t *testing.T) {
					r := rand.New(rand.NewPCG(uint64(i), 8))
					x := dense{mat.NewDense(n, d, nil), new(int), new(int)}
					y := make([]float64, n)
					for i := range y {
						for j := range d {
							x.Set(i, j, r.NormFloat64())
						}
						if y[i] = x.At(i, 0) - 2*x.At(i, 3) + 0.5*r.NormFloat64() + 1; l.Labels() {
							y[i] = math.Copysign(1, y[i])
						}
					}
					f(t, &Problem{X: x, Y: y, Loss: l, Gamma: 1.3, Penalty: h, Intercept: intercept}, x)
				})
			}
		}
	}
}

// objective returns P at b with the best constant, found by a fine search.
func (p *Problem) objective(b []float64) float64 {
	fit := make([]float64, n)
	p.X.Apply(fit, b)
	at := func(c float64) (sum float64) {
		for i, t := range fit {
			sum += p.Gamma * p.Loss.Value(p.Y[i], t+c)
		}
		return sum
	}
	best := at(0)
	if p.Intercept {
		lo, hi := -50.0, 50.0
		for range 200 { // thirds: the sum is convex in c
			if c, e := lo+(hi-lo)/3, hi-(hi-lo)/3; at(c) < at(e) {
				hi = e
			} else {
				lo = c
			}
		}
		best = at(lo)
	}
	return best + p.Penalty.Value(b)
}

// solve returns a minimiser, by many steps.
func solve(p *Problem) (b []float64) {
	s := New(p, Settings{Accelerated: true, Restart: true}, d, nil)
	for range 20000 {
		if !s.Step(context.Background()) {
			break
		}
	}
	return s.B
}

// TestMinimiser checks that no direction lowers the objective from the limit of the method.
func TestMinimiser(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	forAll(t, func(t *testing.T, p *Problem, _ dense) {
		b := solve(p)
		least := p.objective(b)
		for k := range 120 {
			e := slices.Clone(b)
			step := math.Pow(10, -float64(k%6))
			if j := k % d; k < 60 {
				e[j] += step * r.NormFloat64()
			} else {
				for j := range e {
					e[j] += step * r.NormFloat64()
				}
			}
			if value := p.objective(e); value < least-1e-11*least {
				t.Fatalf("%.15g at %v, %.15g at %v", least, b, value, e)
			}
		}
	})
}

// TestRates checks that after k steps the objective is above its minimum by at most C ||b - b*||^2 / 2 k for
// ISTA and 2 C ||b - b*||^2 / (k+1)^2 for FISTA (Beck, Teboulle, thms. 3.1, 4.4), where C is growth times
// the Lipschitz constant, that ISTA never raises it, and that each step applies X once and its adjoint once.
func TestRates(t *testing.T) {
	forAll(t, func(t *testing.T, p *Problem, x dense) {
		best := solve(p)
		least := p.objective(best)
		start := make([]float64, d)
		for j := range start {
			start[j] = 2 - float64(j)
		}
		var svd mat.SVD
		svd.Factorize(x.Dense, mat.SVDNone)
		norm := svd.Values(nil)[0]
		c := growth * p.Gamma * p.Loss.Smoothness() * norm * norm
		far := math.Pow(floats.Distance(start, best, 2), 2)
		for _, accelerated := range []bool{false, true} {
			s := New(p, Settings{Accelerated: accelerated}, d, start)
			if !s.Step(context.Background()) {
				t.Fatal("no first step")
			}
			before := p.objective(s.B)
			for k := 2; k <= 60; k++ {
				*x.applied, *x.adjoint = 0, 0
				curvature := s.curvature
				if !s.Step(context.Background()) {
					break
				}
				if s.curvature == curvature && (*x.applied != 1 || *x.adjoint != 1) {
					t.Fatalf("a step applies X %d times and its adjoint %d times", *x.applied, *x.adjoint)
				}
				value := p.objective(s.B)
				bound := c * far / float64(2*k)
				if accelerated {
					bound = 2 * c * far / float64((k+1)*(k+1))
				}
				if value-least > bound*(1+1e-9) {
					t.Fatalf("accelerated %v: %g above the minimum after %d steps, want at most %g", accelerated, value-least, k, bound)
				}
				if !accelerated && value > before*(1+1e-12) {
					t.Fatalf("step %d raises the objective from %.15g to %.15g", k, before, value)
				}
				before = value
			}
		}
	})
}

// TestSteps compares the iterates with the definition, with the curvature of the method.
func TestSteps(t *testing.T) {
	forAll(t, func(t *testing.T, p *Problem, x dense) {
		for _, settings := range []Settings{{}, {Accelerated: true}, {Accelerated: true, Restart: true}} {
			s := New(p, settings, d, nil)
			b, z, fit, theta := make([]float64, d), make([]float64, d), make([]float64, n), 1.0
			for k := range 40 {
				x.Apply(fit, z)
				constant := 0.0
				if p.Intercept {
					constant = loss.BestIntercept(p.Loss, p.Y, fit, 0)
				}
				alpha, adjoint, next := make([]float64, n), make([]float64, d), make([]float64, d)
				for i, t := range fit {
					slope, _ := p.Loss.Subdifferential(p.Y[i], t+constant)
					alpha[i] = -p.Gamma * slope
				}
				x.Adjoint(adjoint, alpha)
				assertNear(t, "a", s.Alpha, alpha, 1e-7)
				assertNear(t, "X'a", s.Adj, adjoint, 1e-7)
				if !s.Step(context.Background()) {
					break
				}
				for j := range next {
					next[j] = z[j] + adjoint[j]/s.curvature
				}
				p.Penalty.Prox(next, next, 1/s.curvature)
				turned := 0.0
				for j, v := range next {
					turned += (z[j] - v) * (v - b[j])
				}
				beta := 0.0
				if settings.Restart && turned > 0 {
					theta = 1
				} else if settings.Accelerated {
					after := (1 + math.Sqrt(1+4*theta*theta)) / 2
					beta, theta = (theta-1)/after, after
				}
				for j, v := range next {
					z[j] = v + beta*(v-b[j])
				}
				copy(b, next)
				assertNear(t, fmt.Sprintf("%+v, step %d: b", settings, k+1), s.B, b, 1e-7)
				x.Apply(fit, b)
				assertNear(t, "Xb", s.Fit, fit, 1e-7)
				// The quadratic of backtracking bounds the loss at the step taken.
				if l := p.Gamma * p.Loss.Smoothness(); s.curvature < l*1e-3 {
					t.Fatalf("curvature %g where that of the loss is %g", s.curvature, l)
				}
				assertNear(t, fmt.Sprintf("%+v, step %d: z", settings, k+1), s.z, z, 1e-7)
				copy(z, s.z) // so that rounding does not add up
				copy(b, s.B)
			}
		}
	})
}

// TestBacktracking checks that a curvature that is far too small grows by powers of its factor until it bounds
// the change of the fit, and never shrinks.
func TestBacktracking(t *testing.T) {
	forAll(t, func(t *testing.T, p *Problem, x dense) {
		l := p.Gamma * p.Loss.Smoothness()
		s := New(p, Settings{}, d, nil)
		s.curvature = 1e-3 * l
		for range 10 {
			z, from := slices.Clone(s.z), s.curvature
			if !s.Step(context.Background()) {
				break
			}
			ratio := func(curvature float64) float64 { // l ||X(b' - z)||^2 / (C ||b' - z||^2)
				next := slices.Clone(z)
				adjoint, fit := make([]float64, d), make([]float64, n)
				x.Apply(fit, z)
				constant, alpha := 0.0, make([]float64, n)
				if p.Intercept {
					constant = loss.BestIntercept(p.Loss, p.Y, fit, 0)
				}
				for i, t := range fit {
					slope, _ := p.Loss.Subdifferential(p.Y[i], t+constant)
					alpha[i] = -p.Gamma * slope
				}
				x.Adjoint(adjoint, alpha)
				floats.AddScaled(next, 1/curvature, adjoint)
				p.Penalty.Prox(next, next, 1/curvature)
				move := make([]float64, d)
				floats.SubTo(move, next, z)
				x.Apply(fit, move)
				return l * floats.Dot(fit, fit) / (curvature * floats.Dot(move, move))
			}
			times := math.Round(math.Log(s.curvature/from) / math.Log(growth))
			if math.Abs(s.curvature-from*math.Pow(growth, times)) > 1e-9*s.curvature || times < 0 {
				t.Fatalf("the curvature changes from %g to %g", from, s.curvature)
			}
			if r := ratio(s.curvature); r > 1+1e-6 {
				t.Fatalf("curvature %g, and the step needs %g times as much", s.curvature, r)
			}
			if times > 0 {
				if r := ratio(s.curvature / growth); r <= 1-1e-6 {
					t.Fatalf("curvature %g, where %g is enough", s.curvature, s.curvature/growth)
				}
			}
		}
	})
}

// TestStays checks that nothing moves at the minimiser, or after the context has ended.
func TestStays(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	forAll(t, func(t *testing.T, p *Problem, x dense) {
		best := solve(p)
		s := New(p, Settings{Accelerated: true, Restart: true}, d, best)
		for range 5 {
			s.Step(context.Background())
		}
		assertNear(t, "from the minimiser: b", s.B, best, 1e-6)
		m := NewMethod(p, Settings{}, d, nil)
		if taken := m.Step(ended, 10); taken != 0 || floats.Norm(m.B, 2) != 0 {
			t.Errorf("%d steps to %v after the context has ended", taken, m.B)
		}
		s = New(p, Settings{}, d, nil)
		s.curvature = 1e-9 * p.Gamma
		if s.Step(ended) {
			t.Error("backtracking continues after the context has ended")
		}
	})
	// With a slope of 0 there is no direction from which to estimate ||X||.
	x := dense{mat.NewDense(n, d, nil), new(int), new(int)}
	for i := range n {
		x.Set(i, i%d, float64(1+i))
	}
	flat := &Problem{X: x, Y: make([]float64, n), Loss: loss.Squared{}, Gamma: 1, Penalty: penalty.Norm{Weight: 1}}
	if s := New(flat, Settings{}, d, nil); s.Step(context.Background()) || !(s.curvature >= 100) {
		t.Errorf("targets of 0: b %v, curvature %g", s.B, s.curvature)
	}
	var svd mat.SVD
	svd.Factorize(x.Dense, mat.SVDNone)
	square := math.Pow(svd.Values(nil)[0], 2)
	if got := New(flat, Settings{}, d, nil).estimateNorm(context.Background()); got > square*(1+1e-12) || got < 0.8*square {
		t.Errorf("||X||^2 is estimated as %g, and is %g", got, square)
	}
}

// TestCertificate checks that the gap is at most that of the definition at the best multiple of a and at a
// itself cut to its domain, that it vanishes at the minimiser, and that the dual value is below the minimum
// of the objective.
func TestCertificate(t *testing.T) {
	forAll(t, func(t *testing.T, p *Problem, x dense) {
		best := solve(p)
		least := p.objective(best)
		m := NewMethod(p, Settings{Accelerated: true, Restart: true}, d, nil)
		for k := range 400 {
			c := m.Certificate()
			if value := p.objective(m.B); math.Abs(c.Primal-value) > 0.3*value || c.Primal < value*(1-1e-9) {
				t.Fatalf("step %d: primal %.15g, objective %.15g", k, c.Primal, value) // the constant is that of z
			}
			if !(c.Gap >= 0) || math.Abs(c.Primal+c.Dual-c.Gap) > 1e-12*c.Primal || -c.Dual > least*(1+1e-10) {
				t.Fatalf("step %d: %+v, minimum of the objective %.15g", k, c, least)
			}
			adjoint := make([]float64, d)
			x.Adjoint(adjoint, m.Alpha)
			gapAt := func(s float64) float64 {
				u := make([]float64, d)
				floats.ScaleTo(u, s, adjoint)
				sum := p.Penalty.Gap(m.B, u)
				for i, t := range m.Fit {
					sum += p.Gamma*p.Loss.Value(p.Y[i], t+m.Constant) + p.Loss.Psi(p.Y[i], s*m.Alpha[i], p.Gamma) + s*m.Alpha[i]*(t+m.Constant)
				}
				return sum
			}
			most := p.Penalty.Scaling(m.B, adjoint)
			if want := gapAt(min(1, most)); c.Gap > want+1e-10*c.Primal {
				t.Fatalf("step %d: gap %g, and %g at a", k, c.Gap, want)
			}
			if _, squared := p.Loss.(loss.Squared); squared { // psi(s a) is least at -slope/curvature, and feasible up to most
				lo, hi := 0.0, min(most, 100)
				psi := func(s float64) (sum float64) {
					for i, a := range m.Alpha {
						sum += p.Loss.Psi(p.Y[i], s*a, p.Gamma)
					}
					return sum
				}
				for range 200 {
					if a, b := lo+(hi-lo)/3, hi-(hi-lo)/3; psi(a) < psi(b) {
						hi = b
					} else {
						lo = a
					}
				}
				if want := gapAt(lo); c.Gap > want+1e-8*c.Primal {
					t.Fatalf("step %d: gap %g, and at the multiple %g of a %g", k, c.Gap, lo, want)
				}
			}
			if k == 150 {
				m.Keep()
			}
			if k == 399 {
				break
			}
			if m.Step(context.Background(), 1) == 0 {
				if k < 150 {
					m.Keep()
				}
				break
			}
		}
		if c := m.Certificate(); c.Gap > 1e-6*c.Primal {
			t.Errorf("gap %g at the end", c.Gap)
		}
		m.Restore()
		c := m.Certificate()
		fit := make([]float64, n)
		x.Apply(fit, m.B)
		assertNear(t, "the kept fit", m.Fit, fit, 1e-12)
		primal := p.Penalty.Value(m.B)
		for i, t := range fit {
			primal += p.Gamma * p.Loss.Value(p.Y[i], t+m.Constant)
		}
		if math.Abs(primal-c.Primal) > 1e-12*primal {
			t.Errorf("kept: primal %.15g, at the kept point %.15g", c.Primal, primal)
		}
	})
}

// TestBestMultiple compares with the step of Newton's method on sum_i psi(s a_i) from s = 1, by
// differences, kept within the pieces.
func TestBestMultiple(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	forAll(t, func(t *testing.T, p *Problem, _ dense) {
		for range 20 {
			alpha := make([]float64, n)
			most := math.Inf(1)
			for i, y := range p.Y {
				lo, hi := p.Loss.Domain(y, p.Gamma)
				lo, hi = max(lo, -3), min(hi, 3)
				if i%4 != 0 {
					alpha[i] = lo + (hi-lo)*(0.05+0.9*r.Float64())
				}
				if a := alpha[i]; a > 0 {
					most = min(most, hi/a)
				} else if a < 0 {
					most = min(most, lo/a)
				}
			}
			if _, squared := p.Loss.(loss.Squared); squared {
				most = math.Inf(1)
			}
			psi := func(s float64) (sum float64) {
				for i, a := range alpha {
					sum += p.Loss.Psi(p.Y[i], s*a, p.Gamma)
				}
				return sum
			}
			const h = 1e-4
			slope, curvature := (psi(1+h)-psi(1-h))/(2*h), (psi(1+h)-2*psi(1)+psi(1-h))/(h*h)
			want := max(0, min(most, 1-slope/curvature))
			if got := p.bestMultiple(alpha); math.Abs(got-want) > 1e-4*(1+want) {
				t.Fatalf("a %v: %g, want %g", alpha, got, want)
			}
		}
		if got := p.bestMultiple(make([]float64, n)); got != 1 {
			t.Errorf("multiple %g of a = 0", got)
		}
	})
}

// TestLongRunsAreCertifiedRarely checks that a call of Step takes one iteration at first, and later one
// fiftieth of the iterations so far, but never more than the limit.
func TestLongRunsAreCertifiedRarely(t *testing.T) {
	forAll(t, func(t *testing.T, p *Problem, _ dense) {
		m := NewMethod(p, Settings{}, d, nil)
		for done := 0; done < 150; {
			taken := m.Step(context.Background(), 1000)
			if taken == 0 {
				break
			}
			if taken > 1+done/50 {
				t.Fatalf("%d iterations at once after %d", taken, done)
			}
			done += taken
			if done == 100 && m.Step(context.Background(), 2) > 2 {
				t.Fatal("more iterations than the limit")
			} else if done == 100 {
				break
			}
		}
	})
}

func assertNear(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= tolerance*(1+math.Abs(w))) {
			t.Fatalf("%s: entry %d is %.15g, want %.15g", what, i, got[i], w)
		}
	}
}

// TestMomentumAlone checks that an iterate equal to the last one is not the end while the
// extrapolated point differs from it, and that the next step, from the minimiser 0, is the end.
func TestMomentumAlone(t *testing.T) {
	x := dense{mat.NewDense(1, 1, []float64{1}), new(int), new(int)}
	p := &Problem{X: x, Y: []float64{0.5}, Loss: loss.Squared{}, Gamma: 1, Penalty: penalty.Norm{Weight: 1}}
	s := New(p, Settings{Accelerated: true}, 1, nil)
	s.z[0], s.fitZ[0] = -0.1, -0.1
	s.differentiate()
	if !s.Step(context.Background()) || s.B[0] != 0 || s.z[0] != 0 || s.Alpha[0] != 0.5 {
		t.Errorf("b = %v, z = %v, a = %v after a step from z = -0.1", s.B, s.z, s.Alpha)
	}
	if s.Step(context.Background()) {
		t.Error("a step from the minimiser moves")
	}
}
