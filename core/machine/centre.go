package machine

// An intercept that is not penalised makes sum_i alpha_i = 0, so that only the centred
// matrix HKH matters, H = I - 11^T/n: what a kernel adds for all points alike drops out
// before it can swamp the rest in rounding.

// centred returns a copy of K, or of HKH where there is an intercept.
func (d *Data) centred() []float64 {
	n := len(d.Y)
	c := make([]float64, n*n)
	copy(c, d.K)
	if !d.Intercept {
		return c
	}
	means := make([]float64, n)
	for i := range means {
		means[i] = mean(d.row(i))
	}
	all := mean(means)
	for i := range n {
		row := c[i*n : (i+1)*n]
		for j := range row {
			row[j] -= means[i] + means[j] - all
		}
	}
	return c
}

// trace is the sum of the eigenvalues of K, or of HKH where there is an intercept.
func (d *Data) trace() float64 {
	n := len(d.Y)
	var t float64
	for i := range n {
		t += d.K[i*(n+1)]
		if d.Intercept {
			t -= mean(d.row(i))
		}
	}
	return max(0, t)
}
