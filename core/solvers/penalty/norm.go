package penalty

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// Norm is Weight sum_B ||b_B||_2 over blocks B of successive coefficients: the penalty of the
// group lasso, and of the lasso where Bounds is nil.
type Norm struct {
	Weight float64 // >= 0
	Bounds []int   // block k is Bounds[k] to Bounds[k+1]; nil where every coefficient is a block
}

// Blocks returns the number of blocks of d coefficients.
func (h Norm) Blocks(d int) int {
	if h.Bounds == nil {
		return d
	}
	return len(h.Bounds) - 1
}

// Block returns the coefficients of block k, from and to.
func (h Norm) Block(k int) (from, to int) {
	if h.Bounds == nil {
		return k, k + 1
	}
	return h.Bounds[k], h.Bounds[k+1]
}

func (h Norm) Value(b []float64) float64 {
	var norms float64
	for k := range h.Blocks(len(b)) {
		from, to := h.Block(k)
		norms += Length(b[from:to])
	}
	return h.Weight * norms
}

// Norms returns ||b_B||_2 of every block.
func (h Norm) Norms(b []float64) []float64 {
	norms := make([]float64, h.Blocks(len(b)))
	for k := range norms {
		from, to := h.Block(k)
		norms[k] = Length(b[from:to])
	}
	return norms
}

// Prox stores the block soft-thresholding v (1 - step Weight/||v||)_+ in dst.
func (h Norm) Prox(dst, v []float64, step float64) {
	for k := range h.Blocks(len(v)) {
		from, to := h.Block(k)
		SoftThreshold(dst[from:to], v[from:to], step*h.Weight)
	}
}

// SoftThreshold stores v (1 - t/||v||)_+ in dst, which may be v.
func SoftThreshold(dst, v []float64, t float64) {
	if len(v) == 1 { // the product would round twice
		switch x := v[0]; {
		case x > t:
			dst[0] = x - t
		case x < -t:
			dst[0] = x + t
		default:
			dst[0] = 0
		}
		return
	}
	shrink := 0.0
	if length := Length(v); length > t {
		shrink = 1 - t/length
	}
	floats.ScaleTo(dst, shrink, v)
}

// Scaling returns Weight / max_B ||u_B||.
func (h Norm) Scaling(_, u []float64) float64 {
	if largest := h.Dual(u); largest > 0 {
		return h.Weight / largest
	}
	return math.Inf(1)
}

// Dual returns the dual norm max_B ||u_B||.
func (h Norm) Dual(u []float64) float64 {
	var largest float64
	for k := range h.Blocks(len(u)) {
		from, to := h.Block(k)
		largest = max(largest, Length(u[from:to]))
	}
	return largest
}

// Gap returns the residual: h* is 0 in its domain, where b_B.u_B <= Weight ||b_B||.
func (h Norm) Gap(b, u []float64) float64 {
	var gap float64
	for k := range h.Blocks(len(b)) {
		from, to := h.Block(k)
		if to == from+1 && b[from] == 0 { // most of them
			continue
		}
		if size := Length(b[from:to]); size > 0 {
			gap += float64(h.Weight*size) - dense.Dot(b[from:to], u[from:to])
		}
	}
	return max(0, gap)
}

// Violation returns the largest distance of a block of u from the subdifferential of h at b.
func (h Norm) Violation(b, u []float64) float64 {
	var largest float64
	for k := range h.Blocks(len(b)) {
		from, to := h.Block(k)
		size := Length(b[from:to])
		if size == 0 {
			largest = max(largest, Length(u[from:to])-h.Weight)
			continue
		}
		var distance float64
		for j := from; j < to; j++ {
			distance = math.Hypot(distance, u[j]-h.Weight*(b[j]/size))
		}
		largest = max(largest, distance)
	}
	return largest
}

// Length returns ||v||_2.
func Length(v []float64) float64 {
	if len(v) == 1 {
		return math.Abs(v[0])
	}
	return floats.Norm(v, 2)
}
