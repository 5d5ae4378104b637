package page

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// kernelPanel is the second step: the type of model and its kernel.
func (p *Page) kernelPanel() app.UI {
	numbers, lists := p.parameters("model.kernel")
	f := experiment.Lookup("model.type")
	f.Label = "Type" // below the heading
	return app.Div().Class("panel").DataSet("part", "kernel").Body(append([]app.UI{
		app.H2().Text("Model"),
		p.labelControl(f, true, nil, p.choice(f)),
		app.Div().Class("pair").Body(append(numbers, p.bagControl())...),
	}, lists...)...)
}

// parameters are the controls of the fields directly below a path: the type and numbers, which share
// lines, and lists. Of the model they are those of one type alone; the panels place the others.
func (p *Page) parameters(path string) (numbers, lists []app.UI) {
	for _, f := range experiment.Fields() {
		name, below := strings.CutPrefix(f.Path, path+".")
		own := len(f.Models) == 1 && f.Models[0] != experiment.ModelLP
		switch {
		case !below || strings.Contains(name, ".") || path == "model" && !own:
		case own || f.Kind == experiment.Choice:
			numbers = append(numbers, p.control(f.Path, "grow"))
		case f.Kind == experiment.Integer, f.Kind == experiment.Number, f.Kind == experiment.Scale:
			numbers = append(numbers, p.control(f.Path))
		default:
			lists = append(lists, p.control(f.Path))
		}
	}
	return numbers, lists
}

// exponents are the values of p for which a tensor kernel exists, with q = 2, 4, 6, 8.
var exponents = []string{"2", "4/3", "6/5", "8/7"}

// stops are the values of p on its slider.
var stops = strings.Fields("1.05 1.1 8/7 6/5 1.25 1.3 4/3 1.4 1.5 1.6 1.7 1.8 1.9 2")

var stopValues = sync.OnceValue(func() []float64 {
	values := make([]float64, len(stops))
	for i, stop := range stops {
		var spec experiment.Spec
		set(&spec, [2]string{"model.p", stop})
		values[i] = spec.Model.P.Float()
	}
	return values
})

// stopOf is the index of the last stop that is not above p.
func stopOf(p experiment.P) int {
	i, found := slices.BinarySearch(stopValues(), p.Float())
	if !found {
		i = max(0, i-1)
	}
	return i
}

// normPanel is the third step: the norm, the loss, and the strength that balances them.
func (p *Page) normPanel() app.UI {
	controls, _ := p.parameters("model")
	loss, _ := p.parameters("model.loss")
	return app.Div().Class("panel").DataSet("part", "norm").Body(
		p.exponentControl(),
		p.strengthControl(),
		app.Div().Class("pair").Body(controls...),
		app.Div().Class("pair").Body(loss...),
		app.Div().Class("pair").Body(p.control("model.r"), p.control("model.steps")),
		app.Div().Class("pair").Body(
			p.control("preprocess.standardize"),
			p.control("preprocess.intercept"),
		),
	)
}

// exponentControl is the entry of p with its usual values and the unit ball of the norm. The
// corners of the ball show why weights vanish.
func (p *Page) exponentControl() app.UI {
	f := experiment.Lookup("model.p")
	spec := p.s.Spec
	if p.s.DragP != "" {
		set(&spec, [2]string{"model.p", p.s.DragP})
	}
	current := spec.Model.P
	if !f.Applies(p.s.Spec) { // hidden, and yet drawn
		current = f.Default.(experiment.P)
	}
	_, refused := p.s.Drafts[f.Path]
	picks := make([]app.UI, len(exponents))
	for i, e := range exponents {
		here := current.String() == e && !(refused && p.s.DragP == "")
		picks[i] = p.enters("model.p", e, e).Class(pickedClass(here)).Aria("pressed", here).Aria("label", "p = "+e)
	}
	return p.holder(f.Path, f.Applies(p.s.Spec), []string{"field", "norm", "step"},
		app.Div().Class("norm-entry").Body(
			app.Label().For(controlID(f.Path)).Text(f.Label),
			app.Div().Class("picks").Body(append([]app.UI{p.input(f)}, picks...)...),
			app.Input().ID("p-slider").Class("slider").Type("range").Min(0).Max(len(stops)-1).Step(1).
				Aria("label", "p slider").Aria("valuetext", current.String()).
				DataSet("moves", f.Path).DataSet("stops", strings.Join(stops, " ")).DataSet("at", stopOf(current)),
			p.help(f, f.Help),
			p.wrong(f),
		),
		app.Div().Class("ball").Body(
			app.Raw(ballFigure(current.Float())),
			app.P().Text("q = "+number(current.Q(), 3)),
		),
	)
}

// ballFigure is the unit ball of p between those of 1 and 2.
func ballFigure(exponent float64) string {
	return fmt.Sprintf(`<svg viewBox="-34 -34 68 68" width="68" height="68" role="img" aria-label="%s">`+
		`<path class="axis" d="M-33 0H33M0 -33V33"/><path class="bound" d="M28 0L0 28L-28 0L0 -28Z"/><circle class="bound" r="28"/><path class="unit" d="%s"/></svg>`,
		html.EscapeString(fmt.Sprintf("The unit ball of the norm for p = %s, between the square of p = 1 and the disc of p = 2", number(exponent, 3))),
		ballPath(exponent, 28))
}

// ballPath is the outline of the unit ball |x|^p + |y|^p <= 1, scaled to the radius, as the
// attribute d of an SVG path around the origin.
func ballPath(p, radius float64) string {
	power := func(u float64) float64 {
		if math.Abs(u) < 1e-12 {
			return 0
		}
		return math.Copysign(math.Pow(math.Abs(u), 2/p), u)
	}
	points := make([]string, 64) // a multiple of 4, so that the corners are among them
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
		points[i] = fmt.Sprintf("%.2f %.2f", radius*power(cos), radius*power(sin))
	}
	return "M" + strings.Join(points, "L") + "Z"
}

// advancedPanel holds the settings that are rarely changed.
func (p *Page) advancedPanel() app.UI {
	return app.Details().Class("panel", "advanced").DataSet("part", "advanced").Body(
		app.Summary().Text("Advanced"),
		app.Div().Class("stack").Body(
			app.Div().Class("pair").Body(p.control("solver.method"), p.control("solver.strategy")),
			app.Div().Class("pair").Body(p.control("solver.tolerance"), p.control("solver.maxIterations")),
			app.Div().Class("trio").Body(p.control("split.train"), p.control("split.validation"), p.control("split.test")),
			app.Div().Class("trio").Body(p.control("split.seed"), p.control("split.order"), p.control("split.groups")),
			app.Div().Class("pair").Body(p.control("preprocess.missing", "grow"), p.control("split.stratify")),
			app.Div().Class("pair").Body(p.control("model.subsample", "grow"), p.control("model.subsampleSeed")),
		),
	)
}
