package figure_test

import (
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
	"lplab/core/reports/chart/charttest"
	"lplab/core/reports/figure"
	"lplab/core/spaces/tensor"
)

const classified = `{"data": {"source": "sample", "name": "wpbc"}, "target": "status", "task": "classification",
	"split": {"train": 0.5, "validation": 0.2, "test": 0.3}, "model": {"loss": {"type": "logistic"}, "gamma": 0.1}}`

const oneInput = `{"data": {"source": "inline", "columns": ["=x", "y"], "rows": [[1, 2.5], [2, 3], [3, -5], [4, 7], [5, 8], [6, 9], [7, 8], [8, 9.5]]},
	"target": "y", "split": {"train": 0.75, "validation": 0, "test": 0.25}, "model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 10}}`

// sheetOf returns the cells of the table of a figure, line by line.
func sheetOf(t *testing.T, name string, reports ...*experiment.Report) [][]string {
	t.Helper()
	text, err := kind(t, name).CSV(reports...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	lines, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return lines
}

// cells returns the rows of the table of a figure by the names of the columns.
func cells(t *testing.T, name string, reports ...*experiment.Report) []map[string]string {
	t.Helper()
	lines := sheetOf(t, name, reports...)
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func parseNumber(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestResiduals checks the prediction and the residual of each row in the picture and
// in the table.
func TestResiduals(t *testing.T) {
	r := solve(t, planted)
	svg := draw(t, "residuals", r)
	x, y := svg.Axes(t, false, false)
	dots := svg.All("g")[2].All("path")[0].Points(t)
	rows := cells(t, "residuals", r)
	if len(dots) != len(r.Actual.Train) || len(rows) != len(r.Actual.Train)+len(r.Actual.Validation)+len(r.Actual.Test) {
		t.Fatalf("%d dots of %d, %d rows", len(dots), len(r.Actual.Train), len(rows))
	}
	for i, actual := range r.Actual.Train {
		f := r.Predictions.Train[i]
		assertNear(t, "prediction", x.Value(dots[i][0]), f, 10)
		assertNear(t, "residual", y.Value(dots[i][1]), actual-f, 10)
		if parseNumber(t, rows[i]["residual"]) != actual-f || rows[i]["row"] != strconv.Itoa(r.Rows.Train[i]+1) {
			t.Errorf("row %d is listed as %v", i, rows[i])
		}
	}
}

// TestResidualsDistribution checks that the length of each bar at the edge is proportional to
// the number of residuals at its height.
func TestResidualsDistribution(t *testing.T) {
	r := solve(t, planted)
	svg := draw(t, "residuals", r)
	x, y := svg.Axes(t, false, false)
	groups := svg.All("g")
	edge := groups[len(groups)-1].All("path")[0].Points(t)
	var left []float64
	for _, row := range cells(t, "residuals", r) {
		left = append(left, parseNumber(t, row["residual"]))
	}
	right, most, ratio := x.Value(edge[0][0]), 0, 0.0
	for i := 1; i+1 < len(edge)-1; i += 2 {
		lo, hi := y.Value(edge[i][1]), y.Value(edge[i+1][1])
		n := 0
		for _, v := range left {
			if v > lo && v < hi {
				n++
			}
		}
		if n > most {
			most, ratio = n, (right-x.Value(edge[i][0]))/float64(n)
		}
		if n == 0 && edge[i][0] != edge[0][0] {
			t.Errorf("no residual is between %g and %g, but there is a bar", lo, hi)
		}
	}
	for i := 1; i+1 < len(edge)-1; i += 2 {
		lo, hi := y.Value(edge[i][1]), y.Value(edge[i+1][1])
		n := 0.0
		for _, v := range left {
			if v > lo && v < hi {
				n++
			}
		}
		assertNear(t, "length of the bar", right-x.Value(edge[i][0]), n*ratio, right-x.Value(edge[i][0])+1)
	}
}

// TestBagsAreNotRows checks that the figures of the fit have "bags", not "rows", with bags.
func TestBagsAreNotRows(t *testing.T) {
	r := solve(t, `{"data": {"source": "sample", "name": "bags"}, "target": "entropy", "bag": "bag", "model": {"type": "kernel-ridge", "kernel": {"type": "set"}}}`)
	for name, want := range map[string]string{"fit": "60 train bags, 20 test bags", "residuals": "on the test bags"} {
		f := figureOf(t, name, r)
		if !strings.Contains(f.Summary, want) || strings.Contains(f.Summary, "rows") {
			t.Errorf("%s: %s", name, f.Summary)
		}
	}
	if words := draw(t, "methods", r, r).All("desc")[0].Text; !strings.HasPrefix(words, "Mean squared error on the test bags: ") {
		t.Errorf("methods: %s", words)
	}
}

// TestAccuraciesInPercent checks that the figures of a search by accuracy have the same unit on the axis as in words.
func TestAccuraciesInPercent(t *testing.T) {
	r := solve(t, `{"data": {"source": "sample", "name": "wpbc"}, "target": "status", "task": "classification", "split": {"train": 0.5, "validation": 0.25, "test": 0.25},
		"model": {"loss": {"type": "logistic"}}, "search": {"criterion": "validation", "count": 4, "subsample": [40, 60], "repeats": 3}}`)
	best := r.Search.Scores[r.Search.Minimum.Subsample][r.Search.Minimum.Gamma].Mean
	for name, axis := range map[string]func(*chart.Figure) (string, chart.Scale){
		"validation": func(f *chart.Figure) (string, chart.Scale) { return f.Y.Label, f.Y.Scale },
		"heat-map":   func(f *chart.Figure) (string, chart.Scale) { return f.Ramp.Label, f.Ramp.Scale },
		"draws":      func(f *chart.Figure) (string, chart.Scale) { return f.Y.Label, f.Y.Scale },
	} {
		f := figureOf(t, name, r)
		label, scale := axis(f)
		if !strings.HasPrefix(label, "accuracy in %, ") || scale.Hi < 50 {
			t.Errorf("%s: the axis %q goes to %g", name, label, scale.Hi)
		}
		if want := map[bool]string{true: "\u00a0% for 40", false: " Best: " + chart.Percent(best)}[name == "draws"]; !strings.Contains(f.Summary, want) {
			t.Errorf("%s: %q lacks %q", name, f.Summary, want)
		}
	}
}

// TestROC checks the curve against counts at every threshold, and that its name has
// the AUC of the report.
func TestROC(t *testing.T) {
	r := solve(t, classified)
	svg := draw(t, "roc", r)
	x, y := svg.Axes(t, false, false)
	rows := cells(t, "roc", r)
	for _, p := range []struct {
		name string
		y, f []float64
	}{{"train", r.Actual.Train, r.Predictions.Train}, {"validation", r.Actual.Validation, r.Predictions.Validation}, {"test", r.Actual.Test, r.Predictions.Test}} {
		name := p.name + ", AUC " + strconv.FormatFloat(*r.Metrics[p.name].AUC, 'g', 3, 64)
		line := svg.Group(t, name).All("path")[0].Points(t)
		own := slices.DeleteFunc(slices.Clone(rows), func(row map[string]string) bool { return row["part"] != p.name })
		if len(line) != len(own)+1 {
			t.Fatalf("%s: %d points of %d thresholds", p.name, len(line), len(own))
		}
		for i, row := range own {
			threshold := parseNumber(t, row["threshold"])
			var counts, above [2]float64
			for k, actual := range p.y {
				class := int(actual+1) / 2
				counts[class]++
				if p.f[k] >= threshold {
					above[class]++
				}
			}
			if parseNumber(t, row["false positive rate"]) != above[0]/counts[0] || parseNumber(t, row["true positive rate"]) != above[1]/counts[1] {
				t.Errorf("%s: at %v the rates are %v", p.name, threshold, row)
			}
			assertNear(t, "false positives", x.Value(line[i+1][0]), above[0]/counts[0], 10)
			assertNear(t, "true positives", y.Value(line[i+1][1]), above[1]/counts[1], 10)
		}
	}
}

// TestMargin checks that the distribution at zero is the share of wrong predictions.
func TestMargin(t *testing.T) {
	r := solve(t, classified)
	svg := draw(t, "margin", r)
	x, y := svg.Axes(t, false, false)
	wrong := 0.0
	for _, p := range svg.Group(t, "test").All("path")[0].Points(t) {
		if x.Value(p[0]) < 0 {
			wrong = max(wrong, y.Value(p[1]))
		}
	}
	assertNear(t, "the error rate", wrong, 1-*r.Metrics["test"].Accuracy, 10)
	for _, row := range cells(t, "margin", r) {
		sign := 1.0
		if row["class"] == r.Classes[0] {
			sign = -1
		}
		if parseNumber(t, row["margin"]) != sign*parseNumber(t, row["decision value"]) {
			t.Errorf("a margin is listed as %v", row)
		}
	}
}

// TestCurve checks the function and the data, in the units of the data, and that a
// column name that a spreadsheet would compute is guarded in the table.
func TestCurve(t *testing.T) {
	r := solve(t, oneInput)
	svg := draw(t, "curve", r)
	x, y := svg.Axes(t, false, false)
	for i, p := range svg.Group(t, "fitted").All("path")[0].Points(t) {
		assertNear(t, "input", x.Value(p[0]), r.Curve.X[i], 20)
		assertNear(t, "fit", y.Value(p[1]), r.Curve.Y[i], 40)
	}
	rows := cells(t, "curve", r)
	if len(rows) != 8+len(r.Curve.X) {
		t.Fatalf("%d rows", len(rows))
	}
	for i, row := range rows[:6] {
		if parseNumber(t, row["'=x"]) != r.Curve.At.Train[i] || parseNumber(t, row["y"]) != r.Actual.Train[i] {
			t.Errorf("row %d is listed as %v", i, row)
		}
	}
	if rows = cells(t, "weights", r); !slices.ContainsFunc(rows, func(row map[string]string) bool { return row["monomial"] == "'=x²" }) {
		t.Errorf("no monomial '=x² in %v", rows)
	}
}

// TestMemory checks the curves of the bytes and the tensor of the report.
func TestMemory(t *testing.T) {
	r := solve(t, planted)
	c := tensor.FootprintOf(r.Tensor.Points, 4)
	if c.Packed[c.Here] != float64(r.Tensor.Bytes) {
		t.Errorf("%v bytes, want %d of the report", c.Packed[c.Here], r.Tensor.Bytes)
	}
	svg := draw(t, "memory", r)
	for name, want := range map[string][]float64{"full": c.Full, "packed": c.Packed} {
		line := svg.Group(t, name).All("path")[0].Points(t)
		if len(line) != len(want) {
			t.Fatalf("%s: %d points of %d", name, len(line), len(want))
		}
		// Heights are proportional to logarithms.
		last := len(line) - 1
		for i, p := range line {
			share := math.Log(want[i]/want[0]) / math.Log(want[last]/want[0])
			assertNear(t, name, (p[1]-line[0][1])/(line[last][1]-line[0][1]), share, 10)
		}
	}
	if rows := cells(t, "memory", r); parseNumber(t, rows[c.Here]["bytes packed"]) != float64(r.Tensor.Bytes) {
		t.Errorf("the row of the table is %v", rows[c.Here])
	}
	asked := &experiment.Report{Spec: r.Spec, Tensor: &experiment.Tensor{Points: 100}} // for a run that has not started
	for exceeds, p := range map[bool]int{false: 4, true: 6} {
		asked.Spec.Model.P = experiment.P{Num: p, Den: p - 1}
		f, err := figure.Memory(asked)
		if err != nil || strings.Contains(f.Summary, "exceeds the default memory budget of 2.15 GB") != exceeds {
			t.Errorf("q = %d: %q, %v", p, f.Summary, err)
		}
	}
	asked.Tensor.Points = 30000 // of which the smallest tensor drawn exceeds the budget
	if f, err := figure.Memory(asked); err != nil || f.Y.Scale.Lo > tensor.DefaultBudget {
		t.Errorf("the budget is below an axis from %g on, %v", f.Y.Scale.Lo, err)
	}
}

// TestConvergenceInTime checks a history by its seconds, in the picture and in the table.
func TestConvergenceInTime(t *testing.T) {
	r := solve(t, planted)
	for i := range r.Objective.History {
		r.Objective.History[i].Seconds = 0.25 * float64(i*i)
	}
	svg := draw(t, "convergence-time", r)
	x, _ := svg.Axes(t, false, true)
	line := svg.Group(t, "duality gap").All("path")[0].Points(t)
	rows := cells(t, "convergence-time", r, r)
	for i, h := range r.Objective.History {
		assertNear(t, "time", x.Value(line[i][0]), h.Seconds, 100)
		if parseNumber(t, rows[i]["gap"]) != h.Gap || parseNumber(t, rows[i]["seconds"]) != h.Seconds || rows[i]["report"] != "1" {
			t.Errorf("iteration %d is listed as %v", i, rows[i])
		}
	}
	if len(rows) != 2*len(r.Objective.History) {
		t.Errorf("%d records of two reports", len(rows))
	}
}

// TestLists checks that figures have tables, and that one that cannot be drawn has none.
func TestLists(t *testing.T) {
	r := solve(t, strings.Replace(strings.ReplaceAll(searched, "%s", ""), `"criterion": ""`, `"criterion": "validation"`+sized, 1))
	r.Objective.History[len(r.Objective.History)-1].Seconds = 1
	for _, name := range []string{"weights", "fit", "convergence", "path", "validation", "heat-map", "draws", "stability"} {
		if rows := cells(t, name, r); len(rows) == 0 {
			t.Errorf("%s has no numbers", name)
		}
	}
	path := cells(t, "path", r)
	for i, row := range path {
		w := r.Search.Path.Weights[0]
		if parseNumber(t, row[w.Label]) != w.Values[i] || parseNumber(t, row["gamma"]) != r.Search.Gamma[i] {
			t.Errorf("gamma %d is listed as %v", i, row)
		}
	}
	if _, err := kind(t, "curve").CSV(r); err == nil {
		t.Error("there is a table of a missing curve")
	}
}

// TestThemes checks the colours of each theme.
func TestThemes(t *testing.T) {
	r := solve(t, planted)
	for theme, want := range map[chart.Theme][3]bool{chart.Both: {true, true, true}, chart.Light: {true, false, false}, chart.Dark: {false, true, false}} {
		f := figureOf(t, "weights", r)
		f.Theme = theme
		css := charttest.Parse(t, f.SVG()).All("style")[0].Text
		for i, part := range []string{"surface,#ffffff", "surface,#181c22", "prefers-color-scheme"} {
			if strings.Contains(css, part) != want[i] {
				t.Errorf("theme %q: %s is there: %v", theme, part, !want[i])
			}
		}
	}
}
