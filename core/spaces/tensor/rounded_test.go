package tensor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
)

// TestRoundedEntries checks that passes over rounded entries agree with passes over a tensor of these entries, and all
// other passes with those over the tensor itself, for prefixes and extensions too.
func TestRoundedEntries(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		sizes := map[int]int{2: 30, 4: 50, 6: 15, 8: 7}
		if testing.Short() {
			sizes[4], sizes[6] = 24, 10
		}
		for q, n := range sizes {
			p := randomPoints(n, 5, 31)
			whole, err := Build(context.Background(), p, q, square, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, room := range []int64{0, Count(n, q) / 2, Count(n, q) - 1} {
				var reports []float64
				part, err := BuildPart(context.Background(), p, q, square, room, true, func(f float64) { reports = append(reports, f) })
				if err != nil {
					t.Fatal(err)
				}
				if !slices.IsSorted(reports) || reports[len(reports)-1] != 1 {
					t.Errorf("q=%d: progress %v", q, reports)
				}
				fewer, err := BuildPart(context.Background(), p.Prefix(n-2), q, square, room, true, nil)
				if err != nil {
					t.Fatal(err)
				}
				more, err := fewer.Extend(context.Background(), p, room, true, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !part.HasRounded() {
					t.Errorf("q=%d: no rounded entries", q)
				}
				for _, tensor := range []*Packed{part, fewer, more, part.Prefix(n - 3)} {
					checkRounded(t, tensor, whole.Prefix(tensor.Points()))
				}
			}
		}
	})
}

// checkRounded compares a tensor with rounded entries with the whole tensor.
func checkRounded(t *testing.T, part, whole *Packed) {
	t.Helper()
	name := fmt.Sprintf("order %d, %d points, %d entries held", part.q, part.Points(), part.Held())
	if part.Held()+int64(len(part.rounded)) != whole.Entries() {
		t.Fatalf("%s: %d rounded", name, len(part.rounded))
	}
	if !part.HasRounded() { // a prefix that is held
		return
	}
	entries := slices.Clone(whole.data)
	for e, v := range part.rounded {
		exact := &entries[part.Held()+int64(e)]
		if math.Abs(v.float64()-*exact) > 0x1p-21*math.Abs(*exact) {
			t.Fatalf("%s: %g is rounded to %g", name, *exact, v.float64())
		}
		*exact = v.float64()
	}
	n := part.Points()
	got, want := randomSides(n, mostSides+2), randomSides(n, mostSides+2)
	for k := range n / 2 {
		got[3].Alpha[k], want[3].Alpha[k] = 0, 0
	}
	got[1].M, want[1].M = nil, nil
	c := NewContraction(part)
	if err := c.Rounded(context.Background(), got); err != nil {
		t.Fatal(err)
	}
	if err := NewContraction(&Packed{points: part.points, q: part.q, data: entries}).All(context.Background(), want); err != nil {
		t.Fatal(err)
	}
	for k := range got {
		if !slices.Equal(got[k].Omega, want[k].Omega) || !slices.Equal(got[k].M, want[k].M) {
			t.Errorf("%s: a pass differs from the pass over the rounded entries as float64", name)
		}
	}
	if err := c.All(context.Background(), got); err != nil {
		t.Fatal(err)
	}
	exact := NewContraction(whole)
	if err := exact.All(context.Background(), want); err != nil {
		t.Fatal(err)
	}
	for k := range got {
		if !slices.Equal(got[k].Omega, want[k].Omega) || !slices.Equal(got[k].M, want[k].M) {
			t.Errorf("%s: rounded entries change the digits", name)
		}
	}
	magnitude, wantMagnitude := make([]float64, n), make([]float64, n)
	if err := c.Magnitude(context.Background(), magnitude, got[0].Alpha); err != nil {
		t.Fatal(err)
	}
	if err := exact.Magnitude(context.Background(), wantMagnitude, got[0].Alpha); err != nil || !slices.Equal(magnitude, wantMagnitude) {
		t.Errorf("%s: rounded entries change the magnitude (%v)", name, err)
	}
}

// TestHalves checks that numbers of all sizes are rounded to the nearest number of 21 binary digits.
func TestHalves(t *testing.T) {
	for _, v := range []float64{0, 1, -3, 0.1, -math.Pi, 1e300, -1e-300, math.MaxFloat64 / 2, 1 + 0x1.8p-21, 2 - 0x1p-40} {
		got := halve(v).float64()
		if math.Abs(got-v) > 0x1p-21*math.Abs(v) || math.Signbit(got) != math.Signbit(v) {
			t.Errorf("%g is rounded to %g", v, got)
		}
		if again := halve(got).float64(); again != got {
			t.Errorf("%g is rounded to %g", got, again)
		}
	}
}

// TestRoundedStops checks that a pass ends with its context, and that a pass without rounded entries panics.
func TestRoundedStops(t *testing.T) {
	const n = 20
	ended, end := context.WithCancel(context.Background())
	end()
	p := randomPoints(n, 2, 1)
	packed, err := BuildPart(context.Background(), p, 4, square, 0, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := NewContraction(packed).Rounded(ended, randomSides(n, 1)); err != context.Canceled {
		t.Errorf("error %v", err)
	}
	if _, err := BuildPart(ended, p, 4, square, 0, true, nil); err != context.Canceled {
		t.Errorf("build: error %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	NewContraction(&Packed{points: p, q: 4}).Rounded(context.Background(), randomSides(n, 1))
}

// BenchmarkRounded reads a tensor of order 4 over 300 points with M, with held and with rounded entries.
func BenchmarkRounded(b *testing.B) {
	const n, q = 300, 4
	t := &Packed{points: dense.Points{N: n}, q: q, data: randomVector(int(Count(n, q)), 2)}
	other := &Packed{points: dense.Points{N: n}, q: q, rounded: make([]Half, Count(n, q))}
	for e, v := range t.data {
		other.rounded[e] = halve(v)
	}
	sides, held, rounded := randomSides(n, 1), NewContraction(t), NewContraction(other)
	onThreads(b, func(b *testing.B) {
		b.Run("held", func(b *testing.B) {
			for b.Loop() {
				held.All(context.Background(), sides)
			}
		})
		b.Run("rounded", func(b *testing.B) {
			for b.Loop() {
				rounded.Rounded(context.Background(), sides)
			}
		})
	})
}
