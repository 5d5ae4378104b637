// Package table turns the bytes of a file into a typed table: columns of numbers or
// texts, the findings about the file with their confidence, and warnings.
//
// Read works in steps, one per file: unpack undoes gzip (gzip.go), Recognise
// refuses files that are not text (magic.go), decode makes it UTF-8 (encoding.go),
// sniffFormat finds the format (format.go), sniffDelimiter the delimiter (sniff.go), sniffStart the
// first line (start.go), fit the rectangle of the records (shape.go), hasHeader and safeNames the names of the
// columns (header.go, names.go), and typer the types of the columns (column.go, evidence.go,
// numbers.go, dates.go). Cells are not stored: a format has a function that reads the records of its
// text (scan.go for delimited text, json.go, and arff.go, where columns are declared) two or three
// times. Files in the LIBSVM format are read differently (libsvm.go, sparse.go). Every step takes time
// and memory linear in the size of the file.
//
// Every guess is a Finding with a confidence, and an Option replaces it. The error for a file
// that cannot be read is one sentence: what, where and how to correct it; it is a *Refused, which
// names the Option that may correct it. FromRows and NewNumeric make tables without a file.
package table

import (
	"strconv"
	"sync"
)

// Table is a rectangle of cells, held by columns. It must not be changed.
type Table struct {
	Columns  []*Column
	Rows     int
	Tests    int      // the last rows, which come from a test file
	Findings Findings // what Read found; zero for tables that come from no file
	Warnings []string // one sentence each

	cautions []string // of Warnings, those of cells that may spoil a model
	ofCells  []string // of Warnings, those that do not depend on the use of the columns as features
	byName   map[string]*Column
	head     [][]string    // the first rows as written, of the first columns; nil without records
	sorted   func() string // findSorted, which reads all dates, once
}

// Column returns the column of that name.
func (t *Table) Column(name string) (*Column, bool) {
	c, ok := t.byName[name]
	return c, ok
}

// newTable assembles columns, all of the same length and of distinct names.
func newTable(columns []*Column, rows int) *Table {
	t := &Table{Columns: columns, Rows: rows, byName: make(map[string]*Column, len(columns))}
	t.sorted = sync.OnceValue(t.findSorted)
	for _, c := range columns {
		t.byName[c.Name] = c
	}
	return t
}

// Kind is the type of the cells of a column.
type Kind int

// The kinds of columns. Only Number and Category can be features.
const (
	Number   Kind = iota
	Category      // texts with at most MaxLevels distinct values, or MaxCoded
	Text          // any other texts, or no cell at all
	Date          // calendar dates, as texts: day and month are never guessed
	ID            // row numbers, or digits with leading zeros, as texts
)

// String returns the kind's name in an Inspection.
func (k Kind) String() string {
	return [...]string{Number: "number", Category: "category", Text: "text", Date: "date", ID: "id"}[k]
}

// Column is one variable. Its slices have one entry per row of the table;
// columns may share them, so they are read-only.
type Column struct {
	Name    string
	Kind    Kind
	Numbers []float64 // Number: finite values, NaN where missing; nil for other kinds and where Sparse is set
	Sparse  *Sparse   // in place of Numbers for the features of a LIBSVM file; nil for other columns
	Texts   []string  // the cells as written, without surrounding space; nil for numbers, unless Options.AsWritten
	Missing []bool
	Unit    string // beside the numbers, such as "kg", "€" or "%"; "" for none

	// Levels are the distinct values of a Category, sorted, and of a Number with at most two,
	// ascending and in shortest notation; nil for other columns.
	Levels []string

	// DateOf is the column of dates of which this one is a part (DatesParts), and DateOrder the
	// order of its dates: YearFirst, DayFirst or MonthFirst. In a column of dates, DateOrder is the order
	// that the options give to ambiguous dates. Otherwise both are "".
	DateOf, DateOrder string

	Constant bool // no two present cells differ
	Groups   bool // it is named like an identifier or numbers the units of a panel, and some of its values are in several rows
}

// Usable reports whether the column can be a feature: a number or a category
// that is not constant.
func (c *Column) Usable() bool {
	return (c.Kind == Number || c.Kind == Category) && !c.Constant
}

// Text returns a cell as written, or its number if no text is kept, "" where missing.
func (c *Column) Text(row int) string {
	switch {
	case c.Texts != nil:
		return c.Texts[row]
	case c.Missing[row]:
		return ""
	}
	return formatNumber(c.Number(row))
}

// MissingCount returns the number of missing cells.
func (c *Column) MissingCount() int {
	if c.Sparse != nil {
		return 0
	}
	n := 0
	for _, m := range c.Missing {
		if m {
			n++
		}
	}
	return n
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// NewNumeric makes a table of finite numbers: columns[j][i] is row i of the column names[j]. The
// columns, of one length and of distinct names, are not copied.
func NewNumeric(names []string, columns [][]float64) *Table {
	if len(columns) == 0 || len(columns) != len(names) {
		panic("table: there must be columns, each with a name")
	}
	missing := make([]bool, len(columns[0])) // none is; shared by all columns
	list := make([]*Column, len(columns))
	for j, numbers := range columns {
		list[j] = &Column{Name: names[j], Kind: Number, Numbers: numbers, Missing: missing}
		list[j].setNumberLevels()
	}
	return newTable(list, len(missing))
}
