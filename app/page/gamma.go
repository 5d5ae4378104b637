package page

import (
	"cmp"
	"encoding/json"
	"math"
	"strconv"
	"strings"

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

// problemOf is an experiment but for its strength, the solver, and what is computed
// beside the model.
func problemOf(s experiment.Spec) string {
	s.Model, s.Solver, s.Search = s.Model.WithStrength(0), experiment.Solver{}, experiment.Search{}
	s.Selection.Resamples, s.Selection.Seed = 0, 0
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// rescale lays the slider along the grid of a search, of gamma around the problem's
// own scale, or around the result's strength where that is on auto; else around the
// only one known.
func (s *state) rescale() {
	r := s.Result.Report
	model := r.Spec
	if r.Search != nil {
		model = modelOf(r.Spec, s.Size)
	}
	_, given := r.Spec.Model.Strength()
	switch problem := problemOf(model); {
	case s.holds() && s.Search.parameter() == "gamma":
		s.Slider = around(s.Search.Scale, problem)
	case s.holds():
		grid := s.Search.grid()
		s.Slider = slider{math.Log10(grid[0]), math.Log10(grid[len(grid)-1]), problem}
	case strengthOf(r) > 0 && (!given || problem != s.Slider.problem):
		s.Slider = around(strengthOf(r), problem)
	}
	s.Slider = s.Slider.with(s.strength())
}

// slide takes the beginning of a drag of the slider. Where only gamma differs
// from the result shown, it asks for the solution to follow the drag. The
// controls stay as they are until its end: what is dragged must not be moved.
func (s *state) slide() []effect {
	spec := s.model()
	spec.Model = spec.Model.WithStrength(s.strength())
	spec.Selection.Resamples, spec.Selection.Seed = 0, 0
	if s.busy() || s.Link.View.Locks(strengthPath(s.Spec)) || s.Result == nil || s.Pending != nil || s.Slider.problem != problemOf(spec) {
		return nil
	}
	for path := range s.Wrong {
		if path != strengthPath(s.Spec) {
			return nil
		}
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil
	}
	s.Sliding = true
	s.Status = "Following " + s.Spec.Model.Parameter()
	return []effect{{Do: "follow", Text: string(text)}}
}

// followed takes the solution at a gamma on the way.
func (s *state) followed(r result) {
	if s.Sliding {
		s.Result, s.Note, s.answered = &r, "", s.answering()
		s.answered.Model = s.answered.Model.WithStrength(strengthOf(r.Report))
	}
}

// slid takes the end of a drag: the model is run as its link would run it.
func (s *state) slid(strength string) []effect {
	s.Sliding = false
	s.entered(strengthPath(s.Spec), strength)
	if s.busy() {
		return nil
	}
	effects := s.runModel()
	s.InPlace = true
	return effects
}

// strengthPath is the field of the model's own parameter; that of gamma where the
// model has none.
func strengthPath(s experiment.Spec) string {
	return "model." + cmp.Or(s.Model.Parameter(), "gamma")
}

// strengthOf is the value of that parameter in a report.
func strengthOf(r experiment.Report) float64 {
	if at := r.Of(r.Spec.Model.Parameter()); at != nil {
		return *at
	}
	return 0
}

// strengthControl is the entry of gamma, lambda or C, with its slider.
func (p *Page) strengthControl() app.UI {
	f := experiment.Lookup(strengthPath(p.s.Spec))
	moves := f.Path
	if f.Kind != experiment.Scale {
		f = experiment.Lookup("model.gamma") // hidden: k has a control of its own
	}
	return p.holder(f.Path, f.Applies(p.s.Spec), []string{"field", "brief"},
		app.Label().For(controlID(f.Path)).Text(f.Label),
		app.Div().Class("joined").Body(
			p.input(f),
			p.scaleButton("÷10", "0.1", f.Label+" divided by 10"),
			p.scaleButton("×10", "10", f.Label+" times 10"),
			app.Span().Class("check").Body(
				checkbox(p.s.entry(f.Path) == experiment.Auto).ID("gamma-auto").OnChange(p.onAuto),
				app.Label().For("gamma-auto").Text("Auto"),
			),
		),
		p.strengthSlider(f, moves),
		p.help(f),
		p.wrong(f),
	)
}

// strengthSlider is moved by web/slider.js, which finds its way, and the name of what
// it moves, in the data.
func (p *Page) strengthSlider(f experiment.Field, moves string) app.UI {
	strength, way := p.s.strength(), p.s.Slider
	return app.Input().ID("gamma-slider").Class("slider").Type("range").
		Aria("label", f.Label+" slider").
		Aria("valuetext", plainNumber(strength)).
		DataSet("parameter", strings.TrimPrefix(moves, "model.")).
		DataSet("entry", controlID(moves)).
		DataSet("from", strconv.FormatFloat(way.From, 'g', -1, 64)).
		DataSet("to", strconv.FormatFloat(way.To, 'g', -1, 64)).
		Value(way.position(strength))
}

// scaleButton changes the strength by a factor: its effect is seen by decades.
func (p *Page) scaleButton(text, factor, name string) app.UI {
	return app.Button().Type("button").Class("pick").DataSet("value", factor).Aria("label", name).OnClick(p.onScale).Text(text)
}
