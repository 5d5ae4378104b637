// Package dense computes inner products of points, and factors symmetric matrices that are
// stored whole: by Cholesky's method, and by a reduction to a band matrix that serves many
// shifts. Factorisations use block products on all processors, and end soon after the context.
package dense

import (
	"context"
	"sync"
)

// rowBlock is the number of rows that are computed between two checks of the context.
const rowBlock = 128

// blocks runs work on the rows of a matrix by blocks, on all processors.
type blocks struct {
	ctx  context.Context
	pool sync.Pool
}

// scratch is the memory of one worker.
type scratch struct {
	Cross
	rows []float64
}

func newBlocks(ctx context.Context) *blocks {
	return &blocks{ctx: ctx, pool: sync.Pool{New: func() any { return new(scratch) }}}
}

// each calls work for the blocks of count rows from first to end, in any order, until the
// context ends, and reports whether all blocks are done.
func (b *blocks) each(first, end int, work func(s *scratch, i, count int)) bool {
	Parallel((end-first+rowBlock-1)/rowBlock, func(k int) {
		if b.ctx.Err() != nil {
			return
		}
		s := b.pool.Get().(*scratch)
		i := first + k*rowBlock
		work(s, i, min(rowBlock, end-i))
		b.pool.Put(s)
	})
	return b.ctx.Err() == nil
}
