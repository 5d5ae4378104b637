package rng

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

// TestSplitmixVectors compares with the published first outputs for seed 1234567.
func TestSplitmixVectors(t *testing.T) {
	z := uint64(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := SplitMix(&z); got != want {
			t.Errorf("output %d: %d, want %d", i, got, want)
		}
	}
}

// TestXoshiroVectors compares with the published first outputs from state 1, 2, 3, 4.
func TestXoshiroVectors(t *testing.T) {
	r := &Source{s: [4]uint64{1, 2, 3, 4}}
	for i, want := range []uint64{11520, 0, 1509978240, 1215971899390074240, 1216172134540287360,
		607988272756665600, 16172922978634559625, 8476171486693032832, 10595114339597558777, 2904607092377533576} {
		if got := r.Uint64(); got != want {
			t.Errorf("output %d: %d, want %d", i, got, want)
		}
	}
}

// TestAgainstBigIntegers compares with the specification in the package comment, run on big integers.
func TestAgainstBigIntegers(t *testing.T) {
	mod := new(big.Int).Lsh(big.NewInt(1), 64)
	num := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
	mul := func(x *big.Int, c uint64) *big.Int { x = new(big.Int).Mul(x, num(c)); return x.Mod(x, mod) }
	xor := func(x, y *big.Int) *big.Int { return new(big.Int).Xor(x, y) }
	right := func(x *big.Int, k uint) *big.Int { return new(big.Int).Rsh(x, k) }
	left := func(x *big.Int, k uint) *big.Int { x = new(big.Int).Lsh(x, k); return x.Mod(x, mod) }
	rotl := func(x *big.Int, k uint) *big.Int { return new(big.Int).Or(left(x, k), right(x, 64-k)) }

	for _, seed := range []uint64{0, 1, 42, 1<<53 - 1, math.MaxUint64} {
		var s [4]*big.Int
		z := num(seed)
		for i := range s {
			z = new(big.Int).Add(z, num(0x9e3779b97f4a7c15))
			z.Mod(z, mod)
			x := mul(xor(z, right(z, 30)), 0xbf58476d1ce4e5b9)
			x = mul(xor(x, right(x, 27)), 0x94d049bb133111eb)
			s[i] = xor(x, right(x, 31))
		}
		r := New(seed)
		for i := range 100 {
			want := mul(rotl(mul(s[1], 5), 7), 9).Uint64()
			shifted := left(s[1], 17)
			s[2] = xor(s[2], s[0])
			s[3] = xor(s[3], s[1])
			s[1] = xor(s[1], s[2])
			s[0] = xor(s[0], s[3])
			s[2] = xor(s[2], shifted)
			s[3] = rotl(s[3], 45)
			if got := r.Uint64(); got != want {
				t.Fatalf("seed %d, output %d: %d, want %d", seed, i, got, want)
			}
		}
	}
}

// TestFrozen checks the outputs on which stored experiments rely: outputs may be added but never changed.
func TestFrozen(t *testing.T) {
	r := New(1)
	if got, want := []uint64{r.Uint64(), r.Uint64()}, frozenWords; !slices.Equal(got, want) {
		t.Errorf("words: %#v", got)
	}
	r = NewStream(1, "split")
	if got, want := []uint64{r.Uint64(), r.Uint64()}, frozenStream; !slices.Equal(got, want) {
		t.Errorf("stream: %#v", got)
	}
	if got := New(2).Perm(10); !slices.Equal(got, frozenPerm) {
		t.Errorf("permutation: %#v", got)
	}
	r = New(3)
	var normals [6]float64
	for i := range normals {
		normals[i] = r.Normal()
	}
	if normals != frozenNormals {
		t.Errorf("normals: %x", normals)
	}
	// A hash of a million normals covers every branch of quantile.
	var bits uint64
	for range 1_000_000 {
		bits = bits*31 + math.Float64bits(r.Normal())
	}
	if bits != frozenMillion {
		t.Errorf("a million normals: %#x", bits)
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(100) {
		for _, name := range []string{"", "split", "rows", "noise", "weights", "a", "b"} {
			word := NewStream(seed, name).Uint64()
			if other, dup := seen[word]; dup {
				t.Errorf("%d/%s begins with the same word as a stream %s", seed, name, other)
			}
			seen[word] = name
		}
	}
	// Neighbouring seeds and names do not correlate: 4 sigma of 1/sqrt(n).
	const n = 100_000
	a, b, c := NewStream(1, "rows"), NewStream(2, "rows"), NewStream(1, "noise")
	var ab, ac float64
	for range n {
		x := a.Normal()
		ab += x * b.Normal()
		ac += x * c.Normal()
	}
	if limit := 4 * math.Sqrt(n); math.Abs(ab) > limit || math.Abs(ac) > limit {
		t.Errorf("correlations %g, %g", ab/n, ac/n)
	}
}

func TestMoments(t *testing.T) {
	const n = 1_000_000
	r := New(7)
	var mean, normal [5]float64
	for range n {
		u, x := r.Float64(), r.Normal()
		if u < 0 || u >= 1 {
			t.Fatalf("uniform %v", u)
		}
		power, product := 1.0, 1.0
		for k := range mean {
			mean[k] += power / n
			normal[k] += product / n
			power *= u
			product *= x
		}
	}
	for k := range mean {
		if want := 1 / float64(k+1); math.Abs(mean[k]-want) > 2e-3 {
			t.Errorf("uniform moment %d: %g, want %g", k, mean[k], want)
		}
		if want := [5]float64{1, 0, 1, 0, 3}[k]; math.Abs(normal[k]-want) > 0.03 {
			t.Errorf("normal moment %d: %g, want %g", k, normal[k], want)
		}
	}
}

func TestIntNIsUniform(t *testing.T) {
	r := New(11)
	for _, n := range []int{1, 2, 3, 7, 10} {
		counts := make([]float64, n)
		const draws = 100_000
		for range draws {
			counts[r.IntN(n)]++
		}
		chi2, expected := 0.0, draws/float64(n)
		for _, c := range counts {
			chi2 += (c - expected) * (c - expected) / expected
		}
		if chi2 > float64(n)+6*math.Sqrt(2*float64(n)) {
			t.Errorf("n = %d: chi-square %g", n, chi2)
		}
	}
	// The rejection branch: n near 2^63 rejects about half of the words.
	for range 1000 {
		if x := r.IntN(math.MaxInt64/2 + 2); x < 0 || x > math.MaxInt64/2+1 {
			t.Fatalf("IntN out of range: %d", x)
		}
	}
}

func TestPerm(t *testing.T) {
	r := New(5)
	counts := map[[3]int]int{}
	for range 60_000 {
		counts[[3]int(r.Perm(3))]++
	}
	if len(counts) != 6 {
		t.Errorf("%d of 6 permutations", len(counts))
	}
	for p, c := range counts {
		if c < 9_500 || c > 10_500 {
			t.Errorf("%v: %d of 10000", p, c)
		}
	}
	if got := r.Perm(0); len(got) != 0 {
		t.Errorf("Perm(0) = %v", got)
	}
}

func TestMisusePanics(t *testing.T) {
	for name, f := range map[string]func(){"IntN": func() { New(1).IntN(0) }, "Perm": func() { New(1).Perm(-1) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestQuantile compares with math.Erfc, applied to the result, and with math.Erfinv.
func TestQuantile(t *testing.T) {
	us := []float64{0x1p-53, 1e-15, 1e-12, 1e-9, 1e-6, 0.001, 0.0749, 0.075, 0.0751, 0.2, 0.4, 0.4999, 0.5, 0.5001, 0.7, 0.9249, 0.9251, 0.99, 0.999999, 1 - 1e-9, 1 - 0x1p-53}
	for i := 1; i < 1000; i++ {
		us = append(us, float64(i)/1000)
	}
	last := math.Inf(-1)
	for i, u := range us {
		x := quantile(u)
		back := math.Erfc(-x/math.Sqrt2) / 2
		if math.Abs(back-u) > 2e-14*min(u, 1-u)*(1+x*x)+2e-16 {
			t.Errorf("quantile(%g) = %g, which has the probability %g", u, x, back)
		}
		if want := math.Sqrt2 * math.Erfinv(2*u-1); u > 1e-3 && u < 0.999 && math.Abs(x-want) > 1e-13 {
			t.Errorf("quantile(%g) = %g, want %g", u, x, want)
		}
		if got := quantile(1 - u); u >= 0x1p-10 && u <= 0.5 && 1-(1-u) == u && got != -x {
			t.Errorf("quantile(1-%g) = %g, want %g", u, got, -x)
		}
		if i < 21 && x <= last {
			t.Errorf("quantile(%g) = %g is not above %g", u, x, last)
		}
		last = x
	}
	if quantile(0.5) != 0 {
		t.Errorf("quantile(1/2) = %g", quantile(0.5))
	}
}

func TestLog(t *testing.T) {
	r := New(9)
	worst := 0.0
	check := func(x float64) {
		want := math.Log(x)
		if err := math.Abs(log(x) - want); err > 0 {
			worst = max(worst, err/max(math.Abs(want), 0x1p-60))
		}
	}
	for range 200_000 {
		check(r.Float64() + 0x1p-53)
		check(math.Ldexp(r.Float64()+0.5, r.IntN(2000)-1000))
		check(1 + (r.Float64()-0.5)/1024)
	}
	if worst > 6e-16 {
		t.Errorf("relative error %g", worst)
	}
	if log(1) != 0 {
		t.Errorf("log(1) = %g", log(1))
	}
}

func BenchmarkNormal(b *testing.B) {
	r := New(1)
	for b.Loop() {
		r.Normal()
	}
}
