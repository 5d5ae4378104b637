package machine

// coordinateStep maximises the dual along the one coordinate with which it gains most, the
// bounds looked at: alpha_i + residual_i / K_ii, cut to them. It reports false where no
// coordinate gains, so that alpha is optimal.
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
