package machine

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// TestWithin checks that alpha is cut to its bounds, and that a value within rounding of a bound becomes the bound.
func TestWithin(t *testing.T) {
	const c = 3.0
	m := newMargins(&Data{K: make([]float64, 4), Y: []float64{1, -1}}, c, 1e-6)
	for i, bounds := range [][2]float64{{0, c}, {-c, 0}} {
		lo, hi := bounds[0], bounds[1]
		m.largest = c
		for a, want := range map[float64]float64{
			lo - 1: lo, lo - 1e-16: lo, lo + 1e-16: lo, lo + 1e-9: lo + 1e-9, lo + 1: lo + 1,
			hi - 1: hi - 1, hi - 1e-9: hi - 1e-9, hi - 1e-15: hi, hi + 1e-15: hi, hi + 1: hi,
		} {
			if got := m.within(i, a); got != want {
				t.Errorf("%v within [%g, %g] is %v, want %v", a, lo, hi, got, want)
			}
		}
	}
	// If alpha was never larger than 1e-9, its rounding is that of such numbers.
	m.largest = 0
	if got := m.within(0, 1e-16); got != 1e-16 || m.largest != 1e-16 {
		t.Errorf("1e-16 becomes %g, largest %g", got, m.largest)
	}
}

// TestFreeVectorsAreSolvedFor checks one step of the free vectors: without a bound nearby it leaves a residual of
// 0, or a constant residual and a sum of 0 with an intercept; otherwise the first vector that reaches its bound
// stays there.
func TestFreeVectorsAreSolvedFor(t *testing.T) {
	const n = 14
	r := rand.New(rand.NewPCG(9, 1))
	points, _, classes := sample(n, 3, 30)
	for _, intercept := range []bool{false, true} {
		for _, k := range []mercer.Kernel{mercer.Gaussian{Beta: 0.5}, mercer.Polynomial{Degree: 4, Constant: 1}} {
			for _, c := range []float64{1e9, 1} {
				d := &Data{K: gram(t, k, points), Y: classes, Intercept: intercept}
				m := newMargins(d, c, 1e-9)
				var sum float64
				for i, y := range classes {
					m.fit.Alpha[i] = y * (0.1 + 0.1*r.Float64())
					sum += m.fit.Alpha[i]
				}
				if intercept {
					for i := range classes { // with sum 0, inside the bounds
						m.fit.Alpha[i] -= sum / n * 0.5
					}
					sum /= 2
					for i, y := range classes {
						if y*sum > 0 {
							m.fit.Alpha[i] -= sum / count(classes, y)
						}
					}
				}
				m.certify(context.Background())
				m.freeRows = m.freeRows[:0]
				for i, a := range m.fit.Alpha {
					if a > m.lo[i] && a < m.hi[i] {
						m.freeRows = append(m.freeRows, i)
					}
				}
				if len(m.freeRows) != n {
					t.Fatalf("%d of %d vectors are free: %v", len(m.freeRows), n, m.fit.Alpha)
				}
				before := m.fit.Dual
				stopped := m.newton(context.Background())
				m.certify(context.Background())
				at, total := 0, 0.0
				for i, a := range m.fit.Alpha {
					if a == m.lo[i] || a == m.hi[i] {
						at++
					}
					total += a
				}
				what := "free vectors"
				if intercept {
					what = "free vectors with an intercept"
					if math.Abs(total) > 1e-12*n {
						t.Errorf("%v, C = %g: alpha sums to %g", k, c, total)
					}
				}
				if stopped != (at > 0) || at > 1 || !(m.fit.Dual < before) {
					t.Errorf("%s, %v, C = %g: stopped %v, %d at a bound, dual from %g to %g", what, k, c, stopped, at, before, m.fit.Dual)
				}
				if stopped {
					continue
				}
				level := 0.0
				if intercept {
					level = mean(m.residual)
				}
				for i, v := range m.residual {
					if math.Abs(v-level) > 1e-7 {
						t.Errorf("%s, %v, C = %g: residual %d is %g, others %g", what, k, c, i, v, level)
					}
				}
			}
		}
	}
}

// count returns how many labels are y.
func count(labels []float64, y float64) (n float64) {
	for _, v := range labels {
		if v == y {
			n++
		}
	}
	return n
}

// TestGapFloor checks that the floor is half a unit in the last place of C times the sizes of the terms
// of K alpha, over the vectors strictly between their bounds.
func TestGapFloor(t *testing.T) {
	points, _, classes := sample(8, 2, 31)
	d := &Data{K: gram(t, kernels[1], points), Y: classes}
	const c = 5.0
	m := newMargins(d, c, 1e-9)
	want := 0.0
	for i, y := range classes {
		m.fit.Alpha[i] = y * []float64{0, c, 0.5, 2}[i%4]
	}
	for i := range classes {
		if i%4 < 2 {
			continue
		}
		for j, a := range m.fit.Alpha {
			want += math.Abs(a*d.row(i)[j]) * c * 0x1p-53
		}
	}
	if got := m.gapFloor(); math.Abs(got-want) > 1e-12*want {
		t.Errorf("%g, want %g", got, want)
	}
}

// TestSmallestMargin compares min_i y_i (f_i + b), for the b that maximises it, with a search over all b where two
// margins are equal.
func TestSmallestMargin(t *testing.T) {
	points, _, classes := sample(9, 2, 32)
	for _, intercept := range []bool{false, true} {
		d := &Data{K: gram(t, kernels[2], points), Y: classes, Intercept: intercept}
		m := newMargins(d, 10, 1e-9)
		m.fit.Intercept = 0.3
		for i, y := range classes {
			m.fit.Fitted[i] = y*float64(i%5+1) + 0.2*float64(i) + m.fit.Intercept
		}
		least := func(b float64) float64 {
			smallest := math.Inf(1)
			for i, y := range classes {
				smallest = min(smallest, y*(m.fit.Fitted[i]-m.fit.Intercept+b))
			}
			return smallest
		}
		want := least(0)
		if intercept {
			for i := range classes {
				for j := range classes {
					b := -(m.fit.Fitted[i] + m.fit.Fitted[j] - 2*m.fit.Intercept) / 2
					want = max(want, least(b))
				}
			}
		}
		if got := m.smallest(); math.Abs(got-want) > 1e-14 {
			t.Errorf("intercept %v: %g, want %g", intercept, got, want)
		}
	}
}

// TestLogisticStep checks that a step of Newton's method lowers P, also where a full step would raise it, and that near
// the minimum the gradient falls quadratically.
func TestLogisticStep(t *testing.T) {
	points, _, classes := sample(16, 3, 33)
	for _, intercept := range []bool{false, true} {
		for _, k := range kernels {
			for _, c := range []float64{0.1, 10, 1000} {
				d := &Data{K: gram(t, k, points), Y: classes, Intercept: intercept}
				z := newLogits(d, c, 1e-12)
				z.start(context.Background(), nil)
				if c == 1000 {
					for i, y := range classes {
						z.alpha[i] = y * math.Pow(-3, float64(i%4))
					}
					if intercept {
						floats.AddConst(-mean(z.alpha), z.alpha)
					}
					z.settle(context.Background())
				}
				// The gradient of P in the kernel's space is f + K(gradient of the losses), with the norm
				// sqrt(e'Ke).
				far := func() float64 {
					g := make([]float64, len(classes))
					z.gradient(g)
					for i := range g {
						g[i] -= z.alpha[i]
					}
					image := make([]float64, len(g))
					d.multiply(context.Background(), image, g)
					return math.Sqrt(max(0, floats.Dot(g, image))) / c
				}
				last := far()
				for step := 0; step < 40 && last > 1e-10; step++ {
					before := z.objective
					if !z.newton(context.Background()) {
						t.Fatalf("%v, C = %g: no step %d, at a gradient of %g", k, c, step+1, last)
					}
					if z.objective > before*(1+1e-12) {
						t.Errorf("%v, C = %g: P rises from %v to %v", k, c, before, z.objective)
					}
					now := far()
					if last < 1e-4 && now > 0.01*last+1e-12 {
						t.Errorf("%v, C = %g, intercept %v: gradient from %g to %g", k, c, intercept, last, now)
					}
					last = now
				}
				if last > 1e-10 {
					t.Errorf("%v, C = %g, intercept %v: gradient %g after 40 steps", k, c, intercept, last)
				}
			}
		}
	}
}

// TestEasierFitsFirst checks that SVM and KernelLogistic reach the same objective from the fit of a larger or smaller
// C and from a cold start.
func TestEasierFitsFirst(t *testing.T) {
	points, _, classes := sample(20, 2, 34)
	for _, method := range []Method{SVM{}, KernelLogistic{}} {
		for _, intercept := range []bool{false, true} {
			d := &Data{K: gram(t, kernels[1], points), Y: classes, Intercept: intercept}
			s := optimize.Settings{Tolerance: 1e-8, MaxIterations: 5000}
			for _, c := range []float64{0.01, 1, 300} {
				cold := mustFit(t, method, d, c, nil, s)
				if cold.GapFloor != 0 {
					t.Errorf("%v, C = %g: a floor of %g under the gap of a fit that converged", method, c, cold.GapFloor)
				}
				for _, other := range []float64{c / 1000, c / 3, 7 * c} {
					warm := mustFit(t, method, d, c, mustFit(t, method, d, other, nil, s), s)
					if warm.Status != optimize.Converged || math.Abs(warm.Primal-cold.Primal) > 3e-8*cold.Primal {
						t.Errorf("%v, C = %g from %g: %v, objective %v; from a cold start %v", method, c, other, warm.Status, warm.Primal, cold.Primal)
					}
				}
			}
		}
	}
}

// TestDecisionsOfClasses checks the decisions for orthogonal points: class c has the norm (|k(x_c, x)| - lambda)_+ /
// k(x_c, x_c), and where all are 0 the classes are ordered by |k(x_c, x)|. For two classes the only decision is the
// difference.
func TestDecisionsOfClasses(t *testing.T) {
	ctx, cross := context.Background(), []float64{1, -3, 2}
	for _, lambda := range []float64{0.5, 2, 100} {
		for classes := 2; classes <= 3; classes++ {
			k, labels := make([]float64, classes*classes), []float64{7, 8, 9}[:classes]
			norms, sum := make([]float64, classes), 0.0
			for c := range classes {
				k[c*(classes+1)] = float64((c + 2) * (c + 2))
				norms[c] = max(0, math.Abs(cross[c])-lambda) / k[c*(classes+1)]
				sum += math.Abs(cross[c])
			}
			if lambda == 100 {
				for c := range norms {
					norms[c] = hint * math.Abs(cross[c]) / sum
				}
			}
			want := norms
			if classes == 2 {
				want = []float64{norms[1] - norms[0]}
			}
			dictionary, err := NewDictionary(ctx, k, labels)
			if err != nil {
				t.Fatal(err)
			}
			p, err := dictionary.Point(cross[:classes], 30)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := dictionary.Represent(ctx, []*Point{p}, lambda, optimize.Settings{Tolerance: 1e-12, MaxIterations: 1000}); err != nil {
				t.Fatal(err)
			}
			got := p.Decisions()
			if len(got) != len(want) {
				t.Fatalf("%d classes: decisions %v", classes, got)
			}
			for c := range want {
				if math.Abs(got[c]-want[c]) > 1e-7*math.Abs(want[c]) {
					t.Errorf("%d classes, lambda %g: decisions %v, want %v", classes, lambda, got, want)
				}
			}
		}
	}
}

// TestScaleOfTheSVM checks that the scale is 1 / max_i y_i f_i, where f is K y and, with an intercept, the centred
// product of K and the centred labels; it is 1 where f is 0.
func TestScaleOfTheSVM(t *testing.T) {
	points, _, classes := sample(11, 2, 35)
	if got := (SVM{}).Scale(&Data{K: make([]float64, len(classes)*len(classes)), Y: classes}); got != 1 {
		t.Errorf("K = 0: scale %g", got)
	}
	n := float64(len(classes))
	for _, intercept := range []bool{false, true} {
		d := &Data{K: gram(t, kernels[2], points), Y: classes, Intercept: intercept}
		level, mean, f, largest := 0.0, 0.0, make([]float64, len(classes)), 0.0
		for _, y := range classes {
			if intercept {
				level += y / n
			}
		}
		for i := range classes {
			for j, y := range classes {
				f[i] += d.row(i)[j] * (y - level)
			}
			if intercept {
				mean += f[i] / n
			}
		}
		for i, y := range classes {
			largest = max(largest, y*(f[i]-mean))
		}
		if got := (SVM{}).Scale(d); math.Abs(got*largest-1) > 1e-12 {
			t.Errorf("intercept %v: scale %g, want %g", intercept, got, 1/largest)
		}
	}
}

// TestNoStepFromTheOptimum checks that sequential minimal optimisation ends where all residuals are equal, or 0 without
// an intercept.
func TestNoStepFromTheOptimum(t *testing.T) {
	m := newMargins(&Data{K: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}, Y: []float64{1, -1, 1}}, 1, 1e-9)
	for _, level := range []float64{0, 0.5} {
		copy(m.fit.Alpha, []float64{0.5, -0.25, 0.25})
		for i := range m.residual {
			m.residual[i] = level
		}
		if m.pairStep() || level == 0 && m.coordinateStep() || m.fit.Alpha[0] != 0.5 || m.fit.Alpha[1] != -0.25 {
			t.Errorf("residuals %g: a step to %v", level, m.fit.Alpha)
		}
	}
}

// TestWidenKeepsTheBest checks that scaling alpha so that all margins are at least 1 closes the gap: with a large C, a
// margin that is too small by 1e-14 gives a large gap.
func TestWidenKeepsTheBest(t *testing.T) {
	m := newMargins(&Data{K: []float64{1, 0, 0, 1}, Y: []float64{1, -1}}, 1e12, 1e-9)
	m.fit.Alpha[0], m.fit.Alpha[1] = 1-1e-14, -(1 - 2e-14)
	m.certify(context.Background())
	before := m.fit.Gap
	m.widen(context.Background())
	if gap := m.fit.Gap; !(before > 1e-3 && gap < 1e-12) || !(m.fit.Alpha[0] >= 1 && m.fit.Alpha[1] <= -1) {
		t.Errorf("gap %g becomes %g, alpha %v", before, gap, m.fit.Alpha)
	}
}
