package gram

import (
	"slices"

	"lplab/core/spaces/tensor"
)

// ShardAssignment assigns the shards of a tensor to workers, each with its own memory.
type ShardAssignment struct {
	Shards  []tensor.Shard
	Held    int64   // entries, whole shards: the others are computed in every pass,
	Rounded bool    // except for passes over rounded entries, as which they are held then
	Own     [][]int // by worker: its shards, ascending
}

// AssignShards assigns the shards of the tensor of order q over n points to the wanted number of workers,
// or to more, up to most, until none holds more than room bytes; ok is false where all hold more.
func AssignShards(n, q int, held int64, rounded bool, count, most int, room int64) (d *ShardAssignment, ok bool) {
	d = &ShardAssignment{Shards: tensor.Shards(n, q), Held: held, Rounded: rounded}
	count = min(count, len(d.Shards))
	for workers := count; workers <= max(count, most); workers++ {
		if d.assign(workers) <= room {
			return d, true
		}
	}
	return d, false
}

// Stored returns the number of entries that are held, also rounded.
func (d *ShardAssignment) Stored() int64 {
	if d.Rounded {
		return d.Shards[len(d.Shards)-1].To
	}
	return d.Held
}

// Bytes returns the memory of the entries that are held.
func (d *ShardAssignment) Bytes() int64 { return 4 * (d.Held + d.Stored()) }

// assign assigns the shards to a number of workers and returns the most bytes that one holds. Each shard, the largest
// first, goes to the worker that has the fewest entries to compute in every pass, or to read.
func (d *ShardAssignment) assign(workers int) (most int64) {
	d.Own = make([][]int, workers)
	readLoad, computeLoad, bytes := make([]int64, workers), make([]int64, workers), make([]int64, workers)
	for s := range slices.Backward(d.Shards) {
		load, size := readLoad, int64(8)
		if d.Shards[s].To > d.Held {
			load, size = computeLoad, 0
			if d.Rounded {
				size = 4
			}
		}
		w, entries := slices.Index(load, slices.Min(load)), d.Shards[s].To-d.Shards[s].From
		load[w] += entries
		bytes[w] += size * entries
		d.Own[w] = append(d.Own[w], s)
	}
	for _, shards := range d.Own {
		slices.Reverse(shards)
	}
	return slices.Max(bytes)
}
