package linear

import (
	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/penalty"
)

// reference is a residual r0 with the gradient of all features there, which bounds those at
// another residual r:
//
//	||X_B'r|| <= ||X_B'r0|| + ||X_B||_F ||r - r0||.
//
// It never changes: the fits of a path share it.
type reference struct {
	of       *centredData
	residual []float64
	gradient []float64
}

// someGradients stores X'r in x block by block, and reports whether the blocks were few enough.
// A block keeps the gradient of the reference if the certificate does not depend on it: its
// coefficients are 0, and the bound on the norm of its gradient is below both the weight of the
// norm and the largest such norm of the blocks that are not 0.
func (q *byResidual) someGradients(x *iterate) bool {
	const slack = 1e-9 // relative increase of the bound, against rounding
	const most = 0.25  // share of the blocks above which all gradients are computed, as the next reference
	copy(x.gradient, q.ref.gradient)
	blocks := q.h.Inner.Blocks(q.c.d)
	var largest float64 // ||X_B'r - second b_B|| of blocks that are not 0
	for k := range blocks {
		from, to := q.h.Inner.Block(k)
		if penalty.Length(x.b[from:to]) == 0 {
			continue
		}
		q.compute(x, from, to)
		floats.AddScaledTo(q.trial[:to-from], x.gradient[from:to], -q.h.Weight, x.b[from:to])
		largest = max(largest, penalty.Length(q.trial[:to-from]))
	}
	limit := min(q.h.Inner.Weight, largest)
	shift := floats.Distance(q.residual, q.ref.residual, 2) * (1 + slack)
	left := int(most * float64(blocks))
	for k := range blocks {
		from, to := q.h.Inner.Block(k)
		if penalty.Length(x.b[from:to]) == 0 && penalty.Length(x.gradient[from:to])+float64(q.size[k]*shift) >= limit {
			if left--; left < 0 {
				return false
			}
			q.compute(x, from, to)
		}
	}
	return true
}

// compute stores x_j.r for some features.
func (q *byResidual) compute(x *iterate, from, to int) {
	for j := from; j < to; j++ {
		x.gradient[j] = q.c.x.Dot(j, q.residual)
	}
}
