package lab

import (
	"fmt"
	"math"

	"lplab/core/data/design"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// outlierEffect is the least change of R² for which outliers are named.
const outlierEffect = 0.05

// extrapolations returns warnings of a regression about unseen rows far outside the range of the training rows without which
// R² is another one. A single row can decide it.
func (r *execution) extrapolations() (warnings []string) {
	for _, name := range experiment.PartNames[1:] {
		all := r.out.Metrics[name].R2
		if all == nil {
			continue
		}
		part, f := r.set(name), *r.out.Predictions.Of(name)
		outliers := r.design.Outliers(part)
		kept := dense.Without(len(f), lists.Map(outliers, func(o design.Outlier) int { return o.Place }))
		without := regression(dense.At(part.Y, kept), dense.At(f, kept)).R2
		if len(outliers) == 0 || without == nil || math.Abs(*without-*all) < outlierEffect {
			continue
		}
		first, them, check := outliers[0], "it", "the row"
		if len(outliers) > 1 {
			them, check = "them", "the rows"
		}
		warnings = append(warnings, fmt.Sprintf("%s far outside the range of the training rows, so the model extrapolates: in %s %q is %.6g, and %.6g to %.6g in the training rows; without %s R² on the %s rows is %.2f; check %s",
			english.CountOf(len(outliers), name+" row is", name+" rows are"), r.rowName(part.Rows[first.Place]), first.Feature, first.Value, first.Min, first.Max, them, name, *without, check))
	}
	return warnings
}
