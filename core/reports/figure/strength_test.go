package figure_test

import (
	"fmt"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/reports/chart"
)

// TestFiguresOfOtherModels checks that a search is drawn against the parameter of its
// model, and that the error for a model without the data of a figure names its type.
func TestFiguresOfOtherModels(t *testing.T) {
	lasso := solve(t, `{"data": {"source": "synthetic", "n": 40, "d": 6, "relevant": 2}, "model": {"type": "lasso"}, "search": {"criterion": "cross-validation", "count": 8}}`)
	for _, name := range []string{"path", "validation"} {
		f := figureOf(t, name, lasso)
		if scale := f.X.Scale; !scale.Falls || scale.Place(lasso.Search.Lambda[0]) < scale.Place(lasso.Search.Lambda[7]) {
			t.Errorf("%s: the simplest model is not at the left", name)
		}
		if f.X.Label != "λ" || !strings.Contains(f.Summary, "lambda "+chart.Number(lasso.Lambda, 3)) {
			t.Errorf("%s: axis %q, summary %q", name, f.X.Label, f.Summary)
		}
		csv, err := kind(t, name).CSV(lasso)
		if first, _, _ := strings.Cut(string(csv), "\n"); err != nil || !strings.Contains(first, "lambda") || !strings.Contains(string(csv), fmt.Sprint(lasso.Search.Lambda[3])) {
			t.Errorf("%s: %s, %v", name, first, err)
		}
		draw(t, name, lasso)
	}
	draw(t, "weights", lasso)
	draw(t, "convergence", lasso)
	knn := solve(t, `{"data": {"source": "synthetic", "n": 20, "d": 2, "relevant": 1}, "model": {"type": "knn"}, "search": {"criterion": "path", "k": [1, 5]}}`)
	for name, says := range map[string]string{"weights": "type knn has no weights", "convergence": "type knn is found directly", "memory": "type knn has no tensor", "path": "no path of them"} {
		assertUndrawn(t, says, name, knn)
	}
	draw(t, "fit", knn)
}

// TestUnsolvedIsShown checks that a score of a fold that did not converge has a separate mark
// and is counted in the summary.
func TestUnsolvedIsShown(t *testing.T) {
	r := solve(t, `{"data": {"source": "synthetic", "n": 40, "d": 6, "relevant": 2}, "model": {"type": "lasso"}, "search": {"criterion": "cross-validation", "lambda": [0.5, 1, 2]}}`)
	before := figureOf(t, "validation", r)
	r.Search.Scores[0][1].Statuses[3], r.Search.Scores[0][1].RelativeGaps[3] = experiment.Stalled, 0.5
	after := figureOf(t, "validation", r)
	if len(after.Marks) != len(before.Marks)+1 || !strings.Contains(after.Summary, "1 of the 15 models of the search's folds or draws did not converge (relative gap up to 0.5)") {
		t.Errorf("%d marks and %d, %q", len(before.Marks), len(after.Marks), after.Summary)
	}
}
