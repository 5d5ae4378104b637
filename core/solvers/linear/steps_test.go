package linear

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

// newBlockDescent returns a descent on all features of a problem, in blocks, at the coefficients b.
func newBlockDescent(t *testing.T, p *problem, bounds []int, first, second float64, b []float64) (*descent, *centredData) {
	t.Helper()
	c := must(p.data.prepare(context.Background()))
	h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: first, Bounds: bounds}, Weight: second}}
	s := newDescent(h, newByResidual(c, h, nil), c.squares, c.power, b, 1e-10)
	s.set = s.set[:0]
	for k := range h.Inner.Blocks(p.d) {
		s.set = append(s.set, k)
	}
	s.restrict()
	return s, c
}

// residualOf returns y - X b with the centred columns.
func residualOf(c *centredData, b []float64) []float64 {
	r := slices.Clone(c.y)
	c.residual(r, b)
	return r
}

// TestMinimiseReturnsTheChange checks that minimise returns ||X_B (b' - b)||^2 for a block and does not raise P,
// and that the result for a single feature is optimal.
func TestMinimiseReturnsTheChange(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 61))
	p := randomProblem(25, 6, true, 61)
	for _, bounds := range [][]int{nil, {0, 1, 4, 6}} {
		for _, second := range []float64{0, 0.7} {
			b := make([]float64, p.d)
			for j := range b {
				b[j] = r.NormFloat64()
			}
			s, c := newBlockDescent(t, p, bounds, 2, second, b)
			for k := range s.set {
				from, to := s.part.Inner.Block(k)
				before, objective := residualOf(c, s.b), func() float64 {
					r := residualOf(c, s.b)
					return floats.Dot(r, r)/2 + s.h.Value(s.b)
				}
				old := objective()
				change := s.minimise(k, from, to)
				after := residualOf(c, s.b)
				if objective() > old*(1+1e-12) {
					t.Errorf("bounds %v, block %d: P rises from %g to %g", bounds, k, old, objective())
				}
				if want := math.Pow(floats.Distance(before, after, 2), 2); math.Abs(change-want) > 1e-9*(want+1e-12) {
					t.Errorf("bounds %v, block %d: ||X step||^2 = %g, want %g", bounds, k, change, want)
				}
				if to == from+1 {
					g := make([]float64, 1)
					g[0] = c.x.Dot(from, after) - second*s.b[from]
					if v := (penalty.Norm{Weight: 2}).Violation(s.b[from:to], g); v > 1e-9*c.squares[from] {
						t.Errorf("feature %d: the optimality conditions are off by %g", from, v)
					}
				}
			}
		}
	}
}

// orthogonalBlocks returns a Gram matrix with blocks that are diagonal, and its columns as rows of points.
func orthogonalBlocks(bounds []int, n int, seed uint64) (rows, gram []float64, d int) {
	r := rand.New(rand.NewPCG(seed, 3))
	d = bounds[len(bounds)-1]
	x := mat.NewDense(n, d, nil)
	for k := range len(bounds) - 1 {
		width := bounds[k+1] - bounds[k]
		raw := mat.NewDense(n, width, nil)
		for i := range n {
			for j := range width {
				raw.Set(i, j, r.NormFloat64())
			}
		}
		var svd mat.SVD
		svd.Factorize(raw, mat.SVDThin)
		var u mat.Dense
		svd.UTo(&u)
		for j := range width {
			for i := range n {
				x.Set(i, bounds[k]+j, u.At(i, j)*(1+float64(j)))
			}
		}
	}
	var g mat.Dense
	g.Mul(x.T(), x)
	for i := range d {
		for j := range d {
			gram = append(gram, g.At(i, j))
		}
	}
	for k := range len(bounds) - 1 { // exactly diagonal, without rounding
		for i := bounds[k]; i < bounds[k+1]; i++ {
			for j := bounds[k]; j < bounds[k+1]; j++ {
				if i != j {
					gram[i*d+j] = 0
				}
			}
		}
	}
	return x.RawMatrix().Data, gram, d
}

// TestGramGroupsAreTheGroupLasso checks that GramGroups finds from inner products the coefficients that
// GroupLasso finds from the columns by other steps.
func TestGramGroupsAreTheGroupLasso(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	const n = 14
	for _, bounds := range [][]int{{0, 2, 3, 6}, {0, 1, 5}, {0, 4}} {
		rows, gram, d := orthogonalBlocks(bounds, n, 4)
		y := make([]float64, n)
		for i := range y {
			y[i] = r.NormFloat64()
		}
		p := newProblem("orthogonal", n, d, rows, y, false)
		var groups [][]int
		for k := range len(bounds) - 1 {
			var group []int
			for j := bounds[k]; j < bounds[k+1]; j++ {
				group = append(group, j)
			}
			groups = append(groups, group)
		}
		g := NewGramGroups(gram, bounds)
		point := &GramPoint{Correlation: make([]float64, d), Square: floats.Dot(y, y), B: make([]float64, d)}
		for j := range d {
			for i := range n {
				point.Correlation[j] += rows[i*d+j] * y[i]
			}
		}
		scale := must(GroupLasso{Groups: groups}.Scale(p.data))
		if got := g.Scale(point); math.Abs(got-scale) > 1e-12*scale {
			t.Errorf("bounds %v: scale %g, want %g", bounds, got, scale)
		}
		for _, share := range []float64{0.9, 0.3, 0.01} {
			want := mustConverge(t, GroupLasso{Groups: groups}, p, share*scale, nil)
			g.Begin(point, share*scale, 1e-12)
			for range 400 {
				if point.Best.Gap <= 1e-13*point.Square {
					break
				}
				if !g.Step(context.Background(), point) {
					t.Errorf("bounds %v, lambda %g: no progress from a gap of %g", bounds, share*scale, point.Best.Gap)
					break
				}
			}
			if math.Abs(point.Best.Primal-want.Primal) > 1e-10*want.Primal || !allNear(point.B, want.Coefficients, 1e-5) {
				t.Errorf("bounds %v, lambda %g: b %v with P = %g, want %v with %g", bounds, share*scale, point.B, point.Best.Primal, want.Coefficients, want.Primal)
			}
			norms := g.Norms(point.B)
			for k, group := range groups {
				sum := 0.0
				for _, j := range group {
					sum += point.B[j] * point.B[j]
				}
				if math.Abs(norms[k]-math.Sqrt(sum)) > 1e-14 {
					t.Errorf("bounds %v: norm %d is %g, want %g", bounds, k, norms[k], math.Sqrt(sum))
				}
			}
		}
	}
}

// TestMinimiseOrthogonalBlocks checks that one step finds the minimiser for a block with orthogonal columns, and
// returns the quadratic form of its Gram matrix as ||X_B (b' - b)||^2.
func TestMinimiseOrthogonalBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	bounds := []int{0, 2, 5, 6}
	_, gram, d := orthogonalBlocks(bounds, 12, 5)
	const lambda = 0.4
	g := NewGramGroups(gram, bounds)
	point := &GramPoint{Correlation: make([]float64, d), Square: 50, B: make([]float64, d)}
	for j := range d {
		point.Correlation[j], point.B[j] = 3*r.NormFloat64(), r.NormFloat64()
	}
	g.Begin(point, lambda, 1e-9)
	s := g.descent
	s.choose()
	s.restrict()
	for k := range s.set {
		from, to := bounds[k], bounds[k+1]
		before := slices.Clone(s.b)
		change, want := s.minimise(k, from, to), 0.0
		gradient := slices.Clone(point.Correlation)
		for i := range d {
			for j := range d {
				want += (s.b[i] - before[i]) * gram[i*d+j] * (s.b[j] - before[j])
				gradient[i] -= gram[i*d+j] * s.b[j]
			}
		}
		if want == 0 || math.Abs(change-want) > 1e-12*want {
			t.Errorf("block %d: ||X step||^2 = %g, want %g", k, change, want)
		}
		if v := (penalty.Norm{Weight: lambda, Bounds: []int{0, to - from}}).Violation(s.b[from:to], gradient[from:to]); v > 1e-11 {
			t.Errorf("block %d: the optimality conditions are off by %g", k, v)
		}
	}
}

// TestNewtonsDirection checks H d = X_S'r - second b - first u by its definition on the blocks that are not 0, the
// value of h there, the share of the step at which a block first becomes orthogonal to its start, and the trial
// point.
func TestNewtonsDirection(t *testing.T) {
	p := randomProblem(30, 7, true, 62)
	for _, bounds := range [][]int{nil, {0, 1, 4, 7}, {0, 3, 5, 7}} {
		for _, second := range []float64{0, 0.4} {
			const first = 1.5
			b := []float64{1, 0, -2, 0.5, 0, 0, 0}
			s, c := newBlockDescent(t, p, bounds, first, second, b)
			w := s.smooth
			w.gather(s)
			if !w.solve(s) {
				t.Fatal("no direction")
			}
			residual := residualOf(c, b)
			var at []int
			value := 0.0
			for k := range s.h.Inner.Blocks(p.d) {
				from, to := s.h.Inner.Block(k)
				size := penalty.Length(b[from:to])
				value += first*size + second/2*size*size
				for j := from; j < to && size > 0; j++ {
					at = append(at, j)
				}
			}
			if !slices.Equal(at, w.at) {
				t.Fatalf("bounds %v: features %v, want %v", bounds, w.at, at)
			}
			if got := w.value(s, w.b); math.Abs(got-value) > 1e-13*value {
				t.Errorf("bounds %v: h = %g, want %g", bounds, got, value)
			}
			block := func(j int) (from, to int) {
				for k := range s.h.Inner.Blocks(p.d) {
					if from, to = s.h.Inner.Block(k); j < to {
						break
					}
				}
				return from, to
			}
			column := func(j int) []float64 {
				v := make([]float64, p.n)
				c.x.AddScaled(v, 1, j)
				return v
			}
			for i, j := range at {
				from, to := block(j)
				size := penalty.Length(b[from:to])
				want := floats.Dot(column(j), residual) - second*b[j] - first*b[j]/size
				got := second * w.direction[i]
				for k, l := range at {
					got += floats.Dot(column(j), column(l)) * w.direction[k]
					if l >= from && l < to && to > from+1 {
						got -= first * b[j] * b[l] / (size * size * size) * w.direction[k]
						if l == j {
							got += first / size * w.direction[k]
						}
					}
				}
				if math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
					t.Errorf("bounds %v, second %g: H d is %g at feature %d, the slope %g", bounds, second, got, j, want)
				}
			}
			crossing := math.Inf(1)
			for k := range len(w.bounds) - 1 {
				from, to := w.bounds[k], w.bounds[k+1]
				along, size := 0.0, 0.0
				for i := from; i < to; i++ {
					along += w.b[i] * w.direction[i]
					size += w.b[i] * w.b[i]
				}
				if along < 0 {
					crossing = min(crossing, -size/along)
				}
			}
			if got := w.crossingShare(); got != crossing && math.Abs(got-crossing) > 1e-13*crossing {
				t.Errorf("bounds %v: a block turns at %g, want %g", bounds, got, crossing)
			}
			for _, share := range []float64{0.1, 1, 50, -50} {
				w.move(s, share)
				for k := range len(w.bounds) - 1 {
					from, to := w.bounds[k], w.bounds[k+1]
					along := 0.0
					for i := from; i < to; i++ {
						along += w.b[i] * (w.b[i] + share*w.direction[i])
					}
					for i := from; i < to; i++ {
						want := w.b[i] + share*w.direction[i]
						if along < 0 {
							want = 0
						}
						if math.Abs(w.trial[i]-want) > 1e-12*(1+math.Abs(want)) || math.Abs(w.trial[i]-w.b[i]-w.change[i]) > 1e-12*(1+math.Abs(want)) {
							t.Errorf("bounds %v, share %g: coefficient %d goes to %g by %g, want %g", bounds, share, i, w.trial[i], w.change[i], want)
						}
					}
				}
			}
		}
	}
}

// TestCertifyIsTheGap checks, for a residual and a dual point that differ, that the gap is the smallest by the
// definition at s a, for s = 1 and the best s where h* is 0, and that the violation is the distance from the
// subdifferential.
func TestCertifyIsTheGap(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	p := randomProblem(9, 5, false, 63)
	c := must(p.data.prepare(context.Background()))
	for trial := range 60 {
		h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: 0.2 + 3*r.Float64(), Bounds: [][]int{nil, {0, 2, 5}}[trial%2]}, Weight: []float64{0, 0.6}[trial/2%2]}}
		b, a := make([]float64, 5), make([]float64, 9)
		for j := range b {
			if r.IntN(3) > 0 {
				b[j] = r.NormFloat64()
			}
		}
		residual := residualOf(c, b)
		x := &iterate{b: b, gradient: make([]float64, 5)}
		for i, v := range residual {
			a[i] = v + 0.05*r.NormFloat64()
			e := v - a[i]
			x.squares += v * v
			x.rest += e * e
			x.cross += v * e
			x.target += c.y[i] * a[i]
		}
		c.Adjoint(x.gradient, a)
		gapAt := func(s float64) float64 {
			u, data := slices.Clone(x.gradient), 0.0
			floats.Scale(s, u)
			for i, v := range residual {
				data += (v - s*a[i]) * (v - s*a[i])
			}
			return data/2 + h.Gap(b, u)
		}
		most := h.Scaling(b, x.gradient)
		size := x.squares + h.Weight*floats.Dot(b, b)
		want := gapAt(min(x.target/size, most))
		if x.target < 0 {
			want = gapAt(min(1, most))
		}
		if h.Weight > 0 {
			want = min(want, gapAt(1))
		}
		got := h.certify(x)
		if math.Abs(got.Gap-want) > 1e-11*(1+want) || math.Abs(got.Primal-x.squares/2-h.Value(b)) > 1e-12*got.Primal || math.Abs(got.Primal+got.Dual-got.Gap) > 1e-12*got.Primal {
			t.Fatalf("trial %d: %+v, want a gap of %g", trial, got, want)
		}
		u := slices.Clone(x.gradient)
		floats.AddScaled(u, -h.Weight, b)
		if got, want := h.violation(b, x.gradient), h.Inner.Violation(b, u); math.Abs(got-want) > 1e-13*(1+want) {
			t.Errorf("trial %d: violation %g, want %g", trial, got, want)
		}
	}
}

// TestLimitsHold checks that no fit takes more iterations than its limit, counting both sweeps and steps
// of Newton's method.
func TestLimitsHold(t *testing.T) {
	for _, size := range [][2]int{{60, 10}, {12, 40}} {
		p := randomProblem(size[0], size[1], true, 64)
		for _, m := range []Method{Lasso(CoordinateDescent), ElasticNet{Ratio: 0.5}, GroupLasso{Groups: partition(size[1])}, ElasticNet{Ratio: 0.5, Algorithm: FISTA}} {
			for _, lambda := range decades(t, m, p) {
				for limit := 1; limit <= 12; limit++ {
					if f := fit(t, m, p, lambda, nil, optimize.Settings{Tolerance: 1e-14, MaxIterations: limit}); f.Iterations > limit {
						t.Fatalf("%v, %s, lambda %g: %d iterations, at most %d", m, p.name, lambda, f.Iterations, limit)
					}
				}
			}
		}
	}
}

// TestEvaluateByResidual checks the numbers of the certificate against those of r = y - Xb and of the updated residual
// a, and the certificate from partly bounded gradients against that from all gradients. An updated residual that has
// drifted from r is replaced.
func TestEvaluateByResidual(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	p := randomProblem(12, 40, true, 65)
	c := must(p.data.prepare(context.Background()))
	bounded := 0
	for trial := range 400 {
		h := &elastic{ridgeNorm: ridgeNorm{Inner: penalty.Norm{Weight: []float64{80, 250}[trial/4%2] * r.Float64(), Bounds: [][]int{nil, {0, 4, 5, 12, 20, 31, 40}}[trial%2]}, Weight: []float64{0, 60}[trial/2%2]}}
		q := newByResidual(c, h, nil)
		b := make([]float64, p.d)
		for range 1 + r.IntN(4) {
			b[r.IntN(p.d)] = 0.3 * r.NormFloat64()
		}
		first := slices.Clone(b)
		for j := range first {
			if first[j] != 0 {
				first[j] += 0.05 * r.NormFloat64()
			}
		}
		residual := residualOf(c, first)
		q.ref = &reference{c, residual, make([]float64, p.d)}
		c.Adjoint(q.ref.gradient, residual)
		known := q.ref
		residual = residualOf(c, b)
		drifted := trial%5 == 0
		for i, v := range residual {
			q.residual[i] = v + map[bool]float64{true: 1e-3, false: 1e-11}[drifted]*r.NormFloat64()
		}
		a := slices.Clone(q.residual)
		if drifted {
			copy(a, residual)
		}
		x := &iterate{b: b, gradient: make([]float64, p.d)}
		q.evaluate(x)
		want := &iterate{b: b, gradient: make([]float64, p.d)}
		for i, v := range residual {
			e := v - a[i]
			want.squares += v * v
			want.rest += e * e
			want.cross += v * e
			want.target += c.y[i] * a[i]
		}
		c.Adjoint(want.gradient, a)
		if !near(x.squares, want.squares, 1e-13) || !near(x.target, want.target, 1e-13) || math.Abs(x.rest-want.rest) > 1e-3*want.rest || math.Abs(x.cross-want.cross) > 1e-14*want.squares || !slices.Equal(q.residual, a) {
			t.Fatalf("trial %d, drifted %v: %+v, want %+v", trial, drifted, x, want)
		}
		if got, all := h.certify(x), h.certify(want); math.Abs(got.Gap-all.Gap) > 1e-12*all.Primal || math.Abs(got.Dual-all.Dual) > 1e-12*all.Primal {
			t.Fatalf("trial %d: %+v from the gradients that are needed, %+v from all", trial, got, all)
		}
		if q.ref == known && !slices.Equal(x.gradient, want.gradient) {
			bounded++
		}
	}
	if bounded < 20 {
		t.Errorf("gradients are bounded in %d trials", bounded)
	}
}

// TestEvaluateByGram checks that ||r||^2, and its product with y, keep their digits where ||r||^2 is a small share
// of ||y||^2.
func TestEvaluateByGram(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	p := randomProblem(30, 4, false, 66)
	for _, noise := range []float64{1e-9, 1e-3, 1} {
		b := []float64{1, -2, 0.5, 3}
		for i := range p.data.Y {
			p.data.Y[i] = floats.Dot(b, p.rows[i*p.d:(i+1)*p.d]) + noise*r.NormFloat64()
		}
		data := &Data{X: p.data.X, Y: p.data.Y}
		c := must(data.prepare(context.Background()))
		q := &byGram{gram: must(data.covariances(context.Background(), c)), correlation: c.correlation, power: c.power, slope: make([]float64, p.d), c: c}
		x := &iterate{b: b, gradient: make([]float64, p.d)}
		q.evaluate(x)
		want := residualOf(c, b)
		if squares := floats.Dot(want, want); math.Abs(x.squares-squares) > 1e-6*squares || math.Abs(x.target-floats.Dot(c.y, want)) > 1e-6*noise*c.power {
			t.Errorf("noise %g: squares %g, want %g; target %g, want %g", noise, x.squares, squares, x.target, floats.Dot(c.y, want))
		}
	}
}
