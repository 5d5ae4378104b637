package machine

// pairStep moves the two coordinates of sequential minimal optimisation with second-order
// working sets (Fan, Chen and Lin 2005, "WSS 2"): alpha_i rises and alpha_j falls by as much.
// i has the largest residual among the coordinates free to rise; j, among those free to fall,
// lowers the dual most without the bounds. It reports false where there is none: alpha is
// optimal.
func (m *margins) pairStep() bool {
	alpha := m.fit.Alpha
	i := -1
	for k, r := range m.residual {
		if alpha[k] < m.hi[k] && (i < 0 || r > m.residual[i]) {
			i = k
		}
	}
	if i < 0 {
		return false
	}
	row := m.data.row(i)
	j, delta, best := -1, 0.0, 0.0
	for k, r := range m.residual {
		slope := m.residual[i] - r
		if slope <= 0 || alpha[k] <= m.lo[k] {
			continue
		}
		curvature := max(m.diagonal[i]+m.diagonal[k]-2*row[k], m.least)
		if gain := slope * slope / curvature; gain > best {
			j, delta, best = k, slope/curvature, gain
		}
	}
	if j < 0 {
		return false
	}
	delta = min(delta, m.hi[i]-alpha[i], alpha[j]-m.lo[j])
	m.move(i, delta)
	m.move(j, -delta)
	return true
}

// coordinateStep minimises the dual, within the bounds, along the coordinate where it falls
// most. It reports false where there is none: alpha is optimal.
func (m *margins) coordinateStep() bool {
	alpha := m.fit.Alpha
	i, delta, best := -1, 0.0, 0.0
	for k, r := range m.residual {
		step := r / max(m.diagonal[k], m.least)
		step = min(max(step, m.lo[k]-alpha[k]), m.hi[k]-alpha[k])
		if gain := step * (r - step*m.diagonal[k]/2); gain > best {
			i, delta, best = k, step, gain
		}
	}
	if i < 0 {
		return false
	}
	m.move(i, delta)
	return true
}
