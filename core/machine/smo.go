package machine

// pairStep moves the two coordinates of sequential minimal optimisation with working sets
// chosen by second order information (Fan, Chen and Lin 2005, "WSS 2"): alpha_i rises and
// alpha_j falls by as much, so that the sum stays. i is the coordinate free to rise whose
// residual is the largest; j, among those free to fall whose residual is smaller, the one
// with which the dual gains most when the bounds are not looked at. It reports false where
// there is none, so that alpha is optimal.
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
