package main

import (
	"fmt"
	"slices"

	"lplab/core/tensor"
)

// deal says which worker has which shards of a tensor of order 4 over n points.
type deal struct {
	shards []tensor.Shard
	held   int64   // entries, whole shards: the others are computed in every pass
	own    [][]int // by worker: its shards, ascending
}

// newDeal deals the shards to the wanted number of workers, or to as many as
// their memories need.
func newDeal(n int, held int64, wanted int) (*deal, error) {
	d := &deal{shards: tensor.Shards(n, order), held: held}
	wanted = min(wanted, len(d.shards))
	for workers := wanted; workers <= max(wanted, mostNeeded); workers++ {
		if d.to(workers) <= workerBytes {
			return d, nil
		}
	}
	return nil, fmt.Errorf("the packed tensor takes %d GB, and the workers of a browser hold %d GB of it at most; use fewer training rows (model.subsample)",
		8*held/1e9, int64(mostNeeded)*workerBytes/1e9)
}

// to deals to so many workers and returns the most bytes that one has to hold.
// Largest first, each shard goes to the worker that has least: of entries to
// compute in every pass, or of those to read.
func (d *deal) to(workers int) (most int64) {
	d.own = make([][]int, workers)
	read, computed := make([]int64, workers), make([]int64, workers)
	for s := range slices.Backward(d.shards) {
		load := read
		if d.shards[s].To > d.held {
			load = computed
		}
		w := 0
		for v := range load {
			if load[v] < load[w] {
				w = v
			}
		}
		load[w] += d.shards[s].To - d.shards[s].From
		d.own[w] = append(d.own[w], s)
		most = max(most, 8*read[w])
	}
	for _, own := range d.own {
		slices.Reverse(own)
	}
	return most
}
