package figure

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// Methods draws the mean squared errors of several models on the same rows, or the accuracies
// of classifications, a row for each model.
func Methods(reports []*experiment.Report) (*chart.Figure, error) {
	if len(reports) < 2 {
		return nil, errors.New("the figure methods needs at least two reports: give more")
	}
	for i, r := range reports {
		if !reflect.DeepEqual(r.Rows, reports[0].Rows) || !reflect.DeepEqual(r.Actual, reports[0].Actual) {
			return nil, fmt.Errorf("report %d is of other rows, or of another target, than the first: models are compared on the same", i+1)
		}
		if _, ok := scoreOn(r, "train"); !ok {
			return nil, fmt.Errorf("report %d has no scores: solve the experiment again with this lp Lab", i+1)
		}
	}
	names := modelNames(reports)
	last := float64(len(reports) - 1)
	f := &chart.Figure{Name: "Methods", Height: 120 + 34*float64(len(reports)),
		Y: chart.Axis{Scale: chart.Linear(-0.6, last+0.6)},
	}
	for i, name := range names {
		f.Y.Ticks = append(f.Y.Ticks, chart.Tick{Value: last - float64(i), Label: name})
	}
	metric, unit := comparedMetric(reports[0]), 1.0
	lo, hi := 0.0, 0.0
	if experiment.IsShare(metric) {
		unit, lo = 100, 100
	}
	for _, part := range experiment.PartNames {
		points := partPoints[part]
		for i, r := range reports {
			if score, ok := scoreOn(r, part); ok {
				points.X = append(points.X, unit*score)
				points.Y = append(points.Y, last-float64(i))
				lo, hi = min(lo, unit*score), max(hi, unit*score)
			}
		}
		if len(points.X) > 0 {
			f.Marks = append(f.Marks, points)
		}
	}
	if lo == hi {
		lo, hi = 0, cmp.Or(hi, 1)
	}
	f.X = chart.Axis{Label: axisLabel(metric), Scale: chart.Linear(lo, hi).Padded(0.04)}
	f.Summary = methodsSummary(reports, names)
	return f, nil
}

// comparedMetric is the metric by which models are compared.
func comparedMetric(r *experiment.Report) string {
	if r.Spec.Task == experiment.Classification {
		return experiment.MetricAccuracy
	}
	return experiment.MetricMSE
}

// scoreOn returns the number on a part by which models are compared: the mean squared error, or
// the accuracy of a classification. ok is false where the part has no rows.
func scoreOn(r *experiment.Report, part string) (score float64, ok bool) {
	switch m := r.Metrics[part]; {
	case m.Accuracy != nil:
		return *m.Accuracy, true
	case m.MSE != nil:
		return *m.MSE, true
	}
	return 0, false
}

// meritOn returns the R² on a part, or of classes the AUC; nil where there is none.
func meritOn(r *experiment.Report, part string) *float64 {
	if r.Spec.Task == experiment.Classification {
		return r.Metrics[part].AUC
	}
	return r.Metrics[part].R2
}

// modelNames names reports by their models, and reports of the same model also by what differs.
func modelNames(reports []*experiment.Report) []string {
	names := distinguish(reports)
	seen := map[string]int{}
	for _, r := range reports {
		seen[r.Spec.Model.Method()]++
	}
	for i, r := range reports {
		if kind := r.Spec.Model.Method(); seen[kind] == 1 {
			names[i] = experiment.ModelLabel(kind)
		} else {
			names[i] = shortName(experiment.ModelLabel(kind) + ", " + names[i])
		}
	}
	return names
}

func methodsSummary(reports []*experiment.Report, names []string) string {
	metric := comparedMetric(reports[0])
	label := metricLabel(metric)
	part, _ := reports[0].Judged()
	clauses := make([]string, len(reports))
	for i, r := range reports {
		score, _ := scoreOn(r, part)
		clauses[i] = names[i] + " " + metricText(metric, score)
	}
	return fmt.Sprintf("%s on the %s %ss: %s.", strings.ToUpper(label[:1])+label[1:], part, rowWord(reports[0]), strings.Join(clauses, ", "))
}

// methodsSheet has a row for each report.
func methodsSheet(reports []*experiment.Report) *sheet {
	classes := reports[0].Spec.Task == experiment.Classification
	score, merit := " MSE", " R2"
	if classes {
		score, merit = " accuracy", " AUC"
	}
	columns := []string{"model", "parameter", "value"}
	for _, part := range experiment.PartNames {
		columns = append(columns, part+score, part+merit)
	}
	s := newSheet(append(columns, "selected", "of", "planted found", "false", "iterations", "seconds", "status", "gap")...)
	for i, name := range modelNames(reports) {
		r := reports[i]
		parameter := r.Spec.Model.Parameter()
		cells := []any{name, parameter, r.Strength.Of(parameter)}
		for _, part := range experiment.PartNames {
			score, ok := scoreOn(r, part)
			if !ok {
				cells = append(cells, nil, nil)
				continue
			}
			cells = append(cells, score, meritOn(r, part))
		}
		rest := []any{nil, nil, nil, nil, r.Solver.Iterations, r.TotalSeconds(), string(r.Status), nil}
		if r.Spec.Model.HasWeights() {
			rest[0], rest[1] = selectedOf(r)
		}
		if recovery := r.Weights.Recovery; recovery != nil {
			rest[2], rest[3] = recovery.Found, recovery.False
		}
		if o := worst(r); o.Certificate == "" {
			rest[7] = o.Gap
		}
		s.add(append(cells, rest...)...)
	}
	return s
}
