// Package linear fits linear functions of given features to a target: least
// squares, ridge, the lasso, the elastic net and the group lasso [H ch. 3, Z], one
// method per file. The features come by columns, however they are held (Matrix),
// and a constant that no penalty touches may be fitted along.
//
// Every fit is certified at the coefficients that it returns: by the duality gap
// of its objective, or, of least squares, by the residual of the normal equations.
//
// Sources: [H] Hibraj, "Efficient tensor kernel methods for sparse regression";
// [Z] Szabo, "Regression".
package linear

import (
	"context"
	"fmt"
	"math"
	"sync"

	"lplab/core/solver"
)

// Matrix is n points by d features, x_1 to x_d, which are read by columns. Methods
// expect features of comparable size: whoever makes a matrix has standardised them.
type Matrix interface {
	Dims() (n, d int)
	// Dot returns x_j . v for a v of n numbers.
	Dot(j int, v []float64) float64
	// AddScaled adds s x_j to the n numbers of dst.
	AddScaled(dst []float64, s float64, j int)
}

// Data is what a function is fitted to. It may not change once a method has seen
// it: what only depends on the data is computed once and kept with them, so that a
// path of fits shares it. Fits of the same data may run at the same time.
type Data struct {
	X Matrix
	Y []float64 // n
	// Intercept asks for a constant beside the features, which is not penalised.
	Intercept bool

	centring sync.Once
	centred  *centred
	refused  error
	primal   spectrum
	dual     spectrum
	singular singular
}

// Settings are the limits of a fit.
type Settings struct {
	// Tolerance bounds the gap of a fit that counts as converged,
	//
	//	gap <= Tolerance min(max(1, |dual|), P(0)),
	//
	// P(0) being the objective without any coefficient: so a target in small units
	// is not taken for one that is fitted well already. Least squares holds the
	// Residual of its fit to it.
	Tolerance     float64
	MaxIterations int
	// Monitor, where not nil, hears every step of the history.
	Monitor func(Step)
}

// Step is one entry of a fit's history: the certificate after so many iterations.
type Step struct {
	Iteration         int
	Primal, Dual, Gap float64
}

// Fit is a function fitted to data, f(x) = Intercept + sum_j Coefficients_j x_j,
// and what is known of it. Everything in it belongs to the same coefficients.
type Fit struct {
	Status       solver.Status
	Lambda       float64   // the strength it was fitted with; 0 of least squares
	Coefficients []float64 // d
	Intercept    float64
	Fitted       []float64 // n: f at the points

	// Primal is the objective, Dual a lower bound of its minimum, the objective of
	// the dual at a feasible point, and Gap what lies between them, a sum of terms
	// of which none is negative. Least squares has no useful dual: there Certified
	// is false, and Dual and Gap are 0.
	Primal, Dual, Gap float64
	Certified         bool
	// Residual says how far the coefficients are from the optimality conditions, as
	// a share of what these weigh against each other; each method says how.
	Residual float64

	Iterations int
	// History is the certificates from the first iterate to the last, of a long run
	// not all of them.
	History []Step

	// Groups are, of a group lasso, the 2-norms of the coefficients of each group:
	// of its own copies of its features, where groups overlap.
	Groups []float64
	copies []float64 // of these: the coefficients of the copies, group by group

	known *reference // for the next fit
}

// Method is one way to fit a linear function.
type Method interface {
	fmt.Stringer
	// Scale returns the lambda where a grid begins downwards: the smallest with
	// which all coefficients are 0, or what the method says it has instead. It is 0
	// where the target or all features are constant, and of least squares, which has
	// no lambda.
	Scale(d *Data) (float64, error)
	// Fit fits the data. from, where not nil, is a fit of the same features to begin
	// near. The error is for data or a lambda that the method cannot work with, in
	// one sentence, or the context's where it ended before there was any fit; a limit
	// is a status, and so is a context that ended later.
	Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s Settings) (*Fit, error)
}

// checkLambda refuses what is no strength of a penalty.
func checkLambda(lambda float64) error {
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return fmt.Errorf("lambda is %g: it must be a positive number; least squares is the model without a penalty", lambda)
	}
	return nil
}

// Target returns what the gap of a fit may be: see Tolerance. zero is P(0).
func (s Settings) Target(dual, zero float64) float64 {
	return s.Tolerance * min(max(1, math.Abs(dual)), zero)
}

// stopped tells whether a fit is to end short of its tolerance, and sets its status.
func (f *Fit) stopped(ctx context.Context, s Settings) bool {
	switch {
	case ctx.Err() != nil:
		f.Status = solver.Cancelled
	case f.Iterations >= s.MaxIterations:
		f.Status = solver.IterationLimit
	default:
		return false
	}
	return true
}

// every is how much longer, by this share, a long history waits for each next step.
const every = 50

// record tells of a step, unless the history has one not long ago.
func (f *Fit) record(s Settings) {
	if n := len(f.History); n > 0 && f.Iterations < f.History[n-1].Iteration+f.History[n-1].Iteration/every+1 {
		return
	}
	f.tell(s)
}

// recordEnd tells of the last step, if the history has it not yet.
func (f *Fit) recordEnd(s Settings) {
	if f.Iterations > f.History[len(f.History)-1].Iteration {
		f.tell(s)
	}
}

func (f *Fit) tell(s Settings) {
	step := Step{f.Iterations, f.Primal, f.Dual, f.Gap}
	f.History = append(f.History, step)
	if s.Monitor != nil {
		s.Monitor(step)
	}
}
