package gram

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

func randomPoints(n, d int) dense.Points {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	p := dense.Points{N: n, D: d, X: make([]float64, n*d)}
	for i := range p.X {
		p.X[i] = r.Float64()*2 - 1
	}
	return p
}

func randomAlpha(n int) []float64 {
	r := rand.New(rand.NewPCG(uint64(n), 77))
	a := make([]float64, n)
	for i := range a {
		a[i] = r.NormFloat64()
	}
	return a
}

func mustFeatures(t testing.TB, k kernel.Kernel, x dense.Points, q float64) *Features {
	t.Helper()
	f, err := NewFeatures(context.Background(), k, x, q, Points)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func newTensor(t testing.TB, k kernel.Kernel, x dense.Points, q int) *Tensor {
	t.Helper()
	f, err := new(Portable).Tensor(context.Background(), k, x, q, 1<<62, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*Tensor)
}

// sumOfProducts returns sum_j prod_i x_ij over the points of an index.
func sumOfProducts(x dense.Points, index []int) (sum float64) {
	for j := range x.D {
		product := 1.0
		for _, i := range index {
			product *= x.Row(i)[j]
		}
		sum += product
	}
	return sum
}

// entry returns the kernel of the points of an index.
func entry(k kernel.Kernel, x dense.Points, index ...int) float64 {
	s := []float64{sumOfProducts(x, index)}
	k.Apply(s)
	return s[0]
}

// assertClose compares with a tolerance relative to the largest |want|.
func assertClose(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	scale := 0.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	if scale == 0 {
		t.Errorf("%s: nothing to compare with", what)
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*scale) {
			t.Errorf("%s: element %d is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

// byDefinition evaluates omega and M = Phi diag(|Phi* a|^(q-2)) Phi* over all tuples of exponents.
func byDefinition(k kernel.Kernel, x dense.Points, q float64, alpha []float64) (omega, m []float64) {
	n := x.N
	omega, m = make([]float64, n), make([]float64, n*n)
	_, highest := k.Degrees()
	exponents := make([]int, x.D)
	phi := make([]float64, n)
	for {
		degree, orderings := 0, 1.0
		for _, e := range exponents {
			for i := 1; i <= e; i++ {
				degree++
				orderings *= float64(degree) / float64(i)
			}
		}
		if c := k.Coefficient(degree); c > 0 {
			var u float64
			for i := range n {
				phi[i] = math.Pow(c*orderings, 1/q)
				for j, e := range exponents {
					phi[i] *= math.Pow(x.Row(i)[j], float64(e))
				}
				u += alpha[i] * phi[i]
			}
			for i := range n {
				omega[i] += phi[i] * math.Copysign(math.Pow(math.Abs(u), q-1), u)
				for j := range n {
					m[i*n+j] += phi[i] * phi[j] * math.Pow(math.Abs(u), q-2)
				}
			}
		}
		j := 0
		for ; j < len(exponents); j++ {
			if exponents[j]++; exponents[j] <= highest {
				break
			}
			exponents[j] = 0
		}
		if j == len(exponents) {
			return omega, m
		}
	}
}

var finiteKernels = []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 1}, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3},
	kernel.Finite(0.5, 0, 2, 1), kernel.Shifted(2, 0.7), kernel.Sum(kernel.Linear, kernel.Polynomial{Degree: 3}),
	kernel.Product(kernel.Linear, kernel.Finite(1, 0, 2))}

func TestTensorAgainstFeatures(t *testing.T) {
	for _, k := range finiteKernels {
		for _, q := range []int{2, 4, 6} {
			for _, n := range []int{1, 2, 7} {
				name := fmt.Sprintf("%v q=%d n=%d", k, q, n)
				x, alpha := randomPoints(n, 5), randomAlpha(n)
				got, want := make([]float64, n), make([]float64, n)
				gotM, wantM := make([]float64, n*n), make([]float64, n*n)
				mustFeatures(t, k, x, float64(q)).OmegaM(context.Background(), want, wantM, alpha)
				f := newTensor(t, k, x, q)
				f.OmegaM(context.Background(), got, gotM, alpha)
				assertClose(t, name+" omega with M", got, want, 1e-12)
				assertClose(t, name+" M", gotM, wantM, 1e-12)
				f.OmegaM(context.Background(), got, nil, alpha)
				assertClose(t, name+" omega", got, want, 1e-12)
				if f.Points() != n || f.Q() != float64(q) {
					t.Errorf("%s: %d points, q = %g", name, f.Points(), f.Q())
				}
			}
		}
	}
}

// TestFeaturesAgainstDefinition checks any q >= 2: odd, fractional and huge.
func TestFeaturesAgainstDefinition(t *testing.T) {
	for _, k := range finiteKernels {
		for _, q := range []float64{2, 2.5, 3, 4, 5, 7.3, 11, 21, 150} {
			const n = 5
			x, alpha := randomPoints(n, 3), randomAlpha(n)
			wantOmega, wantM := byDefinition(k, x, q, alpha)
			name := fmt.Sprintf("%v q=%g", k, q)
			f := mustFeatures(t, k, x, q)
			omega, m := make([]float64, n), make([]float64, n*n)
			f.OmegaM(context.Background(), omega, m, alpha)
			assertClose(t, name+" omega with M", omega, wantOmega, 1e-12)
			assertClose(t, name+" M", m, wantM, 1e-12)
			clear(omega)
			f.OmegaM(context.Background(), omega, nil, alpha)
			assertClose(t, name+" omega", omega, wantOmega, 1e-12)
		}
	}
}

// forms returns forms of both strategies for several orders.
func forms(t *testing.T, n int) map[string]Form {
	x := randomPoints(n, 4)
	return map[string]Form{
		"features q=2":            mustFeatures(t, kernel.Polynomial{Degree: 2}, x, 2),
		"features q=4":            mustFeatures(t, kernel.Polynomial{Degree: 2}, x, 4),
		"features q=3":            mustFeatures(t, kernel.Polynomial{Degree: 3}, x, 3),
		"features q=11":           mustFeatures(t, kernel.Linear, x, 11),
		"tensor q=2":              newTensor(t, kernel.Polynomial{Degree: 3}, x, 2),
		"tensor q=4":              newTensor(t, kernel.Polynomial{Degree: 2}, x, 4),
		"tensor q=6, exponential": newTensor(t, kernel.Exponential{}, x, 6),
	}
}

// TestHessian compares (q-1) M with the Jacobian of omega by central differences, and omega with M alpha.
func TestHessian(t *testing.T) {
	const n, h = 6, 1e-5
	for name, f := range forms(t, n) {
		alpha := randomAlpha(n)
		omega, m := make([]float64, n), make([]float64, n*n)
		f.OmegaM(context.Background(), omega, m, alpha)
		jacobian, product := make([]float64, n*n), make([]float64, n)
		up, down := make([]float64, n), make([]float64, n)
		for j := range n {
			moved := slices.Clone(alpha)
			moved[j] = alpha[j] + h
			f.OmegaM(context.Background(), up, nil, moved)
			moved[j] = alpha[j] - h
			f.OmegaM(context.Background(), down, nil, moved)
			for i := range n {
				jacobian[i*n+j] = (up[i] - down[i]) / (2 * h) / (f.Q() - 1)
				product[i] += m[i*n+j] * alpha[j]
				if m[i*n+j] != m[j*n+i] {
					t.Errorf("%s: M is not symmetric at (%d, %d)", name, i, j)
				}
			}
		}
		assertClose(t, name+": M against the Jacobian", m, jacobian, 1e-7)
		assertClose(t, name+": omega against M alpha", omega, product, 1e-13)
	}
}

// TestFormIsHomogeneous checks that omega has degree q-1 in alpha and vanishes at 0.
func TestFormIsHomogeneous(t *testing.T) {
	const n = 6
	for name, f := range forms(t, n) {
		alpha := randomAlpha(n)
		before, after := make([]float64, n), make([]float64, n)
		f.OmegaM(context.Background(), before, nil, alpha)
		for i := range alpha {
			alpha[i] *= -2
			before[i] *= -math.Pow(2, f.Q()-1)
		}
		f.OmegaM(context.Background(), after, nil, alpha)
		assertClose(t, name, after, before, 1e-13)
		m := make([]float64, n*n)
		f.OmegaM(context.Background(), after, m, make([]float64, n))
		for i, v := range after {
			if v != 0 || m[i*n+i] != 0 && f.Q() > 2 {
				t.Errorf("%s: omega = %g, M_ii = %g at alpha = 0", name, v, m[i*n+i])
			}
		}
	}
}

func TestFeaturesDoNotAllocate(t *testing.T) {
	const n = 12
	alpha, omega, m := randomAlpha(n), make([]float64, n), make([]float64, n*n)
	for _, q := range []float64{2, 4, 3.5} {
		f := mustFeatures(t, kernel.Polynomial{Degree: 2}, randomPoints(n, 40), q)
		if a := testing.AllocsPerRun(5, func() { f.OmegaM(context.Background(), omega, nil, alpha) }); a != 0 {
			t.Errorf("q=%g: Omega allocates %g times", q, a)
		}
		if a := testing.AllocsPerRun(5, func() { f.OmegaM(context.Background(), omega, m, alpha) }); a != 0 {
			t.Errorf("q=%g: OmegaM allocates %g times", q, a)
		}
	}
}

// TestInputsStayUntouched checks that points and alpha do not change: the linear kernel's features
// are the caller's points.
func TestInputsStayUntouched(t *testing.T) {
	const n = 5
	for _, k := range finiteKernels {
		x, alpha := randomPoints(n, 4), randomAlpha(n)
		x0, alpha0 := slices.Clone(x.X), slices.Clone(alpha)
		omega, m := make([]float64, n), make([]float64, n*n)
		mustFeatures(t, k, x, 4).OmegaM(context.Background(), omega, m, alpha)
		newTensor(t, k, x, 4).OmegaM(context.Background(), omega, m, alpha)
		if !slices.Equal(x.X, x0) || !slices.Equal(alpha, alpha0) {
			t.Errorf("%v: the inputs change", k)
		}
	}
}

// TestDiagonal checks that K(x_i, ..., x_i) = ||Phi(x_i)||_q^q.
func TestDiagonal(t *testing.T) {
	x := randomPoints(5, 3)
	for _, k := range finiteKernels {
		for _, q := range []float64{2, 3, 4, 7.3} {
			f := mustFeatures(t, k, x, q)
			want := make([]float64, x.N)
			for i := range want {
				for _, v := range f.phi.Row(i) {
					want[i] += math.Pow(math.Abs(v), q)
				}
			}
			assertClose(t, fmt.Sprintf("%v q=%g", k, q), Diagonal(k, x, q), want, 1e-12)
		}
	}
	for i, v := range Diagonal(kernel.Exponential{}, x, 4) {
		if want := entry(kernel.Exponential{}, x, i, i, i, i); math.Abs(v-want) > 1e-13*want {
			t.Errorf("exponential: %v, want %v", v, want)
		}
	}
}

func TestFeatureOverflowNamesThePoint(t *testing.T) {
	for _, degree := range []int{2, 3} {
		x := randomPoints(6, 4)
		x.Row(4)[2] = -1e200
		_, err := NewFeatures(context.Background(), kernel.Polynomial{Degree: degree}, x, 4, Points)
		var over *Overflow
		if !errors.As(err, &over) || over.Point != 4 {
			t.Errorf("degree %d: %v, want the overflow of point 4", degree, err)
		}
	}
}

func TestCancelledExpansion(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := randomPoints(6, 4)
	if _, err := NewFeatures(ctx, kernel.Polynomial{Degree: 2}, x, 4, Points); !errors.Is(err, context.Canceled) {
		t.Errorf("features: %v", err)
	}
	if _, err := new(Portable).Tensor(ctx, kernel.Polynomial{Degree: 2}, x, 4, 1<<62, false, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("tensor: %v", err)
	}
}

func TestInfiniteFeaturesAreAMistake(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = NewFeatures(context.Background(), kernel.Exponential{}, randomPoints(2, 2), 4, Points)
}

// TestTensorOfSeriesAgainstDense checks omega against the sum over all entries, at every small n and order, each g of
// the sum over coordinates, also for kernels with infinitely many features.
func TestTensorOfSeriesAgainstDense(t *testing.T) {
	for _, c := range []struct {
		k kernel.Kernel
		g func(s float64) float64
	}{
		{kernel.Finite(0.5, 0, 2, 1), func(s float64) float64 { return 0.5 + 2*s*s + s*s*s }},
		{kernel.Shifted(3, 0.7), func(s float64) float64 { return (0.7 + s) * (0.7 + s) * (0.7 + s) }},
		{kernel.Geometric(6), func(s float64) float64 { return 6 / (6 - s) }},
		{kernel.Product(kernel.Sum(kernel.Linear, kernel.Geometric(6)), kernel.ExponentialOf(0.5)),
			func(s float64) float64 { return (s + 6/(6-s)) * math.Exp(s/2) }},
	} {
		for _, q := range []int{2, 4, 6} {
			for n := 1; n <= 5; n++ {
				x := randomPoints(n, 3)
				alpha, got, want := randomAlpha(n), make([]float64, n), make([]float64, n)
				newTensor(t, c.k, x, q).OmegaM(context.Background(), got, nil, alpha)
				index := make([]int, q)
				for at := range int(math.Pow(float64(n), float64(q))) {
					weight := 1.0
					for s := range index {
						if index[s], at = at%n, at/n; s > 0 {
							weight *= alpha[index[s]]
						}
					}
					want[index[0]] += weight * c.g(sumOfProducts(x, index))
				}
				assertClose(t, fmt.Sprintf("%v, q=%d, n=%d", c.k, q, n), got, want, 1e-13)
			}
		}
	}
}
