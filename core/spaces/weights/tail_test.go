package weights

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// explicitTail returns T_m by its definition: the sum over all exponents k of degree m of c_m
// m!/k! |sum_i a_i x_i^k|^q.
func explicitTail(k kernel.Kernel, x dense.Points, alpha []float64, q float64, m int) float64 {
	exponents := make([]int, x.D)
	var sum float64
	var walk func(variable, left int, count float64)
	walk = func(variable, left int, count float64) {
		if variable == x.D-1 {
			exponents[variable] = left
			var p float64
			for i, a := range alpha {
				for j, e := range exponents {
					a *= kernel.Power(x.Row(i)[j], e)
				}
				p += a
			}
			sum += count * math.Pow(math.Abs(p), q)
			return
		}
		for e := 0; e <= left; e++ {
			exponents[variable] = e
			walk(variable+1, left-e, count)
			count = count * float64(left-e) / float64(e+1) // a product of binomial coefficients
		}
	}
	walk(0, m, 1)
	return k.Coefficient(m) * sum
}

// TestTailBounds compares every bound with the tail by its definition in random cases of kernels,
// dimensions, exponents and dual vectors, some with sum 0. LPLAB_LONG=1 takes 10,000 cases.
func TestTailBounds(t *testing.T) {
	cases := 2000
	switch {
	case os.Getenv("LPLAB_LONG") != "":
		cases = 10_000
	case testing.Short():
		cases = 500
	}
	random := rand.New(rand.NewPCG(7, 1))
	kernels := []func() kernel.Kernel{
		func() kernel.Kernel { return kernel.Exponential{} },
		func() kernel.Kernel { return kernel.ExponentialOf(0.05 + random.Float64()) },
		func() kernel.Kernel { return nil },
		func() kernel.Kernel { return kernel.Finite(0.5, 1, 0, 2, 0.1, 0, 0.3) },
		func() kernel.Kernel { return kernel.Shifted(6, 0.7) },
		func() kernel.Kernel {
			return kernel.Sum(kernel.ExponentialOf(0.3), kernel.Polynomial{Degree: 5}, kernel.Linear)
		},
		func() kernel.Kernel { return kernel.Product(kernel.ExponentialOf(0.3), kernel.Shifted(2, 1)) },
	}
	closeBounds := 0
	for c := range cases {
		n, d, degree := 1+random.IntN(6), 1+random.IntN(3), 1+random.IntN(4)
		q := []float64{2, 3, 4, 5.5, 6, 8}[random.IntN(6)]
		x := dense.Points{N: n, D: d, X: make([]float64, n*d)}
		alpha := make([]float64, n)
		largest, mean := 0.0, 0.0
		for i := range alpha {
			alpha[i] = random.NormFloat64()
			mean += alpha[i] / float64(n)
			var norm float64
			for j := range d {
				v := random.NormFloat64() * math.Exp2(float64(random.IntN(3)-1))
				x.X[i*d+j] = v
				norm += math.Pow(math.Abs(v), q)
			}
			largest = max(largest, norm)
		}
		if c%2 == 0 && n > 1 {
			for i := range alpha {
				alpha[i] -= mean
			}
		}
		which := random.IntN(len(kernels))
		var k kernel.Kernel
		if which == 2 {
			k = kernel.Geometric(largest * (1.05 + random.Float64()))
		} else {
			k = kernels[which]()
		}
		m := Model{k, q, x, alpha}
		crude, err := m.Tail(context.Background(), degree, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		fine, err := m.Tail(context.Background(), degree, 1e-4*crude.Above(degree))
		if err != nil {
			t.Fatal(err)
		}
		b := newTailBounds(m)
		var whole float64
		for at := degree + 1; at <= degree+9; at++ {
			want := explicitTail(k, x, alpha, q, at)
			whole += want
			if want == 0 {
				continue
			}
			squares, err := b.bySigns(context.Background(), []int{at})
			if err != nil {
				t.Fatal(err)
			}
			exact, err := b.exact(context.Background(), at)
			if err != nil {
				t.Fatal(err)
			}
			bySigns := b.series.Coefficient(at) * math.Pow(squares[0], q/2)
			for name, bound := range map[string]float64{"points": b.byPoints(at), "signs": bySigns, "exact": exact} {
				if !(bound*(1+1e-9) >= want) {
					t.Fatalf("case %d, %v, q = %g, degree %d: the bound by %s is %g, and the tail is %g", c, k, q, at, name, bound, want)
				}
			}
			if exact > want*(1+1e-6)+1e-9*b.byPoints(at) {
				t.Fatalf("case %d, %v, q = %g, degree %d: %g summed, and %g by definition", c, k, q, at, exact, want)
			}
		}
		for name, tail := range map[string]*Tail{"crude": crude, "fine": fine} {
			if got := tail.Above(degree); !(got*(1+1e-9) >= whole/q) {
				t.Fatalf("case %d, %v, q = %g beyond degree %d: the %s bound is %g, and the tail %g", c, k, q, degree, name, got, whole/q)
			}
		}
		if !(fine.Above(degree) <= crude.Above(degree)*(1+1e-9)) {
			t.Fatalf("case %d: the improved bound %g is above %g", c, fine.Above(degree), crude.Above(degree))
		}
		if fine.Above(degree) <= 1.01*whole/q {
			closeBounds++
		}
	}
	if closeBounds < cases/2 {
		t.Errorf("only %d of %d improved bounds are within 1 %% of the tail", closeBounds, cases)
	}
}

// TestTailOfPolynomial checks that a finite series has no tail beyond its degree, and a full one
// beyond a lower degree.
func TestTailOfPolynomial(t *testing.T) {
	m := Model{kernel.Shifted(3, 1), 4, dense.Points{N: 2, D: 2, X: []float64{1, 2, -1, 0.5}}, []float64{1, -0.5}}
	for degree, want := range map[int]float64{3: 0, 2: explicitTail(m.Kernel, m.X, m.Alpha, 4, 3) / 4} {
		tail, err := m.Tail(context.Background(), degree, 0)
		if err != nil || math.Abs(tail.Above(degree)-want) > 1e-9*want {
			t.Errorf("degree %d: %g, want %g (%v)", degree, tail.Above(degree), want, err)
		}
	}
}
