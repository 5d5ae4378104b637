package table

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// attribute is a column as an ARFF file declares it.
type attribute struct {
	name   string
	kind   Kind            // Number, Category, Text or Date
	values map[string]bool // of a Category
	absent string          // what a sparse row means that leaves it out
}

// readARFF makes a table of a file in the ARFF format of Weka: lines
//
//	@attribute name numeric | {a, b} | string | date
//
// declare the columns, and after @data come rows of cells between commas, or
// sparse rows {index value, ...} whose indices count from 0 and that leave out
// zeros and first values. A ? is a missing cell.
func readARFF(text string, o Options, found *Findings, notes *notes) (*Table, error) {
	const fixed = "the ARFF format has it so"
	found.Delimiter = fixedBy(",", fixed)
	found.Decimal = fixedBy(".", fixed)
	found.Header = fixedBy("yes", fixed)
	f := &arff{}
	for line := 1; text != ""; line++ {
		var row string
		row, text = cutLine(text)
		if err := f.add(strings.TrimSpace(row), line); err != nil {
			return nil, err
		}
	}
	switch {
	case len(f.attributes) == 0:
		return nil, mendedBy("format", "no line declares a column: write @attribute with a name and a type, or choose another format")
	case f.rows.count() == 0:
		return nil, errors.New("the file declares columns but has no rows: add some after a line @data")
	}
	r, err := f.fit(o.Ragged, found, notes)
	if err != nil {
		return nil, err
	}
	missing := map[string]bool{"": true, "?": true}
	for _, code := range o.MissingCodes {
		missing[strings.TrimSpace(code)] = true
	}
	t := &typer{missing: missing, decimal: '.', notes: notes,
		place: func(row int) string { return fmt.Sprintf("line %d", r.line[1+row]) }}
	names, cells := safeNames(r.row(0), notes), r.columns(1)
	columns := make([]*Column, len(names))
	for j := range columns {
		columns[j] = &Column{Name: names[j], Texts: cells[j]}
		if err := t.declared(columns[j], &f.attributes[j]); err != nil {
			return nil, err
		}
	}
	made := newTable(columns, r.count()-1)
	remark(made, notes)
	found.Missing = t.missingFinding(o.MissingCodes)
	if len(o.MissingCodes)+len(t.suspects) == 0 {
		found.Missing.Reason = "? means a missing cell"
	}
	return made, nil
}

// arff gathers declarations, then rows.
type arff struct {
	attributes []attribute
	data       bool // @data has come
	rows       records
}

// add reads a line.
func (f *arff) add(row string, line int) error {
	if row == "" || row[0] == '%' {
		return nil
	}
	if f.data {
		return f.addRow(row, line)
	}
	switch word, rest := cutWord(row); strings.ToLower(word) {
	case "@relation":
		return nil
	case "@attribute":
		return f.declare(rest, line)
	case "@data":
		f.data = true
		return nil
	}
	return fmt.Errorf("line %d: %q is no declaration: before @data write @attribute with a name and a type", line, clip(row))
}

// declare reads what follows @attribute.
func (f *arff) declare(rest string, line int) error {
	name, kind, err := arffWord(strings.TrimSpace(rest), " \t{", line)
	if err != nil {
		return err
	}
	kind = strings.TrimSpace(kind)
	a := attribute{name: name, absent: "0"}
	if strings.HasPrefix(kind, "{") {
		values, err := arffCells(strings.TrimSuffix(kind[1:], "}"), line)
		if err != nil {
			return err
		}
		a.kind, a.values, a.absent = Category, map[string]bool{}, values[0]
		for _, v := range values {
			a.values[v] = true
		}
	} else {
		word, _ := cutWord(kind)
		switch strings.ToLower(word) {
		case "numeric", "real", "integer":
			a.kind = Number
		case "string":
			a.kind, a.absent = Text, ""
		case "date":
			a.kind, a.absent = Date, ""
		default:
			return fmt.Errorf("line %d: %q is no type of a column that can be read: use numeric, {a, b}, string or date", line, clip(kind))
		}
	}
	if len(f.attributes) == MaxIndex {
		return fmt.Errorf("line %d: there are more than %d columns: leave some out", line, MaxIndex)
	}
	f.attributes = append(f.attributes, a)
	return nil
}

// addRow reads a line after @data.
func (f *arff) addRow(row string, line int) error {
	begin := len(f.rows.cells)
	if inside, ok := strings.CutPrefix(row, "{"); ok {
		if inside, ok = strings.CutSuffix(inside, "}"); !ok {
			return fmt.Errorf("line %d: the brace that opens the row is never closed: close it", line)
		}
		if begin > MaxCells-len(f.attributes) {
			return tooManyCells(line)
		}
		if err := f.addSparse(inside, line); err != nil {
			return err
		}
	} else {
		cells, err := arffCells(row, line)
		if err != nil {
			return err
		}
		if begin > MaxCells-len(cells) {
			return tooManyCells(line)
		}
		f.rows.cells = append(f.rows.cells, cells...)
	}
	f.rows.add(begin, len(f.rows.cells), line)
	return nil
}

// addSparse reads the pairs of an index and a value in the braces of a row.
func (f *arff) addSparse(inside string, line int) error {
	begin := len(f.rows.cells)
	for i := range f.attributes {
		f.rows.cells = append(f.rows.cells, f.attributes[i].absent)
	}
	cells := f.rows.cells[begin:]
	last := -1
	for inside = strings.TrimSpace(inside); inside != ""; {
		index, rest := cutWord(inside)
		j, err := strconv.Atoi(index)
		if err != nil || j <= last || j >= len(cells) {
			return fmt.Errorf("line %d: the index %q is not one of the columns, which count from 0 and ascend: correct it", line, clip(index))
		}
		value, rest, err := arffWord(strings.TrimSpace(rest), ",", line)
		if err != nil {
			return err
		}
		cells[j], last = value, j
		inside = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	}
	return nil
}

// fit makes the rows as wide as the declarations, which become the first row.
func (f *arff) fit(ragged string, found *Findings, notes *notes) (*rectangle, error) {
	r := &records{cells: f.rows.cells}
	names := len(r.cells)
	for i := range f.attributes {
		r.cells = append(r.cells, f.attributes[i].name)
	}
	r.add(names, len(r.cells), 1)
	for i := range f.rows.count() {
		r.add(f.rows.begin[i], f.rows.end[i], f.rows.line[i])
	}
	made, err := fit(r, ragged, found, notes)
	switch {
	case err != nil:
		return nil, err
	case made.width != len(f.attributes) || made.count() < 2 || made.line[0] != 1:
		return nil, fmt.Errorf("%s declared and the rows have %s: declare each column once with @attribute",
			countOf(len(f.attributes), "column is", "columns are"), countOf(made.width, "cell", "cells"))
	}
	return made, nil
}

// declared types a column as its declaration says.
func (t *typer) declared(c *Column, a *attribute) error {
	e := t.gather(c)
	c.Kind = a.kind
	if a.kind == Number {
		bad := e.firstOdd
		if bad < 0 {
			bad = e.conflict
		}
		if bad >= 0 {
			return mendedBy("missing", "%s, column %q: %q is not a number, as the column is declared to hold: correct it, or give it as a missing code",
				t.place(bad), c.Name, clip(c.Texts[bad]))
		}
		if err := t.readNumbers(c, &e, pointFirst, true); err != nil {
			return err
		}
		c.setNumberLevels()
		return nil
	}
	levels, few := c.textLevels()
	c.Constant = few && len(levels) <= 1
	if a.kind != Category {
		return nil
	}
	for i, text := range c.Texts {
		if !c.Missing[i] && !a.values[text] {
			return mendedBy("missing", "%s, column %q: %q is not among the declared values: declare it, or give it as a missing code",
				t.place(i), c.Name, clip(text))
		}
	}
	if c.Kind = Text; few && len(levels) > 0 {
		c.Kind, c.Levels = Category, levels
	}
	return nil
}

// arffCells cuts a line at its commas.
func arffCells(row string, line int) ([]string, error) {
	var cells []string
	for {
		cell, rest, err := arffWord(strings.TrimLeft(row, " \t"), ",", line)
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" {
			return cells, nil
		}
		if rest[0] != ',' {
			return nil, fmt.Errorf("line %d: a comma is missing before %q: put one there", line, clip(rest))
		}
		row = rest[1:]
	}
}

// arffWord reads a word, in single or double quotes or up to one of the ends, and
// returns what follows it. A backslash in quotes takes the next character as it is.
func arffWord(text, ends string, line int) (word, rest string, err error) {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		at := strings.IndexAny(text, ends)
		if at < 0 {
			at = len(text)
		}
		return strings.TrimSpace(text[:at]), text[at:], nil
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == text[0]:
			return strings.TrimSpace(b.String()), text[i+1:], nil
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", fmt.Errorf("line %d: the quote before %q is never closed: close it", line, clip(text[1:]))
}
