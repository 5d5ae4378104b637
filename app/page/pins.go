package page

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// pin is a result kept for comparison. JavaScript holds its weights by the number of the answer.
type pin struct {
	answer
	File   *file
	Result result
}

const mostPins = 2

var pinNames = [mostPins]string{"A", "B"}

// canPin reports whether there is a result to pin that is not pinned yet.
func (s *state) canPin() bool {
	return s.Result != nil && s.history.view != 0 && !s.Sliding &&
		!slices.ContainsFunc(s.Pins, func(p pin) bool { return p.id == s.history.view })
}

// pinResult pins the result in view: first as A, then as B, which further ones replace.
func (s *state) pinResult() []effect {
	if !s.canPin() {
		return nil
	}
	p := pin{s.answer(s.history.view), s.File, *s.Result}
	s.Pins = append(slices.Clone(s.Pins[:min(len(s.Pins), mostPins-1)]), p)
	if s.Phase == failed {
		s.Phase = ready
	}
	if !s.busy() {
		s.Status = "Pinned as " + pinNames[len(s.Pins)-1]
		if len(s.Pins) == 1 {
			s.Status += ": pin another result to compare"
		}
	}
	return s.sendPins()
}

// removePin removes a pin; B takes the place of A.
func (s *state) removePin(i int) []effect {
	if i < 0 || i >= len(s.Pins) {
		return nil
	}
	s.Pins = slices.Delete(slices.Clone(s.Pins), i, i+1)
	if !s.busy() {
		s.Status = "Removed " + pinNames[i]
		if i < len(s.Pins) {
			s.Status += "; " + pinNames[i+1] + " is now " + pinNames[i]
		}
	}
	return s.sendPins()
}

// sendPins sends JavaScript the numbers of the pinned results.
func (s *state) sendPins() []effect {
	s.history.unsaved = true
	ids := make([]int, len(s.Pins))
	for i, p := range s.Pins {
		ids[i] = p.id
	}
	return []effect{{Do: actionCompare, Text: jsonOf(ids)}}
}

// usedPin returns to the entries of a pin, which can be undone.
func (s *state) usedPin(i int) []effect {
	if i < 0 || i >= len(s.Pins) {
		return nil
	}
	p, before := s.Pins[i], s.history.present
	e := entries{Spec: p.resultEntries, Drafts: map[string]draft{}, File: cmp.Or(p.File, s.File), Size: p.size}
	if reflect.DeepEqual(p.resultEntries.Data, s.Spec.Data) {
		e.inspection = s.Inspection
	}
	if s.runID == 0 && !slices.ContainsFunc(s.history.answers, func(a answer) bool { return a.id == p.id }) {
		s.history.answers = append(s.history.answers, p.answer)
	}
	effects := s.restore(e)
	s.history.present = before
	if !s.busy() {
		s.Status = "The entries are those of " + pinNames[i]
	}
	return effects
}

// comparisons are the differences between the entries of two pins, and their results.
func comparisons(a, b pin) []change {
	out := differences(a.resultEntries, b.resultEntries)
	add := func(name string, words func(r *result) string) {
		if line := (change{Label: name, From: words(&a.Result), To: words(&b.Result)}); line.From != absent || line.To != absent {
			out = append(out, line)
		}
	}
	for _, part := range []string{"test", "validation", "train"} {
		metric := func(name string, value func(experiment.Metric) *float64, write func(float64) string) {
			add(name+", "+part, func(r *result) string {
				if x := value(r.Report.Metrics[part]); x != nil {
					return write(*x)
				}
				return absent
			})
		}
		three := func(x float64) string { return formatFixed(x, 3) }
		metric("R²", func(m experiment.Metric) *float64 { return m.R2 }, func(x float64) string { return scoreDigits(x, 3) })
		metric("MSE", func(m experiment.Metric) *float64 { return m.MSE }, func(x float64) string { return number(x, 3) })
		metric("Accuracy", func(m experiment.Metric) *float64 { return m.Accuracy }, percent)
		metric("AUC", func(m experiment.Metric) *float64 { return m.AUC }, three)
	}
	add("Selected", func(r *result) string {
		if r.Report.Weights.Count == 0 {
			return absent
		}
		return english.Integer(r.Report.Weights.Selected) + " of " + english.Integer(r.Report.Weights.Count)
	})
	add("Planted found", func(r *result) string {
		recovery := r.Report.Weights.Recovery
		if recovery == nil {
			return absent
		}
		return fmt.Sprintf("%d of %d", recovery.Found, recovery.Found+recovery.Missed)
	})
	add("Strength used", func(r *result) string {
		name := r.Report.Spec.Model.Parameter()
		if name == "" {
			return absent
		}
		return name + " " + number(strengthOf(r.Report), 4)
	})
	add("Time", func(r *result) string {
		return english.Count(r.Report.Solver.Iterations, "iteration") + ", " + seconds(r.Report.TotalSeconds())
	})
	add("Certificate", func(r *result) string {
		if r.Report.Status == experiment.Exact {
			return absent
		}
		words := "gap " + number(r.Report.Objective.RelativeGap, 2)
		if r.Report.Status != experiment.Converged {
			words += ", not converged"
		}
		return words
	})
	return out
}

// fairness states whether two pins were fitted to and scored on the same rows.
func fairness(a, b pin) string {
	folds := func(s experiment.Spec) experiment.Search {
		return experiment.Search{Criterion: s.Search.Criterion, Folds: s.Search.Folds, Repeats: s.Search.Repeats, Seed: s.Search.Seed}
	}
	x, y := a.resultEntries, b.resultEntries
	switch {
	case !reflect.DeepEqual(x.Data, y.Data):
		return "The data differ, so the errors are not comparable."
	case x.Target != y.Target:
		return "The targets differ, so the errors are not comparable."
	case !reflect.DeepEqual(x.Split, y.Split) || a.Result.Rows != b.Result.Rows:
		return "The splits differ, so the errors are not comparable."
	case x.Search.Criterion != "" && y.Search.Criterion != "" && !reflect.DeepEqual(folds(x), folds(y)):
		return "Same data and split, but different folds."
	}
	return "Same data and split: the errors are comparable."
}

// compareCard shows A and B side by side. Its plots are drawn by web/cards/compare.js.
func (p *Page) compareCard() app.UI {
	pins := p.s.Pins
	heads := make([]app.UI, mostPins)
	for i, name := range pinNames {
		var r *result
		words := ""
		if i < len(pins) {
			r = &pins[i].Result
			path := story(r)
			words = path[0] + ", " + path[1] + ", " + path[2]
		}
		heads[i] = app.Li().Class(classIf(r != nil, "row", "pin")).Body(
			app.Span().Class("pin-name", "pin-"+name).Text(name),
			app.Span().Class("pin-words").Text(words),
			p.press("use").DataSet("number", i).Text("Use "+name),
			p.press("unpin").DataSet("number", i).Text("Remove "+name),
		)
	}
	headings := []app.UI{unseenHeading("Of"), numberHeading("A"), numberHeading("B")}
	both := len(pins) == mostPins
	fair := ""
	var rows []app.UI
	if both {
		fair = fairness(pins[0], pins[1])
		for _, c := range comparisons(pins[0], pins[1]) {
			rows = append(rows, app.Tr().Body(rowHeading(c.Label), numberCell(c.From), numberCell(c.To)))
		}
	}
	return app.Figure().ID("compare").DataSet("presents", p.presents(len(pins) > 0, "", "Compare")).Class(classIf(len(pins) > 0, "card", "compare")).Aria("label", "Compare").Body(
		app.H3().Text("Compare"),
		app.Ul().Class("pins").Body(heads...),
		app.P().Class(classIf(!both, "quiet")).Text("Run another experiment and press Pin: it becomes B."),
		app.Div().Class(classIf(both, "compare-both")).Body(
			app.P().Class("quiet").Text(fair),
			app.Div().Class("compare-plots").Body(
				plot("plot-compare", "plot-compare", "Weights of A and B"),
				plot("plot-agreement", "plot-compare", "Weights of B against those of A"),
			),
			app.P().ID("compare-overlap").Class("quiet"),
			tableOf(headings, rows, app.Caption().Class("unseen").Text("A and B")).Class("compare-table"),
		),
	)
}

func (p *Page) pinButton() app.UI {
	as := ""
	if p.s.canPin() {
		as = " as " + pinNames[min(len(p.s.Pins), mostPins-1)]
	}
	return idle(p.tool("pin", "pin", "Pin", "Pin this result"+as+" for comparison", pinIcon), as == "")
}
