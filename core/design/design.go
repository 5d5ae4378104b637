// Package design turns a table and an experiment into the numbers a solver
// works on: a row-major matrix and a target for each part of the split.
//
// The steps, one per file: the columns to predict from are computed by formulas where
// there are such (basis.go), or else chosen, and rows with missing cells set aside
// (choose.go), the remaining rows are put into bags where a column names these
// (bags.go), rows or bags are shared out (split.go), the target becomes numbers
// (target.go), and the columns are coded and standardised (code.go), those of a sparse
// table without writing their zeros down (sparse.go).
//
// Nothing about the coding is learned outside the training rows: levels, stand-ins
// for missing cells, means and standard deviations come from them alone, so that
// no change to a validation or test row changes the training matrix.
package design

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lplab/core/experiment"
	"lplab/core/sparse"
	"lplab/core/table"
)

// Design is an experiment's data as numbers.
type Design struct {
	Train, Validation, Test Set

	// Features names the D columns of every X: a column of the table, or one
	// level of a category, "grade=B".
	Features []string

	// Mean and Scale are what standardisation took from each column: X is
	// (x - Mean)/Scale. Without standardisation they are 0 and 1.
	Mean, Scale []float64

	// Classes are the labels that Y calls -1 and +1; nil for regression.
	Classes []string

	// Bags are the names of the bags in the order in which they first appear in the
	// table; nil where every row is for itself.
	Bags []string

	// Warnings say, in a sentence each, what was left out or replaced.
	Warnings []string

	columns []column
	basis   bool // the columns are computed by formulas
	bags    *bags
}

// Set is one part of the split.
type Set struct {
	Rows []int     // rows of the table, or bags, counted from 0
	X    []float64 // Points() x D, row-major; nil where Sparse is set
	Y    []float64 // the target of each of Rows; -1 or +1 for classification

	// Starts, where the rows are bags, says where their points are: those of the bag
	// Rows[i] are the rows Starts[i] up to Starts[i+1] of X. nil elsewhere, where each
	// row is a point.
	Starts []int

	// Sparse is the same as X, of tables with sparse columns. Its Center is nil
	// without standardisation.
	Sparse *sparse.Rows
}

// Points returns the number of rows of X.
func (s Set) Points() int {
	if s.Starts == nil {
		return len(s.Rows)
	}
	return s.Starts[len(s.Rows)]
}

// D returns the number of columns of X.
func (d *Design) D() int { return len(d.columns) }

// Column names the column of the table that feature j codes.
func (d *Design) Column(j int) string { return d.columns[j].from }

// New makes the design of an experiment on a table. s must have come through
// experiment.Decode. An error is one sentence that says what is wrong with the
// data, where, and how to mend it.
func New(t *table.Table, s experiment.Spec) (*Design, error) {
	d := &Design{basis: s.Basis != nil}
	target, ok := t.Column(s.Target)
	if !ok {
		return nil, unknownColumn(t, "target", s.Target)
	}
	if s.Bag != "" {
		if err := d.gather(t, s.Bag); err != nil {
			return nil, err
		}
	}
	sources, err := d.choose(t, s, target)
	if err != nil {
		return nil, err
	}
	usable := d.usableRows(t, target, sources, s.Preprocess.Missing)
	if d.bags != nil {
		if usable, err = d.use(usable, target); err != nil {
			return nil, err
		}
	}
	if err := d.share(usable, s.Split); err != nil {
		return nil, err
	}
	d.place()
	if err := d.codeTarget(target, usable, s); err != nil {
		return nil, err
	}
	readers, err := d.learn(sources, s)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(readers, func(r reader) bool { return r.source.column.Sparse != nil }) {
		all := fillSparse(readers, t.Rows, s.Preprocess.Standardize)
		for _, part := range d.parts() {
			part.Sparse = all.Select(d.points(part))
		}
		return d, nil
	}
	for _, part := range d.parts() {
		part.X = fill(readers, d.points(part))
	}
	return d, nil
}

// Code codes rows of another table as the training rows were coded, for
// predictions on new data: len(rows) x D, row-major. The table needs the
// columns that the design was learned from, of the same kinds; a level that is
// new counts as undecided between the known ones.
func (d *Design) Code(t *table.Table, rows []int) ([]float64, error) {
	if d.basis {
		var err error
		if t, err = d.computed(t, rows); err != nil {
			return nil, err
		}
	}
	coded := map[string]*source{} // by name: the levels of one category share it
	readers := make([]reader, len(d.columns))
	for j := range d.columns {
		c := &d.columns[j]
		if coded[c.from] == nil {
			from, err := c.find(t, rows)
			if err != nil {
				return nil, err
			}
			coded[c.from] = newSource(from, c.levels, c.fillLevel)
		}
		readers[j] = reader{c, coded[c.from]}
	}
	return fill(readers, rows), nil
}

// find returns the column of a new table that c codes, if it can code the rows.
func (c *column) find(t *table.Table, rows []int) (*table.Column, error) {
	from, ok := t.Column(c.from)
	if !ok {
		return nil, fmt.Errorf("the new data have no column %q: the model needs it", c.from)
	}
	if !codable(from) || (from.Kind == table.Category) != (c.levels != nil) {
		return nil, fmt.Errorf("column %q of the new data is %s: the model needs it of the kind it had in the training data", c.from, kindOf(from))
	}
	for _, row := range rows {
		if row < 0 || row >= t.Rows {
			return nil, fmt.Errorf("row %d is not in the new data, which have %s, counted from 0", row, count(t.Rows, "row"))
		}
		if from.Missing[row] && !c.hasFill {
			return nil, fmt.Errorf("column %q of the new data has a missing cell in row %d: fill it, or fit the model with preprocess.missing %q", c.from, row, experiment.MissingMean)
		}
	}
	return from, nil
}

func (d *Design) warn(format string, args ...any) {
	d.Warnings = append(d.Warnings, fmt.Sprintf(format, args...))
}

// parts lists the parts of the split, training rows first.
func (d *Design) parts() [3]*Set { return [3]*Set{&d.Train, &d.Validation, &d.Test} }

// unknownColumn says that the field at path names a column the table lacks.
func unknownColumn(t *table.Table, path, name string) error {
	names := make([]string, len(t.Columns))
	for j, c := range t.Columns {
		names[j] = c.Name
	}
	problem := "the data have no column of that name; they have " + list(names)
	if near, ok := experiment.Nearest(name, names); ok {
		problem = fmt.Sprintf("the data have no column of that name; did you mean %q?", near)
	}
	return &experiment.FieldError{Path: path, Value: strconv.Quote(name), Problem: problem}
}

// maxListed is how many names a message lists before it counts the rest.
const maxListed = 5

// list quotes names for a message: `"a", "b" and 7 more`.
func list(names []string) string {
	var b strings.Builder
	for i, name := range names {
		if i == maxListed {
			fmt.Fprintf(&b, " and %d more", len(names)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Quote(name))
	}
	return b.String()
}

// count writes a number with its noun: "1 row", "3 rows".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
