package lab

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/data/design"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// extrapolations returns warnings of a regression about unseen rows far outside the range of the training rows, or predicted
// far outside the range of their targets, without which R² is another one. A single row can decide it.
func (r *execution) extrapolations() (warnings []string) {
	for _, name := range experiment.PartNames[1:] {
		if r.out.Metrics[name].R2 == nil {
			continue
		}
		part, f := r.set(name), *r.out.Predictions.Of(name)
		outliers := r.design.Outliers(part)
		if effect := r.effectOf(name, lists.Map(outliers, func(o design.Outlier) int { return o.Place })); effect != "" {
			first := outliers[0]
			warnings = append(warnings, fmt.Sprintf("%s far outside the range of the training rows, so the model extrapolates: in %s %q is %.6g, and %.6g to %.6g in the training rows; %s",
				english.CountOf(len(outliers), name+" row is", name+" rows are"), r.rowName(part.Rows[first.Place]), first.Feature, first.Value, first.Min, first.Max, effect))
			continue
		}
		least, most := floats.Min(r.design.Train.Y), floats.Max(r.design.Train.Y)
		var far []int
		for place, v := range f {
			if design.FarOutside(v, least, most) {
				far = append(far, place)
			}
		}
		if effect := r.effectOf(name, far); effect != "" {
			warnings = append(warnings, fmt.Sprintf("%s far outside the range of the training targets, so the model extrapolates: the prediction of %s is %.6g, and the training targets are %.6g to %.6g; %s",
				english.CountOf(len(far), name+" row is predicted", name+" rows are predicted"), r.rowName(part.Rows[far[0]]), f[far[0]], least, most, effect))
		} else if without := r.out.Metrics[name].R2WithoutRow; without != nil {
			place := farthest(part.Y)
			warnings = append(warnings, fmt.Sprintf("the score depends on %s, with the target %.6g: without it R² on the %s rows is %.2f", r.rowName(part.Rows[place]), part.Y[place], name, *without))
		}
	}
	return warnings
}

// farthest returns the place of the value farthest from the mean.
func farthest(y []float64) (place int) {
	mean := 0.0
	for _, v := range y {
		mean += v / float64(len(y))
	}
	for i, v := range y {
		if math.Abs(v-mean) > math.Abs(y[place]-mean) {
			place = i
		}
	}
	return place
}

// r2Without returns R² of predictions f of y without some places; nil if it is not defined.
func r2Without(y, f []float64, places ...int) *float64 {
	kept := dense.Without(len(f), places)
	return regression(dense.At(y, kept), dense.At(f, kept)).R2
}

// effectOf describes R² on the rows of a part without some, given by their places; "" if it is about the same.
func (r *execution) effectOf(part string, places []int) string {
	const outlierEffect = 0.05 // least change of R² for which outliers are named
	f := *r.out.Predictions.Of(part)
	without := r2Without(r.set(part).Y, f, places...)
	if len(places) == 0 || without == nil || math.Abs(*without-*r.out.Metrics[part].R2) < outlierEffect {
		return ""
	}
	them, check := "it", "the row"
	if len(places) > 1 {
		them, check = "them", "the rows"
	}
	return fmt.Sprintf("without %s R² on the %s rows is %.2f; check %s", them, part, *without, check)
}
