package tensor

import (
	"context"
	"fmt"
	"math"
)

// Packed is a symmetric tensor of even order over n points in the layout of
// this package. It is immutable once built, and safe for concurrent use.
type Packed struct {
	n, q int
	data []float64
}

// Order returns q.
func (p *Packed) Order() int { return p.q }

// Points returns n.
func (p *Packed) Points() int { return p.n }

// Entries returns the number of stored entries, C(n+q-1, q).
func (p *Packed) Entries() int64 { return int64(len(p.data)) }

// At returns the tensor's value at the given indices, in any order.
func (p *Packed) At(index ...int) float64 {
	if len(index) != p.q {
		panic("tensor: wrong number of indices")
	}
	sorted := append([]int(nil), index...)
	insertionSort(sorted)
	v := p.data[Rank(sorted)]
	run := 1
	for t := 1; t < p.q; t++ {
		if sorted[t] == sorted[t-1] {
			run++
			v *= float64(run)
		} else {
			run = 1
		}
	}
	return v
}

func insertionSort(a []int) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}

// Prefix returns the tensor of the first m points. It shares p's entries.
func (p *Packed) Prefix(m int) *Packed {
	if m < 1 || m > p.n {
		panic("tensor: prefix out of range")
	}
	return &Packed{n: m, q: p.q, data: p.data[:Count(m, p.q)]}
}

// Overflow is the error of an entry that is not a finite number.
type Overflow struct {
	Points [MaxOrder]int // the points whose kernel value overflows, the first Order of them
	Order  int
}

// Error implements error.
func (e *Overflow) Error() string {
	return fmt.Sprintf("the kernel value of points %v is not a finite number", e.Points[:e.Order])
}

// Build computes the Gram tensor of order q, K(x_{i_1}, ..., x_{i_q}) =
// g(sum_j x_{i_1 j} ... x_{i_q j}), where apply replaces every element s of its
// argument by g(s) and may be called from several goroutines at once. Cost:
// 2 d flops an entry.
//
// progress, where not nil, hears the fraction done, from one goroutine at a
// time. The error is an *Overflow or the context's.
func Build(ctx context.Context, p Points, q int, apply func([]float64), progress func(float64)) (*Packed, error) {
	if q < 2 || q%2 != 0 || q > MaxOrder {
		panic(fmt.Sprintf("tensor: order %d", q))
	}
	t := &Packed{n: p.N, q: q, data: make([]float64, Count(p.N, q))}
	shards := Shards(p.N, q)
	report := newReporter(progress, t.Entries())
	errs := make([]error, len(shards))
	parallel(len(shards), func(s int) {
		b := builder{tensor: t, points: p, apply: apply}
		errs[s] = b.build(ctx, shards[s], report)
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

// builder fills one shard.
type builder struct {
	tensor   *Packed
	points   Points
	apply    func([]float64)
	triangle Triangle
	products [][]float64 // products[t] = x_{o_t} o ... o x_{o_last}
}

func (b *builder) build(ctx context.Context, s Shard, report *reporter) error {
	o := newOuter(b.tensor.n, b.tensor.q, s.From)
	b.products = make([][]float64, len(o.index)+1)
	for t := range b.products {
		b.products[t] = make([]float64, b.points.D)
	}
	ones := b.products[len(o.index)]
	for l := range ones {
		ones[l] = 1
	}
	changed := len(o.index)
	for at := s.From; at < s.To; {
		if err := ctx.Err(); err != nil {
			return err
		}
		for t := changed - 1; t >= 0; t-- {
			x, from, to := b.points.Row(o.index[t]), b.products[t+1], b.products[t]
			for l := range to {
				to[l] = x[l] * from[l]
			}
		}
		block := b.tensor.data[at : at+int64(o.size())]
		b.triangle.Compute(block, b.points, b.products[0], o.bound())
		b.apply(block)
		if e := firstNotFinite(block); e >= 0 {
			over := &Overflow{Order: b.tensor.q}
			Unrank(over.Points[:b.tensor.q], at+int64(e))
			return over
		}
		o.premultiply(block)
		at += int64(len(block))
		report.add(int64(len(block)))
		changed = o.next()
	}
	return nil
}

func firstNotFinite(v []float64) int {
	var s float64
	for _, x := range v {
		s += x - x // 0, or NaN from the first infinity or NaN on
	}
	if s == 0 {
		return -1
	}
	for e, x := range v {
		if math.IsNaN(x - x) {
			return e
		}
	}
	return -1
}
