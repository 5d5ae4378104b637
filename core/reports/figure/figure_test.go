package figure_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/chart"
	"lplab/core/reports/chart/charttest"
	"lplab/core/reports/figure"
)

// solve runs an experiment and returns its report.
func solve(t testing.TB, spec string) *experiment.Report {
	t.Helper()
	s, err := experiment.Decode([]byte(spec))
	if err != nil {
		t.Fatal(err)
	}
	return solveSpec(t, s)
}

func solveSpec(t testing.TB, s experiment.Spec) *experiment.Report {
	t.Helper()
	r, err := lab.Run(t.Context(), s, nil, lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// clone copies a report by its JSON.
func clone(t *testing.T, r *experiment.Report) *experiment.Report {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := experiment.DecodeReport(text)
	if err != nil {
		t.Fatal(err)
	}
	return copied
}

// kind finds a figure by its name.
func kind(t *testing.T, name string) figure.Kind {
	t.Helper()
	for _, k := range figure.Kinds() {
		if k.Name == name {
			return k
		}
	}
	t.Fatalf("no figure %s", name)
	return figure.Kind{}
}

// figureOf draws a figure.
func figureOf(t *testing.T, name string, reports ...*experiment.Report) *chart.Figure {
	t.Helper()
	f, err := kind(t, name).Draw(reports...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return f
}

// assertUndrawn checks that a figure is refused, and why, in one line.
func assertUndrawn(t *testing.T, why, name string, reports ...*experiment.Report) {
	t.Helper()
	if _, err := kind(t, name).Draw(reports...); err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: %v, want it to contain %s", name, err, why)
	}
}

// draw draws a figure, checks that it is reproducible, and parses it.
func draw(t *testing.T, name string, reports ...*experiment.Report) *charttest.Element {
	t.Helper()
	svg := figureOf(t, name, reports...).SVG()
	if !bytes.Equal(svg, figureOf(t, name, reports...).SVG()) {
		t.Errorf("%s: the same report gives other bytes", name)
	}
	root := charttest.Parse(t, svg)
	if summary := root.All("desc")[0].Text; !strings.HasSuffix(summary, ".") || strings.Contains(summary, "%!") {
		t.Errorf("%s: the summary is %q", name, summary)
	}
	return root
}

// assertNear compares a value read from a picture, in which positions are rounded to
// hundredths of a unit and the plot is a few hundred units high.
func assertNear(t *testing.T, what string, got, want, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 2e-4*scale) {
		t.Errorf("%s is drawn at %v, want %v", what, got, want)
	}
}

// assertRatio is assertNear for a logarithmic axis that spans the given number of powers of ten.
func assertRatio(t *testing.T, what string, got, want, powers float64) {
	t.Helper()
	assertNear(t, what, math.Log10(got), math.Log10(want), powers)
}

const planted = `{"data": {"source": "synthetic", "n": 60, "d": 30, "relevant": 3}, "model": {"gamma": 10}}`

// TestWeights checks that every listed weight is a stem of its height at its index, in
// the group by the threshold.
func TestWeights(t *testing.T) {
	r := solve(t, planted)
	svg := draw(t, "weights", r)
	x, y := svg.Axes(t, false, false)
	stems := map[string][][2]float64{}
	for _, name := range []string{"selected", "small"} {
		stems[name] = svg.Group(t, name).All("path")[0].Points(t) // foot and head in turn
	}
	most := math.Abs(r.Weights.Top[0].Value)
	for _, w := range r.Weights.Top {
		name := "small"
		if math.Abs(w.Value) > r.Weights.Threshold {
			name = "selected"
		}
		if len(stems[name]) < 2 {
			t.Fatalf("no stem for %s", w.Label)
		}
		foot, head := stems[name][0], stems[name][1]
		stems[name] = stems[name][2:]
		assertNear(t, w.Label+"'s index", x.Value(head[0]), float64(w.Index+1), 30)
		assertNear(t, w.Label, y.Value(head[1]), w.Value, most)
		assertNear(t, w.Label+"'s foot", y.Value(foot[1]), 0, most)
	}
	if len(stems["small"])+len(stems["selected"]) != 0 {
		t.Error("there are more stems than weights")
	}
	for _, side := range []float64{1, -1} {
		if !slices.ContainsFunc(svg.All("line"), func(e *charttest.Element) bool {
			return e.Attr["stroke-dasharray"] != "" && e.Attr["y1"] == e.Attr["y2"] && math.Abs(y.Value(e.Number(t, "y1"))-side*r.Weights.Threshold) < 2e-4*most
		}) {
			t.Errorf("no line at the threshold %v", side*r.Weights.Threshold)
		}
	}
	if !slices.Contains(svg.Texts(), r.Weights.Top[0].Label) {
		t.Errorf("the largest weight, %s, has no label", r.Weights.Top[0].Label)
	}
	if diamonds := strings.Count(svg.Group(t, "planted").All("path")[0].Attr["d"], "Z"); diamonds != 3 {
		t.Errorf("%d planted weights are marked, want 3", diamonds)
	}

	// The largest weight need not be selected by a rule of another kind.
	r.Weights.Marked = true
	r.Weights.Top[1].Selected = true
	if stems := draw(t, "weights", r).Group(t, "not selected").All("path")[0].Points(t); len(stems) != 2*(len(r.Weights.Top)-1) {
		t.Errorf("%d points of weights that are not selected", len(stems))
	}
}

// TestPlantedBeyond checks that estimates stay visible with planted weights a thousand
// times as large, which are marked as beyond the axis.
func TestPlantedBeyond(t *testing.T) {
	r := solve(t, planted)
	for i := range r.Weights.Truth {
		r.Weights.Truth[i].Value *= 1000
	}
	svg := draw(t, "weights", r)
	_, y := svg.Axes(t, false, false)
	largest := math.Abs(r.Weights.Top[0].Value)
	for _, v := range y.Values {
		if math.Abs(v) > 2*largest {
			t.Errorf("the axis reaches %v, the largest estimate is %v", v, largest)
		}
	}
	svg.Group(t, "planted, beyond")
}

// TestWideWeights checks that the axis of 200,000 monomials ends at the last listed
// weight.
func TestWideWeights(t *testing.T) {
	r := solve(t, planted)
	r.Weights.Count = 200_000
	x, _ := draw(t, "weights", r).Axes(t, false, false)
	if last := x.Values[len(x.Values)-1]; last > 40 {
		t.Errorf("the axis reaches %v, the last listed weight is the 30th", last)
	}
	r.Weights.Top[0].Index = 199_999
	x, _ = draw(t, "weights", r).Axes(t, false, false)
	if last := x.Values[len(x.Values)-1]; last < 150_000 {
		t.Errorf("the axis reaches %v of 200,000", last)
	}
}

// TestFit checks the positions of the rows of every part, on equal scales.
func TestFit(t *testing.T) {
	r := solve(t, planted)
	svg := draw(t, "fit", r)
	x, y := svg.Axes(t, false, false)
	span := 0.0
	for _, v := range slices.Concat(r.Actual.Train, r.Actual.Test) {
		span = max(span, 2*math.Abs(v))
	}
	at := svg.Group(t, "train").All("path")[0].Points(t)
	if len(at) != len(r.Actual.Train) {
		t.Fatalf("%d of %d training rows are drawn", len(at), len(r.Actual.Train))
	}
	for i, p := range at {
		assertNear(t, "actual", x.Value(p[0]), r.Actual.Train[i], span)
		assertNear(t, "predicted", y.Value(p[1]), r.Predictions.Train[i], span)
	}
	if n := strings.Count(svg.Group(t, "test").All("path")[0].Attr["d"], "Z"); n != len(r.Actual.Test) {
		t.Errorf("%d of %d test rows are drawn", n, len(r.Actual.Test))
	}
	diagonal := svg.All("g")[1].All("path")[0].Points(t)
	for _, p := range diagonal {
		assertNear(t, "the diagonal", y.Value(p[1]), x.Value(p[0]), span)
	}
	rounding := -2e-16
	r.Metrics["train"] = experiment.Metric{R2: &rounding}
	if f, err := figure.Fit(r); err != nil || !strings.Contains(f.Summary, "R² on the train rows is 0.000;") {
		t.Errorf("%v, %s", err, f.Summary)
	}
}

// TestFitOfClasses checks that decision values are drawn above their class.
func TestFitOfClasses(t *testing.T) {
	r := solve(t, `{"data": {"source": "sample", "name": "wpbc"}, "target": "status", "task": "classification", "features": ["mean_radius", "mean_texture"]}`)
	svg := draw(t, "fit", r)
	texts := svg.Texts()
	for _, class := range r.Classes {
		if !slices.Contains(texts, class) {
			t.Errorf("the class %s has no label", class)
		}
	}
	middle := 0.0
	for _, text := range svg.Group(t, "axes").All("text") {
		if slices.Contains(r.Classes, text.Text) {
			middle += text.Number(t, "x") / 2
		}
	}
	for i, p := range svg.Group(t, "train").All("path")[0].Points(t) {
		if (p[0] > middle) != (r.Actual.Train[i] > 0) {
			t.Fatalf("row %d of class %v is drawn at %v, the classes are separated at %v", i, r.Actual.Train[i], p[0], middle)
		}
	}
}

// TestConvergence checks the gap and the dual of the history, and several methods
// relative to the least dual of all.
func TestConvergence(t *testing.T) {
	var reports []*experiment.Report
	for _, method := range []string{"newton", "dual-gradient"} {
		reports = append(reports, solve(t, `{"data": {"source": "synthetic", "n": 60, "d": 30, "relevant": 3}, "model": {"gamma": 0.1},
			"solver": {"method": "`+method+`", "tolerance": 1e-8}}`))
	}
	least := math.Inf(1)
	for _, r := range reports {
		for _, h := range r.Objective.History {
			least = min(least, h.Dual)
		}
	}
	svg := draw(t, "convergence", reports...)
	x, y := svg.Axes(t, false, true)
	for i, method := range []string{"newton", "dual-gradient"} {
		gaps := svg.Group(t, method).All("path")[0].Points(t)
		history := reports[i].Objective.History
		if len(gaps) != len(history) {
			t.Fatalf("%s: %d of %d gaps are drawn", method, len(gaps), len(history))
		}
		for k, p := range gaps {
			assertNear(t, "iteration", x.Value(p[0]), float64(k), float64(len(reports[1].Objective.History)))
			assertRatio(t, "gap", y.Value(p[1]), history[k].Gap, 20)
		}
		duals := svg.All("g")[1+3*i].All("path")[0].Points(t)
		for k, p := range duals {
			assertRatio(t, "dual", y.Value(p[1]), history[k].Dual-least, 20)
		}
	}
	if single := draw(t, "convergence", reports[0]); len(single.Group(t, "duality gap").All("path")) != 1 {
		t.Error("a single report has no gap")
	}
	r := reports[0] // a step of reweighting starts a new line, relative to its own least dual
	history := r.Objective.History
	r.Objective.History = append(slices.Clone(history), experiment.Record{Dual: -1, Gap: 2, Step: 1}, experiment.Record{Dual: -3, Gap: 1e-9, Step: 1})
	before := len(history) - 1                                                               // iterations
	r.Reweighting = []experiment.Reweighting{{Iterations: before}, {Step: 1, Iterations: 5}} // 4 of the 5 have no record
	f := figureOf(t, "convergence", r)
	if at, want := f.Marks[1].(chart.Line).X, float64(before+5); at[len(at)-1] != want || at[len(at)-2] != want-1 || !strings.Contains(f.Summary, fmt.Sprintf(" in %g iterations", want)) {
		t.Errorf("the axis ends at %v, want %g iterations; %q", at[len(at)-2:], want, f.Summary)
	}
	dual, gap := f.Marks[0].(chart.Line), f.Marks[1].(chart.Line)
	n := len(history)
	if !math.IsNaN(gap.Y[n]) || gap.Y[n+1] != 2 || !math.IsNaN(dual.Y[n]) || dual.Y[n+1] != 2 || !strings.Contains(f.Summary, "and 1 reweighting step,") {
		t.Errorf("gap %v, dual %v, %q", gap.Y[n-1:], dual.Y[n-1:], f.Summary)
	}
}

// TestObjective checks the primal and the dual bound of the history, and that two reports
// are drawn together.
func TestObjective(t *testing.T) {
	r := solve(t, planted)
	svg := draw(t, "objective", r)
	isLog := slices.ContainsFunc(svg.All("text"), func(e *charttest.Element) bool { return e.Text == "objective (logarithmic)" })
	_, y := svg.Axes(t, false, isLog)
	for name, of := range map[string]func(experiment.Record) float64{
		"primal":     func(h experiment.Record) float64 { return h.Primal },
		"dual bound": func(h experiment.Record) float64 { return -h.Dual },
	} {
		points := svg.Group(t, name).All("path")[0].Points(t)
		if len(points) != len(r.Objective.History) {
			t.Fatalf("%s: %d points of %d records", name, len(points), len(r.Objective.History))
		}
		for i, h := range r.Objective.History {
			switch {
			case !isLog:
				assertNear(t, name, y.Value(points[i][1]), of(h), 2*math.Abs(r.Objective.History[0].Primal)+1)
			case of(h) > 0:
				assertRatio(t, name, y.Value(points[i][1]), of(h), 5)
			}
		}
	}
	other := clone(t, r)
	other.Solver.Method = "dual-gradient"
	if both := draw(t, "objective", r, other); len(both.Group(t, "dual-gradient").All("path")) != 1 {
		t.Error("the second report is not drawn")
	}
}

// TestConvergenceOfUnequals checks that a curve of few iterations is visible next to one
// of hundreds.
func TestConvergenceOfUnequals(t *testing.T) {
	short, long := solve(t, planted), solve(t, planted)
	short.Solver.Method, long.Solver.Method = "short", "long"
	record := func(n int) (h []experiment.Record) {
		for i := range n + 1 {
			h = append(h, experiment.Record{Dual: math.Exp2(-float64(i)), Gap: math.Exp2(-float64(i) / 10)})
		}
		return h
	}
	short.Objective.History, long.Objective.History = record(4), record(900)
	svg := draw(t, "convergence", short, long)
	p := svg.Group(t, "short").All("path")[0].Points(t)
	if width := p[len(p)-1][0] - p[0][0]; width < 60 {
		t.Errorf("the short curve is %v wide", width)
	}
	if len(p) != 4 { // without the start, which is not on the axis
		t.Errorf("%d points of the short curve, want 4", len(p))
	}
}

// TestNames checks that overlaid reports are named by their differences.
func TestNames(t *testing.T) {
	a, b := solve(t, planted), solve(t, strings.Replace(planted, `"gamma": 10`, `"gamma": 10, "p": "6/5"`, 1))
	svg := draw(t, "convergence", a, b, a)
	for _, name := range []string{"p = 4/3", "p = 6/5", "p = 4/3 (3)"} {
		svg.Group(t, name)
	}
}

const searched = `{"data": {"source": "synthetic", "n": 60, "d": 12, "relevant": 3, "noise": 0.5}, "split": {"train": 0.5, "validation": 0.25, "test": 0.25},
	"selection": {"resamples": 5}, "search": {"criterion": "%s", "count": 9%s}}`

// TestPath checks the weights at every gamma, the numbers of selected weights, the chosen gamma, and
// the attributes of the picture from which programs compute gamma.
func TestPath(t *testing.T) {
	r := solve(t, fmt.Sprintf(searched, "validation", ""))
	path := r.Search.Path
	svg := draw(t, "path", r)
	x, y := svg.Axes(t, true, false)
	counts := 0
	var lines [][][2]float64
	for _, g := range svg.All("g") {
		if _, named := g.Attr["data-name"]; named {
			continue
		}
		for _, p := range g.All("path") {
			lines = append(lines, p.Points(t))
		}
	}
	if len(lines) != len(path.Weights) {
		t.Fatalf("%d lines for %d weights", len(lines), len(path.Weights))
	}
	most := 0.0
	for _, w := range path.Weights {
		for _, v := range w.Values {
			most = max(most, math.Abs(v))
		}
	}
	for _, w := range path.Weights {
		if !slices.ContainsFunc(lines, func(line [][2]float64) bool {
			for i, v := range w.Values {
				if !(math.Abs(y.Value(line[i][1])-v) < 2e-4*most) {
					return false
				}
			}
			return true
		}) {
			t.Errorf("no line for %s", w.Label)
		}
	}
	for i, p := range lines[0] {
		assertRatio(t, "gamma", x.Value(p[0]), path.Points[i].Gamma, 6)
	}
	var left, top, right, bottom, from, to float64
	if _, err := fmt.Sscan(svg.Attr["data-plot"]+" "+svg.Attr["data-x"], &left, &top, &right, &bottom, &from, &to); err != nil || top >= bottom {
		t.Errorf("the plot is at %q, %q", svg.Attr["data-plot"], svg.Attr["data-x"])
	}
	assertRatio(t, "the left edge", x.Value(left), from, 6)
	assertRatio(t, "the right edge", x.Value(right), to, 6)
	for _, text := range svg.Group(t, "axes").All("text") {
		if y := text.Number(t, "y"); y > 40 && y < top {
			at := slices.IndexFunc(path.Points, func(p experiment.PathPoint) bool { return p.Gamma > x.Value(text.Number(t, "x")) })
			if n := text.Text; n != fmt.Sprint(path.Points[at].Selected) && n != fmt.Sprint(path.Points[at-1].Selected) {
				t.Errorf("%s selected weights above gamma %v", n, x.Value(text.Number(t, "x")))
			}
			counts++
		}
	}
	if counts < 3 {
		t.Errorf("%d counts of selected weights", counts)
	}
	if !slices.ContainsFunc(svg.All("line"), func(e *charttest.Element) bool {
		return e.Attr["x1"] == e.Attr["x2"] && math.Abs(math.Log10(x.Value(e.Number(t, "x1"))/r.Chosen.Gamma)) < 2e-3 && e.Attr["stroke-dasharray"] != ""
	}) {
		t.Error("the chosen gamma is not marked")
	}
}

// TestScoresAreLinear checks that an accuracy has no logarithmic axis, however much it varies.
func TestScoresAreLinear(t *testing.T) {
	r := solve(t, fmt.Sprintf(searched, "cross-validation", ""))
	r.Search.Metric = experiment.MetricAccuracy
	for i := range r.Search.Scores[0] {
		r.Search.Scores[0][i] = experiment.Score{Mean: 0.02 + 0.9*float64(i)/float64(len(r.Search.Scores[0]))}
	}
	if texts := draw(t, "validation", r).Texts(); !slices.Contains(texts, "accuracy in %, cross-validation") {
		t.Errorf("the axis is another in %q", texts)
	}
}

// TestValidation checks means and standard errors at every gamma.
func TestValidation(t *testing.T) {
	r := solve(t, fmt.Sprintf(searched, "cross-validation", `, "rule": "1-se"`))
	svg := draw(t, "validation", r)
	for _, text := range []string{"one SE, chosen", "best"} {
		if *r.Search.Minimum != *r.Search.OneError && !slices.Contains(svg.Texts(), text) {
			t.Errorf("%q is missing in %q", text, svg.Texts())
		}
	}
	scores := r.Search.Scores[0]
	logY := slices.ContainsFunc(svg.Texts(), func(s string) bool { return strings.Contains(s, "logarithmic") })
	_, y := svg.Axes(t, true, logY)
	var bars, means [][2]float64
	for _, g := range svg.All("g") {
		for _, p := range g.All("path") {
			switch at := p.Points(t); len(at) {
			case 6 * len(scores):
				bars = at
			case len(scores):
				means = at
			}
		}
	}
	if bars == nil || means == nil {
		t.Fatal("no bars or no means")
	}
	for i, score := range scores {
		assertNear(t, "mean", y.Value(means[i][1]), score.Mean, 10*score.Mean)
		assertNear(t, "upper end", y.Value(bars[6*i][1]), score.Mean+score.Error, 10*score.Mean)
		assertNear(t, "lower end", y.Value(bars[6*i+5][1]), score.Mean-score.Error, 10*score.Mean)
	}
}

const sized = `, "subsample": [10, 20, 30], "repeats": 4`

// TestHeatMap checks that there is a cell for every score, with its text and its colour, and a frame
// around the best, and that the validation curve is of the chosen size.
func TestHeatMap(t *testing.T) {
	r := solve(t, fmt.Sprintf(searched, "validation", sized))
	svg := draw(t, "heat-map", r)
	s := r.Search
	cells := heatCells(t, svg, len(s.Subsample)*len(s.Gamma), s.Minimum.Subsample*len(s.Gamma)+s.Minimum.Gamma)
	// A later row of scores, of a larger subsample, is higher.
	if cells[0].Number(t, "y") <= cells[len(s.Gamma)].Number(t, "y") {
		t.Error("rows are upside down")
	}
	means := slices.SortedFunc(slices.Values(slices.Concat(s.Scores...)), func(a, b experiment.Score) int { return cmp.Compare(b.Mean, a.Mean) })
	for _, want := range []string{"≥ " + chart.Number(means[3].Mean, 3), chart.Number(means[26].Mean, 3)} { // three of 27 scores are worse
		if !slices.Contains(svg.Texts(), want) {
			t.Errorf("%q is missing at the ends of the ramp: %q", want, svg.Texts())
		}
	}
	if words, want := svg.All("title")[1].Text, "10 rows, gamma "+chart.Number(s.Gamma[0], 3)+": "+chart.Number(s.Scores[0][0].Mean, 3); !strings.HasPrefix(words, want) {
		t.Errorf("the text of the first cell is %q, want %q", words, want)
	}
	for i, rows := range s.Subsample {
		r.Chosen.Subsample = rows
		svg := draw(t, "validation", r)
		if want := fmt.Sprintf(", %d rows", rows); !strings.Contains(svg.All("desc")[0].Text, want) {
			t.Errorf("%q, want%s", svg.All("desc")[0].Text, want)
		}
		if rings := strings.Count(svg.All("path")[len(svg.All("path"))-1].Attr["d"], "a"); (rings > 0) != (i == s.Minimum.Subsample) {
			t.Errorf("%d rows: %d arcs", rows, rings)
		}
	}
}

// TestHeatMapOfForms checks that each value of p has a row of cells at its own gammas.
func TestHeatMapOfForms(t *testing.T) {
	r := solve(t, fmt.Sprintf(searched, "validation", `, "p": ["4/3", "3/2", 2]`))
	svg := draw(t, "heat-map", r)
	texts := strings.Join(svg.Texts(), "; ")
	for _, form := range r.Search.Forms {
		if !strings.Contains(texts, "p = "+form.P.String()) {
			t.Errorf("%v is not named in %s", form.P, texts)
		}
	}
	cells := heatCells(t, svg, 27, 9*r.Search.Minimum.Form+r.Search.Minimum.Gamma)
	if cells[0].Number(t, "x") == cells[9].Number(t, "x") {
		t.Error("two values of p have the same gammas")
	}
	for what, spoil := range map[string]func(*experiment.Report){
		"a choice of a missing form": func(r *experiment.Report) { r.Search.Minimum.Form = 3 },
		"a form without gammas":      func(r *experiment.Report) { r.Search.Forms[0] = experiment.Form{} },
		"a score without a gamma": func(r *experiment.Report) {
			r.Search.Forms[1].Scores = append(r.Search.Forms[1].Scores, experiment.Score{})
		},
	} {
		changed := clone(t, r)
		spoil(changed)
		for _, name := range []string{"validation", "heat-map"} {
			if _, err := kind(t, name).CSV(changed); err == nil {
				t.Errorf("%s: %s gives no error", name, what)
			}
		}
	}
}

// heatCells returns the cells of a heat map, of which the best, of the least error, must have a frame and the brightest colour.
func heatCells(t *testing.T, svg *charttest.Element, count, best int) (cells []*charttest.Element) {
	t.Helper()
	var frames []*charttest.Element
	for _, g := range svg.All("g") {
		for _, e := range g.Children {
			switch {
			case e.Name != "rect" || g.Attr["data-name"] == "ramp":
			case e.Attr["fill"] == "none":
				frames = append(frames, e)
			default:
				cells = append(cells, e)
			}
		}
	}
	if len(cells) != count || len(frames) == 0 {
		t.Fatalf("%d cells, %d frames", len(cells), len(frames))
	}
	if frames[0].Attr["x"] != cells[best].Attr["x"] || frames[0].Attr["y"] != cells[best].Attr["y"] {
		t.Error("the best cell has no frame")
	}
	for _, cell := range cells {
		if green(t, cell) > green(t, cells[best]) {
			t.Error("a cell is brighter than the one of the least error")
		}
	}
	return cells
}

// green returns the green part of the colour of a cell, which increases along the ramp.
func green(t *testing.T, cell *charttest.Element) int {
	t.Helper()
	var red, green, blue int
	if _, err := fmt.Sscanf(cell.Attr["fill"], "#%02x%02x%02x", &red, &green, &blue); err != nil {
		t.Fatal(err)
	}
	return green
}

func TestDraws(t *testing.T) {
	r := solve(t, fmt.Sprintf(searched, "validation", sized))
	svg := draw(t, "draws", r)
	logY := slices.ContainsFunc(svg.Texts(), func(s string) bool { return strings.Contains(s, "logarithmic") })
	_, y := svg.Axes(t, false, logY)
	paths := svg.All("g")[1].All("path")
	for i, d := range r.Search.Draws {
		values := slices.Sorted(slices.Values(d.Test))
		dots := paths[2*i+1].Points(t)
		if len(dots) != len(values) {
			t.Fatalf("%d of %d draws", len(dots), len(values))
		}
		for k, p := range dots {
			assertNear(t, "draw", y.Value(p[1]), values[k], 10*values[len(values)-1])
		}
	}
}

func TestStability(t *testing.T) {
	r := solve(t, fmt.Sprintf(searched, "path", ""))
	svg := draw(t, "stability", r)
	var x charttest.Axis
	for _, text := range svg.Group(t, "axes").All("text") {
		if v, err := charttest.ParseNumber(text.Text); err == nil && text.Attr["text-anchor"] == "middle" {
			x.At, x.Values = append(x.At, text.Number(t, "x")), append(x.Values, v)
		}
	}
	bars := map[bool][][2]float64{}
	for _, g := range svg.All("g")[1:] {
		bars[g.Attr["data-name"] == "planted"] = g.All("path")[0].Points(t)
	}
	for _, m := range r.Stability.Top[:min(20, len(r.Stability.Top))] {
		assertNear(t, m.Label, x.Value(bars[m.Relevant][1][0]), m.Share, 1)
		bars[m.Relevant] = bars[m.Relevant][4:]
		if !slices.Contains(svg.Texts(), m.Label) {
			t.Errorf("%s is not named", m.Label)
		}
	}
}

// TestMissing checks that the error for a report without the data of a figure names the setting that
// gives them.
func TestMissing(t *testing.T) {
	plain := solve(t, planted)
	path := solve(t, fmt.Sprintf(searched, "path", ""))
	rows := solve(t, fmt.Sprintf(searched, "validation", ""))
	for _, c := range []struct {
		figure string
		report *experiment.Report
		says   string
	}{
		{"path", plain, `search.criterion "path"`},
		{"validation", plain, `search.criterion "validation" or "cross-validation"`},
		{"heat-map", plain, `search.criterion "validation"`},
		{"draws", plain, `search.criterion to "validation"`},
		{"stability", plain, "selection.resamples"},
		{"interactions", plain, "degree 2 or higher"},
		{"pairs", plain, "degree 2 or higher"},
		{"importance", &experiment.Report{}, "no column has a weight"},
		{"importance", &experiment.Report{Spec: experiment.Spec{Model: experiment.Model{Type: experiment.ModelSVM}}}, "draw the figure dependence"},
		{"validation", path, `"cross-validation"`},
		{"heat-map", rows, "search.subsample"},
		{"draws", rows, "search.repeats"},
		{"weights", &experiment.Report{}, "no weights"},
		{"fit", &experiment.Report{}, "no predictions"},
		{"convergence", &experiment.Report{}, "no history"},
		{"convergence-time", plain, "without a clock"},
		{"residuals", &experiment.Report{}, "no predictions"},
		{"curve", plain, "single input"},
		{"margin", plain, "two classes"},
		{"roc", plain, "two classes"},
		{"memory", &experiment.Report{}, "4/3"},
	} {
		assertUndrawn(t, c.says, c.figure, c.report)
	}
	assertUndrawn(t, "one report", "fit", plain, plain)
}

// TestInconsistent checks that an inconsistent report, as after an edit, gives an error and no panic.
func TestInconsistent(t *testing.T) {
	whole := solve(t, fmt.Sprintf(searched, "validation", sized))
	for _, c := range []struct {
		figure string
		spoil  func(*experiment.Report)
	}{
		{"fit", func(r *experiment.Report) { r.Actual.Test = r.Actual.Test[1:] }},
		{"path", func(r *experiment.Report) { r.Search.Path.Weights[0].Values = nil }},
		{"path", func(r *experiment.Report) { r.Search.Path.Points[0].Gamma = 0 }},
		{"validation", func(r *experiment.Report) { r.Search.Scores = r.Search.Scores[1:] }},
		{"validation", func(r *experiment.Report) { r.Search.Scores[1] = nil }},
		{"validation", func(r *experiment.Report) { r.Search.Gamma[0] = -1 }},
		{"heat-map", func(r *experiment.Report) { slices.Reverse(r.Search.Gamma) }},
		{"heat-map", func(r *experiment.Report) { r.Search.Minimum.Gamma = 99 }},
		{"heat-map", func(r *experiment.Report) { r.Search.OneError.Subsample = -1 }},
		{"draws", func(r *experiment.Report) { r.Search.Draws = r.Search.Draws[1:] }},
		{"draws", func(r *experiment.Report) { r.Search.Draws[0] = experiment.Draws{} }},
		{"stability", func(r *experiment.Report) { r.Stability.Top = nil }},
		{"pairs", func(r *experiment.Report) {
			r.Weights.Interactions = []experiment.ColumnShare{{Columns: []string{"x1", "x2"}}, {Columns: []string{"x1"}}}
		}},
		{"pairs", func(r *experiment.Report) {
			r.Weights.Importance, r.Weights.Interactions = []experiment.ColumnShare{{}}, []experiment.ColumnShare{{}}
		}},
		{"confusion", func(r *experiment.Report) {
			r.Classes, r.Metrics = []string{"a", "b"}, map[string]experiment.Metric{"test": {Confusion: [][]int{{1, 2}, {3}}}}
		}},
		{"curve", func(r *experiment.Report) { r.Curve = &experiment.Curve{X: []float64{1, 2}, Y: []float64{1}} }},
		{"curve", func(r *experiment.Report) {
			r.Curve = &experiment.Curve{X: []float64{1}, Y: []float64{1}, At: experiment.Parts[float64]{Train: []float64{1}}}
		}},
	} {
		r := clone(t, whole)
		c.spoil(r)
		assertUndrawn(t, "", c.figure, r)
	}
	for _, name := range []string{"validation", "heat-map", "path"} {
		r := clone(t, whole)
		r.Search.Minimum = nil // only the choice of the other rule and the chosen model remain
		*r.Chosen = experiment.Chosen{Strength: experiment.Named("gamma", r.Search.Gamma[r.Search.OneError.Gamma]), Subsample: r.Search.Subsample[r.Search.OneError.Subsample]}
		draw(t, name, r)
		r.Search.Minimum, r.Search.OneError, r.Chosen = nil, nil, nil // without a choice
		draw(t, name, r)
	}
}

// TestExtremes checks all figures with values of all magnitudes, a single weight, zeros,
// parts without rows, and column names with special characters.
func TestExtremes(t *testing.T) {
	whole := solve(t, fmt.Sprintf(searched, "validation", sized))
	label := `<b>"x" & 'y'·😀²`
	for _, values := range [][]float64{{1e300, -1e300}, {1e-300, 0}, {0}, {-7}, {1e300, 1e-300, 0}} {
		r := clone(t, whole)
		r.Weights.Top = r.Weights.Top[:len(values)]
		r.Weights.Truth, r.Weights.Threshold = nil, 0
		for i, v := range values {
			r.Weights.Top[i].Value, r.Weights.Top[i].Label = v, label
			r.Search.Path.Weights[i].Label = label
			for k := range r.Search.Path.Weights[i].Values {
				r.Search.Path.Weights[i].Values[k] = v
			}
			r.Search.Scores[0][i].Mean = math.Abs(v)
			share := experiment.ColumnShare{Columns: []string{label, label}, Share: math.Abs(v)}
			r.Weights.Importance, r.Weights.Interactions = append(r.Weights.Importance[:i:i], share), append(r.Weights.Interactions[:i:i], share)
			r.Search.Draws[0].Test[i] = v
			r.Predictions.Train[i], r.Actual.Train[i] = v, -v
			r.Objective.History[i].Gap = v
			r.Objective.History[len(r.Objective.History)-1].Seconds = 1
		}
		r.Actual.Test, r.Predictions.Test = nil, nil
		r.Curve = &experiment.Curve{Feature: label, X: make([]float64, len(values)), Y: values, At: experiment.Parts[float64]{
			Train: r.Actual.Train, Validation: r.Actual.Validation}}
		two := clone(t, r)
		two.Spec.Task, two.Classes = experiment.Classification, []string{label, label}
		for i := range two.Actual.Train {
			two.Actual.Train[i] = float64(i%2*2 - 1)
		}
		two.Metrics = map[string]experiment.Metric{"train": {Confusion: [][]int{{2, 1}, {0, 1 << 40}}}}
		for _, k := range figure.Kinds() {
			if k.Theory {
				continue
			}
			reports := []*experiment.Report{r}
			switch k.Name {
			case "margin", "roc", "confusion":
				reports[0] = two
			case "methods", "compare":
				reports = append(reports, r)
			}
			svg := draw(t, k.Name, reports...)
			for _, text := range svg.Texts() {
				if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Errorf("%s of %v: %q", k.Name, values, text)
				}
			}
			for _, path := range svg.All("path") {
				path.Points(t) // fails if a position is not a number
			}
		}
		if named := slices.Contains(draw(t, "weights", r).Texts(), label); named != (values[0] != 0) {
			t.Errorf("%v: the label is drawn: %v", values, named)
		}
	}
}

// TestImportanceWithoutWeights checks the bars, the summary and the numbers of a model without weights.
func TestImportanceWithoutWeights(t *testing.T) {
	r := &experiment.Report{Spec: experiment.Spec{Model: experiment.Model{Type: experiment.ModelKNN}}, Metrics: map[string]experiment.Metric{"test": {}},
		Importance: []experiment.ColumnImportance{{Column: "age", Increase: 0.5, Error: 0.125}, {Column: "size", Increase: -0.25, Error: 0.5}}}
	f := figureOf(t, "importance", r)
	const words = "Fall of R² on the test rows if the values of one column are permuted; the largest column: age, 0.5 ± 0.13."
	if bars := f.Marks[0].(chart.Bars); f.Summary != words || !slices.Equal(bars.Length, []float64{0.5, -0.25}) || f.X.Scale.Lo != -0.25 || f.X.Scale.Hi != 0.5 {
		t.Errorf("%q, bars %v, scale %v", f.Summary, bars.Length, f.X.Scale)
	}
	r.Classes = []string{"no", "yes"}
	if f, err := figure.Importance(r); err != nil || !strings.Contains(f.Summary, "Fall of the accuracy in %") || !strings.HasSuffix(f.Summary, "age, 50 ± 13.") || f.X.Scale.Hi != 50 {
		t.Errorf("%v, %v", f, err)
	}
	csv, err := kind(t, "importance").CSV(r)
	if want := "column,increase,error\nage,0.5,0.125\nsize,-0.25,0.5\n"; err != nil || string(csv) != want {
		t.Errorf("%q (%v)", csv, err)
	}
}

// TestPairs checks that the matrix is symmetric, has the columns by importance, and is empty without a listed pair.
func TestPairs(t *testing.T) {
	share := func(x float64, columns ...string) experiment.ColumnShare {
		return experiment.ColumnShare{Columns: columns, Share: x}
	}
	r := new(experiment.Report)
	r.Weights.Importance = []experiment.ColumnShare{share(0.6, "a"), share(0.5, "alone"), share(0.4, "b"), share(0.2, "c")}
	r.Weights.Interactions = []experiment.ColumnShare{share(0.3, "b", "a"), share(0.1, "c", "b")}
	f := figureOf(t, "pairs", r)
	open := math.NaN()
	want := [][]float64{{open, 0.1, open}, {0.3, open, 0.1}, {open, 0.3, open}} // c, b, a upwards; a, b, c to the right
	got := f.Marks[0].(chart.Cells).Values
	for i, row := range want {
		for j, v := range row {
			if got[i][j] != v && !(math.IsNaN(v) && math.IsNaN(got[i][j])) {
				t.Errorf("row %d, column %d: %g, want %g", i, j, got[i][j], v)
			}
		}
	}
	if len(got) != len(want) || f.Y.Ticks[0].Label != "a" || !strings.Contains(f.Summary, "2 pairs of 3 columns; the largest: b·a, 30 %") {
		t.Errorf("%d rows, %q on top: %s", len(got), f.Y.Ticks[0].Label, f.Summary)
	}
}
