package lab

import (
	"math"
	"slices"
	"testing"

	"lplab/core/experiment"
)

// exact is the problem of an lp report in extended precision, with features and
// objectives computed only from the rows of the data and the definitions.
type exact struct {
	spec      experiment.Spec
	q         int
	y         []float64
	gamma     float64
	constants []extended   // c_m m!/(k_1! ... k_d!) of every monomial k
	monomials [][]extended // x^k of every row of the data
	train     []int
}

// coefficients returns the coefficients of the power series of a kernel.
func coefficients(k experiment.Kernel) []extended {
	product := func(a, b []extended) []extended {
		c := make([]extended, len(a)+len(b)-1)
		for i := range a {
			for j := range b {
				c[i+j] = c[i+j].plus(a[i].times(b[j]))
			}
		}
		return c
	}
	all := []extended{ext(1)}
	switch k.Type {
	case experiment.KernelLinear:
		return []extended{{}, ext(1)}
	case experiment.KernelPolynomial:
		for range k.Degree {
			all = product(all, []extended{ext(k.Constant), ext(1)})
		}
	case experiment.KernelSeries:
		all = nil
		for _, c := range k.Coefficients {
			all = append(all, ext(c))
		}
	case experiment.KernelExponential: // for arguments up to 4 the rest is below the last digit
		for m := 1; m <= 40; m++ {
			all = append(all, all[m-1].over(ext(float64(m))))
		}
	case experiment.KernelSum:
		all = nil
		for _, of := range k.Of {
			for m, c := range coefficients(of) {
				if m == len(all) {
					all = append(all, extended{})
				}
				all[m] = all[m].plus(c)
			}
		}
	case experiment.KernelProduct:
		for _, of := range k.Of {
			all = product(all, coefficients(of))
		}
	default:
		panic("no finite series: " + k.Type)
	}
	return all
}

// newExact returns the problem of a report; the last column of its rows is the target.
func newExact(r *experiment.Report) *exact {
	e := &exact{spec: r.Spec, gamma: r.Gamma, train: r.AlphaRows}
	e.q = int(math.Round(r.Spec.Model.P.Q()))
	rows := r.Spec.Data.Rows
	d := len(rows[0]) - 1
	for _, row := range rows {
		switch v := row[d].(type) {
		case string:
			e.y = append(e.y, float64(2*slices.Index(r.Classes, v)-1))
		case float64:
			e.y = append(e.y, v)
		}
	}
	var columns [][]float64
	for j := range d {
		if slices.Contains(r.Features, r.Spec.Data.Columns[j]) {
			columns = append(columns, e.column(j))
		}
	}
	e.monomials = make([][]extended, len(rows))
	for m, c := range coefficients(r.Spec.Model.Kernel) {
		if c.hi > 0 {
			ones := make([]extended, len(rows))
			for i := range ones {
				ones[i] = ext(1)
			}
			for j := 2; j <= m; j++ {
				c = c.times(ext(float64(j)))
			}
			e.expand(columns, m, c, ones)
		}
	}
	return e
}

// column returns column j, standardised over the training rows if the spec asks for it.
func (e *exact) column(j int) []float64 {
	x := make([]float64, len(e.y))
	for i, row := range e.spec.Data.Rows {
		x[i] = row[j].(float64)
	}
	if !e.spec.Preprocess.Standardize {
		return x
	}
	n := ext(float64(len(e.train)))
	var mean, variance extended
	for _, i := range e.train {
		mean = mean.plus(ext(x[i]).over(n))
	}
	for _, i := range e.train {
		variance = variance.plus(ext(x[i]).minus(mean).power(2).over(n))
	}
	for i, v := range x {
		x[i] = ext(v).minus(mean).over(variance.sqrt()).float()
	}
	return x
}

// expand adds the monomials of a degree in the columns, multiplied by a product.
func (e *exact) expand(columns [][]float64, degree int, constant extended, product []extended) {
	if len(columns) == 0 {
		if degree == 0 {
			e.constants = append(e.constants, constant)
			for i, v := range product {
				e.monomials[i] = append(e.monomials[i], v)
			}
		}
		return
	}
	for k := range degree + 1 {
		e.expand(columns[1:], degree-k, constant, product)
		next := make([]extended, len(product))
		for i, v := range product {
			next[i] = v.times(ext(columns[0][i]))
		}
		product = next
		constant = constant.over(ext(float64(k + 1)))
	}
}

// weights returns J_q(Phi* alpha) over the constants of the features, and ||w||_p^p.
func (e *exact) weights(alpha []float64) (w []extended, power extended) {
	for k, c := range e.constants {
		var s extended
		for at, i := range e.train {
			s = s.plus(ext(alpha[at]).times(e.monomials[i][k]))
		}
		v := s.abs().power(e.q - 1).times(c)
		power = power.plus(v.times(s.abs()))
		if s.hi < 0 {
			v = extended{-v.hi, -v.lo}
		}
		w = append(w, v)
	}
	return w, power
}

// fit returns <w, Phi(x)> at a row of the data.
func (e *exact) fit(w []extended, row int) (f extended) {
	for k, v := range w {
		f = f.plus(v.times(e.monomials[row][k]))
	}
	return f
}

// cancellation returns a bound of the rounding in a prediction by the tensor: a share of
// ||Phi(x)||_q (sum_i |alpha_i| ||Phi(x_i)||_q)^(q-1), or 0 without a tensor.
func (e *exact) cancellation(r *experiment.Report, row int) float64 {
	if r.Solver.Strategy != experiment.StrategyTensor && r.Solver.Strategy != experiment.StrategyStreamed {
		return 0
	}
	norm := func(i int) float64 {
		var power extended
		for k, c := range e.constants {
			power = power.plus(c.times(e.monomials[i][k].power(e.q)))
		}
		return math.Pow(power.hi, 1/float64(e.q))
	}
	var sum float64
	for at, i := range e.train {
		sum += math.Abs(r.Alpha[at]) * norm(i)
	}
	return 0x1p-50 * norm(row) * math.Pow(sum, float64(e.q-1))
}

// objectives returns the primal at the weights of alpha and the intercept, the dual at
// alpha projected onto its domain, a bound of the rounding in their sum, and the relative
// excess of alpha over its domain.
func (e *exact) objectives(r *experiment.Report) (primal, dual extended, rounding, excess float64) {
	w, power := e.weights(r.Alpha)
	p := ext(float64(e.q)).over(ext(float64(e.q - 1)))
	primal, dual = power.over(p), power.over(ext(float64(e.q)))
	size := power.hi
	for at, i := range e.train {
		t := e.fit(w, i).plus(ext(r.Intercept))
		value := e.loss(e.y[i], t).times(ext(e.gamma))
		a := e.inside(e.y[i], r.Alpha[at])
		primal, dual = primal.plus(value), dual.plus(e.conjugate(e.y[i], a)).plus(ext(r.Intercept).times(a))
		size += value.abs().hi + math.Abs(e.y[i]*r.Alpha[at])
		moved := a.minus(ext(r.Alpha[at])).abs().hi
		rounding += 2 * moved * (math.Abs(e.y[i]) + t.abs().hi)
		excess = max(excess, moved/max(a.abs().hi, math.SmallestNonzeroFloat64))
	}
	return primal, dual, rounding + 1e-27*size, excess
}

// loss returns L(y, t) by its definition.
func (e *exact) loss(y float64, t extended) extended {
	l := e.spec.Model.Loss
	r := ext(y).minus(t).abs()
	margin := ext(y).times(t)
	half := ext(0.5)
	positive := func(v extended) extended {
		if v.hi < 0 {
			return extended{}
		}
		return v
	}
	switch l.Type {
	case experiment.LossSquared:
		return r.times(r).times(half)
	case experiment.LossAbsolute:
		return r
	case experiment.LossEpsilonInsensitive:
		return positive(r.minus(ext(l.Epsilon)))
	case experiment.LossHuber:
		rho := ext(l.Rho)
		if r.less(rho) {
			return r.times(r).times(half)
		}
		return rho.times(r.minus(rho.times(half)))
	case experiment.LossLogistic:
		decay := extended{-margin.abs().hi, -margin.abs().lo}.exp().plus(ext(1)).log()
		return positive(extended{-margin.hi, -margin.lo}).plus(decay)
	case experiment.LossHinge:
		return positive(ext(1).minus(margin))
	}
	width := ext(1)
	if l.Type == experiment.LossQuadraticHinge {
		width = ext(l.Width)
	}
	short := positive(ext(1).minus(margin))
	if short.less(width) {
		return short.times(short).over(width).times(half)
	}
	return short.minus(width.times(half))
}

// inside returns the number in the domain of the conjugate term that is nearest to a.
func (e *exact) inside(y, a float64) extended {
	l := e.spec.Model.Loss
	lo, hi, at := ext(-e.gamma), ext(e.gamma), ext(a)
	switch l.Type {
	case experiment.LossSquared:
		return at
	case experiment.LossHuber:
		lo, hi = lo.times(ext(l.Rho)), hi.times(ext(l.Rho))
	case experiment.LossLogistic, experiment.LossHinge, experiment.LossSmoothedHinge, experiment.LossQuadraticHinge:
		if y > 0 {
			lo = extended{}
		} else {
			hi = extended{}
		}
	}
	switch {
	case at.less(lo):
		return lo
	case hi.less(at):
		return hi
	}
	return at
}

// conjugate returns gamma L*(y, -a/gamma) inside the domain.
func (e *exact) conjugate(y float64, a extended) extended {
	l := e.spec.Model.Loss
	linear := extended{}.minus(ext(y).times(a))
	quadratic := a.times(a).over(ext(2 * e.gamma))
	switch l.Type {
	case experiment.LossSquared, experiment.LossHuber, experiment.LossSmoothedHinge:
		return linear.plus(quadratic)
	case experiment.LossEpsilonInsensitive:
		return linear.plus(a.abs().times(ext(l.Epsilon)))
	case experiment.LossQuadraticHinge:
		return linear.plus(quadratic.times(ext(l.Width)))
	case experiment.LossLogistic:
		var sum extended
		s := a.abs().over(ext(e.gamma))
		for _, v := range []extended{s, ext(1).minus(s)} {
			if v.hi > 0 {
				sum = sum.plus(v.times(v.log()))
			}
		}
		return sum.times(ext(e.gamma))
	}
	return linear
}

// assertExact checks the gap, the domain of alpha, the intercept and the predictions of a
// converged report in extended precision.
func assertExact(t *testing.T, name string, r *experiment.Report) {
	t.Helper()
	e := newExact(r)
	primal, dual, rounding, excess := e.objectives(r)
	scale := max(math.Abs(primal.hi), math.Abs(dual.hi))
	gap, tolerance := primal.plus(dual).float(), r.Spec.Solver.Tolerance
	if !(gap <= 1.5*tolerance*scale+rounding) || gap < -rounding {
		t.Errorf("%s: converged with gap %.3g, but it is %.3g of %.3g (rounding %.2g): relative gap %.3g, reported %.3g, tolerance %.3g", name, r.Objective.Gap, gap, scale, rounding, gap/scale, r.Objective.RelativeGap, tolerance)
	}
	if excess > 1e-15 { // the ends of the domain are rounded
		t.Errorf("%s: alpha exceeds its domain by the relative amount %g", name, excess)
	}
	var sum, size float64
	for _, a := range r.Alpha {
		sum += a
		size += math.Abs(a)
	}
	if r.Spec.Preprocess.Intercept && !(math.Abs(sum) <= 1e-13*size) {
		t.Errorf("%s: alpha sums to %g of %g", name, sum, size)
	}
	w, _ := e.weights(r.Alpha)
	for _, part := range []struct {
		rows []int
		f    []float64
	}{{r.Rows.Train, r.Predictions.Train}, {r.Rows.Test, r.Predictions.Test}} {
		largest := 0.0
		for at, f := range part.f {
			largest = max(largest, math.Abs(f), 1e-9*math.Abs(e.y[part.rows[at]]))
		}
		for at, i := range part.rows {
			if want := e.fit(w, i).plus(ext(r.Intercept)).float(); !close(part.f[at], want, 1e-6*largest+e.cancellation(r, i)) {
				t.Errorf("%s: the prediction for row %d is %v, want %v (the largest is %v)", name, i, part.f[at], want, largest)
				break
			}
		}
	}
}
