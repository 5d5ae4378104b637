package machine

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// moveFree moves the vectors strictly between their bounds together, by Newton's step of the
// dual, until none reaches a bound. One that does stays there, and the others are moved again.
func (m *margins) moveFree(ctx context.Context) {
	const mostWork = 30 // multiplications per entry of K, about those of ten sweeps, which are faster while many vectors reach their bounds
	n := float64(len(m.data.Y))
	for work := 0.0; work < mostWork*n*n && ctx.Err() == nil; {
		m.freeRows = m.freeRows[:0]
		for i, a := range m.fit.Alpha {
			if a > m.lo[i] && a < m.hi[i] {
				m.freeRows = append(m.freeRows, i)
			}
		}
		if len(m.freeRows) == 0 || !m.newton(ctx) {
			return
		}
		k := float64(len(m.freeRows))
		work += k * k * k / 3
	}
}

// newton moves the free vectors once, up to the first bound, and reports whether there was one.
func (m *margins) newton(ctx context.Context) bool {
	k := len(m.freeRows)
	matrix, delta := dense.Block(m.data.K, len(m.data.Y), m.freeRows, m.freeRows), m.scratch[:k]
	for a, i := range m.freeRows {
		delta[a] = m.residual[i]
	}
	if m.data.Intercept {
		centre(k, matrix)
		floats.AddConst(-mean(delta), delta)
	}
	var trace float64
	for a := range k {
		trace += matrix[a*(k+1)]
	}
	// The step is kernel ridge of the residuals with a tiny lambda, against dependent
	// vectors. With an intercept the constant vector gets the mean eigenvalue, which changes
	// nothing for vectors of sum 0.
	scale := max(0, trace) / float64(k)
	for a := range k {
		if m.data.Intercept {
			floats.AddConst(scale/float64(k), matrix[a*k:][:a+1])
		}
		matrix[a*(k+1)] += 1e-12*scale + m.least
	}
	factor := dense.NewCholesky(ctx, k, matrix)
	if factor == nil {
		return false
	}
	factor.Solve(delta)
	if m.data.Intercept {
		var sum float64
		for _, a := range m.fit.Alpha {
			sum += a
		}
		floats.AddConst(-mean(delta)-sum/float64(k), delta) // what rounding has left of the sum
	}
	t, first := 1.0, -1
	for a, i := range m.freeRows {
		room := m.hi[i] - m.fit.Alpha[i]
		if delta[a] < 0 {
			room = m.lo[i] - m.fit.Alpha[i]
		}
		if delta[a] != 0 && room/delta[a] < t {
			t, first = room/delta[a], a
		}
	}
	for a, i := range m.freeRows {
		m.move(i, t*delta[a])
	}
	if first < 0 {
		return false
	}
	if i := m.freeRows[first]; delta[first] > 0 {
		m.fit.Alpha[i] = m.hi[i] // exactly
	} else {
		m.fit.Alpha[i] = m.lo[i]
	}
	return true
}
