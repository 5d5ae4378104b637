package machine

import (
	"context"
	"math"
	"slices"

	"lplab/core/loss"
	"lplab/core/solver"
)

// SVM is the support vector machine: it minimises, for labels -1 and +1,
//
//	P(f, b) = C sum_i max(0, 1 - y_i (f(x_i) + b)) + 1/2 ||f||^2
//
// by its dual [Z, "Classification"],
//
//	D(alpha) = y^T alpha - 1/2 alpha^T K alpha,  0 <= y_i alpha_i <= C,
//
// with 1^T alpha = 0 where there is an intercept. An iteration is a sweep of as many steps
// as there are points: each moves the two coordinates, or without an intercept the one,
// that promise most (smo.go, coordinate.go). Then the vectors strictly between their
// bounds are moved together by Newton's step (free.go), without which a large C would ask
// for very many sweeps. Where classes are separated, margins just short of 1 are made
// longer (widen.go). A large C begins from the fit of C/10, solved roughly, and
// so on down to the fit to begin from, or to where C hardly matters: most vectors at their
// bounds stay there, so that few are left to be found. Those sweeps count as well.
type SVM struct{}

var _ Method = SVM{}

// String names the method.
func (SVM) String() string { return "svm" }

// Scale implements Method. Without an intercept it is the greatest C up to which every
// point is a support vector at its bound, alpha = C y, and the machine only compares
// distances to all points of the classes. With one it is the same of the centred labels
// and matrix, which are what remains of them.
func (SVM) Scale(d *Data) float64 { return d.bounded() }

// bounded is 1/max_i y_i (K y)_i, or 1 where K shows no class.
func (d *Data) bounded() float64 {
	n := len(d.Y)
	y, f := slices.Clone(d.Y), make([]float64, n)
	if d.Intercept {
		addConstant(y, -mean(y))
	}
	d.multiply(f, y)
	if d.Intercept {
		addConstant(f, -mean(f))
	}
	var most float64
	for i, v := range f {
		most = max(most, d.Y[i]*v)
	}
	if most == 0 {
		return 1
	}
	return 1 / most
}

func addConstant(x []float64, c float64) {
	for i := range x {
		x[i] += c
	}
}

// ease is how much smaller a C has to be to be worth solving for first.
const ease = 10

// Fit implements Method. The intercept is the middle of the interval of the best ones.
func (SVM) Fit(ctx context.Context, d *Data, c float64, from *Fit, s Settings) (*Fit, error) {
	if err := d.check(ctx, "C", c, true); err != nil {
		return nil, err
	}
	easy := d.bounded()
	if from != nil && from.Strength > 0 {
		easy = from.Strength
	}
	fit, run := begin(d, c, c*d.hinges(), s)
	if c > ease*easy {
		var err error
		if from, err = (SVM{}).Fit(ctx, d, c/ease, from, Settings{Tolerance: 1e-3, MaxIterations: s.MaxIterations}); err != nil {
			return nil, err
		}
		fit.Iterations = from.Iterations
	}
	m := newMargins(fit)
	m.start(from)
	for {
		m.certify()
		m.widen()
		if done, err := run.record(ctx); done || err != nil {
			if fit.Status == solver.Stalled {
				fit.Rounding = m.rounding()
			}
			return fit, err
		}
		step := m.coordinateStep
		if d.Intercept {
			step = m.pairStep
		}
		for range d.Y {
			if ctx.Err() != nil || !step() {
				break
			}
		}
		m.moveFree(ctx)
	}
}

// hinges is the sum of the hinge losses of the best constant.
func (d *Data) hinges() float64 {
	if !d.Intercept {
		return float64(len(d.Y))
	}
	var positive int
	for _, y := range d.Y {
		if y > 0 {
			positive++
		}
	}
	return 2 * float64(min(positive, len(d.Y)-positive))
}

// margins is the state of the dual: alpha, which is the fit's, between its bounds, and the
// residuals y - K alpha, minus its gradient.
type margins struct {
	fit      *Fit
	data     *Data
	lo, hi   []float64
	residual []float64
	diagonal []float64
	least    float64 // stands for curvatures that rounding leaves at 0 or below
	largest  float64 // |alpha_i| so far

	free    []int // scratch
	scratch []float64
}

func newMargins(fit *Fit) *margins {
	d, n := fit.data, len(fit.Alpha)
	m := &margins{
		fit: fit, data: d,
		lo: make([]float64, n), hi: make([]float64, n),
		residual: make([]float64, n), diagonal: make([]float64, n),
		free: make([]int, 0, n), scratch: make([]float64, n),
	}
	for i, y := range d.Y {
		m.lo[i], m.hi[i] = min(0, y*fit.Strength), max(0, y*fit.Strength)
		m.diagonal[i] = d.K[i*(n+1)]
		m.least = max(m.least, 1e-14*m.diagonal[i])
	}
	m.least = max(m.least, math.SmallestNonzeroFloat64)
	return m
}

// start sets alpha to a multiple of another fit's, and the residuals, where there is one and
// it is feasible: vectors at their bounds stay at them, and a fit without any stays as it is
// where the bounds allow.
func (m *margins) start(from *Fit) {
	if from == nil {
		return
	}
	if len(from.Alpha) != len(m.fit.Alpha) {
		panic("machine: the fit to begin from is one of other points")
	}
	var size, most, sum float64
	for i, a := range from.Alpha {
		if a*m.data.Y[i] < 0 {
			return
		}
		size += math.Abs(a)
		most = max(most, math.Abs(a))
		sum += a
	}
	if most == 0 || m.data.Intercept && math.Abs(sum) > 1e-9*size {
		return
	}
	t := m.fit.Strength / most
	if most < from.Strength {
		t = min(t, 1)
	}
	m.data.multiply(m.scratch, from.Alpha)
	for i, a := range from.Alpha {
		m.fit.Alpha[i] = m.within(i, t*a)
		m.residual[i] = m.data.Y[i] - t*m.scratch[i]
	}
}

// certify computes residuals and certificate anew from alpha.
func (m *margins) certify() {
	f, d := m.fit, m.data
	d.multiply(f.Fitted, f.Alpha)
	for i, y := range d.Y {
		m.residual[i] = y - f.Fitted[i]
	}
	f.Intercept = 0
	if d.Intercept {
		f.Intercept = m.intercept()
	}
	square := dot(f.Alpha, f.Fitted)
	f.Primal, f.Dual, f.Gap = square/2, dot(d.Y, f.Alpha)-square/2, 0
	for i, y := range d.Y {
		f.Fitted[i] += f.Intercept
		f.Primal += f.Strength * loss.Hinge{}.Value(y, f.Fitted[i])
		f.Gap += loss.Hinge{}.Gap(y, f.Fitted[i], f.Alpha[i], f.Strength)
	}
}

// intercept minimises sum_i max(0, 1 - y_i (f_i + b)). Its slope begins at minus the number
// of positive labels and rises by 1 at every residual y_i - f_i, so that it is 0 between two
// of them in the order of their size: the middle is taken. With a single class there is
// one end only.
func (m *margins) intercept() float64 {
	sorted := m.scratch
	copy(sorted, m.residual)
	slices.Sort(sorted)
	var positive int
	for _, y := range m.data.Y {
		if y > 0 {
			positive++
		}
	}
	switch positive {
	case 0:
		return sorted[0]
	case len(sorted):
		return sorted[len(sorted)-1]
	}
	a, b := sorted[positive-1], sorted[positive]
	return a + (b-a)/2
}

// move changes alpha_i by delta, which ends at a bound exactly where it is cut by it, and
// the residuals with it.
func (m *margins) move(i int, delta float64) {
	m.fit.Alpha[i] = m.within(i, m.fit.Alpha[i]+delta)
	addScaled(m.residual, -delta, m.data.row(i))
}

// within returns a cut to the bounds of alpha_i, and a bound where a is that but for the
// rounding of numbers as large as alpha has been: of separated classes, far less than C.
func (m *margins) within(i int, a float64) float64 {
	m.largest = max(m.largest, min(math.Abs(a), m.fit.Strength))
	rounding := 1e-15 * m.largest
	switch {
	case a <= m.lo[i]+rounding:
		return m.lo[i]
	case a >= m.hi[i]-rounding:
		return m.hi[i]
	}
	return a
}
