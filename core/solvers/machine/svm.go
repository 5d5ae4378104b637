package machine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/optimize"
)

// SVM is the support vector machine: it minimises, for labels -1 and +1,
//
//	P(f, b) = C sum_i max(0, 1 - y_i (f(x_i) + b)) + 1/2 ||f||^2
//
// by its dual, minimised [Z, "Classification"],
//
//	D(alpha) = 1/2 alpha^T K alpha - y^T alpha,  0 <= y_i alpha_i <= C,
//
// with 1^T alpha = 0 where there is an intercept. An iteration is a sweep of n steps, each of
// which moves the two coordinates, or without an intercept the one, that lower the dual most
// (smo.go). Then the vectors strictly between their bounds are moved together by Newton's step
// (free.go), without which a large C would take very many sweeps. Where classes are separated,
// margins just short of 1 are widened (widen.go). For a large C the start is a rough fit with
// C/10, recursively down to the given start or a small C: most vectors at their bounds stay
// there. These sweeps count as iterations too.
type SVM struct{}

func init() { Registry.Add("svm", func(struct{}) Method { return SVM{} }) }

func (SVM) String() string { return "svm" }

// Scale returns the greatest C up to which every point is a support vector at its bound,
// alpha = C y; with an intercept, the same for the centred labels and matrix.
func (SVM) Scale(d *Data) float64 { return d.bounded() }

// bounded returns 1/max_i y_i (K y)_i, or 1 where the maximum is 0.
func (d *Data) bounded() float64 {
	n := len(d.Y)
	y, f := slices.Clone(d.Y), make([]float64, n)
	if d.Intercept {
		floats.AddConst(-mean(y), y)
	}
	d.multiply(context.Background(), f, y)
	if d.Intercept {
		floats.AddConst(-mean(f), f)
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

// continuation is the factor between C and the smaller C that is solved first.
const continuation = 10

// patience is the number of successive sweeps without a smaller gap or dual that end a fit.
const patience = 20

// Fit returns the fit; its intercept is the middle of the interval of the best ones.
func (SVM) Fit(ctx context.Context, d *Data, c float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if err := cmp.Or(d.check(ctx, "C", c, true), d.checkStart(from)); err != nil {
		return nil, err
	}
	easy := d.bounded()
	if from != nil && from.Strength > 0 {
		easy = from.Strength
	}
	m := newMargins(d, c, s.Tolerance)
	if m.continued = c > continuation*easy; m.continued {
		m.from = from
	} else {
		m.start(ctx, from)
	}
	m.certify(ctx)
	fit, err := m.run(ctx, m, s)
	if err == nil && fit.Status == optimize.Stalled {
		fit.GapFloor = m.gapFloor()
	}
	return fit, err
}

// margins is the state of the dual: the fit's alpha, its bounds, and the residuals y - K alpha,
// which are minus the gradient.
type margins struct {
	iterate
	continued bool // the first step begins with the fit of C/continuation, from the one before
	from      *Fit
	lo, hi    []float64
	residual  []float64
	diagonal  []float64
	least     float64 // replaces curvatures that rounding leaves at 0 or below
	largest   float64 // |alpha_i| so far

	tolerance   float64
	gap, dual   float64 // the smallest before the last sweep
	staleSweeps int     // sweeps in which neither fell

	freeRows []int // scratch
	scratch  []float64
}

func newMargins(d *Data, c, tolerance float64) *margins {
	n := len(d.Y)
	m := &margins{
		iterate: newIterate(d, c),
		lo:      make([]float64, n), hi: make([]float64, n),
		residual: make([]float64, n), diagonal: make([]float64, n),
		freeRows: make([]int, 0, n), scratch: make([]float64, n),
		gap: math.Inf(1), dual: math.Inf(1), tolerance: tolerance,
	}
	for i, y := range d.Y {
		m.lo[i], m.hi[i] = min(0, y*c), max(0, y*c)
		m.diagonal[i] = d.K[i*(n+1)]
		m.least = max(m.least, 1e-14*m.diagonal[i])
	}
	m.least = max(m.least, math.SmallestNonzeroFloat64)
	return m
}

// Step takes a sweep, after the fit of a smaller C where there is one.
func (m *margins) Step(ctx context.Context, limit int) int {
	steps := 0
	if m.continued {
		m.continued = false
		from, err := (SVM{}).Fit(ctx, m.data, m.fit.Strength/continuation, m.from, optimize.Settings{Tolerance: 1e-3, MaxIterations: limit})
		if err != nil { // the context's
			return 0
		}
		m.start(ctx, from)
		m.certify(ctx)
		if steps = from.Iterations; steps >= limit {
			return steps
		}
	}
	m.staleSweeps++
	if m.fit.Gap < m.gap || m.fit.Dual < m.dual-1e-12*math.Abs(m.fit.Dual) {
		m.staleSweeps = 0
	}
	m.gap, m.dual = min(m.gap, m.fit.Gap), min(m.dual, m.fit.Dual)
	if m.staleSweeps >= patience {
		return 0
	}
	step := m.coordinateStep
	if m.data.Intercept {
		step = m.pairStep
	}
	for range m.data.Y {
		if ctx.Err() != nil || !step() {
			break
		}
	}
	m.moveFree(ctx)
	m.certify(ctx)
	m.widen(ctx)
	return steps + 1
}

// start sets alpha, and the residuals, to a multiple of another fit's where that is feasible:
// vectors at their bounds stay at them, and a fit without any is unchanged where the bounds allow.
func (m *margins) start(ctx context.Context, from *Fit) {
	if from == nil {
		return
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
	m.data.multiply(ctx, m.scratch, from.Alpha)
	for i, a := range from.Alpha {
		m.fit.Alpha[i] = m.within(i, t*a)
		m.residual[i] = m.data.Y[i] - t*m.scratch[i]
	}
}

// certify computes residuals and certificate anew from alpha.
func (m *margins) certify(ctx context.Context) {
	m.iterate.certify(ctx, loss.Hinge{}, m.tolerance, func() float64 {
		floats.SubTo(m.residual, m.data.Y, m.fit.Fitted)
		if m.data.Intercept {
			return m.intercept()
		}
		return 0
	})
}

// intercept minimises sum_i max(0, 1 - y_i (f_i + b)). Its slope increases from minus the number
// of positive labels by 1 at every residual y_i - f_i, so it is 0 between two of the sorted
// residuals; it returns their middle. With a single class there is one end only.
func (m *margins) intercept() float64 {
	bounds := m.scratch
	copy(bounds, m.residual)
	slices.Sort(bounds)
	var positive int
	for _, y := range m.data.Y {
		if y > 0 {
			positive++
		}
	}
	a, b := bounds[max(positive, 1)-1], bounds[min(positive, len(bounds)-1)]
	return a + (b-a)/2
}

// move changes alpha_i by delta, up to its bounds, and the residuals.
func (m *margins) move(i int, delta float64) {
	m.fit.Alpha[i] = m.within(i, m.fit.Alpha[i]+delta)
	dense.AddScaled(m.residual, -delta, m.data.row(i))
}

// within returns a, cut to the bounds of alpha_i and set to a bound where it differs from that by
// the rounding of the largest |alpha_i| so far, which for separated classes is far less than C.
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
