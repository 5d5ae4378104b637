package gram

import (
	"slices"
	"testing"

	"lplab/core/spaces/tensor"
)

// TestDeal checks that every shard has one worker, that no worker holds more than its room, and
// that the work is divided evenly.
func TestDeal(t *testing.T) {
	const room = 4000 << 20 // bytes
	for _, c := range []struct {
		n               int
		held            float64 // share of the entries
		wanted, workers int
		rounded         bool
	}{
		{90, 1, 1, 1, false}, {90, 1, 2, 2, false}, {90, 1, 8, 8, false}, {200, 1, 2, 2, false}, {300, 1, 2, 2, false}, {300, 0.5, 2, 2, false}, {300, 0, 4, 4, false},
		{400, 1, 1, 3, false}, {400, 1, 2, 3, false}, {400, 0.4, 1, 1, false}, {400, 0.5, 2, 2, false}, {700, 1, 2, 0, false}, {700, 0.2, 2, 4, false}, {700, 0, 2, 2, false}, {5, 1, 8, 1, false},
		{300, 0, 2, 2, true}, {400, 0, 1, 2, true}, {400, 0, 2, 2, true}, {400, 0.9, 2, 2, true}, {500, 0, 2, 3, true}, {700, 0, 2, 10, true}, {1000, 0, 2, 0, true},
	} {
		entries := tensor.Count(c.n, 4)
		held := tensor.Holds(c.n, 4, int64(c.held*float64(entries)))
		d, ok := AssignShards(c.n, 4, held, c.rounded, c.wanted, 16, room)
		if !ok {
			if c.workers > 0 {
				t.Errorf("%+v: no assignment", c)
			}
			continue
		}
		if len(d.Own) != c.workers {
			t.Errorf("%+v: %d workers", c, len(d.Own))
		}
		seen := make([]int, len(d.Shards))
		var reads, computes []int64
		var stored int64
		for _, own := range d.Own {
			var read, compute, bytes int64
			for _, s := range own {
				seen[s]++
				if size := d.Shards[s].To - d.Shards[s].From; d.Shards[s].To <= held {
					read += size
					bytes += 8 * size
				} else {
					compute += size
					if c.rounded {
						bytes += 4 * size
					}
				}
			}
			if stored += bytes; !slices.IsSorted(own) || bytes > room {
				t.Errorf("%+v: a worker with the shards %v holds %d bytes", c, own, bytes)
			}
			reads, computes = append(reads, read), append(computes, compute)
		}
		if stored != d.Bytes() {
			t.Errorf("%+v: %d bytes held, want %d", c, stored, d.Bytes())
		}
		if slices.Min(seen) != 1 || slices.Max(seen) != 1 {
			t.Errorf("%+v: the shards have %v workers", c, seen)
		}
		for _, load := range [][]int64{reads, computes} {
			// The largest shard is a twelfth of the whole.
			if most, least := slices.Max(load), slices.Min(load); most-least > entries/12 {
				t.Errorf("%+v: loads of %v", c, load)
			}
		}
	}
}
