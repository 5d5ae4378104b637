package gram

import (
	"context"
	"slices"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Monomials are the products of powers of the coordinates of some points, of degree 1 and more, in
// the order of kernel.Runs: what the features of a kernel are multiples of.
type Monomials struct {
	X     dense.Points
	Count int // of the monomials of a point
	// Runs lists the runs, each as the number of its factors before the last one, of those that it
	// has in common with the run before, and the coordinates of the others.
	Runs []int32
	// Shares are the first points of equal shares, and X.N. Sums over points are taken within each
	// share, so that they do not depend on the number of workers.
	Shares []int
}

// Passes evaluates sums over the monomials of all points, and computes the monomials anew in each.
type Passes interface {
	// Apply stores sum_k w_k m_k(x_i) in dst, for each point i; squared: sum_k w_k m_k(x_i)^2.
	Apply(ctx context.Context, dst, w []float64, squared bool) error
	// Adjoint stores sum_i alpha_i m_k(x_i) in dst, for each monomial k.
	Adjoint(ctx context.Context, dst, alpha []float64) error
}

const (
	mostShares = 8
	leastShare = 64  // points
	chunk      = 256 // points worked on at a time, so that their products stay in cache
)

// newMonomials lists the monomials that the features of k consist of. They must be finitely many.
func newMonomials(k kernel.Kernel, x dense.Points) *Monomials {
	m := &Monomials{X: x}
	_, highest := k.Degrees()
	var before kernel.Monomial
	kernel.Runs(k, x.D, highest, 1, func(r kernel.Run) bool {
		common := 0
		for len(before) == len(r.Prefix) && common < len(before) && before[common] == r.Prefix[common] {
			common++
		}
		before = append(before[:0], r.Prefix...)
		m.Runs = append(m.Runs, int32(len(r.Prefix)), int32(common))
		for _, v := range r.Prefix[common:] {
			m.Runs = append(m.Runs, int32(v))
		}
		m.Count += x.D - r.From
		return true
	})
	shares := max(1, min(mostShares, x.N/leastShare))
	for s := range shares + 1 {
		m.Shares = append(m.Shares, x.N*s/shares)
	}
	return m
}

// portablePasses computes shares side by side. wasm/kernel/monomials.js does the same, to the digit.
type portablePasses struct {
	*Monomials
	rooms []*chunkRoom // by share
	parts [][]float64  // of Adjoint, by share
}

func newPortablePasses(m *Monomials) *portablePasses {
	p := &portablePasses{Monomials: m}
	for range len(m.Shares) - 1 {
		p.rooms = append(p.rooms, &chunkRoom{})
		p.parts = append(p.parts, nil)
	}
	return p
}

// Apply implements Passes.
func (p *portablePasses) Apply(ctx context.Context, dst, w []float64, squared bool) error {
	return p.each(ctx, squared, func(_, from, count int, c *chunkRoom) {
		sums, part := c.sums[:count], dst[from:from+count]
		clear(part)
		for i := range count {
			c.products[0][i] = 1
		}
		c.runs(ctx, p.Monomials, count, func(at, first int, product []float64) {
			clear(sums)
			dense.AddRows(sums, c.columns[first*chunk:], chunk, w[at:at+p.X.D-first])
			dense.Multiply(sums, sums, product)
			dense.AddScaled(part, 1, sums)
		})
	})
}

// Adjoint implements Passes.
func (p *portablePasses) Adjoint(ctx context.Context, dst, alpha []float64) error {
	for s := range p.parts {
		p.parts[s] = slices.Grow(p.parts[s][:0], p.Count)[:p.Count]
		clear(p.parts[s])
	}
	err := p.each(ctx, false, func(share, from, count int, c *chunkRoom) {
		copy(c.products[0], alpha[from:from+count])
		c.runs(ctx, p.Monomials, count, func(at, first int, product []float64) {
			sums := c.sums[:p.X.D-first]
			dense.Products(sums, c.columns[first*chunk:], chunk, product)
			dense.AddScaled(p.parts[share][at:at+len(sums)], 1, sums)
		})
	})
	AddShares(dst, p.parts)
	return err
}

// AddShares stores the sum of the shares' sums in dst.
func AddShares(dst []float64, shares [][]float64) {
	clear(dst)
	for _, s := range shares {
		dense.AddScaled(dst, 1, s)
	}
}

// chunkRoom is what a pass over the monomials of a chunk of points needs.
type chunkRoom struct {
	columns  []float64   // chunk numbers for each coordinate
	products [][]float64 // of some values and more and more factors
	sums     []float64
}

// each calls work for the chunks of points of every share, and ends early with the context's error.
func (p *portablePasses) each(ctx context.Context, squared bool, work func(share, from, count int, c *chunkRoom)) error {
	dense.Parallel(len(p.rooms), func(share int) {
		c := p.rooms[share]
		if c.columns == nil {
			*c = chunkRoom{columns: make([]float64, chunk*p.X.D), sums: make([]float64, max(chunk, p.X.D)), products: [][]float64{make([]float64, chunk)}}
		}
		end := p.Shares[share+1]
		for from := p.Shares[share]; from < end && ctx.Err() == nil; from += chunk {
			count := min(chunk, end-from)
			for i := range count {
				for j, v := range p.X.Row(from + i) {
					if squared {
						v *= v
					}
					c.columns[j*chunk+i] = v
				}
			}
			work(share, from, count, c)
		}
	})
	return ctx.Err()
}

// runs calls work for each run of monomials with its first one, the coordinate of that one's last factor,
// and the products of the others with products[0].
func (c *chunkRoom) runs(ctx context.Context, m *Monomials, count int, work func(at, first int, product []float64)) {
	at := 0
	for r := 0; r < len(m.Runs); {
		factors, level, first := int(m.Runs[r]), int(m.Runs[r+1]), 0
		if level == 0 && ctx.Err() != nil {
			return
		}
		for r += 2; level < factors; level++ {
			first = int(m.Runs[r])
			r++
			if level+1 == len(c.products) {
				c.products = append(c.products, make([]float64, chunk))
			}
			dense.Multiply(c.products[level+1][:count], c.products[level][:count], c.columns[first*chunk:][:count])
		}
		work(at, first, c.products[factors][:count])
		at += m.X.D - first
	}
}
