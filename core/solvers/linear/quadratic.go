package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// quadratic is the data term 1/2 ||y - Xb||^2 as a function of the coefficients of the working
// set. Its columns are given by their places in it. r is the residual y - Xb.
type quadratic interface {
	// begin moves to the iterate x and the working set of the given columns.
	begin(columns []int, x *iterate)
	// gradient stores X_B'r in dst for len(dst) columns from the place on.
	gradient(dst []float64, from int)
	// try returns ||X_B delta||^2.
	try(from int, delta []float64) float64
	// commit adds delta to the coefficients.
	commit(from int, delta []float64)
	// hessian stores X_S'X_S in dst, at least the upper triangle.
	hessian(dst []float64, at []int)
	// evaluate computes from x.b all else that the certificate needs.
	evaluate(x *iterate)
	// spectral reports whether X_B'X_B is diagonal in every block.
	spectral() bool
	// costs returns the multiplications of a gradient, of a commit, both for one column, and
	// of an entry of the hessian.
	costs() (look, move, entry float64)
}

// iterate is a b with what the certificate depends on. The dual points are the multiples of a,
// which is r except for the rounding of b: where r is small beside y, the residual as the steps
// leave it satisfies the optimality conditions better than that of any representable b.
type iterate struct {
	b           []float64 // d
	gradient    []float64 // X'a, or what has the same certificate: see reference
	squares     float64   // ||r||^2
	target      float64   // y.a
	rest, cross float64   // ||r - a||^2 and r.(r - a)
	certificate certificate
}

func (x *iterate) copyFrom(y *iterate) {
	copy(x.b, y.b)
	copy(x.gradient, y.gradient)
	x.squares, x.target, x.rest, x.cross, x.certificate = y.squares, y.target, y.rest, y.cross, y.certificate
}

// byResidual holds r, as the steps leave it: for fewer points than features.
type byResidual struct {
	c        *centredData
	h        *elastic
	columns  []int
	residual []float64 // a
	change   []float64 // X_B delta of the last try; scratch of evaluate
	values   []float64 // scratch of hessian
	triangle dense.Triangle
	size     []float64 // by block: ||X_B||_F
	trial    []float64 // of the largest block; scratch
	ref      *reference
}

func newByResidual(c *centredData, h *elastic, from *Fit) *byResidual {
	q := &byResidual{
		c: c, h: h, residual: make([]float64, c.n), change: make([]float64, c.n),
		size: make([]float64, h.Inner.Blocks(c.d)), trial: make([]float64, h.widest(c.d)),
		ref: &reference{c, c.y, c.correlation},
	}
	if from != nil && from.ref != nil && from.ref.of == c {
		q.ref = from.ref
	}
	for k := range q.size {
		from, to := h.Inner.Block(k)
		q.size[k] = math.Sqrt(floats.Sum(c.squares[from:to]))
	}
	copy(q.residual, c.y)
	return q
}

func (q *byResidual) begin(columns []int, _ *iterate) { q.columns = columns }

func (q *byResidual) gradient(dst []float64, from int) {
	for i, j := range q.columns[from : from+len(dst)] {
		dst[i] = q.c.x.Dot(j, q.residual)
	}
}

func (q *byResidual) try(from int, delta []float64) float64 {
	clear(q.change)
	for i, v := range delta {
		if v != 0 {
			q.c.x.AddScaled(q.change, v, q.columns[from+i])
		}
	}
	return dense.Dot(q.change, q.change)
}

func (q *byResidual) commit(from int, delta []float64) {
	for i, v := range delta {
		if v != 0 {
			q.c.x.AddScaled(q.residual, -v, q.columns[from+i])
		}
	}
}

func (q *byResidual) hessian(dst []float64, at []int) {
	m, n := len(at), q.c.n
	q.values = slices.Grow(q.values[:0], m*n)[:m*n]
	clear(q.values)
	for k, a := range at {
		q.c.x.AddScaled(q.values[k*n:(k+1)*n], 1, q.columns[a])
	}
	_ = q.triangle.Square(context.Background(), dst, dense.Points{N: m, D: n, X: q.values}, nil) // which never ends
}

// drift is the distance of a from r, as a share of ||y||, from which on a is set to r.
const drift = 1e-10

func (q *byResidual) evaluate(x *iterate) {
	r := q.change
	q.c.residual(r, x.b)
	x.squares, x.rest, x.cross = 0, 0, 0
	for i, v := range r {
		e := v - q.residual[i]
		x.squares += float64(v * v)
		x.rest += float64(e * e)
		x.cross += float64(v * e)
	}
	if !(x.rest <= drift*drift*q.c.power) {
		copy(q.residual, r)
		x.rest, x.cross = 0, 0
	}
	x.target = dense.Dot(q.c.y, q.residual)
	if !q.someGradients(x) {
		q.c.Adjoint(x.gradient, q.residual)
		q.ref = &reference{q.c, slices.Clone(q.residual), slices.Clone(x.gradient)}
	}
}

func (q *byResidual) spectral() bool { return false }

// overhead is the cost of a feature in a sweep beside its numbers, in multiplications.
const overhead = 50

func (q *byResidual) costs() (look, move, entry float64) {
	n := float64(q.c.n)
	return n + overhead, n, n / 2
}

// byGram holds X'r = X'y - X'X b: for fewer features than points, and where only the Gram
// matrix is known. The working set is all columns.
type byGram struct {
	gram        []float64    // X'X
	correlation []float64    // X'y
	power       float64      // ||y||^2
	diagonal    bool         // of every block
	slope       []float64    // X'r
	c           *centredData // of the points, where they are known
}

func (q *byGram) row(j int) []float64 {
	d := len(q.correlation)
	return q.gram[j*d : (j+1)*d]
}

func (q *byGram) begin(_ []int, x *iterate) { copy(q.slope, x.gradient) }

func (q *byGram) gradient(dst []float64, from int) { copy(dst, q.slope[from:]) }

func (q *byGram) try(from int, delta []float64) float64 {
	var sum float64
	for i, v := range delta {
		if v != 0 {
			sum += v * dense.Dot(q.row(from + i)[from:from+len(delta)], delta)
		}
	}
	return sum
}

func (q *byGram) commit(from int, delta []float64) {
	for i, v := range delta {
		if v != 0 {
			dense.AddScaled(q.slope, -v, q.row(from+i))
		}
	}
}

func (q *byGram) hessian(dst []float64, at []int) {
	m := len(at)
	for i, a := range at {
		row, to := q.row(a), dst[i*m:(i+1)*m]
		for j := i; j < m; j++ {
			to[j] = row[at[j]]
		}
	}
}

func (q *byGram) evaluate(x *iterate) {
	const leastResidual = 1e-4 // the least share of ||y||^2 for which ||r||^2 is computed as a difference
	copy(q.slope, q.correlation)
	for j, v := range x.b {
		if v != 0 {
			dense.AddScaled(q.slope, -v, q.row(j))
		}
	}
	copy(x.gradient, q.slope)
	x.target = q.power - dense.Dot(q.correlation, x.b)
	x.squares = max(0, x.target-dense.Dot(x.b, q.slope))
	if q.c != nil && x.squares < leastResidual*q.power {
		r := make([]float64, q.c.n)
		q.c.residual(r, x.b)
		x.squares, x.target = dense.Dot(r, r), dense.Dot(q.c.y, r)
		q.c.Adjoint(x.gradient, r)
	}
}

func (q *byGram) spectral() bool { return q.diagonal }

func (q *byGram) costs() (look, move, entry float64) {
	return overhead, float64(len(q.correlation)), 1
}

// elastic is the penalty first sum_B ||b_B||_2 + second/2 ||b||^2 over blocks B: the
// lasso, the elastic net and the group lasso minimise
//
//	P(b) = 1/2 ||y - Xb||^2 + h(b).
type elastic struct {
	ridgeNorm
	work []float64 // scratch of certify and violation
}

// certify returns the certificate of x, for the better of two multiples s a as a
// dual point: s = 1, and the best one where h* is 0 (El Ghaoui, Viallon, Rabbani 2012;
// Massias, Gramfort, Salmon 2018), the elastic net taken as a lasso of X above
// sqrt(second) 1 and y above 0. The gap is
//
//	1/2 ||r - s a||^2 + h(b) + h*(s X'a) - b.(s X'a).
func (h *elastic) certify(x *iterate) certificate {
	value := h.Value(x.b)
	most := h.Scaling(x.b, x.gradient)
	gap := math.Inf(1)
	try := func(s float64) {
		h.work = append(h.work[:0], x.gradient...)
		floats.Scale(s, h.work)
		data := float64((1-s)*(1-s)*x.squares) + float64(2*s*(1-s)*x.cross) + float64(s*s*x.rest)
		gap = min(gap, max(0, data)/2+h.Gap(x.b, h.work))
	}
	size := x.squares
	if h.Weight > 0 {
		try(1)
		size += float64(h.Weight * dense.Dot(x.b, x.b))
	}
	if best := x.target / size; best >= 0 { // not 0/0
		try(min(best, most))
	} else {
		try(min(1, most))
	}
	primal := x.squares/2 + value
	return certificate{Primal: primal, Dual: gap - primal, Gap: gap}
}

// violation returns the largest distance of a block of the gradient X'r from the
// subdifferential of h at b.
func (h *elastic) violation(b, gradient []float64) float64 {
	if h.Weight == 0 {
		return h.Inner.Violation(b, gradient)
	}
	h.work = append(h.work[:0], gradient...)
	dense.AddScaled(h.work, -h.Weight, b)
	return h.Inner.Violation(b, h.work)
}

// widest returns the number of columns of the largest block.
func (h *elastic) widest(d int) int {
	most := 1
	for k := range h.Inner.Blocks(d) {
		from, to := h.Inner.Block(k)
		most = max(most, to-from)
	}
	return most
}
