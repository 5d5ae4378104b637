package tensor

// Evaluator computes the function that a dual vector stands for,
//
//	f(x) = sum_{i_1 ... i_{q-1}} K(x_{i_1}, ..., x_{i_{q-1}}, x) a_{i_1} ... a_{i_{q-1}},
//
// at new points x by the tensor kernel alone [S eq. 17]. Points whose a is zero
// do not enter. A value costs 2 d C(n+q-2, q-1) flops. It owns scratch memory
// and is not safe for concurrent use.
type Evaluator struct {
	q        int
	points   Points // those with a /= 0
	alpha    []float64
	apply    func([]float64)
	triangle Triangle
	block    []float64
	partial  *partial
	z        []float64
}

// NewEvaluator prepares evaluation for a kernel of order q (see Build for apply)
// and the dual vector alpha over the points.
func NewEvaluator(p Points, q int, apply func([]float64), alpha []float64) *Evaluator {
	e := &Evaluator{q: q, apply: apply, points: Points{D: p.D}, z: make([]float64, p.D)}
	for i, a := range alpha {
		if a != 0 {
			e.points.X = append(e.points.X, p.Row(i)...)
			e.points.N++
			e.alpha = append(e.alpha, a)
		}
	}
	n := e.points.N
	e.block = make([]float64, max(n, n*(n+1)/2))
	if q > 2 {
		e.partial = newPartial(n, q-1)
	}
	return e
}

// At returns f(x).
func (e *Evaluator) At(x []float64) float64 {
	if e.points.N == 0 {
		return 0
	}
	if e.q == 2 {
		return e.pairs(x)
	}
	var sum float64
	o := newOuter(e.points.N, e.q-1, 0)
	for {
		c := e.partial.products(o.index, e.alpha)
		copy(e.z, x)
		for _, i := range o.index {
			for l, v := range e.points.Row(i) {
				e.z[l] *= v
			}
		}
		k := o.bound()
		block := e.block[:o.size()]
		e.triangle.Compute(block, e.points, e.z, k)
		e.apply(block)
		o.premultiply(block)
		blockOmega(e.partial.v, block, e.alpha, k)
		var inner float64
		for i, v := range e.partial.v[:k+1] {
			inner += float64(e.alpha[i] * v)
		}
		sum += float64(c * inner / 2)
		if o.next() == 0 {
			return factorial(e.q-1) * sum
		}
	}
}

// pairs is At for q = 2: sum_i a_i g(<x_i, x>).
func (e *Evaluator) pairs(x []float64) float64 {
	s := e.block[:e.points.N]
	for i := range s {
		s[i] = dot(e.points.Row(i), x)
	}
	e.apply(s)
	return dot(s, e.alpha)
}
