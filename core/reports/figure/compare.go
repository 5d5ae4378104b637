package figure

import (
	"errors"
	"fmt"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// Compare draws the listed weights of two reports, A and B, on common axes.
func Compare(reports []*experiment.Report) (*chart.Figure, error) {
	if len(reports) != 2 {
		return nil, errors.New("the figure compare needs two reports, A and B: give both")
	}
	a := chart.Stems{Name: "A", Ink: chart.Estimate, Heads: true}
	b := chart.Points{Name: "B", Ink: chart.Truth, Shape: chart.Ring}
	last := 0
	for i, to := range []struct{ x, y *[]float64 }{{&a.X, &a.Y}, {&b.X, &b.Y}} {
		w := &reports[i].Weights
		if len(w.Top) == 0 {
			return nil, fmt.Errorf("report %d lists no weights to compare: draw the methods of both", i+1)
		}
		for _, k := range w.Top {
			*to.x, *to.y = append(*to.x, float64(k.Index+1)), append(*to.y, k.Value)
			last = max(last, k.Index+1)
		}
	}
	f := &chart.Figure{Name: "Compare", Marks: []chart.Mark{a, b},
		X: weightsAxis(&reports[0].Weights, last),
		Y: chart.Axis{Label: "weight", Scale: spanScale(0.07, []float64{0}, a.Y, b.Y)},
	}
	names := distinguish(reports)
	f.Summary = fmt.Sprintf("A, %s: %s B, %s: %s", names[0], weightsSummary(&reports[0].Weights), names[1], weightsSummary(&reports[1].Weights))
	return f, nil
}

// compareSheet lists the weights of A, and then those that only B lists.
func compareSheet(reports []*experiment.Report) *sheet {
	s := newSheet("monomial", "A", "B", "selected by A", "selected by B")
	a, b := &reports[0].Weights, &reports[1].Weights
	others := map[string]experiment.Weight{}
	for _, k := range b.Top {
		others[k.Label] = k
	}
	for _, k := range a.Top {
		if other, listed := others[k.Label]; listed {
			s.add(k.Label, k.Value, other.Value, a.Selects(k), b.Selects(other))
		} else {
			s.add(k.Label, k.Value, nil, a.Selects(k), nil)
		}
		delete(others, k.Label)
	}
	for _, k := range b.Top {
		if _, left := others[k.Label]; left {
			s.add(k.Label, nil, k.Value, nil, b.Selects(k))
		}
	}
	return s
}
