// Package design turns a table and an experiment into a row-major matrix and a target for
// each part of the split.
//
// The steps, one per file: the features are computed by formulas (basis.go) or chosen, and
// rows with missing cells set aside (choose.go); the rows are put into bags (bags.go); rows or
// bags are split into parts (split.go); the target becomes numbers (target.go); and the
// columns are coded and standardised (code.go), those of a sparse table without its zeros
// (sparse.go).
//
// The coding is learned only from the training rows: levels, replacements of missing cells,
// means and standard deviations, so that no change to a validation or test row changes the
// training matrix.
package design

import (
	"fmt"
	"slices"
	"strconv"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/spaces/sparse"
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

	// Classes are the labels: two, which Y codes as -1 and +1, or more, coded by their places
	// from 0; nil for regression.
	Classes []string

	// Bags are the names of the bags in the order in which they first appear in the
	// table; nil without bags.
	Bags []string

	// Groups and ValidationGroups are the groups of Train.Rows and Validation.Rows, as numbers from 0, if the split is by
	// groups; otherwise nil.
	Groups, ValidationGroups []int

	// Warnings are sentences about omitted or replaced cells, and about misleading data.
	Warnings []string

	columns    []column
	bags       [][]int   // rows of the table, ascending, by bag; nil without bags
	sources    []*source // the chosen columns of the table
	readers    []reader  // of the columns
	rows       int       // of the table
	decimal    string    // the decimal mark of the file, "" if it is not known
	group      string    // its mark between thousands
	preprocess experiment.Preprocess
	formulas   map[string]*boundFormula // formulas, by their texts
	inputs     []experiment.ModelColumn // of a model file
	reads      map[string]bool          // those of them that its functions read
	leftOut    map[string]bool          // columns and features without two values in the training rows
}

// Set is one part of the split.
type Set struct {
	Rows []int     // rows of the table, or bags, counted from 0
	X    []float64 // Points() x D, row-major; nil where Sparse is set
	Y    []float64 // the target of each of Rows; for classification see Design.Classes

	// Starts are the points of bags: those of the bag Rows[i] are the rows Starts[i] up to
	// Starts[i+1] of X. nil without bags, where each row is a point.
	Starts []int

	// Sparse takes the place of X for tables with sparse columns. Its Center is nil
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

// LeftOut reports whether a column, or the feature of one of its levels, was left out
// because its training cells are all missing or all equal.
func (d *Design) LeftOut(name string) bool { return d.leftOut[name] }

// New makes the design of an experiment on a table. s must be a result of
// experiment.Decode. The error, one sentence, states what is wrong with the data, where, and
// how to correct it.
func New(t *table.Table, s experiment.Spec) (*Design, error) {
	d := &Design{rows: t.Rows, preprocess: s.Preprocess, decimal: t.Findings.Mark, group: t.Findings.Group}
	target, err := columnAt(t, "target", s.Target)
	if err != nil {
		return nil, err
	}
	for i, name := range s.Data.Import.Codes {
		if _, err := columnAt(t, fmt.Sprintf("data.import.codes[%d]", i), name); err != nil {
			d.warn("%s", err) // no error: a header that is read otherwise changes the names
		}
	}
	if s.Bag != "" {
		if err := d.gather(t, s.Bag); err != nil {
			return nil, err
		}
	}
	if d.sources, err = d.choose(t, s, target); err != nil {
		return nil, err
	}
	usable := d.usableRows(target)
	if d.bags != nil {
		if usable, err = d.use(usable, target); err != nil {
			return nil, err
		}
	}
	if err := d.share(t, usable, target, s.Split); err != nil {
		return nil, err
	}
	d.place()
	if err := d.codeTarget(target, usable, s); err != nil {
		return nil, err
	}
	if err := d.code(); err != nil {
		return nil, err
	}
	d.caution(s)
	return d, nil
}

// code learns the coding from the training rows and codes the rows of all parts.
func (d *Design) code() error {
	if err := d.learn(); err != nil {
		return err
	}
	if slices.ContainsFunc(d.readers, func(r reader) bool { return r.source.column.Sparse != nil }) {
		all := fillSparse(d.readers, d.rows, d.preprocess.Standardize)
		for _, part := range d.parts() {
			part.Sparse = all.Select(d.points(part))
		}
		return nil
	}
	for _, part := range d.parts() {
		part.X = fill(d.readers, d.points(part))
	}
	return nil
}

func (d *Design) warn(format string, args ...any) {
	d.Warnings = append(d.Warnings, fmt.Sprintf(format, args...))
}

// parts lists the parts of the split, training rows first.
func (d *Design) parts() [3]*Set { return [3]*Set{&d.Train, &d.Validation, &d.Test} }

// columnAt returns the column that the field at path names.
func columnAt(t *table.Table, path, name string) (*table.Column, error) {
	if column, ok := t.Column(name); ok {
		return column, nil
	}
	return nil, &experiment.FieldError{Path: path, Value: strconv.Quote(name), Problem: noColumn(t, name)}
}

// noColumn states that the table has no column of a name.
func noColumn(t *table.Table, name string) string {
	names := lists.Map(t.Columns, func(c *table.Column) string { return c.Name })
	if nearest, ok := experiment.Nearest(name, names); ok {
		return fmt.Sprintf("the data have no column of that name; did you mean %q?", nearest)
	}
	return "the data have no column of that name; they have " + english.List(names)
}
