package selection

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

// autoregressive returns rows of an autoregressive normal distribution, with means and deviations
// other than 0 and 1.
func autoregressive(n, d int, rho float64, seed uint64) dense.Points {
	random := rng.New(seed)
	x := dense.Points{N: n, D: d, X: make([]float64, n*d)}
	for i := range n {
		last := random.Normal()
		for j := range d {
			if j > 0 {
				last = rho*last + math.Sqrt(1-rho*rho)*random.Normal()
			}
			x.X[i*d+j] = 3 + float64(j+1)*last
		}
	}
	return x
}

// product returns a'b.
func product(n, d int, a, b []float64) *mat.Dense {
	var p mat.Dense
	p.Mul(mat.NewDense(n, d, a).T(), mat.NewDense(n, d, b))
	return &p
}

// TestFixedX checks that X~'X~ = X'X and X'X~ = X'X - S for standardised columns, and that sums
// of columns are equal with an intercept [BC eq. 1.3].
func TestFixedX(t *testing.T) {
	ctx := context.Background()
	for _, intercept := range []bool{false, true} {
		x := autoregressive(41, 20, 0.6, 5)
		k, err := FixedX(ctx, x, intercept, rng.New(2))
		if err != nil {
			t.Fatal(err)
		}
		z, mean, deviation := standardise(x, intercept)
		own := mat.DenseCopyOf(z)
		copied := mat.NewDense(x.N, x.D, nil)
		for i := range x.N {
			for j := range x.D {
				copied.Set(i, j, (k.X[i*x.D+j]-mean[j])/deviation[j])
			}
		}
		plain := product(x.N, x.D, own.RawMatrix().Data, own.RawMatrix().Data)
		same := product(x.N, x.D, copied.RawMatrix().Data, copied.RawMatrix().Data)
		mixed := product(x.N, x.D, own.RawMatrix().Data, copied.RawMatrix().Data)
		for i := range x.D {
			for j := range x.D {
				want := plain.At(i, j)
				if math.Abs(same.At(i, j)-want) > 1e-8*float64(x.N) {
					t.Fatalf("X~'X~ differs at %d, %d: %g, want %g", i, j, same.At(i, j), want)
				}
				if i == j {
					want -= float64(x.N) * k.S[j]
				}
				if math.Abs(mixed.At(i, j)-want) > 1e-8*float64(x.N) {
					t.Fatalf("X'X~ differs at %d, %d: %g, want %g", i, j, mixed.At(i, j), want)
				}
			}
			if sum := mat.Sum(copied.ColView(i)); intercept && math.Abs(sum) > 1e-9*float64(x.N) {
				t.Errorf("knockoff %d has the sum %g", i, sum)
			}
			if k.S[i] <= 0 || k.S[i] > 2 {
				t.Errorf("S of %d is %g", i, k.S[i])
			}
		}
	}
	x := autoregressive(41, 4, 0.6, 5)
	for i := range x.N {
		x.X[i*4+3] = x.X[i*4] - 2*x.X[i*4+1]
	}
	if _, err := FixedX(ctx, x, true, rng.New(2)); err == nil {
		t.Error("dependent features have knockoffs")
	}
}

// TestGaussian checks that means and covariances of (X, X~) do not change if features are swapped
// with their knockoffs [C eq. 3.2], within sampling error.
func TestGaussian(t *testing.T) {
	const n, d = 20_000, 6
	x := autoregressive(n, d, 0.7, 11)
	k, err := Gaussian(context.Background(), x, rng.New(4))
	if err != nil {
		t.Fatal(err)
	}
	if k.Shrinkage < 0 || k.Shrinkage > 0.01 {
		t.Errorf("%d rows have the shrinkage %g", n, k.Shrinkage)
	}
	both := mat.NewDense(n, 2*d, nil)
	_, mean, deviation := standardise(x, true)
	for i := range n {
		for j := range d {
			both.Set(i, j, (x.X[i*d+j]-mean[j])/deviation[j])
			both.Set(i, d+j, (k.X[i*d+j]-mean[j])/deviation[j])
		}
	}
	var g mat.Dense
	g.Mul(both.T(), both)
	g.Scale(1.0/n, &g)
	const margin = 5 / 141.0 // five standard errors of a correlation
	for i := range d {
		if m := mat.Sum(both.ColView(d+i)) / n; math.Abs(m) > margin {
			t.Errorf("knockoff %d has the mean %g", i, m)
		}
		for j := range d {
			want := math.Pow(0.7, math.Abs(float64(i-j)))
			if math.Abs(g.At(d+i, d+j)-want) > margin {
				t.Errorf("covariance of knockoffs %d, %d: %g, want %g", i, j, g.At(d+i, d+j), want)
			}
			if i == j {
				want -= k.S[j]
			}
			if math.Abs(g.At(i, d+j)-want) > margin {
				t.Errorf("covariance of %d and knockoff %d: %g, want %g", i, j, g.At(i, d+j), want)
			}
		}
	}
}

// TestGaussianFewRows checks that the shrunk covariance gives knockoffs with more columns than
// rows and with a copied column.
func TestGaussianFewRows(t *testing.T) {
	x := autoregressive(30, 80, 0.5, 7)
	for i := range x.N {
		x.X[i*80+1] = x.X[i*80]
		x.X[i*80+2] = 4 // without spread
	}
	k, err := Gaussian(context.Background(), x, rng.New(4))
	if err != nil {
		t.Fatal(err)
	}
	if k.Shrinkage < 0.05 || k.Shrinkage >= 1 {
		t.Errorf("shrinkage %g", k.Shrinkage)
	}
	for i, v := range k.X {
		if math.IsNaN(v) || i%80 == 2 && math.Abs(v-4) > 1e-12 {
			t.Fatalf("knockoff %d is %g", i, v)
		}
	}
}

// TestCloseEigenvalues checks that columns with a common part, the correlations of which have eigenvalues close to the
// smallest, have knockoffs.
func TestCloseEigenvalues(t *testing.T) {
	const n, d = 20, 12
	for seed := range uint64(100) {
		random := rng.New(seed)
		x := dense.Points{N: n, D: d, X: normals(n*d, random)}
		for i := range n {
			row := x.X[i*d:][:d]
			floats.AddConst(0.8*floats.Sum(row), row)
		}
		if _, err := Gaussian(context.Background(), x, random); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestShrinkage checks the shrinkage against the definition of [Sch eq. 10].
func TestShrinkage(t *testing.T) {
	x := autoregressive(25, 4, 0.4, 3)
	z, _, _ := standardise(x, true)
	n := float64(x.N)
	var above, below float64
	for i := range 4 {
		for j := range 4 {
			if i == j {
				continue
			}
			w, mean := make([]float64, x.N), 0.0
			for k := range w {
				w[k] = z.At(k, i) * z.At(k, j) * (n - 1) / n // by deviations with n - 1
				mean += w[k] / n
			}
			var squares float64
			for _, v := range w {
				squares += (v - mean) * (v - mean)
			}
			above += n / math.Pow(n-1, 3) * squares
			r := n / (n - 1) * mean
			below += r * r
		}
	}
	want := above / below
	if got := shrinkage(z, correlations(z)); math.Abs(got-want) > 1e-9*want {
		t.Errorf("%g, want %g", got, want)
	}
}

// TestRefine checks that no change of one entry of S lowers tr (2 Sigma - S)^-1 + tr S^-1 [SJ eq. 10],
// that this is less than for the equicorrelated S, and that 2 Sigma - S stays positive definite.
func TestRefine(t *testing.T) {
	sigma := mat.NewSymDense(5, nil)
	for i := range 5 {
		for j := range i + 1 {
			sigma.SetSym(i, j, math.Pow(0.9, float64(i-j)))
		}
	}
	loss := func(s []float64) float64 {
		m := mat.NewSymDense(5, nil)
		var sum float64
		for i := range 5 {
			for j := range i + 1 {
				m.SetSym(i, j, 2*sigma.At(i, j))
			}
			m.SetSym(i, i, m.At(i, i)-s[i])
			sum += 1 / s[i]
		}
		var e mat.EigenSym
		e.Factorize(m, false)
		for _, v := range e.Values(nil) {
			if v <= 0 {
				return math.Inf(1)
			}
			sum += 1 / v
		}
		return sum
	}
	var e mat.EigenSym
	e.Factorize(sigma, false)
	least := e.Values(nil)[0]
	var chol mat.Cholesky
	chol.Factorize(sigma)
	if got := smallestEigenvalue(&chol, 5); got > least || got < 0.99*least {
		t.Errorf("smallest eigenvalue %g, want just below %g", got, least)
	}
	equal := make([]float64, 5)
	for j := range equal {
		equal[j] = 0.999 * min(1, 2*least)
	}
	k := &Knockoffs{S: append([]float64{}, equal...)}
	if err := k.refine(context.Background(), sigma); err != nil {
		t.Fatal(err)
	}
	got := loss(k.S)
	if !(got < loss(equal)) {
		t.Errorf("%g, but equal entries have %g", got, loss(equal))
	}
	for j := range k.S {
		for _, by := range []float64{0.97, 1.03} {
			other := append([]float64{}, k.S...)
			other[j] *= by
			if loss(other) < got*(1-1e-4) {
				t.Errorf("%v: %g times entry %d is better", k.S, by, j)
			}
		}
	}
}
