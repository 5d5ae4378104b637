package design

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/rng"
)

// share assigns the usable rows to the parts of the split.
func (d *Design) share(t *table.Table, usable []bool, target *table.Column, s experiment.Split) error {
	if s.Explicit() && t.Tests > 0 {
		return &experiment.FieldError{Path: "split.train", Value: "a list of rows", Problem: "the test rows are those of the test file; give fractions, or leave data.test out"}
	}
	var err error
	if s.Explicit() {
		err = d.shareListed(usable, s)
	} else {
		err = d.shareDrawn(t, usable, target, s)
	}
	if err != nil {
		return err
	}
	if n := len(d.Train.Rows); n < 2 {
		return fmt.Errorf("the split has %s: at least 2 are needed; enlarge split.train, or set preprocess.missing to %q if missing cells are the cause",
			english.Count(n, "training "+d.noun()), experiment.MissingMean)
	}
	return nil
}

// shareDrawn shuffles the usable rows with the split's seed, or sorts them by a column of
// times (stably), and cuts them at the rounded multiples of the cumulative fractions, so that
// the training part has round(train * n) of n rows and no row is lost by rounding. Each part
// is then sorted. A stratified split cuts the rows of each class in this way. A split by groups
// shuffles groups, and cuts where one ends.
func (d *Design) shareDrawn(t *table.Table, usable []bool, target *table.Column, s experiment.Split) error {
	var times []float64
	if s.Order != "" {
		column, err := columnAt(t, "split.order", s.Order)
		if err != nil {
			return err
		}
		if times, err = column.Times(); err != nil {
			return &experiment.FieldError{Path: "split.order", Value: strconv.Quote(s.Order), Problem: err.Error()}
		}
		usable = d.withCell(usable, column, "time")
	}
	var groups *table.Column
	if s.Groups != "" {
		var err error
		if groups, err = columnAt(t, "split.groups", s.Groups); err != nil {
			return err
		}
		usable = d.withCell(usable, groups, "group")
	}
	pool, tests := make([]int, 0, len(usable)), []int{}
	for i, ok := range usable {
		switch {
		case ok && d.rowOf(i) >= t.Rows-t.Tests:
			tests = append(tests, i)
		case ok:
			pool = append(pool, i)
		}
	}
	if t.Tests > 0 {
		sum := s.Train.Fraction + s.Validation.Fraction
		s.Train.Fraction, s.Validation.Fraction, s.Test.Fraction = s.Train.Fraction/sum, s.Validation.Fraction/sum, 0
	}
	rows := pool // in the order of the cuts
	if times != nil {
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(times[d.rowOf(a)], times[d.rowOf(b)]) })
	} else {
		if name := t.SortedDates(); name != "" && t.Tests == 0 && s.Train.Fraction < 1 && groups == nil {
			d.warn("the rows are in the order of %q, and the unseen rows are drawn at random between the training rows: for the error of forecasts set split.order to this column", name)
		}
		rows = rng.NewStream(s.Seed, "split").Perm(len(pool))
		for k, i := range rows {
			rows[k] = pool[i]
		}
	}
	strata, ends := [][]int{rows}, []int(nil)
	switch {
	case groups != nil:
		strata[0] = nil // group by group, in the order in which the groups first occur
		for _, group := range lists.Group(rows, func(row int) string { return groups.Text(d.rowOf(row)) }) {
			strata[0] = append(strata[0], group...)
			ends = append(ends, len(strata[0]))
		}
	case s.Stratify:
		strata = lists.Group(rows, func(row int) string { return target.Text(d.rowOf(row)) })
	}
	for _, part := range d.parts() {
		part.Rows = []int{}
	}
	shares, later := []experiment.Part{s.Train, s.Validation, s.Test}, 0 // parts with rows after the current one
	for _, part := range shares {
		if part.Fraction > 0 {
			later++
		}
	}
	for _, rows := range strata {
		from, sum := 0, 0.0
		for k, part := range shares {
			sum += part.Fraction
			to := max(from, min(len(rows), int(math.Round(sum*float64(len(rows))))))
			switch {
			case groups == nil:
			case part.Fraction == 0:
				to = from
			default:
				later--
				if to = nearest(ends, from, to, later); to == from {
					return &experiment.FieldError{Path: "split.groups", Value: strconv.Quote(s.Groups), Problem: fmt.Sprintf(
						"it has %s, too few for all parts of the split; choose a column with more groups, or fewer parts", english.Count(len(ends), "group"))}
				}
			}
			d.parts()[k].Rows = append(d.parts()[k].Rows, rows[from:to]...)
			from = to
		}
	}
	d.Test.Rows = append(d.Test.Rows, tests...)
	for _, part := range d.parts() {
		slices.Sort(part.Rows)
	}
	if groups != nil {
		d.warnOfShared(groups, pool, tests)
		d.Groups, d.ValidationGroups = d.numberGroups(d.Train.Rows, groups), d.numberGroups(d.Validation.Rows, groups)
	}
	return nil
}

// nearest returns the end after from that is nearest to a place and has a number of ends after it; from if there is none.
func nearest(ends []int, from, place, after int) int {
	first, _ := slices.BinarySearch(ends, from+1)
	ends = ends[first:max(first, len(ends)-after)]
	if len(ends) == 0 {
		return from
	}
	return slices.MinFunc(ends, func(a, b int) int { return cmp.Compare(max(a-place, place-a), max(b-place, place-b)) })
}

// warnOfShared warns about rows of the test file in groups that the data file has too.
func (d *Design) warnOfShared(groups *table.Column, pool, tests []int) {
	inPool := map[string]bool{}
	for _, row := range pool {
		inPool[groups.Text(d.rowOf(row))] = true
	}
	shared := 0
	for _, row := range tests {
		if inPool[groups.Text(d.rowOf(row))] {
			shared++
		}
	}
	if shared > 0 {
		d.warn("the test file has %s in groups of %q that the data file has too, so the test error can be smaller than for new groups", english.Count(shared, d.noun()), groups.Name)
	}
}

// numberGroups returns the group of each row as a number from 0.
func (d *Design) numberGroups(rows []int, column *table.Column) []int {
	numbers := map[string]int{}
	return lists.Map(rows, func(row int) int {
		name := column.Text(d.rowOf(row))
		if _, ok := numbers[name]; !ok {
			numbers[name] = len(numbers)
		}
		return numbers[name]
	})
}

// withCell returns the usable rows that have a cell in a column, which is named by its use.
func (d *Design) withCell(usable []bool, column *table.Column, use string) []bool {
	rows, drops := slices.Clone(usable), 0
	for i, ok := range usable {
		if ok && column.Missing[d.rowOf(i)] {
			rows[i] = false
			drops++
		}
	}
	if drops > 0 {
		d.warn("%s dropped: %s %q missing", english.Count(drops, d.noun()), use, column.Name)
	}
	return rows
}

// shareListed assigns the usable rows among those that the experiment lists, in its order.
func (d *Design) shareListed(usable []bool, s experiment.Split) error {
	names := [3]string{"train", "validation", "test"}
	for k, part := range []experiment.Part{s.Train, s.Validation, s.Test} {
		rows := make([]int, 0, len(part.Rows))
		for i, row := range part.Rows {
			if row < 0 || row >= len(usable) {
				return &experiment.FieldError{
					Path: fmt.Sprintf("split.%s[%d]", names[k], i), Value: strconv.Itoa(row),
					Problem: fmt.Sprintf("the data have %s, counted from 0", english.Count(len(usable), d.noun())),
				}
			}
			if usable[row] {
				rows = append(rows, row)
			}
		}
		if drops := len(part.Rows) - len(rows); drops > 0 {
			d.warn("split.%s lists %s that were dropped for missing cells", names[k], english.Count(drops, d.noun()))
		}
		d.parts()[k].Rows = rows
	}
	return nil
}
