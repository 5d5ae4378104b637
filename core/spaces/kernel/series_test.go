package kernel

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// seriesCases are series with their formulas.
var seriesCases = []struct {
	k Series
	g func(s float64) float64
}{
	{Finite(0, 1), func(s float64) float64 { return s }},
	{Finite(0.5, 0, 2, 0, 0), func(s float64) float64 { return 0.5 + 2*s*s }},
	{Shifted(1, 3), func(s float64) float64 { return 3 + s }},
	{Shifted(5, 0.25), func(s float64) float64 { return math.Pow(0.25+s, 5) }},
	{ExponentialOf(0.3), func(s float64) float64 { return math.Exp(0.3 * s) }},
	{Product(ExponentialOf(2), ExponentialOf(0.25), Linear), func(s float64) float64 { return s * math.Exp(2.25*s) }},
	{Geometric(2.5), func(s float64) float64 { return 2.5 / (2.5 - s) }},
	{Sum(Linear, Polynomial{2}, Finite(4, 0, 1)), func(s float64) float64 { return 4 + s + 2*s*s }},
	{Sum(Exponential{}, Linear, Exponential{}), func(s float64) float64 { return 2*math.Exp(s) + s }},
	{Product(Exponential{}, Polynomial{3}), func(s float64) float64 { return s * s * s * math.Exp(s) }},
	{Product(Exponential{}, Exponential{}), func(s float64) float64 { return math.Exp(2 * s) }},
	{Product(Geometric(3), Geometric(4), Shifted(2, 1)), func(s float64) float64 { return (1 + s) * (1 + s) / (1 - s/3) / (1 - s/4) }},
	{Product(Sum(Linear, Geometric(3)), Sum(Exponential{}, Finite(1, 0, 2))),
		func(s float64) float64 { return (s + 3/(3-s)) * (math.Exp(s) + 1 + 2*s*s) }},
	{Sum(Product(Sum(Linear, Polynomial{2}), Linear), Geometric(9)), func(s float64) float64 { return s*s + s*s*s + 9/(9-s) }},
}

// TestSeriesIsItsFormula compares with the formula at lengths with whole and partial stretches.
func TestSeriesIsItsFormula(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range seriesCases {
		for _, n := range []int{0, 1, 5, atOnce - 1, atOnce, 2*atOnce + 3} {
			s := make([]float64, n)
			want := make([]float64, n)
			for i := range s {
				s[i] = 4.8*r.Float64() - 2.4
				want[i] = c.g(s[i])
			}
			c.k.Apply(s)
			for i, v := range s {
				if math.Abs(v-want[i]) > 1e-12*(1+math.Abs(want[i])) {
					t.Fatalf("%v gives %v, want %v", c.k, v, want[i])
				}
			}
		}
	}
}

// TestTermsAreGathered checks that terms that differ only in their polynomial are combined.
func TestTermsAreGathered(t *testing.T) {
	for terms, k := range map[int]Series{1: Sum(Linear, Polynomial{2}, Finite(4, 0, 1)), 2: Sum(Exponential{}, Linear, Exponential{}, Polynomial{2})} {
		if got := len(k.Terms()); got != terms {
			t.Errorf("%v has %d terms, want %d", k, got, terms)
		}
	}
}

// TestSeriesCoefficients checks that the coefficients sum to the function, and that the degrees
// are those of the first and the last nonzero coefficient.
func TestSeriesCoefficients(t *testing.T) {
	for _, c := range seriesCases {
		lowest, highest := c.k.Degrees()
		for _, s := range []float64{-0.9, -0.3, 0.2, 0.8, 1} {
			sum, power := 0.0, 1.0
			for m := range 200 {
				sum += power * c.k.Coefficient(m)
				power *= s
			}
			if want := c.g(s); math.Abs(sum-want) > 1e-12*(1+math.Abs(want)) {
				t.Errorf("%v at %v: its coefficients sum to %v, want %v", c.k, s, sum, want)
			}
		}
		for m := range lowest {
			if c.k.Coefficient(m) != 0 {
				t.Errorf("%v has degree %d, below %d", c.k, m, lowest)
			}
		}
		if c.k.Coefficient(lowest) == 0 || highest != Infinite && (c.k.Coefficient(highest) == 0 || c.k.Coefficient(highest+1) != 0) {
			t.Errorf("%v: degrees %d to %d", c.k, lowest, highest)
		}
	}
}

// factors are kernels for sums and products.
var factors = []Kernel{Linear, Polynomial{2}, Exponential{}, ExponentialOf(0.4), Geometric(2), Shifted(2, 0.5), Finite(1, 0, 0, 3)}

// TestSumHasTheFeaturesOfBoth checks that K + K' has the features of both kernels: at each
// monomial the powers of their constants add.
func TestSumHasTheFeaturesOfBoth(t *testing.T) {
	for _, q := range []float64{2, 4, 3.5} {
		for _, a := range factors {
			for _, b := range factors {
				sum := Sum(a, b)
				for _, m := range monomialsUpTo(3, 4) {
					want := math.Pow(Constant(a, m, q), q) + math.Pow(Constant(b, m, q), q)
					if got := math.Pow(Constant(sum, m, q), q); math.Abs(got-want) > 1e-12*want {
						t.Fatalf("%v, q=%g: %v at %v, want %v", sum, q, got, []int(m), want)
					}
				}
			}
		}
	}
}

// TestProductHasTheProductsOfFeatures checks that K K' has all products phi_i phi'_j of the
// features of K and K': at each monomial the powers of the constants of all its splits add.
func TestProductHasTheProductsOfFeatures(t *testing.T) {
	const d, highest = 3, 4
	for _, q := range []float64{2, 4, 3.5} {
		for _, a := range factors {
			for _, b := range factors {
				want := map[string]float64{}
				for _, i := range monomialsUpTo(d, highest) {
					for _, j := range monomialsUpTo(d, highest-len(i)) {
						want[exponentsOf(append(append(Monomial{}, i...), j...))] += math.Pow(Constant(a, i, q)*Constant(b, j, q), q)
					}
				}
				product := Product(a, b)
				for _, m := range monomialsUpTo(d, highest) {
					w := want[exponentsOf(m)]
					if got := math.Pow(Constant(product, m, q), q); math.Abs(got-w) > 1e-12*w {
						t.Fatalf("%v, q=%g: %v at %v, want %v", product, q, got, []int(m), w)
					}
				}
			}
		}
	}
}

// monomialsUpTo lists the monomials of d variables up to a degree, the constant first.
func monomialsUpTo(d, degree int) []Monomial {
	all := []Monomial{{}}
	for from := 0; degree > 0; degree-- {
		for to := len(all); from < to; from++ {
			least := 0
			if m := all[from]; len(m) > 0 {
				least = m[len(m)-1]
			}
			for v := least; v < d; v++ {
				all = append(all, append(append(Monomial{}, all[from]...), v))
			}
		}
	}
	return all
}

// exponentsOf returns a name of a monomial that does not depend on the order of its variables.
func exponentsOf(m Monomial) string {
	power := [3]byte{'0', '0', '0'}
	for _, v := range m {
		power[v]++
	}
	return string(power[:])
}

func TestSeriesHasNoValueOutsideItsRadius(t *testing.T) {
	k := Product(Geometric(2), Exponential{}, Geometric(3))
	if k.Radius() != 2 || !math.IsInf(Finite(0, 1).Radius(), 1) {
		t.Errorf("radius %v", k.Radius())
	}
	s := []float64{2, -2, 2.5, 1e300, math.Inf(1), math.NaN(), 1.999, -1.999}
	k.Apply(s)
	for i, v := range s {
		if math.IsNaN(v) != (i < 6) {
			t.Errorf("value %d is %v", i, v)
		}
	}
}

func TestSeriesNames(t *testing.T) {
	for want, k := range map[string]Kernel{
		"series of degree 2":                       Finite(0, 1, 2, 0),
		"polynomial of degree 2 with constant 1.5": Shifted(2, 1.5),
		"geometric":                     Geometric(1),
		"geometric of radius 3":         Geometric(3),
		"linear + exponential":          Sum(Linear, Exponential{}),
		"(linear + geometric) × linear": Product(Sum(Linear, Geometric(1)), Linear),
	} {
		if k.String() != want {
			t.Errorf("%q, want %q", k, want)
		}
	}
}

func TestSeriesRefusesWhatIsNone(t *testing.T) {
	for name, f := range map[string]func(){
		"zeros": func() { Finite(0, 0) }, "nothing": func() { Finite() }, "a constant": func() { Finite(3, 0) },
		"a negative number": func() { Finite(0, 1, -1) }, "NaN": func() { Finite(0, math.NaN(), 1) },
		"no radius": func() { Geometric(0) },
	} {
		func() {
			defer func() {
				if message, _ := recover().(string); !strings.HasPrefix(message, "kernel: ") {
					t.Errorf("%s: panic %q", name, message)
				}
			}()
			f()
		}()
	}
}

// TestTellable checks that constants have all their digits up to the highest degree with exact constants.
func TestTellable(t *testing.T) {
	for _, k := range []Kernel{Exponential{}, Geometric(1), Geometric(0.01), Geometric(1e9), Finite(0, 1, 0, 1)} {
		highest := 0
		for m := 1; m < 400; m++ {
			if !HasExactConstants(k, m) {
				break
			}
			highest = m
			all := make(Monomial, m)
			if c, spread := Constant(k, all, 4), newConstants(k, m, 4).all; math.IsInf(spread, 0) || k.Coefficient(m) > 0 && !(c > 0) {
				t.Fatalf("%v: constant %v of degree %d, and %v m!", k, c, m, spread)
			}
		}
		want := map[string]int{"exponential": 170, "geometric": 170, "geometric of radius 0.01": 87, "geometric of radius 1e+09": 34, "series of degree 3": 170}[k.String()]
		if highest != want {
			t.Errorf("%v: exact constants up to degree %d, want %d", k, highest, want)
		}
	}
}

func TestWork(t *testing.T) {
	for _, c := range []struct {
		k                  Kernel
		exponentials, step int
	}{{Linear, 0, 0}, {Polynomial{4}, 0, 0}, {Exponential{}, 1, 0}, {Shifted(3, 1), 0, 4}, {Product(Geometric(2), Exponential{}), 1, 5}} {
		if e, s := Work(c.k); e != c.exponentials || s != c.step {
			t.Errorf("%v: %d exponentials, %d steps", c.k, e, s)
		}
	}
}

func BenchmarkSeries(b *testing.B) {
	s := make([]float64, 4096)
	for i := range s {
		s[i] = rand.NormFloat64() / 4
	}
	work := make([]float64, len(s))
	for _, k := range []Kernel{Shifted(2, 1), Shifted(10, 1), Geometric(2), Product(Exponential{}, Linear)} {
		b.Run(k.String(), func(b *testing.B) {
			for b.Loop() {
				copy(work, s)
				k.Apply(work)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(s)), "ns/entry")
		})
	}
}

// TestRadius checks that a series converges up to its nearest pole.
func TestRadius(t *testing.T) {
	for _, c := range []struct {
		k    Series
		want float64
	}{
		{Geometric(2.5), 2.5}, {Product(Geometric(3), Geometric(4)), 3}, {Sum(Geometric(9), Linear), 9}, {Sum(Geometric(9), Geometric(4)), 4}, {ExponentialOf(2), math.Inf(1)},
	} {
		if got := c.k.Radius(); got != c.want {
			t.Errorf("%v has the radius %v, want %v", c.k, got, c.want)
		}
	}
}

// TestTellableAtTheEndOfTheNumbers checks that the smallest normal number is an exact coefficient,
// and that half of it is not.
func TestTellableAtTheEndOfTheNumbers(t *testing.T) {
	const smallest = 0x1p-1022
	if !HasExactConstants(Finite(0, smallest), 1) || HasExactConstants(Finite(0, smallest/2), 1) {
		t.Errorf("a coefficient of %v, %v; of half of it %v", smallest, HasExactConstants(Finite(0, smallest), 1), HasExactConstants(Finite(0, smallest/2), 1))
	}
}

// TestNamesOfProducts checks that a sum within a product is in parentheses, and no other factor.
func TestNamesOfProducts(t *testing.T) {
	sum, series := Sum(Linear, Exponential{}), Geometric(2)
	got := Product(sum, series).String()
	if !strings.Contains(got, "("+sum.String()+")") || strings.Contains(got, "("+series.String()+")") {
		t.Errorf("the product of %s and %s has the name %s", sum, series, got)
	}
}

// TestRegistry compares the kernels of the registry with their formulas at S = 2, and checks that
// those with a faster type have it.
func TestRegistry(t *testing.T) {
	p := Parameters{Degree: 3, Constant: 0.5, Rate: 0.25, Radius: 4, Coefficients: []float64{1, 0, 2}, Of: []Kernel{Linear, Polynomial{2}}}
	for name, want := range map[string]float64{
		"linear": 2, "polynomial": 2.5 * 2.5 * 2.5, "exponential": math.Exp(0.5), "geometric": 2, "series": 9, "sum": 6, "product": 8,
	} {
		s := []float64{2}
		if Registry.New(name, p).Apply(s); math.Abs(s[0]-want) > 1e-13*want {
			t.Errorf("%s is %v, want %v", name, s[0], want)
		}
	}
	if k := Registry.New("polynomial", Parameters{Degree: 3}); k != (Polynomial{3}) {
		t.Errorf("the polynomial without a constant is %T", k)
	}
	if k := Registry.New("exponential", Parameters{Rate: 1}); k != (Exponential{}) {
		t.Errorf("the exponential of rate 1 is %T", k)
	}
}
