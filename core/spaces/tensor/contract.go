package tensor

import (
	"context"
	"math"

	"lplab/core/numeric/dense"
)

// Contraction evaluates a tensor at alpha in one pass over its entries:
//
//	M     = K[alpha, ..., alpha, ., .]   (q-2 slots; n x n)
//	omega = M alpha                      gradient of (1/q) K[alpha, ..., alpha]
//
// and (q-1) M is the Hessian of (1/q) K[alpha, ..., alpha] [S alg. 2.1, first line, for any
// even order]. It takes about 4 flops an entry for omega alone and 6 with M. Each entry is read
// once, or computed where the tensor does not hold it. A Contraction owns its scratch memory,
// allocates nothing after the first call, and is not safe for concurrent use.
type Contraction struct {
	tensor *Packed
	shards []Shard
	sides  []*side
	most   int // right-hand sides in one pass

	// The arguments of work, which is allocated once, in the current pass.
	ctx       context.Context
	now       []*side
	magnitude bool
	work      func(shard int)

	report *reporter
}

// Evaluation is a right-hand side alpha with the results omega and M; M is nil where it is not wanted.
type Evaluation struct{ Omega, M, Alpha []float64 }

// side is the memory for one right-hand side.
type side struct {
	Evaluation
	parts []*partial // by shard
	sums  []*Partial // of parts
}

// Limits on the right-hand sides of a pass, and on the bytes of their sums by shard: a block stays
// in a cache for all of them.
const (
	mostSides     = 10
	mostSideBytes = 128 << 20
)

// MostSides returns the most right-hand sides of one pass over the shards: ten, or fewer for many points.
func MostSides(shards []Shard) int {
	bytes := 0
	for _, s := range shards {
		bytes += 8 * s.Points * (s.Points + 3) / 2
	}
	return max(1, min(mostSides, mostSideBytes/bytes))
}

// NewContraction prepares contractions of t.
func NewContraction(t *Packed) *Contraction {
	c := &Contraction{tensor: t, shards: Shards(t.points.N, t.q), report: newReporter(nil, t.Entries())}
	c.most = MostSides(c.shards)
	c.grow(1)
	c.work = func(s int) {
		shared := c.now[0].parts[s]
		shared.magnitude = c.magnitude
		shared.run(c.ctx, t, c.shards[s], c.now, s)
		c.report.add(c.shards[s].To - c.shards[s].From)
	}
	return c
}

// grow allocates the memory of so many right-hand sides.
func (c *Contraction) grow(sides int) {
	for len(c.sides) < sides {
		w := new(side)
		for _, s := range c.shards {
			p := newPartial(s.Points, c.tensor.q)
			w.parts, w.sums = append(w.parts, p), append(w.sums, &p.Partial)
		}
		c.sides = append(c.sides, w)
	}
}

// Watch calls progress with the fraction done of every pass.
func (c *Contraction) Watch(progress func(float64)) {
	c.report = newReporter(progress, c.tensor.Entries())
}

// Omega stores omega in dst. len(dst) = len(alpha) = n; they may not overlap. The error is the
// context's; dst is then undefined.
func (c *Contraction) Omega(ctx context.Context, dst, alpha []float64) error {
	return c.OmegaM(ctx, dst, nil, alpha)
}

// OmegaM stores omega in dst and the symmetric n x n matrix M, row-major, in m.
func (c *Contraction) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	one := [1]Evaluation{{dst, m, alpha}}
	return c.All(ctx, one[:])
}

// Magnitude stores |K|[|alpha|, ..., |alpha|, .] in dst: omega with all entries
// and all of alpha replaced by their absolute values.
func (c *Contraction) Magnitude(ctx context.Context, dst, alpha []float64) error {
	absolute := make([]float64, len(alpha))
	for i, a := range alpha {
		absolute[i] = math.Abs(a)
	}
	c.magnitude = true
	defer func() { c.magnitude = false }()
	return c.OmegaM(ctx, dst, nil, absolute)
}

// All evaluates several right-hand sides, MostSides in one pass, with the digits of OmegaM.
func (c *Contraction) All(ctx context.Context, sides []Evaluation) error {
	n, q := c.tensor.points.N, c.tensor.q
	for len(sides) > 0 {
		count := min(c.most, len(sides))
		c.grow(count)
		c.ctx, c.now = ctx, c.sides[:count]
		for k, w := range c.now {
			w.Evaluation = sides[k]
			if len(w.Omega) != n || len(w.Alpha) != n || w.M != nil && len(w.M) != n*n {
				panic("tensor: contraction of wrong size")
			}
		}
		c.report.restart()
		dense.Parallel(len(c.shards), c.work)
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, w := range c.now {
			Reduce(w.Omega, w.M, q, w.sums)
		}
		sides = sides[count:]
	}
	return nil
}

// Partial is one shard's part of a contraction, over the shard's points: Omega of omega/(q-1)!,
// and Half, the packed lower triangle (row j at C(j+1, 2)) of a matrix H with M/(q-2)! = H + H'.
type Partial struct{ Omega, Half []float64 }

// Reduce adds the parts in their order, which fixes the digits, and stores omega
// in dst and, where m is not nil, both triangles of M in m.
func Reduce(dst, m []float64, q int, parts []*Partial) {
	n := len(dst)
	clear(dst)
	scale := factorial(q - 1)
	for _, p := range parts {
		for r, v := range p.Omega {
			dst[r] += float64(scale * v)
		}
	}
	if m == nil {
		return
	}
	clear(m)
	for _, p := range parts {
		half := p.Half
		for r := range p.Omega {
			row := m[r*n:][:r+1]
			for s, v := range half[:r+1] {
				row[s] += v
			}
			half = half[r+1:]
		}
	}
	scale = factorial(q - 2)
	for r := range n {
		for s := range r {
			v := scale * m[r*n+s]
			m[r*n+s], m[s*n+r] = v, v
		}
		m[r*n+r] *= scale * 2
	}
}

func factorial(k int) float64 {
	f := 1.0
	for i := 2; i <= k; i++ {
		f *= float64(i)
	}
	return f
}

// partial computes a Partial.
type partial struct {
	Partial
	v         []float64    // (T + T') alpha of the current block,
	v4        [4][]float64 // or of the four that are taken side by side
	left      []float64    // left[t]: product of alpha over outer slots before t
	right     []float64    // right[t]: product of alpha over outer slots from t on
	outer     outer
	generator *generator // of entries that are not held
	computed  []float64
	at        int64 // where the computed blocks begin; -1: there are none
	magnitude bool  // take the entries' absolute values
}

// newPartial returns the memory for a shard over n points.
func newPartial(n, q int) *partial {
	p := &partial{
		Partial: Partial{Omega: make([]float64, n)},
		v:       make([]float64, n),
		left:    make([]float64, q-1),
		right:   make([]float64, q-1),
		outer:   newOuter(n, q, 0),
	}
	for b := range p.v4 {
		p.v4[b] = make([]float64, n)
	}
	return p
}

// blocks returns the entries [at, at+size) of t, which are whole blocks.
func (p *partial) blocks(t *Packed, at, size int64) []float64 {
	held := at < t.Held()
	if held && !p.magnitude {
		return t.data[at : at+size]
	}
	n := len(p.v)
	if p.computed == nil {
		p.computed = make([]float64, 4*n*(n+1)/2)
	}
	entries := p.computed[:size]
	if p.at == at {
		return entries
	}
	p.at = at
	if held {
		copy(entries, t.data[at:at+size])
	} else {
		if p.generator == nil {
			p.generator = newGenerator(t.panels.Prefix(n), t.q, t.apply, at)
		}
		p.generator.seek(at)
		for left := entries; len(left) > 0; {
			left = left[p.generator.next(left):]
		}
	}
	if p.magnitude {
		for e, v := range entries {
			entries[e] = math.Abs(v)
		}
	}
	return entries
}

// lookEvery is the number of held entries between two checks of the context.
const lookEvery = 1 << 20

// run sums over the blocks of one shard for each right-hand side; p, the partial of the first,
// computes the entries. With outer tuple o, c = prod a_o and packed triangle T over i <= j <= k:
//
//	v = (T + T') a,  s = a'v / 2
//	omega_r   += c v_r              the slot is one of the inner pair
//	omega_o_t += (c / a_o_t) s      the slot is outer
//	H_ji      += c T_ij             both slots inner
//	H_o_t,r   += (c / a_o_t) v_r    one outer, one inner
//	H_o_u,o_t += (c / (a_o_t a_o_u)) s   both outer, t < u
//
// where the quotients are products of the other factors. As i <= j <= o_t <= o_u, all entries are
// in the lower triangle.
func (p *partial) run(ctx context.Context, t *Packed, s Shard, sides []*side, shard int) {
	p.at = -1
	for _, w := range sides {
		own := w.parts[shard]
		clear(own.Omega)
		if w.M != nil {
			if own.Half == nil {
				own.Half = make([]float64, len(p.v)*(len(p.v)+1)/2)
			}
			clear(own.Half)
		}
		own.outer.seek(s.From)
	}
	looked := s.From
	for at := s.From; at < s.To; {
		if at >= t.Held() || at-looked >= lookEvery {
			if looked = at; ctx.Err() != nil {
				return
			}
		}
		four, size := p.four(at, s.To)
		for _, w := range sides {
			if own := w.parts[shard]; four {
				own.takeFour(p, t, at, size, w.Alpha, w.M != nil)
			} else {
				size = own.takeOne(p, t, at, w.Alpha, w.M != nil)
			}
		}
		at += size
	}
}

// four reports whether the next four blocks are of one row, to be taken side by side, and returns
// their size. It depends on their places alone, as the digits must not depend on what is held.
func (p *partial) four(at, to int64) (ok bool, size int64) {
	o := &p.outer
	if passFour == nil || len(o.index) == 0 {
		return false, 0
	}
	k, top := o.index[0], len(p.v)-1
	if len(o.index) > 1 {
		top = o.index[1]
	}
	for b := range 4 {
		size += int64((k + b + 1) * (k + b + 2) / 2)
	}
	return k+3 <= top && at+size <= to, size
}

// takeFour contracts the next four blocks, size entries that begin with entry at.
func (p *partial) takeFour(source *partial, t *Packed, at, size int64, alpha []float64, hessian bool) {
	o := &p.outer
	k := o.bound()
	var c [4]float64
	needed := hessian
	for b := range 4 {
		o.index[0] = k + b
		c[b] = p.products(o.index, alpha)
		needed = needed || c[b] != 0 || p.anyRest(o.index)
	}
	o.index[0] = k
	if needed {
		blocks := source.blocks(t, at, size)
		half := p.Half
		if !hessian {
			half = nil
		}
		passFour(&p.v4, half, blocks, alpha, c, k)
	}
	for b := range 4 {
		if needed {
			p.products(o.index, alpha) // which spread needs, of this block
			p.spread(p.v4[b][:k+b+1], c[b], alpha, hessian)
		}
		o.next()
	}
}

// takeOne takes the next block, which begins at entry at, and returns its size.
func (p *partial) takeOne(source *partial, t *Packed, at int64, alpha []float64, hessian bool) int64 {
	o := &p.outer
	size, k := int64(o.size()), o.bound()
	c := p.products(o.index, alpha)
	if hessian || c != 0 || p.anyRest(o.index) {
		block := source.blocks(t, at, size)
		if hessian {
			blockOmegaM(p.v, p.Half, block, alpha, c, k)
		} else {
			blockOmega(p.v, block, alpha, k)
		}
		p.spread(p.v[:k+1], c, alpha, hessian)
	}
	o.next()
	return size
}

// spread adds the terms of v of the current block; c is the product of alpha over its outer slots.
func (p *partial) spread(v []float64, c float64, alpha []float64, hessian bool) {
	index := p.outer.index
	addMultiple(p.Omega, v, c)
	sum := dotProduct(v, alpha) / 2
	for t, ot := range index {
		rest := p.left[t] * p.right[t+1]
		p.Omega[ot] += float64(rest * sum)
		if !hessian {
			continue
		}
		addMultiple(p.Half[ot*(ot+1)/2:], v, rest)
		between := p.left[t]
		for u := t + 1; u < len(index); u++ {
			ou := index[u]
			p.Half[ou*(ou+1)/2+ot] += float64(between * p.right[u+1] * sum)
			between *= alpha[ou]
		}
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

// anyRest reports whether some product over all outer slots but one is not zero.
func (p *partial) anyRest(index []int) bool {
	for t := range index {
		if p.left[t]*p.right[t+1] != 0 {
			return true
		}
	}
	return false
}
