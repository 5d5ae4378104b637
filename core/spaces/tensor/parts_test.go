package tensor

import (
	"context"
	"fmt"
	"math"
	"testing"
)

func linear([]float64) {}

// TestMagnitude compares with omega of all absolute values by the definition, for any number of
// held entries, and checks that later passes are not affected.
func TestMagnitude(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		for q, n := range map[int]int{2: 9, 4: 7, 6: 5} {
			p, alpha := randomPoints(n, 3, uint64(q)), randomVector(n, 40)
			absolute := make([]float64, n)
			for i, a := range alpha {
				absolute[i] = math.Abs(a)
			}
			want, _ := byDefinition(p, q, math.Abs, absolute)
			plain, _ := byDefinition(p, q, func(s float64) float64 { return s }, alpha)
			for _, room := range []int64{0, Count(n, q)} {
				packed, err := BuildPart(context.Background(), p, q, linear, room, false, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, c := make([]float64, n), NewContraction(packed)
				for range 2 {
					what := fmt.Sprintf("q=%d, %d held", q, packed.Held())
					if err := c.Magnitude(context.Background(), got, alpha); err != nil {
						t.Fatal(err)
					}
					assertClose(t, what+": magnitude", got, want, 1e-12)
					c.OmegaM(context.Background(), got, nil, alpha)
					assertClose(t, what+": omega", got, plain, 1e-12)
				}
			}
		}
	})
	// A tensor of several shards, of which some are held.
	const n, q = 50, 4
	p, alpha := randomPoints(n, 4, 41), randomVector(n, 42)
	var want []float64
	for _, room := range []int64{0, 70_000, 200_000, Count(n, q)} {
		packed, err := BuildPart(context.Background(), p, q, linear, room, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]float64, n)
		NewContraction(packed).Magnitude(context.Background(), got, alpha)
		if want == nil {
			want = got
		}
		assertClose(t, fmt.Sprintf("%d held", packed.Held()), got, want, 1e-14)
	}
}

// TestAtWithoutEntries checks that an entry that is not held is the kernel's value, of either sign.
func TestAtWithoutEntries(t *testing.T) {
	p := randomPoints(6, 3, 43)
	for _, q := range []int{2, 4, 6} {
		packed, err := BuildPart(context.Background(), p, q, linear, 0, false, nil)
		if err != nil || packed.Held() != 0 {
			t.Fatal(packed.Held(), err)
		}
		forAll(4, q, func(index []int) {
			want := 0.0
			for l := range p.D {
				product := 1.0
				for _, i := range index {
					product *= p.Row(i)[l]
				}
				want += product
			}
			if got := packed.At(index...); math.Abs(got-want) > 1e-13*(1+math.Abs(want)) {
				t.Fatalf("K%v = %g, want %g", index, got, want)
			}
		})
	}
}

// TestHoldsWholeShards checks that the largest number of whole shards that fit is held.
func TestHoldsWholeShards(t *testing.T) {
	for q, n := range map[int]int{2: 600, 4: 60, 6: 20, 8: 14} {
		entries, shards := Count(n, q), Shards(n, q)
		for _, at := range append(shards, Shard{To: 1}, Shard{To: entries * 2}) {
			for _, room := range []int64{at.To - 1, at.To, at.To + 1} {
				want := int64(0)
				for _, s := range shards {
					if s.To <= room {
						want = s.To
					}
				}
				if got := Holds(n, q, room); got != want {
					t.Errorf("n=%d, q=%d, room %d: %d entries held, want %d", n, q, room, got, want)
				}
			}
		}
		from := int64(0)
		for i, s := range shards {
			if s.From != from || s.To <= s.From {
				t.Errorf("n=%d, q=%d: shard %d is [%d, %d), after %d", n, q, i, s.From, s.To, from)
			}
			if q > 2 && s.From >= firstCut && float64(s.To) > 1.0906*float64(s.From)*1.2 {
				t.Errorf("n=%d, q=%d: shard %d is [%d, %d), longer than the largest part of an octave", n, q, i, s.From, s.To)
			}
			from = s.To
		}
		if from != entries {
			t.Errorf("n=%d, q=%d: shards end at %d of %d", n, q, from, entries)
		}
	}
}

// TestProgressOfAPart checks that progress is reported in steps of about a hundredth, from nearly 0 to
// 1, of the entries that are computed.
func TestProgressOfAPart(t *testing.T) {
	const n, q = 50, 4
	p := randomPoints(n, 3, 44)
	part, err := BuildPart(context.Background(), p, q, linear, 100_000, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	var reports []float64
	whole, err := part.Extend(context.Background(), p, Count(n, q), false, func(f float64) { reports = append(reports, f) })
	if err != nil || whole.Held() != Count(n, q) {
		t.Fatal(whole.Held(), err)
	}
	if len(reports) < 50 || len(reports) > 110 || reports[0] > 0.05 || reports[len(reports)-1] != 1 {
		t.Errorf("%d steps, from %g to %g", len(reports), reports[0], reports[len(reports)-1])
	}
	for i, f := range reports {
		if i > 0 && f <= reports[i-1] {
			t.Errorf("progress falls from %g to %g", reports[i-1], f)
		}
	}
}
