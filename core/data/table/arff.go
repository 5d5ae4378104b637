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
	const fixed = "defined by the ARFF format"
	found.Delimiter = fixedBy(",", fixed)
	found.Decimal = fixedBy(".", fixed)
	found.Header = fixedBy("yes", fixed)
	f := &arff{text: text, line: 1}
	if err := f.declarations(); err != nil {
		return nil, err
	}
	r, err := fit(f.each, o.Ragged, found, notes, func() {})
	switch {
	case err != nil:
		return nil, err
	case r.rows == 1 && r.line(0) == 1:
		return nil, errors.New("the file declares columns but has no rows: add some after a line @data")
	case r.width != len(f.attributes) || r.line(0) != 1:
		return nil, fmt.Errorf("%s declared and the rows have %s: declare each column once with @attribute",
			countOf(len(f.attributes), "column is", "columns are"), countOf(r.width, "cell", "cells"))
	}
	names := safeNames(r.head(1)[0], notes)
	r.first, r.rows = 1, r.rows-1
	missing := map[string]bool{"": true, "?": true}
	for _, code := range o.MissingCodes {
		missing[strings.TrimSpace(code)] = true
	}
	t := &typer{missing: missing, decimal: '.', declared: f.attributes, written: o.AsWritten, notes: notes}
	made, err := t.table(names, r)
	if err != nil {
		return nil, err
	}
	found.Missing = t.missingFinding(o.MissingCodes)
	if len(o.MissingCodes)+len(t.suspects) == 0 {
		found.Missing.Reason = "? means a missing cell"
	}
	return made, nil
}

// arff is the text of a file, cut into its declarations and its rows.
type arff struct {
	attributes []attribute
	text       string // after @data
	line       int    // in which it begins
}

// declarations reads up to @data.
func (f *arff) declarations() error {
	for f.text != "" {
		var row string
		row, f.text = cutLine(f.text)
		f.line++
		switch word, rest := cutWord(row); strings.ToLower(word) {
		case "", "@relation":
		case "@attribute":
			if err := f.declare(rest, f.line-1); err != nil {
				return err
			}
		case "@data":
			if f.attributes == nil {
				return errUndeclared
			}
			return nil
		default:
			if word[0] != '%' {
				return fmt.Errorf("line %d: %q is no declaration: before @data write @attribute with a name and a type", f.line-1, clip(row))
			}
		}
	}
	if f.attributes == nil {
		return errUndeclared
	}
	return nil
}

var errUndeclared = correctedBy("format", "no line declares a column: write @attribute with a name and a type, or choose another format")

// each gives use the names of the columns, and then the rows: a records.
func (f *arff) each(use func(line int, cells []string) error) error {
	var row string
	var cells []string
	for i := range f.attributes {
		cells = append(cells, f.attributes[i].name)
	}
	if err := use(1, cells); err != nil {
		return err
	}
	for text, line := f.text, f.line; text != ""; line++ {
		row, text = cutLine(text)
		row = strings.TrimSpace(row)
		if row == "" || row[0] == '%' {
			continue
		}
		var err error
		if cells, err = f.row(row, line, cells[:0]); err != nil {
			return err
		}
		if err := use(line, cells); err != nil {
			return err
		}
	}
	return nil
}

// row appends the cells of a line after @data.
func (f *arff) row(row string, line int, cells []string) ([]string, error) {
	inside, ok := strings.CutPrefix(row, "{")
	if !ok {
		return arffCells(row, line, cells)
	}
	if inside, ok = strings.CutSuffix(inside, "}"); !ok {
		return nil, fmt.Errorf("line %d: the brace that opens the row is never closed: close it", line)
	}
	for i := range f.attributes {
		cells = append(cells, f.attributes[i].absent)
	}
	last := -1
	for inside = strings.TrimSpace(inside); inside != ""; {
		index, rest := cutWord(inside)
		j, err := strconv.Atoi(index)
		if err != nil || j <= last || j >= len(cells) {
			return nil, fmt.Errorf("line %d: the index %q is not one of the columns, which count from 0 and ascend: correct it", line, clip(index))
		}
		value, rest, err := arffWord(strings.TrimSpace(rest), ",", line)
		if err != nil {
			return nil, err
		}
		cells[j], last = value, j
		inside = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	}
	return cells, nil
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
		values, err := arffCells(strings.TrimSuffix(kind[1:], "}"), line, nil)
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
			return fmt.Errorf("line %d: %q is not a supported column type: use numeric, {a, b}, string or date", line, clip(kind))
		}
	}
	if len(f.attributes) == MaxColumns {
		return tooManyColumns("the file", "columns")
	}
	f.attributes = append(f.attributes, a)
	return nil
}

// finishDeclared types column j as its declaration says.
func (t *typer) finishDeclared(e *evidence, j int, _ bool) error {
	c, a := e.Column, &t.declared[j]
	c.Kind = a.kind
	if a.kind == Number {
		bad := e.odd
		if bad.count == 0 {
			bad = e.conflict
		}
		if bad.count > 0 {
			return correctedBy("missing", "%s, column %q: %q is not a number, as the column is declared to hold: correct it, or give it as a missing code",
				t.place(bad.row), c.Name, clip(bad.text))
		}
		if c.Numbers == nil { // no cell is present
			c.Numbers = make([]float64, len(c.Missing))
		}
		if err := t.finishNumbers(e, true); err != nil {
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
			return correctedBy("missing", "%s, column %q: %q is not among the declared values: declare it, or give it as a missing code",
				t.place(i), c.Name, clip(text))
		}
	}
	if c.Kind = Text; few && len(levels) > 0 {
		c.Kind, c.Levels = Category, levels
	}
	return nil
}

// arffCells appends the cells of a line, between commas.
func arffCells(row string, line int, cells []string) ([]string, error) {
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
