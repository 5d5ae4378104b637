package mercer

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"lplab/core/internal/canceltest"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

// families returns kernels of all kinds on points of three numbers.
func families(t testing.TB) []Kernel {
	// R^T R for some R, which is positive semidefinite and of rank 2.
	matrix, err := NewMatrix(3, []float64{2, 1, 0, 1, 1, 1, 0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	var registered []Kernel
	for _, name := range Registry.Names() {
		registered = append(registered, Registry.New(name, Parameters{
			Degree: 2, Dimension: 1, Constant: 0.5, Rate: 0.3, Beta: 0.7, Factor: 3, Coefficients: []float64{1, 0, 2}, Matrix: matrix,
			Columns: []int{2, 0}, Of: []Kernel{Gaussian{1}, Linear},
		}))
	}
	return append(registered,
		Polynomial{Degree: 3, Constant: 0.5}, Polynomial{Degree: 2},
		Sum(Linear, Gaussian{2}, Anova{}), Product(Linear, Min{}), PolynomialOf{[]float64{0, 3}, Anova{}},
		PolynomialOf{[]float64{1, 0, 2, 0.5}, Gaussian{0.1}},
		Compose{Columns: []int{2, 0}, Of: Polynomial{Degree: 2, Constant: 1}},
		Sum(Compose{Columns: []int{1}, Of: Min{}}, PolynomialOf{[]float64{0, 0.5}, Product(Exponential{0.1}, matrix)}),
	)
}

// randomPoints returns n points of d numbers in ]0, 2[.
func randomPoints(n, d int, seed uint64) [][]float64 {
	random := rng.New(seed)
	x := make([]float64, n*d)
	for i := range x {
		x[i] = 2 * random.Float64()
	}
	return Rows(n, d, x)
}

func mustGram(t testing.TB, k Kernel, points [][]float64) []float64 {
	t.Helper()
	gram, err := Gram(context.Background(), k, points)
	if err != nil {
		t.Fatalf("%v: %v", k, err)
	}
	return gram
}

func near(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*max(1, math.Abs(a), math.Abs(b))
}

// TestFeatures compares kernels with the inner products of explicit features.
func TestFeatures(t *testing.T) {
	matrix, err := NewMatrix(2, []float64{5, 3, 3, 2})
	if err != nil {
		t.Fatal(err)
	}
	r2 := math.Sqrt2
	for _, c := range []struct {
		kernel   Kernel
		features func(x, y float64) []float64
	}{
		{Linear, func(x, y float64) []float64 { return []float64{x, y} }},
		{Polynomial{Degree: 2}, func(x, y float64) []float64 { return []float64{x * x, y * y, r2 * x * y} }},
		{Polynomial{Degree: 2, Constant: 1}, func(x, y float64) []float64 {
			return []float64{1, r2 * x, r2 * y, x * x, y * y, r2 * x * y} // [I, step 2]
		}},
		{Anova{}, func(x, y float64) []float64 { return []float64{1, x, y, x * y} }},
		{matrix, func(x, y float64) []float64 { return []float64{2*x + y, x + y} }}, // A = R^T R
		{Exponential{0.5}, func(x, y float64) []float64 {
			var f []float64
			for i := range 30 { // sqrt(a^m/m! binomial(m, i)) x^i y^(m-i)
				for j := range 30 {
					lgi, _ := math.Lgamma(float64(i + 1))
					lgj, _ := math.Lgamma(float64(j + 1))
					c := math.Exp((float64(i+j)*math.Log(0.5) - lgi - lgj) / 2)
					f = append(f, c*math.Pow(x, float64(i))*math.Pow(y, float64(j)))
				}
			}
			return f
		}},
		{Set{Base: Linear, Dimension: 1}, func(x, y float64) []float64 { return []float64{(x + y) / 2} }},
	} {
		points := randomPoints(6, 2, 4)
		for _, x := range points {
			for _, s := range points {
				want := dense.Dot(c.features(x[0], x[1]), c.features(s[0], s[1]))
				if got := c.kernel.At(x, s); !near(got, want, 1e-13) {
					t.Errorf("%v at %v, %v is %v, its features give %v", c.kernel, x, s, got, want)
				}
			}
		}
	}
}

// TestGaussianIsAProduct checks exp(-b|x-t|^2) = exp(-b|x|^2) exp(-b|t|^2) exp(2b x.t) [K].
func TestGaussianIsAProduct(t *testing.T) {
	points := randomPoints(5, 3, 9)
	for _, x := range points {
		for _, s := range points {
			want := math.Exp(-0.4*(dense.Dot(x, x)+dense.Dot(s, s))) * Exponential{0.8}.At(x, s)
			if got := (Gaussian{0.4}).At(x, s); !near(got, want, 1e-14) {
				t.Errorf("%v, %v: %v, want %v", x, s, got, want)
			}
		}
	}
}

// TestMinIsAnIntegral checks that min(x, t) is the integral of h_x h_t, h_c(u) = [u <= c] [K].
func TestMinIsAnIntegral(t *testing.T) {
	const cells = 4000
	for _, p := range [][2]float64{{0, 1}, {0.25, 1.5}, {1.75, 1.75}, {2, 0.5}} {
		var integral float64
		for i := range cells {
			if u := (float64(i) + 0.5) * 2 / cells; u <= p[0] && u <= p[1] {
				integral += 2.0 / cells
			}
		}
		if got := (Min{}).At(p[:1], p[1:]); !near(got, integral, 1e-12) {
			t.Errorf("min%v is %v, the integral %v", p, got, integral)
		}
	}
}

// TestAlgebra compares every construction with its definition, pair by pair.
func TestAlgebra(t *testing.T) {
	a, b := Polynomial{Degree: 2, Constant: 1}, Gaussian{0.5}
	points := randomPoints(7, 3, 2)
	for _, x := range points {
		for _, s := range points {
			u, v := a.At(x, s), b.At(x, s)
			for kernel, want := range map[string]struct {
				k Kernel
				v float64
			}{
				"sum":        {Sum(a, b), u + v},
				"product":    {Product(a, b), u * v},
				"scale":      {PolynomialOf{[]float64{0, 2.5}, a}, 2.5 * u},
				"polynomial": {PolynomialOf{[]float64{1, 2, 3}, b}, 1 + 2*v + 3*v*v},
				"columns":    {Compose{Columns: []int{2, 2}, Of: a}, math.Pow(2*x[2]*s[2]+1, 2)},
			} {
				if got := want.k.At(x, s); !near(got, want.v, 1e-13) {
					t.Errorf("%s: %v, want %v", kernel, got, want.v)
				}
			}
		}
	}
}

// TestGram compares the matrix with single pairs, at sizes around that of a block.
func TestGram(t *testing.T) {
	for _, k := range families(t) {
		for _, n := range []int{1, 2, side - 1, side, side + 1, 2*side + 3} {
			points := randomPoints(n, 3, uint64(n))
			before := slices.Concat(points...)
			gram := mustGram(t, k, points)
			for i := range n {
				for j := range n {
					if want := k.At(points[i], points[j]); !near(gram[i*n+j], want, 1e-13) {
						t.Fatalf("%v, n=%d: entry %d,%d is %v, want %v", k, n, i, j, gram[i*n+j], want)
					}
					if gram[i*n+j] != gram[j*n+i] {
						t.Fatalf("%v, n=%d: entries %d,%d and %d,%d differ", k, n, i, j, j, i)
					}
				}
			}
			if !slices.Equal(before, slices.Concat(points...)) {
				t.Fatalf("%v: the points are changed", k)
			}
		}
	}
}

// TestCross compares the values at new points, in blocks, with those of single pairs.
func TestCross(t *testing.T) {
	ctx := context.Background()
	for _, k := range families(t) {
		points, training := randomPoints(side+2, 3, 5), randomPoints(2*side+1, 3, 6)
		n := len(training)
		cross, err := Cross(ctx, k, points, training)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range points {
			for j, s := range training {
				if v := k.At(x, s); !near(cross[i*n+j], v, 1e-13) {
					t.Fatalf("%v: entry %d,%d is %v, want %v", k, i, j, cross[i*n+j], v)
				}
			}
		}
	}
	if _, err := Cross(ctx, Linear, randomPoints(2, 3, 1), nil); err != nil {
		t.Errorf("no training points: %v", err)
	}
}

// The draws are the same in every run; "-rapid.seed=0 -rapid.checks=100000" makes other draws.
func init() { flag.Set("rapid.seed", "1") }

// anyKernel draws a kernel on points of three numbers: one of the families, or a construction from other draws.
func anyKernel(families []Kernel) *rapid.Generator[Kernel] {
	var any *rapid.Generator[Kernel]
	deferred := rapid.Deferred(func() *rapid.Generator[Kernel] { return any })
	number := rapid.Float64Range(0, 2)
	any = rapid.OneOf(rapid.SampledFrom(families), rapid.Custom(func(t *rapid.T) Kernel {
		a := deferred.Draw(t, "a")
		return rapid.SampledFrom([]Kernel{
			Sum(a, rapid.SampledFrom(families).Draw(t, "b")), Product(a, rapid.SampledFrom(families).Draw(t, "b")),
			PolynomialOf{[]float64{0, number.Draw(t, "factor")}, a}, Compose{Columns: rapid.SliceOfN(rapid.IntRange(0, 2), 3, 3).Draw(t, "columns"), Of: a},
			PolynomialOf{rapid.SliceOfN(number, 1, 4).Draw(t, "coefficients"), a},
		}).Draw(t, "construction")
	}))
	return any
}

// TestPositiveSemidefinite checks that every kernel is symmetric and has no negative quadratic
// form, also with repeated points, so that no k(x, t)^2 exceeds k(x, x) k(t, t).
func TestPositiveSemidefinite(t *testing.T) {
	kernels := anyKernel(families(t))
	rapid.Check(t, func(t *rapid.T) {
		k := kernels.Draw(t, "k")
		points := rapid.SliceOfN(rapid.SliceOfN(rapid.Float64Range(0, 2), 3, 3), 1, 12).Draw(t, "points")
		points = append(points, points[0])
		n := len(points)
		gram, err := Gram(context.Background(), k, points)
		if err != nil {
			return // the values overflow
		}
		if err := checkPSD(n, gram); err != nil {
			t.Error(err)
		}
		v := rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n).Draw(t, "v")
		var form, size float64
		for i := range n {
			for j := range n {
				entry := gram[i*n+j]
				form += v[i] * entry * v[j]
				size += math.Abs(v[i] * entry * v[j])
				if i != j && (entry != gram[j*n+i] || math.Abs(entry) > (1+1e-13)*math.Sqrt(gram[i*n+i])*math.Sqrt(gram[j*n+j])+1e-150) {
					t.Errorf("entries %d,%d and %d,%d are %v and %v, between %v and %v", i, j, j, i, entry, gram[j*n+i], gram[i*n+i], gram[j*n+j])
				}
			}
		}
		if form < -1e-13*size {
			t.Errorf("v'Kv = %g, and its terms add up to %g", form, size)
		}
	})
}

// puzzle is the function of [Z, "Kernel puzzle"]: -1 for equal points and 1 for different ones.
type puzzle struct{ Anova }

func (puzzle) At(x, t []float64) float64 {
	if x[0] == t[0] {
		return -1
	}
	return 1
}

// TestKernelPuzzle checks that the function of the puzzle is not a kernel, because k(x, x) < 0.
func TestKernelPuzzle(t *testing.T) {
	gram := mustGram(t, puzzle{}, [][]float64{{0}, {1}})
	if !slices.Equal(gram, []float64{-1, 1, 1, -1}) {
		t.Fatalf("the Gram matrix is %v", gram)
	}
	err := checkPSD(2, gram)
	if err == nil {
		t.Fatal("the puzzle is accepted as a kernel")
	}
	for _, part := range []string{"not positive semidefinite", "eigenvalue -2", "add at least 2", "choose a kernel"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not contain %q", err, part)
		}
	}
	if _, err := NewMatrix(2, gram); err == nil {
		t.Errorf("the same matrix as a kernel of one-hot points: %v", err)
	}
	if err := checkPSD(1, []float64{-1}); err == nil {
		t.Error("the matrix of a single point is accepted")
	}
}

// TestIndefinite checks larger matrices with one negative eigenvalue, well above and well below the bound.
func TestIndefinite(t *testing.T) {
	const n = 40
	random := rng.New(8)
	v := make([]float64, n)
	for i := range v {
		v[i] = random.Float64() - 0.5
	}
	norm, largest := math.Sqrt(dense.Dot(v, v)), floats.MaxIdx(lists.Map(v, math.Abs))
	for _, c := range []struct {
		eigenvalue float64
		found      bool
	}{{-1, true}, {-1e-6, true}, {-1e-14, false}, {0, false}} {
		k := make([]float64, n*n) // the identity, with the eigenvalue in the direction of v
		for i := range n {
			k[i*n+i] = 1
			for j := range n {
				k[i*n+j] += (c.eigenvalue - 1) * v[i] * v[j] / (norm * norm)
			}
		}
		err := checkPSD(n, k)
		if want := fmt.Sprintf("eigenvalue %.3g, with an eigenvector that is largest at row %d", c.eigenvalue, largest); (err != nil) != c.found || c.found && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s: %v", err, want, c.found)
		}
	}
	if err := checkPSD(2, []float64{1, 0.5, 0.4, 1}); err == nil || !strings.Contains(err.Error(), "not symmetric") {
		t.Errorf("a matrix that is not symmetric: %v", err)
	}
	if err := checkPSD(2, make([]float64, 4)); err != nil {
		t.Errorf("zero: %v", err)
	}
}

// TestRefusals checks the errors for points and matrices that do not give a kernel.
func TestRefusals(t *testing.T) {
	matrix, err := NewMatrix(1, []float64{2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		kernel Kernel
		point  []float64
		want   string
	}{
		{Linear, []float64{1, math.NaN()}, "point 1: number 1 is NaN"},
		{Min{}, []float64{1, -0.5}, "negative"}, {Sum(Linear, Min{}), []float64{-1, 0}, "negative"},
		{matrix, []float64{1, 2}, "has 1 rows"}, {Compose{Columns: []int{2}, Of: Linear}, []float64{1, 2}, "column 2"},
		{Compose{Columns: []int{0}, Of: Min{}}, []float64{-1, 2}, "negative"},
		{Set{Base: Linear, Dimension: 2}, []float64{1}, "whole point"}, {Set{Base: Linear, Dimension: 2}, nil, "whole point"},
		{Set{Base: Min{}, Dimension: 1}, []float64{3, -1}, "negative"},
		{Polynomial{Degree: 100}, []float64{1e9, 1e9}, "standardise"},
	} {
		good := []float64{1, 2}
		if _, one := c.kernel.(Matrix); one {
			good = good[:1]
		}
		if _, ok := c.kernel.(Compose); ok {
			good = []float64{1, 2, 3}
		}
		_, err := Gram(context.Background(), c.kernel, [][]float64{good, c.point})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "1") {
			t.Errorf("%v of %v: %v, want an error with %q", c.kernel, c.point, err, c.want)
		}
	}
	for want, a := range map[string][]float64{"entry 0,1": {1, math.NaN(), 0, 1}, "too large": {1e308, 1e308, 1e308, 1e308}} {
		if _, err := NewMatrix(2, a); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the matrix %v: %v, want an error with %q", a, err, want)
		}
	}
	if _, err := Gram(context.Background(), Linear, make([][]float64, maxPoints+1)); err == nil || !strings.Contains(err.Error(), "fewer rows") {
		t.Errorf("too many points: %v", err)
	}
}

// countingKernel is the linear kernel, which counts the pairs of points that it compares.
type countingKernel struct {
	Polynomial // Linear
	pairs      *int
}

func (c countingKernel) At(x, t []float64) float64 {
	*c.pairs++
	return c.Polynomial.At(x, t)
}

// TestCancelled checks that no matrix is returned wherever the context ends, and that at most a
// block of short points, or a pair of long ones, is compared after that.
func TestCancelled(t *testing.T) {
	for _, c := range []struct{ n, d, most int }{{200, 2, side * side}, {30, blockLength, 1}} {
		points := randomPoints(c.n, c.d, 1)
		for name, build := range map[string]func(ctx context.Context, k Kernel) error{
			"gram": func(ctx context.Context, k Kernel) error { _, err := Gram(ctx, k, points); return err },
			"cross": func(ctx context.Context, k Kernel) error {
				_, err := Cross(ctx, Sum(k, PolynomialOf{[]float64{0, 2}, k}), points, points)
				return err
			},
		} {
			before := 0
			for end := int64(1); ; end++ {
				pairs := 0
				ctx := canceltest.CancelAt(end)
				err := build(ctx, countingKernel{Polynomial: Linear, pairs: &pairs})
				if err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) || ctx.Calls() > end+2 {
					t.Errorf("%s, d = %d, ended at check %d: %d checks, %v", name, c.d, end, ctx.Calls(), err)
				}
				if pairs-before > 2*c.most { // two kernels of a sum
					t.Errorf("%s, d = %d: %d pairs between checks %d and %d", name, c.d, pairs-before, end-1, end)
				}
				before = pairs
			}
		}
	}
}

// TestNoAllocation checks that comparing two points does not allocate.
func TestNoAllocation(t *testing.T) {
	points := randomPoints(2, 3, 1)
	for _, k := range families(t) {
		if strings.Contains(k.String(), " of columns") || strings.Contains(k.String(), " of a projection") {
			continue // a map of points allocates a slice
		}
		if n := testing.AllocsPerRun(50, func() { k.At(points[0], points[1]) }); n > 0 {
			t.Errorf("%v allocates %v times", k, n)
		}
	}
}

// TestRegistry compares the kernels of the registry with their formulas at x = (1, 2) and t = (3, 1), x.t = 5.
func TestRegistry(t *testing.T) {
	matrix, err := NewMatrix(2, []float64{2, 1, 1, 3})
	if err != nil {
		t.Fatal(err)
	}
	p := Parameters{
		Degree: 3, Dimension: 1, Constant: 2, Rate: 0.1, Beta: 0.2, Factor: 4, Coefficients: []float64{1, 0, 2}, Matrix: matrix,
		Columns: []int{1}, Of: []Kernel{Linear, Min{}},
	}
	for name, want := range map[string]float64{
		"linear": 5, "polynomial": 343, "exponential": math.Exp(0.5), "gaussian": math.Exp(-1), "series": 51, "anova": 4 * 3, "min": 1,
		"matrix": 19, "set": (1*3 + 1*1 + 2*3 + 2*1) / 4.0, "sum": 6, "product": 5, "scale": 20, "polynomial-of": 51, "compose": 2,
	} {
		if got := Registry.New(name, p).At([]float64{1, 2}, []float64{3, 1}); !near(got, want, 1e-14) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}
