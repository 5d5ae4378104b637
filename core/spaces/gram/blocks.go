package gram

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Blocks evaluates the form on explicit features that every pass computes again, a block of points
// at a time. It takes about three times as long as Features, and memory for N numbers and one block.
// Newton systems are solved by conjugate gradients.
type Blocks struct {
	shape
	kernel kernel.Kernel
	x      dense.Points
	part   *Features // room for a block
	u      []float64
}

// blockNumbers is the most numbers of a block, unless a single point has more features.
const blockNumbers = 1 << 18

// NewBlocks takes the features of k, which must have finitely many. The error is as of NewFeatures.
func NewBlocks(ctx context.Context, k kernel.Kernel, x dense.Points, q float64) (*Blocks, error) {
	n64, finite := kernel.Dimension(k, x.D)
	if !finite {
		panic("gram: features of an infinite-dimensional kernel")
	}
	d := int(n64)
	rows := max(1, min(x.N, blockNumbers/d))
	b := &Blocks{shape: shape{x.N, d, q, Neither}, kernel: k, x: x, part: newFeatures(rows, d, q, Neither), u: make([]float64, d)}
	b.part.phi.X = make([]float64, rows*d)
	var bad *Overflow
	err := b.each(ctx, func(from int, part *Features) error {
		if err, over := part.check().(*Overflow); over && bad == nil {
			bad = &Overflow{Point: from + err.Point}
		}
		return nil
	})
	if err == nil && bad != nil {
		return nil, bad
	}
	return b, err
}

// each calls work with the features of every block of points, of which from is the first.
func (b *Blocks) each(ctx context.Context, work func(from int, part *Features) error) error {
	room := b.part.phi.X
	for from := 0; from < b.x.N; from += b.part.phi.N {
		part := *b.part
		part.n = min(b.part.n, b.x.N-from)
		part.phi = dense.Points{N: part.n, D: part.d, X: room[:part.n*part.d]}
		points := dense.Points{N: part.n, D: b.x.D, X: b.x.X[from*b.x.D : (from+part.n)*b.x.D]}
		if err := part.expand(ctx, b.kernel, points); err != nil {
			return err
		}
		if err := work(from, &part); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Select returns the form of some rows.
func (b *Blocks) Select(ctx context.Context, rows []int) (Explicit, error) {
	x := dense.Points{N: len(rows), D: b.x.D}
	for _, i := range rows {
		x.X = append(x.X, b.x.Row(i)...)
	}
	return NewBlocks(ctx, b.kernel, x, b.q)
}

// Apply implements Explicit.
func (b *Blocks) Apply(ctx context.Context, dst, w []float64) error {
	return b.each(ctx, func(from int, part *Features) error {
		return part.Apply(ctx, dst[from:from+part.n], w)
	})
}

// Adjoint implements Explicit.
func (b *Blocks) Adjoint(ctx context.Context, dst, alpha []float64) error {
	clear(dst)
	return b.each(ctx, func(from int, part *Features) error {
		dense.AddRows(dst, part.phi.X, part.d, alpha[from:from+part.n])
		return nil
	})
}

// Squares implements Explicit.
func (b *Blocks) Squares(ctx context.Context, dst, e []float64) error {
	return b.each(ctx, func(from int, part *Features) error {
		return part.Squares(ctx, dst[from:from+part.n], e)
	})
}

// Omega implements Form.
func (b *Blocks) Omega(ctx context.Context, dst, alpha []float64) error {
	if err := b.Adjoint(ctx, b.u, alpha); err != nil {
		return err
	}
	for k, u := range b.u {
		b.u[k] = AbsPower(u, b.q-2) * u // J_q(u)
	}
	return b.Apply(ctx, dst, b.u)
}

// Accurate implements Form.
func (b *Blocks) Accurate(ctx context.Context, omega, errors, alpha []float64) error {
	clear(b.u)
	low, squares := make([]float64, len(b.u)), make([]float64, len(b.u))
	err := b.each(ctx, func(from int, part *Features) error {
		return part.addTwice(ctx, b.u, low, squares, alpha[from:from+part.n])
	})
	if err != nil {
		return err
	}
	floats.Add(b.u, low)
	return accurate(ctx, b, omega, errors, b.u, squares, productError)
}

// OmegaM implements Form. No method uses M of side Neither.
func (*Blocks) OmegaM(context.Context, []float64, []float64, []float64) error {
	panic("gram: M of features that are not held")
}
