package mercer

import (
	"context"
	"fmt"

	"lplab/core/numeric/dense"
)

// maxPoints bounds the points of a Gram matrix, which then takes 512 MiB.
const maxPoints = 8192

// side is the number of points on one side of a block, so that both sets stay in the cache.
const side = 64

// Blocker is a kernel with a faster method for many pairs of points.
type Blocker interface {
	Kernel
	// Block stores k(xs[i], ts[j]) in dst[i*len(ts)+j], and may stop where the context has ended.
	Block(ctx context.Context, dst []float64, xs, ts [][]float64)
}

var (
	_ Blocker = Matrix{}
	_ Blocker = combination{}
	_ Blocker = PolynomialOf{}
	_ Blocker = Compose{}
)

// blockLength is the least length of points for which the context is checked for every pair: a block
// of them may take more than 100 ms.
const blockLength = 256

// Block stores k(xs[i], ts[j]) in dst[i*len(ts)+j], for valid points. It may stop where the context has ended.
func Block(ctx context.Context, dst []float64, k Kernel, xs, ts [][]float64) {
	if b, ok := k.(Blocker); ok {
		b.Block(ctx, dst, xs, ts)
		return
	}
	at := k.At
	e, isExponential := k.(interface{ exponent(x, t []float64) float64 })
	if isExponential {
		at = e.exponent
	}
	for i, x := range xs {
		for j, t := range ts {
			if len(x) >= blockLength && ctx.Err() != nil {
				return
			}
			dst[i*len(ts)+j] = at(x, t)
		}
	}
	if isExponential {
		dense.Exponentials(dst[:len(xs)*len(ts)])
	}
}

// Rows returns the rows of a row-major matrix with d columns as points, which share its memory.
func Rows(n, d int, x []float64) [][]float64 {
	if len(x) != n*d {
		panic("mercer: a matrix of n rows needs n*d numbers")
	}
	points := make([][]float64, n)
	for i := range points {
		points[i] = x[i*d : (i+1)*d : (i+1)*d]
	}
	return points
}

// Gram returns the symmetric n x n matrix of k on n points, row-major. The error is a *PointError,
// the context's, or for too many points.
func Gram(ctx context.Context, k Kernel, points [][]float64) ([]float64, error) {
	n := len(points)
	if n > maxPoints {
		return nil, fmt.Errorf("there are %d points, and a Gram matrix takes %d at most; train on fewer rows, by a smaller split.train", n, maxPoints)
	}
	if err := validate(ctx, k, points); err != nil {
		return nil, err
	}
	gram := make([]float64, n*n)
	return gram, blocks(ctx, k, points, points, true, func(i, j int, v float64) {
		gram[i*n+j], gram[j*n+i] = v, v
	})
}

// Cross returns k(points[i], training[j]), row-major, a row for each point.
func Cross(ctx context.Context, k Kernel, points, training [][]float64) ([]float64, error) {
	if err := validate(ctx, k, points, training); err != nil {
		return nil, err
	}
	n := len(training)
	cross := make([]float64, len(points)*n)
	return cross, blocks(ctx, k, points, training, false, func(i, j int, v float64) { cross[i*n+j] = v })
}

// PointError is the error of a point that a kernel does not take.
type PointError struct {
	Point int // its place
	Err   error
}

func (e *PointError) Error() string { return fmt.Sprintf("point %d: %v", e.Point, e.Err) }

func validate(ctx context.Context, k Kernel, sets ...[][]float64) error {
	for _, points := range sets {
		for i, x := range points {
			if err := ctx.Err(); err != nil {
				return err
			}
			for j, v := range x {
				if !finite(v) {
					return &PointError{i, fmt.Errorf("number %d is %g: every one must be finite", j, v)}
				}
			}
			if err := k.ValidatePoint(x); err != nil {
				return &PointError{i, err}
			}
		}
	}
	return nil
}

// blocks calls store for every k(xs[i], ts[j]), where half is set for j <= i only, block by block.
func blocks(ctx context.Context, k Kernel, xs, ts [][]float64, half bool, store func(i, j int, v float64)) error {
	block := make([]float64, side*side)
	for i := 0; i < len(xs); i += side {
		rows := xs[i:min(i+side, len(xs))]
		for j := 0; j < len(ts) && !(half && j > i); j += side {
			columns := ts[j:min(j+side, len(ts))]
			values := block[:len(rows)*len(columns)]
			Block(ctx, values, k, rows, columns)
			if err := ctx.Err(); err != nil {
				return err
			}
			for a := range rows {
				for b := range columns {
					if half && j+b > i+a {
						break
					}
					v := values[a*len(columns)+b]
					if !finite(v) {
						return &PointError{i + a, fmt.Errorf("its kernel (%v) with another, or itself, is %g; standardise the features, or lower the kernel's parameters", k, v)}
					}
					store(i+a, j+b, v)
				}
			}
		}
	}
	return nil
}
