package page

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

const (
	// sliderDecades is how far gamma's slider reaches to each side.
	sliderDecades = 3
	// sliderSteps is the range of an input where nothing else is said: go-app sets
	// attributes in any order, and a value outside the range of the moment is lost.
	sliderSteps = 100
)

// slider is the way of gamma's slider, in decades: from 10^From to 10^To.
type slider struct {
	From, To float64
	problem  string // what it is for: an experiment but for gamma and the solver
}

// position is the step nearest to gamma.
func (l slider) position(gamma float64) int {
	step := math.Round(sliderSteps * (math.Log10(gamma) - l.From) / (l.To - l.From))
	return int(min(max(step, 0), sliderSteps))
}

// around is the way of a slider with gamma in its middle.
func around(gamma float64, problem string) slider {
	middle := math.Log10(gamma)
	return slider{middle - sliderDecades, middle + sliderDecades, problem}
}

// with is the slider with gamma on its way.
func (l slider) with(gamma float64) slider {
	if at := math.Log10(gamma); !math.IsInf(at, 0) && !math.IsNaN(at) {
		l.From, l.To = min(l.From, at), max(l.To, at)
	}
	return l
}

// problemOf is an experiment but for gamma, the solver, and what is computed
// beside the model.
func problemOf(s experiment.Spec) string {
	s.Model.Gamma, s.Solver, s.Search = experiment.Gamma{}, experiment.Solver{}, experiment.Search{}
	s.Selection.Resamples, s.Selection.Seed = 0, 0
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// rescale lays the slider around the problem's own scale, as a search gives it, or
// the result's gamma where that is on auto; else around the only gamma known.
func (s *state) rescale() {
	r := s.Result.Report
	model := r.Spec
	if r.Search != nil {
		model = modelOf(r.Spec, s.Size)
	}
	switch problem := problemOf(model); {
	case s.holds():
		s.Slider = around(s.Search.Scale, problem)
	case r.Gamma > 0 && (r.Spec.Model.Gamma.Auto || problem != s.Slider.problem):
		s.Slider = around(r.Gamma, problem)
	}
	s.Slider = s.Slider.with(s.gamma())
}

// slide takes the beginning of a drag of the slider. Where only gamma differs
// from the result shown, it asks for the solution to follow the drag. The
// controls stay as they are until its end: what is dragged must not be moved.
func (s *state) slide() []effect {
	spec := s.model()
	spec.Model.Gamma = experiment.Gamma{Value: s.gamma()}
	spec.Selection.Resamples, spec.Selection.Seed = 0, 0
	if s.busy() || s.Link.View.Locks("model.gamma") || s.Result == nil || s.Pending != nil || s.Slider.problem != problemOf(spec) {
		return nil
	}
	for path := range s.Wrong {
		if path != "model.gamma" {
			return nil
		}
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil
	}
	s.Sliding = true
	s.Status = "Following gamma"
	return []effect{{Do: "follow", Text: string(text)}}
}

// followed takes the solution at a gamma on the way.
func (s *state) followed(r result) {
	if s.Sliding {
		s.Result, s.Note, s.answered = &r, "", s.answering()
		s.answered.Model.Gamma = experiment.Gamma{Value: r.Report.Gamma}
	}
}

// slid takes the end of a drag: the model is run as its link would run it.
func (s *state) slid(gamma string) []effect {
	s.Sliding = false
	s.entered("model.gamma", gamma)
	if s.busy() {
		return nil
	}
	effects := s.runModel()
	s.InPlace = true
	return effects
}

func (p *Page) gammaControl() app.UI {
	f := experiment.Lookup("model.gamma")
	return p.holder(f.Path, true, []string{"field", "brief"},
		app.Label().For(controlID(f.Path)).Text(f.Label),
		app.Div().Class("joined").Body(
			p.input(f),
			p.scaleButton("÷10", "0.1", "Gamma divided by 10"),
			p.scaleButton("×10", "10", "Gamma times 10"),
			app.Span().Class("check").Body(
				checkbox(p.s.entry(f.Path) == experiment.Auto).ID("gamma-auto").OnChange(p.onAuto),
				app.Label().For("gamma-auto").Text("Auto"),
			),
		),
		p.gammaSlider(),
		p.help(f),
		p.wrong(f),
	)
}

// gammaSlider is moved by web/slider.js, which finds its way in the data.
func (p *Page) gammaSlider() app.UI {
	gamma, way := p.s.gamma(), p.s.Slider
	return app.Input().ID("gamma-slider").Class("slider").Type("range").
		Aria("label", "Gamma slider").
		Aria("valuetext", plainNumber(gamma)).
		DataSet("from", strconv.FormatFloat(way.From, 'g', -1, 64)).
		DataSet("to", strconv.FormatFloat(way.To, 'g', -1, 64)).
		Value(way.position(gamma))
}

// scaleButton changes gamma by a factor: its effect is seen by decades.
func (p *Page) scaleButton(text, factor, name string) app.UI {
	return app.Button().Type("button").Class("pick").DataSet("value", factor).Aria("label", name).OnClick(p.onScale).Text(text)
}
