//go:build !wasm

// Package trials measures the rules of selection on synthetic data with known relevant features:
// how often anything is selected if nothing is relevant, and the false discovery rate and the
// power otherwise. Every data set has a seed, and every figure is given with two standard errors.
package trials

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// Case is a kind of data with a model and a rule.
type Case struct {
	Name  string // to choose it by
	Data  string // what it says of the data
	Model string
	Rule  string
	Sets  int // data sets, of the seeds 1 to Sets

	data, model, selection string // JSON; a %d of data is the seed
	products               bool   // the model is of explicit products of two columns
}

// Result is the outcome of a case: means over the data sets, with two standard errors.
type Result struct {
	Case       *Case
	Sets       int
	Any        Mean // share of the data sets with any selection
	False      Mean // false discovery proportion
	Number     Mean // of false selections
	Power      Mean // share of the planted that are selected; NaN without any
	F1         Mean
	Unfinished int // data sets whose model did not converge
}

// Mean is a mean with two standard errors.
type Mean struct{ Value, Margin float64 }

func (m Mean) String() string {
	if math.IsNaN(m.Value) {
		return "-"
	}
	return fmt.Sprintf("%.3f ± %.3f", m.Value, m.Margin)
}

func meanOf(values []float64) Mean {
	var sum, squares float64
	n := float64(len(values))
	for _, v := range values {
		sum += v / n
	}
	for _, v := range values {
		squares += (v - sum) * (v - sum)
	}
	return Mean{sum, 2 * math.Sqrt(squares/max(1, n-1)/n)}
}

const (
	linear    = `{"kernel": {"type": "linear"}, "p": "4/3"}`
	quadratic = `{"kernel": {"type": "polynomial", "degree": 2}, "p": "4/3"}`
	sparse    = `{"kernel": {"type": "polynomial", "degree": 2}, "p": "4/3", "r": "1/2", "gamma": 10}`
	cubic     = `{"kernel": {"type": "polynomial", "degree": 3}, "p": "4/3", "r": "1/2", "gamma": 10, "steps": 8}`
	thinned   = `{"kernel": {"type": "linear"}, "p": "4/3", "r": 1, "gamma": 0.02}`
	lasso     = `{"type": "lasso"}`

	null      = `{"source": "synthetic", "n": 100, "d": 50, "relevant": 0, "noise": 1, "seed": %d}`
	planted   = `{"source": "synthetic", "n": 200, "d": 500, "relevant": 10, "noise": 1.9, "seed": %d}`
	pairs     = `{"source": "synthetic", "n": 200, "d": 30, "relevant": 6, "degree": 2, "noise": 0.5, "seed": %d}`
	manyPairs = `{"source": "synthetic", "n": 200, "d": 100, "relevant": 6, "degree": 2, "noise": 0.5, "seed": %d}`
	triples   = `{"source": "synthetic", "n": 200, "d": 30, "relevant": 6, "degree": 3, "noise": 0.5, "seed": %d}`

	permutation = `{"rule": "permutation", "level": 0.05}`
	stability   = `{"rule": "stability", "falseSelections": 0.05}`
	oneFalse    = `{"rule": "stability", "falseSelections": 1}`
	knockoffs   = `{"rule": "knockoffs", "fdr": 0.1}`
	looser      = `{"rule": "knockoffs", "fdr": 0.2}`
	deviation   = `{"rule": "deviation"}`
)

// Cases are those of the documentation.
func Cases() []*Case {
	of := func(name, data string, sets int, from string, more ...*Case) []*Case {
		for _, c := range more {
			c.Name, c.Data, c.Sets, c.data = name, data, sets, from
		}
		return more
	}
	named := func(model, rule, m, s string) *Case { return &Case{Model: model, Rule: rule, model: m, selection: s} }
	var all []*Case
	all = append(all, of("null-linear", "no signal, 100 x 50", 1000, null,
		named("lp, linear", "permutation, level 0.05", linear, permutation),
		named("lasso", "permutation, level 0.05", lasso, permutation),
		named("lp, linear", "stability, at most 0.05 false", linear, stability),
		named("lasso", "stability, at most 0.05 false", lasso, stability),
		named("lp, linear", "knockoffs, FDR 0.1", linear, knockoffs),
		named("lasso", "knockoffs, FDR 0.1", lasso, knockoffs),
		named("lp, linear", "twice the deviation", linear, deviation))...)
	all = append(all, of("null-products", "no signal, 100 x 50, degree 2", 200, null,
		named("lp, degree 2", "permutation, level 0.05", quadratic, permutation),
		named("lp, degree 2", "stability, at most 0.05 false", quadratic, stability),
		named("lp, degree 2", "knockoffs, FDR 0.1", quadratic, knockoffs),
		named("lp to r = 1/2, degree 2", "knockoffs, FDR 0.1", sparse, knockoffs))...)
	all = append(all, of("planted-linear", "10 of 500, 200 rows, signal to noise 2", 200, planted,
		named("lp, linear", "knockoffs, FDR 0.1", linear, knockoffs),
		named("lp to r = 1, linear", "knockoffs, FDR 0.1", thinned, knockoffs),
		named("lasso", "knockoffs, FDR 0.1", lasso, knockoffs),
		named("lp, linear", "stability, at most 1 false", linear, oneFalse),
		named("lasso", "stability, at most 1 false", lasso, oneFalse),
		named("lp, linear", "twice the deviation", linear, deviation))...)
	explicit := named("lasso on explicit products", "knockoffs, FDR 0.2", lasso, looser)
	explicit.products = true
	all = append(all, of("planted-pairs", "6 products of two of 30, 200 rows", 100, pairs,
		named("lp to r = 1/2, degree 2", "knockoffs, FDR 0.2", sparse, looser), explicit,
		named("lp to r = 1/2, degree 2", "stability, at most 1 false", sparse, oneFalse))...)
	all = append(all, of("planted-many-pairs", "6 products of two of 100, 200 rows", 50, manyPairs,
		named("lp to r = 1/2, degree 2", "knockoffs, FDR 0.2", sparse, looser))...)
	all = append(all, of("planted-triples", "6 products of three of 30, 200 rows", 50, triples,
		named("lp to r = 1/2, degree 3", "knockoffs, FDR 0.2", cubic, looser))...)
	return all
}

// Run runs a case on the given number of data sets, or on c.Sets of them if sets is 0.
func Run(ctx context.Context, c *Case, sets int) (*Result, error) {
	if sets == 0 {
		sets = c.Sets
	}
	var some, wrong, number, power, f1 []float64
	out := &Result{Case: c, Sets: sets}
	for seed := 1; seed <= sets; seed++ {
		report, err := c.solve(ctx, seed)
		if err != nil {
			return nil, fmt.Errorf("%s, seed %d: %w", c.Name, seed, err)
		}
		if !report.Status.IsSolved() {
			out.Unfinished++
		}
		selected := map[string]bool{}
		for _, label := range report.Selection.Selected {
			selected[strings.TrimSuffix(strings.ReplaceAll(label, "*", "·"), "·")] = true
		}
		found, all, planted := 0.0, float64(len(selected)), float64(len(report.Weights.Truth))
		for _, t := range report.Weights.Truth {
			if selected[t.Label] {
				found++
			}
		}
		any := 0.0
		if all > 0 {
			any = 1
		}
		some, number = append(some, any), append(number, all-found)
		wrong = append(wrong, (all-found)/max(1, all))
		power = append(power, found/planted)
		f1 = append(f1, 2*found/(all+planted))
	}
	out.Any, out.False, out.Number, out.Power, out.F1 = meanOf(some), meanOf(wrong), meanOf(number), meanOf(power), meanOf(f1)
	return out, nil
}

// solve runs one data set.
func (c *Case) solve(ctx context.Context, seed int) (*experiment.Report, error) {
	document := map[string]json.RawMessage{
		"version": json.RawMessage("1"), "data": json.RawMessage(fmt.Sprintf(c.data, seed)), "split": json.RawMessage(`{"train": 1, "validation": 0, "test": 0}`),
		"model": json.RawMessage(c.model), "selection": json.RawMessage(c.selection), "solver": json.RawMessage(`{"tolerance": 1e-6}`),
	}
	if c.products {
		document["basis"] = productsOf(30)
	}
	text, err := json.Marshal(maps.Clone(document))
	if err != nil {
		return nil, err
	}
	spec, err := experiment.Decode(text)
	if err != nil {
		return nil, err
	}
	return lab.Run(ctx, spec, nil, lab.Options{})
}

// productsOf are the formulas of all products of two of so many columns, named as monomials are.
func productsOf(d int) json.RawMessage {
	var list []string
	for i := 1; i <= d; i++ {
		list = append(list, fmt.Sprintf("x%d^2", i))
		for j := i + 1; j <= d; j++ {
			list = append(list, fmt.Sprintf("x%d*x%d", i, j))
		}
	}
	text, _ := json.Marshal(list)
	return text
}

// WriteHeader and Write print results as a table in Markdown.
func WriteHeader(w io.Writer) {
	fmt.Fprintln(w, "| data | model | rule | data sets | any selected | false discovery rate | false selections | power | F1 |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
}

// Write prints one line of the table.
func Write(w io.Writer, r *Result) {
	c := r.Case
	fmt.Fprintf(w, "| %s | %s | %s | %d | %v | %v | %v | %v | %v |\n", c.Data, c.Model, c.Rule, r.Sets, r.Any, r.False, r.Number, r.Power, r.F1)
}
