package design

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/experiment"
	"lplab/core/formula"
	"lplab/core/table"
)

// maxComputed bounds the cells that formulas make: 400 MB.
const maxComputed = 50_000_000

// compute makes the columns that formulas make of those of the table, under the
// formulas for names. A cell is missing where one that its formula reads is, and in rows
// to be skipped, which take no part; any other must be a finite number. A column of the
// name of a constant takes its place.
func (d *Design) compute(t *table.Table, formulas []string, skip []bool) ([]*table.Column, error) {
	if cells := len(formulas) * t.Rows; cells > maxComputed {
		return nil, fmt.Errorf("%s of %s make %d cells; there may be at most %d: leave out formulas, or rows of the data",
			count(len(formulas), "formula"), count(t.Rows, "row"), cells, maxComputed)
	}
	has := func(name string) bool { _, ok := t.Column(name); return ok }
	shadowed := map[string]bool{}
	columns := make([]*table.Column, len(formulas))
	for k, text := range formulas {
		path := fmt.Sprintf("basis[%d]", k)
		f, err := formula.ParseOver(text, has)
		if err != nil {
			return nil, &experiment.FieldError{Path: path, Value: strconv.Quote(text), Problem: err.Error()}
		}
		for _, name := range f.Shadowed() {
			shadowed[name] = true
		}
		reads := make([]*table.Column, len(f.Columns()))
		for j, name := range f.Columns() {
			c, ok := t.Column(name)
			if !ok {
				return nil, unknownColumn(t, path, name)
			}
			if c.Kind != table.Number {
				return nil, &experiment.FieldError{Path: path, Value: strconv.Quote(text),
					Problem: fmt.Sprintf("it reads %q, which is %s, and formulas are of columns of numbers; change it, or leave it out", name, kindOf(c))}
			}
			reads[j] = c
		}
		made := &table.Column{Name: text, Kind: table.Number, Numbers: make([]float64, t.Rows), Missing: make([]bool, t.Rows)}
		values := make([]float64, len(reads))
		for row := range t.Rows {
			missing := skip[row]
			for j, c := range reads {
				values[j] = c.Number(row)
				missing = missing || c.Missing[row]
			}
			v := math.NaN()
			if !missing {
				if v = f.At(values); math.IsNaN(v - v) {
					return nil, &experiment.FieldError{Path: path, Value: strconv.Quote(text),
						Problem: fmt.Sprintf("it is no finite number in row %d of the data (counted from 0)%s; change the formula, or mend or leave out that row", row, where(f, values))}
				}
			}
			made.Numbers[row], made.Missing[row] = v, missing
		}
		columns[k] = made
	}
	for _, name := range slices.Sorted(maps.Keys(shadowed)) {
		d.warn("in formulas, %q is the column of that name and not the constant; rename the column to use the constant", name)
	}
	return columns, nil
}

// where says which values a formula has read.
func where(f *formula.Formula, values []float64) string {
	var words []string
	for j, name := range f.Columns() {
		if j == maxListed {
			words = append(words, fmt.Sprintf("%d more", len(values)-j))
			break
		}
		words = append(words, fmt.Sprintf("%q is %g", name, values[j]))
	}
	if words == nil {
		return ""
	}
	return ", where " + strings.Join(words, " and ")
}
