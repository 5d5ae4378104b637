package figure_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/reports/figure"
)

// reportsToChange are experiments; together their reports have every part.
var reportsToChange = []string{
	`{"data": {"source": "synthetic", "n": 12, "d": 3, "relevant": 1}, "search": {"criterion": "validation", "gamma": [0.1, 1], "subsample": [3, 5], "repeats": 2},
		"split": {"train": 0.6, "validation": 0.2, "test": 0.2}, "selection": {"resamples": 2}}`,
	`{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[1, "a"], [2, "b"], [3, "a"], [4, "b"], [5, "a"], [6, "b"], [7, "b"], [8, "b"]]}, "target": "y", "task": "classification",
		"model": {"loss": {"type": "logistic"}, "gamma": 1}, "split": {"train": 0.75, "test": 0.25}}`,
	`{"data": {"source": "synthetic", "n": 12, "d": 2, "relevant": 1}, "model": {"type": "lasso"}, "search": {"criterion": "cross-validation", "lambda": [0.1, 1], "folds": 3}}`,
}

// FuzzReport checks that a report with changed values is drawn and has a table, or is
// refused with one line.
func FuzzReport(f *testing.F) {
	var whole []*experiment.Report
	var texts []string
	for i, spec := range reportsToChange {
		r := solve(f, spec)
		text, err := json.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		texts = append(texts, string(text))
		whole = append(whole, r)
		for k := range figure.Kinds() {
			f.Add(byte(i), byte(k), []byte{0, 40, 3, 0, 90, 8, 1, 7, 11})
		}
	}
	f.Fuzz(func(t *testing.T, which, kind byte, changes []byte) {
		text := texts[int(which)%len(texts)]
		var tree map[string]any
		if err := json.Unmarshal([]byte(text), &tree); err != nil {
			t.Fatal(err)
		}
		for ; len(changes) >= 3; changes = changes[3:] {
			places := placesIn(tree)
			places[(int(changes[0])<<8|int(changes[1]))%len(places)].change(changes[2])
		}
		changed, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		r, err := experiment.DecodeReport(changed)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		k := figure.Kinds()[int(kind)%len(figure.Kinds())]
		for _, reports := range [][]*experiment.Report{{r}, {whole[int(which)%len(whole)], r}} {
			drawn, err := k.Draw(reports...)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\r") {
					t.Errorf("%s: an error of several lines: %q", k.Name, err)
				}
				continue
			}
			if svg := string(drawn.SVG()); strings.Contains(svg, `="NaN`) || strings.Contains(svg, `Inf"`) {
				t.Errorf("%s: a position is not a number:\n%s", k.Name, changed)
			}
			if _, err := k.CSV(reports...); err != nil {
				t.Errorf("%s is drawn, but has no table: %v", k.Name, err)
			}
		}
	})
}

// place is a value within a tree of JSON.
type place struct {
	value any
	set   func(any)
}

// placesIn lists the values in a tree, except those of the experiment, for which the decoder
// has a fuzz test.
func placesIn(tree map[string]any) []place {
	var list []place
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				list = append(list, place{v[key], func(to any) { v[key] = to }})
				walk(v[key])
			}
		case []any:
			for i := range v {
				list = append(list, place{v[i], func(to any) { v[i] = to }})
				walk(v[i])
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		if key != "spec" {
			list = append(list, place{tree[key], func(to any) { tree[key] = to }})
			walk(tree[key])
		}
	}
	return list
}

// change replaces the value.
func (p place) change(how byte) {
	if list, ok := p.value.([]any); ok && how >= 128 {
		switch how % 3 {
		case 0:
			p.set(list[:len(list)/2])
		case 1:
			p.set(slices.Concat(list, list))
		default:
			p.set(append(slices.Clone(list), 1e308))
		}
		return
	}
	values := []any{nil, 0, -1, 1, 1e308, -1e308, 1e-308, 1_000_000_007, 9e15, "", "=x\n<b>", true, []any{}, map[string]any{}, []any{1.5}, []any{nil, nil}}
	p.set(values[int(how)%len(values)])
}
