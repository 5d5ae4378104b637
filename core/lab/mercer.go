package lab

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/design"
	"lplab/core/experiment"
	"lplab/core/mercer"
)

// mercerOf is the kernel of two arguments that an experiment names, for the rows of a
// design. It must be one that settled gave.
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
		return mercer.Exponential{A: k.Rate.Value}, nil
	case experiment.KernelSeries:
		return mercer.PolynomialOf{Coefficients: k.Coefficients, Of: mercer.Linear{}}, nil
	case experiment.KernelGaussian:
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
		if err == nil && len(columns) == 0 {
			err = fmt.Errorf("the columns that a kernel composes, %s, are constant over the training rows, or over those of a fold; choose others, or more training rows", strings.Join(k.Columns, ", "))
		}
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
// which one-hot coding makes several. A constant one that was left out has no place.
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
			if near, ok := experiment.Nearest(name, d.Features); ok {
				problem += fmt.Sprintf("; did you mean %q?", near)
			}
			return nil, fmt.Errorf("%q is no feature: %s", name, problem)
		}
	}
	return places, nil
}
