package design

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/data/formula"
	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
)

// maxComputed bounds the computed cells: 400 MB.
const maxComputed = 50_000_000

// compute evaluates formulas over the columns of the table, into columns named by the formulas.
// A cell is missing in the rows to skip and where the formula reads a missing cell; all others
// must be finite. A column named like a constant takes its place.
func (d *Design) compute(t *table.Table, formulas []string, skip []bool) ([]*table.Column, error) {
	if cells := len(formulas) * t.Rows; cells > maxComputed {
		return nil, fmt.Errorf("%s of %s make %d cells; there may be at most %d: leave out formulas, or rows of the data",
			english.Count(len(formulas), "formula"), english.Count(t.Rows, "row"), cells, maxComputed)
	}
	has := func(name string) bool { _, ok := t.Column(name); return ok }
	shadowed := map[string]bool{}
	columns := make([]*table.Column, len(formulas))
	d.formulas = map[string]*boundFormula{}
	for k, text := range formulas {
		path := fmt.Sprintf("basis[%d]", k)
		f, err := formula.ParseOver(text, has)
		if err != nil {
			return nil, &experiment.FieldError{Path: path, Value: strconv.Quote(text), Problem: err.Error()}
		}
		for _, name := range f.Shadowed() {
			shadowed[name] = true
		}
		c := &boundFormula{formula: f, reads: make([]*table.Column, len(f.Columns()))}
		for j, name := range f.Columns() {
			column, ok := t.Column(name)
			problem := ""
			if !ok {
				problem = fmt.Sprintf("it reads %q: %s", name, noColumn(t, name))
			} else if column.Kind != table.Number {
				problem = fmt.Sprintf("it reads %q, which is %s, and formulas are of columns of numbers; change it, or leave it out", name, kindOf(column))
			}
			if problem != "" {
				return nil, &experiment.FieldError{Path: path, Value: strconv.Quote(text), Problem: problem}
			}
			c.reads[j] = column
		}
		row, values := -1, ""
		columns[k] = c.column(text, t.Rows, skip, func(i int, where string) {
			if row < 0 {
				row, values = i, where
			}
		})
		if row >= 0 {
			return nil, &experiment.FieldError{Path: path, Value: strconv.Quote(text),
				Problem: fmt.Sprintf("it is not finite in row %d of the data (counted from 0)%s; change the formula, or correct or remove that row", row, values)}
		}
		d.formulas[text] = c
	}
	for _, name := range slices.Sorted(maps.Keys(shadowed)) {
		d.warn("in formulas, %q is the column of that name and not the constant; rename the column to use the constant", name)
	}
	return columns, nil
}

// boundFormula is a formula with the columns that it reads.
type boundFormula struct {
	formula *formula.Formula
	reads   []*table.Column
}

// column evaluates the formula in every row except those to skip; it calls undefined for each
// row where it is not finite, with the values there.
func (c *boundFormula) column(name string, rows int, skip []bool, undefined func(row int, where string)) *table.Column {
	out := &table.Column{Name: name, Kind: table.Number, Numbers: make([]float64, rows), Missing: make([]bool, rows)}
	values := make([]float64, len(c.reads))
	for row := range rows {
		missing := skip != nil && skip[row]
		for j, column := range c.reads {
			values[j] = column.Number(row)
			missing = missing || column.Missing[row]
		}
		v := math.NaN()
		if !missing {
			if v = c.formula.At(values); math.IsNaN(v - v) {
				undefined(row, where(c.formula, values))
				v, missing = math.NaN(), true
			}
		}
		out.Numbers[row], out.Missing[row] = v, missing
	}
	return out
}

// where lists the values of a formula's columns in a message.
func where(f *formula.Formula, values []float64) string {
	const mostShown = 5
	var words []string
	for j, name := range f.Columns() {
		if j == mostShown {
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
