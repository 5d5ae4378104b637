package tensor

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// shardCount is how many contiguous ranges of blocks a tensor is cut into. It
// is a constant, not the number of processors, and partial sums are added in
// the order of the shards: a contraction gives the same digits however many
// goroutines share the work.
const shardCount = 16

// Shard is a range [From, To) of entries that begins and ends with a block.
type Shard struct{ From, To int64 }

// Shards cuts the tensor of order q over n points into at most 16 ranges of
// about equal size.
func Shards(n, q int) []Shard {
	entries := Count(n, q)
	if q == 2 {
		return []Shard{{0, entries}}
	}
	cuts := []int64{0}
	full := make([]int, q)
	for s := int64(1); s < shardCount; s++ {
		Unrank(full, entries/shardCount*s)
		full[0], full[1] = 0, 0 // the beginning of the block it falls in
		if cut := Rank(full); cut > cuts[len(cuts)-1] {
			cuts = append(cuts, cut)
		}
	}
	cuts = append(cuts, entries)
	shards := make([]Shard, len(cuts)-1)
	for s := range shards {
		shards[s] = Shard{cuts[s], cuts[s+1]}
	}
	return shards
}

// parallel calls work(0..n-1) from as many goroutines as there are processors.
func parallel(n int, work func(int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers == 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(i)
			}
		})
	}
	wg.Wait()
}

// reporter turns entries done into a fraction, at most once a hundredth.
type reporter struct {
	mu       sync.Mutex
	progress func(float64)
	done     int64
	said     int64
	total    int64
}

func newReporter(progress func(float64), total int64) *reporter {
	return &reporter{progress: progress, total: total}
}

func (r *reporter) add(entries int64) {
	if r.progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += entries
	if r.done-r.said >= r.total/100 || r.done == r.total {
		r.said = r.done
		r.progress(float64(r.done) / float64(r.total))
	}
}
