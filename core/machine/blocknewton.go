package machine

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// seldom is after how many iterations of sweeps a step of Newton's method is taken: it costs
// as much as some of them, and a small lambda asks for very many without it.
const seldom = 5

// dampings are tried in turn, as shares of the mean of H's diagonal that are added to it,
// until H can be decomposed.
var dampings = [...]float64{1e-15, 1e-12, 1e-8}

// newton takes a step of Newton's method on the classes that are not 0, where P is smooth,
// if it finds one to where P or the gap is less. With u = beta_c / ||beta_c|| it goes along
// d with H d = residual - lambda u, H being G + lambda / ||beta_c|| (1 - u u^T) on every
// class, shorter where a class would turn against what it was. The point must be certified,
// and is certified again.
func (w *work) newton(p *Point, lambda, tolerance float64) {
	d, n := w.dictionary, len(w.dictionary.values)
	if w.hessian == nil {
		w.hessian, w.factor = make([]float64, n*n), make([]float64, n*n)
	}
	copy(w.trial, w.residual)
	var trace float64
	for c := range d.classes {
		from, to := d.bounds[c], d.bounds[c+1]
		size := length(p.beta[from:to])
		for i := from; i < to; i++ {
			row := w.hessian[i*n : (i+1)*n]
			if size == 0 { // it stays 0
				clear(row[i:])
				row[i], w.trial[i] = 1, 0
				continue
			}
			copy(row[i:], d.row(i)[i:])
			row[i] += lambda / size
			for j := i; j < to; j++ {
				row[j] -= lambda / size * (p.beta[i] / size) * (p.beta[j] / size)
			}
			w.trial[i] -= lambda * p.beta[i] / size
			trace += row[i]
		}
		if size == 0 {
			for i := range from {
				clear(w.hessian[i*n+from : i*n+to])
			}
		}
	}
	if !w.solve(trace / float64(n)) {
		return
	}
	before, start := p.state, w.iterates[0]
	copy(start, p.beta)
	for t := 1.0; t > 1e-3; t /= 4 {
		for i, v := range w.trial {
			p.beta[i] = start[i] + t*v
		}
		if d.turned(p.beta, start) {
			continue
		}
		w.certify(p, lambda, tolerance)
		if p.state.gap < before.gap || p.state.primal < before.primal*(1-1e-12) {
			return
		}
	}
	copy(p.beta, start)
	p.state = before
}

// solve replaces trial, the right side, by the solution, and tells whether there is one.
func (w *work) solve(diagonal float64) bool {
	n := len(w.trial)
	for _, damping := range dampings {
		copy(w.factor, w.hessian)
		for i := range n {
			w.factor[i*n+i] += damping * diagonal
		}
		factor, ok := lapack64.Potrf(blas64.Symmetric{N: n, Stride: n, Data: w.factor, Uplo: blas.Upper})
		if ok {
			lapack64.Potrs(factor, blas64.General{Rows: n, Cols: 1, Stride: 1, Data: w.trial})
			return true
		}
	}
	return false
}

// turned tells whether a class of v points away from what it was.
func (d *Dictionary) turned(v, was []float64) bool {
	for c := range d.classes {
		if old := d.of(was, c); dot(d.of(v, c), old) <= 0 && dot(old, old) > 0 {
			return true
		}
	}
	return false
}
