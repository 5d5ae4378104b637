package tensor

// Contraction evaluates a tensor at alpha in one pass over its entries:
//
//	M     = K[alpha, ..., alpha, ., .]   (q-2 slots; n x n)
//	omega = M alpha                      gradient of (1/q) K[alpha, ..., alpha]
//
// and (q-1) M is the Hessian of (1/q) K[alpha, ..., alpha] [S alg. 2.1, first
// line, for any even order]. About 4 flops an entry for omega alone, 6 with M;
// each entry is read once. It owns its scratch memory, allocates nothing after
// the first call and is not safe for concurrent use.
type Contraction struct {
	tensor *Packed
	shards []shard
	parts  []*partial

	// The arguments of the current pass, here so that work is made only once.
	alpha   []float64
	hessian bool
	work    func(shard int)
}

// NewContraction prepares contractions of t.
func NewContraction(t *Packed) *Contraction {
	c := &Contraction{tensor: t, shards: t.shards()}
	c.parts = make([]*partial, len(c.shards))
	for s := range c.parts {
		c.parts[s] = newPartial(t.n, t.q)
	}
	c.work = func(s int) { c.parts[s].run(t, c.shards[s], c.alpha, c.hessian) }
	return c
}

// Omega stores omega in dst. len(dst) = len(alpha) = n; they may not overlap.
func (c *Contraction) Omega(dst, alpha []float64) { c.contract(dst, nil, alpha) }

// OmegaM stores omega in dst and the symmetric matrix M, both triangles, in m,
// row-major n x n.
func (c *Contraction) OmegaM(dst, m, alpha []float64) { c.contract(dst, m, alpha) }

func (c *Contraction) contract(dst, m, alpha []float64) {
	n, q := c.tensor.n, c.tensor.q
	if len(dst) != n || len(alpha) != n || m != nil && len(m) != n*n {
		panic("tensor: contraction of wrong size")
	}
	c.alpha, c.hessian = alpha, m != nil
	parallel(len(c.shards), c.work)
	clear(dst)
	scale := factorial(q - 1)
	for _, p := range c.parts {
		for r, v := range p.omega {
			dst[r] += float64(scale * v)
		}
	}
	if m == nil {
		return
	}
	sum := c.parts[0].half
	for _, p := range c.parts[1:] {
		for e, v := range p.half {
			sum[e] += v
		}
	}
	scale = factorial(q - 2)
	for r := range n {
		for s := 0; s <= r; s++ {
			v := scale * (sum[r*n+s] + sum[s*n+r])
			m[r*n+s], m[s*n+r] = v, v
		}
	}
}

func factorial(k int) float64 {
	f := 1.0
	for i := 2; i <= k; i++ {
		f *= float64(i)
	}
	return f
}

// partial is one shard's share of omega/(q-1)! and of a matrix whose sum with
// its transpose is M/(q-2)!.
type partial struct {
	n     int
	omega []float64
	half  []float64 // n x n
	v     []float64 // (T + T') alpha of the current block
	left  []float64 // left[t]: product of alpha over outer slots before t
	right []float64 // right[t]: product of alpha over outer slots from t on
	outer outer
}

func newPartial(n, q int) *partial {
	return &partial{
		n:     n,
		omega: make([]float64, n),
		v:     make([]float64, n),
		left:  make([]float64, q-1),
		right: make([]float64, q-1),
		outer: newOuter(n, q, 0),
	}
}

// run sums over the blocks of one shard. With outer tuple o, c = prod a_o and
// packed triangle T over i <= j <= k:
//
//	v = (T + T') a,  s = a'v / 2
//	omega_r   += c v_r              the slot is one of the inner pair
//	omega_o_t += (c / a_o_t) s      the slot is outer
//	M_ij      += c T_ij             both slots inner
//	M_o_t,r   += (c / a_o_t) v_r    one outer, one inner
//	M_o_t,o_u += (c / (a_o_t a_o_u)) s   both outer, t /= u
//
// where the quotients are products of the other factors, and M is completed by
// adding the transpose.
func (p *partial) run(t *Packed, s shard, alpha []float64, hessian bool) {
	clear(p.omega)
	if hessian {
		if p.half == nil {
			p.half = make([]float64, p.n*p.n)
		}
		clear(p.half)
	}
	o := &p.outer
	o.seek(s.from)
	for at := s.from; at < s.to; {
		size := int64(o.size())
		k := o.bound()
		c := p.products(o.index, alpha)
		block := t.data[at : at+size]
		at += size
		if hessian {
			blockOmegaM(p.v, p.half, p.n, block, alpha, c, k)
		} else {
			if c == 0 && !p.anyRest(o.index) {
				o.next()
				continue
			}
			blockOmega(p.v, block, alpha, k)
		}
		var sum float64
		for i, vi := range p.v[:k+1] {
			p.omega[i] += float64(c * vi)
			sum += float64(alpha[i] * vi)
		}
		sum /= 2
		for t, ot := range o.index {
			rest := p.left[t] * p.right[t+1]
			p.omega[ot] += float64(rest * sum)
			if !hessian {
				continue
			}
			row := p.half[ot*p.n:]
			for i, vi := range p.v[:k+1] {
				row[i] += float64(rest * vi)
			}
			between := p.left[t]
			for u := t + 1; u < len(o.index); u++ {
				row[o.index[u]] += float64(between * p.right[u+1] * sum)
				between *= alpha[o.index[u]]
			}
		}
		o.next()
	}
}

// products fills left and right and returns the product over all outer slots.
func (p *partial) products(index []int, alpha []float64) float64 {
	p.left[0] = 1
	for t, i := range index {
		p.left[t+1] = p.left[t] * alpha[i]
	}
	p.right[len(index)] = 1
	for t := len(index) - 1; t >= 0; t-- {
		p.right[t] = p.right[t+1] * alpha[index[t]]
	}
	return p.right[0]
}

// anyRest tells whether some product over all outer slots but one is not zero.
func (p *partial) anyRest(index []int) bool {
	for t := range index {
		if p.left[t]*p.right[t+1] != 0 {
			return true
		}
	}
	return false
}

// blockOmega stores (T + T') a in v[:k+1] for a packed triangle T.
func blockOmega(v, block, alpha []float64, k int) {
	clear(v[:k+1])
	for j := 0; j <= k; j++ {
		col := block[:j+1]
		block = block[j+1:]
		a, w := alpha[:len(col)], v[:len(col)]
		aj := alpha[j]
		var s float64
		for i, t := range col {
			s += float64(t * a[i])
			w[i] += float64(t * aj)
		}
		v[j] += s
	}
}

// blockOmegaM does what blockOmega does and adds c T to half: T_ij at row j,
// column i of the n x n matrix.
func blockOmegaM(v, half []float64, n int, block, alpha []float64, c float64, k int) {
	clear(v[:k+1])
	for j := 0; j <= k; j++ {
		col := block[:j+1]
		block = block[j+1:]
		a, w, h := alpha[:len(col)], v[:len(col)], half[j*n:][:len(col)]
		aj := alpha[j]
		var s float64
		for i, t := range col {
			s += float64(t * a[i])
			w[i] += float64(t * aj)
			h[i] += float64(t * c)
		}
		v[j] += s
	}
}
