package repro

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"lplab/core/data/synth"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/reports/chart"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/optimize"
)

var phaseMethods = []string{"lp, r = 1/2", "lasso", "relaxed lasso"}

// phase measures the share of exact recoveries by the numbers of rows and of planted products of
// three columns, for reweighted lp, the lasso and the relaxed lasso, with all parameters chosen by
// cross-validation.
func phase(w *work) {
	d, draws, sizes, numbers := 100, 4, []int{60, 110, 160, 300}, []int{2, 6, 10}
	if w.Quick {
		d, draws, sizes, numbers = 8, 1, []int{30, 60}, []int{2}
	}
	alone := make([][2]int, len(phaseMethods)) // draws that the first alone, and the other alone, recovers
	for _, noise := range []float64{0.05, 0.3} {
		head := []string{"noise", "planted", "method"}
		lines := make([]chart.Line, len(phaseMethods))
		for m, ink := range []chart.Ink{chart.Estimate, chart.Truth, chart.TextSoft} {
			lines[m] = chart.Line{Name: phaseMethods[m], Ink: ink, Dashed: m == 2}
		}
		cells := map[[2]int][]string{} // by planted products and method
		for _, n := range sizes {
			head = append(head, fmt.Sprintf("%d rows", n))
			all := make([]int, len(phaseMethods))
			for _, relevant := range numbers {
				counts := make([]int, len(phaseMethods))
				for draw := range draws {
					found := w.phaseDraw(d, n, relevant, noise, 1+draw)
					for m, ok := range found {
						if ok {
							counts[m]++
						}
						if ok && !found[0] {
							alone[m][1]++
						}
						if found[0] && !ok {
							alone[m][0]++
						}
					}
				}
				for m, count := range counts {
					all[m] += count
					at := [2]int{relevant, m}
					cells[at] = append(cells[at], fmt.Sprintf("%d of %d", count, draws))
				}
			}
			for m, count := range all {
				lines[m].X = append(lines[m].X, float64(n))
				lines[m].Y = append(lines[m].Y, float64(count)/float64(draws*len(numbers)))
			}
		}
		var rows [][]string
		for _, relevant := range numbers {
			for m, method := range phaseMethods {
				rows = append(rows, append([]string{fmt.Sprint(noise), strconv.Itoa(relevant), method}, cells[[2]int{relevant, m}]...))
			}
		}
		w.table(head, rows...)
		f := &chart.Figure{Name: "Exact recoveries", Summary: fmt.Sprintf("Share of draws in which exactly the planted products are selected, by rows, for noise %g, over all numbers of planted products.", noise),
			X: chart.Axis{Label: "rows", Scale: chart.Linear(float64(sizes[0]), float64(sizes[len(sizes)-1])).Padded(0.02), Whole: true},
			Y: chart.Axis{Label: "share of exact recoveries", Scale: chart.Linear(0, 1).Padded(0.03)}}
		for _, l := range lines {
			f.Marks = append(f.Marks, l)
		}
		w.draw(f, fmt.Sprintf("-noise-%g", noise), f.Summary)
	}
	for m, method := range phaseMethods[1:] {
		first, other := alone[m+1][0], alone[m+1][1]
		// The chance of this number or more, if either is as likely to be the one that recovers.
		chance := distuv.Binomial{N: float64(first + other), P: 0.5}.Survival(float64(other) - 1)
		w.claim(chance >= 0.05, "Reweighted lp is not behind the %s by more than chance: of all draws, it alone recovers %d and the other alone %d (sign test, one-sided: %.2g).", method, first, other, chance)
	}
	w.note("Normal columns, %d of them; products of three, %d with powers. Reweighted lp: gamma of 0.03, 0.3 and 3, and the steps, by five folds. The lassos: columns scaled to length 1, 20 lambdas over two decades by five folds; the optimality conditions are checked on all products. Of all, the most regularised within one standard error of the least error is taken.", d, d*(d+1)*(d+2)/6)
}

// phaseDraw reports for each method whether it selects exactly the planted products of a draw.
func (w *work) phaseDraw(d, n, relevant int, noise float64, seed int) []bool {
	c := plantedCase{n, d, relevant, 3, noise}
	r := w.solve(c.testSpec(seed, c.lp(`, "r": "1/2", "steps": 20`), `, "search": {"criterion": "cross-validation", "gamma": [0.03, 0.3, 3], "rule": "1-se"}`))
	exact := []bool{r.Weights.Recovery.Missed+r.Weights.Recovery.False == 0}
	data := synth.Generate(synth.Params{N: n + plantedTest, D: d, Relevant: relevant, Noise: noise, Degree: 3, Seed: uint64(seed)})
	columns, truth := products(data, r.Rows.Train)
	for _, features := range lassosByFolds(w.ctx, columns, r.Actual.Train) {
		wrong := slices.ContainsFunc(features, func(k int) bool { return !truth[k] })
		exact = append(exact, len(features) == relevant && !wrong)
	}
	return exact
}

// products returns the products of three columns on some rows, scaled to length 1, with marks of the
// planted ones.
func products(data *synth.Data, rows []int) (columns [][]float64, truth []bool) {
	relevant := map[[3]int]bool{}
	for _, t := range data.Truth {
		relevant[[3]int(t.Vars)] = true
	}
	d := len(data.Columns)
	for i := range d {
		for j := i; j < d; j++ {
			for k := j; k < d; k++ {
				column := lists.Map(rows, func(row int) float64 { return data.Columns[i][row] * data.Columns[j][row] * data.Columns[k][row] })
				floats.Scale(1/floats.Norm(column, 2), column)
				columns, truth = append(columns, column), append(truth, relevant[[3]int{i, j, k}])
			}
		}
	}
	return columns, truth
}

// lassosByFolds returns the features that the lasso and the relaxed lasso select, each at the
// largest of 20 lambdas over two decades with an error over five folds within one standard error
// of the least.
func lassosByFolds(ctx context.Context, columns [][]float64, y []float64) (selections [2][]int) {
	const folds, count, decades = 5, 20, 2
	lasso, relaxed := linear.Lasso(linear.CoordinateDescent), linear.RelaxedLasso{Algorithm: linear.CoordinateDescent}
	settings := optimize.Settings{Tolerance: 1e-6, MaxIterations: 10_000}
	all := &linear.Data{X: linear.Columns(columns), Y: y}
	top := must(lasso.Scale(all))
	path := func(data *linear.Data) []*linear.Fit {
		fits := make([]*linear.Fit, count)
		var last *linear.Fit
		for g := range fits {
			lambda := top * math.Pow(10, -decades*float64(g)/(count-1)) * float64(len(data.Y)) / float64(len(y))
			last = must(lasso.Fit(ctx, data, lambda, last, settings))
			fits[g] = last
		}
		return fits
	}
	errors := [2][count][folds]float64{} // mean squares
	for fold := range folds {
		var rows []int
		for i := range y {
			if i%folds != fold {
				rows = append(rows, i)
			}
		}
		x := lists.Map(columns, func(c []float64) []float64 { return dense.At(c, rows) })
		data := &linear.Data{X: linear.Columns(x), Y: dense.At(y, rows)}
		for g, fit := range path(data) {
			for m, coefficients := range [][]float64{fit.Coefficients, must(relaxed.Fit(ctx, data, fit.Lambda, fit, settings)).Coefficients} {
				features := dense.Places(coefficients)
				for i := fold; i < len(y); i += folds {
					f := 0.0
					for _, k := range features {
						f += coefficients[k] * columns[k][i]
					}
					errors[m][g][fold] += (y[i] - f) * (y[i] - f) / float64(len(y)-len(rows))
				}
			}
		}
	}
	fits := path(all)
	for m := range selections {
		place, least, bar := 0, math.Inf(1), 0.0
		for _, e := range errors[m] {
			if mean, deviation := stat.MeanStdDev(e[:], nil); mean < least {
				least, bar = mean, mean+deviation/math.Sqrt(folds)
			}
		}
		for floats.Sum(errors[m][place][:])/folds > bar {
			place++
		}
		selections[m] = dense.Places(fits[place].Coefficients)
	}
	return selections
}
