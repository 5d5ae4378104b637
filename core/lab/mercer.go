package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/mercer"
)

// mercerOf is the kernel of two arguments that an experiment names, for the rows of a
// design.
func mercerOf(k experiment.Kernel, d *design.Design) (mercer.Kernel, error) {
	of := make([]mercer.Kernel, len(k.Of))
	for i, part := range k.Of {
		var err error
		if of[i], err = mercerOf(part, d); err != nil {
			return nil, err
		}
	}
	switch k.Type {
	case experiment.KernelLinear:
		return mercer.Linear{}, nil
	case experiment.KernelPolynomial:
		return mercer.Polynomial{Degree: k.Degree, Constant: k.Constant}, nil
	case experiment.KernelExponential:
		return mercer.Exponential{A: k.Rate}, nil
	case experiment.KernelSeries:
		return mercer.PolynomialOf{Coefficients: k.Coefficients, Of: mercer.Linear{}}, nil
	case experiment.KernelGaussian:
		if k.Beta.Auto {
			return mercer.Gaussian{Beta: suitedBeta(d)}, nil
		}
		return mercer.Gaussian{Beta: k.Beta.Value}, nil
	case experiment.KernelAnova:
		return mercer.Anova{}, nil
	case experiment.KernelMin:
		return mercer.Min{}, nil
	case experiment.KernelMatrix:
		m, err := mercer.NewMatrix(len(k.Matrix), slices.Concat(k.Matrix...))
		return m, err
	case experiment.KernelSet:
		if d.Bags != nil {
			return mercer.Set{Base: of[0], Dimension: d.D()}, nil
		}
		return mercer.Set{Base: of[0], Dimension: k.Dimension}, nil
	case experiment.KernelSum:
		return mercer.Sum(of), nil
	case experiment.KernelProduct:
		return mercer.Product(of), nil
	case experiment.KernelScale:
		return mercer.Scale{Factor: k.Factor, Of: of[0]}, nil
	case experiment.KernelPolynomialOf:
		return mercer.PolynomialOf{Coefficients: k.Coefficients, Of: of[0]}, nil
	case experiment.KernelCompose:
		columns, err := featurePlaces(d, k.Columns)
		return mercer.Compose{Map: named{columns, k.Columns}, Of: of[0]}, err
	}
	panic("lab: unknown kernel " + k.Type)
}

// named is a choice of features with their names.
type named struct {
	mercer.Columns
	names []string
}

// String names the features.
func (n named) String() string { return strings.Join(n.names, ", ") }

// bagged are the rows of a part as kernels of two arguments take them; a bag is its
// points one after another.
func bagged(s design.Set, d int) [][]float64 {
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

// featurePlaces finds features by their names, or by those of their columns, of
// which one-hot coding makes several.
func featurePlaces(d *design.Design, names []string) ([]int, error) {
	var places []int
	for _, name := range names {
		found := false
		for j, feature := range d.Features {
			if feature == name || d.Column(j) == name {
				places, found = append(places, j), true
			}
		}
		if !found {
			problem := "the model has no feature of that name"
			if near, ok := experiment.Nearest(name, d.Features); ok {
				problem += fmt.Sprintf("; did you mean %q?", near)
			}
			return nil, fmt.Errorf("%q is no feature: %s", name, problem)
		}
	}
	return places, nil
}

// suitedBeta is 1 / sum_j var(x_j) over the training rows, or over the points in their
// bags, to four digits, so that it can be told and entered: those as far apart as they
// usually are have a kernel of about exp(-2).
func suitedBeta(d *design.Design) float64 {
	x := points(d.Train, d.D())
	mean, spread := make([]float64, x.D), 0.0
	for i := range x.N {
		for j, v := range x.Row(i) {
			mean[j] += v / float64(x.N)
		}
	}
	for i := range x.N {
		for j, v := range x.Row(i) {
			spread += (v - mean[j]) * (v - mean[j]) / float64(x.N)
		}
	}
	if spread == 0 {
		return 1
	}
	beta, err := strconv.ParseFloat(strconv.FormatFloat(1/spread, 'g', 4, 64), 64)
	if err != nil || beta == 0 {
		return 1 // beyond all numbers
	}
	return beta
}
