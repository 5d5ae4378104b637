package page

import (
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

// firstWeights is the number of rows of the table of weights until more are shown, because
// rendering takes time for each result. page.js has the same number.
const firstWeights = 20

// allWeights is the table's name among the disclosures.
const allWeights = "top-weights"

// topWeights is the table of the largest weights, with remarks on all weights.
func (p *Page) topWeights(r *result) app.UI {
	w, dependence := r.Report.Weights, p.s.dependence(r.Report.Weights.Top)
	weights := w.Top
	if !p.s.Open[allWeights] {
		weights = weights[:min(len(weights), firstWeights)]
	}
	more := fmt.Sprintf("Show the first %d", firstWeights)
	if len(weights) < r.Listed {
		more = fmt.Sprintf("Show all %d", r.Listed)
	}
	bound, recovery := "", ""
	if e := r.Report.Objective.Errors; e != nil {
		bound = "Solver error: bound on the distance from the weight of the exact minimum, by the gap; for predictions of training rows " + number(e.Prediction, 2) + ". It is not a sampling error."
	}
	if c := w.Recovery; c != nil {
		recovery = fmt.Sprintf("Planted weights: %d found, %d missed, %d false selections; precision %s, recall %s.",
			c.Found, c.Missed, c.False, percent(c.Precision), percent(c.Recall))
	}
	return app.Div().Class(classIf(w.Count > 0, "card", "card-table")).DataSet("part", "top-weights").Body(
		scroll("Table of the top weights", app.Raw(weightTable(w, weights))).Class(classIf(len(weights) > 0, "scroll-weights")),
		p.press("all-weights").Class(classIf(r.Listed > firstWeights, "more-weights")).Text(more),
		app.P().Class("quiet").Body(app.Text(share(r)), explainButton("result.share", "Listed share")),
		app.P().Class(classIf(dependence != "", "quiet")).Text(dependence),
		app.P().Class(classIf(bound != "", "quiet")).Text(bound),
		app.P().Class(classIf(recovery != "", "quiet")).Body(app.Text(recovery), explainButton("result.recovery", "Recovery")),
		app.P().Class("quiet").Body(app.Text(smallWords(r.Report.Spec.Model)+thresholdWords(r.Report)), explainButton("result.threshold", "Threshold")),
	)
}

// dependence explains the first monomial listed that is a linear function of other features: the
// square of one with two values, or the product of two levels of a category. "" if there is none.
func (s *state) dependence(top []experiment.Weight) string {
	for _, w := range top {
		columns := map[string]bool{}
		for _, feature := range slices.Sorted(maps.Keys(w.Monomial)) {
			power := w.Monomial[feature]
			name, _, level := strings.Cut(feature, "=")
			c, known := s.Inspection.find(name)
			if !known {
				name = feature
				c, known = s.Inspection.find(feature)
			}
			level = level && known && c.Type == "category"
			switch {
			case power > 1 && known && (level || len(c.Levels) == 2):
				return fmt.Sprintf("“%s” has two values, so its square is a linear function of it: the effect is that of both weights together.", feature)
			case level && columns[name]:
				return fmt.Sprintf("No row has two levels of “%s”, so “%s” is a linear function of both: the effect is that of their weights together.", name, w.Label)
			}
			columns[name] = level
		}
	}
	return ""
}

// weightTable is the table as HTML: the rank of each weight among all, whether it is selected,
// and, for planted data, whether it is planted. The browser reads it at once; two hundred elements
// of go-app would take a quarter of the time of the page.
func weightTable(w experiment.Weights, weights []experiment.Weight) string {
	planted := len(w.Truth) > 0
	bounded := slices.ContainsFunc(weights, func(w experiment.Weight) bool { return w.Above > 0 })
	var t strings.Builder
	t.WriteString(`<table class="weights"><caption>Top weights</caption><thead><tr><th scope="col">#</th><th scope="col">Monomial`)
	t.WriteString(explainedHTML("result.weights", "Top weights", ""))
	t.WriteString(`</th><th scope="col" class="num">Weight</th><th scope="col" class="num">Coefficient</th><th scope="col">Selected</th>`)
	if bounded {
		t.WriteString(`<th scope="col" class="num">Solver error</th>`)
	}
	if planted {
		t.WriteString(`<th scope="col">Planted</th>`)
	}
	t.WriteString(`</tr></thead><tbody>`)
	for i, weight := range weights {
		selected := w.Selects(weight)
		row := "<tr>"
		if selected {
			row = `<tr class="selected">`
		}
		t.WriteString(row + `<td class="num rank">` + english.Integer(i+1) + `</td><th scope="row">` + strings.ReplaceAll(html.EscapeString(weight.Label), "·", "·<wbr>") + `</th>` +
			`<td class="num">` + fixedDigits(weight.Value) + `</td><td class="num">` + fixedDigits(weight.Coefficient) + `</td>` + mark(selected, "mark-selected"))
		if bounded {
			t.WriteString(`<td class="num">` + number(max(weight.Below, weight.Above), 2) + `</td>`)
		}
		if planted {
			t.WriteString(mark(weight.Relevant, "mark-planted"))
		}
		t.WriteString("</tr>")
	}
	t.WriteString(`</tbody></table>`)
	return t.String()
}

// mark is a cell with a shape, or one that looks empty, and a word for screen readers.
func mark(on bool, class string) string {
	if !on {
		return `<td class="flag"><span class="unseen">no</span></td>`
	}
	return `<td class="flag"><span class="` + class + `"></span><span class="unseen">yes</span></td>`
}

// fixedDigits writes a weight so that a column of them can be compared.
func fixedDigits(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-4 || a >= 1e3) {
		return number(x, 3)
	}
	return formatFixed(x, 4)
}
