package tensor

import (
	"context"
	"fmt"
	"math"

	"lplab/core/numeric/dense"
)

// Packed is the Gram tensor of even order over n points,
//
//	K(x_{i_1}, ..., x_{i_q}) = g(sum_j x_{i_1 j} ... x_{i_q j}),
//
// in the layout of this package: all entries, or as many of the first as memory
// has room for; the others are computed whenever they are read, except by passes
// over rounded entries. It is immutable once built, and safe for concurrent use.
type Packed struct {
	points  dense.Points
	panels  *dense.Panels // of the points
	q       int
	apply   func([]float64)
	data    []float64 // the first entries, whole shards
	rounded []Half    // the entries behind data, all or none
}

// Order returns q.
func (p *Packed) Order() int { return p.q }

// Points returns n.
func (p *Packed) Points() int { return p.points.N }

// Entries returns the number of entries, C(n+q-1, q).
func (p *Packed) Entries() int64 { return Count(p.points.N, p.q) }

// Held returns how many of the entries, the first ones, are held in memory.
func (p *Packed) Held() int64 { return int64(len(p.data)) }

// Prefix returns the tensor of the first m points. It shares p's entries.
func (p *Packed) Prefix(m int) *Packed {
	if m < 1 || m > p.points.N {
		panic("tensor: prefix out of range")
	}
	entries := Count(m, p.q)
	held := min(p.Held(), entries)
	prefix := &Packed{p.points.Prefix(m), p.panels.Prefix(m), p.q, p.apply, p.data[:held], nil}
	if p.rounded != nil {
		prefix.rounded = p.rounded[:entries-held]
	}
	return prefix
}

// Build computes the Gram tensor of order q, with 2 d flops an entry. apply replaces every element s
// of its argument by g(s), which must be finite, and may be called from several goroutines at once.
// progress, where not nil, is called with the fraction done, by one goroutine at a time. The error
// is the context's.
func Build(ctx context.Context, p dense.Points, q int, apply func([]float64), progress func(float64)) (*Packed, error) {
	return BuildPart(ctx, p, q, apply, math.MaxInt64, false, progress)
}

// BuildPart does what Build does, but holds no more than room entries, and, if rounded, the others rounded to 32 bits.
func BuildPart(ctx context.Context, p dense.Points, q int, apply func([]float64), room int64, rounded bool, progress func(float64)) (*Packed, error) {
	if q < 2 || q%2 != 0 || q > MaxOrder {
		panic(fmt.Sprintf("tensor: order %d", q))
	}
	return (&Packed{points: dense.Points{D: p.D}, q: q, apply: apply}).Extend(ctx, p, room, rounded, progress)
}

// Extend returns the tensor over p, with a copy of the entries that t holds. The first points of p
// are those of t.
func (t *Packed) Extend(ctx context.Context, p dense.Points, room int64, rounded bool, progress func(float64)) (*Packed, error) {
	p.Check("tensor")
	shards, held := Shards(p.N, t.q), Holds(p.N, t.q, room)
	copied := min(t.Held(), held)
	if t.q == 2 { // a matrix is a single block, which depends on n
		copied = 0
	}
	e := &Packed{points: p, panels: dense.NewPanels(p), q: t.q, apply: t.apply, data: make([]float64, held)}
	preferLargePages(e.data)
	copy(e.data, t.data[:copied])
	total := held
	if rounded {
		total = e.Entries()
		e.rounded = make([]Half, total-held)
	}
	report := &reporter{progress: progress, total: total - copied}
	dense.Parallel(len(shards), func(s int) {
		from, to := max(shards[s].From, copied), shards[s].To
		switch {
		case from >= to || to > total:
		case to > held:
			e.fillRounded(ctx, from, to, report)
		default:
			e.fill(ctx, from, to, report)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e, nil
}

// preferLargePages asks the operating system for large pages, where it has them: the first access to
// a small page takes longer than to compute its entries.
var preferLargePages = func([]float64) {}

// fill computes the entries [from, to), whole blocks, until the context ends.
func (t *Packed) fill(ctx context.Context, from, to int64, report *reporter) {
	g := newGenerator(t.panels, t.q, t.apply, from)
	for g.at < to && ctx.Err() == nil {
		report.add(int64(g.next(t.data[g.at:to])))
	}
}
