package design

import (
	"fmt"
	"strconv"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// gather groups the rows of the table into bags by the names in a column, in the order in which
// the names first occur.
func (d *Design) gather(t *table.Table, name string) error {
	column, err := columnAt(t, "bag", name)
	if err != nil {
		return err
	}
	rows := make([]int, 0, t.Rows)
	for row, missing := range column.Missing {
		if !missing {
			rows = append(rows, row)
		}
	}
	if n := t.Rows - len(rows); n > 0 {
		d.warn("%s dropped: bag %q missing", english.Count(n, "row"), name)
	}
	d.bags = lists.Group(rows, func(row int) string { return classOf(column, row) })
	for _, rows := range d.bags {
		d.Bags = append(d.Bags, classOf(column, rows[0]))
	}
	if len(d.bags) < 2 {
		return fmt.Errorf("column %q names %s: at least 2 are needed; choose for bag the column that identifies the bags", name, english.Count(len(d.bags), "bag"))
	}
	return nil
}

// use removes unusable rows from the bags, and returns which bags have a target. It returns an error
// if the rows of a bag have different targets.
func (d *Design) use(usable []bool, target *table.Column) ([]bool, error) {
	labelled := make([]bool, len(d.bags))
	unlabelled := 0
	for k, rows := range d.bags {
		var bags []int
		first := -1 // the first row with a target
		for _, row := range rows {
			if usable[row] {
				bags = append(bags, row)
			}
			switch {
			case target.Missing[row]:
			case first < 0:
				first = row
			case classOf(target, row) != classOf(target, first):
				return nil, fmt.Errorf("target %q is %s in row %d and %s in row %d of the data (counted from 0), both of bag %q: a bag has one target; correct it, or choose another target or another column for bag",
					target.Name, shownClass(target, first), first, shownClass(target, row), row, d.Bags[k])
			}
		}
		if first >= 0 && bags == nil {
			return nil, fmt.Errorf("bag %q is left without rows, each having a missing cell: fill them in, leave out the columns that miss them, or set preprocess.missing to %q", d.Bags[k], experiment.MissingMean)
		}
		labelled[k] = bags != nil
		if !labelled[k] {
			unlabelled++
		}
		d.bags[k] = bags
	}
	if unlabelled > 0 {
		d.warn("%s dropped: target %q missing", english.Count(unlabelled, "bag"), target.Name)
	}
	return labelled, nil
}

// shownClass returns the target of a row for a message.
func shownClass(target *table.Column, row int) string {
	if target.Kind == table.Number {
		return classOf(target, row)
	}
	return strconv.Quote(classOf(target, row))
}

// place sets the Starts of every part.
func (d *Design) place() {
	if d.bags == nil {
		return
	}
	for _, part := range d.parts() {
		part.Starts = make([]int, 1, len(part.Rows)+1)
		for i, bag := range part.Rows {
			part.Starts = append(part.Starts, part.Starts[i]+len(d.bags[bag]))
		}
	}
}

// points returns the rows of the table that are the rows of X of a part.
func (d *Design) points(part *Set) []int {
	if d.bags == nil {
		return part.Rows
	}
	points := make([]int, 0, part.Points())
	for _, bag := range part.Rows {
		points = append(points, d.bags[bag]...)
	}
	return points
}

// rowOf returns the row of the table for a row of the design, or the first of its bag.
func (d *Design) rowOf(row int) int {
	if d.bags == nil {
		return row
	}
	return d.bags[row][0]
}

// noun is the name of a row of the design in messages.
func (d *Design) noun() string {
	if d.bags == nil {
		return "row"
	}
	return "bag"
}
