// Package linear fits linear functions of given features to a target: least
// squares, ridge, the lasso, the elastic net and the group lasso [H ch. 3, Z]. The
// features are read by columns (Matrix). An intercept, which is not penalised, is optional.
//
// Every fit is certified at the coefficients that it returns, by its duality gap.
//
// Sources: [H] Hibraj, "Efficient tensor kernel methods for sparse regression";
// [Z] Szabo, "Regression".
package linear

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"sync"

	"lplab/core/numeric/dense"
	"lplab/core/registry"
	"lplab/core/solvers/optimize"
)

// Parameters are the parameters of all methods besides lambda; each method uses its own.
type Parameters struct {
	Ratio     float64
	Groups    [][]int
	Algorithm Algorithm
	Form      Form
}

// Registry holds the methods by the names that experiments give their models.
var Registry registry.Of[Parameters, Method]

// Matrix is n points by d features, x_1 to x_d, which are read by columns. Methods
// expect features of comparable size, as standardised ones are.
type Matrix interface {
	Dims() (n, d int)
	// Dot returns x_j . v for a v of n numbers.
	Dot(j int, v []float64) float64
	// AddScaled adds s x_j to the n numbers of dst.
	AddScaled(dst []float64, s float64, j int)
}

// Data is what a function is fitted to. It must not change after its first use: what depends
// on the data alone is computed once and kept with it. Fits of the same data may run at the same
// time.
type Data struct {
	X Matrix
	Y []float64 // n
	// Intercept adds a constant beside the features, which is not penalised.
	Intercept bool
	// Offsets, if not nil, are the absolute values of the means that were subtracted from the features. Their rounding
	// is left in X.
	Offsets []float64
	// Whole, if not nil, is data of which these are the given Rows, ascending, with the same
	// features and intercept. The Gram matrix is then that of Whole less the other rows, if these
	// are fewer.
	Whole *Data
	Rows  []int

	like    *Data // not nil: the same points with other targets, from which this was made
	centred cache[*centredData]
	gram    cache[[]float64]
	primal  cache[*dense.Reduction] // of X'X
	dual    cache[*dense.Reduction] // of XX'
	svd     cache[*decomposition]
}

// Prepare computes what all methods need of the data. The error is for data that no method
// can work with, or the context's.
func (d *Data) Prepare(ctx context.Context) error {
	_, err := d.prepare(ctx)
	return err
}

// FeatureError refuses a feature, counted from 0, because the sum of its squares is not finite.
type FeatureError struct {
	Feature int
	Name    string // the caller may add it
}

func (e *FeatureError) Error() string {
	name := strconv.Itoa(e.Feature)
	if e.Name != "" {
		name = strconv.Quote(e.Name)
	}
	return fmt.Sprintf("feature %s has a value that is no number, or too large for its square to be one: standardise the features", name)
}

// Relabelled returns the same points with n other targets. It shares the features and what
// is computed of them alone.
func (d *Data) Relabelled(y []float64) *Data {
	return &Data{X: d.X, Y: y, Intercept: d.Intercept, Offsets: d.Offsets, Whole: d.Whole, Rows: d.Rows, like: d.first()}
}

// first returns the data that these were relabelled from, or d itself. What depends on the
// features alone is computed and kept there.
func (d *Data) first() *Data { return cmp.Or(d.like, d) }

// constants is the number of constants fitted beside the features.
func (d *Data) constants() float64 {
	if d.Intercept {
		return 1
	}
	return 0
}

// cache is a value that is computed when it is first needed. The error of a context is not
// kept.
type cache[T any] struct {
	lock  sync.Mutex
	done  bool
	value T
	err   error
}

func (c *cache[T]) get(ctx context.Context, compute func() (T, error)) (T, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.done {
		return c.value, c.err
	}
	value, err := compute()
	if ctx.Err() != nil && err != nil {
		return value, ctx.Err()
	}
	c.done, c.value, c.err = true, value, err
	return value, err
}

// Fit is a function fitted to data, f(x) = Intercept + sum_j Coefficients_j x_j,
// and the end of its run: the certificate belongs to these coefficients.
type Fit struct {
	optimize.Result
	Lambda       float64   // the strength it was fitted with; 0 of least squares
	Coefficients []float64 // d
	Intercept    float64
	// Residual is the largest violation of the optimality conditions, as a share of their
	// terms; see each method.
	Residual float64

	// Groups are, for a group lasso, the 2-norms of the coefficients of each group's copies.
	Groups []float64
	copies []float64 // these coefficients, group by group

	data *centredData
	ref  *reference // for the next fit
}

// Fitted returns f at the n points of the data.
func (f *Fit) Fitted() []float64 {
	c := f.data
	values := make([]float64, c.n)
	c.Apply(values, f.Coefficients)
	constant := f.Intercept
	for j, b := range f.Coefficients {
		constant += float64(c.mean[j] * b)
	}
	for i := range values {
		values[i] += constant
	}
	return values
}

// Method is one way to fit a linear function.
type Method interface {
	fmt.Stringer
	// Scale returns the largest lambda of a grid: the smallest with which all coefficients
	// are 0, or what the method documents instead. It is 0 where the target or all features
	// are constant, and for least squares.
	Scale(d *Data) (float64, error)
	// Fit fits the data, near another fit of as many features where from is not nil. The
	// error is for unsuitable data, lambda or start, or the context's where it ended before
	// there was any fit; a limit is a status, and so is a context that ended later.
	Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error)
}

// begin checks lambda and the start of a penalised fit, and returns the centred data.
func (d *Data) begin(ctx context.Context, lambda float64, from *Fit) (*centredData, error) {
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return nil, fmt.Errorf("lambda is %g: it must be a positive number; least squares is the model without a penalty", lambda)
	}
	c, err := d.prepare(ctx)
	if err != nil {
		return nil, err
	}
	return c, checkStart(from, c.d)
}

// checkStart returns an error for a start with another number of features.
func checkStart(from *Fit, d int) error {
	if from != nil && len(from.Coefficients) != d {
		return fmt.Errorf("the fit to begin near has %d coefficients, and the data have %d features: begin near a fit of the same features", len(from.Coefficients), d)
	}
	return nil
}
