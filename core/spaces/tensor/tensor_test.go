package tensor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

func randomPoints(n, d int, seed uint64) dense.Points {
	r := rand.New(rand.NewPCG(seed, 1))
	p := dense.Points{N: n, D: d, X: make([]float64, n*d)}
	for i := range p.X {
		p.X[i] = r.NormFloat64()
	}
	return p
}

func randomVector(n int, seed uint64) []float64 {
	return randomPoints(n, 1, seed).X
}

func square(s []float64) {
	for i := range s {
		s[i] *= s[i]
	}
}

// forAll calls f with every index tuple in [0,n)^q, in no particular order.
func forAll(n, q int, f func(index []int)) {
	index := make([]int, q)
	for {
		f(index)
		t := 0
		for ; t < q; t++ {
			index[t]++
			if index[t] < n {
				break
			}
			index[t] = 0
		}
		if t == q {
			return
		}
	}
}

// byDefinition evaluates omega and M by their definition, without symmetry.
func byDefinition(p dense.Points, q int, g func(float64) float64, alpha []float64) (omega, m []float64) {
	n := p.N
	omega, m = make([]float64, n), make([]float64, n*n)
	forAll(n, q, func(index []int) {
		var s float64
		for l := range p.D {
			prod := 1.0
			for _, i := range index {
				prod *= p.X[i*p.D+l]
			}
			s += prod
		}
		v := g(s)
		for _, i := range index[2:] {
			v *= alpha[i]
		}
		m[index[0]*n+index[1]] += v
		omega[index[0]] += v * alpha[index[1]]
	})
	return omega, m
}

func maxDifference(a, b []float64) (difference, scale float64) {
	for i := range a {
		difference = max(difference, math.Abs(a[i]-b[i]))
		scale = max(scale, math.Abs(b[i]))
	}
	return difference, scale
}

func assertClose(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if d, s := maxDifference(got, want); !(d <= tolerance*max(s, 1e-300)) {
		t.Errorf("%s differs by %g of %g", what, d, s)
	}
}

func TestRankIsABijection(t *testing.T) {
	for _, q := range []int{2, 4, 6, 8} {
		n := map[int]int{2: 40, 4: 14, 6: 8, 8: 6}[q]
		next := int64(0)
		var walk func(index []int, top int)
		index := make([]int, q)
		walk = func(rest []int, top int) {
			if len(rest) == 0 {
				if r := Rank(index); r != next {
					t.Fatalf("q=%d: rank of %v is %d, want %d", q, index, r, next)
				}
				back := make([]int, q)
				Unrank(back, next)
				if fmt.Sprint(back) != fmt.Sprint(index) {
					t.Fatalf("q=%d: unrank(%d) = %v, want %v", q, next, back, index)
				}
				next++
				return
			}
			for i := 0; i <= top; i++ {
				rest[len(rest)-1] = i
				walk(rest[:len(rest)-1], i)
			}
		}
		walk(index, n-1) // colexicographic order: the last index is the slowest
		if c := Count(n, q); c != next {
			t.Errorf("Count(%d,%d) = %d, want %d", n, q, c, next)
		}
	}
}

func TestCountSaturates(t *testing.T) {
	if c := Count(200, 4); c != 68685050 {
		t.Errorf("Count(200,4) = %d", c)
	}
	if c := Count(1_000_000, 8); c != math.MaxInt64 {
		t.Errorf("Count(1e6,8) = %d, want saturation", c)
	}
}

func TestAgainstDenseExpansion(t *testing.T) {
	kernels := map[string]struct {
		apply func([]float64)
		g     func(float64) float64
	}{
		"linear": {func([]float64) {}, func(s float64) float64 { return s }},
		"square": {square, func(s float64) float64 { return s * s }},
		"exp": {func(s []float64) {
			for i := range s {
				s[i] = math.Exp(s[i])
			}
		}, math.Exp},
	}
	largest := map[int]int{2: 9, 4: 7, 6: 5, 8: 4}
	for name, k := range kernels {
		for q, top := range largest {
			for n := 1; n <= top; n++ {
				t.Run(fmt.Sprintf("%s/q=%d/n=%d", name, q, n), func(t *testing.T) {
					p := randomPoints(n, 3, uint64(10*n+q))
					if name == "exp" {
						for i := range p.X {
							p.X[i] *= 0.7
						}
					}
					packed, err := Build(context.Background(), p, q, k.apply, nil)
					if err != nil {
						t.Fatal(err)
					}
					alpha := randomVector(n, uint64(n))
					wantOmega, wantM := byDefinition(p, q, k.g, alpha)
					omega, m := make([]float64, n), make([]float64, n*n)
					c := NewContraction(packed)
					c.OmegaM(context.Background(), omega, m, alpha)
					assertClose(t, "omega", omega, wantOmega, 1e-12)
					assertClose(t, "M", m, wantM, 1e-12)
					c.OmegaM(context.Background(), omega, nil, alpha)
					assertClose(t, "omega alone", omega, wantOmega, 1e-12)
					product := make([]float64, n)
					for i := range n {
						for j := range n {
							product[i] += m[i*n+j] * alpha[j]
						}
					}
					assertClose(t, "M alpha", product, wantOmega, 1e-12)
				})
			}
		}
	}
}

func TestAtIsTheKernelValue(t *testing.T) {
	p := randomPoints(5, 4, 3)
	packed, err := Build(context.Background(), p, 4, square, nil)
	if err != nil {
		t.Fatal(err)
	}
	forAll(5, 4, func(index []int) {
		var s float64
		for l := range p.D {
			s += p.Row(index[0])[l] * p.Row(index[1])[l] * p.Row(index[2])[l] * p.Row(index[3])[l]
		}
		if got, want := packed.At(index...), s*s; math.Abs(got-want) > 1e-12*math.Abs(want)+1e-14 {
			t.Fatalf("K%v = %g, want %g", index, got, want)
		}
	})
}

func TestPrefixIsTheTensorOfTheFirstPoints(t *testing.T) {
	p := randomPoints(17, 5, 4)
	whole, err := Build(context.Background(), p, 4, square, nil)
	if err != nil {
		t.Fatal(err)
	}
	for m := 1; m <= p.N; m++ {
		part, err := Build(context.Background(), p.Prefix(m), 4, square, nil)
		if err != nil {
			t.Fatal(err)
		}
		prefix := whole.Prefix(m)
		if len(prefix.data) != len(part.data) {
			t.Fatalf("m=%d: %d entries, want %d", m, len(prefix.data), len(part.data))
		}
		for e, v := range part.data {
			if prefix.data[e] != v {
				t.Fatalf("m=%d: entry %d is %g, want exactly %g", m, e, prefix.data[e], v)
			}
		}
	}
}

func TestZerosInAlpha(t *testing.T) {
	p := randomPoints(6, 3, 9)
	packed, err := Build(context.Background(), p, 4, square, nil)
	if err != nil {
		t.Fatal(err)
	}
	for mask := range 1 << 6 {
		alpha := randomVector(6, 8)
		for i := range alpha {
			if mask>>i&1 == 0 {
				alpha[i] = 0
			}
		}
		want, _ := byDefinition(p, 4, func(s float64) float64 { return s * s }, alpha)
		got := make([]float64, 6)
		NewContraction(packed).OmegaM(context.Background(), got, nil, alpha)
		if d, _ := maxDifference(got, want); d > 1e-10 {
			t.Fatalf("mask %b: omega differs by %g", mask, d)
		}
	}
}

func TestWideRowsAreChunked(t *testing.T) {
	p := randomPoints(7, 2*256+37, 5)
	z := randomVector(p.D, 6)
	for k := range p.N {
		got := make([]float64, (k+1)*(k+2)/2)
		var tr dense.Triangle
		tr.Compute(got, p, z, k)
		var want []float64
		for j := 0; j <= k; j++ {
			for i := 0; i <= j; i++ {
				var s float64
				for l := range z {
					s += p.Row(i)[l] * z[l] * p.Row(j)[l]
				}
				want = append(want, s)
			}
		}
		assertClose(t, fmt.Sprintf("triangle of %d points", k+1), got, want, 1e-12)
	}
}

// TestShardsOfAPrefix checks that the shards of fewer points are those of more points, with the
// last one cut short, and that each shard has the right number of points.
func TestShardsOfAPrefix(t *testing.T) {
	for _, q := range []int{4, 6} {
		top := map[int]int{4: 90, 6: 24}[q]
		whole := Shards(top, q)
		if len(whole) < 20 || whole[len(whole)-1].To != Count(top, q) {
			t.Fatalf("q=%d: %d shards, the last %v", q, len(whole), whole[len(whole)-1])
		}
		for n := 1; n <= top; n++ {
			index := make([]int, q)
			at := int64(0)
			for s, shard := range Shards(n, q) {
				if shard.From != at || shard.From != whole[s].From || shard.To != min(whole[s].To, Count(n, q)) {
					t.Fatalf("q=%d, n=%d: shard %d is %v, of %d points %v", q, n, s, shard, top, whole[s])
				}
				Unrank(index, shard.To-1)
				if shard.Points != index[q-1]+1 {
					t.Fatalf("q=%d, n=%d: shard %v ends at %v", q, n, shard, index)
				}
				Unrank(index, shard.From)
				if index[0] != 0 || index[1] != 0 {
					t.Fatalf("q=%d, n=%d: shard %v begins within a block, at %v", q, n, shard, index)
				}
				at = shard.To
			}
			if at != Count(n, q) {
				t.Fatalf("q=%d, n=%d: the shards end at %d", q, n, at)
			}
		}
	}
}

// contract returns omega and M of one pass, and omega of another.
func contract(t *Packed, alpha []float64) []float64 {
	n := t.Points()
	omega, m, alone := make([]float64, n), make([]float64, n*n), make([]float64, n)
	c := NewContraction(t)
	c.OmegaM(context.Background(), omega, m, alpha)
	c.OmegaM(context.Background(), alone, nil, alpha)
	return slices.Concat(omega, m, alone)
}

// TestHoldingAPart checks that the digits do not depend on how many entries are held and how many
// computed, nor on extensions and prefixes.
func TestHoldingAPart(t *testing.T) {
	for q, n := range map[int]int{2: 40, 4: 50, 6: 17} {
		p, alpha, random := randomPoints(n, 5, 31), randomVector(n, 32), rand.New(rand.NewPCG(33, 34))
		whole, err := Build(context.Background(), p, q, square, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := contract(whole, alpha)
		shards := Shards(n, q)
		for _, room := range []int64{0, shards[0].To - 1, shards[0].To, whole.Entries() - 1, whole.Entries()} {
			part, err := BuildPart(context.Background(), p, q, square, room, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			if part.Held() > room || part.Held() != Holds(n, q, room) {
				t.Errorf("q=%d: %d entries held where there is room for %d", q, part.Held(), room)
			}
			if !slices.Equal(contract(part, alpha), want) {
				t.Errorf("q=%d: holding %d of %d entries changes the digits", q, part.Held(), whole.Entries())
			}
			for range 20 {
				index := make([]int, q)
				for i := range index {
					index[i] = random.IntN(n)
				}
				if got, want := part.At(index...), whole.At(index...); math.Abs(got-want) > 1e-12*math.Abs(want) {
					t.Errorf("q=%d: K%v is %g where %d entries are held, %g where all are", q, index, got, part.Held(), want)
				}
			}
			m := n - 3
			fewer, err := BuildPart(context.Background(), p.Prefix(m), q, square, room, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(contract(part.Prefix(m), alpha[:m]), contract(fewer, alpha[:m])) {
				t.Errorf("q=%d: a prefix with %d entries held differs from the tensor of its points", q, part.Held())
			}
			more, err := fewer.Extend(context.Background(), p, whole.Entries(), false, nil)
			if err != nil {
				t.Fatal(err)
			}
			if more.Held() != whole.Entries() || !slices.Equal(more.data, whole.data) {
				t.Errorf("q=%d: extending %d held entries differs from building", q, fewer.Held())
			}
		}
	}
}

func TestBuildStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Build(ctx, randomPoints(20, 3, 1), 4, square, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestProgressEndsAtOne(t *testing.T) {
	var last float64
	_, err := Build(context.Background(), randomPoints(24, 3, 1), 4, square, func(f float64) {
		if f < last {
			t.Errorf("progress falls from %g to %g", last, f)
		}
		last = f
	})
	if err != nil || last != 1 {
		t.Errorf("progress ends at %g, error %v", last, err)
	}
}

// TestWatchedPasses checks that a pass over computed entries reports its progress and ends with its context.
func TestWatchedPasses(t *testing.T) {
	const n = 60
	values := 0
	countValues := func(s []float64) { values += len(s) }
	packed, err := BuildPart(context.Background(), randomPoints(n, 2, 1), 4, countValues, 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // countValues is not safe for concurrent use
	c := NewContraction(packed)
	ctx, cancel := context.WithCancel(context.Background())
	messages, last := 0, 0.0
	c.Watch(func(f float64) {
		if messages++; f <= last {
			t.Errorf("progress falls from %g to %g", last, f)
		}
		last = f
	})
	omega, alpha := make([]float64, n), randomVector(n, 2)
	for range 2 {
		messages, last = 0, 0
		c.OmegaM(context.Background(), omega, nil, alpha)
		if messages < 5 || last != 1 {
			t.Errorf("%d messages, the last at %g", messages, last)
		}
	}
	cancel()
	values, last = 0, 0
	c.Watch(func(float64) {})
	if err := c.OmegaM(ctx, omega, nil, alpha); values != 0 || err == nil {
		t.Errorf("%d entries are computed after the end, error %v", values, err)
	}
}

func TestContractionAllocatesNothing(t *testing.T) {
	for _, q := range []int{2, 4, 6} {
		for _, room := range []int64{0, math.MaxInt64} {
			packed, err := BuildPart(context.Background(), randomPoints(9, 3, 1), q, square, room, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			c := NewContraction(packed)
			omega, m, alpha := make([]float64, 9), make([]float64, 81), randomVector(9, 2)
			c.OmegaM(context.Background(), omega, m, alpha)
			if n := testing.AllocsPerRun(10, func() { c.OmegaM(context.Background(), omega, m, alpha) }); n != 0 {
				t.Errorf("q=%d, room for %d: %g allocations per contraction", q, room, n)
			}
		}
	}
}

func TestDigitsDoNotDependOnProcessors(t *testing.T) {
	const n = 60 // many shards
	p := randomPoints(n, 6, 11)
	alpha := randomVector(n, 12)
	var want []float64
	for _, procs := range []int{1, 2, 8} {
		before := runtime.GOMAXPROCS(procs)
		packed, err := Build(context.Background(), p, 4, square, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := contract(packed, alpha)
		runtime.GOMAXPROCS(before)
		if want == nil {
			want = got
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("with %d processors value %d is %v, with one %v", procs, i, got[i], want[i])
			}
		}
	}
}

// TestEvaluateAtTrainingPointsIsOmega checks that the prediction at a training point is its omega,
// for every order and with zeros in alpha.
func TestEvaluateAtTrainingPointsIsOmega(t *testing.T) {
	for q, n := range map[int]int{2: 9, 4: 8, 6: 6, 8: 4} {
		p := randomPoints(n, 3, uint64(q))
		alpha := randomVector(n, 21)
		for _, zeros := range []int{0, 1, n - 1, n} {
			clear(alpha[:zeros])
			alphas := [][]float64{alpha, randomVector(n, 22), make([]float64, n)}
			alphas[1][0] = 0
			if zeros == 0 {
				alphas = alphas[:1] // no zeros
			}
			got := values(len(alphas), n)
			if err := Evaluate(context.Background(), got, p, q, kernel.Polynomial{Degree: 2}, alphas, p); err != nil {
				t.Fatal(err)
			}
			for k, alpha := range alphas {
				want, _ := byDefinition(p, q, func(s float64) float64 { return s * s }, alpha)
				assertClose(t, fmt.Sprintf("q=%d, %d zeros: prediction %d", q, zeros, k), got[k], want, 1e-12)
			}
		}
	}
}

// TestEvaluateSharesPoints checks that the values at many points do not depend on the number of
// processors and are those at each point alone, and that an evaluation ends with its context.
func TestEvaluateSharesPoints(t *testing.T) {
	p, x := randomPoints(30, 3, 1), randomPoints(20, 3, 2)
	alphas := [][]float64{randomVector(30, 3), randomVector(30, 4)}
	if float64(Count(p.N, 3))*float64(x.N) < worthSharing {
		t.Fatal("the problem is too small to be shared")
	}
	want, got := values(2, x.N), values(2, x.N)
	for i := range x.N {
		one := values(2, 1)
		if err := Evaluate(context.Background(), one, p, 4, kernel.Polynomial{Degree: 2}, alphas, dense.Points{N: 1, D: 3, X: x.Row(i)}); err != nil {
			t.Fatal(err)
		}
		want[0][i], want[1][i] = one[0][0], one[1][0]
	}
	for _, threads := range []int{1, 2, 5} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
			if err := Evaluate(context.Background(), got, p, 4, kernel.Polynomial{Degree: 2}, alphas, x); err != nil {
				t.Fatal(err)
			}
		}()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d processors: %v, want %v", threads, got, want)
		}
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if err := Evaluate(ended, got, p, 4, kernel.Polynomial{Degree: 2}, alphas, x); err != context.Canceled {
		t.Errorf("after the end of the context: %v", err)
	}
}

// values returns room for the given number of functions at n points.
func values(functions, n int) [][]float64 {
	v := make([][]float64, functions)
	for k := range v {
		v[k] = make([]float64, n)
	}
	return v
}

// randomSides returns right-hand sides for n points, with room for their results.
func randomSides(n, count int) []Evaluation {
	sides := make([]Evaluation, count)
	for k := range sides {
		sides[k] = Evaluation{make([]float64, n), make([]float64, n*n), randomVector(n, uint64(100+k))}
	}
	return sides
}

// TestSidesAreThoseAlone checks that several right-hand sides, with and without M and with zeros in alpha, have the
// same digits as each alone, for more sides than a pass takes, with entries held or not.
func TestSidesAreThoseAlone(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		sizes := map[int]int{2: 30, 4: 45, 6: 14, 8: 7}
		if testing.Short() {
			sizes[4], sizes[6] = 24, 10
		}
		for q, n := range sizes {
			p := randomPoints(n, 3, uint64(q))
			for _, room := range []int64{Count(n, q), Count(n, q) / 2, 0} {
				packed, err := BuildPart(context.Background(), p, q, square, room, false, nil)
				if err != nil {
					t.Fatal(err)
				}
				sides := randomSides(n, 2*mostSides+3)
				for k := range sides {
					clear(sides[k].Alpha[:k*n/len(sides)])
					if k%3 == 1 {
						sides[k].M = nil
					}
				}
				if err := NewContraction(packed).All(context.Background(), sides); err != nil {
					t.Fatal(err)
				}
				alone, omega, m := NewContraction(packed), make([]float64, n), make([]float64, n*n)
				for k, s := range sides {
					if s.M == nil {
						err = alone.OmegaM(context.Background(), omega, nil, s.Alpha)
					} else if err = alone.OmegaM(context.Background(), omega, m, s.Alpha); !slices.Equal(s.M, m) {
						t.Errorf("q=%d room=%d side %d: M has other digits than alone", q, room, k)
					}
					if err != nil || !slices.Equal(s.Omega, omega) {
						t.Errorf("q=%d room=%d side %d: omega has other digits than alone (%v)", q, room, k, err)
					}
				}
			}
		}
	})
}
