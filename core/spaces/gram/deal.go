package gram

import (
	"slices"

	"lplab/core/spaces/tensor"
)

// Deal assigns the shards of a tensor to workers, each with its own memory.
type Deal struct {
	Shards []tensor.Shard
	Held   int64   // entries, whole shards: the others are computed in every pass
	Own    [][]int // by worker: its shards, ascending
}

// NewDeal deals the shards of the tensor of order q over n points to the wanted number of workers,
// or to more, up to most, until none holds more than room entries; ok is false where all hold more.
func NewDeal(n, q int, held int64, wanted, most int, room int64) (d *Deal, ok bool) {
	d = &Deal{Shards: tensor.Shards(n, q), Held: held}
	wanted = min(wanted, len(d.Shards))
	for workers := wanted; workers <= max(wanted, most); workers++ {
		if d.to(workers) <= room {
			return d, true
		}
	}
	return nil, false
}

// to deals to so many workers and returns the most entries that one holds. Each shard, the largest
// first, goes to the worker that has the fewest entries to compute in every pass, or to read.
func (d *Deal) to(workers int) (most int64) {
	d.Own = make([][]int, workers)
	read, computed := make([]int64, workers), make([]int64, workers)
	for s := range slices.Backward(d.Shards) {
		load := read
		if d.Shards[s].To > d.Held {
			load = computed
		}
		w := slices.Index(load, slices.Min(load))
		load[w] += d.Shards[s].To - d.Shards[s].From
		d.Own[w] = append(d.Own[w], s)
	}
	for _, own := range d.Own {
		slices.Reverse(own)
	}
	return slices.Max(read)
}
