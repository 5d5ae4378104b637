package machine

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"lplab/core/linear"
)

// Dictionary is training points of two or more classes, by which a new point is represented
// and so classified: the kernel group lasso of [Z, "Example: time series"],
//
//	P(b) = 1/2 ||phi(x) - sum_j b_j phi(x_j)||^2 + lambda sum_c ||b_c||_2
//
// with a group of coefficients b_c for the points of each class c. In the span of the
// phi(x_j), K = F^T F gives them the columns of F as coordinates, and phi(x) the y with
// F^T y = [k(x_j, x)]: there it is the group lasso of core/linear, with its methods and its
// duality gap. What of phi(x) lies outside the span is the same for every b.
type Dictionary struct {
	classes  []float64 // the labels, ascending
	method   linear.GroupLasso
	features linear.Matrix // F, a row for each eigenvalue that is kept
	vectors  *mat.Dense    // n x n; the columns from first on belong to these
	roots    []float64     // of the eigenvalues
	first    int
}

// Representation is what a dictionary makes of a point.
type Representation struct {
	Fit   *linear.Fit // b, with its objective and gap, and in Groups the norm of every b_c
	Label float64     // of the class with the largest norm
}

// NewDictionary makes the dictionary of training points with a Gram matrix, row-major, and
// labels, which may be any numbers.
func NewDictionary(k, labels []float64) (*Dictionary, error) {
	data := &Data{K: k, Y: labels}
	if err := data.check(context.Background(), "lambda", 1, false); err != nil {
		return nil, err
	}
	d := &Dictionary{classes: slices.Compact(slices.Sorted(slices.Values(labels)))}
	d.method.Groups = make([][]int, len(d.classes))
	for j, y := range labels {
		c, _ := slices.BinarySearch(d.classes, y)
		d.method.Groups[c] = append(d.method.Groups[c], j)
	}
	n := len(labels)
	s := data.eigenvalues()
	d.vectors = s.vectors
	const rounding = 1e-15
	for d.first < n-1 && s.values[d.first] <= rounding*float64(n)*s.values[n-1] {
		d.first++
	}
	rows := make([]float64, 0, (n-d.first)*n)
	for i := d.first; i < n; i++ {
		root := math.Sqrt(s.values[i])
		d.roots = append(d.roots, root)
		for j := range n {
			rows = append(rows, root*d.vectors.At(j, i))
		}
	}
	d.features = linear.Dense(len(d.roots), n, rows)
	return d, nil
}

// Scale returns the lambda from which on the point with these k(x_j, x) has b = 0.
func (d *Dictionary) Scale(cross []float64) float64 {
	var most float64
	for c := range d.classes {
		most = max(most, d.norm(cross, c))
	}
	return most
}

// norm is the norm of the entries of v that belong to a class.
func (d *Dictionary) norm(v []float64, class int) float64 {
	var s float64
	for _, j := range d.method.Groups[class] {
		s += v[j] * v[j]
	}
	return math.Sqrt(s)
}

// Represent represents the point x with the given k(x_j, x), one for each training point, and
// k(x, x). Among classes of equal norm, as where b = 0, the label is of the one with the
// largest norm of k(x_j, x).
func (d *Dictionary) Represent(ctx context.Context, cross []float64, square, lambda float64, s Settings) (*Representation, error) {
	y := make([]float64, len(d.roots))
	outside := square
	for i, root := range d.roots {
		if root > 0 {
			y[i] = mat.Dot(mat.NewVecDense(len(cross), cross), d.vectors.ColView(d.first+i)) / root
		}
		outside -= y[i] * y[i]
	}
	fit, err := d.method.Fit(ctx, &linear.Data{X: d.features, Y: y}, lambda, nil, s)
	if err != nil {
		return nil, fmt.Errorf("the representation of a point: %w", err)
	}
	outside = max(0, outside) / 2
	fit.Primal += outside
	fit.Dual += outside
	best := 0
	for c := range d.classes {
		switch now, then := fit.Groups[c], fit.Groups[best]; {
		case now > then, now == then && d.norm(cross, c) > d.norm(cross, best):
			best = c
		}
	}
	return &Representation{Fit: fit, Label: d.classes[best]}, nil
}
