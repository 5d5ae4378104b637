package tensor

import (
	"context"
	"math"
)

// Half is the first half of a float64, rounded to nearest: 21 significant binary digits with the range of
// float64. Entries of one tensor of an exponential kernel may differ by factors beyond the range of float32.
type Half uint32

func halve(v float64) Half { return Half((math.Float64bits(v) + 1<<31) >> 32) }

func (h Half) float64() float64 { return math.Float64frombits(uint64(h) << 32) }

// Entries that are not held may be held rounded, in half of the memory, each computed as float64 and
// rounded once. A pass over rounded entries reads the others as they are, and adds up in float64: it
// evaluates a tensor of which some entries are off by 5e-7 of their size. All other passes compute
// these entries anew.

// HasRounded reports whether the entries that are not held are held rounded.
func (p *Packed) HasRounded() bool { return len(p.rounded) > 0 }

// roundedFrom returns the rounded entries from the given place on, which is not held.
func (p *Packed) roundedFrom(at int64) []Half { return p.rounded[at-p.Held():] }

// fillRounded is fill for entries that are held rounded.
func (p *Packed) fillRounded(ctx context.Context, from, to int64, report *reporter) {
	g := newGenerator(p.panels, p.q, p.apply, from)
	blocks := make([]float64, computedTogether*triangle(p.points.N))
	for g.at < to && ctx.Err() == nil {
		dst := p.roundedFrom(g.at)
		size := g.next(blocks[:min(int64(len(blocks)), to-g.at)])
		for e, v := range blocks[:size] {
			dst[e] = halve(v)
		}
		report.add(int64(size))
	}
}

// Rounded is All over rounded entries: omega and M of the tensor with the rounded entries.
func (c *Contraction) Rounded(ctx context.Context, sides []Evaluation) error {
	if !c.HasRounded() {
		panic("tensor: no rounded entries")
	}
	c.rounded = true
	defer func() { c.rounded = false }()
	return c.All(ctx, sides)
}
