package lp

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

// denseForm returns the value, gradient and Hessian of f(a) = (1/q)||X'a||_q^q by their
// definitions, for the points of randomProblem.
func denseForm(n, d int, q float64, a []float64) (value float64, gradient []float64, hessian *mat.Dense) {
	x := randomPoints(n, d)
	gradient, hessian = make([]float64, n), mat.NewDense(n, n, nil)
	for k := range d {
		var u float64
		for i, v := range a {
			u += v * x.Row(i)[k]
		}
		value += math.Pow(math.Abs(u), q) / q
		for i := range n {
			gradient[i] += math.Copysign(math.Pow(math.Abs(u), q-1), u) * x.Row(i)[k]
			for j := range n {
				hessian.Set(i, j, hessian.At(i, j)+(q-1)*math.Pow(math.Abs(u), q-2)*x.Row(i)[k]*x.Row(j)[k])
			}
		}
	}
	return value, gradient, hessian
}

// systemsOf returns the Newton system at a of every kind, for n points and d features.
func systemsOf(t *testing.T, n, d int, q float64, balanced bool, a []float64) map[string]system {
	t.Helper()
	systems := map[string]system{}
	byMatrix := newByMatrix(n, balanced)
	_, _, h := denseForm(n, d, q, a)
	copy(byMatrix.h, h.RawMatrix().Data)
	systems["matrix"] = byMatrix
	for _, side := range []gram.Side{gram.Dimensions, gram.Neither} {
		p := randomProblemOn(t, side, kernel.Linear, loss.Squared{}, q, n, d, 1, balanced)
		f := newExplicitForm(p.Form.(gram.Explicit), balanced)
		eval := &evaluator{ctx: context.Background(), problem: p}
		f.evaluate(eval, make([]float64, n), a)
		if eval.err != nil {
			t.Fatal(eval.err)
		}
		systems[sides[side]] = f.system
	}
	return systems
}

// TestSystems checks that every system solves (H + diag(d)) x + c = r on the free coordinates,
// with x = 0 on the held ones and sum(x) = s with an intercept, for equal and different d.
func TestSystems(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, size := range [][2]int{{9, 30}, {30, 5}, {12, 12}} {
		n := size[0]
		for _, q := range []float64{2, 4} {
			for _, balanced := range []bool{false, true} {
				for _, held := range []int{0, 3, n - 3} {
					for _, spread := range []float64{0, 4} {
						a, d, rhs := make([]float64, n), make([]float64, n), make([]float64, n)
						for i := range a {
							a[i], rhs[i], d[i] = r.NormFloat64(), r.NormFloat64(), math.Exp(spread*r.NormFloat64())
							if i < held {
								d[i] = math.Inf(1)
							}
						}
						sum := r.NormFloat64()
						_, _, h := denseForm(n, size[1], q, a)
						for name, s := range systemsOf(t, n, size[1], q, balanced, a) {
							what := fmt.Sprintf("%s, n = %d, d = %d, q = %g, balanced %v, %d held", name, n, size[1], q, balanced, held)
							if name == "neither" && held > 0 {
								continue // conjugate gradients are only for losses without bounds
							}
							eval, x := &evaluator{ctx: context.Background()}, make([]float64, n)
							if !s.factor(eval, d) {
								t.Fatalf("%s: no factor, %v", what, eval.err)
							}
							c := s.solve(eval, x, rhs, sum, 1e-13)
							if !balanced && c != 0 {
								t.Errorf("%s: a multiplier of %g without an intercept", what, c)
							}
							if balanced && math.Abs(floats.Sum(x)-sum) > 1e-9*(1+floats.Norm(x, 1)) {
								t.Errorf("%s: the solution sums to %g, want %g", what, floats.Sum(x), sum)
							}
							for i := range x {
								left := c - rhs[i]
								magnitude := math.Abs(c) + math.Abs(rhs[i])
								if i < held {
									if x[i] != 0 {
										t.Errorf("%s: held coordinate %d is %g", what, i, x[i])
									}
									continue
								}
								left += d[i] * x[i]
								magnitude += math.Abs(d[i] * x[i])
								for j, v := range x {
									left += h.At(i, j) * v
									magnitude += math.Abs(h.At(i, j) * v)
								}
								if math.Abs(left) > 1e-9*magnitude {
									t.Errorf("%s: equation %d is off by %g of %g", what, i, left, magnitude)
								}
							}
						}
					}
				}
			}
		}
	}
}

// TestModelsOfTheForm checks the gradient, the slope along a direction and the rank of
// explicitForm against their definitions, and that they take one pass.
func TestModelsOfTheForm(t *testing.T) {
	const n, d = 11, 7
	r := rand.New(rand.NewPCG(13, 14))
	a, along := make([]float64, n), make([]float64, n)
	for i := range a {
		a[i], along[i] = r.NormFloat64(), r.NormFloat64()
	}
	for _, q := range []float64{2, 3, 4, 5, 6, 7.5} {
		for _, side := range []gram.Side{gram.Dimensions, gram.Neither} {
			p := randomProblemOn(t, side, kernel.Linear, loss.Squared{}, q, n, d, 1, false)
			f := newExplicitForm(p.Form.(gram.Explicit), false)
			eval, g := &evaluator{ctx: context.Background(), problem: p}, make([]float64, n)
			f.evaluate(eval, g, a)
			f.along(eval, g, along)
			_, want, _ := denseForm(n, d, q, a)
			if !floats.EqualApprox(g, want, 1e-11*floats.Norm(want, 2)) {
				t.Errorf("q = %g: gradient %v, want %v", q, g, want)
			}
			for _, step := range []float64{0, 0.3, 1, -2} {
				there := make([]float64, n)
				floats.AddScaledTo(there, a, step, along)
				_, gradient, _ := denseForm(n, d, q, there)
				if got, want := f.slope(step), floats.Dot(gradient, along); relative(got, want) > 1e-11 {
					t.Errorf("q = %g: slope %v at %g, want %v", q, got, step, want)
				}
			}
			if f.rank() != d || eval.passes != 1 {
				t.Errorf("rank %d after %d passes, want %d after 1", f.rank(), eval.passes, d)
			}
		}
	}
}

// TestInteriorStepSolvesItsEquations checks that a step of the interior-point method satisfies the
// linearised optimality conditions at the head of interior.go, and that its length keeps all
// slacks and multipliers positive, and makes one of them small or is 1.
func TestInteriorStepSolvesItsEquations(t *testing.T) {
	const n, d = 14, 6
	for _, l := range []loss.Loss{loss.EpsilonInsensitive{}, loss.EpsilonInsensitive{Epsilon: 0.3}, loss.Hinge{}, loss.SmoothedHinge{Width: 0.5}, loss.Huber{Rho: 0.3}} {
		for _, intercept := range []bool{false, true} {
			p := randomProblemOn(t, gram.Dimensions, kernel.Linear, l, 4, n, d, 0.8, intercept)
			eval := &evaluator{ctx: context.Background(), problem: p}
			s := newInterior(p, newExplicitForm(p.Form.(gram.Explicit), intercept))
			s.start(eval, make([]float64, n))
			what := fmt.Sprintf("%v, intercept %v", l, intercept)
			for round := range 4 {
				if !s.iterate(eval) {
					break
				}
				// The direction of the step taken belongs to the previous point: compute the
				// next one here, towards a target, without a correction.
				_, g, h := denseForm(n, d, 4, s.a)
				curvature := make([]float64, n) // psi''
				for i, y := range p.Y {
					_, curvature[i] = l.Curve(y, s.a[i], p.Gamma)
					s.d[i] = curvature[i]
					if s.boxed {
						s.d[i] += s.below.z[i]/s.below.x[i] + s.above.z[i]/s.above.x[i]
					}
					if s.kink > 0 {
						s.d[i] += 1 / (s.plus.x[i]/s.plus.z[i] + s.minus.x[i]/s.minus.z[i])
					}
				}
				if !s.f.factor(eval, s.d) {
					t.Fatalf("%s: no factor", what)
				}
				const target = 0.01
				db := s.direction(eval, target, false)
				if sum := floats.Sum(s.a) + floats.Sum(s.step); intercept && math.Abs(sum) > 1e-9*floats.Norm(s.a, 1) {
					t.Errorf("%s, round %d: the step leads to a sum of %g", what, round, sum)
				}
				for i, da := range s.step {
					slope, _ := l.Curve(p.Y[i], s.a[i], p.Gamma)
					terms := []float64{g[i], slope, curvature[i] * da}
					for j, dj := range s.step {
						terms = append(terms, h.At(i, j)*dj)
					}
					if intercept {
						terms = append(terms, s.b, db)
					}
					if s.boxed {
						terms = append(terms, -s.below.z[i], -s.below.dz[i], s.above.z[i], s.above.dz[i])
					}
					if s.kink > 0 {
						// nu = kappa - z_plus = z_minus - kappa, up to the rounding of their mean.
						terms = append(terms, (s.minus.z[i]-s.plus.z[i])/2, s.minus.dz[i])
					}
					if left := floats.Sum(terms); math.Abs(left) > 1e-7*floats.Norm(terms, 1) {
						t.Errorf("%s, round %d: stationarity condition %d is off by %g of %g", what, round, i, left, floats.Norm(terms, 1))
					}
				}
				for _, v := range s.barriers {
					for i := range v.x {
						if product := v.x[i]*v.z[i] + v.x[i]*v.dz[i] + v.z[i]*v.dx[i]; math.Abs(product-target) > 1e-7*(target+v.x[i]*v.z[i]+math.Abs(v.x[i]*v.dz[i])+math.Abs(v.z[i]*v.dx[i])) {
							t.Errorf("%s, round %d: product %d goes to %g, want %g", what, round, i, product, target)
						}
					}
				}
				primal, dual := s.lengths()
				least := func(t float64, of func(*barrier) ([]float64, []float64)) float64 {
					share := math.Inf(1)
					for _, v := range s.barriers {
						x, dx := of(v)
						for i := range x {
							share = min(share, (x[i]+t*dx[i])/x[i])
						}
					}
					return share
				}
				for name, left := range map[string]float64{
					"slacks":      least(primal, func(v *barrier) ([]float64, []float64) { return v.x, v.dx }),
					"multipliers": least(dual, func(v *barrier) ([]float64, []float64) { return v.z, v.dz }),
				} {
					length := map[string]float64{"slacks": primal, "multipliers": dual}[name]
					if s.isBarred() && (!(left > 0.9*(1-keep)) || length < 1 && left > 1.1*(1-keep) || length > 1) {
						t.Errorf("%s, round %d: a step of %g leaves a smallest share of %g of the %s", what, round, length, left, name)
					}
				}
			}
		}
	}
}

// TestPaperIterates checks one step of the papers' methods against [S alg. 2.1 and 3.3], computed
// here from the features: lambda is halved until the objective falls enough.
func TestPaperIterates(t *testing.T) {
	const n, d, q = 13, 8, 4.0
	for _, l := range losses {
		for _, m := range []Method{DualGradient{}, ProximalGradient{}} {
			if m == (DualGradient{}) && l != (loss.Squared{}) {
				continue
			}
			p := randomProblem(t, kernel.Linear, l, q, n, d, 0.6, false)
			stepper, err := m.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			eval, x := &evaluator{ctx: context.Background(), problem: p}, newPoint(n)
			stepper.Start(x, eval, nil)
			for round := range 5 {
				a := append([]float64{}, x.alpha...)
				if !stepper.Step(x, eval) {
					break
				}
				value, omega, _ := denseForm(n, d, q, a)
				tried := 0
				next := make([]float64, n)
				if m == (DualGradient{}) {
					gradient := make([]float64, n)
					for i, y := range p.Y {
						gradient[i] = omega[i] + a[i]/p.Gamma - y // psi(a) = a^2/(2 gamma) - y a
					}
					objective := func(a []float64) float64 {
						v, _, _ := denseForm(n, d, q, a)
						return v + p.psi(a)
					}
					lambda := p.Gamma / (2 * (1 - 0.9))
					for ; ; lambda, tried = lambda/2, tried+1 {
						floats.AddScaledTo(next, a, -lambda, gradient)
						if objective(a)-objective(next) >= lambda*(1-0.9)*floats.Dot(gradient, gradient) {
							break
						}
					}
				} else {
					lambda := stepper.(*proximalGradient).first
					for ; ; lambda, tried = lambda/2, tried+1 {
						var linear, square float64
						for i, y := range p.Y {
							next[i] = l.Prox(y, a[i]-lambda*omega[i], lambda, p.Gamma)
							linear += (next[i] - a[i]) * omega[i]
							square += (next[i] - a[i]) * (next[i] - a[i])
						}
						if after, _, _ := denseForm(n, d, q, next); after-value-linear <= 0.9/lambda*square {
							break
						}
					}
				}
				if !floats.EqualApprox(x.alpha, next, 1e-10*floats.Norm(next, 2)) {
					t.Fatalf("%v, %v, round %d: %v, want %v after %d cuts of lambda", m, l, round, x.alpha, next, tried)
				}
			}
		}
	}
}

// TestRelease checks that a held coordinate is released if and only if a small move inwards lowers
// (g + b) z + psi(z), by differences of psi.
func TestRelease(t *testing.T) {
	const n, d, step = 14, 20, 1e-6
	r := rand.New(rand.NewPCG(17, 18))
	for _, l := range []loss.Loss{loss.EpsilonInsensitive{}, loss.EpsilonInsensitive{Epsilon: 0.2}, loss.Huber{Rho: 0.3}, loss.Hinge{}, loss.SmoothedHinge{Width: 0.4}} {
		p := randomProblemOn(t, gram.Dimensions, kernel.Linear, l, 4, n, d, 0.7, true)
		s := newActiveSet(p, newExplicitForm(p.Form.(gram.Explicit), true))
		released := 0
		for range 30 {
			z := make([]float64, n)
			for i, y := range p.Y {
				lo, hi := l.Domain(y, p.Gamma)
				z[i] = []float64{lo, hi, 0, (lo + hi) / 2.5}[r.IntN(4)]
				s.g[i] = 1.5 * r.NormFloat64()
			}
			s.fromPoint(z, r.NormFloat64())
			before := append([]hold{}, s.holds...)
			s.release()
			for i, h := range before {
				change := func(move float64) float64 {
					return (s.g[i]+s.b)*move + l.Psi(p.Y[i], z[i]+move, p.Gamma) - l.Psi(p.Y[i], z[i], p.Gamma)
				}
				inwards := map[hold][]float64{isFree: nil, atLower: {step}, atUpper: {-step}, atKink: {-step, step}}[h]
				falls := h == isFree
				for _, move := range inwards {
					falls = falls || change(move) < -1e-10
				}
				if free := s.holds[i] == isFree; free != falls {
					t.Errorf("%v: coordinate %d, held at %g (%d): free %v, a move inwards changes the objective by %g", l, i, z[i], h, free, change(step))
				}
				if h != isFree && falls {
					released++
				}
			}
		}
		if released < 20 {
			t.Errorf("%v: %d coordinates are released", l, released)
		}
	}
}

// TestMagnitudeBound checks that the bound on the magnitude of the terms of omega is Hoelder's,
// kappa_i (sum_j |alpha_j| kappa_j)^(q-1).
func TestMagnitudeBound(t *testing.T) {
	const n, d = 9, 5
	for _, q := range []float64{2, 4} {
		p := randomProblem(t, kernel.Linear, loss.Squared{}, q, n, d, 1, false)
		x := randomPoints(n, d)
		alpha := randomPoints(n, 1).X
		p.Norms = gram.Diagonal(kernel.Linear, x, q)
		for i, v := range p.Norms {
			p.Norms[i] = math.Pow(v, 1/q)
		}
		bound := make([]float64, n)
		if !p.boundMagnitude(bound, alpha) {
			t.Fatal("no bound with the norms")
		}
		for i := range n {
			var sum float64 // of |x_j|_q |alpha_j|
			norm := func(j int) float64 { return floats.Norm(x.Row(j), q) }
			for j, a := range alpha {
				sum += math.Abs(a) * norm(j)
			}
			if want := norm(i) * math.Pow(sum, q-1); relative(bound[i], want) > 1e-12 {
				t.Errorf("q = %g: bound %d is %v, want %v", q, i, bound[i], want)
			}
		}
		if (&Problem{Form: p.Form}).boundMagnitude(bound, alpha) {
			t.Error("a bound without the norms")
		}
	}
}

// TestNewtonEffort bounds the total number of iterations of Newton's method on every side, over losses and
// decades of gamma. It allows a quarter more than newtonEffort, because step rules of equal merit differ by
// some percent; steps of nine tenths of Newton's, which converge linearly, take from 1.3 to 5 times as many.
func TestNewtonEffort(t *testing.T) {
	for side, needed := range newtonEffort {
		total := 0
		for _, l := range losses {
			for _, q := range []float64{2, 4, 6} {
				for _, gamma := range []float64{1e-4, 1e-1, 1e2, 1e5} {
					for _, intercept := range []bool{false, true} {
						p := randomProblemOn(t, side, kernel.Linear, l, q, 24, 9, gamma, intercept)
						r, err := Solve(context.Background(), p, Newton{}, optimize.Settings{Tolerance: 1e-9, MaxIterations: 100}, nil)
						if err != nil {
							t.Fatal(err)
						}
						total += r.Iterations
					}
				}
			}
		}
		if most := needed * 5 / 4; total > most {
			t.Errorf("%s: %d iterations, want at most %d", sides[side], total, most)
		}
	}
}

// newtonEffort is the total number of iterations that each side takes.
var newtonEffort = map[gram.Side]int{gram.Points: 980, gram.Dimensions: 1690, gram.Neither: 1790}

// TestNewtonIsQuadratic checks quadratic convergence for the smooth losses, because their duals have two
// derivatives inside their domains. From a relative gap of 1e-6 to 1e-12 it takes one to three iterations;
// linear convergence by a factor of 10 takes six, and steps of nine tenths of Newton's take 53.
func TestNewtonIsQuadratic(t *testing.T) {
	for _, side := range []gram.Side{gram.Points, gram.Dimensions, gram.Neither} {
		for _, l := range losses {
			if _, smooth := l.(loss.Smooth); !smooth {
				continue
			}
			for _, q := range []float64{2, 4, 6} {
				for _, gamma := range []float64{1e-4, 1e-1, 1e2, 1e5} {
					for _, intercept := range []bool{false, true} {
						iterations := func(tolerance float64) int {
							p := randomProblemOn(t, side, kernel.Linear, l, q, 24, 9, gamma, intercept)
							return mustSolve(t, p, Newton{}, optimize.Settings{Tolerance: tolerance, MaxIterations: 100}).Iterations
						}
						if more := iterations(1e-12) - iterations(1e-6); more > 5 {
							t.Errorf("%s, %v, q %g, gamma %g, intercept %v: %d iterations from a gap of 1e-6 to 1e-12", sides[side], l, q, gamma, intercept, more)
						}
					}
				}
			}
		}
	}
}

// TestThin checks that, where psi has no curvature, thin leaves rank(H) + 1 coordinates free:
// those farthest from their bounds and from the kink.
func TestThin(t *testing.T) {
	const n, d = 20, 4
	for _, l := range []loss.Loss{loss.Hinge{}, loss.EpsilonInsensitive{Epsilon: 0.2}} {
		p := randomProblemOn(t, gram.Dimensions, kernel.Linear, l, 4, n, d, 0.8, false)
		f := newExplicitForm(p.Form.(gram.Explicit), false)
		in, s := newInterior(p, f), newActiveSet(p, f)
		r := rand.New(rand.NewPCG(19, 20))
		distance := make([]float64, n) // of each coordinate to the nearest bound or kink
		for i, y := range p.Y {
			in.lo[i], in.hi[i] = l.Domain(y, p.Gamma)
			in.a[i] = in.lo[i] + r.Float64()*(in.hi[i]-in.lo[i])
			distance[i] = min(in.a[i]-in.lo[i], in.hi[i]-in.a[i])
			if l.Kink() > 0 {
				distance[i] = min(distance[i], math.Abs(in.a[i]))
			}
		}
		copy(s.z, in.a)
		s.holds[3], s.z[3] = atUpper, in.hi[3]
		s.thin(in)
		free, least, most := 0, math.Inf(1), 0.0
		for i, h := range s.holds {
			switch {
			case h == isFree:
				free++
				least = min(least, distance[i])
			case i != 3:
				most = max(most, distance[i])
				if math.Abs(s.z[i]-in.a[i]) > distance[i]*(1+1e-12) || s.z[i] != 0 && s.z[i] != in.lo[i] && s.z[i] != in.hi[i] {
					t.Errorf("%v: coordinate %d is held at %g, from %g", l, i, s.z[i], in.a[i])
				}
			}
		}
		if free != d+1 || most > least || s.holds[3] != atUpper {
			t.Errorf("%v: %d coordinates are free, at distances from %g; the others are at distances up to %g", l, free, least, most)
		}
	}
}

// TestTrust checks the step that trust allows: on it the average curvature of f is at most that of
// its quadratic model and the Newton system together, and on a longer step it is larger.
func TestTrust(t *testing.T) {
	const n, d = 14, 6
	short := 0
	for _, l := range []loss.Loss{loss.EpsilonInsensitive{Epsilon: 0.3}, loss.Hinge{}} {
		for _, gamma := range []float64{0.1, 10, 1000} {
			p := randomProblemOn(t, gram.Dimensions, kernel.Linear, l, 6, n, d, gamma, false)
			eval := &evaluator{ctx: context.Background(), problem: p}
			s := newInterior(p, newExplicitForm(p.Form.(gram.Explicit), false))
			s.start(eval, make([]float64, n))
			r := rand.New(rand.NewPCG(21, 22))
			for range 20 {
				for i := range s.step {
					s.step[i], s.d[i] = gamma*r.NormFloat64(), math.Exp(5*r.NormFloat64())
					s.rhs[i] = s.d[i] * s.step[i] * 1.3
				}
				s.f.along(eval, s.g, s.step)
				most := 0.0 // 2 step.rhs - step.D step
				for i, v := range s.step {
					most += 2*v*s.rhs[i] - s.d[i]*v*v
				}
				fits := func(t float64) bool { return s.f.slope(t)-s.f.slope(0) <= t*most*(1+1e-9) }
				got := s.trust(0.9)
				if !fits(got) && got > 1e-9 || got < 0.9 && fits(got/0.7) {
					t.Errorf("%v, gamma %g: a step of %g", l, gamma, got)
				}
				if got < 0.9 {
					short++
				}
			}
		}
	}
	if short < 10 {
		t.Errorf("%d steps are cut", short)
	}
}

// TestSteepStepsStayInside checks that, for a psi that is steep at its ends, every iterate stays
// inside the domain, by at least the share that a step must leave.
func TestSteepStepsStayInside(t *testing.T) {
	const n, d = 16, 5
	for _, gamma := range []float64{1e-3, 1, 1e4} {
		for _, intercept := range []bool{false, true} {
			p := randomProblemOn(t, gram.Dimensions, kernel.Linear, loss.Logistic{}, 4, n, d, gamma, intercept)
			eval := &evaluator{ctx: context.Background(), problem: p}
			s := newInterior(p, newExplicitForm(p.Form.(gram.Explicit), intercept))
			near := make([]float64, n)
			for i, y := range p.Y {
				near[i] = y * gamma * []float64{0, 0.01, 0.5, 1}[i%4]
			}
			s.start(eval, near)
			for round := range 30 {
				before := append([]float64{}, s.a...)
				if !s.iterate(eval) {
					break
				}
				for i, a := range s.a {
					low, high := (a-s.lo[i])/(before[i]-s.lo[i]), (s.hi[i]-a)/(s.hi[i]-before[i])
					if !(low > 0.9*(1-keep) && high > 0.9*(1-keep)) {
						t.Fatalf("gamma %g, step %d: coordinate %d goes from %g to %g in ]%g, %g[", gamma, round, i, before[i], a, s.lo[i], s.hi[i])
					}
				}
			}
		}
	}
}

// TestHeavyDamping checks the bound on the diagonal for q = 4 and ||Phi* x||_q^q = 16, which applies
// from damping 1e3.
func TestHeavyDamping(t *testing.T) {
	for damping, want := range map[float64][]float64{1: {1, 2}, 999: {1, 2}, 1e3: {13, 50}, 2e3: {25, 98}} {
		diagonal := []float64{1, 2}
		pointNorms{1, 2}.damp(diagonal, &point{power: 16}, 4, damping)
		if !floats.EqualApprox(diagonal, want, 1e-12) {
			t.Errorf("damping %g: %v, want %v", damping, diagonal, want)
		}
	}
}

// TestActiveSetOfPoint checks that coordinates at an end of the domain and at the kink of the
// epsilon-insensitive loss are held; with epsilon 0 there is no kink.
func TestActiveSetOfPoint(t *testing.T) {
	for l, want := range map[loss.Loss][]hold{
		loss.EpsilonInsensitive{Epsilon: 0.1}: {atLower, atUpper, atKink, isFree},
		loss.EpsilonInsensitive{}:             {atLower, atUpper, isFree, isFree},
	} {
		s := &activeSet{p: &Problem{Loss: l, Y: make([]float64, 4), Gamma: 2}, z: make([]float64, 4), holds: make([]hold, 4)}
		if s.fromPoint([]float64{-2, 2, 0, 1}, 0); !slices.Equal(s.holds, want) {
			t.Errorf("%v: %v, want %v", l, s.holds, want)
		}
	}
}

// TestActiveSetStep checks that Newton's step solves its equations on the free coordinates, with sum 0 and
// on the side of the kink to which a released coordinate moves, and that a coordinate that reaches an end
// or crosses the kink is held there.
func TestActiveSetStep(t *testing.T) {
	const n, d = 14, 20
	r := rand.New(rand.NewPCG(23, 24))
	cut := map[hold]int{}
	for _, l := range []loss.Loss{loss.EpsilonInsensitive{Epsilon: 0.2}, loss.Huber{Rho: 0.3}, loss.Hinge{}, loss.SmoothedHinge{Width: 0.4}} {
		p := randomProblemOn(t, gram.Dimensions, kernel.Linear, l, 4, n, d, 0.7, true)
		eval := &evaluator{ctx: context.Background(), problem: p}
		s := newActiveSet(p, newExplicitForm(p.Form.(gram.Explicit), true))
		z, before := make([]float64, n), make([]float64, n)
		for round := range 60 {
			p.Gamma = []float64{0.7, 0.1}[round%2] // the gradient is larger than the labels, or smaller
			for i, y := range p.Y {
				lo, hi := l.Domain(y, p.Gamma)
				z[i] = []float64{lo, hi, 0, lo + r.Float64()*(hi-lo)}[r.IntN(4)]
			}
			b := r.NormFloat64()
			s.fromPoint(z, b)
			s.f.evaluate(eval, s.g, s.z)
			s.release()
			held := slices.Clone(s.holds)
			copy(before, s.z)
			_, gradient, hessian := denseForm(n, d, 4, before)
			if !s.newton(eval) {
				if slices.Contains(held, isFree) {
					t.Fatalf("%v: no step", l)
				}
				continue
			}
			if sum := floats.Sum(before) + floats.Sum(s.step); math.Abs(sum) > 1e-9*(1+floats.Norm(s.step, 1)) {
				t.Errorf("%v: the step leads to the sum %g", l, sum)
			}
			for i, y := range p.Y {
				lo, hi := l.Domain(y, p.Gamma)
				if held[i] != isFree {
					if s.step[i] != 0 || s.z[i] != before[i] {
						t.Errorf("%v: held coordinate %d moves", l, i)
					}
					continue
				}
				slope, curvature := l.Curve(y, before[i], p.Gamma)
				side := before[i]
				if side == 0 {
					side = -(gradient[i] + b + slope)
				}
				terms := []float64{gradient[i], s.b, slope, math.Copysign(l.Kink(), side), max(curvature, s.leastCurvature()) * s.step[i]}
				for j, v := range s.step {
					terms = append(terms, hessian.At(i, j)*v)
				}
				if left := floats.Sum(terms); math.Abs(left) > 1e-7*floats.Norm(terms, 1) {
					t.Errorf("%v: equation %d is off by %g of %g", l, i, left, floats.Norm(terms, 1))
				}
				want, at := before[i]+s.step[i], isFree
				switch {
				case want <= lo:
					want, at = lo, atLower
				case want >= hi:
					want, at = hi, atUpper
				case l.Kink() > 0 && (before[i] > 0 && want < 0 || before[i] < 0 && want > 0):
					want, at = 0, atKink
				}
				cut[at]++
				if s.z[i] != want || s.holds[i] != at {
					t.Errorf("%v: coordinate %d goes to %g (%d), want %g (%d)", l, i, s.z[i], s.holds[i], want, at)
				}
			}
		}
		clear(s.z)
		for i := range s.holds {
			s.holds[i] = atKink
		}
		if s.newton(eval) {
			t.Errorf("%v: a step without a free coordinate", l)
		}
	}
	for h := isFree; h <= atKink; h++ {
		if cut[h] < 5 {
			t.Errorf("%d coordinates end in state %d", cut[h], h)
		}
	}
}

// TestNoStepFromTheMinimiser checks that no method moves from 0 where every label is 0, because 0 is the minimiser.
func TestNoStepFromTheMinimiser(t *testing.T) {
	for _, m := range methods {
		p := randomProblemOn(t, gram.Dimensions, kernel.Linear, loss.Squared{}, 4, 9, 3, 2, false)
		clear(p.Y)
		stepper, err := m.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		eval, x := &evaluator{ctx: context.Background(), problem: p, most: 1}, newPoint(len(p.Y))
		stepper.Start(x, eval, nil)
		if stepper.Step(x, eval) || eval.err != nil || x.Gap != 0 || floats.Norm(x.alpha, 1) != 0 {
			t.Errorf("%v: a step to gap %g, %v", m, x.Gap, eval.err)
		}
	}
}

// TestSumTo checks sums of functions so steep that no floating-point b gives the sum exactly.
func TestSumTo(t *testing.T) {
	for _, steepness := range []float64{1, 1e12, 1e17, 1e19} {
		for _, total := range []float64{0, 0.7, -3} {
			dst := make([]float64, 3)
			z := func(i int, b float64) float64 { return float64(i) - steepness*(b-1.0/3) }
			if sumTo(dst, total, z); math.Abs(floats.Sum(dst)-total) > 1e-12*(1+floats.Norm(dst, 1)) {
				t.Errorf("steepness %g: %v sums to %g, want %g", steepness, dst, floats.Sum(dst), total)
			}
		}
	}
}

// TestSlopeOfUnits checks the derivative of sum_k |u_k + t v_k|^q / q against its definition, for v with entries 1,
// 0, -1 and 2.
func TestSlopeOfUnits(t *testing.T) {
	const n, q = 4, 4
	x := dense.Points{N: n, D: n, X: make([]float64, n*n)}
	for i := range n {
		x.X[i*n+i] = 1
	}
	form, err := gram.NewFeatures(context.Background(), kernel.Linear, x, q, gram.Dimensions)
	if err != nil {
		t.Fatal(err)
	}
	f := newExplicitForm(form, false)
	eval := &evaluator{ctx: context.Background()}
	u, v, g := []float64{0.5, -2, 3, 0.25}, []float64{1, 0, -1, 2}, make([]float64, n)
	f.evaluate(eval, g, u)
	f.along(eval, g, v)
	for _, step := range []float64{0, 0.5, 2} {
		want := 0.0
		for k, d := range v {
			want += math.Pow(u[k]+step*d, q-1) * d
		}
		if got := f.slope(step); math.Abs(got-want) > 1e-13*math.Abs(want) {
			t.Errorf("slope at %g is %g, want %g", step, got, want)
		}
	}
}
