package design

import (
	"fmt"
	"slices"
	"testing"

	"lplab/core/data/table"
)

// classes returns a table with two rows of each of count classes, named by texts or numbers.
func classes(t *testing.T, count int, texts bool) *table.Table {
	t.Helper()
	var cells [][]any
	for i := range 2 * count {
		var label any = float64(i % count)
		if texts {
			label = fmt.Sprintf("c%d", i%count)
		}
		cells = append(cells, []any{float64(i), label})
	}
	return rows(t, "x y", cells...)
}

// TestSeveralClasses checks that two classes are coded as -1 and +1, and more by their index.
func TestSeveralClasses(t *testing.T) {
	for _, c := range []struct {
		count  int
		texts  bool
		labels []string
		y      []float64
	}{
		{2, true, []string{"c0", "c1"}, []float64{-1, 1, -1, 1}},
		{3, true, []string{"c0", "c1", "c2"}, []float64{0, 1, 2, 0, 1, 2}},
		{4, false, []string{"0", "1", "2", "3"}, []float64{0, 1, 2, 3, 0, 1, 2, 3}},
	} {
		d := build(t, classes(t, c.count, c.texts), `"task":"classification","split":{"train":1}`)
		if !slices.Equal(d.Classes, c.labels) || !slices.Equal(d.Train.Y, c.y) || len(d.Warnings) > 0 {
			t.Errorf("%d classes: %v %v %v", c.count, d.Classes, d.Train.Y, d.Warnings)
		}
		for i, y := range d.Train.Y {
			if d.Class(y) != i%c.count {
				t.Errorf("%d classes: row %d is of class %d", c.count, i, d.Class(y))
			}
		}
	}
	if d, err := New(classes(t, table.MaxClasses, true), spec(t, `"task":"classification","split":{"train":1}`)); err != nil || len(d.Classes) != table.MaxClasses {
		t.Errorf("%d classes are refused: %v", table.MaxClasses, err)
	}
}

// TestRareClass checks the warning of a class with a single training row.
func TestRareClass(t *testing.T) {
	d := build(t, rows(t, "x y", []any{1.0, "a"}, []any{2.0, "b"}, []any{3.0, "c"}, []any{4.0, "a"}, []any{5.0, "b"}), `"task":"classification","split":{"train":1}`)
	assertWarnings(t, d, `the class "c" of target "y" has only 1 training row, too few for a model: add rows of that class, or remove it from the data`)
}

// TestRareClasses checks that there is one warning of the classes with a single training row and one of
// the classes with few.
func TestRareClasses(t *testing.T) {
	var cells [][]any
	for i := range 200 {
		cells = append(cells, []any{float64(i * i), "common"})
	}
	for i, class := range []string{"a", "b", "c", "c", "d", "d", "d"} {
		cells[i][1] = class
	}
	d := build(t, rows(t, "x y", cells...), `"task":"classification","split":{"train":1}`)
	assertWarnings(t, d,
		`the classes "a" and "b" of target "y" have only 1 training row each, too few for a model: add rows of these classes, or remove them from the data`,
		`the classes "c" and "d" of target "y" have 2 and 3 of the 200 training rows: the accuracy hardly depends on them; see the balanced accuracy and the confusion`)
}

// TestStratifiedSplit checks that every part of a stratified split has its share of each class.
func TestStratifiedSplit(t *testing.T) {
	var cells [][]any
	for i := range 100 {
		class := "common"
		if i%10 == 3 {
			class = "rare"
		}
		cells = append(cells, []any{float64(i), class})
	}
	data := rows(t, "x y", cells...)
	for seed := range 5 {
		d := build(t, data, fmt.Sprintf(`"task": "classification", "split": {"train": 0.6, "validation": 0.2, "test": 0.2, "seed": %d, "stratify": true}`, seed))
		var all []int
		for k, part := range d.parts() {
			rare := 0
			for _, row := range part.Rows {
				if row%10 == 3 {
					rare++
				}
			}
			if want := []int{6, 2, 2}[k]; rare != want || len(part.Rows) != 10*want || !slices.IsSorted(part.Rows) {
				t.Errorf("seed %d, part %d: %d of %d rows are of the rare class", seed, k, rare, len(part.Rows))
			}
			all = append(all, part.Rows...)
		}
		slices.Sort(all)
		if len(slices.Compact(all)) != 100 {
			t.Errorf("seed %d: the parts have %d different rows", seed, len(all))
		}
	}
}
