package machine

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/numeric/rng"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// strictSettings are the settings of most runs of a dictionary.
var strictSettings = optimize.Settings{Tolerance: 1e-10, MaxIterations: 10000}

// clusters draws points around three centres.
func clusters(n int, seed uint64) (points [][]float64, labels []float64) {
	random := rng.New(seed)
	centres := [][]float64{{0, 2}, {2, -1}, {-2, -1}}
	for i := range n {
		c := centres[i%3]
		points = append(points, []float64{c[0] + 0.7*random.Normal(), c[1] + 0.7*random.Normal()})
		labels = append(labels, float64(i%3))
	}
	return points, labels
}

// objective returns P(b) from the kernel's values.
func objective(d *Data, cross, b []float64, square, lambda float64) float64 {
	p := square / 2
	groups := map[float64]float64{}
	for i, v := range b {
		p += v * (floats.Dot(d.row(i), b)/2 - cross[i])
		groups[d.Y[i]] += v * v
	}
	for _, s := range groups {
		p += lambda * math.Sqrt(s)
	}
	return p
}

// coefficients returns b, with one entry for each training point.
func (p *Point) coefficients() []float64 {
	d := p.dictionary
	var n int
	for _, group := range d.groups {
		n += len(group)
	}
	b := make([]float64, n)
	for c, group := range d.groups {
		beta := p.lasso.B[d.bounds[c]:d.bounds[c+1]]
		var own mat.VecDense
		own.MulVec(d.vectors[c], mat.NewVecDense(len(beta), slices.Clone(beta)))
		for i, j := range group {
			b[j] = own.AtVec(i)
		}
	}
	return b
}

// label returns the class of the point: the class with the largest norm, and among classes of equal
// norm, as with b = 0, the one with the largest norm of k(x_j, x), which would be the first to enter.
func (p *Point) label() float64 {
	norms, first, best := p.norms(), p.dictionary.lasso.Norms(p.lasso.Correlation), 0
	for c := range norms {
		if now, then := norms[c], norms[best]; now > then || now == then && first[c] > first[best] {
			best = c
		}
	}
	return p.dictionary.classes[best]
}

// newPoints returns the points of a dictionary for the queries.
func newPoints(t testing.TB, d *Dictionary, k mercer.Kernel, queries, points [][]float64) []*Point {
	t.Helper()
	cross, err := mercer.Cross(context.Background(), k, queries, points)
	if err != nil {
		t.Fatal(err)
	}
	var all []*Point
	for q, x := range queries {
		p, err := d.Point(cross[q*len(points):(q+1)*len(points)], k.At(x, x))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// TestDictionary classifies points near the centres, and compares every b with the optimality
// conditions of the kernel's objective, and with the group lasso of core/solvers/linear, fitted by
// another algorithm to the features of the Gram matrix.
func TestDictionary(t *testing.T) {
	const n = 45
	ctx := context.Background()
	points, labels := clusters(n, 1)
	queries, truth := clusters(12, 2)
	for _, k := range kernels {
		data := &Data{K: gram(t, k, points), Y: labels}
		dictionary, err := NewDictionary(context.Background(), data.K, labels)
		if err != nil {
			t.Fatal(err)
		}
		cross, err := mercer.Cross(ctx, k, queries, points)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for q, point := range newPoints(t, dictionary, k, queries, points) {
			row, square := cross[q*n:(q+1)*n], k.At(queries[q], queries[q])
			scale := point.Scale()
			for _, share := range []float64{0.5, 0.1, 1e-3} {
				lambda := share * scale
				r, err := dictionary.Represent(ctx, []*Point{point}, lambda, optimize.Settings{Tolerance: 3e-11, MaxIterations: 10000})
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != optimize.Converged {
					t.Errorf("%v, point %d, %g of the scale: %v at a gap of %g of %g after %d", k, q, share, r.Status, r.Gap, r.Dual, r.Iterations)
				}
				b := point.coefficients()
				if p := objective(data, row, b, square, lambda); math.Abs(p-r.Primal) > 1e-9*square {
					t.Errorf("%v, point %d: primal %v, the kernel's values give %v", k, q, r.Primal, p)
				}
				assertOptimal(t, data, row, b, lambda)
				if share == 0.1 && point.label() == truth[q] {
					right++
				}
			}
			if q < 2 {
				assertGroupLasso(t, data, row, square, 0.1*scale, dictionary)
			}
			none, err := dictionary.Represent(ctx, []*Point{point}, 1.001*scale, strictSettings)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Max(point.norms()) != 0 || math.Abs(none.Primal-square/2) > 1e-9*square {
				t.Errorf("%v, point %d: above the scale the norms are %v", k, q, point.norms())
			}
			norms := map[float64]float64{}
			for j, v := range row {
				norms[labels[j]] += v * v
			}
			for label, norm := range norms {
				if norm > norms[point.label()] {
					t.Errorf("%v, point %d: without coefficients the label is %g, and %g is nearer", k, q, point.label(), label)
				}
			}
		}
		if gaussian := k == kernels[2]; gaussian && right < 10 {
			t.Errorf("%v: %d of 12 points are classified correctly", k, right)
		}
	}
}

// assertOptimal checks that 0 is a subgradient of P at b: for each class, [k(x_j, x) - (Kb)_j]_c
// is lambda b_c / ||b_c||, or has at most the norm lambda where b_c = 0.
func assertOptimal(t *testing.T, data *Data, cross, b []float64, lambda float64) {
	t.Helper()
	left, size := slices.Clone(cross), map[float64]float64{}
	for j, v := range b {
		floats.AddScaled(left, -v, data.row(j))
		size[data.Y[j]] = math.Hypot(size[data.Y[j]], v)
	}
	off := map[float64]float64{}
	for j, v := range left {
		if s := size[data.Y[j]]; s > 0 {
			v -= lambda * b[j] / s
		}
		off[data.Y[j]] = math.Hypot(off[data.Y[j]], v)
	}
	for class, o := range off {
		if size[class] > 0 && o > 1e-4*lambda || size[class] == 0 && o > 1.0001*lambda {
			t.Errorf("lambda %g: class %g, with a norm of %g, violates its conditions by %g", lambda, class, size[class], o)
		}
	}
}

// assertGroupLasso fits the group lasso by FISTA to the features F with K = F^T F.
func assertGroupLasso(t *testing.T, data *Data, cross []float64, square, lambda float64, d *Dictionary) {
	t.Helper()
	n := len(data.Y)
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, slices.Clone(data.K)), true) {
		t.Fatal("no eigenvalues")
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var features, target []float64
	outside := square
	for i, v := range values {
		if v < 1e-13*values[n-1] {
			continue
		}
		var along float64
		for j := range n {
			features = append(features, math.Sqrt(v)*vectors.At(j, i))
			along += vectors.At(j, i) * cross[j]
		}
		target = append(target, along/math.Sqrt(v))
		outside -= along * along / v
	}
	method := linear.GroupLasso{Groups: d.groups, Algorithm: linear.FISTA}
	fit, err := method.Fit(context.Background(), &linear.Data{X: linear.Dense(len(target), n, features), Y: target}, lambda, nil, optimize.Settings{Tolerance: 1e-9, MaxIterations: 100000})
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Point(cross, square)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Represent(context.Background(), []*Point{p}, lambda, strictSettings)
	if err != nil {
		t.Fatal(err)
	}
	if want := fit.Primal + max(0, outside)/2; math.Abs(r.Primal-want) > 1e-7*want {
		t.Errorf("the objective of the group lasso is %v, and %v on features", r.Primal, want)
	}
	if e := distance(p.norms(), fit.Groups); e > 1e-3 {
		t.Errorf("the norms %v differ from those on features, %v, by %g", p.norms(), fit.Groups, e)
	}
}

// TestRepresentTogether checks that points represented together, and for one lambda after another,
// give the same results as each alone, and that the certificate is the sum of theirs.
func TestRepresentTogether(t *testing.T) {
	points, _, labels := sample(60, 3, 5)
	queries, _, _ := sample(9, 3, 6)
	k := kernels[2]
	dictionary, err := NewDictionary(context.Background(), gram(t, k, points), labels)
	if err != nil {
		t.Fatal(err)
	}
	together := newPoints(t, dictionary, k, queries, points)
	most := 0.0
	for _, p := range together {
		most = max(most, p.Scale())
	}
	for _, share := range []float64{1.1, 0.3, 0.03, 0.003, 1e-8} {
		all, err := dictionary.Represent(context.Background(), together, share*most, strictSettings)
		if err != nil {
			t.Fatal(err)
		}
		var primal float64
		for i, p := range newPoints(t, dictionary, k, queries, points) {
			alone, err := dictionary.Represent(context.Background(), []*Point{p}, share*most, strictSettings)
			if err != nil {
				t.Fatal(err)
			}
			primal += alone.Primal
			if share > 1e-4 && math.Abs(p.Decisions()[0]-together[i].Decisions()[0]) > 1e-4*math.Abs(p.Decisions()[0]) {
				t.Errorf("%g of the scale, point %d: decision %v alone, %v with others", share, i, p.Decisions()[0], together[i].Decisions()[0])
			}
			if p.Decisions()[0]*p.label() <= 0 {
				t.Errorf("point %d has the decision %v and the label %v", i, p.Decisions()[0], p.label())
			}
		}
		if all.Status != optimize.Converged || !all.Within(strictSettings.Tolerance) || math.Abs(all.Primal-primal) > 1e-9*primal || math.Abs(all.Primal+all.Dual-all.Gap) > 1e-12*primal {
			t.Errorf("%g of the scale: %v with %v, alone %v; dual %v, gap %g", share, all.Status, all.Primal, primal, all.Dual, all.Gap)
		}
	}
}

// TestDictionaryDegenerate checks one point, one class, a kernel of 0, limits, and errors.
func TestDictionaryDegenerate(t *testing.T) {
	ctx := context.Background()
	one, err := NewDictionary(context.Background(), []float64{4}, []float64{7})
	if err != nil {
		t.Fatal(err)
	}
	p, err := one.Point([]float64{5}, 9)
	if err != nil {
		t.Fatal(err)
	}
	// P(b) = 1/2 (9 - 2 5 b + 4 b^2) + |b| is least at b = 1.
	r, err := one.Represent(ctx, []*Point{p}, 1, strictSettings)
	if err != nil || math.Abs(p.coefficients()[0]-1) > 1e-9 || p.label() != 7 || math.Abs(r.Primal-2.5) > 1e-9 {
		t.Errorf("one point: %+v, b = %v, %v", r, p.coefficients(), err)
	}
	zero, err := NewDictionary(context.Background(), make([]float64, 4), []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	orthogonal, err := zero.Point([]float64{0, 0}, 3)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := zero.Represent(ctx, []*Point{orthogonal}, 1, strictSettings); err != nil || r.Primal != 1.5 || r.Gap != 0 || orthogonal.label() != 1 || orthogonal.Decisions()[0] != 0 {
		t.Errorf("K = 0: %+v, %v", r, err)
	}
	if _, err := NewDictionary(context.Background(), nil, nil); err == nil || !strings.Contains(err.Error(), "no training rows") {
		t.Errorf("no points: %v", err)
	}
	if _, err := one.Represent(ctx, []*Point{p}, -1, strictSettings); err == nil || !strings.Contains(err.Error(), "lambda is -1") {
		t.Errorf("a negative lambda: %v", err)
	}
	if _, err := one.Point([]float64{math.Inf(1)}, 1); err == nil || !strings.Contains(err.Error(), "standardise") {
		t.Errorf("an infinite kernel: %v", err)
	}

	points, _, labels := sample(30, 2, 8)
	dictionary, err := NewDictionary(context.Background(), gram(t, kernels[0], points), labels)
	if err != nil {
		t.Fatal(err)
	}
	records := 0
	represent := func(ctx context.Context, limit int) *optimize.Result {
		s := optimize.Settings{Tolerance: 1e-14, MaxIterations: limit, Monitor: func(optimize.Record) { records++ }}
		r, err := dictionary.Represent(ctx, newPoints(t, dictionary, kernels[0], points[:5], points), 1e-3, s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := represent(ctx, 2); r.Status != optimize.IterationLimit || r.Iterations != 2 || records != 3 {
		t.Errorf("limited to 2 iterations: %v after %d", r.Status, r.Iterations)
	}
	ended, cancel := context.WithCancel(ctx)
	watch := optimize.Settings{Tolerance: 1e-14, MaxIterations: 1000, Monitor: func(optimize.Record) { cancel() }}
	if r, err := dictionary.Represent(ended, newPoints(t, dictionary, kernels[0], points[:5], points), 1e-3, watch); err != nil || r.Status != optimize.Cancelled || r.Iterations > 1 {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	if _, err := dictionary.Represent(ended, nil, 1e-3, watch); err != context.Canceled {
		t.Errorf("a cancelled context: %v", err)
	}
	if _, err := NewDictionary(ended, []float64{4}, []float64{7}); err != context.Canceled {
		t.Errorf("a dictionary with a cancelled context: %v", err)
	}
}

// TestSpectrum checks that a block of a given rank has as many eigenvalues above rounding, and at least one, and
// that they and their vectors give the block.
func TestSpectrum(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	for _, n := range []int{1, 2, 3, 6} {
		for rank := range n + 1 {
			block := make([]float64, n*n)
			for range rank {
				v := make([]float64, n)
				for i := range v {
					v[i] = r.NormFloat64()
				}
				for i := range n {
					floats.AddScaled(block[i*n:(i+1)*n], v[i], v)
				}
			}
			values, vectors := spectrum(n, block)
			if len(values) != max(1, rank) {
				t.Errorf("rank %d of %d: values %v", rank, n, values)
			}
			for i := range n {
				for j := range n {
					var sum float64
					for k, v := range values {
						sum += v * vectors.At(i, k) * vectors.At(j, k)
					}
					if math.Abs(sum-block[i*n+j]) > 1e-12*(1+floats.Norm(block, 1)) {
						t.Errorf("rank %d of %d: entry %d, %d is %g, want %g", rank, n, i, j, sum, block[i*n+j])
					}
				}
			}
		}
	}
}
