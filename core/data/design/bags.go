package design

import (
	"fmt"
	"strconv"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// gather puts the rows of the table into the bags that a column names, in the order
// in which the names appear first, and sets their names.
func (d *Design) gather(t *table.Table, name string) error {
	column, ok := t.Column(name)
	if !ok {
		return unknownColumn(t, "bag", name)
	}
	place := map[string]int{}
	unnamed := 0
	for row := range t.Rows {
		if column.Missing[row] {
			unnamed++
			continue
		}
		label := classOf(column, row)
		k, known := place[label]
		if !known {
			k = len(d.bags)
			place[label] = k
			d.bags = append(d.bags, nil)
			d.Bags = append(d.Bags, label)
		}
		d.bags[k] = append(d.bags[k], row)
	}
	if unnamed > 0 {
		d.warn("%s dropped: bag %q missing", count(unnamed, "row"), name)
	}
	if len(d.bags) < 2 {
		return fmt.Errorf("column %q names %s: at least 2 are needed; choose for bag the column that identifies the bags", name, count(len(d.bags), "bag"))
	}
	return nil
}

// use leaves the bags with the rows that are usable, and marks those that may take
// part: a bag without any target may not. A bag has one target.
func (d *Design) use(usable []bool, target *table.Column) ([]bool, error) {
	taking := make([]bool, len(d.bags))
	unlabelled := 0
	for k, rows := range d.bags {
		var kept []int
		first := -1 // the first row with a target
		for _, row := range rows {
			if usable[row] {
				kept = append(kept, row)
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
		if first >= 0 && kept == nil {
			return nil, fmt.Errorf("bag %q is left without rows, each having a missing cell: fill them in, leave out the columns that miss them, or set preprocess.missing to %q", d.Bags[k], experiment.MissingMean)
		}
		taking[k] = kept != nil
		if !taking[k] {
			unlabelled++
		}
		d.bags[k] = kept
	}
	if unlabelled > 0 {
		d.warn("%s dropped: target %q missing", count(unlabelled, "bag"), target.Name)
	}
	return taking, nil
}

// shownClass is the target in a row as a message shows it.
func shownClass(target *table.Column, row int) string {
	if target.Kind == table.Number {
		return classOf(target, row)
	}
	return strconv.Quote(classOf(target, row))
}

// place sets where the points of every part begin.
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

// points lists the rows of the table that X of a part is made of.
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

// rowOf is a row of the table with what holds for a row of the design: itself, or one
// of its bag.
func (d *Design) rowOf(row int) int {
	if d.bags == nil {
		return row
	}
	return d.bags[row][0]
}

// noun is what the rows of the design are in a message.
func (d *Design) noun() string {
	if d.bags == nil {
		return "row"
	}
	return "bag"
}
