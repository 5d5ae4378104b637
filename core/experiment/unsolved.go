package experiment

import (
	"fmt"
	"strings"
)

// Unsolved says, in one clause for each kind, how many of the further models of a
// report - of its search and of its stability selection - did not reach the
// tolerance; "" where all did. The report's own model has Status.
func (r *Report) Unsolved() string {
	var path, scored, resampled tally
	if s := r.Search; s != nil {
		for _, p := range s.Path.Points {
			path.add(Endings{[]Status{p.Status}, []float64{p.RelativeGap}})
		}
		rows := s.Scores
		if len(s.Forms) > 0 {
			rows = nil // which are those of one of the forms
		}
		for _, form := range s.Forms {
			rows = append(rows, form.Scores)
		}
		for _, row := range rows {
			for _, score := range row {
				scored.add(score.Endings)
			}
		}
	}
	if s := r.Stability; s != nil {
		resampled.add(s.Endings)
	}
	var clauses []string
	for _, part := range []struct {
		tally
		what string
	}{{path, "the path"}, {scored, "the search's folds or draws"}, {resampled, "the stability selection"}} {
		if part.unsolved > 0 {
			clauses = append(clauses, fmt.Sprintf("%d of the %d models of %s did not converge (relative gap up to %.2g)", part.unsolved, part.models, part.what, part.worst))
		}
	}
	return strings.Join(clauses, "; ")
}

// Unsolved counts the fits that did not reach the tolerance.
func (e Endings) Unsolved() int {
	var t tally
	t.add(e)
	return t.unsolved
}

// tally counts models.
type tally struct {
	models, unsolved int
	worst            float64 // relative gap of those that are unsolved
}

func (t *tally) add(e Endings) {
	t.models += len(e.Statuses)
	for i, status := range e.Statuses {
		if !status.IsSolved() {
			t.unsolved++
			t.worst = max(t.worst, e.RelativeGaps[i])
		}
	}
}
