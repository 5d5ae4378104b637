//go:build !wasm

package repro

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"lplab/core/chart"
	"lplab/core/linear"
	"lplab/core/optimize"
	"lplab/core/synth"
)

// phaseSizes are those of the phase diagram: products of three of d columns.
type phaseSizes struct {
	d, draws      int
	rows, planted []int
}

// phase is the share of exact recoveries by rows and planted products, of reweighted lp,
// of the lasso and of the relaxed lasso, each with all that it is set by chosen by
// cross-validation.
func phase(ctx context.Context, w *work) error {
	sizes := phaseSizes{40, 2, []int{60, 110}, []int{2, 4, 6}}
	if w.Quick {
		sizes = phaseSizes{8, 1, []int{30, 60}, []int{2}}
	}
	methods := []string{"lp, r = 1/2", "lasso", "relaxed lasso"}
	behind := 0
	for _, noise := range []float64{0.05, 0.3} {
		head := []string{"noise", "planted", "method"}
		for _, n := range sizes.rows {
			head = append(head, fmt.Sprintf("%d rows", n))
		}
		exact := make([][][]int, len(methods)) // by method, planted, rows
		for m := range exact {
			exact[m] = make([][]int, len(sizes.planted))
			for k := range exact[m] {
				exact[m][k] = make([]int, len(sizes.rows))
			}
		}
		for k, planted := range sizes.planted {
			for j, n := range sizes.rows {
				for draw := range sizes.draws {
					found, err := w.phaseDraw(ctx, sizes.d, n, planted, noise, 1+draw)
					if err != nil {
						return err
					}
					for m, ok := range found {
						if ok {
							exact[m][k][j]++
						}
					}
				}
			}
		}
		var rows [][]string
		lines := make([]chart.Line, len(methods))
		for m, ink := range []chart.Ink{chart.Estimate, chart.Truth, chart.TextSoft} {
			lines[m] = chart.Line{Name: methods[m], Ink: ink, Dash: chart.Dash(m == 2)}
		}
		for k, planted := range sizes.planted {
			for m, method := range methods {
				cells := []string{fmt.Sprint(noise), strconv.Itoa(planted), method}
				for j := range sizes.rows {
					cells = append(cells, fmt.Sprintf("%d of %d", exact[m][k][j], sizes.draws))
					if exact[m][k][j] > exact[0][k][j] {
						behind++
					}
				}
				rows = append(rows, cells)
			}
		}
		for m := range methods {
			for j, n := range sizes.rows {
				sum := 0
				for k := range sizes.planted {
					sum += exact[m][k][j]
				}
				lines[m].X = append(lines[m].X, float64(n))
				lines[m].Y = append(lines[m].Y, float64(sum)/float64(sizes.draws*len(sizes.planted)))
			}
		}
		w.table(head, rows...)
		f := &chart.Figure{Name: "Exact recoveries", Summary: fmt.Sprintf("Share of draws in which exactly the planted products are selected, by rows, for noise %g, over all numbers of planted products.", noise),
			X: chart.Axis{Label: "rows", Scale: chart.Linear(float64(sizes.rows[0]), float64(sizes.rows[len(sizes.rows)-1])).Padded(0.02), Whole: true},
			Y: chart.Axis{Label: "share of exact recoveries", Scale: chart.Linear(0, 1).Padded(0.03)}}
		for _, l := range lines {
			f.Marks = append(f.Marks, l)
		}
		w.draw(f, fmt.Sprintf("-noise-%g", noise), f.Summary)
	}
	w.claim(behind == 0, "Neither the lasso nor the relaxed lasso recovers more draws than reweighted lp in any cell (here in %d).", behind)
	w.note("Normal columns, %d of them; products of three, %d with powers. Reweighted lp: gamma of 0.03, 0.3 and 3, and the steps, by five folds. The lassos: columns scaled to length 1, 20 lambdas over two decades by five folds, all products at once. Of all, the most regularised within one standard error of the least error is taken.", sizes.d, sizes.d*(sizes.d+1)*(sizes.d+2)/6)
	return nil
}

// phaseDraw tells of each method whether it selects exactly the planted products of a draw.
func (w *work) phaseDraw(ctx context.Context, d, n, planted int, noise float64, seed int) ([]bool, error) {
	rows := n + plantedTest
	r, err := w.solve(ctx, fmt.Sprintf(`{
  "data": {"source": "synthetic", "n": %d, "d": %d, "relevant": %d, "noise": %g, "degree": 3, "seed": %d},
  "split": {"train": %.12g, "test": %.12g},
  "preprocess": {"standardize": false, "intercept": false},
  "model": {"kernel": {"type": "polynomial", "degree": 3}, "p": "4/3", "r": "1/2", "steps": 20},
  "search": {"criterion": "cross-validation", "gamma": [0.03, 0.3, 3], "rule": "1-se"}}`,
		rows, d, planted, noise, seed, float64(n)/float64(rows), plantedTest/float64(rows)))
	if err != nil {
		return nil, err
	}
	exact := []bool{r.Weights.Recovery.Missed+r.Weights.Recovery.False == 0}
	data := synth.Generate(synth.Params{N: rows, D: d, Relevant: planted, Noise: noise, Degree: 3, Seed: uint64(seed)})
	columns, truth := products(data, r.Rows.Train)
	for _, method := range []linear.Method{linear.Lasso(linear.CoordinateDescent), linear.Relaxed{}} {
		b, err := byFolds(ctx, method, columns, r.Actual.Train)
		if err != nil {
			return nil, err
		}
		same := true
		for k, v := range b {
			same = same && (v != 0) == truth[k]
		}
		exact = append(exact, same)
	}
	return exact, nil
}

// products are the products of three columns on some rows, scaled to length 1, and which
// of them are planted.
func products(data *synth.Data, rows []int) (columns [][]float64, planted []bool) {
	wanted := map[[3]int]bool{}
	for _, t := range data.Truth {
		wanted[[3]int(t.Vars)] = true
	}
	d := len(data.Columns)
	for i := range d {
		for j := i; j < d; j++ {
			for k := j; k < d; k++ {
				column := make([]float64, len(rows))
				for at, row := range rows {
					column[at] = data.Columns[i][row] * data.Columns[j][row] * data.Columns[k][row]
				}
				floats.Scale(1/floats.Norm(column, 2), column)
				columns, planted = append(columns, column), append(planted, wanted[[3]int{i, j, k}])
			}
		}
	}
	return columns, planted
}

// byFolds fits a linear method at the largest lambda, of 20 over two decades, whose error
// over five folds is within one standard error of the least.
func byFolds(ctx context.Context, method linear.Method, columns [][]float64, y []float64) ([]float64, error) {
	const folds, count, decades = 5, 20, 2
	settings := optimize.Settings{Tolerance: 1e-6, MaxIterations: 10_000}
	whole := &linear.Data{X: byColumns(columns), Y: y}
	scale, err := method.Scale(whole)
	if err != nil {
		return nil, err
	}
	lambda := func(g int) float64 { return scale * math.Pow(10, -decades*float64(g)/(count-1)) }
	errors := make([][folds]float64, count) // mean squares
	for fold := range folds {
		var kept []int
		for i := range y {
			if i%folds != fold {
				kept = append(kept, i)
			}
		}
		some := make([][]float64, len(columns))
		for k, c := range columns {
			some[k] = gathered(c, kept)
		}
		data := &linear.Data{X: byColumns(some), Y: gathered(y, kept)}
		var last *linear.Fit
		for g := range errors {
			if last, err = method.Fit(ctx, data, lambda(g)*float64(len(kept))/float64(len(y)), last, settings); err != nil {
				return nil, err
			}
			for i := fold; i < len(y); i += folds {
				f := 0.0
				for k, b := range last.Coefficients {
					if b != 0 {
						f += b * columns[k][i]
					}
				}
				errors[g][fold] += (y[i] - f) * (y[i] - f) / float64(len(y)-len(kept))
			}
		}
	}
	place, least, bar := 0, math.Inf(1), 0.0
	for _, e := range errors {
		if mean, deviation := stat.MeanStdDev(e[:], nil); mean < least {
			least, bar = mean, mean+deviation/math.Sqrt(folds)
		}
	}
	for floats.Sum(errors[place][:])/folds > bar {
		place++
	}
	fit, err := method.Fit(ctx, whole, lambda(place), nil, settings)
	if err != nil {
		return nil, err
	}
	return fit.Coefficients, nil
}

func gathered(v []float64, rows []int) []float64 {
	some := make([]float64, len(rows))
	for k, i := range rows {
		some[k] = v[i]
	}
	return some
}

// byColumns is a matrix of columns.
type byColumns [][]float64

var _ linear.Matrix = byColumns(nil)

func (x byColumns) Dims() (n, d int)               { return len(x[0]), len(x) }
func (x byColumns) Dot(j int, v []float64) float64 { return floats.Dot(x[j], v) }
func (x byColumns) AddScaled(dst []float64, s float64, j int) {
	floats.AddScaled(dst, s, x[j])
}

// noisy compares methods where noise is half of a weight, with all chosen by folds.
func noisy(ctx context.Context, w *work) error {
	n, d, seeds := w.pick(85, 60), w.pick(1500, 100), w.pick(5, 2)
	models := []struct{ name, model, search string }{
		{"lp, r by folds", `{"kernel": {"type": "linear"}, "p": "4/3", "r": "1/2", "steps": 20}`, `"r": ["1/2", "2/3"], "count": 20, "decades": "auto"`},
		{"lasso", `{"type": "lasso"}`, `"count": 50`},
		{"relaxed lasso", `{"type": "relaxed-lasso"}`, `"count": 50`},
		{"elastic net", `{"type": "elastic-net"}`, `"count": 50`},
	}
	head := []string{"seed"}
	for _, m := range models {
		head = append(head, m.name+": test R^2", "selected", "found", "seconds")
	}
	var rows [][]string
	r2, selected, seconds := make([]float64, len(models)), make([]float64, len(models)), make([]float64, len(models))
	for seed := 1; seed <= seeds; seed++ {
		cells := []string{strconv.Itoa(seed)}
		for m, model := range models {
			r, err := w.solve(ctx, fmt.Sprintf(`{
  "data": {"source": "synthetic", "n": %d, "d": %d, "relevant": 6, "noise": 0.5, "seed": %d},
  "split": {"train": %.12g, "test": %.12g},
  "preprocess": {"standardize": false, "intercept": false},
  "model": %s, "search": {"criterion": "cross-validation", %s}}`,
				n+plantedTest, d, seed, float64(n)/float64(n+plantedTest), plantedTest/float64(n+plantedTest), model.model, model.search))
			if err != nil {
				return err
			}
			test := *r.Metrics["test"].R2
			r2[m] += test / float64(seeds)
			selected[m] += float64(r.Weights.Selected) / float64(seeds)
			seconds[m] += r.TotalSeconds() / float64(seeds)
			cells = append(cells, fmt.Sprintf("%.3f", test), strconv.Itoa(r.Weights.Selected), strconv.Itoa(r.Weights.Recovery.Found), fmt.Sprintf("%.2f", r.TotalSeconds()))
		}
		rows = append(rows, cells)
	}
	mean := []string{"mean"}
	for m := range models {
		mean = append(mean, fmt.Sprintf("%.3f", r2[m]), fmt.Sprintf("%.1f", selected[m]), "", fmt.Sprintf("%.2f", seconds[m]))
	}
	w.table(head, append(rows, mean)...)
	w.claim(r2[0] >= r2[1], "The mean test R^2 of reweighted lp is at least the lasso's: %.3f and %.3f.", r2[0], r2[1])
	w.claim(selected[0] <= selected[1]/3, "It selects at most a third as many: %.1f and %.1f.", selected[0], selected[1])
	return nil
}
