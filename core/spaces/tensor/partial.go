package tensor

import (
	"context"
	"math"
)

// groupSize is the largest number of blocks of a group: the memory of a right-hand side is read once for all of them.
const groupSize = 16

// group is some consecutive blocks with the same outer indices but the first.
type group struct {
	k     int            // bound of the first block
	row   []int          // these outer indices
	count int            // of the blocks
	size  int            // of all of them
	at    [groupSize]int // where each begins
}

// scratch is the memory of one processor for entries that are computed or widened.
type scratch struct {
	generator *generator
	entries   []float64
}

// room returns memory for a number of entries.
func (s *scratch) room(size int) []float64 {
	if len(s.entries) < size {
		s.entries = make([]float64, size)
	}
	return s.entries
}

// shardSum computes a PartialSum.
type shardSum struct {
	PartialSum
	outer     outer
	group     group
	scratch   *scratch // of the processor at work
	magnitude bool     // take the entries' absolute values
	rounded   bool     // take the rounded entries of those that are not held
	wideGroup group    // the group as its entries of a chunk are placed in the scratch memory

	// Of the current group: whether its entries are needed, and of each block the factor c; s = a'T a
	// in four parts, or, where M is wanted, v = (T + T') a.
	needed bool
	c      [groupSize]float64
	sums   [groupSize][4]float64
	v      []float64 // stride numbers for each block, and as many for what is not wanted
	stride int
	rowSum []float64 // sum of v times alpha at the index that is the block's own
}

// newPartial returns the memory for a shard over n points.
func newPartial(n, q int) *shardSum {
	stride := (n + 7) &^ 3
	return &shardSum{
		PartialSum: PartialSum{make([]float64, n), make([]float64, paddedPlace(n)), true},
		outer:      newOuter(n, q, 0),
		v:          make([]float64, (groupSize+1)*stride),
		stride:     stride,
		rowSum:     make([]float64, n),
	}
}

// groupEntries are the entries of a group; one slice is nil.
type groupEntries struct {
	exact   []float64
	rounded []Half
}

// blocks returns the entries of the group, which begins with entry at of t.
func (p *shardSum) blocks(t *Packed, at int64) groupEntries {
	held := at < t.Held()
	switch {
	case held && !p.magnitude:
		return groupEntries{exact: t.data[at:][:p.group.size]}
	case !held && p.rounded:
		return groupEntries{rounded: t.roundedFrom(at)[:p.group.size]}
	}
	s := p.scratch
	entries := s.room(groupSize * triangle(t.points.N))[:p.group.size]
	if held {
		copy(entries, t.data[at:])
	} else {
		if s.generator == nil {
			s.generator = newGenerator(t.panels, t.q, t.apply, at)
		}
		s.generator.seek(at)
		for left := entries; len(left) > 0; {
			left = left[s.generator.next(left):]
		}
	}
	if p.magnitude {
		for e, v := range entries {
			entries[e] = math.Abs(v)
		}
	}
	return groupEntries{exact: entries}
}

// chunkOfMany is the number of entries of a block that are contracted with all right-hand sides before the next entries are
// read: a multiple of 4, so that the digits do not depend on it.
const chunkOfMany = 2048

// run sums over the blocks of one shard for each right-hand side; p, the shardSum of the first,
// computes the entries. With outer tuple o, c = prod a_o and packed triangle T over i <= j <= k:
//
//	v = (T + T') a,  s = a'T a = a'v / 2
//	H_ji += c T_ij             both slots inner
//	omega_o_t += (c / a_o_t) s      the slot is outer
//	H_o_t,r   += (c / a_o_t) v_r    one outer, one inner
//	H_o_u,o_t += (c / (a_o_t a_o_u)) s   both outer, t < u
//
// where the quotients are products of the other factors. As i <= j <= o_t <= o_u, all entries are
// in the lower triangle. What the inner slots give to omega is c v. Where M is not wanted, v is not
// computed: s is the inner product of T with the products a_i a_j, and the sum of all c v is (H + H') a.
func (p *shardSum) run(ctx context.Context, t *Packed, s Shard, sides []*side, shard int) {
	const checkedEntries = 1 << 20 // held entries between two checks of the context
	for _, w := range sides {
		sum := w.parts[shard]
		clear(sum.Omega)
		clear(sum.Half)
	}
	p.outer.seek(s.From)
	checked := s.From
	for at := s.From; at < s.To; {
		if at >= t.Held() && !p.rounded || at-checked >= checkedEntries {
			if checked = at; ctx.Err() != nil {
				return
			}
		}
		g := &p.group
		p.nextGroup(s.To - at)
		needed := false
		for _, w := range sides {
			sum := w.parts[shard]
			sum.begin(g, w)
			needed = needed || sum.needed
		}
		if needed {
			p.take(p.blocks(t, at), sides, shard)
		}
		at += int64(g.size)
	}
	for _, w := range sides {
		if w.M == nil {
			w.parts[shard].inner(w.Alpha)
		}
	}
}

// nextGroup moves to the next group, of at most left entries.
func (p *shardSum) nextGroup(left int64) {
	o, g := &p.outer, &p.group
	*g = group{k: o.bound(), row: append(g.row[:0], o.index[min(1, len(o.index)):]...)}
	for {
		size := o.size()
		g.at[g.count] = g.size
		g.size += size
		g.count++
		if o.next() != 1 || g.count == groupSize || int64(g.size+o.size()) > left {
			break
		}
	}
}

// begin prepares the group for a right-hand side.
func (p *shardSum) begin(g *group, w *side) {
	rest := productBut(g.row, w.Alpha, -1, -1)
	p.needed = w.M != nil || rest != 0
	p.c, p.sums = [groupSize]float64{}, [groupSize][4]float64{}
	if w.M != nil {
		clear(p.v[:g.count*p.stride])
	}
	for b := range g.count {
		a := p.first(g, b, w)
		p.c[b] = a * rest
		p.needed = p.needed || a != 0
	}
}

// first returns alpha at the outer index that only block b of the group has, or 1 at order 2.
func (p *shardSum) first(g *group, b int, w *side) float64 {
	if len(p.outer.index) == 0 {
		return 1
	}
	return w.Alpha[g.k+b]
}

// productBut returns the product of alpha at the indices, except for those at places t and u.
func productBut(index []int, alpha []float64, t, u int) float64 {
	product := 1.0
	for x, i := range index {
		if x != t && x != u {
			product *= alpha[i]
		}
	}
	return product
}

// take contracts the entries of the group with all right-hand sides.
func (p *shardSum) take(all groupEntries, sides []*side, shard int) {
	g := &p.group
	chunk := chunkOfMany
	if len(sides) == 1 && all.rounded == nil {
		chunk = g.size&^3 + 4
	}
	var entries, columns bool // whether any side takes them
	for _, w := range sides {
		columns = columns || w.M != nil
		entries = entries || w.M == nil && w.parts[shard].needed
	}
	for from := 0; entries && from < g.size-g.at[g.count-1]; from += chunk {
		blocks, g := p.chunk(all, from, from+chunk)
		for _, w := range sides {
			if sum := w.parts[shard]; sum.needed && w.M == nil {
				loops.Entries(sum.sums[:g.count], sum.c[:], sum.Half, w.products, blocks, g.at[:], g.k, from, from+chunk)
			}
		}
	}
	for from, to := 0, 0; columns && from < g.k+g.count; from = to {
		to = from + 4
		for to < g.k+g.count && triangle(to)-triangle(from) < chunk {
			to += 4
		}
		blocks, g := p.chunk(all, triangle(from), triangle(to))
		for _, w := range sides {
			if sum := w.parts[shard]; w.M != nil {
				loops.Columns(sum.v, sum.Half, blocks, w.padded, sum.c[:], g.at[:g.count], p.stride, g.k, from, to)
			}
		}
	}
	for _, w := range sides {
		sum := w.parts[shard]
		switch {
		case w.M != nil && len(p.outer.index) == 0:
			loops.AddMultiple(sum.Omega, sum.v[:g.k+1], 1)
		case w.M != nil:
			rowSum := sum.rowSum[:g.k+g.count]
			clear(rowSum)
			loops.Spread(sum.Omega, sum.Half, sum.v, rowSum, w.Alpha, sum.sums[:g.count], g.row, p.stride, g.k)
		case sum.needed:
			sum.spreadSums(g, w)
		}
	}
}

// chunk returns the entries [from, to) of the blocks of the group, and the group as it is placed among them: rounded entries
// are widened, no more than stay in a cache.
func (p *shardSum) chunk(all groupEntries, from, to int) ([]float64, *group) {
	if all.rounded == nil {
		return all.exact, &p.group
	}
	stride := chunkOfMany + 4*p.outer.n
	entries := p.scratch.room(groupSize * stride)
	p.wideGroup = p.group
	g := &p.wideGroup
	for b := range g.count {
		if end := min(to, triangle(g.k+b+1)); from < end {
			loops.Widen(entries[b*stride:], all.rounded[g.at[b]+from:g.at[b]+end])
		}
		g.at[b] = b*stride - from
	}
	return entries, g
}

// spreadSums adds the terms of the group to omega, except for those of the inner slots.
func (p *shardSum) spreadSums(g *group, w *side) {
	var weighted float64
	rest := productBut(g.row, w.Alpha, -1, -1)
	for b := range g.count {
		sum := p.sums[b][0] + p.sums[b][1] + p.sums[b][2] + p.sums[b][3]
		if len(p.outer.index) > 0 {
			p.Omega[g.k+b] += float64(rest * sum)
			weighted += float64(w.Alpha[g.k+b] * sum)
		}
	}
	for t, ot := range g.row {
		p.Omega[ot] += float64(productBut(g.row, w.Alpha, t, t) * weighted)
	}
}

// inner adds (H + H') alpha to omega.
func (p *shardSum) inner(alpha []float64) {
	half := p.Half
	for j, a := range alpha[:p.outer.n] {
		column := half[:j+1]
		half = half[j+1:]
		sum := loops.DotProduct(column, alpha)
		loops.AddMultiple(p.Omega, column, a)
		p.Omega[j] += sum
	}
}
