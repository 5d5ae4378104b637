package tensor

import (
	"context"
	"flag"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// The draws are the same in every run; "-rapid.seed=0 -rapid.checks=100000" makes other draws.
func init() { flag.Set("rapid.seed", "1") }

// series are functions of the sum of products, as in kernels.
var series = map[string]func(float64) float64{
	"identity": func(s float64) float64 { return s },
	"square":   func(s float64) float64 { return s * s },
	"cube":     func(s float64) float64 { return s * s * s },
	"exp":      math.Exp,
	"shifted":  func(s float64) float64 { return (s + 0.5) * (s + 0.5) },
}

// drawTensor draws a function, points and the room for entries, and builds the tensor.
func drawTensor(t *rapid.T) (*Packed, func([]float64)) {
	g := series[rapid.SampledFrom(slices.Sorted(maps.Keys(series))).Draw(t, "function")]
	apply := func(v []float64) {
		for i, s := range v {
			v[i] = g(s)
		}
	}
	q := 2 * rapid.IntRange(1, 4).Draw(t, "q/2")
	n, d := rapid.IntRange(1, []int{12, 9, 5, 4}[q/2-1]).Draw(t, "n"), rapid.IntRange(1, 20).Draw(t, "d")
	x := rapid.SliceOfN(rapid.Float64Range(-1, 1), n*d, n*d).Draw(t, "x")
	packed, err := BuildPart(context.Background(), dense.Points{N: n, D: d, X: x}, q, apply, rapid.Int64Range(0, Count(n, q)).Draw(t, "room"), false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return packed, apply
}

// moduli returns the absolute values of v.
func moduli(v []float64) []float64 {
	m := make([]float64, len(v))
	for i, x := range v {
		m[i] = math.Abs(x)
	}
	return m
}

// rounding bounds the error of sums of terms that add up to size in magnitude.
func rounding(size float64) float64 { return 1e-13*size + 1e-300 }

// TestPackedIsDense checks that omega and M are those of the definition, for any number of held
// entries, that alpha.omega, the q-th power of a norm, is not negative, and that an entry does not
// depend on the order of its indices.
func TestPackedIsDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		packed, apply := drawTensor(t)
		n, q := packed.Points(), packed.Order()
		alpha := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]float64{0, 1}), rapid.Float64Range(-2, 2)), n, n).Draw(t, "alpha")
		g := func(s float64) float64 {
			v := []float64{s}
			apply(v)
			return v[0]
		}
		wantOmega, wantM := byDefinition(packed.points, q, g, alpha)
		magnitudes := moduli(alpha)
		sizeOmega, sizeM := byDefinition(dense.Points{N: n, D: packed.points.D, X: moduli(packed.points.X)}, q, g, magnitudes)
		omega, m, alone := make([]float64, n), make([]float64, n*n), make([]float64, n)
		c := NewContraction(packed)
		if c.OmegaM(context.Background(), omega, m, alpha) != nil || c.OmegaM(context.Background(), alone, nil, alpha) != nil {
			t.Fatal("the context has not ended")
		}
		var form, size float64
		for i, want := range wantOmega {
			if bound := rounding(sizeOmega[i]); math.Abs(omega[i]-want) > bound || math.Abs(alone[i]-want) > bound {
				t.Fatalf("omega_%d is %v, and alone %v; the definition gives %v", i, omega[i], alone[i], want)
			}
			form += alpha[i] * omega[i]
			size += magnitudes[i] * sizeOmega[i]
		}
		if form < -rounding(size) {
			t.Errorf("alpha.omega = %v, and its terms add up to %v", form, size)
		}
		for i, want := range wantM {
			if math.Abs(m[i]-want) > rounding(sizeM[i]) {
				t.Fatalf("entry %d of M is %v, the definition gives %v", i, m[i], want)
			}
		}
		index := rapid.SliceOfN(rapid.IntRange(0, n-1), q, q).Draw(t, "index")
		at := packed.At(index...)
		if other := packed.At(rapid.Permutation(index).Draw(t, "permuted")...); other != at {
			t.Errorf("K%v is %v, and %v in another order", index, at, other)
		}
	})
}

// function is a kernel of which only Apply is used.
type function struct {
	kernel.Kernel
	apply func([]float64)
}

func (f function) Apply(s []float64) { f.apply(s) }

// TestEvaluateIsDense checks that, at any point and for several dual vectors at once, the
// prediction is the sum over all tuples of training points.
func TestEvaluateIsDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		packed, apply := drawTensor(t)
		p, q, n := packed.points, packed.Order(), packed.Points()
		x := rapid.SliceOfN(rapid.Float64Range(-1, 1), p.D, p.D).Draw(t, "x")
		alphas := rapid.SliceOfN(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]float64{0, 1}), rapid.Float64Range(-2, 2)), n, n), 1, 3).Draw(t, "alphas")
		got := values(len(alphas), 1)
		if err := Evaluate(context.Background(), got, p, q, function{apply: apply}, alphas, dense.Points{N: 1, D: p.D, X: x}); err != nil {
			t.Fatal(err)
		}
		for a, alpha := range alphas {
			var want, size float64
			forAll(n, q-1, func(index []int) {
				product := 1.0
				for _, i := range index {
					product *= alpha[i]
				}
				s := make([]float64, 1)
				for l := range p.D {
					term := x[l]
					for _, i := range index {
						term *= p.Row(i)[l]
					}
					s[0] += term
				}
				apply(s)
				want += product * s[0]
				size += math.Abs(product) * math.Exp(math.Abs(s[0]))
			})
			if math.Abs(got[a][0]-want) > rounding(size) {
				t.Fatalf("dual %d: %v, want %v", a, got[a][0], want)
			}
		}
	})
}

// TestExponentialIsDense checks that predictions by the exponential kernel are the sums over all tuples of training
// points, for all sizes of the last tile, with products from tiny to large, and where their bound exceeds every
// exponent.
func TestExponentialIsDense(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		for q, sizes := range map[int][]int{2: {1, 9}, 4: {1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 25, 34}, 6: {1, 5, 9}, 8: {4}} {
			for i, n := range sizes {
				d := 2 + i%4
				p, x := randomPoints(n, d, uint64(n)), randomPoints(4, d, 1)
				for i := range n {
					p.Row(i)[d-1] = 0
				}
				p.Row(0)[d-1] = 1e-3
				for c := range d {
					x.Row(1)[c] *= 1e-9
					x.Row(2)[c] *= 3
				}
				x.Row(3)[d-1] = 1e5
				alphas := [][]float64{randomVector(n, 3), randomVector(n, 4)}
				alphas[1][n/2] = 0
				got := values(2, x.N)
				if err := Evaluate(context.Background(), got, p, q, kernel.Exponential{}, alphas, x); err != nil {
					t.Fatal(err)
				}
				for r := range x.N {
					var want, size [2]float64
					forAll(n, q-1, func(index []int) {
						var s float64
						for l, term := range x.Row(r) {
							for _, i := range index {
								term *= p.Row(i)[l]
							}
							s += term
						}
						for a, alpha := range alphas {
							product := math.Exp(s)
							for _, i := range index {
								product *= alpha[i]
							}
							want[a] += product
							size[a] += math.Abs(product) * (1 + math.Abs(s))
						}
					})
					for a := range alphas {
						if !(math.Abs(got[a][r]-want[a]) <= 1e-14*size[a]) {
							t.Errorf("q=%d n=%d d=%d row %d dual %d: %v, want %v, off by %.2g", q, n, d, r, a, got[a][r], want[a], math.Abs(got[a][r]-want[a])/size[a])
						}
					}
				}
			}
		}
	})
}
