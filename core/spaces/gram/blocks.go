package gram

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Blocks evaluates the form on explicit features that every pass computes again. It takes memory for
// some vectors of N numbers. Newton systems are solved by conjugate gradients.
type Blocks struct {
	shape
	engine    Engine
	kernel    kernel.Kernel
	x         dense.Points
	part      *Features // room for a block of points
	passes    Passes
	constants []float64 // by feature: what it is of its monomial
	low       int       // 1 where there is a feature of degree 0, else 0
	u, term   []float64
}

// blockNumbers is the most numbers of a block, unless a single point has more features.
const blockNumbers = 1 << 18

// NewBlocks takes the features of k, which must have finitely many, and has an engine evaluate the
// passes over them. The error is as of NewFeatures.
func NewBlocks(ctx context.Context, engine Engine, k kernel.Kernel, x dense.Points, q float64) (*Blocks, error) {
	x.Check("gram")
	n64, finite := kernel.Dimension(k, x.D)
	if !finite {
		panic("gram: features of an infinite-dimensional kernel")
	}
	d := int(n64)
	rows := max(1, min(x.N, blockNumbers/d))
	b := &Blocks{shape: newShape(x.N, d, q, Neither), engine: engine, kernel: k, x: x, part: newFeatures(rows, d, q, Neither),
		u: make([]float64, d), term: make([]float64, d)}
	b.part.phi.X = make([]float64, rows*d)
	b.setConstants()
	largest := largestFeature * min(1, floats.Min(b.constants)) // so that monomials can be squared, too
	if _, degree := k.Degrees(); !(floats.Max(b.constants)*math.Pow(max(1, floats.Norm(x.X[:x.N*x.D], math.Inf(1))), float64(degree)) <= largest) {
		if err := b.check(ctx, largest); err != nil {
			return nil, err
		}
	}
	b.passes = engine.Passes(newMonomials(k, x))
	return b, nil
}

// check returns an *Overflow that names the first point with a feature above the largest, or nil.
func (b *Blocks) check(ctx context.Context, largest float64) error {
	return b.each(ctx, func(from int, part *Features) error {
		if over, ok := part.check(largest).(*Overflow); ok {
			return &Overflow{Point: from + over.Point}
		}
		return nil
	})
}

// setConstants stores the constants of the features, in their order.
func (b *Blocks) setConstants() {
	if lowest, _ := b.kernel.Degrees(); lowest == 0 {
		b.low = 1
		b.constants = append(b.constants, kernel.Constant(b.kernel, nil, b.q))
	}
	_, highest := b.kernel.Degrees()
	kernel.Runs(b.kernel, b.x.D, highest, b.q, func(r kernel.Run) bool {
		for j := r.From; j < b.x.D; j++ {
			b.constants = append(b.constants, r.Constant(j))
		}
		return true
	})
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

func (b *Blocks) Select(ctx context.Context, rows []int) (Explicit, error) {
	x := dense.Points{N: len(rows), D: b.x.D, X: dense.Block(b.x.X, b.x.D, rows, dense.UpTo(b.x.D))}
	return NewBlocks(ctx, b.engine, b.kernel, x, b.q)
}

func (b *Blocks) Apply(ctx context.Context, dst, w []float64) error {
	dense.Multiply(b.term, b.constants, w)
	return b.apply(ctx, dst, false)
}

func (b *Blocks) Squares(ctx context.Context, dst, e []float64) error {
	dense.Multiply(b.term, b.constants, b.constants)
	dense.Multiply(b.term, b.term, e)
	return b.apply(ctx, dst, true)
}

// apply stores the sums over monomials, or over their squares, with the weights scaled in dst.
func (b *Blocks) apply(ctx context.Context, dst []float64, squared bool) error {
	if err := b.passes.Apply(ctx, dst, b.term[b.low:], squared); err != nil || b.low == 0 {
		return err
	}
	floats.AddConst(b.term[0], dst)
	return nil
}

func (b *Blocks) Adjoint(ctx context.Context, dst, alpha []float64) error {
	if b.low > 0 {
		dst[0] = floats.Sum(alpha)
	}
	err := b.passes.Adjoint(ctx, dst[b.low:], alpha)
	dense.Multiply(dst, dst, b.constants)
	return err
}

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

// OmegaM panics where M is wanted: no method uses that of side Neither.
func (b *Blocks) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	if m != nil {
		panic("gram: M of features that are not held")
	}
	return omega(ctx, b, b.u, dst, alpha)
}
