// Package dense computes inner products of points, and factors symmetric matrices that are
// stored whole: by Cholesky's method, and by a reduction to a band matrix that serves many
// shifts. Factorisations use block products on all processors, and end soon after the context.
package dense

import (
	"context"
	"sync"
)

// rowBlock is the number of rows of a matrix that are computed between two checks of the context.
const rowBlock = 128

// scratch is the memory of one worker. It is kept for later factorisations.
type scratch struct {
	Cross
	rows []float64
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// eachBlock calls work for the blocks of count rows from first to end, in any order and on all
// processors, until the context ends, and reports whether all blocks are done.
func eachBlock(ctx context.Context, first, end int, work func(s *scratch, i, count int)) bool {
	Parallel((end-first+rowBlock-1)/rowBlock, func(k int) {
		if ctx.Err() != nil {
			return
		}
		s := scratches.Get().(*scratch)
		i := first + k*rowBlock
		work(s, i, min(rowBlock, end-i))
		scratches.Put(s)
	})
	return ctx.Err() == nil
}
