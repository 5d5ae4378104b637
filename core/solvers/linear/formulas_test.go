package linear

import (
	"context"
	"flag"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

// The draws are the same in every run; "-rapid.seed=0 -rapid.checks=100000" makes other draws.
func init() { flag.Set("rapid.seed", "1") }

// decade draws a number between 1e-k and 1e+k.
func decade(k float64) *rapid.Generator[float64] {
	return rapid.Map(rapid.Float64Range(-k, k), func(e float64) float64 { return math.Pow(10, e) })
}

// TestMinimiseBlock checks that b minimises 1/2 sum_i s_i b_i^2 - g.b + lambda ||b|| from any
// start: g - s b = lambda b/||b||, or b = 0 and ||g|| <= lambda.
func TestMinimiseBlock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(2, 6).Draw(t, "d")
		g := rapid.SliceOfN(rapid.Float64Range(-3, 3), d, d).Draw(t, "g")
		s := rapid.SliceOfN(decade(3), d, d).Draw(t, "s")
		b := rapid.SliceOfN(decade(4), d, d).Draw(t, "near")
		if rapid.Bool().Draw(t, "from 0") {
			clear(b)
		}
		lambda := decade(2).Draw(t, "lambda")
		minimiseBlock(b, g, s, lambda)
		size := penalty.Length(b)
		if size == 0 {
			if penalty.Length(g) > lambda*(1+1e-14) {
				t.Fatalf("b = 0, and ||g|| = %g", penalty.Length(g))
			}
			return
		}
		for i := range b {
			if left := g[i] - s[i]*b[i] - lambda*b[i]/size; math.Abs(left) > 1e-12*(math.Abs(g[i])+s[i]*math.Abs(b[i])+lambda) {
				t.Fatalf("b = %v: equation %d is off by %g", b, i, left)
			}
		}
	})
}

// TestGramOfAnExactFit checks that X'X and X'y suffice without the rows, also for an exact fit.
func TestGramOfAnExactFit(t *testing.T) {
	q := &byGram{gram: []float64{2, 1, 1, 3}, correlation: []float64{1, -2}, power: 3, slope: make([]float64, 2)}
	x := &iterate{b: []float64{1, -1}, gradient: make([]float64, 2)}
	if q.evaluate(x); x.squares != 0 || x.target != 0 || x.gradient[0] != 0 || x.gradient[1] != 0 {
		t.Errorf("squares %g, y'r %g, gradient %g of an exact fit", x.squares, x.target, x.gradient)
	}
}

// TestTargetsAreNumbers checks that a target that is not finite is refused, with its row in the error.
func TestTargetsAreNumbers(t *testing.T) {
	for _, y := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, intercept := range []bool{false, true} {
			_, err := (&Data{X: Dense(3, 1, []float64{1, 2, 3}), Y: []float64{1, 2, y}, Intercept: intercept}).prepare(context.Background())
			if err == nil || !strings.Contains(err.Error(), "the target of row 2") {
				t.Errorf("%g: %v", y, err)
			}
		}
	}
}

// TestGramIsComputed checks that the Gram matrix is computed if there are at least as many rows as
// features, and at most gramMost features.
func TestGramIsComputed(t *testing.T) {
	for _, p := range []struct {
		n, d int
		want bool
	}{{5, 4, true}, {4, 4, true}, {4, 5, false}, {gramMost, gramMost, true}, {gramMost + 1, gramMost + 1, false}} {
		x := make([]float64, p.n*p.d)
		for i := range x {
			x[i] = float64(i*i%7) - 3
		}
		c, err := (&Data{X: Dense(p.n, p.d, x), Y: make([]float64, p.n)}).prepare(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		computed := false
		gram := func() ([]float64, error) {
			computed = true
			return nil, context.Canceled
		}
		h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: 1}}}
		if _, err := c.descent(gram, h, nil, nil, optimize.Settings{Tolerance: 1e-6}); computed != p.want || (err != nil) != p.want {
			t.Errorf("%d rows, %d features: the Gram matrix is computed: %v, want %v (%v)", p.n, p.d, computed, p.want, err)
		}
	}
}

// TestDataTerms checks that both data terms give the gradient, the changes of the fit and the
// Hessian of the centred features, after several steps.
func TestDataTerms(t *testing.T) {
	for _, p := range []*problem{randomProblem(14, 6, true, 21), randomProblem(14, 6, false, 22)} {
		c := must(p.data.prepare(context.Background()))
		covariances := must(p.data.covariances(context.Background(), c))
		x := mat.NewDense(c.d, c.n, c.full()) // a column of X is a row
		h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: 0.1}}}
		for name, q := range map[string]quadratic{
			"residual": newByResidual(c, h, nil),
			"gram":     &byGram{gram: covariances, correlation: c.correlation, power: c.power, slope: make([]float64, c.d), c: c},
		} {
			at := &iterate{b: make([]float64, c.d), gradient: make([]float64, c.d)}
			q.evaluate(at)
			columns := []int{0, 1, 2, 3, 4, 5}
			q.begin(columns, at)
			residual := slices.Clone(c.y)
			move := func(from int, delta []float64) (square float64) {
				change := make([]float64, c.n)
				for i, v := range delta {
					floats.AddScaled(change, v, x.RawRowView(from+i))
				}
				floats.Sub(residual, change)
				return floats.Dot(change, change)
			}
			for _, step := range []struct {
				from  int
				delta []float64
			}{{0, []float64{0.5}}, {2, []float64{0.3, 0, -1}}, {5, []float64{-0.7}}} {
				got := q.try(step.from, step.delta)
				q.commit(step.from, step.delta)
				if want := move(step.from, step.delta); !near(got, want, 1e-12) {
					t.Errorf("%s, %s: a step changes the fit by %g, want %g", p.name, name, got, want)
				}
				for i, v := range step.delta {
					at.b[step.from+i] += v
				}
			}
			gradient, want := make([]float64, 3), make([]float64, c.d)
			for j := range want {
				want[j] = floats.Dot(x.RawRowView(j), residual)
			}
			if q.gradient(gradient, 2); !allNear(gradient, want[2:5], 1e-11) {
				t.Errorf("%s, %s: gradient %v, want %v", p.name, name, gradient, want[2:5])
			}
			hessian := make([]float64, 9)
			q.hessian(hessian, []int{4, 0, 3})
			for i, a := range []int{4, 0, 3} {
				for j, b := range []int{4, 0, 3} {
					if want := floats.Dot(x.RawRowView(a), x.RawRowView(b)); j >= i && !near(hessian[i*3+j], want, 1e-11) {
						t.Errorf("%s, %s: entry %d,%d of the Hessian is %g, want %g", p.name, name, i, j, hessian[i*3+j], want)
					}
				}
			}
			q.evaluate(at)
			if squares := floats.Dot(residual, residual); !near(at.squares, squares, 1e-11) || !near(at.target, floats.Dot(c.y, residual), 1e-11) {
				t.Errorf("%s, %s: ||r||^2 = %g and y.r = %g, want %g and %g", p.name, name, at.squares, at.target, squares, floats.Dot(c.y, residual))
			}
		}
	}
}

// TestGapOfDualPoints checks that the gap is the smallest of the gaps of the multiples s of a,
// each 1/2 ||r - s a||^2 + h(b) + h*(s X'a) - b.(s X'a), for a close to r.
func TestGapOfDualPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n, d = 5, 4
		vector := func(name string, n int) []float64 {
			return rapid.SliceOfN(rapid.Float64Range(-2, 2), n, n).Draw(t, name)
		}
		x, y, b := vector("x", n*d), vector("y", n), vector("b", d)
		r := slices.Clone(y)
		for i := range r {
			r[i] -= floats.Dot(x[i*d:(i+1)*d], b)
		}
		a, difference := slices.Clone(r), vector("r - a", n)
		floats.AddScaled(a, -0.1, difference)
		gradient := make([]float64, d)
		for i, v := range a {
			floats.AddScaled(gradient, v, x[i*d:(i+1)*d])
		}
		h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: decade(1).Draw(t, "first"), Bounds: []int{0, 1, 3, 4}}}}
		if rapid.Bool().Draw(t, "ridged") {
			h.Weight = decade(1).Draw(t, "second")
		}
		e := make([]float64, n)
		floats.SubTo(e, r, a)
		got := h.certify(&iterate{b: b, gradient: gradient, squares: floats.Dot(r, r), target: floats.Dot(y, a), rest: floats.Dot(e, e), cross: floats.Dot(r, e)})
		gapAt := func(s float64) float64 {
			left, scaled := slices.Clone(r), slices.Clone(gradient)
			floats.AddScaled(left, -s, a)
			floats.Scale(s, scaled)
			return floats.Dot(left, left)/2 + h.Gap(b, scaled)
		}
		most, size := h.Scaling(b, gradient), floats.Dot(r, r)+h.Weight*floats.Dot(b, b)
		best := floats.Dot(y, a) / size
		if best < 0 {
			best = 1
		}
		want := gapAt(min(best, most))
		if h.Weight > 0 {
			want = min(want, gapAt(1))
		}
		if !near(got.Gap, want, 1e-11) || !near(got.Primal, floats.Dot(r, r)/2+h.Value(b), 1e-12) || !near(got.Dual, want-got.Primal, 1e-11) {
			t.Fatalf("%+v, want a gap of %g", got, want)
		}
	})
}

// TestReferenceBounds checks that the certificate does not depend on gradients that are taken from the
// reference and not computed, and that the estimate of ||X_B||^2 is at most the norm, and within a tenth.
func TestReferenceBounds(t *testing.T) {
	p := randomProblem(12, 40, true, 31)
	c := must(p.data.prepare(context.Background()))
	x := mat.NewDense(c.d, c.n, c.full())
	bounds := []int{0, 3, 7, 8, 12, 20, 21, 40}
	h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: 0.2 * floats.Norm(c.correlation, math.Inf(1)), Bounds: bounds}}}
	q := newByResidual(c, h, nil)
	d := newDescent(h, q, c.squares, c.power, nil, 1e-10)
	for range 6 {
		if d.Step(context.Background(), 3) == 0 {
			break
		}
		all := make([]float64, c.d)
		c.Adjoint(all, q.residual)
		full := *d.x
		full.gradient = all
		if got, want := d.Certificate(), h.certify(&full); !near(got.Gap, want.Gap, 1e-9*want.Primal) {
			t.Errorf("gap %g, with all gradients %g", got.Gap, want.Gap)
		}
	}
	d.set, d.columns = nil, nil
	for k := range h.Inner.Blocks(c.d) {
		d.set = append(d.set, k)
	}
	d.restrict()
	for k := range d.set {
		from, to := h.Inner.Block(k)
		block := x.Slice(from, to, 0, c.n)
		var svd mat.SVD
		if !svd.Factorize(block, mat.SVDNone) {
			t.Fatal("no singular values")
		}
		exact := svd.Values(nil)[0]
		if got := d.blockNorm(from, to); got > exact*exact*(1+1e-12) || got < 0.9*exact*exact {
			t.Errorf("block %d: ||X_B||^2 = %g, estimated %g", k, exact*exact, got)
		}
	}
}

// TestEffort bounds the total number of iterations of the methods over shapes and decades. It allows
// a quarter more than the number needed; without its acceleration FISTA takes six times as many.
func TestEffort(t *testing.T) {
	for _, c := range []struct {
		method Method
		needed int
	}{
		{Lasso(CoordinateDescent), 134}, {ElasticNet{Ratio: 0.5}, 156}, {GroupLasso{Groups: partition(10)}, 367},
		{ElasticNet{Ratio: 0.5, Algorithm: algorithms[1]}, 56900}, {ElasticNet{Ratio: 0.5, Algorithm: algorithms[2]}, 8670},
	} {
		total := 0
		for seed, size := range [][2]int{{40, 10}, {9, 10}, {200, 10}} {
			p := randomProblem(size[0], size[1], true, uint64(40+seed))
			for _, lambda := range decades(t, c.method, p) {
				total += fit(t, c.method, p, lambda, nil, optimize.Settings{Tolerance: 1e-8, MaxIterations: 20000}).Iterations
			}
		}
		if most := c.needed * 5 / 4; total > most {
			t.Errorf("%v: %d iterations, want at most %d", c.method, total, most)
		}
	}
}

// TestCurvatureGrows checks that a curvature of a block that is too small grows until the
// quadratic bounds the step, and that the step lowers P.
func TestCurvatureGrows(t *testing.T) {
	p := randomProblem(12, 9, true, 51)
	c := must(p.data.prepare(context.Background()))
	h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: 0.3, Bounds: []int{0, 4, 9}}, Weight: 0.2}}
	d := newDescent(h, newByResidual(c, h, nil), c.squares, c.power, nil, 1e-10)
	d.set = []int{0, 1}
	d.restrict()
	objective := func() float64 {
		r := slices.Clone(c.y)
		c.residual(r, d.b)
		return floats.Dot(r, r)/2 + h.Value(d.b)
	}
	for k, at := range [][2]int{{0, 4}, {4, 9}} {
		small := d.blockNorm(at[0], at[1]) / 1e3
		d.curvature[k] = small
		before, old := objective(), slices.Clone(d.b)
		change := d.minimise(k, at[0], at[1])
		moved := floats.Distance(d.b, old, 2)
		if after := objective(); !(after < before) || d.curvature[k] <= small || change > d.curvature[k]*moved*moved*(1+1e-9) {
			t.Errorf("block %d: P from %g to %g, curvature from %g to %g, ||X step||^2 = %g for a step of length %g", k, before, after, small, d.curvature[k], change, moved)
		}
	}
}

// TestSmallColumns checks that a warm start keeps the coefficients of columns far smaller than 1, that a
// column that varies by 1e-10 of its size is not constant, and that one that varies by less than rounding is.
func TestSmallColumns(t *testing.T) {
	p := randomProblem(20, 5, true, 52)
	for i := range p.rows {
		p.rows[i] *= 1e-4
	}
	p = newProblem("small", p.n, p.d, p.rows, p.data.Y, true)
	lambda := must(Lasso(CoordinateDescent).Scale(p.data)) / 20
	first := mustConverge(t, Lasso(CoordinateDescent), p, lambda, nil)
	if again := mustConverge(t, Lasso(CoordinateDescent), p, lambda, first); again.Iterations != 0 {
		t.Errorf("%d iterations from the solution", again.Iterations)
	}
	const n = 100
	for varies, flat := range map[float64]bool{1e-10: false, 1e-12: false, 1e-15: true} {
		rows, y := make([]float64, n), make([]float64, n)
		for i := range rows {
			rows[i] = 1 + varies*float64(i%7)
			y[i] = float64(i % 7)
		}
		data := newProblem("nearly constant", n, 1, rows, y, true).data
		if c := must(data.prepare(context.Background())); (c.squares[0] == 0) != flat {
			t.Errorf("a column that varies by %g has ||x||^2 = %g", varies, c.squares[0])
		}
	}
}
