package tensor

import (
	"slices"
	"sync"
)

// Shard is a range [From, To) of entries that begins and ends with a block. None
// of its entries has an index of Points or above.
type Shard struct {
	From, To int64
	Points   int
}

// The first shard ends at about firstCut entries, and every other one at
// 2^(1/cutsPerDoubling) times the place where the one before it ends.
const (
	firstCut        = 1 << 16
	cutsPerDoubling = 8
)

// growth are the powers 2^(j/8), as literals so that they are the same on every platform.
var growth = [cutsPerDoubling]float64{
	1, 1.0905077326652577, 1.189207115002721, 1.2968395546510096,
	1.4142135623730951, 1.5422108254079407, 1.681792830507429, 1.8340080864093424,
}

// Shards cuts the tensor of order q over n points into ranges for parallel work, the largest a
// twelfth of a large tensor. The cuts depend neither on the number of processors nor on n: the shards
// of the first m points are those of n points, the last cut short. Partial sums are added in the order
// of the shards, so a contraction has the same digits on any number of processors, and whether the
// tensor was built for its points alone or is the prefix of a larger one.
func Shards(n, q int) []Shard {
	entries := Count(n, q)
	if q == 2 {
		return []Shard{{0, entries, n}}
	}
	var shards []Shard
	index := make([]int, q)
	from := int64(0)
	for octave := int64(firstCut); from < entries; octave *= 2 {
		for _, g := range growth {
			to := cut(index, octave, g, entries)
			if to <= from {
				continue
			}
			Unrank(index, to-1)
			shards = append(shards, Shard{from, to, index[q-1] + 1})
			from = to
		}
	}
	return shards
}

// cut returns where a shard of order q = len(index) ends: at the beginning of an entry's block.
func cut(index []int, octave int64, growth float64, entries int64) int64 {
	Unrank(index, min(int64(float64(octave)*growth), entries))
	index[0], index[1] = 0, 0
	return Rank(index)
}

// Holds returns the number of first entries that a tensor of order q over n points holds where there
// is room for the given number: as many whole shards as fit.
func Holds(n, q int, room int64) int64 {
	if entries := Count(n, q); entries <= room {
		return entries
	}
	index := make([]int, q)
	octave := int64(firstCut)
	for octave <= room {
		octave *= 2
	}
	for ; q > 2 && octave >= firstCut; octave /= 2 {
		for _, g := range slices.Backward(growth[:]) {
			if to := cut(index, octave, g, Count(n, q)); to <= room {
				return to
			}
		}
	}
	return 0
}

// reporter reports progress as a fraction of the entries, at most about a hundred times.
type reporter struct {
	mu       sync.Mutex
	progress func(float64)
	done     int64
	reported int64
	total    int64
}

func (r *reporter) add(entries int64) {
	if r.progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done += entries
	if r.done-r.reported >= r.total/100 || r.done == r.total {
		r.reported = r.done
		r.progress(float64(r.done) / float64(r.total))
	}
}
