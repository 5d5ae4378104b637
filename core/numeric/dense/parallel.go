package dense

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls work(0), ..., work(n-1) from as many goroutines as there are processors,
// beginning with n-1, the largest.
func Parallel(n int, work func(int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers == 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var left atomic.Int64
	left.Store(int64(n))
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				i := int(left.Add(-1))
				if i < 0 {
					return
				}
				work(i)
			}
		})
	}
	wg.Wait()
}
