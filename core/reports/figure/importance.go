package figure

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// Importance draws for each column the share of ||w||_p^p in all monomials with it; of a model without weights, the
// increase of the error when the column is permuted.
func Importance(r *experiment.Report) (*chart.Figure, error) {
	switch {
	case len(r.Weights.Importance) > 0:
		return sharesFigure(r, "Importance", "column", r.Weights.Importance), nil
	case len(r.Importance) > 0:
		return permutedFigure(r), nil
	case !r.Spec.Model.HasWeights():
		return nil, fmt.Errorf("the report of this %s model has no importance of columns, with bags or because it would take long: draw the figure dependence", r.Spec.Model.Kind())
	}
	return nil, errors.New("no column has a weight: choose a weaker penalty, or solve the experiment again with this lp Lab")
}

// permutedFigure draws the increase of the error by the permuted column.
func permutedFigure(r *experiment.Report) *chart.Figure {
	columns := r.Importance[:min(len(r.Importance), mostBars)]
	labels := lists.Map(columns, func(c experiment.ColumnImportance) string { return c.Column })
	score, unit := "R²", 1.0
	if r.Classes != nil {
		score, unit = "the accuracy in %", 100
	}
	falls := lists.Map(columns, func(c experiment.ColumnImportance) float64 { return unit * c.Increase })
	f := rankedFigure("Importance", labels, falls)
	f.X = chart.Axis{Label: "fall of " + score, Scale: chart.Linear(min(0, falls[len(falls)-1]), max(0, falls[0]))}
	part, _ := r.Judged()
	f.Summary = fmt.Sprintf("%s on the %s rows if the values of one column are permuted; the largest column: %s, %s ± %s.",
		strings.ToUpper(f.X.Label[:1])+f.X.Label[1:], part, labels[0], chart.Number(falls[0], 2), chart.Number(unit*columns[0].Error, 2))
	return f
}

// importanceSheet lists the shares of the columns, or of a model without weights the increases.
func importanceSheet(reports []*experiment.Report) *sheet {
	if len(reports[0].Importance) == 0 {
		return sharesSheet(func(w *experiment.Weights) []experiment.ColumnShare { return w.Importance })(reports)
	}
	s := newSheet("column", "increase", "error")
	for _, c := range reports[0].Importance {
		s.add(c.Column, c.Increase, c.Error)
	}
	return s
}

// Interactions draws for each pair of columns the share of ||w||_p^p in monomials with both.
func Interactions(r *experiment.Report) (*chart.Figure, error) {
	if len(r.Weights.Interactions) == 0 {
		return nil, errNoPairs
	}
	return sharesFigure(r, "Interactions", "pair of columns", r.Weights.Interactions), nil
}

var errNoPairs = errors.New("the model has no products of two columns, or more than 2,000 columns: choose a kernel of degree 2 or higher, or fewer features")

// mostPaired is the largest number of columns of the matrix of pairs.
const mostPaired = 15

// Pairs draws the interactions of the most important columns as a symmetric matrix. Cells of pairs
// that the report does not list are left open.
func Pairs(r *experiment.Report) (*chart.Figure, error) {
	pairs := r.Weights.Interactions
	if len(pairs) == 0 {
		return nil, errNoPairs
	}
	for i, pair := range pairs {
		if len(pair.Columns) != 2 {
			return nil, fmt.Errorf("pair %d of the report has %s: solve the experiment again", i+1, english.Count(len(pair.Columns), "column"))
		}
	}
	var names []string
	for _, column := range r.Weights.Importance {
		name := strings.Join(column.Columns, "·")
		if len(names) < mostPaired && slices.ContainsFunc(pairs, func(s experiment.ColumnShare) bool { return slices.Contains(s.Columns, name) }) {
			names = append(names, name)
		}
	}
	n := len(names)
	_, power := r.Spec.Model.Norm()
	ramp := chart.Ramp{Label: "share of " + power, Scale: chart.Linear(0, pairs[0].Share)}
	cells := chart.Cells{Ramp: ramp, X: []float64{-0.5}, Y: []float64{-0.5}, Values: make([][]float64, n)}
	f := &chart.Figure{Name: "Pairs of columns", Width: 760, Height: max(260, 140+30*float64(n)), Ramp: &ramp}
	f.X.Scale, f.Y.Scale = chart.Linear(-0.5, float64(n)-0.5), chart.Linear(-0.5, float64(n)-0.5)
	for i, short := range chart.ShortenAll(names, 8) {
		cells.X, cells.Y = append(cells.X, float64(i)+0.5), append(cells.Y, float64(i)+0.5)
		f.X.Ticks = append(f.X.Ticks, chart.Tick{Value: float64(i), Label: short})
		f.Y.Ticks = append(f.Y.Ticks, chart.Tick{Value: float64(n - 1 - i), Label: shortName(names[i])}) // the first on top
		cells.Values[i] = slices.Repeat([]float64{math.NaN()}, n)
	}
	total := 0
	for _, s := range pairs {
		i, j := slices.Index(names, s.Columns[0]), slices.Index(names, s.Columns[1])
		if i >= 0 && j >= 0 {
			cells.Values[n-1-i][j], cells.Values[n-1-j][i] = s.Share, s.Share
			total++
		}
	}
	f.Marks = append(f.Marks, cells)
	f.Summary = fmt.Sprintf("Shares of %s in the products of two columns: %s of %s; the largest: %s, %s %%. Open cells: none, or a smaller share than those listed. %s",
		power, english.Count(total, "pair"), english.Count(n, "column"), strings.Join(pairs[0].Columns, "·"), chart.Number(100*pairs[0].Share, 3), sharesBasis(&r.Weights, power))
	return f, nil
}

func sharesFigure(r *experiment.Report, name, noun string, shares []experiment.ColumnShare) *chart.Figure {
	shares = shares[:min(len(shares), mostBars)]
	labels := lists.Map(shares, func(s experiment.ColumnShare) string { return strings.Join(s.Columns, "·") })
	f := rankedFigure(name, labels, lists.Map(shares, func(s experiment.ColumnShare) float64 { return s.Share }))
	_, power := r.Spec.Model.Norm()
	f.X = chart.Axis{Label: "share of " + power, Scale: chart.Linear(0, shares[0].Share)}
	overlap := ""
	if r.Weights.MaxDegree > 1 {
		overlap = ", which add up to more than 1 where monomials have several columns"
	}
	f.Summary = fmt.Sprintf("Shares of %s%s; the largest %s: %s, %s %%. %s",
		power, overlap, noun, labels[0], chart.Number(100*shares[0].Share, 3), sharesBasis(&r.Weights, power))
	return f
}

// sharesBasis describes the monomials that the shares are summed over.
func sharesBasis(w *experiment.Weights, power string) string {
	if w.Infinite || w.ExaminedShare < 1-1e-9 {
		return fmt.Sprintf("Summed over the %s examined, up to degree %d, which carry %s %% of %s.", english.Count(w.Count, "monomial"), w.MaxDegree, chart.Number(100*w.ExaminedShare, 4), power)
	}
	return fmt.Sprintf("Exact: summed over all %s.", english.Count(w.Count, "monomial"))
}

// rankedFigure returns a figure of a bar for each label, the first on top.
func rankedFigure(name string, labels []string, lengths []float64) *chart.Figure {
	bars := chart.Bars{Ink: chart.Estimate, Length: lengths}
	for i := range lengths {
		bars.At = append(bars.At, -float64(i))
	}
	return barsFigure(name, labels, bars)
}

// barsFigure returns a figure of bars at the places 0, -1, -2, ... with their labels.
func barsFigure(name string, labels []string, bars ...chart.Bars) *chart.Figure {
	f := &chart.Figure{Name: name, Height: max(220, 120+26*float64(len(labels)))}
	for i, label := range labels {
		f.Y.Ticks = append(f.Y.Ticks, chart.Tick{Value: -float64(i), Label: shortName(label)})
	}
	f.Y.Scale = chart.Linear(0.5-float64(len(labels)), 0.5)
	for _, b := range bars {
		f.Marks = append(f.Marks, b)
	}
	return f
}

// sharesSheet lists the shares of columns or of pairs.
func sharesSheet(of func(*experiment.Weights) []experiment.ColumnShare) func([]*experiment.Report) *sheet {
	return func(reports []*experiment.Report) *sheet {
		s := newSheet("columns", "share")
		for _, share := range of(&reports[0].Weights) {
			s.add(strings.Join(share.Columns, "·"), share.Share)
		}
		return s
	}
}
