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
	// Columns continues the coordinates, columns 0 to X.D - 1, by products of two columns each.
	Columns []int32
	// Runs lists runs of consecutive monomials with the same first factors. Each is the number of these
	// factors, of those that it has in common with the run before, the coordinates of the others, and of
	// the columns by which the factors are multiplied the first and the number.
	Runs []int32
	// Shares are the first points of equal shares, and X.N. Sums over points are taken within each
	// share, so that they do not depend on the number of workers.
	Shares []int

	tail   int   // the highest degree of columns
	starts []int // by degree: the first column
}

// Passes evaluates sums over the monomials of all points, and computes the monomials anew in each.
type Passes interface {
	// Apply stores sum_k w_k m_k(x_i) in dst, for each point i; squared: sum_k w_k m_k(x_i)^2.
	Apply(ctx context.Context, dst, w []float64, squared bool) error
	// Adjoint stores sum_i alpha_i m_k(x_i) in dst, for each monomial k.
	Adjoint(ctx context.Context, dst, alpha []float64) error
}

const (
	mostColumns = 128 // unless there are more coordinates
	mostShares  = 8
	leastShare  = 64  // points
	chunk       = 256 // points worked on at a time, so that their products stay in cache
)

// newMonomials lists the monomials that the features of k consist of. They must be finitely many.
func newMonomials(k kernel.Kernel, x dense.Points) *Monomials {
	m := &Monomials{X: x, tail: 1, starts: []int{0, 0, x.D}}
	lowest, highest := k.Degrees()
	for ; m.tail < highest; m.tail++ {
		before, start := m.starts[m.tail], m.starts[m.tail+1]
		more := int(min(kernel.Count(x.D, m.tail+1), mostColumns))
		if start+more > mostColumns {
			break
		}
		for j := range x.D {
			for c := before + m.countSkipped(m.tail, j); c < start; c++ {
				m.Columns = append(m.Columns, int32(j), int32(c))
			}
		}
		m.starts = append(m.starts, start+more)
	}
	for degree := max(1, lowest); degree <= highest; degree++ {
		if k.Coefficient(degree) != 0 {
			m.list(nil, new(int), 0, degree)
			m.Count += int(kernel.Count(x.D, degree))
		}
	}
	shares := max(1, min(mostShares, x.N/leastShare))
	for s := range shares + 1 {
		m.Shares = append(m.Shares, x.N*s/shares)
	}
	return m
}

// countSkipped counts the monomials of a degree with a factor before coordinate first.
func (m *Monomials) countSkipped(degree, first int) int {
	return int(kernel.Count(m.X.D, degree) - kernel.Count(m.X.D-first, degree))
}

// list appends the runs of monomials that begin with the factors and have more of them, from coordinate
// first on. common is the number of the factors that the last run has, too.
func (m *Monomials) list(factors []int32, common *int, first, more int) {
	if more > m.tail {
		for j := first; j < m.X.D; j++ {
			*common = min(*common, len(factors))
			m.list(append(factors, int32(j)), common, j, more-1)
		}
		return
	}
	start := m.starts[more] + m.countSkipped(more, first)
	m.Runs = append(m.Runs, int32(len(factors)), int32(*common))
	m.Runs = append(m.Runs, factors[*common:]...)
	m.Runs = append(m.Runs, int32(start), int32(m.starts[more+1]-start))
	*common = len(factors)
}

// portablePasses computes shares side by side. wasm/kernel/monomials.js does the same, to the digit.
type portablePasses struct {
	*Monomials
	rooms []chunkRoom // by share
	parts [][]float64 // of Adjoint, by share
}

func (p *portablePasses) Apply(ctx context.Context, dst, w []float64, squared bool) error {
	return p.each(ctx, squared, func(_, from, count int, c *chunkRoom) {
		sums, part := c.sums[:count], dst[from:from+count]
		clear(part)
		for i := range count {
			c.products[0][i] = 1
		}
		c.runs(ctx, p.Monomials, count, w, func(columns, w, product []float64) {
			clear(sums)
			dense.AddRows(sums, columns, chunk, w)
			dense.Multiply(sums, sums, product)
			dense.AddScaled(part, 1, sums)
		})
	})
}

func (p *portablePasses) Adjoint(ctx context.Context, dst, alpha []float64) error {
	for s := range p.parts {
		p.parts[s] = slices.Grow(p.parts[s][:0], p.Count)[:p.Count]
		clear(p.parts[s])
	}
	err := p.each(ctx, false, func(share, from, count int, c *chunkRoom) {
		copy(c.products[0], alpha[from:from+count])
		c.runs(ctx, p.Monomials, count, p.parts[share], func(columns, part, product []float64) {
			sums := c.sums[:len(part)]
			dense.Products(sums, columns, chunk, product)
			dense.AddScaled(part, 1, sums)
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
	columns  []float64   // chunk numbers each
	products [][]float64 // of some values and more and more factors
	sums     []float64
}

// each calls work for the chunks of points of every share, and ends early with the context's error.
func (p *portablePasses) each(ctx context.Context, squared bool, work func(share, from, count int, c *chunkRoom)) error {
	dense.Parallel(len(p.rooms), func(share int) {
		c := &p.rooms[share]
		if c.columns == nil {
			columns := p.X.D + len(p.Columns)/2
			*c = chunkRoom{columns: make([]float64, chunk*columns), sums: make([]float64, max(chunk, columns)), products: [][]float64{make([]float64, chunk)}}
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
			for k, column := 0, p.X.D; k < len(p.Columns); k, column = k+2, column+1 {
				dense.Multiply(c.column(column, count), c.column(int(p.Columns[k]), count), c.column(int(p.Columns[k+1]), count))
			}
			work(share, from, count, c)
		}
	})
	return ctx.Err()
}

// column returns the first numbers of a column.
func (c *chunkRoom) column(k, count int) []float64 { return c.columns[k*chunk:][:count] }

// runs calls work for each run with its columns, the values of its monomials, and the products of its
// factors with products[0].
func (c *chunkRoom) runs(ctx context.Context, m *Monomials, count int, values []float64, work func(columns, values, product []float64)) {
	for r := 0; r < len(m.Runs); r += 2 {
		factors, level := int(m.Runs[r]), int(m.Runs[r+1])
		if level == 0 && ctx.Err() != nil {
			return
		}
		for r += 2; level < factors; r, level = r+1, level+1 {
			if level+1 == len(c.products) {
				c.products = append(c.products, make([]float64, chunk))
			}
			dense.Multiply(c.products[level+1][:count], c.products[level][:count], c.column(int(m.Runs[r]), count))
		}
		first, columns := int(m.Runs[r]), int(m.Runs[r+1])
		work(c.columns[first*chunk:], values[:columns], c.products[factors][:count])
		values = values[columns:]
	}
}
