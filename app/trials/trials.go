// Package trials measures the rules of selection on synthetic data with known relevant features:
// how often anything is selected if nothing is relevant, and the false discovery rate and the
// power otherwise. Every data set has a seed, and every figure is given with two standard errors.
package trials

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"lplab/core/data/synth"
	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/spaces/kernel"
)

// Case is a kind of data with a model and a rule.
type Case struct {
	Name  string // for -only
	Data  string // description of the data in the table, as are Model and Rule
	Model string
	Rule  string
	Sets  int // data sets, of the seeds 1 to Sets

	// data, model and selection are JSON; a %d of data is the seed.
	data, model, selection string
	// degree is the degree of the products of columns that are the features of the model; 0: the
	// columns themselves.
	degree int
	// choose selects from the path of a group lasso; nil: the rule selects.
	choose func(*hierarchy, context.Context, []string) (map[string]bool, error)
}

// Result is the outcome of a case: means over the data sets, with two standard errors.
type Result struct {
	Case   *Case
	Sets   int
	Any    Mean // share of the data sets with any selection
	False  Mean // false discovery proportion
	Number Mean // of false selections
	Power  Mean // share of the planted that are selected; NaN without any
	F1     Mean
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
	mean, deviation := stat.MeanStdDev(values, nil)
	return Mean{mean, 2 * stat.StdErr(deviation, float64(len(values)))}
}

// setting is a model or a rule as JSON, with its name in the table.
type setting struct{ name, json string }

var (
	lpLinear      = setting{"lp, linear", `{"kernel": {"type": "linear"}, "p": "4/3"}`}
	lpPairs       = setting{"lp, degree 2", `{"kernel": {"type": "polynomial", "degree": 2}, "p": "4/3"}`}
	sparsePairs   = setting{"lp to r = 1/2, degree 2", `{"kernel": {"type": "polynomial", "degree": 2}, "p": "4/3", "r": "1/2", "gamma": 0.1}`}
	sparseTriples = setting{"lp to r = 1/2, degree 3", `{"kernel": {"type": "polynomial", "degree": 3}, "p": "4/3", "r": "1/2", "gamma": 0.1, "steps": 8}`}
	sparseLinear  = setting{"lp to r = 1, linear", `{"kernel": {"type": "linear"}, "p": "4/3", "r": 1, "gamma": 0.02}`}
	lasso         = setting{"lasso", `{"type": "lasso"}`}

	permutation = setting{"permutation, level 0.05", `{"rule": "permutation", "level": 0.05}`}
	stability   = setting{"stability, at most 0.05 false", `{"rule": "stability", "falseSelections": 0.05}`}
	oneFalse    = setting{"stability, at most 1 false", `{"rule": "stability", "falseSelections": 1}`}
	knockoffs   = setting{"knockoffs, FDR 0.1", `{"rule": "knockoffs", "fdr": 0.1}`}
	knockoffs20 = setting{"knockoffs, FDR 0.2", `{"rule": "knockoffs", "fdr": 0.2}`}
	deviation   = setting{"twice the deviation", `{"rule": "deviation"}`}
)

const (
	noSignal   = `{"source": "synthetic", "n": 100, "d": 50, "relevant": 0, "noise": 1, "seed": %d}`
	linearData = `{"source": "synthetic", "n": 200, "d": 500, "relevant": 10, "noise": 1.9, "seed": %d}`
	pairs      = `{"source": "synthetic", "n": 200, "d": 30, "relevant": 6, "degree": 2, "noise": 0.5, "seed": %d}`
	noisyPairs = `{"source": "synthetic", "n": 200, "d": 30, "relevant": 12, "degree": 2, "noise": 1.5, "seed": %d}`
	manyPairs  = `{"source": "synthetic", "n": 200, "d": 100, "relevant": 10, "degree": 2, "noise": 1, "seed": %d}`
	triples    = `{"source": "synthetic", "n": 200, "d": 30, "relevant": 10, "degree": 3, "noise": 0.5, "seed": %d}`
)

// Cases returns the cases of web/docs/selection.md.
func Cases() (all []*Case) {
	of := func(name, data string, sets int, from string, cases ...*Case) {
		for _, c := range cases {
			c.Name, c.Data, c.Sets, c.data = name, data, sets, from
		}
		all = append(all, cases...)
	}
	fit := func(m, rule setting) *Case {
		return &Case{Model: m.name, Rule: rule.name, model: m.json, selection: rule.json}
	}
	const products, bestOf = "lasso on explicit products", "highest F1 of 50 lambdas"
	explicit := func(degree int, rule setting) *Case {
		return &Case{Model: products, Rule: rule.name, model: lasso.json, selection: rule.json, degree: degree}
	}
	best := func(degree int) *Case {
		return &Case{Model: products, Rule: bestOf, degree: degree, choose: (*hierarchy).best}
	}
	hierarchical := func(rule string, choose func(*hierarchy, context.Context, []string) (map[string]bool, error)) *Case {
		return &Case{Model: "hierarchical group lasso", Rule: rule, choose: choose}
	}

	of("null-linear", "no signal, 100 x 50", 1000, noSignal,
		fit(lpLinear, permutation), fit(lasso, permutation),
		fit(lpLinear, stability), fit(lasso, stability),
		fit(lpLinear, knockoffs), fit(lasso, knockoffs),
		fit(lpLinear, deviation))
	of("null-products", "no signal, 100 x 50, degree 2", 200, noSignal,
		fit(lpPairs, permutation), fit(lpPairs, stability), fit(lpPairs, knockoffs),
		fit(sparsePairs, knockoffs))
	of("planted-linear", "10 of 500, 200 rows, signal to noise 2", 200, linearData,
		fit(lpLinear, knockoffs), fit(sparseLinear, knockoffs), fit(lasso, knockoffs),
		fit(lpLinear, oneFalse), fit(lasso, oneFalse),
		fit(lpLinear, deviation))
	for _, c := range []struct{ name, data, from string }{
		{"planted-pairs", "6 products of two of 30, 200 rows, noise 0.5", pairs},
		{"planted-noisy-pairs", "12 products of two of 30, 200 rows, noise 1.5", noisyPairs},
	} {
		of(c.name, c.data, 100, c.from,
			fit(sparsePairs, knockoffs20), explicit(2, knockoffs20),
			fit(sparsePairs, oneFalse), explicit(2, oneFalse),
			best(2), hierarchical(bestOf, (*hierarchy).best),
			hierarchical("lambda by 10 folds", (*hierarchy).crossValidate))
	}
	of("planted-many-pairs", "10 products of two of 100, 200 rows, noise 1", 25, manyPairs,
		fit(sparsePairs, knockoffs20),
		fit(sparsePairs, oneFalse), explicit(2, oneFalse),
		best(2), hierarchical(bestOf, (*hierarchy).best))
	of("planted-triples", "10 products of three of 30, 200 rows, noise 0.5", 25, triples,
		fit(sparseTriples, knockoffs20),
		fit(sparseTriples, oneFalse), explicit(3, oneFalse),
		best(3))
	return all
}

// Run runs a case on the given number of data sets, or on c.Sets of them if sets is 0.
func Run(ctx context.Context, c *Case, sets int) (*Result, error) {
	if sets == 0 {
		sets = c.Sets
	}
	var some, fdp, number, power, f1 []float64
	for seed := 1; seed <= sets; seed++ {
		selection, truth, err := c.run(ctx, seed)
		if err != nil {
			return nil, fmt.Errorf("%s, seed %d: %w", c.Name, seed, err)
		}
		s := scoreOf(selection, truth)
		some, number = append(some, s.any), append(number, s.number)
		fdp, power, f1 = append(fdp, s.fdp), append(power, s.power), append(f1, s.f1)
	}
	return &Result{c, sets, meanOf(some), meanOf(fdp), meanOf(number), meanOf(power), meanOf(f1)}, nil
}

// score compares a selection with the truth.
type score struct{ any, fdp, number, power, f1 float64 }

func scoreOf(selection map[string]bool, truth []string) (s score) {
	hits, all, relevant := 0.0, float64(len(selection)), float64(len(truth))
	for _, label := range truth {
		if selection[label] {
			hits++
		}
	}
	if all > 0 {
		s.any = 1
	}
	s.number, s.fdp = all-hits, (all-hits)/max(1, all)
	s.power, s.f1 = hits/relevant, 2*hits/(all+relevant)
	return s
}

// run selects on one data set.
func (c *Case) run(ctx context.Context, seed int) (selection map[string]bool, truth []string, err error) {
	source, more := fmt.Sprintf(c.data, seed), ""
	var file []byte
	if c.choose != nil || c.degree > 0 {
		var p synth.Params
		if err := json.Unmarshal([]byte(source), &p); err != nil {
			return nil, nil, err
		}
		data := synth.Generate(p)
		for _, t := range data.Truth {
			truth = append(truth, label(t.Vars, data.Names))
		}
		if c.choose != nil {
			h := newHierarchy(data)
			if c.degree > 0 {
				h = newProducts(data, c.degree)
			}
			selection, err = c.choose(h, ctx, truth)
			return selection, truth, err
		}
		file = fileOf(data, c.degree)
		source, more = `{"source": "file", "name": "products.csv"}`, `, "target": "y", "preprocess": {"standardize": true}`
	}
	spec, err := experiment.Decode(fmt.Appendf(nil, `{"data": %s, "split": {"train": 1, "validation": 0, "test": 0}, "model": %s,
		"selection": %s, "solver": {"tolerance": 1e-6}%s}`, source, c.model, c.selection, more))
	if err != nil {
		return nil, nil, err
	}
	report, err := lab.Run(ctx, spec, file, lab.Options{})
	if err != nil {
		return nil, nil, err
	}
	selection = map[string]bool{}
	for _, label := range report.Selection.Selected {
		selection[label] = true
	}
	for _, t := range report.Weights.Truth {
		truth = append(truth, t.Label)
	}
	return selection, truth, nil
}

// label names a product of columns x1, x2, ... as reports do.
func label(vars []int, names []string) string {
	return kernel.Monomial(slices.Sorted(slices.Values(vars))).Label(names)
}

// fileOf writes all products of the given degree and the target y as a CSV file.
func fileOf(data *synth.Data, degree int) []byte {
	names, columns := productsOf(data, degree)
	var b bytes.Buffer
	b.WriteString(strings.Join(append(names, "y"), ","))
	for i, y := range data.Y {
		b.WriteByte('\n')
		for _, c := range columns {
			b.WriteString(strconv.FormatFloat(c[i], 'g', -1, 64) + ",")
		}
		b.WriteString(strconv.FormatFloat(y, 'g', -1, 64))
	}
	return b.Bytes()
}

// productsOf returns all products of the given degree, with their labels.
func productsOf(data *synth.Data, degree int) (names []string, columns [][]float64) {
	var extend func(vars []int, column []float64)
	extend = func(vars []int, column []float64) {
		if len(vars) == degree {
			names, columns = append(names, label(vars, data.Names)), append(columns, column)
			return
		}
		from := 0
		if len(vars) > 0 {
			from = vars[len(vars)-1]
		}
		for j := from; j < len(data.Columns); j++ {
			next := data.Columns[j]
			if column != nil {
				next = product(column, next)
			}
			extend(append(slices.Clip(vars), j), next)
		}
	}
	extend(nil, nil)
	return names, columns
}

// WriteHeader prints the head of a table in Markdown.
func WriteHeader(w io.Writer) {
	fmt.Fprintln(w, "| data | model | rule | data sets | any selected | false discovery rate | false selections | power | F1 |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
}

// Write prints one line of the table.
func Write(w io.Writer, r *Result) {
	c := r.Case
	fmt.Fprintf(w, "| %s | %s | %s | %d | %v | %v | %v | %v | %v |\n", c.Data, c.Model, c.Rule, r.Sets, r.Any, r.False, r.Number, r.Power, r.F1)
}
