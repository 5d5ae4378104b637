package design

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"lplab/core/experiment"
	"lplab/core/rng"
	"lplab/core/table"
)

// share gives the usable rows to the parts of the split.
func (d *Design) share(usable []bool, target *table.Column, s experiment.Split) error {
	if s.Explicit() {
		if err := d.shareListed(usable, s); err != nil {
			return err
		}
	} else {
		d.shareDrawn(usable, target, s)
	}
	if n := len(d.Train.Rows); n < 2 {
		return fmt.Errorf("there %s: at least 2 are needed; enlarge split.train, or set preprocess.missing to %q if missing cells are the cause",
			map[int]string{0: "are no training " + d.noun() + "s", 1: "is only 1 training " + d.noun()}[n], experiment.MissingMean)
	}
	return nil
}

// shareDrawn shuffles the usable rows with the split's seed and cuts them at
// the rounded multiples of the cumulative fractions, so that the training part
// has round(train * n) of n rows and nothing is lost to rounding twice. Each
// part is then put in ascending order. A stratified split cuts the rows of each class, in
// their order in the shuffle, so.
func (d *Design) shareDrawn(usable []bool, target *table.Column, s experiment.Split) {
	var pool []int
	for i, ok := range usable {
		if ok {
			pool = append(pool, i)
		}
	}
	strata, places := [][]int{{}}, map[string]int{}
	for _, i := range rng.NewStream(s.Seed, "split").Perm(len(pool)) {
		at := 0
		if s.Stratify {
			class := target.Text(d.rowOf(pool[i]))
			if _, known := places[class]; !known {
				places[class] = len(places)
				strata = append(strata, nil)
			}
			at = places[class]
		}
		strata[at] = append(strata[at], pool[i])
	}
	for _, part := range d.parts() {
		part.Rows = []int{}
	}
	for _, rows := range strata {
		from, sum := 0, 0.0
		for k, part := range []experiment.Part{s.Train, s.Validation, s.Test} {
			sum += part.Fraction
			to := max(from, min(len(rows), int(math.Round(sum*float64(len(rows))))))
			d.parts()[k].Rows = append(d.parts()[k].Rows, rows[from:to]...)
			from = to
		}
	}
	for _, part := range d.parts() {
		slices.Sort(part.Rows)
	}
}

// shareListed takes the rows that the experiment lists, in its order, without
// those that are not usable.
func (d *Design) shareListed(usable []bool, s experiment.Split) error {
	names := [3]string{"train", "validation", "test"}
	for k, part := range []experiment.Part{s.Train, s.Validation, s.Test} {
		rows := make([]int, 0, len(part.Rows))
		for i, row := range part.Rows {
			if row < 0 || row >= len(usable) {
				return &experiment.FieldError{
					Path: fmt.Sprintf("split.%s[%d]", names[k], i), Value: strconv.Itoa(row),
					Problem: fmt.Sprintf("the data have %s, counted from 0", count(len(usable), d.noun())),
				}
			}
			if usable[row] {
				rows = append(rows, row)
			}
		}
		if lost := len(part.Rows) - len(rows); lost > 0 {
			d.warn("split.%s lists %s that had to be left out for missing cells", names[k], count(lost, d.noun()))
		}
		d.parts()[k].Rows = rows
	}
	return nil
}
