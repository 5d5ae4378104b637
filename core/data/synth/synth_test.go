package synth

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"lplab/core/numeric/rng"
)

var opening = Params{N: 125, D: 1500, Relevant: 6, Noise: 0.05, Degree: 1, Seed: 1}

// TestFrozen checks numbers that must never change, because stored experiments depend on them.
func TestFrozen(t *testing.T) {
	data := Generate(opening)
	if got, want := data.Truth[:2], frozenTruth; !reflect.DeepEqual(got, want) {
		t.Errorf("truth: %#v", got)
	}
	if got, want := [3]float64{data.Columns[0][0], data.Columns[1499][124], data.Y[124]}, frozenValues; got != want {
		t.Errorf("values: %x", got)
	}
	cubic := Generate(Params{N: 20, D: 5, Relevant: 4, Noise: 0.1, Degree: 3, Seed: 7})
	if got, want := cubic.Truth[0], frozenCubic; !reflect.DeepEqual(got, want) {
		t.Errorf("cubic truth: %#v", got)
	}
	if got, want := cubic.Y[19], frozenCubicY; got != want {
		t.Errorf("cubic target: %x", got)
	}
}

// TestDefinition checks the target against a computation from the columns in another
// order of operations, with the noise drawn separately.
func TestDefinition(t *testing.T) {
	for _, p := range []Params{opening, {N: 37, D: 4, Relevant: 10, Noise: 0.5, Degree: 2, Seed: 3}, {N: 33, D: 3, Relevant: 2, Noise: 0, Degree: 10, Seed: 0}} {
		data := Generate(p)
		if len(data.Names) != p.D || len(data.Columns) != p.D || len(data.Y) != p.N || len(data.Truth) != p.Relevant ||
			data.Names[0] != "x1" || data.Names[p.D-1] == "x1" {
			t.Fatalf("%+v: wrong shape", p)
		}
		noise := rng.NewStream(p.Seed, "noise")
		for i := range p.N {
			want := 0.0
			for _, planted := range data.Truth {
				power := map[int]int{}
				for _, j := range planted.Vars {
					power[j]++
				}
				feature := math.Gamma(float64(p.Degree + 1))
				for _, k := range power {
					feature /= math.Gamma(float64(k + 1))
				}
				feature = math.Pow(feature, 0.25)
				for j, k := range power {
					feature *= math.Pow(data.Columns[j][i], float64(k))
				}
				want += planted.Weight * feature
			}
			want += p.Noise * noise.Normal()
			if math.Abs(data.Y[i]-want) > 1e-12*max(1, math.Abs(want)) {
				t.Fatalf("%+v: y[%d] = %g, want %g", p, i, data.Y[i], want)
			}
		}
	}
}

func TestTruth(t *testing.T) {
	// All 35 monomials of degree 3 in 5 variables can be planted, each once.
	data := Generate(Params{N: 2, D: 5, Relevant: 35, Degree: 3, Seed: 4})
	seen := map[[3]int]bool{}
	positive := 0
	for _, planted := range data.Truth {
		if !slices.IsSorted(planted.Vars) || planted.Vars[0] < 0 || planted.Vars[2] > 4 {
			t.Errorf("monomial %v", planted.Vars)
		}
		seen[[3]int(planted.Vars)] = true
		if w := math.Abs(planted.Weight); w <= 0.7 || w > 1 {
			t.Errorf("weight %g", planted.Weight)
		}
		if planted.Weight > 0 {
			positive++
		}
	}
	if len(seen) != 35 {
		t.Errorf("%d different monomials of 35", len(seen))
	}
	if positive == 0 || positive == 35 {
		t.Errorf("%d positive weights of 35", positive)
	}
	if got := Generate(Params{N: 1, D: 1, Relevant: 1, Degree: 10}).Truth[0].Vars; len(got) != 10 || got[9] != 0 {
		t.Errorf("one variable: %v", got)
	}
}

// TestPrefix checks that more rows or more monomials leave the first ones unchanged.
func TestPrefix(t *testing.T) {
	base := Params{N: 21, D: 30, Relevant: 5, Noise: 0.1, Degree: 2, Seed: 9}
	data := Generate(base)
	longer := base
	longer.N = 50
	more := Generate(longer)
	if !reflect.DeepEqual(more.Truth, data.Truth) || !slices.Equal(more.Y[:21], data.Y) {
		t.Error("more rows changed the truth or the target")
	}
	for j := range base.D {
		if !slices.Equal(more.Columns[j][:21], data.Columns[j]) {
			t.Fatalf("more rows changed column %d", j)
		}
	}
	richer := base
	richer.Relevant, richer.Noise = 8, 0
	if got := Generate(richer); !reflect.DeepEqual(got.Truth[:5], data.Truth) || !slices.Equal(got.Columns[3], data.Columns[3]) {
		t.Error("more monomials or less noise changed the first monomials or the rows")
	}
	other := base
	other.Seed++
	if got := Generate(other); got.Columns[0][0] == data.Columns[0][0] || reflect.DeepEqual(got.Truth, data.Truth) {
		t.Error("the data do not depend on the seed")
	}
}

func TestMoments(t *testing.T) {
	data := Generate(Params{N: 2000, D: 200, Relevant: 3, Noise: 2, Degree: 1, Seed: 5})
	var sum, squares, cross float64
	for j, column := range data.Columns {
		next := data.Columns[(j+1)%len(data.Columns)]
		for i, x := range column {
			sum += x
			squares += x * x
			cross += x * next[i]
		}
	}
	const cells = 400_000
	if math.Abs(sum/cells) > 0.007 || math.Abs(squares/cells-1) > 0.01 || math.Abs(cross/cells) > 0.007 {
		t.Errorf("mean %g, square %g, neighbours %g", sum/cells, squares/cells, cross/cells)
	}
	variance, want := 0.0, 4.0
	for _, y := range data.Y {
		variance += y * y / 2000
	}
	for _, planted := range data.Truth {
		want += planted.Weight * planted.Weight
	}
	if math.Abs(variance/want-1) > 0.12 {
		t.Errorf("variance of y %g, want %g", variance, want)
	}
}

func TestMisusePanics(t *testing.T) {
	for _, p := range []Params{{}, {N: 1, D: 1, Degree: 0}, {N: 1, D: 1, Degree: 11}, {N: 1, D: 2, Degree: 1, Relevant: 3},
		{N: 1, D: 2, Degree: 2, Relevant: 4}, {N: 1, D: 1, Degree: 1, Noise: math.NaN()}, {N: 1, D: 1, Degree: 1, Noise: -1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v: no panic", p)
				}
			}()
			Generate(p)
		}()
	}
}

func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		Generate(Params{N: 700, D: 5000, Relevant: 7, Noise: 0.05, Degree: 1, Seed: 1})
	}
}

var (
	frozenTruth  = []Term{{Vars: []int{962}, Weight: -0.9087531161121679}, {Vars: []int{823}, Weight: -0.7161259380282535}}
	frozenValues = [3]float64{-0x1.0d1e17ff2b332p-01, -0x1.58616cc98ea9p+00, 0x1.fdbec9032781ap-02}
	frozenCubic  = Term{Vars: []int{0, 2, 3}, Weight: -0.9912244537450213}
	frozenCubicY = 0x1.553ad0c0005d2p+02
)
