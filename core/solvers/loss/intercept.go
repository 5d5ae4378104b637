package loss

import (
	"math"

	"lplab/core/solvers/optimize"
)

// BestIntercept minimises sum_i L(y_i, omega_i + b) over b, to neighbouring numbers or a b with
// subgradient 0, from the estimate start.
func BestIntercept(l Loss, y, omega []float64, start float64) float64 {
	if IsQuadratic(l) {
		var mean float64
		for i, o := range omega {
			mean += y[i] - o
		}
		return mean / float64(len(y))
	}
	// slope is 0 where the subdifferential contains 0 up to rounding, and otherwise minus its
	// nearer end.
	var derivatives []float64 // of the logistic loss
	if _, ok := l.(Logistic); ok {
		derivatives = make([]float64, len(y))
	}
	slope := func(b float64) float64 {
		var lo, hi, size float64
		if derivatives != nil {
			Logistic{}.derivatives(derivatives, y, omega, b)
			for _, v := range derivatives {
				lo += v
				size += math.Abs(v)
			}
			hi = lo
		} else {
			for i, o := range omega {
				below, above := l.Subdifferential(y[i], o+b)
				lo += below
				hi += above
				size += max(above, -below)
			}
		}
		const rounding = 0x1p-52
		switch {
		case hi < -rounding*size:
			return -hi
		case lo > rounding*size:
			return -lo
		}
		return 0
	}
	scale := 0.0
	for i, o := range omega {
		scale = max(scale, math.Abs(y[i]-o))
	}
	if math.IsNaN(start-start) || scale == 0 || math.IsInf(scale, 0) {
		start, scale = 0, max(1, min(scale, math.MaxFloat64))
	}
	lo, hi, _, _ := optimize.DecreasingRoot(slope, start, scale)
	return lo + (hi-lo)/2
}

// InterceptRange returns bounds on every minimiser b* of sum_i L(y_i, g_i + b) over b, for all g
// with |g_i - omega_i| <= slack_i. The subgradients of L(y, .) do not decrease, so b* is largest
// where every g_i is smallest, and vice versa. start is a minimiser for g = omega.
func InterceptRange(l Loss, y, omega, slack []float64, start float64) (lo, hi float64) {
	if IsQuadratic(l) { // the mean of the residuals
		var sum, room, size float64
		for i, o := range omega {
			r := y[i] - o
			sum += r
			room += slack[i]
			size += math.Abs(r)
		}
		n := float64(len(y))
		room = min(room+0x1p-50*size, math.MaxFloat64)
		return (sum - room) / n, (sum + room) / n
	}
	end := func(sign float64) float64 {
		// slope is negative where b is beyond every minimiser on that side.
		slope := func(b float64) float64 {
			var sum, size float64
			for i, o := range omega {
				below, above := l.Subdifferential(y[i], o-float64(sign*slack[i])+float64(sign*b))
				if sign < 0 {
					below = -above
				}
				sum += below
				size += math.Abs(below)
			}
			return 0x1p-50*size + math.SmallestNonzeroFloat64 - sum
		}
		_, b, _, _ := optimize.DecreasingRoot(slope, sign*start, 1+math.Abs(start))
		return sign * b
	}
	return end(-1), end(1)
}

// Balance removes the rounding left in sum(a) = 0, the constraint of the dual with an intercept,
// from the coordinate with the most room inside its smooth piece of psi, or else in its domain. Among
// coordinates with equal room it changes the largest in absolute value, to keep the relative change small.
func Balance(l Loss, y, a []float64, gamma float64) {
	inPiece := func(i int) (lo, hi float64) { return Piece(l, y[i], a[i], gamma) }
	inDomain := func(i int) (lo, hi float64) { return l.Domain(y[i], gamma) }
	for range 4 {
		var sum float64
		for _, v := range a {
			sum += v
		}
		if sum == 0 || !shift(a, sum, inPiece) && !shift(a, sum, inDomain) {
			return
		}
	}
}

// shift subtracts sum from the coordinate with the most room for it; false where there is none.
func shift(z []float64, sum float64, bounds func(int) (lo, hi float64)) bool {
	room := func(i int) float64 {
		lo, hi := bounds(i)
		if sum < 0 {
			return hi - z[i]
		}
		return z[i] - lo
	}
	where := 0
	for i, v := range z {
		if math.Abs(v) > math.Abs(z[where]) {
			where = i
		}
	}
	most := room(where)
	if !math.IsInf(most, 1) {
		for i, v := range z {
			if r := room(i); r > most || r == most && math.Abs(v) > math.Abs(z[where]) {
				most, where = r, i
			}
		}
	}
	if !(most >= math.Abs(sum)) { // also where sum is not a number
		return false
	}
	z[where] -= sum
	return true
}

// Piece returns the interval around a on which psi is twice differentiable: a alone at
// an end of the domain and at the kink.
func Piece(l Loss, y, a, gamma float64) (lo, hi float64) {
	lo, hi = l.Domain(y, gamma)
	kinked := l.Kink() > 0
	switch {
	case a <= lo || a >= hi || kinked && a == 0:
		return a, a
	case kinked && a > 0:
		return 0, hi
	case kinked:
		return lo, 0
	}
	return lo, hi
}
