package table

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lplab/core/english"
	"lplab/core/lists"
)

// attribute is a column as an ARFF file declares it.
type attribute struct {
	name   string
	kind   Kind            // Number, Category, Text or Date
	values map[string]bool // of a Category
	zero   string          // its cell in a sparse row that leaves it out
}

func init() { formats.Add(FormatARFF, func(struct{}) format { return format{sniffARFF, readARFF} }) }

// readARFF makes a table of a file in the ARFF format of Weka: lines
//
//	@attribute name numeric | {a, b} | string | date
//
// declare the columns; the lines after @data are rows of cells between commas, or
// sparse rows {index value, ...} with indices from 0, which leave out zeros and first
// values. A ? is a missing cell.
func readARFF(text string, o Options, findings *Findings, notes *notes) (*Table, error) {
	const reason = "defined by the ARFF format"
	findings.Delimiter = fixedBy(",", reason)
	findings.Decimal = fixedBy(".", reason)
	findings.Header = fixedBy("yes", reason)
	f := &arff{text: text, line: 1}
	if f.declarations(); f.err != nil {
		return nil, f.err
	}
	r, err := fit(f.each, o, findings, notes)
	switch {
	case err != nil:
		return nil, err
	case r.rows == 1 && r.line(0) == 1:
		return nil, errors.New("the file declares columns but has no rows: add some after a line @data")
	case r.width != len(f.attributes) || r.line(0) != 1:
		return nil, fmt.Errorf("%s declared and the rows have %s: declare each column once with @attribute",
			english.CountOf(len(f.attributes), "column is", "columns are"), english.CountOf(r.width, "cell", "cells"))
	}
	names := safeNames(r.head(1)[0], notes)
	r.first, r.rows = 1, r.rows-1
	codes := missingSet([]string{"", "?"}, o.MissingCodes)
	t := &typer{missingCodes: codes, decimal: ".", attributes: f.attributes, written: o.AsWritten, codes: o.Codes, notes: notes}
	table, err := t.table(names, r)
	if err != nil {
		return nil, err
	}
	findings.Missing = t.missingFinding(o.MissingCodes)
	if len(o.MissingCodes)+len(t.suspects) == 0 {
		findings.Missing.Reason = "? means a missing cell"
	}
	return table, nil
}

// arff reads the declarations and the rows of a file.
type arff struct {
	attributes []attribute
	text       string // after @data
	line       int    // in which it begins

	at  int   // the line that is read
	err error // the first one, which ends the reading
}

// fail notes an error in the line that is read, unless there is one.
func (f *arff) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf("line %d: "+format, append([]any{f.at}, args...)...)
	}
}

// declarations reads up to @data.
func (f *arff) declarations() {
	for data := false; f.text != "" && !data && f.err == nil; {
		var row string
		row, f.text = cutLine(f.text)
		f.at = f.line
		f.line++
		switch word, rest := cutWord(row); strings.ToLower(word) {
		case "", "@relation":
		case "@attribute":
			f.declare(rest)
		case "@data":
			data = true
		default:
			if word[0] != '%' {
				f.fail("%q is no declaration: before @data write @attribute with a name and a type", english.Clip(row))
			}
		}
	}
	if f.attributes == nil && f.err == nil {
		f.err = correctedBy("format", "no line declares a column: write @attribute with a name and a type, or choose another format")
	}
}

// each calls use with the names of the columns and with the rows.
func (f *arff) each(use func(line int, cells []string) error) error {
	cells := lists.Map(f.attributes, func(a attribute) string { return a.name })
	if err := use(1, cells); err != nil {
		return err
	}
	text := f.text
	for f.at = f.line; text != ""; f.at++ {
		var row string
		row, text = cutLine(text)
		row = strings.TrimSpace(row)
		if row == "" || row[0] == '%' {
			continue
		}
		cells = f.row(row, cells[:0])
		if f.err != nil {
			return f.err
		}
		if err := use(f.at, cells); err != nil {
			return err
		}
	}
	return nil
}

// row appends the cells of a line after @data.
func (f *arff) row(row string, cells []string) []string {
	inside, ok := strings.CutPrefix(row, "{")
	if !ok {
		return f.cells(row, cells)
	}
	if inside, ok = strings.CutSuffix(inside, "}"); !ok {
		f.fail("the brace that opens the row is never closed: close it")
		return nil
	}
	for i := range f.attributes {
		cells = append(cells, f.attributes[i].zero)
	}
	last := -1
	for inside = strings.TrimSpace(inside); inside != ""; {
		index, rest := cutWord(inside)
		j, err := strconv.Atoi(index)
		if err != nil || j <= last || j >= len(cells) {
			f.fail("the index %q is not one of the columns, which count from 0 and ascend: correct it", english.Clip(index))
			return nil
		}
		cells[j], rest = f.word(strings.TrimSpace(rest), ",")
		last = j
		inside = strings.TrimSpace(strings.TrimPrefix(rest, ","))
	}
	return cells
}

// declare reads the text after @attribute.
func (f *arff) declare(rest string) {
	name, kind := f.word(strings.TrimSpace(rest), " \t{")
	kind = strings.TrimSpace(kind)
	a := attribute{name: name, zero: "0"}
	if strings.HasPrefix(kind, "{") {
		values := f.cells(strings.TrimSuffix(kind[1:], "}"), nil)
		a.kind, a.values, a.zero = Category, map[string]bool{}, values[0]
		for _, v := range values {
			a.values[v] = true
		}
	} else {
		word, _ := cutWord(kind)
		switch strings.ToLower(word) {
		case "numeric", "real", "integer":
			a.kind = Number
		case "string":
			a.kind, a.zero = Text, ""
		case "date":
			a.kind, a.zero = Date, ""
		default:
			f.fail("%q is not a supported column type: use numeric, {a, b}, string or date", english.Clip(kind))
		}
	}
	if len(f.attributes) == maxColumns && f.err == nil {
		f.err = tooManyColumns("the file", "columns")
	}
	f.attributes = append(f.attributes, a)
}

// finishDeclared types column j as declared.
func (t *typer) finishDeclared(e *evidence, j int, _ bool) error {
	c, a := e.Column, &t.attributes[j]
	c.Kind = a.kind
	if e.coded {
		c.Kind = Category
	}
	if c.Kind == Number {
		bad := e.others
		if bad.count == 0 {
			bad = e.conflict
		}
		if bad.count > 0 {
			return correctedBy("missing", "%s, column %q: %q is not a number, as the column is declared to hold: correct it, or give it as a missing code",
				t.place(bad.row), c.Name, english.Clip(bad.text))
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
	levels, few := c.textLevels(e.mostLevels())
	c.Constant = few && len(levels) <= 1
	if c.Kind != Category {
		return nil
	}
	for i, text := range c.Texts {
		if a.kind == Category && !c.Missing[i] && !a.values[text] {
			return correctedBy("missing", "%s, column %q: %q is not among the declared values: declare it, or give it as a missing code",
				t.place(i), c.Name, english.Clip(text))
		}
	}
	if c.Kind = Text; few && len(levels) > 0 {
		c.Kind, c.Levels = Category, levels
	} else if e.coded && !few {
		t.noteUncodable(c)
	}
	return nil
}

// cells appends the cells of a line, between commas.
func (f *arff) cells(row string, cells []string) []string {
	for {
		cell, rest := f.word(strings.TrimLeft(row, " \t"), ",")
		cells = append(cells, cell)
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" {
			return cells
		}
		if rest[0] != ',' {
			f.fail("a comma is missing before %q: put one there", english.Clip(rest))
			return cells
		}
		row = rest[1:]
	}
}

// word reads a word, in single or double quotes or up to one of the ends, and returns it with
// the text after it. A backslash in quotes escapes the next character.
func (f *arff) word(text, ends string) (word, rest string) {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		at := strings.IndexAny(text, ends)
		if at < 0 {
			at = len(text)
		}
		return strings.TrimSpace(text[:at]), text[at:]
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == text[0]:
			return strings.TrimSpace(b.String()), text[i+1:]
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	f.fail("the quote before %q is never closed: close it", english.Clip(text[1:]))
	return "", ""
}
