package linear

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// penalty is
//
//	h(b) = first sum_B ||b_B||_2 + second/2 ||b||^2
//
// over blocks B of features that follow one another: the lasso, the elastic net and
// the group lasso are
//
//	P(b) = 1/2 ||y - Xb||^2 + h(b).
type penalty struct {
	first, second float64
	bounds        []int // of the blocks: B is bounds[B] to bounds[B+1]; nil where every feature is one
}

// blocks returns how many blocks d features have.
func (h *penalty) blocks(d int) int {
	if h.bounds == nil {
		return d
	}
	return len(h.bounds) - 1
}

// block returns the features of block k, from and to.
func (h *penalty) block(k int) (from, to int) {
	if h.bounds == nil {
		return k, k + 1
	}
	return h.bounds[k], h.bounds[k+1]
}

// prox stores in dst the minimiser of 1/2 ||b - v||^2 + h(b)/curvature over a block:
//
//	v (1 - first/(curvature ||v||))_+ curvature/(curvature + second),
//
// block soft-thresholding [Z]. dst may be v.
func (h *penalty) prox(dst, v []float64, curvature float64) {
	if len(v) == 1 {
		dst[0] = soft(curvature*v[0], h.first) / (curvature + h.second)
		return
	}
	scale := 0.0
	if length := curvature * floats.Norm(v, 2); length > h.first {
		scale = (1 - h.first/length) * curvature / (curvature + h.second)
	}
	for j, x := range v {
		dst[j] = x * scale
	}
}

// soft is v moved towards 0 by t.
func soft(v, t float64) float64 {
	switch {
	case v > t:
		return v - t
	case v < -t:
		return v + t
	}
	return 0
}

// value returns h(b).
func (h *penalty) value(b []float64) float64 {
	var norms, squares float64
	for k := range h.blocks(len(b)) {
		from, to := h.block(k)
		norms += norm(b[from:to])
	}
	if h.second > 0 {
		squares = floats.Dot(b, b)
	}
	return float64(h.first*norms) + float64(h.second/2*squares)
}

// largest returns the largest ||g_B||.
func (h *penalty) largest(g []float64) float64 {
	var size float64
	for k := range h.blocks(len(g)) {
		from, to := h.block(k)
		size = max(size, norm(g[from:to]))
	}
	return size
}

// norm is the 2-norm.
func norm(v []float64) float64 {
	if len(v) == 1 {
		return math.Abs(v[0])
	}
	return floats.Norm(v, 2)
}

// certificate is what one look at all features tells of a point.
type certificate struct {
	primal, gap float64
	lack        float64 // how far the gradient is, at most, from the subdifferential of h in a block
}

// certify judges b by r = y - Xb and g = X'r. yr is y.r.
//
// A dual point is t = s r. Where second is 0 it must have ||X_B't|| <= first, and s
// is the best that does (El Ghaoui, Viallon, Rabbani 2012; Massias, Gramfort, Salmon
// 2018). The elastic net is a lasso as well, of X over sqrt(second) 1 and y over 0,
// whose r is r over -sqrt(second) b and whose g is g - second b:
//
//	gap = 1/2 (1-s)^2 (||r||^2 + second ||b||^2) + sum_B (first ||b_B|| - s b_B.(g_B - second b_B)).
//
// Besides, t = r is feasible for second > 0, of which the gap is the sum over the
// blocks of h(b_B) + h*(g_B) - b_B.g_B. The smaller gap counts. No term of either is
// negative: |s b_B.(g_B - second b_B)| <= first ||b_B||.
func (h *penalty) certify(b, r, g []float64, yr float64) certificate {
	var norms, squares, slope, largest, conjugate, lack float64
	count := h.blocks(len(b))
	for k := range count {
		from, to := h.block(k)
		if to == from+1 && b[from] == 0 { // most of them
			size := math.Abs(g[from])
			largest = max(largest, size)
			if size > h.first {
				lack = max(lack, size-h.first)
				if h.second > 0 {
					conjugate += float64((size-h.first)*(size-h.first)) / (2 * h.second)
				}
			}
			continue
		}
		x := h.examine(b[from:to], g[from:to])
		norms += x.norm
		squares += float64(x.norm * x.norm)
		slope += x.slope
		largest = max(largest, x.size)
		conjugate += x.conjugate
		lack = max(lack, x.lack)
	}
	r2 := floats.Dot(r, r)
	augmented := r2 + float64(h.second*squares)
	s := 0.0
	if augmented > 0 {
		s = yr / augmented
		if most := h.first / largest; largest > 0 {
			s = max(-most, min(s, most))
		}
	}
	gap := float64((1-s)*(1-s))/2*augmented + max(0, float64(h.first*norms)-float64(s*slope))
	if h.second > 0 {
		gap = min(gap, conjugate)
	}
	return certificate{r2/2 + float64(h.first*norms) + float64(h.second/2*squares), gap, lack}
}

// examined is what the certificate needs of a block.
type examined struct {
	norm      float64 // ||b||
	slope     float64 // b.(g - second b)
	size      float64 // ||g - second b||
	conjugate float64 // h(b) + h*(g) - b.g
	lack      float64 // the distance of g from the subdifferential of h at b
}

// examine looks at one block. With u = g (1 - first/||g||)_+ / second, where h is
// at g's tangent,
//
//	h(b) + h*(g) - b.g = second/2 ||b - u||^2 + first (||b|| - b.g / max(first, ||g||)).
func (h *penalty) examine(b, g []float64) examined {
	x := examined{norm: norm(b)}
	size := norm(g)
	shrink, bg := 0.0, floats.Dot(b, g)
	if size > h.first {
		shrink = 1 - h.first/size
	}
	var distance, lack float64
	for j, v := range b {
		e := g[j] - float64(h.second*v)
		x.size = math.Hypot(x.size, e)
		x.slope += float64(v * e)
		if h.second > 0 {
			u := g[j] * shrink / h.second
			distance += float64((v - u) * (v - u))
		}
		if x.norm > 0 {
			lack = math.Hypot(lack, e-h.first*v/x.norm)
		}
	}
	if h.second > 0 {
		x.conjugate = h.second / 2 * distance
		if h.first > 0 {
			x.conjugate += max(0, float64(h.first*x.norm)-bg*min(1, h.first/max(size, math.SmallestNonzeroFloat64)))
		}
	}
	if x.norm == 0 {
		lack = max(0, size-h.first)
	}
	x.lack = lack
	return x
}
