package lab

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/data/design"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/mercer"
)

// kernelOf returns the kernel of an lp model, which must come from settleKernel.
func kernelOf(k experiment.Kernel) kernel.Kernel {
	return kernel.Registry.New(k.Type, kernel.Parameters{
		Degree: k.Degree, Constant: k.Constant, Rate: k.Rate.Value, Radius: k.Radius.Value, Coefficients: k.Coefficients, Of: lists.Map(k.Of, kernelOf),
	})
}

// mercerOf returns the kernel of two arguments of an experiment, which must come from settleKernel.
func mercerOf(k experiment.Kernel, d *design.Design) (_ mercer.Kernel, err error) {
	p := mercer.Parameters{
		Degree: k.Degree, Dimension: k.Dimension, Constant: k.Constant, Rate: k.Rate.Value, Beta: k.Beta.Value, Factor: k.Factor,
		Coefficients: k.Coefficients, Names: strings.Join(k.Columns, ", "), Of: make([]mercer.Kernel, len(k.Of)),
	}
	for i, part := range k.Of {
		if p.Of[i], err = mercerOf(part, d); err != nil {
			return nil, err
		}
	}
	if d.Bags != nil {
		p.Dimension = d.D()
	}
	if k.Matrix != nil {
		if p.Matrix, err = mercer.NewMatrix(len(k.Matrix), slices.Concat(k.Matrix...)); err != nil {
			return nil, err
		}
	}
	if k.Columns != nil {
		if p.Columns, err = featurePlaces(d, k.Columns); err != nil {
			return nil, err
		}
		if len(p.Columns) == 0 {
			return nil, fmt.Errorf("the kernel columns %s are constant over the training rows or a fold; choose others, or more training rows", p.Names)
		}
	}
	return mercer.Registry.New(k.Type, p), nil
}

// bagRows returns the rows of a part for kernels of two arguments: a bag is its points in a row.
func bagRows(s design.Set, d int) [][]float64 {
	x := points(s, d)
	if s.Starts == nil {
		return mercer.Rows(x.N, x.D, x.X)
	}
	rows := make([][]float64, len(s.Rows))
	for i := range rows {
		rows[i] = x.X[s.Starts[i]*d : s.Starts[i+1]*d]
	}
	return rows
}

// featurePlaces returns the places of features by their names, or by the names of their columns,
// which one-hot coding turns into several. A constant feature that was left out has no place.
func featurePlaces(d *design.Design, names []string) ([]int, error) {
	var places []int
	for _, name := range names {
		found := false
		for j, feature := range d.Features {
			if feature == name || d.Column(j) == name {
				places, found = append(places, j), true
			}
		}
		if !found && !d.LeftOut(name) {
			problem := "the model has no feature of that name"
			if nearest, ok := experiment.Nearest(name, d.Features); ok {
				problem += fmt.Sprintf("; did you mean %q?", nearest)
			}
			return nil, fmt.Errorf("%q is not a feature: %s", name, problem)
		}
	}
	return places, nil
}

// autoValues holds the values of kernel parameters that are "auto".
type autoValues struct{ rate, radius, beta float64 }

// hasAuto reports whether a parameter of a kernel is learnt from the rows.
func hasAuto(k experiment.Kernel) bool {
	return hasAutoScale(k) || k.Type == experiment.KernelGaussian && k.Beta.Auto || slices.ContainsFunc(k.Of, hasAuto)
}

// hasAutoScale reports whether a rate or radius of a kernel is learnt from the rows.
func hasAutoScale(k experiment.Kernel) bool {
	return k.Rate.Auto || k.Radius.Auto || slices.ContainsFunc(k.Of, hasAutoScale)
}

// settleKernel returns a kernel with numbers in place of "auto".
func settleKernel(k experiment.Kernel, a autoValues) experiment.Kernel {
	for value, suited := range map[*experiment.Gamma]float64{&k.Rate: a.rate, &k.Radius: a.radius, &k.Beta: a.beta} {
		if value.Auto {
			*value = experiment.Gamma{Value: suited}
		}
	}
	k.Of = lists.Map(k.Of, func(part experiment.Kernel) experiment.Kernel { return settleKernel(part, a) })
	return k
}

func (r *run) setKernel(a autoValues) {
	r.kernelSpec = settleKernel(r.spec.Model.Kernel, a)
	if r.spec.Model.Kind() == experiment.ModelLP {
		r.kernel = kernelOf(r.kernelSpec)
	}
}

// suitKernel sets the kernel of the run, with automatic values from the training rows:
//
//	rate = 1 / max_i ||x_i||_q^q,  radius = 2 max_i ||x_i||_q^q,
//	beta = 1 / sum_j var(x_j),
//
// with q = 2 for a kernel of two arguments, rounded to four digits. By Hoelder's inequality the
// exponentials of the training rows are then at most e, and the geometric series at most 2; the
// Gaussian kernel of two points is usually about exp(-2).
func (r *run) suitKernel() {
	k, a := r.spec.Model.Kernel, autoValues{}
	if hasAuto(k) {
		a.beta = fourDigits(1 / spread(points(r.design.Train, r.design.D())))
	}
	if hasAutoScale(k) {
		largest := slices.Max(r.powers(r.design.Train))
		a.rate, a.radius = fourDigits(1/largest), fourDigits(2*largest)
	}
	r.setKernel(a)
}

// powers returns sum_j |x_j|^q of the points of a part, with q = 2 for a kernel of two arguments.
func (r *run) powers(part design.Set) []float64 {
	q := 2.0
	if r.kernel != nil {
		q = r.spec.Model.P.Q()
	}
	if part.Sparse != nil {
		return gram.SparseDiagonal(kernel.Linear, part.Sparse, q)
	}
	return gram.Diagonal(kernel.Linear, points(part, r.design.D()), q)
}

// spread returns the sum of the variances of the coordinates of some points.
func spread(x dense.Points) float64 {
	mean, sum := make([]float64, x.D), 0.0
	for i := range x.N {
		for j, v := range x.Row(i) {
			mean[j] += v / float64(x.N)
		}
	}
	for i := range x.N {
		for j, v := range x.Row(i) {
			sum += (v - mean[j]) * (v - mean[j]) / float64(x.N)
		}
	}
	return sum
}

// fourDigits rounds v to four digits; 1 where it is not a positive number.
func fourDigits(v float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	if err != nil || !(short > 0) || math.IsInf(short, 1) {
		return 1
	}
	return short
}

// farRows returns a warning about rows to predict that are far outside the training rows, from
// which an automatic rate or radius was chosen; "" if there are none.
func (r *run) farRows() string {
	const farOut = 4 // multiple of the largest sum of |x|^q of the training rows
	if !hasAutoScale(r.spec.Model.Kernel) || r.design.Bags != nil {
		return ""
	}
	largest := slices.Max(r.powers(r.design.Train))
	var far []int
	for _, name := range experiment.PartNames[1:] {
		part := r.set(name)
		for i, v := range r.powers(part) {
			if v > farOut*largest {
				far = append(far, part.Rows[i])
			}
		}
	}
	switch len(far) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("the prediction of %s is an extrapolation: its sum of |x|^q is more than %d times the largest of the training rows, which scales the kernel (%s)", r.rowName(far[0]), farOut, r.kernelSpec)
	}
	return fmt.Sprintf("the predictions of %s (first: %s) are extrapolations: their sum of |x|^q is more than %d times the largest of the training rows, which scales the kernel (%s)", english.Count(len(far), "row"), r.rowName(far[0]), farOut, r.kernelSpec)
}
