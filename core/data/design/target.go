package design

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
)

// codeTarget sets Y of every part, and Classes for classification.
func (d *Design) codeTarget(target *table.Column, usable []bool, s experiment.Spec) error {
	if s.Task == experiment.Classification {
		return d.codeClasses(target, usable, s)
	}
	if target.Kind != table.Number {
		remedy := "choose a numeric column"
		if len(target.Levels) >= 2 {
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
		return fmt.Errorf("target %[1]q is %[2]v in all %[3]d training %[4]ss, so there is nothing to fit; choose another target or other training %[4]ss", target.Name, y[0], len(y), d.noun())
	}
	return nil
}

// codeClasses codes the smaller (for texts: alphabetically first) of two classes as -1 and the
// other as +1; more classes by their places from 0, in the same order. The classes are those of
// the rows that the split lists, or of all usable rows.
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
	if len(classes) < 2 {
		remedy := "choose another target"
		if slices.Contains(usable, false) && s.Preprocess.Missing == experiment.MissingDrop {
			remedy += fmt.Sprintf(", or set preprocess.missing to %q if missing cells are the cause", experiment.MissingMean)
		}
		return fmt.Errorf("target %q has %s in the rows that are used: %s; classification needs at least two: %s", target.Name, english.CountOf(len(classes), "class", "classes"), english.List(classes), remedy)
	}
	if len(classes) > table.MaxClasses {
		if target.Kind == table.Number {
			return fmt.Errorf("target %q has %d different numbers, too many for classes, of which there are at most %d: %s, or choose another target", target.Name, len(classes), table.MaxClasses, forRegression(s))
		}
		return fmt.Errorf("target %q has %s: %s; classification takes at most %d: choose a target with fewer, or merge rare classes in the data", target.Name, english.CountOf(len(classes), "class", "classes"), english.List(classes), table.MaxClasses)
	}
	d.Classes = classes
	place := make(map[string]int, len(classes))
	for k, class := range classes {
		place[class] = k
	}
	for _, part := range d.parts() {
		part.Y = make([]float64, len(part.Rows))
		for i, row := range part.Rows {
			part.Y[i] = float64(place[classOf(target, d.rowOf(row))])
			if len(classes) == 2 {
				part.Y[i] = 2*part.Y[i] - 1
			}
		}
	}
	return d.checkClasses(target, s)
}

// forRegression returns the advice of a message on how to predict numbers.
func forRegression(s experiment.Spec) string {
	switch {
	case experiment.NeedsClasses(s.Model):
		return fmt.Sprintf("set task to %q and model.type to one for it, such as %q", experiment.Regression, experiment.ModelLP)
	case s.Model.Kind() == experiment.ModelLP && experiment.OfClasses(s.Model.Loss.Type):
		return fmt.Sprintf("set task to %q and model.loss.type to one for it, such as %q", experiment.Regression, experiment.LossSquared)
	}
	return fmt.Sprintf("set task to %q", experiment.Regression)
}

// checkClasses refuses training rows without one of the classes.
func (d *Design) checkClasses(column *table.Column, s experiment.Spec) error {
	target := column.Name
	var absent, present []string
	for k, n := range d.ClassCounts(d.Train.Y) {
		if n == 0 {
			absent = append(absent, d.Classes[k])
			continue
		}
		present = append(present, d.Classes[k])
	}
	remedy := "choose another split.seed or more training " + d.noun() + "s"
	if s.Split.Order != "" {
		remedy = "choose more training " + d.noun() + "s, or leave split.order out"
	}
	switch {
	case absent == nil:
		return nil
	case len(present) == 1:
		return fmt.Errorf("the training %ss hold only the class %q of target %q; %s", d.noun(), present[0], target, remedy)
	}
	if column.Kind == table.Number && len(absent)+len(present) > 10 {
		return fmt.Errorf("target %q has %d different numbers, and %d of them in no training %s, as a class needs: %s, or choose another target", target, len(d.Classes), len(absent), d.noun(), forRegression(s))
	}
	return fmt.Errorf("the training %[3]ss lack %[1]s in target %[2]q; %[4]s, or leave the %[3]ss with %[1]s out of the data", english.List(absent), target, d.noun(), remedy)
}

// ClassCounts counts the rows of each class, given their targets; it is empty in a regression.
func (d *Design) ClassCounts(y []float64) []int {
	counts := make([]int, len(d.Classes))
	if d.Classes != nil {
		for _, v := range y {
			counts[d.Class(v)]++
		}
	}
	return counts
}

// Class returns the place among Classes of a value of Y, or, for two classes, of a decision
// value.
func (d *Design) Class(y float64) int {
	switch {
	case len(d.Classes) > 2:
		return int(y)
	case y < 0:
		return 0
	}
	return 1
}

// classesOf lists the distinct values of the target in the given rows, numbers
// by size, texts alphabetically.
func classesOf(target *table.Column, rows []int) []string {
	rowOf := map[string]int{} // a row of each class
	for _, row := range rows {
		rowOf[classOf(target, row)] = row
	}
	classes := slices.Sorted(maps.Keys(rowOf))
	if target.Kind == table.Number {
		slices.SortFunc(classes, func(a, b string) int { return cmp.Compare(target.Number(rowOf[a]), target.Number(rowOf[b])) })
	}
	return classes
}

// classOf returns the target of a row as a class label: a number in shortest notation, or a
// text as it is.
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
