// Package dense factors symmetric matrices that are stored whole: by Cholesky's method, and
// by a reduction to a band matrix that serves many shifts. Both are block products, on all
// processors, that end soon after the context has ended.
package dense

import (
	"context"
	"sync"
)

// rowBlock is how many rows of a matrix are worked on between two looks at the
// context.
const rowBlock = 128

// blocks works on the rows of a matrix block by block, on all processors, until the
// context ends.
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

// each calls work for the blocks of count rows from first to end, in any order, and
// reports whether the context has not ended: only then all blocks are done.
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
