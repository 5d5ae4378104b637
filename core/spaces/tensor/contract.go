package tensor

import (
	"context"
	"math"

	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// Contraction evaluates a tensor at alpha in one pass over its entries:
//
//	M     = K[alpha, ..., alpha, ., .]   (q-2 slots; n x n)
//	omega = M alpha                      gradient of (1/q) K[alpha, ..., alpha]
//
// and (q-1) M is the Hessian of (1/q) K[alpha, ..., alpha] [S alg. 2.1, first line, for any
// even order]. It takes about 4 flops an entry for omega alone and 6 with M. Each entry is read
// once, or computed where the tensor does not hold it. A Contraction owns its scratch memory, which
// it reuses, and is not safe for concurrent use.
type Contraction struct {
	*Packed
	shards []Shard
	sides  []*side
	most   int // right-hand sides in one pass

	// The arguments of work, which is allocated once, in the current pass.
	ctx       context.Context
	now       []*side
	magnitude bool
	rounded   bool
	work      func(shard int)

	pool   pool[scratch]
	report *reporter
}

// Evaluation is a right-hand side alpha with the results omega and M; M is nil where it is not wanted.
type Evaluation struct{ Omega, M, Alpha []float64 }

// side is the memory for one right-hand side.
type side struct {
	Evaluation
	padded   []float64     // alpha, with zeros behind it
	products []float64     // alpha_i alpha_j for i <= j, packed as a block is
	parts    []*shardSum   // by shard
	sums     []*PartialSum // of parts
}

// Limits on the right-hand sides of a pass, which share each block that is read, and on the bytes of their
// sums by shard.
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
	return max(1, min(mostSides, mostSideBytes/max(1, bytes)))
}

// NewContraction prepares contractions of t.
func NewContraction(t *Packed) *Contraction {
	c := &Contraction{Packed: t, shards: Shards(t.points.N, t.q), report: &reporter{total: t.Entries()}}
	c.most = MostSides(c.shards)
	c.grow(1)
	c.pool.make = func() *scratch { return new(scratch) }
	c.work = func(s int) {
		part := c.now[0].parts[s]
		part.magnitude, part.rounded = c.magnitude, c.rounded
		part.scratch = c.pool.take()
		part.run(c.ctx, t, c.shards[s], c.now, s)
		c.pool.give(part.scratch)
		c.report.add(c.shards[s].To - c.shards[s].From)
	}
	return c
}

func (c *Contraction) grow(sides int) {
	for len(c.sides) < sides {
		w := &side{padded: make([]float64, c.points.N+3), products: make([]float64, triangle(c.points.N))}
		for _, s := range c.shards {
			p := newPartial(s.Points, c.q)
			w.parts, w.sums = append(w.parts, p), append(w.sums, &p.PartialSum)
		}
		c.sides = append(c.sides, w)
	}
}

// Watch calls progress with the fraction done of every pass.
func (c *Contraction) Watch(progress func(float64)) {
	c.report.progress = progress
}

// OmegaM stores omega in dst and, where m is not nil, the symmetric n x n matrix M, row-major, in m.
// len(dst) = len(alpha) = n; they may not overlap. The error is the context's; the results are then undefined.
func (c *Contraction) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	one := [1]Evaluation{{dst, m, alpha}}
	return c.All(ctx, one[:])
}

// Magnitude stores |K|[|alpha|, ..., |alpha|, .] in dst: omega with all entries
// and all of alpha replaced by their absolute values.
func (c *Contraction) Magnitude(ctx context.Context, dst, alpha []float64) error {
	absolute := lists.Map(alpha, math.Abs)
	c.magnitude = true
	defer func() { c.magnitude = false }()
	return c.OmegaM(ctx, dst, nil, absolute)
}

// All evaluates several right-hand sides, MostSides in one pass, with the digits of OmegaM.
func (c *Contraction) All(ctx context.Context, sides []Evaluation) error {
	n := c.points.N
	for len(sides) > 0 {
		count := min(c.most, len(sides))
		c.grow(count)
		c.ctx, c.now = ctx, c.sides[:count]
		for k, w := range c.now {
			w.Evaluation = sides[k]
			if len(w.Omega) != n || len(w.Alpha) != n || w.M != nil && len(w.M) != n*n {
				panic("tensor: contraction of wrong size")
			}
			copy(w.padded, w.Alpha)
			if w.M == nil {
				row := w.products
				for j, a := range w.Alpha {
					clear(row[:j+1])
					loops.AddMultiple(row, w.Alpha[:j+1], a)
					row = row[j+1:]
				}
			}
		}
		c.report.done, c.report.reported = 0, 0
		dense.Parallel(len(c.shards), c.work)
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, w := range c.now {
			Reduce(w.Omega, w.M, c.q, w.sums)
		}
		sides = sides[count:]
	}
	return nil
}

// PartialSum is one shard's part of a contraction, over the shard's points: Omega of omega/(q-1)!,
// and Half, where M is wanted, the packed lower triangle (row j at C(j+1, 2)) of a matrix H with
// M/(q-2)! = H + H'. Those of this package have padded rows: see padded.
type PartialSum struct {
	Omega, Half []float64
	padded      bool
}

// Reduce adds the parts in their order, which fixes the digits, and stores omega
// in dst and, where m is not nil, both triangles of M in m.
func Reduce(dst, m []float64, q int, parts []*PartialSum) {
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
			if half = half[r+1:]; p.padded {
				half = half[(3-r%4)&3:]
			}
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
