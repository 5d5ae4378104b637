package linear

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/solvers/optimize"
)

// residualSettings are for methods that measure optimality by a residual and not by a gap.
var residualSettings = optimize.Settings{Tolerance: 1e-10, MaxIterations: 10}

// TestLeastSquaresIsTheLimitOfRidge checks that least squares gives the limit of ridge for lambda
// to 0, the solution of smallest norm.
func TestLeastSquaresIsTheLimitOfRidge(t *testing.T) {
	for _, p := range problems() {
		f := fit(t, LeastSquares{}, p, 0, nil, residualSettings)
		if f.Status != optimize.Converged || f.Residual > 1e-12 || f.Iterations > 3 {
			t.Errorf("%s: status %v, residual %g, %d iterations", p.name, f.Status, f.Residual, f.Iterations)
		}
		r := fit(t, Ridge{}, p, 1e-7, nil, strictSettings)
		if !allNear(f.Coefficients, r.Coefficients, 1e-5) || !near(f.Intercept, r.Intercept, 1e-5) {
			t.Errorf("%s: %v, %g; ridge: %v, %g", p.name, f.Coefficients, f.Intercept, r.Coefficients, r.Intercept)
		}
		var squares float64
		fitted := f.Fitted()
		for i, y := range p.data.Y {
			squares += (y - fitted[i]) * (y - fitted[i])
		}
		if !near(f.Primal, squares, 1e-12) || f.Gap > 1e-10*f.Primal {
			t.Errorf("%s: primal %g, want %g", p.name, f.Primal, squares)
		}
	}
}

func TestRankNamesCollinearFeatures(t *testing.T) {
	for _, p := range problems() {
		want := min(p.n, p.d)
		switch {
		case p.name == "collinear and constant":
			want = 3
		case p.name == "collinear, no intercept":
			want = 4
		case p.data.Intercept:
			want = min(p.n-1, p.d)
		}
		rank, err := LeastSquares{}.Rank(context.Background(), p.data)
		if err != nil || rank != want {
			t.Errorf("%s: rank %d, want %d: %v", p.name, rank, want, err)
		}
		h, err := LeastSquares{}.Leverages(context.Background(), p.data)
		if err != nil {
			t.Fatal(err)
		}
		if sum := floats.Sum(h); !near(sum, float64(want)+p.data.constants(), 1e-9) {
			t.Errorf("%s: leverages add up to %g, and the rank is %d", p.name, sum, want)
		}
	}
}

// TestRankIsNotOfRounding checks that features that differ by a constant alone, as degrees Celsius and kelvins, are
// one direction: as they are, and centred by their means, with and without an intercept.
func TestRankIsNotOfRounding(t *testing.T) {
	const n, shift = 12, 1000.1
	r := rand.New(rand.NewPCG(1, 1))
	raw, centred, y, mean := make([]float64, 2*n), make([]float64, 2*n), make([]float64, n), 0.0
	for i := range n {
		y[i] = math.Round(100*r.NormFloat64()) / 100
		raw[2*i], raw[2*i+1] = y[i], y[i]+shift
		mean += raw[2*i+1] / n
	}
	for i := range n {
		centred[2*i], centred[2*i+1] = raw[2*i]-(mean-shift), raw[2*i+1]-mean
	}
	for _, data := range []*Data{
		{X: Dense(n, 2, raw), Y: y, Intercept: true},
		{X: Dense(n, 2, centred), Y: y, Intercept: true, Offsets: []float64{mean - shift, mean}},
		{X: Dense(n, 2, centred), Y: y, Offsets: []float64{mean - shift, mean}},
	} {
		if rank, err := (LeastSquares{}).Rank(context.Background(), data); rank != 1 || err != nil {
			t.Errorf("rank %d of features with the offsets %g: %v", rank, data.Offsets, err)
		}
	}
}

// TestRankBesideALargeMean checks that small features, and small differences of features, count beside a feature with a
// large mean, such as times in milliseconds: as it is, and standardised.
func TestRankBesideALargeMean(t *testing.T) {
	const n = 1000
	r := rand.New(rand.NewPCG(1, 1))
	raw, standardised := make([]float64, 3*n), make([]float64, 3*n)
	for i := range n {
		time, value, change := r.NormFloat64(), 0.1*r.NormFloat64(), 1e-5*r.NormFloat64()
		copy(raw[3*i:], []float64{1.7e12 + 1e9*time, value, 0.1 * r.NormFloat64()})
		copy(standardised[3*i:], []float64{time, value, value + change})
	}
	for _, data := range []*Data{
		{X: Dense(n, 3, raw), Y: make([]float64, n), Intercept: true},
		{X: Dense(n, 3, standardised), Y: make([]float64, n), Intercept: true, Offsets: []float64{6e9, 1, 1}},
	} {
		if rank, err := (LeastSquares{}).Rank(context.Background(), data); rank != 3 || err != nil {
			t.Errorf("rank %d of features with the offsets %g: %v", rank, data.Offsets, err)
		}
	}
}

// withoutRow returns the problem without its row i.
func (p *problem) withoutRow(i int) *problem {
	rows := slices.Delete(slices.Clone(p.rows), i*p.d, (i+1)*p.d)
	return newProblem(p.name, p.n-1, p.d, rows, slices.Delete(slices.Clone(p.data.Y), i, i+1), p.data.Intercept)
}

// TestLeaveOneOutRefits compares the formula with refits without each point.
func TestLeaveOneOutRefits(t *testing.T) {
	const lambda = 2
	for _, p := range []*problem{randomProblem(12, 4, true, 41), randomProblem(12, 4, false, 42), randomProblem(6, 9, true, 43)} {
		check := func(name string, m Method, leverages []float64, err error) {
			if err != nil {
				t.Fatal(err)
			}
			e := LeaveOneOut(p.data, fit(t, m, p, lambda, nil, residualSettings), leverages)
			for i := range p.n {
				f := fit(t, m, p.withoutRow(i), lambda, nil, residualSettings)
				want := p.data.Y[i] - f.Intercept - floats.Dot(f.Coefficients, p.rows[i*p.d:(i+1)*p.d])
				if !near(e[i], want, 1e-8) {
					t.Errorf("%s, %s: the residual of left-out point %d is %g, want %g", name, p.name, i, e[i], want)
				}
			}
		}
		for _, m := range []Ridge{{Primal}, {Dual}} {
			h, err := m.Leverages(context.Background(), p.data, lambda)
			check("ridge", m, h, err)
		}
		if p.n > p.d+1 {
			h, err := LeastSquares{}.Leverages(context.Background(), p.data)
			check("least squares", LeastSquares{}, h, err)
		}
	}
	p := randomProblem(4, 6, true, 44) // every fitted value depends only on its own target
	h, _ := LeastSquares{}.Leverages(context.Background(), p.data)
	for i, e := range LeaveOneOut(p.data, fit(t, LeastSquares{}, p, 0, nil, residualSettings), h) {
		if !math.IsNaN(e) {
			t.Errorf("the leverage of point %d is %g, and its left-out residual %g", i, h[i], e)
		}
	}
}

// TestBestSubsets compares with least squares on every subset.
func TestBestSubsets(t *testing.T) {
	for _, p := range problems() {
		if p.d > 10 || p.name[:5] == "colli" {
			continue
		}
		s, err := BestSubsets(context.Background(), p.data)
		if err != nil {
			t.Fatal(err)
		}
		if len(s) != p.d+1 {
			t.Fatalf("%s: %d best subsets", p.name, len(s))
		}
		best := make([]float64, p.d+1)
		for k := range best {
			best[k] = math.Inf(1)
		}
		for subset := range 1 << p.d {
			k := bits.OnesCount(uint(subset))
			best[k] = min(best[k], squaresLeft(p, subset))
		}
		for k, b := range s {
			if !near(b.Squares, best[k], 1e-9) || len(b.Features) != k || !slices.IsSorted(b.Features) {
				t.Errorf("%s: %d features leave %g, want %g", p.name, k, b.Squares, best[k])
			}
			d := &Data{X: &copies{p.data.X, b.Features}, Y: p.data.Y, Intercept: p.data.Intercept}
			f, err := LeastSquares{}.Fit(context.Background(), d, 0, nil, residualSettings)
			if err != nil {
				t.Fatal(err)
			}
			if !near(f.Primal, b.Squares, 1e-9) {
				t.Errorf("%s: least squares on %v leaves %g, and %g is reported", p.name, b.Features, f.Primal, b.Squares)
			}
		}
	}
}

// squaresLeft returns the residual sum of squares of least squares on a subset, by a QR decomposition.
func squaresLeft(p *problem, subset int) float64 {
	var columns [][]float64
	for j := range p.d {
		if subset>>j&1 == 1 {
			column := make([]float64, p.n)
			for i := range column {
				column[i] = p.rows[i*p.d+j]
			}
			columns = append(columns, column)
		}
	}
	if p.data.Intercept {
		ones := make([]float64, p.n)
		floats.AddConst(1, ones)
		columns = append(columns, ones)
	}
	if len(columns) >= p.n {
		return 0
	}
	y := mat.NewVecDense(p.n, slices.Clone(p.data.Y))
	if len(columns) == 0 {
		return mat.Dot(y, y)
	}
	var qr mat.QR
	x := mat.DenseCopyOf(mat.NewDense(len(columns), p.n, slices.Concat(columns...)).T())
	qr.Factorize(x)
	var b, r mat.VecDense
	if err := qr.SolveVecTo(&b, false, y); err != nil {
		panic(err)
	}
	r.MulVec(x, &b)
	r.SubVec(y, &r)
	return mat.Dot(&r, &r)
}

// TestCollinearFeaturesAddNothing checks that a copy of a feature does not reduce the residual sum
// of squares, and that the first of the two is selected.
func TestCollinearFeaturesAddNothing(t *testing.T) {
	p := randomProblem(12, 3, true, 45)
	for i := range p.n {
		p.rows[i*3+1] = p.rows[i*3]
	}
	p = newProblem("copy", p.n, p.d, p.rows, p.data.Y, true)
	s, err := BestSubsets(context.Background(), p.data)
	if err != nil {
		t.Fatal(err)
	}
	if !near(s[3].Squares, s[2].Squares, 1e-12) || !slices.Equal(s[2].Features, []int{0, 2}) {
		t.Errorf("%v", s)
	}
}

func TestBestSubsetsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := BestSubsets(ctx, randomProblem(30, 3, true, 47).data); err != context.Canceled {
		t.Errorf("a cancelled context: %v", err)
	}
}

// TestCosine checks the largest |x_j.r| / (||x_j|| ||y||) of the features that are not 0, without
// the factor ||y|| where y is 0.
func TestCosine(t *testing.T) {
	for _, p := range problems() {
		for _, zero := range []bool{false, true} {
			if zero {
				clear(p.data.Y)
				p.data = &Data{X: p.data.X, Y: p.data.Y, Intercept: p.data.Intercept}
			}
			c, err := p.data.prepare(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			r, want, length := make([]float64, p.n), 0.0, math.Sqrt(c.power)
			for i := range r {
				r[i] = math.Sin(float64(3*i + 1))
			}
			for j := range p.d {
				x := make([]float64, p.n)
				c.x.AddScaled(x, 1, j)
				if norm := floats.Norm(x, 2); norm > 0 {
					want = max(want, math.Abs(floats.Dot(x, r))/norm)
				}
			}
			if length > 0 {
				want /= length
			}
			if got := c.cosine(r); !near(got, want, 1e-12) {
				t.Errorf("%s, y = 0 %v: %v, want %v", p.name, zero, got, want)
			}
		}
	}
}

// TestLeastSquaresHasNoStrength checks that a given lambda is ignored, for one column.
func TestLeastSquaresHasNoStrength(t *testing.T) {
	x, y := []float64{1, 2, 4}, []float64{2, 3, 9}
	f, err := LeastSquares{}.Fit(context.Background(), &Data{X: Columns([][]float64{x}), Y: y}, 7, nil, strictSettings)
	if err != nil {
		t.Fatal(err)
	}
	if want := floats.Dot(x, y) / floats.Dot(x, x); f.Lambda != 0 || !near(f.Coefficients[0], want, 1e-14) {
		t.Errorf("lambda %g, coefficient %g, want 0 and %g", f.Lambda, f.Coefficients[0], want)
	}
}
