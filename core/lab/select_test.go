package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/numeric/rng"
)

const plantedForRules = `"data": {"source": "synthetic", "n": 150, "d": 60, "relevant": 12, "noise": 0.3, "seed": 2}, "split": {"train": 0.8, "test": 0.2}`

// TestRulesWithControl checks that each rule finds planted weights, reports the error that it
// controls, and marks the selected weights if they are not those above a threshold.
func TestRulesWithControl(t *testing.T) {
	for _, c := range []struct {
		model, selection string
		least, wrong     int
		marked           bool
	}{
		{`{"type": "lasso", "lambda": 3}`, `{"rule": "knockoffs", "fdr": 0.2}`, 12, 3, true},
		{`{"type": "lasso", "lambda": 3}`, `{"rule": "stability"}`, 12, 1, true},
		{`{"kernel": {"type": "linear"}, "p": "4/3", "r": 1, "gamma": 0.3}`, `{"rule": "knockoffs", "fdr": 0.2}`, 12, 3, true},
		{`{"kernel": {"type": "linear"}, "p": "4/3", "gamma": 1}`, `{"rule": "knockoffs", "fdr": 0.2, "of": "columns"}`, 0, 3, true},
		{`{"kernel": {"type": "linear"}, "p": "4/3", "gamma": 1}`, `{"rule": "permutation", "permutations": 39}`, 2, 0, false},
	} {
		data := plantedForRules
		if strings.Contains(c.selection, "permutation") { // its floor depends on the variance of the whole target
			data = strings.Replace(data, `"relevant": 12`, `"relevant": 2`, 1)
		}
		r := mustRun(t, fmt.Sprintf(`{%s, "model": %s, "selection": %s}`, data, c.model, c.selection), nil, Options{})
		s, w := r.Selection, r.Weights
		if s == nil || len(s.Assumptions) == 0 || s.Rule != r.Spec.Selection.Rule {
			t.Fatalf("%s: %+v", c.selection, s)
		}
		if w.Recovery.Found < c.least || w.Recovery.False > c.wrong || w.Selected != w.Recovery.Found+w.Recovery.False || len(s.Selected) != w.Selected {
			t.Errorf("%s %s: %+v of %d selected, %q", c.model, c.selection, w.Recovery, w.Selected, s.Selected)
		}
		var listed []string
		for _, k := range w.Top {
			if w.Selects(k) {
				listed = append(listed, k.Label)
			}
		}
		if w.Marked != c.marked || !slices.Equal(listed, s.Selected) && s.Of != experiment.SelectColumns {
			t.Errorf("%s: marked %t, %q listed as selected, but the selection is %q", c.selection, w.Marked, listed, s.Selected)
		}
		if errors := s.Level + s.Bound + s.FDR; !(errors > 0) {
			t.Errorf("%s controls no error: %+v", c.selection, s)
		}
	}
}

// TestFewRowsOfAFile checks that the warning of a file with more features than training rows names the rules that are not in use,
// also in a session that has the rows of another rule.
func TestFewRowsOfAFile(t *testing.T) {
	var session Session
	file := "a,b,c,d,e,f,g,y\n"
	x, y := randomData(9, 7, 1)
	for i, row := range x {
		file += strings.Trim(strings.ReplaceAll(fmt.Sprint(append(row, y[i])), " ", ","), "[]") + "\n"
	}
	for _, c := range [][2]string{{"nonzero", `"stability" or "knockoffs"`}, {"stability", `"knockoffs"`}, {"knockoffs", `"stability"`}} {
		s := mustDecode(t, `{"data": {"source": "file", "name": "a.csv"}, "target": "y", "split": {"train": [0, 1, 2, 3, 4, 5], "test": [6, 7, 8]},
			"model": {"type": "lasso", "lambda": 0.1}, "selection": {"rule": "`+c[0]+`"}}`)
		r := mustRunIn(t, &session, s, []byte(file), Options{})
		want := "there are 7 features and only 6 training rows: many models fit these rows equally well; judge a model by other rows, and set selection.rule to " + c[1]
		if !slices.Contains(r.Warnings, want) {
			t.Errorf("%s: %q", c[0], r.Warnings)
		}
	}
}

// TestRandomFoldsOfOrderedRows checks that a search over folds warns where the split is in the order of a column, and no other
// does; and that a rule with error control names the order among its assumptions.
func TestRandomFoldsOfOrderedRows(t *testing.T) {
	for _, c := range []struct {
		split, criterion string
		want             bool
	}{{`"order": "x1", `, "cross-validation", true}, {`"order": "x1", `, "validation", false}, {"", "cross-validation", false}} {
		r := mustRun(t, fmt.Sprintf(`{"data": {"source": "synthetic", "n": 40, "d": 6}, "split": {%s"train": 0.5, "validation": 0.25, "test": 0.25},
			"model": {"type": "lasso"}, "search": {"criterion": %q, "lambda": [0.1, 1]}, "selection": {"rule": "stability", "resamples": 20}}`, c.split, c.criterion), nil, Options{})
		if warned := strings.Contains(fmt.Sprint(r.Warnings), `the folds of the search are random, although the rows are split in the order of "x1"`); warned != c.want {
			t.Errorf("%s%s: %q", c.split, c.criterion, r.Warnings)
		}
		if named := strings.Contains(fmt.Sprint(r.Selection.Assumptions), `in the order of "x1"`); named != (c.split != "") {
			t.Errorf("%s: %q", c.split, r.Selection.Assumptions)
		}
	}
}

// TestSelectionRepeats checks that a selection is reproducible and depends on its seed.
func TestSelectionRepeats(t *testing.T) {
	run := func(rule string, seed int) string {
		r := mustRun(t, fmt.Sprintf(`{%s, "model": {"type": "lasso", "lambda": 3}, "selection": {"rule": %q, "seed": %d}}`, plantedForRules, rule, seed), nil, Options{})
		return fmt.Sprint(r.Selection.Statistics, r.Stability, r.Weights.Threshold)
	}
	for _, rule := range []string{"knockoffs", "stability", "permutation"} {
		if first := run(rule, 1); first != run(rule, 1) || first == run(rule, 2) {
			t.Errorf("%s is not determined by its seed", rule)
		}
	}
}

// TestRefit checks that the refit is least squares on the selected columns, by its normal
// equations and its metrics.
func TestRefit(t *testing.T) {
	r := mustRun(t, fmt.Sprintf(`{%s, "model": {"type": "lasso", "lambda": 3}, "selection": {"rule": "count", "count": 4}, "preprocess": {"standardize": false, "intercept": true}}`, plantedForRules), nil, Options{})
	f := r.Selection.Refit
	if len(f.Terms) != 4 || len(f.Metrics) != 2 {
		t.Fatalf("%+v", f)
	}
	table, err := new(Session).Table(r.Spec.Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) []float64 {
		c, _ := table.Column(name)
		return c.Numbers
	}
	residual := func(rows []int, y []float64) (all []float64, mse float64) {
		for i, row := range rows {
			e := y[i] - f.Intercept
			for _, term := range f.Terms {
				e -= term.Coefficient * column(term.Label)[row]
			}
			all, mse = append(all, e), mse+e*e/float64(len(rows))
		}
		return all, mse
	}
	e, mse := residual(r.Rows.Train, r.Actual.Train)
	if !close(mse, *f.Metrics["train"].MSE, 1e-9) {
		t.Errorf("training error %g, reported %g", mse, *f.Metrics["train"].MSE)
	}
	for _, term := range append([]experiment.RefitTerm{{}}, f.Terms...) {
		var sum float64
		for i, row := range r.Rows.Train {
			x := 1.0
			if term.Label != "" {
				x = column(term.Label)[row]
			}
			sum += x * e[i]
		}
		if math.Abs(sum) > 1e-8 {
			t.Errorf("the residual is not orthogonal to %q: %g", term.Label, sum)
		}
	}
	if _, mse := residual(r.Rows.Test, r.Actual.Test); !close(mse, *f.Metrics["test"].MSE, 1e-9) {
		t.Errorf("test error %g, reported %g", mse, *f.Metrics["test"].MSE)
	}
}

// TestSelectionFolds checks that metrics over folds are on rows held out from selection and refit:
// with noise alone, a fixed number of the largest weights explains a part of the training rows, but
// nothing of the held-out rows.
func TestSelectionFolds(t *testing.T) {
	r := mustRun(t, `{"data": {"source": "synthetic", "n": 80, "d": 200, "relevant": 0, "noise": 1}, "split": {"train": 1, "test": 0},
		"model": {"kernel": {"type": "linear"}, "p": "4/3"}, "selection": {"rule": "count", "count": 8, "folds": 4}}`, nil, Options{})
	f := r.Selection.Refit
	if *f.Metrics["train"].R2 < 0.3 || *f.Folds.R2 > 0 || *f.All.R2 > 0.1 || !slices.Equal(f.PerFold, []int{8, 8, 8, 8}) {
		t.Errorf("R² %g on the training rows, %g held out, %g with all weights, %v", *f.Metrics["train"].R2, *f.Folds.R2, *f.All.R2, f.PerFold)
	}
	r = mustRun(t, fmt.Sprintf(`{%s, "model": {"type": "lasso", "lambda": 3}, "selection": {"rule": "stability", "resamples": 20, "folds": 3}}`, plantedForRules), nil, Options{})
	if f := r.Selection.Refit; *f.Folds.R2 < 0.4 || len(f.PerFold) != 3 {
		t.Errorf("%+v", f)
	}
}

// TestProductsByKnockoffs checks that planted products are found among all monomials, and that
// products without their columns are listed.
func TestProductsByKnockoffs(t *testing.T) {
	for _, tensor := range []string{"auto", "tensor"} { // a tensor is built again after the knockoffs
		r := mustRun(t, fmt.Sprintf(`{"data": {"source": "synthetic", "n": 100, "d": 25, "relevant": 6, "degree": 2, "noise": 0.2, "seed": 4}, "split": {"train": 0.9, "test": 0.1},
			"model": {"kernel": {"type": "polynomial", "degree": 2}, "p": "4/3", "gamma": 10, "r": "1/2"}, "selection": {"rule": "knockoffs", "fdr": 0.2},
			"solver": {"strategy": %q, "tolerance": 1e-7}}`, tensor), nil, Options{})
		if r.Weights.Recovery.Found != 6 || r.Weights.Recovery.False > 2 || *r.Selection.Refit.Metrics["test"].R2 < 0.95 || *r.Metrics["test"].R2 < 0.9 {
			t.Errorf("%s: %+v, %q", tensor, r.Weights.Recovery, r.Selection.Selected)
		}
		for _, o := range r.Selection.Orphans {
			if !strings.Contains(o.Label, "·") || len(o.Columns) == 0 {
				t.Errorf("%+v", o)
			}
		}
	}
}

// TestViolations checks the notes on causes that invalidate a rule or prevent any selection.
func TestViolations(t *testing.T) {
	for _, c := range []struct{ more, want string }{
		{`"model": {"type": "lasso"}, "selection": {"rule": "permutation", "permutations": 9}`, "at least 19"},
		{`"model": {"type": "lasso"}, "selection": {"rule": "knockoffs", "fdr": 0.01}`, "there are only"},
		{`"model": {"type": "lasso"}, "selection": {"rule": "stability", "falseSelections": 1e-6, "resamples": 20}`, "No weight can be selected"},
		{`"model": {"type": "lasso"}, "search": {"criterion": "validation", "count": 3}, "selection": {"rule": "knockoffs"}`, "the search chose lambda"},
		{`"model": {"kernel": {"type": "linear"}, "p": 2}, "selection": {"rule": "deviation"}`, "a similar size"},
	} {
		data := plantedForRules
		if strings.Contains(c.more, "validation") {
			data = strings.Replace(data, `"test": 0.2`, `"validation": 0.2`, 1)
		}
		r := mustRun(t, fmt.Sprintf(`{%s, %s}`, strings.Replace(data, `"relevant": 12`, `"relevant": 0`, 1), c.more), nil, Options{})
		if text := strings.Join(r.Selection.Assumptions, " "); !strings.Contains(text, c.want) || strings.Contains(text, "any selection") { // the page writes the level
			t.Errorf("%s: %q does not contain %q, or has the level", c.more, text, c.want)
		}
	}
	x := make([][]float64, 60)
	y := make([]float64, 60)
	for i := range x {
		x[i] = []float64{float64(i % 2), float64(i*i%17) / 7, float64(i*7%11) / 3}
		y[i] = x[i][1] + float64(i%5)
	}
	r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "model": {"kernel": {"type": "polynomial", "degree": 2}}, "selection": {"rule": "knockoffs", "fdr": 0.5}}`, inline(x, y)), nil, Options{})
	if text := strings.Join(r.Selection.Assumptions, " "); !strings.Contains(text, `"x1"`) || !strings.Contains(text, "one of its columns") {
		t.Errorf("%q names no column with two values", text)
	}
}

// TestDeviationOfOneSign checks that twice the deviation selects twelve of 40 weights of one size if they have one sign, and
// none of them if the signs alternate, and that the note on weights of a similar size holds for both.
func TestDeviationOfOneSign(t *testing.T) {
	for sign, want := range map[float64]int{1: 12, -1: 0} {
		source := rng.New(1)
		x, y := make([][]float64, 200), make([]float64, 200)
		for i := range x {
			x[i] = make([]float64, 40)
			factor := 1.0
			for j := range x[i] {
				x[i][j] = source.Normal()
				if j < 12 {
					y[i] += factor * x[i][j]
					factor *= sign
				}
			}
		}
		r := mustRun(t, fmt.Sprintf(`{%s, "target": "y", "split": {"train": 1, "test": 0}, "model": {"gamma": 100}}`, inline(x, y)), nil, Options{})
		if text := strings.Join(r.Selection.Assumptions, " "); r.Weights.Selected != want || !strings.Contains(text, "so the rule may reject relevant weights") {
			t.Errorf("sign %g: %d selected, want %d; %q", sign, r.Weights.Selected, want, text)
		}
	}
}

// TestSelectionOfClasses checks that each class has a selection.
func TestSelectionOfClasses(t *testing.T) {
	c := readFourClasses(t)
	for _, rule := range []string{`"rule": "stability", "resamples": 20`, `"rule": "permutation", "permutations": 19`, `"rule": "knockoffs", "fdr": 0.5, "of": "columns"`, `"rule": "count", "count": 2, "folds": 3`} {
		r := mustRun(t, fmt.Sprintf(`{%s, "task": "classification", "model": {"loss": {"type": "logistic"}}, "selection": {%s}}`, c.labelled(), rule), nil, Options{})
		for k := range r.Classes {
			s := r.ByClass[k].Selection
			if s == nil || len(s.Selected) != r.ByClass[k].Weights.Selected && s.Of == "" {
				t.Errorf("%s, class %d: %+v", rule, k, s)
			}
			if control := "all 4 classes together may have 4 times as many"; strings.Contains(strings.Join(s.Assumptions, " "), control) == strings.Contains(rule, "count") {
				t.Errorf("%s, class %d: assumptions %q", rule, k, s.Assumptions)
			}
		}
		if f := r.ByClass[0].Selection.Refit; f != nil && (f.Metrics["train"].Accuracy == nil || f.Metrics["train"].LogLoss != nil) {
			t.Errorf("%s: %+v", rule, f.Metrics)
		} else if strings.Contains(rule, "folds") && (f == nil || f.Folds.Accuracy == nil || f.All.Accuracy == nil) {
			t.Errorf("%s: %+v", rule, f)
		}
	}
}

// TestSelectionCancels checks that stability selection, permutations, folds and knockoffs can be
// cancelled.
func TestSelectionCancels(t *testing.T) {
	for _, rule := range []string{`"rule": "stability"`, `"rule": "permutation"`, `"rule": "count", "folds": 5`, `"rule": "knockoffs"`} {
		spec := mustDecode(t, fmt.Sprintf(`{%s, "model": {"type": "lasso", "lambda": 3}, "selection": {%s}}`, plantedForRules, rule))
		phases := 0
		_, err := runUntil(spec, Options{}, func(p experiment.Progress) bool {
			stop := slices.Contains([]string{"stability", "permutation", "selection folds", "knockoffs"}, p.Phase)
			if stop {
				phases++
			}
			return stop
		})
		if !errors.Is(err, context.Canceled) || phases != 1 {
			t.Errorf("%s: %v after %d steps", rule, err, phases)
		}
	}
}
