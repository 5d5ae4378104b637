package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// Comparison is a table of models on the same rows.
type Comparison struct {
	Columns []ComparedColumn `json:"columns"`
	Rows    [][]ComparedCell `json:"rows"` // a row for each report, a cell for each column
	Best    string           `json:"best"` // a sentence; "" of a single report
}

// ComparedColumn is a column of a Comparison.
type ComparedColumn struct {
	Title string `json:"title"`
	Part  string `json:"part,omitempty"` // for scores: "train", "validation" or "test"
	Text  bool   `json:"text,omitempty"` // its cells are words
}

// ComparedCell is a cell of a Comparison.
type ComparedCell struct {
	Text  string  `json:"text"`
	Share float64 `json:"share,omitempty"` // of the largest score in the table, if it is a score
}

// Compared returns the table of reports of the same rows. With more than two classes the numbers of
// selected weights are the sums over the classes, and the certificate is the one with the largest
// relative gap.
func Compared(reports []*experiment.Report) Comparison {
	if len(reports) == 0 {
		return Comparison{}
	}
	metric, scoreName, meritName := comparedMetric(reports[0]), "MSE, ", "R², "
	if metric == experiment.MetricAccuracy {
		scoreName, meritName = "Accuracy, ", "AUC, "
	}
	var out Comparison
	var parts []string // with rows
	most := 0.0
	for _, part := range experiment.PartNames {
		known := false
		for _, r := range reports {
			if score, ok := scoreOn(r, part); ok {
				known, most = true, max(most, score)
			}
		}
		if known {
			parts = append(parts, part)
			out.Columns = append(out.Columns, ComparedColumn{Title: scoreName + part, Part: part})
		}
	}
	last := "train"
	if len(parts) > 0 {
		last = parts[len(parts)-1]
	}
	planted := slices.ContainsFunc(reports, func(r *experiment.Report) bool { return r.Weights.Recovery != nil })
	out.Columns = append(out.Columns, ComparedColumn{Title: meritName + last}, ComparedColumn{Title: "Selected"})
	if planted {
		out.Columns = append(out.Columns, ComparedColumn{Title: "Planted found"}, ComparedColumn{Title: "False"})
	}
	out.Columns = append(out.Columns, ComparedColumn{Title: "Chosen", Text: true}, ComparedColumn{Title: "Time"}, ComparedColumn{Title: "Certificate", Text: true})
	for _, r := range reports {
		var row []ComparedCell
		for _, part := range parts {
			cell := ComparedCell{Text: none}
			if score, ok := scoreOn(r, part); ok {
				cell = ComparedCell{metricText(metric, score), score / cmp.Or(most, 1)}
			}
			row = append(row, cell)
		}
		texts := []string{none, none}
		if m := meritOn(r, last); m != nil {
			texts[0] = chart.Score(*m, 3)
		}
		if count, of := selectedOf(r); r.Spec.Model.HasWeights() {
			texts[1] = english.Integer(count) + " of " + english.Integer(of)
		}
		switch recovery := r.Weights.Recovery; {
		case recovery != nil:
			texts = append(texts, fmt.Sprintf("%d of %d", recovery.Found, recovery.Found+recovery.Missed), english.Integer(recovery.False))
		case planted:
			texts = append(texts, none, none)
		}
		for _, text := range append(texts, chosenWords(r), fmt.Sprintf("%.2f s", r.TotalSeconds()), certificateWords(r)) {
			row = append(row, ComparedCell{Text: text})
		}
		out.Rows = append(out.Rows, row)
	}
	out.Best = bestWords(reports, last)
	return out
}

const none = "–" // of a cell without a value

// chosenWords names the strength of a model, and the steps to r that a search has chosen.
func chosenWords(r *experiment.Report) string {
	parameter := r.Spec.Model.Parameter()
	at := r.Strength.Of(parameter)
	if at == nil {
		return none
	}
	words := parameter + " = " + chart.Number(*at, 3)
	if c := r.Chosen; c != nil && c.Steps != nil {
		words += ", " + english.Count(*c.Steps, "step")
		if *c.Steps > 0 {
			words += " to r = " + c.R.String()
		}
	}
	return words
}

// selectedOf returns how many weights are selected, of how many, in the models of all classes.
func selectedOf(r *experiment.Report) (count, of int) {
	for _, p := range r.Parts() {
		count, of = count+p.Weights.Selected, of+p.Weights.Count
	}
	return count, of
}

// worst returns the objective with the largest relative gap of the models of all classes.
func worst(r *experiment.Report) experiment.Objective {
	return slices.MaxFunc(r.Parts(), func(a, b experiment.ClassPart) int {
		return cmp.Compare(a.Objective.RelativeGap, b.Objective.RelativeGap)
	}).Objective
}

func certificateWords(r *experiment.Report) string {
	o := worst(r)
	switch {
	case r.Status != experiment.Converged:
		return strings.ReplaceAll(string(r.Status), "-", " ")
	case o.Certificate != "":
		return "residual " + chart.Number(o.Residual, 1)
	}
	return "gap " + chart.Number(o.RelativeGap, 1)
}

// bestWords names the model with the best score on a part, with the score and the number of models that equal it.
func bestWords(reports []*experiment.Report, part string) string {
	if len(reports) < 2 {
		return ""
	}
	metric, quality, sign := comparedMetric(reports[0]), "lowest error", 1.0
	if experiment.IsScore(metric) {
		quality, sign = "highest accuracy", -1
	}
	rank := func(r *experiment.Report) float64 {
		if score, ok := scoreOn(r, part); ok {
			return sign * score
		}
		return math.Inf(1)
	}
	best := slices.MinFunc(reports, func(a, b *experiment.Report) int { return cmp.Compare(rank(a), rank(b)) })
	others := -1
	for _, r := range reports {
		if rank(r) == rank(best) {
			others++
		}
	}
	have := "has"
	if others > 0 {
		have = "and " + english.Count(others, "other model") + " have"
	}
	return fmt.Sprintf("%s %s the %s on the %s %ss: %s.", experiment.ModelLabel(best.Spec.Model.Method()), have, quality, part, rowWord(best), metricText(metric, sign*rank(best)))
}
