package gram

import (
	"fmt"
	"math"

	"lplab/core/kernel"
	"lplab/core/tensor"
)

// Overflow is the error of a point too large for the kernel.
type Overflow struct{ Point int }

// Error implements error.
func (e *Overflow) Error() string {
	return fmt.Sprintf("the kernel values of point %d are beyond the largest number", e.Point)
}

// largestValue leaves room for the rounding of a sum of products.
const largestValue = math.MaxFloat64 / 2

// Check returns an *Overflow that names the first point whose K(x, ..., x) is not
// a finite number, or nil. Then every entry of the Gram tensor of even order q is
// finite: by Hoelder's inequality
//
//	|sum_j x_1j ... x_qj| <= prod_t (sum_j |x_tj|^q)^(1/q) <= max_t sum_j |x_tj|^q,
//
// and g, whose coefficients are not negative, grows from 0 on.
func Check(k kernel.Kernel, x tensor.Points, q int) error {
	for i, v := range Diagonal(k, x, float64(q)) {
		if !(v <= largestValue) {
			return &Overflow{Point: i}
		}
	}
	return nil
}
