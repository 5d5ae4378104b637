package design

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"lplab/core/experiment"
	"lplab/core/table"
)

// codeTarget sets Y of every part, and Classes for classification.
func (d *Design) codeTarget(target *table.Column, usable []bool, s experiment.Spec) error {
	if s.Task == experiment.Classification {
		return d.codeClasses(target, usable, s)
	}
	if target.Kind != table.Number {
		remedy := "choose a numeric column"
		if len(target.Levels) == 2 {
			remedy = fmt.Sprintf("set task to %q, or choose a numeric column", experiment.Classification)
		}
		return fmt.Errorf("target %q is %s; %s", target.Name, kindOf(target), remedy)
	}
	for _, part := range d.parts() {
		part.Y = make([]float64, len(part.Rows))
		for i, row := range part.Rows {
			part.Y[i] = target.Number(d.rowOf(row))
		}
	}
	if y := d.Train.Y; slices.Min(y) == slices.Max(y) {
		return fmt.Errorf("target %[1]q is %[2]v in all %[3]d training %[4]ss: there is nothing to learn; choose another target or other training %[4]ss", target.Name, y[0], len(y), d.noun())
	}
	return nil
}

// codeClasses calls the smaller (for texts: alphabetically first) of the two
// classes -1, the other +1. Where the split lists rows, the classes are those
// of the listed rows, else those of all usable rows.
func (d *Design) codeClasses(target *table.Column, usable []bool, s experiment.Spec) error {
	var pool []int
	if s.Split.Explicit() {
		pool = slices.Concat(d.Train.Rows, d.Validation.Rows, d.Test.Rows)
	} else {
		for row, ok := range usable {
			if ok {
				pool = append(pool, row)
			}
		}
	}
	for i, row := range pool {
		pool[i] = d.rowOf(row)
	}
	classes := classesOf(target, pool)
	if len(classes) != 2 {
		remedy := "choose a target with two"
		if target.Kind == table.Number && len(classes) > 2 {
			remedy = fmt.Sprintf("choose a target with two, or set task to %q", experiment.Regression)
		}
		noun := "classes"
		if len(classes) == 1 {
			noun = "class"
		}
		return fmt.Errorf("target %q has %d %s: %s; classification needs exactly two: %s", target.Name, len(classes), noun, list(classes), remedy)
	}
	d.Classes = classes
	for _, part := range d.parts() {
		part.Y = make([]float64, len(part.Rows))
		for i, row := range part.Rows {
			part.Y[i] = -1
			if classOf(target, d.rowOf(row)) == classes[1] {
				part.Y[i] = 1
			}
		}
	}
	if y := d.Train.Y; slices.Min(y) == slices.Max(y) {
		only := classes[0]
		if y[0] > 0 {
			only = classes[1]
		}
		return fmt.Errorf("the training %[3]ss hold only the class %[1]q of target %[2]q; choose another split.seed or more training %[3]ss", only, target.Name, d.noun())
	}
	return nil
}

// classesOf lists the distinct values of the target in the given rows, numbers
// by size, texts alphabetically.
func classesOf(target *table.Column, rows []int) []string {
	var classes []string
	first := map[string]int{} // a row of each class
	for _, row := range rows {
		class := classOf(target, row)
		if _, seen := first[class]; !seen {
			first[class] = row
			classes = append(classes, class)
		}
	}
	slices.SortFunc(classes, func(a, b string) int {
		if target.Kind == table.Number {
			return cmp.Compare(target.Number(first[a]), target.Number(first[b]))
		}
		return cmp.Compare(a, b)
	})
	return classes
}

// classOf is the target's value in a row as a class label: a number in shortest
// notation, a text as it stands.
func classOf(target *table.Column, row int) string {
	if target.Kind != table.Number {
		return target.Text(row)
	}
	x := target.Number(row)
	if x == 0 {
		x = 0 // and not -0
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
