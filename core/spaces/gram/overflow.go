package gram

import (
	"fmt"
	"math"
	"slices"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Diagonal returns K(x_i, ..., x_i) = ||Phi(x_i)||_q^q of every point,
// g(sum_j |x_ij|^q), for any q >= 2.
func Diagonal(k kernel.Kernel, x dense.Points, q float64) []float64 {
	d := make([]float64, x.N)
	for i := range d {
		for _, v := range x.Row(i) {
			d[i] += AbsPower(v, q)
		}
	}
	k.Apply(d)
	return d
}

// Overflow is the error of a point that is too large for the kernel, or has a coordinate that is no number.
type Overflow struct{ Point int }

func (e *Overflow) Error() string {
	return fmt.Sprintf("the kernel values of point %d are not finite: a coordinate is too large, or no number", e.Point)
}

// OutsideError is the error of a point beyond the kernel's radius of convergence.
type OutsideError struct {
	Point   int
	Sum     float64 // sum_j |x_j|^q of that point, which must be less than the radius,
	Largest float64 // and the largest of all points
}

func (e *OutsideError) Error() string {
	return fmt.Sprintf("the kernel is not defined at point %d, where sum |x|^q is %g", e.Point, e.Sum)
}

// Limits that leave room for the rounding of a sum of products.
const (
	withinRadius = 1 - 1e-9
	largestValue = math.MaxFloat64 / 2
)

// Check returns an *Outside or an *Overflow that names the first point where K is not defined, or
// where K(x, ..., x) is not finite. Where it returns nil, every entry of the Gram tensor of even
// order q, and every feature, is defined and finite: by Hoelder's inequality
//
//	|sum_j x_1j ... x_qj| <= prod_t (sum_j |x_tj|^q)^(1/q) <= max_t sum_j |x_tj|^q,
//
// and g has no negative coefficients, so it grows from 0 on.
func Check(k kernel.Kernel, x dense.Points, q float64) error {
	if _, highest := k.Degrees(); highest < 1 {
		return fmt.Errorf("the kernel has the degree %d: it must be at least 1", highest)
	}
	if r := k.Radius(); !math.IsInf(r, 1) {
		sums := Diagonal(kernel.Linear, x, q)
		if i := slices.IndexFunc(sums, func(s float64) bool { return !(s < r*withinRadius) }); i >= 0 {
			return &OutsideError{Point: i, Sum: sums[i], Largest: slices.Max(sums)}
		}
	}
	for i, v := range Diagonal(k, x, q) {
		if !(v <= largestValue) {
			return &Overflow{Point: i}
		}
	}
	return nil
}
