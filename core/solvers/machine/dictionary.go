package machine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
)

// Dictionary classifies points by their representation in training points of two or more
// classes: the kernel group lasso of [Z, "Example: time series"],
//
//	P(b) = 1/2 ||phi(x) - sum_j b_j phi(x_j)||^2 + lambda sum_c ||b_c||_2
//
// with coefficients b_c for the points of each class c. The class of the point is the one of the
// largest ||b_c||.
//
// All points and lambdas share the eigenvectors V_c of every class's own block of K,
// K_cc = V_c S_c V_c^T, and G, which is K in the coordinates beta_c = V_c^T b_c. There each own
// block is diagonal, and ||beta_c|| = ||b_c||. Eigenvectors with eigenvalues that are only rounding
// are left out.
type Dictionary struct {
	classes []float64 // the labels, ascending
	groups  [][]int   // the points of each class
	vectors []*mat.Dense
	bounds  []int // coordinates bounds[c] to bounds[c+1] belong to class c
	lasso   *linear.GramGroups
}

// NewDictionary makes the dictionary of training points with a row-major Gram matrix and labels,
// which may be any numbers.
func NewDictionary(ctx context.Context, k, labels []float64) (*Dictionary, error) {
	data := &Data{K: k, Y: labels}
	if err := data.check(ctx, "lambda", 1, false); err != nil {
		return nil, err
	}
	d := &Dictionary{classes: slices.Compact(slices.Sorted(slices.Values(labels))), bounds: []int{0}}
	d.groups = make([][]int, len(d.classes))
	for j, y := range labels {
		c, _ := slices.BinarySearch(d.classes, y)
		d.groups[c] = append(d.groups[c], j)
	}
	var all []float64
	for _, group := range d.groups {
		var values []float64
		var vectors *mat.Dense
		if err := optimize.Interruptibly(ctx, func() { values, vectors = spectrum(len(group), dense.Block(data.K, len(data.Y), group, group)) }); err != nil {
			return nil, err
		}
		all = append(all, values...)
		d.vectors = append(d.vectors, vectors)
		d.bounds = append(d.bounds, len(all))
	}
	gram, err := d.rotate(ctx, data, all)
	if err != nil {
		return nil, err
	}
	d.lasso = linear.NewGramGroups(gram, d.bounds)
	return d, nil
}

// spectrum returns the eigenvalues of a class's own block that exceed rounding, at least one,
// with their vectors as columns.
func spectrum(n int, block []float64) (values []float64, vectors *mat.Dense) {
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, block), true) {
		panic("machine: a symmetric matrix of numbers has eigenvalues")
	}
	values, vectors = eigen.Values(nil), new(mat.Dense)
	eigen.VectorsTo(vectors)
	const rounding = 1e-15
	first := 0
	for first < n-1 && values[first] <= rounding*float64(n)*values[n-1] {
		first++
	}
	values[n-1] = max(0, values[n-1])
	return values[first:], mat.DenseCopyOf(vectors.Slice(0, n, first, n))
}

// rotate returns G, with the given diagonal.
func (d *Dictionary) rotate(ctx context.Context, data *Data, values []float64) ([]float64, error) {
	size := len(values)
	gram := mat.NewDense(size, size, nil)
	for i, v := range values {
		gram.Set(i, i, v)
	}
	part := func(a, b int) *mat.Dense {
		return gram.Slice(d.bounds[a], d.bounds[a+1], d.bounds[b], d.bounds[b+1]).(*mat.Dense)
	}
	for a := range d.classes {
		for b := range a {
			k := mat.NewDense(len(d.groups[a]), len(d.groups[b]), dense.Block(data.K, len(data.Y), d.groups[a], d.groups[b]))
			var half mat.Dense
			err := optimize.Interruptibly(ctx, func() {
				half.Mul(d.vectors[a].T(), k)
				part(a, b).Mul(&half, d.vectors[b])
				part(b, a).Copy(part(a, b).T())
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return gram.RawMatrix().Data, nil
}

// Point is a point with the coefficients of the last Represent, with which the next begins.
type Point struct {
	dictionary *Dictionary
	lasso      linear.GramPoint // in the dictionary's coordinates
	ended      bool             // of the last Represent: rounding lets the gap fall no further
}

// Point takes the point x with the given k(x_j, x), one for each training point, and k(x, x).
func (d *Dictionary) Point(cross []float64, square float64) (*Point, error) {
	for j, v := range append(slices.Clip(cross), square) {
		if math.IsNaN(v - v) {
			return nil, fmt.Errorf("the kernel of a point with training point %d, or itself, is %g; standardise the features, or lower the kernel's parameters", j, v)
		}
	}
	n := d.bounds[len(d.classes)]
	p := &Point{dictionary: d, lasso: linear.GramPoint{Correlation: make([]float64, 0, n), Square: max(0, square), B: make([]float64, n)}}
	for c, group := range d.groups {
		values := dense.At(cross, group)
		var along mat.VecDense
		along.MulVec(d.vectors[c].T(), mat.NewVecDense(len(values), values))
		p.lasso.Correlation = append(p.lasso.Correlation, along.RawVector().Data...)
	}
	return p, nil
}

// Forget sets the coefficients to 0.
func (p *Point) Forget() { clear(p.lasso.B) }

// Scale returns the lambda from which on the point has b = 0.
func (p *Point) Scale() float64 { return p.dictionary.lasso.Scale(&p.lasso) }

// norms returns ||b_c|| of every class, by ascending labels.
func (p *Point) norms() []float64 { return p.dictionary.lasso.Norms(p.lasso.B) }

// hint is the size of the decision for a point that no class represents.
const hint = 1e-12

// Decisions returns the norm of each class, or for two classes the norm of the second less that
// of the first. Where all are 0, it takes the norms with which the classes would enter, scaled
// down to far below any other norm.
func (p *Point) Decisions() []float64 {
	norms := p.norms()
	if floats.Max(norms) == 0 {
		norms = p.dictionary.lasso.Norms(p.lasso.Correlation)
		if sum := floats.Sum(norms); sum > 0 {
			floats.Scale(hint/sum, norms)
		}
	}
	if len(norms) == 2 {
		return []float64{norms[1] - norms[0]}
	}
	return norms
}
