package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestFeaturesExpandTheKernel checks sum_k phi_k(x_1)...phi_k(x_q) = g(S) for
// finite kernels, and its Taylor series for the exponential.
func TestFeaturesExpandTheKernel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type expansion struct {
		k         Kernel
		maxDegree int
		tolerance float64
	}
	cases := []expansion{
		{Linear, 1, 1e-13},
		{Polynomial{1}, 1, 1e-13},
		{Polynomial{2}, 2, 1e-12},
		{Polynomial{3}, 3, 1e-12},
		{Polynomial{4}, 4, 1e-12},
		{Exponential{}, 14, 1e-10},
		{Finite(2, 0, 0.5, 0, 3), 4, 1e-12},
		{Shifted(3, 0.7), 3, 1e-12},
		{Geometric(5), 70, 1e-10},
		{Sum(Linear, Polynomial{3}), 3, 1e-12},
		{Product(Linear, Shifted(2, 1)), 3, 1e-12},
		{Product(Exponential{}, Exponential{}, Sum(Finite(0.5, 1), Geometric(7))), 40, 1e-10},
	}
	for _, name := range Registry.Names() {
		k := Registry.New(name, Parameters{Degree: 3, Constant: 0.7, Rate: 0.5, Radius: 5, Coefficients: []float64{2, 0, 0.5}, Of: []Kernel{Linear, Polynomial{2}}})
		_, highest := k.Degrees()
		cases = append(cases, expansion{k, min(highest, 70), 1e-10})
	}
	for _, c := range cases {
		for _, q := range []int{2, 4, 6} {
			const d = 3
			x := make([][]float64, q)
			s := make([]float64, d)
			for j := range s {
				s[j] = 1
			}
			for i := range x {
				x[i] = make([]float64, d)
				for j := range x[i] {
					x[i][j] = r.Float64()*2 - 1
					s[j] *= x[i][j]
				}
			}
			g := []float64{s[0] + s[1] + s[2]}
			c.k.Apply(g)

			var sum float64
			if lowest, _ := c.k.Degrees(); lowest == 0 {
				sum = math.Pow(Constant(c.k, nil, float64(q)), float64(q))
			}
			count := int64(0)
			Runs(c.k, d, c.maxDegree, float64(q), func(run Run) bool {
				for j := run.From; j < d; j++ {
					constant := run.Rest
					if j == run.From {
						constant = run.First
					}
					product := math.Pow(constant, float64(q))
					for _, xi := range x {
						product *= xi[j]
						for _, v := range run.Prefix {
							product *= xi[v]
						}
					}
					sum += product
					count++
				}
				return true
			})
			if math.Abs(sum-g[0]) > c.tolerance*max(1, math.Abs(g[0])) {
				t.Errorf("%v, q=%d: features give %v, kernel %v", c.k, q, sum, g[0])
			}
			if lowest, _ := c.k.Degrees(); lowest == 0 {
				count++
			}
			if n := Features(c.k, d, c.maxDegree); n != count {
				t.Errorf("%v: Features = %d, Runs gives %d", c.k, n, count)
			}
		}
	}
}

func TestRunsComeInMonomialOrder(t *testing.T) {
	var got []string
	names := []string{"a", "b", "c"}
	Runs(Exponential{}, 3, 2, 4, func(r Run) bool {
		for j := r.From; j < 3; j++ {
			got = append(got, append(append(Monomial{}, r.Prefix...), j).Label(names))
		}
		return true
	})
	want := []string{"a", "b", "c", "a²", "a·b", "a·c", "b²", "b·c", "c²"}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// TestPolynomialIsPower checks that the short loops of low degrees give the digits of Power.
func TestPolynomialIsPower(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for degree := 1; degree <= 6; degree++ {
		for range 100 {
			s := []float64{r.NormFloat64()}
			want := Power(s[0], degree)
			Polynomial{degree}.Apply(s)
			if s[0] != want {
				t.Fatalf("degree %d gives %v, Power %v", degree, s[0], want)
			}
		}
	}
}

func TestDimension(t *testing.T) {
	if n, ok := Dimension(Polynomial{2}, 650); !ok || n != 211575 {
		t.Errorf("polynomial of degree 2 on 650 variables: %d, %v; [S table 2] has 211575", n, ok)
	}
	if _, ok := Dimension(Exponential{}, 3); ok {
		t.Error("the exponential kernel has a finite dimension")
	}
	if n, _ := Dimension(Polynomial{10}, 100000); n != math.MaxInt64 {
		t.Errorf("no saturation: %d", n)
	}
}

func TestLabels(t *testing.T) {
	names := []string{"x1", "x2", "size"}
	for want, m := range map[string]Monomial{"1": {}, "x2": {1}, "x1²·size": {0, 0, 2}, "x1¹²": {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}} {
		if got := m.Label(names); got != want {
			t.Errorf("label of %v is %q, want %q", []int(m), got, want)
		}
	}
}

func TestIndexIsThePlaceInTheWalk(t *testing.T) {
	for _, k := range []Kernel{Linear, Polynomial{2}, Polynomial{3}, Exponential{}, Finite(1, 0, 2), Finite(0, 1, 0, 2), Geometric(2)} {
		const d, maxDegree = 4, 3
		next := int64(0)
		check := func(m Monomial) {
			if got, ok := Index(k, d, m); !ok || got != next {
				t.Errorf("%v: index of %v is %d (%v), want %d", k, []int(m), got, ok, next)
			}
			next++
		}
		if lowest, _ := k.Degrees(); lowest == 0 {
			check(Monomial{})
		}
		Runs(k, d, maxDegree, 4, func(r Run) bool {
			for j := r.From; j < d; j++ {
				check(append(append(Monomial{}, r.Prefix...), j))
			}
			return true
		})
	}
	if _, ok := Index(Linear, 3, Monomial{0, 1}); ok {
		t.Error("the linear kernel has an index for a product")
	}
}

// TestLinearDegrees checks that the linear kernel has only degree 1 and an infinite radius.
func TestLinearDegrees(t *testing.T) {
	if lowest, highest := (Linear).Degrees(); lowest != 1 || highest != 1 {
		t.Errorf("degrees %d to %d", lowest, highest)
	}
	if r := (Linear).Radius(); !math.IsInf(r, 1) {
		t.Errorf("radius %v", r)
	}
}

// TestCountOfFewVariables checks that without variables the constant is the only monomial.
func TestCountOfFewVariables(t *testing.T) {
	for _, c := range []struct {
		d, degree int
		want      int64
	}{{0, 0, 1}, {0, 1, 0}, {0, 7, 0}, {1, 0, 1}, {1, 7, 1}, {3, 2, 6}} {
		if got := Count(c.d, c.degree); got != c.want {
			t.Errorf("%d variables have %d monomials of degree %d, want %d", c.d, got, c.degree, c.want)
		}
	}
}
