package page

import (
	"cmp"
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
	problem  string // what it is for: an experiment except for gamma and the solver
	held     int    // its position while it is dragged: rendering must not move it
}

// position is the step nearest to gamma.
func (l slider) position(gamma float64) int {
	step := math.Round(sliderSteps * (math.Log10(gamma) - l.From) / (l.To - l.From))
	return int(min(max(step, 0), sliderSteps))
}

// around is the way of a slider with gamma in its middle.
func around(gamma float64, problem string) slider {
	middle := math.Log10(gamma)
	return slider{From: middle - sliderDecades, To: middle + sliderDecades, problem: problem}
}

// with is the slider with gamma on its way.
func (l slider) with(gamma float64) slider {
	if at := math.Log10(gamma); !math.IsInf(at, 0) && !math.IsNaN(at) {
		l.From, l.To = min(l.From, at), max(l.To, at)
	}
	return l
}

// problemOf is an experiment except for its strength, the solver, and what is computed
// beside the model.
func problemOf(s experiment.Spec) string {
	s.Model, s.Solver, s.Search = s.Model.WithStrength(0), experiment.Solver{}, experiment.Search{}
	s = s.WithPlainSelection()
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
		s.Slider = slider{From: math.Log10(grid[0]), To: math.Log10(grid[len(grid)-1]), problem: problem}
	case strengthOf(r) > 0 && (!given || problem != s.Slider.problem):
		s.Slider = around(strengthOf(r), problem)
	}
	s.Slider = s.Slider.with(s.strength())
}

// move is a value of the model's parameter on the way to another: of the slider, or of
// the cursor of a search's plots, which names the parameter that was searched over.
type move struct {
	Value  float64 `json:"value"`
	Cursor string  `json:"cursor"` // "" where the slider moves
	P      string  `json:"p"`      // of the slider of p, which moves no other parameter
}

// moved takes a move: the entry shows it. The slider that is dragged keeps its own place.
func (s *state) moved(m move) []effect {
	if m.P != "" {
		if s.Link.View.Locks("model.p") {
			return []effect{{Do: "hold"}}
		}
		s.MovedP = m.P
		return nil
	}
	if s.Link.View.Locks(strengthPath(s.Spec)) || m.Cursor != "" && m.Cursor != s.Spec.Model.Parameter() {
		return []effect{{Do: "hold"}}
	}
	if s.Moved == 0 {
		s.Slider.held = s.Slider.position(s.strength())
	}
	s.Moved = m.Value
	if m.Cursor != "" {
		s.Slider = s.Slider.with(m.Value)
		s.Slider.held = s.Slider.position(m.Value)
	}
	return nil
}

// slide takes the beginning of a drag of a slider. Where only its parameter differs
// from the result shown, it asks for the solution to follow the drag.
func (s *state) slide(m move) []effect {
	if held := s.moved(m); held != nil {
		return held
	}
	if s.busy() || s.Result == nil || s.Pending != nil {
		return nil
	}
	spec, path, parameter := s.besideSearch(), strengthPath(s.Spec), s.Spec.Model.Parameter()
	same := problemOf(spec) == s.Slider.problem
	if m.P != "" {
		path, parameter = "model.p", "p"
	} else {
		spec.Model = spec.Model.WithStrength(m.Value)
	}
	if !same {
		return nil
	}
	for wrong := range s.Wrong {
		if wrong != path {
			return nil
		}
	}
	text, err := json.Marshal(following{spec.WithPlainSelection(), parameter})
	if err != nil {
		return nil
	}
	s.Sliding = true
	s.Status = "Following " + parameter
	return []effect{{Do: "follow", Text: string(text)}}
}

// following is an experiment that is solved again and again, and the name of what differs.
type following struct {
	Spec      experiment.Spec `json:"spec"`
	Parameter string          `json:"parameter"`
}

// followed takes the solution at a gamma on the way.
func (s *state) followed(r result) {
	if s.Sliding {
		s.Result, s.Note, s.answered = &r, "", s.answering()
		if s.MovedP != "" {
			s.answered.Model.P = r.Report.Spec.Model.P
			return
		}
		s.answered.Model = s.answered.Model.WithStrength(strengthOf(r.Report))
	}
}

// besideSearch is the experiment of the model that is entered, of the strength shown where a
// search chose that.
func (s *state) besideSearch() experiment.Spec {
	spec := s.model()
	if s.chooses() {
		spec.Model = spec.Model.WithStrength(strengthOf(s.Result.Report))
	}
	return spec
}

// slid takes the end of a drag: the model is run as its link would run it.
func (s *state) slid(value string) []effect {
	if s.busy() && s.tuning == nil {
		return []effect{{Do: "slidAgain"}} // a run began after the slider had come to rest
	}
	path := strengthPath(s.Spec)
	if s.MovedP != "" {
		path = "model.p"
	}
	s.Sliding, s.Moved, s.MovedP = false, 0, ""
	searched := s.chooses() && s.Result != nil
	s.entered(path, value)
	s.auto = false
	effects := s.endTuning()
	spec := s.model()
	if searched && path == "model.p" {
		spec = s.besideSearch()
	}
	if spec, ok := s.checked(spec); ok {
		effects = append(effects, s.start(spec, s.answering(), running)...)
	}
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

// strengthControl is the entry of gamma, lambda or C, with its slider; k has a control of
// its own.
func (p *Page) strengthControl() app.UI {
	f := experiment.Lookup(strengthPath(p.s.Spec))
	return p.holder(f.Path, f.Kind == experiment.Scale && f.Applies(p.s.Spec), []string{"field", "brief"},
		app.Label().For(controlID(f.Path)).Text(f.Label),
		app.Div().Class("joined").Body(
			p.input(f),
			p.scaleButton("÷10", "0.1", f.Label+" divided by 10"),
			p.scaleButton("×10", "10", f.Label+" times 10"),
			app.Span().Class("check").Body(
				checkbox(p.s.entry(f.Path) == experiment.Auto).ID("gamma-auto").DataSet("path", entryAuto).OnChange(p.onEntry),
				app.Label().For("gamma-auto").Text("Auto"),
			),
		),
		p.strengthSlider(f),
		p.help(f),
		p.wrong(f),
	)
}

// strengthSlider is read by web/cards/slider.js, which takes its range from the data attributes.
func (p *Page) strengthSlider(f experiment.Field) app.UI {
	strength, way := p.s.strength(), p.s.Slider
	at := way.position(strength)
	if p.s.Moved > 0 {
		at = way.held
	}
	return app.Input().ID("gamma-slider").Class("slider").Type("range").
		Aria("label", f.Label+" slider").
		Aria("valuetext", plainNumber(strength)).
		DataSet("moves", f.Path).
		DataSet("from", strconv.FormatFloat(way.From, 'g', -1, 64)).
		DataSet("to", strconv.FormatFloat(way.To, 'g', -1, 64)).
		Value(at)
}

// scaleButton changes the strength by a factor: its effect is seen by decades.
func (p *Page) scaleButton(text, factor, name string) app.UI {
	return app.Button().Type("button").Class("pick").DataSet("path", entryFactor).DataSet("value", factor).Aria("label", name).OnClick(p.onEntry).Text(text)
}
