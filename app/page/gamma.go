package page

import (
	"cmp"
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

const (
	// sliderDecades is the number of decades of gamma's slider to each side.
	sliderDecades = 3
	// sliderSteps is the default range of an input: go-app sets attributes in any order, and a
	// value outside the present range is lost.
	sliderSteps = 100
)

// slider is the range of gamma's slider, from 10^From to 10^To.
type slider struct {
	From, To float64
	problem  string // its experiment without gamma and the solver; see problemOf
}

// position is the step nearest to gamma.
func (l slider) position(gamma float64) int {
	step := math.Round(sliderSteps * (math.Log10(gamma) - l.From) / (l.To - l.From))
	return int(min(max(step, 0), sliderSteps))
}

// around is a slider with gamma in its middle.
func around(gamma float64, problem string) slider {
	middle := math.Log10(gamma)
	return slider{From: middle - sliderDecades, To: middle + sliderDecades, problem: problem}
}

// with is the slider extended to gamma.
func (l slider) with(gamma float64) slider {
	if at := math.Log10(gamma); !math.IsInf(at, 0) && !math.IsNaN(at) {
		l.From, l.To = min(l.From, at), max(l.To, at)
	}
	return l
}

// problemOf is an experiment as JSON, without its strength, its solver, and computations beside the
// model.
func problemOf(s experiment.Spec) string {
	s.Model, s.Solver, s.Search = s.Model.WithStrength(0), experiment.Solver{}, experiment.Search{}
	s = s.WithPlainSelection()
	return jsonOf(s)
}

// rescale sets the range of the slider: around the scale of a search over gamma, else along the
// grid of the search. Without a search, or with one over a single strength, it is around the strength
// of the result, if this was on auto or belongs to another problem.
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
	case s.holds() && len(s.Search.grid()) > 1:
		grid := s.Search.grid()
		s.Slider = slider{From: math.Log10(grid[0]), To: math.Log10(grid[len(grid)-1]), problem: problem}
	case strengthOf(r) > 0 && (!given || s.holds() || problem != s.Slider.problem):
		s.Slider = around(strengthOf(r), problem)
	}
	s.Slider = s.Slider.with(s.strength())
}

// move is a value of the model's parameter while the slider, or the cursor in a plot of a search,
// is dragged. The cursor names the parameter of the search.
type move struct {
	Value  float64 `json:"value"`
	Cursor string  `json:"cursor"` // "" where the slider moves
	P      string  `json:"p"`      // of the slider of p, which moves no other parameter
}

func (s *state) showMove(m move) []effect {
	if m.P != "" {
		if s.Link.View.Locks("model.p") {
			return []effect{{Do: actionHold}}
		}
		s.DragP = m.P
		return nil
	}
	if s.Link.View.Locks(strengthPath(s.Spec)) || m.Cursor != "" && m.Cursor != s.Spec.Model.Parameter() {
		return []effect{{Do: actionHold}}
	}
	s.DragStrength = m.Value
	if m.Cursor != "" {
		s.Slider = s.Slider.with(m.Value)
	}
	return nil
}

// slide takes the beginning of a drag of a slider. If only its parameter differs from the result
// shown, the solution follows the drag.
func (s *state) slide(m move) []effect {
	if effects := s.showMove(m); effects != nil {
		return effects
	}
	if s.busy() || s.Result == nil || s.NewFile != nil {
		return nil
	}
	spec, path, parameter := s.besideSearch(), strengthPath(s.Spec), s.Spec.Model.Parameter()
	if problemOf(spec) != s.Slider.problem {
		return nil
	}
	if m.P != "" {
		path, parameter = "model.p", "p"
	} else {
		spec.Model = spec.Model.WithStrength(m.Value)
	}
	for other := range s.Drafts {
		if other != path {
			return nil
		}
	}
	s.Sliding = true
	s.Status = "Following " + parameter
	return []effect{{Do: actionFollow, Text: jsonOf(following{spec.WithPlainSelection(), parameter})}}
}

// following is an experiment that is solved repeatedly, and the parameter that changes.
type following struct {
	Spec      experiment.Spec `json:"spec"`
	Parameter string          `json:"parameter"`
}

// takeFollowed takes a solution during a drag.
func (s *state) takeFollowed(r result) {
	if s.Sliding {
		s.Result, s.Note, s.resultEntries = &r, "", s.answeredEntries()
		if s.DragP != "" {
			s.resultEntries.Model.P = r.Report.Spec.Model.P
			return
		}
		s.resultEntries.Model = s.resultEntries.Model.WithStrength(strengthOf(r.Report))
	}
}

// besideSearch is the experiment of the model entered, with the strength shown if a search chose it.
func (s *state) besideSearch() experiment.Spec {
	spec := s.model()
	if s.chooses() {
		spec.Model = spec.Model.WithStrength(strengthOf(s.Result.Report))
	}
	return spec
}

// takeSlide takes the end of a drag and runs the model.
func (s *state) takeSlide(value string) []effect {
	if s.busy() && s.tuning == nil {
		return []effect{{Do: actionSlidAgain}} // a run began after the slider had come to rest
	}
	path := strengthPath(s.Spec)
	if s.DragP != "" {
		path = "model.p"
	}
	s.Sliding, s.DragStrength, s.DragP = false, 0, ""
	searched := s.chooses() && s.Result != nil
	s.takeEntry(path, value)
	s.auto = false
	effects := s.endTuning()
	spec := s.model()
	if searched && path == "model.p" {
		spec = s.besideSearch()
	}
	if spec, ok := s.checkSpec(spec); ok {
		effects = append(effects, s.start(spec, s.answeredEntries(), running)...)
	}
	s.InPlace = true
	return effects
}

// strengthPath is the field of the model's own parameter, or of gamma if the model has none.
func strengthPath(s experiment.Spec) string {
	return "model." + cmp.Or(s.Model.Parameter(), "gamma")
}

// strengthOf is the value of the model's own parameter in a report.
func strengthOf(r experiment.Report) float64 {
	if at := r.Of(r.Spec.Model.Parameter()); at != nil {
		return *at
	}
	return 0
}

// strengthControl is the entry of gamma, lambda or C with its slider. k has its own control.
func (p *Page) strengthControl() app.UI {
	f := experiment.Lookup(strengthPath(p.s.Spec))
	return p.labelControl(f, f.Kind == experiment.Scale && f.Applies(p.s.Spec), nil,
		app.Div().Class("joined").Body(
			p.input(f),
			p.enters(entryFactor, "0.1", "÷10").Class("pick").Aria("label", f.Label+" divided by 10"),
			p.enters(entryFactor, "10", "×10").Class("pick").Aria("label", f.Label+" times 10"),
			app.Span().Class("check").Body(
				checkbox(p.s.entry(f.Path) == experiment.Auto).ID("gamma-auto").DataSet("path", entryAuto).OnChange(p.onEntry),
				app.Label().For("gamma-auto").Text("Auto"),
			),
		),
		p.strengthSlider(f),
	)
}

// strengthSlider is the slider; web/cards/slider.js reads its range from the data attributes.
func (p *Page) strengthSlider(f experiment.Field) app.UI {
	strength, way := p.s.strength(), p.s.Slider
	return app.Input().ID("gamma-slider").Class("slider").Type("range").
		Aria("label", f.Label+" slider").
		Aria("valuetext", plainNumber(strength)).
		DataSet("moves", f.Path).
		DataSet("from", strconv.FormatFloat(way.From, 'g', -1, 64)).
		DataSet("to", strconv.FormatFloat(way.To, 'g', -1, 64)).
		DataSet("at", way.position(strength))
}
