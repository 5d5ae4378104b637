package figure_test

import (
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestCompare checks that each weight of both reports is at its index and value, and
// that the table lists both values of a monomial.
func TestCompare(t *testing.T) {
	a, b := solve(t, planted), solve(t, strings.Replace(planted, `"gamma"`, `"p": 2, "gamma"`, 1))
	if a.Spec.Model.P == b.Spec.Model.P {
		t.Fatal("both reports have the same p")
	}
	svg := draw(t, "compare", a, b)
	x, y := svg.Axes(t, false, false)
	rings := svg.Group(t, "B").All("path")[0].Points(t)
	if len(rings) != len(b.Weights.Top) {
		t.Fatalf("%d rings for %d weights", len(rings), len(b.Weights.Top))
	}
	for i, k := range b.Weights.Top {
		assertNear(t, "value", y.Value(rings[i][1]), k.Value, 1)
		if at := x.Value(rings[i][0]); at > float64(k.Index+1)+1 || at < float64(k.Index+1)-float64(b.Weights.Count)/50 {
			t.Errorf("weight %d is at %v", k.Index+1, at) // the left of its ring
		}
	}
	rows := cells(t, "compare", a, b)
	listed := map[string]experiment.Weight{}
	for _, k := range b.Weights.Top {
		listed[k.Label] = k
	}
	for i, k := range a.Weights.Top {
		row := rows[i]
		if row["monomial"] != k.Label || parseNumber(t, row["A"]) != k.Value {
			t.Fatalf("row %d is %v, want %s", i, row, k.Label)
		}
		if other, ok := listed[k.Label]; ok != (row["B"] != "") || ok && parseNumber(t, row["B"]) != other.Value {
			t.Errorf("%s is %q in B, want %v", k.Label, row["B"], other.Value)
		}
	}
	assertUndrawn(t, "", "compare", a)
	bare := clone(t, b)
	bare.Weights = experiment.Weights{}
	assertUndrawn(t, "report 2", "compare", a, bare)
}
