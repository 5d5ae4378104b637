package bench

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"lplab/core/experiment"
)

// clock returns a clock that starts at 0.
func clock() func() float64 {
	begin := time.Now()
	return func() float64 { return time.Since(begin).Seconds() }
}

// TestCasesAreWhole checks that every case can be measured: the page reads them from a file.
func TestCasesAreWhole(t *testing.T) {
	all, err := Cases()
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, c := range all {
		if ids[c.ID] || c.ID == "" {
			t.Errorf("the id %q is missing or not unique", c.ID)
		}
		ids[c.ID] = true
		if c.Size != "" && c.Size != "gigabytes" && c.Size != "large" {
			t.Errorf("%s: size %q", c.ID, c.Size)
		}
		switch c.Kind {
		case "limits":
		case "build", "contract":
			if c.N == 0 || len(c.Workers) == 0 || c.Kind == "build" && (c.D == 0 || c.Degree == 0) {
				t.Errorf("%s is incomplete: %+v", c.ID, c)
			}
		case "predict":
			if c.N*c.D*c.Rows == 0 || len(c.Workers) == 0 {
				t.Errorf("%s is incomplete: %+v", c.ID, c)
			}
		case "run", "slide":
			spec, err := experiment.Decode(c.Spec)
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
			if c.What == "" || c.File != (spec.Data.Source == experiment.SourceFile) || c.Kind == "slide" && (c.Steps == 0 || c.Decades == 0) {
				t.Errorf("%s is incomplete: %+v", c.ID, c)
			}
			if c.Paper != nil && (c.Paper.Seconds <= 0 || c.Paper.Text == "" || c.Paper.Source == "") {
				t.Errorf("%s: paper %+v", c.ID, c.Paper)
			}
		case "choice":
			for _, each := range c.Each {
				if _, err := experiment.Decode(each.Spec); err != nil || each.Name == "" {
					t.Errorf("%s, %q: %v", c.ID, each.Name, err)
				}
			}
			if c.What != fmt.Sprintf("Time of the automatic strategy, worst of %d cases", len(c.Each)) {
				t.Errorf("%s: %q of %d", c.ID, c.What, len(c.Each))
			}
		default:
			t.Errorf("%s: kind %q", c.ID, c.Kind)
		}
	}
}

// TestMeasure checks that one small case of each kind gives consistent figures.
func TestMeasure(t *testing.T) {
	spec := json.RawMessage(`{"data": {"source": "synthetic", "n": 20, "d": 5, "relevant": 2}, "split": {"train": 1, "test": 0}}`)
	for _, c := range []struct {
		Case
		parts, unit string
	}{
		{Case{ID: "b", Kind: "build", N: 20, D: 30, Degree: 2, Workers: []int{1}}, "b-1", "GFlop/s"},
		{Case{ID: "c", Kind: "contract", N: 20, Workers: []int{1}}, "c-hessian-1 c-omega-1", "GB/s"},
		{Case{ID: "p", Kind: "predict", N: 10, D: 3, Rows: 4, Workers: []int{1}}, "p-1", "s"},
		{Case{ID: "r", Kind: "run", What: "a run", Spec: spec, Target: 1}, "r", "s"},
		{Case{ID: "s", Kind: "slide", What: "a step", Spec: spec, Steps: 3, Decades: 1}, "s", "s"},
		{Case{ID: "h", Kind: "choice", What: "choices", Each: []NamedSpec{{"small", spec}}}, "h", "of the best"},
	} {
		rows, err := kinds[c.Kind](t.Context(), c.Case, Options{Clock: clock()})
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		ids := ""
		for i, r := range rows {
			if i > 0 {
				ids += " "
			}
			ids += r.ID
			if !(r.Value > 0) || r.Unit != c.unit || r.What == "" || r.Target != c.Target {
				t.Errorf("%s: %+v", c.ID, r)
			}
			if strings.HasSuffix(r.Unit, "/s") && (!(r.Share > 0) || r.Share > 1 || r.Limit == "") {
				t.Errorf("%s has no valid share of a limit: %+v", r.ID, r)
			}
			if r.Turns > 1 && (!(r.Median > 0) || (r.Median > r.Value) != (r.Unit == "s") && r.Median != r.Value) {
				t.Errorf("%s: the value is not the best of its turns: %+v", r.ID, r)
			}
		}
		if ids != c.parts {
			t.Errorf("%s gave the figures %s, want %s", c.ID, ids, c.parts)
		}
	}
}

func TestRunReportsFailures(t *testing.T) {
	results := map[string]Row{}
	report := func(r Row) { results[r.ID] = r }
	if err := Run(t.Context(), Options{Clock: clock(), Only: "dexter"}, report); err != nil {
		t.Fatal(err)
	}
	if r := results["dexter"]; r.Failed == "" || r.Figure() != r.Failed || r.Paper == nil {
		t.Errorf("without the file: %+v", r)
	}
	if err := Run(t.Context(), Options{Clock: clock(), Only: "dexter", File: []byte("no table")}, report); err != nil {
		t.Fatal(err)
	}
	if r := results["dexter"]; r.Failed == "" || r.Failed == errNoFile.Error() {
		t.Errorf("with another file: %+v", r)
	}
	if (Options{}).isWanted(Case{Size: "large"}) || !(Options{Large: true}).isWanted(Case{Size: "large"}) || !(Options{}).isWanted(Case{Size: "gigabytes"}) {
		t.Error("the large cases must be measured only with the option Large")
	}
}

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		row  Row
		want string
	}{
		{Row{Value: 0.0314, Unit: "s"}, "31 ms"}, {Row{Value: 0.09949, Unit: "s"}, "99 ms"}, {Row{Value: 0.0996, Unit: "s"}, "0.10 s"},
		{Row{Value: 0.344, Unit: "s"}, "0.34 s"}, {Row{Value: 5.22, Unit: "s"}, "5.2 s"}, {Row{Value: 139.4, Unit: "s"}, "139 s"},
		{Row{Value: 12.34, Unit: "GB/s"}, "12.3 GB/s"}, {Row{Failed: "left out"}, "left out"},
	} {
		if got := c.row.Figure(); got != c.want {
			t.Errorf("%+v is shown as %q, want %q", c.row, got, c.want)
		}
	}
}
