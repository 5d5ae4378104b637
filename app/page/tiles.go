package page

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// The tiles under the answer. An element with data-metric has the number alone.

// tiles are the scores on unseen rows beside those on training rows, the score of a search, the size
// of the model and its certificate.
func (p *Page) tiles(r *result) []app.UI {
	out := r.scoreTiles()
	if f := p.s.Search; f != nil && len(f.Scores) > 0 {
		if at, ok := p.s.here(); ok {
			out = append(out, searchTile(f, at))
		}
	}
	w := r.Report.Weights
	if w.Count > 0 {
		of := "of " + english.Integer(w.Count)
		if r.Class != "" {
			of += ", class " + r.Class
		}
		term, label, n := "", "Weights not zero", w.Nonzero
		if !r.Report.Spec.Model.HasZeros() && len(r.Report.Reweighting) <= 1 {
			term, label, n = "selection.rule", "Weights selected", w.Selected
		}
		out = append(out, tile(term, label, app.Text(english.Integer(n)), app.Text(of)))
	}
	if r.Report.Objective.Certificate == "" && r.Report.Status != "" {
		words, class := "to the minimum of the objective", "figure-gap"
		switch {
		case !r.Report.Status.IsSolved():
			words, class = "not converged", ""
		case len(r.Report.Reweighting) > 1:
			words = "of the last reweighting step"
		}
		out = append(out, tile("result.gap", "Relative gap", app.Text(number(r.relativeGap(), 1)), app.Text(words)).Class(class))
	}
	return out
}

// tile is a number with its name above and a remark below.
func tile(term, label string, value app.UI, remark ...app.UI) app.HTMLDiv {
	name := []app.UI{app.Text(label)}
	if term != "" {
		name = append(name, explainButton(term, label))
	}
	return app.Div().Class("figure").Body(
		app.P().Class("figure-label").Body(name...),
		app.P().Class("figure-value").Body(value),
		app.P().Class("figure-unit").Body(remark...),
	)
}

// metric is a number that programs find by data-metric.
func metric(mark, text string) app.UI { return app.Span().DataSet("metric", mark).Text(text) }

// shareMetric is a share in per cent, with the hidden number that programs find.
func shareMetric(mark string, share float64) []app.UI {
	return []app.UI{
		app.Text(percent(share)),
		app.Span().Class("unseen").Aria("hidden", "true").DataSet("metric", mark).Text(formatFixed(share, 4)),
	}
}

// scoreTiles are the scores on unseen rows, with those on training rows below.
func (r *result) scoreTiles() (out []app.UI) {
	part, m := r.Report.Judged()
	train := r.Report.Metrics["train"]
	if part == "train" {
		train = experiment.Metric{}
	}
	suffix := map[string]string{"test": ", unseen", "validation": ", validation", "train": ", training"}[part]
	below := "training rows "
	add := func(term, label, mark string, score, training *float64, write func(mark string, score float64) []app.UI) {
		if score == nil {
			return
		}
		var remark []app.UI
		if training != nil {
			remark = append([]app.UI{app.Text(below)}, write(mark+"-train", *training)...)
		}
		out = append(out, tile(term, label+suffix, app.Span().Body(write(mark+"-"+part, *score)...), remark...))
	}
	if m.Accuracy != nil {
		add("result."+experiment.MetricAccuracy, "Accuracy", "accuracy", m.Accuracy, train.Accuracy, shareMetric)
		if len(r.Report.Classes) > 2 {
			below = "mean of the classes, training rows "
		}
		add("result."+experiment.MetricAUC, "AUC", "auc", m.AUC, train.AUC, func(mark string, auc float64) []app.UI {
			return []app.UI{metric(mark, formatFixed(auc, 3))}
		})
		return out
	}
	add("result.r2", "R²", "r2", m.R2, train.R2, func(mark string, r2 float64) []app.UI {
		return []app.UI{metric(mark, scoreDigits(r2, 3))}
	})
	if m.MSE != nil {
		of := []app.UI{app.Text("MSE "), metric("mse-"+part, number(*m.MSE, 3))}
		if train.MSE != nil {
			of = append(of, app.Text(", training "), metric("mse-train", number(*train.MSE, 3)))
		}
		out = append(out, tile("result."+experiment.MetricMSE, "Typical error", app.Text("± "+number(math.Sqrt(*m.MSE), 3)), of...))
	}
	return out
}

// searchTile is the score by which a search chose; the root of a squared error is shown, like that on unseen rows.
func searchTile(f *search, at experiment.Place) app.UI {
	score, mark := f.scoreAt(at), f.Metric+"-search"
	value, remark := []app.UI{metric(mark, number(score.Mean, 3))}, []app.UI{}
	switch {
	case experiment.IsShare(f.Metric):
		value = shareMetric(mark, score.Mean)
	case f.Metric == experiment.MetricMSE:
		remark = []app.UI{app.Text("MSE "), value[0], app.Text(" ")}
		value = []app.UI{app.Text("± " + number(math.Sqrt(score.Mean), 3))}
	}
	words := criterionWords(f.spec.Search)
	if e := f.errorWords(score); e != "" {
		words = e + ", " + words
	}
	return tile("result."+f.Metric, metricWords[f.Metric], app.Span().Body(value...), append(remark, app.Text(words))...)
}

// metricWords are the titles of the tile of a search, by its metric.
var metricWords = map[string]string{
	experiment.MetricMSE: "Error, search", experiment.MetricMAE: "MAE, search",
	experiment.MetricAccuracy: "Accuracy, search", experiment.MetricBalancedAccuracy: "Balanced accuracy, search",
	experiment.MetricAUC: "AUC, search", experiment.MetricLogLoss: "Log-loss, search",
}
