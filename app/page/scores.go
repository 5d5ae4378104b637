package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// partHeadings are the parts of the split in headings.
var partHeadings = map[string]string{"train": "training", "validation": "validation", "test": "test"}

type scoreRow struct {
	term, name string
	of         func(experiment.Metric) *float64
	cell       func(*float64) app.UI
}

var scoreRows = []scoreRow{
	{"result.r2", "R²", func(m experiment.Metric) *float64 { return m.R2 }, scoreCell},
	{"result.mse", "MSE", func(m experiment.Metric) *float64 { return m.MSE }, amountCell},
	{"result.mae", "MAE", func(m experiment.Metric) *float64 { return m.MAE }, amountCell},
	{"result.accuracy", "Accuracy", func(m experiment.Metric) *float64 { return m.Accuracy }, shareCell},
	{"result.balanced-accuracy", "Balanced accuracy", func(m experiment.Metric) *float64 { return m.BalancedAccuracy }, shareCell},
	{"result.auc", "AUC", func(m experiment.Metric) *float64 { return m.AUC }, scoreCell},
	{"result.log-loss", "Log-loss", func(m experiment.Metric) *float64 { return m.LogLoss }, amountCell},
}

// scoresCard lists all metrics of the parts of the split.
func scoresCard(r *result) app.UI {
	var parts []experiment.Metric
	head := []app.UI{unseenHeading("Metric")}
	for _, part := range experiment.PartNames {
		if m, ok := r.Report.Metrics[part]; ok {
			head = append(head, numberHeading(partHeadings[part]))
			parts = append(parts, m)
		}
	}
	var rows []app.UI
	for _, row := range scoreRows {
		cells, defined := []app.UI{app.Th().Scope("row").Aria("label", row.name).Body(app.Text(row.name), explainButton(row.term, row.name))}, false
		for _, m := range parts {
			score := row.of(m)
			defined = defined || score != nil
			cells = append(cells, row.cell(score))
		}
		if defined {
			rows = append(rows, app.Tr().Body(cells...))
		}
	}
	return app.Section().Class(classIf(len(rows) > 0, "card", "card-table")).Aria("labelledby", "scores-title").Body(
		app.H3().ID("scores-title").Text("Scores"),
		scroll("Table of the scores", tableOf(head, rows)),
	)
}
