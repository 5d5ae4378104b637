package page

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// The fit of the chosen model to all rows, for use on new ones.

// unfitted is the number of rows of the data that the model shown could be fitted to as well.
func (s *state) unfitted() int {
	r := s.Result
	if r == nil || s.Link.View != nil || s.isStale() || r.Report.Spec.Split.Explicit() || r.Report.Spec.Data.Test != (experiment.TestFile{}) {
		return 0
	}
	return r.Rows.Validation + r.Rows.Test
}

// wholeFit offers that fit.
func (p *Page) wholeFit() app.UI {
	more := p.s.unfitted()
	if more == 0 {
		return vacantElement()
	}
	train := p.s.Result.Rows.Train
	return app.P().Class("note").Body(
		app.Text(fmt.Sprintf("The model is fitted to %s of %s. With all of them no row is left to measure its error.", english.Integer(train), english.Count(train+more, "row"))),
		p.press("fit-all").Class("quiet-button").Text("Fit to all rows"),
	)
}

// fitAll fits the model shown to all rows, with a strength for their number.
func (s *state) fitAll() []effect {
	more := s.unfitted()
	if more == 0 || s.busy() {
		return nil
	}
	spec, train := s.model(), s.Result.Rows.Train
	if strength, given := spec.Model.Strength(); given && spec.Model.Subsample == 0 {
		spec.Model = spec.Model.WithStrength(spec.Model.ScaledStrength(strength, float64(train+more)/float64(train)))
	}
	spec.Split = withShares(spec.Split, experiment.Split{Train: experiment.Part{Fraction: 1}})
	return s.loadTuned(spec)
}
