package table

import (
	"fmt"
	"strconv"
	"strings"

	"lplab/core/english"
)

// Read makes a table of the bytes of a text file in one of the formats, compressed with
// gzip or not. Its errors are *Refused, also for options out of their values.
func Read(b []byte, o Options) (*Table, error) {
	var findings Findings
	var notes notes
	t, err := read(b, o, &findings, &notes)
	if err == nil {
		t, err = t.addDates(&o, &findings)
	}
	if err != nil {
		return nil, refusedWith(findings, err)
	}
	t.Findings = findings
	notes.give(t)
	return t, nil
}

// read is Read; it records findings and notes also where it fails.
func read(b []byte, o Options, findings *Findings, notes *notes) (*Table, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b, packed, err := unpack(b)
	if err != nil {
		return nil, err
	}
	findings.Gzip = packed
	if err := Recognise(b); err != nil {
		return nil, err
	}
	if err := CheckBytes(len(b)); err != nil {
		return nil, err
	}
	var text string
	if text, findings.Encoding, err = decode(b, o.Encoding, notes); err != nil {
		return nil, err
	}
	if strings.TrimSpace(text) == "" {
		return nil, errEmpty
	}
	if err := checkBinary(text); err != nil {
		return nil, err
	}

	switch {
	case o.Format != "":
		findings.Format = chosenFinding(o.Format)
	case o.Delimiter != 0:
		findings.Format = chosenFinding(FormatDelimited)
	default:
		findings.Format = sniffFormat(text)
	}
	return formats.New(findings.Format.Value, struct{}{}).read(text, o, findings, notes)
}

func init() {
	formats.Add(FormatDelimited, func(struct{}) format { return format{nil, readDelimited} })
}

// readDelimited makes a table of records of cells.
func readDelimited(text string, o Options, findings *Findings, notes *notes) (*Table, error) {
	literal := o.Quote == QuoteLiteral
	findings.Quote = guess(QuoteEnclose, 1, "cells may stand in double quotes")
	if o.Quote != "" {
		findings.Quote = chosenFinding(o.Quote)
	}
	line := max(1, o.line)
	delimiter, rest := separatorLine(text)
	if delimiter != 0 {
		text, line = rest, line+1
		findings.Delimiter = guess(string(delimiter), 1, "the first line names it")
	}
	if o.Start > 0 {
		var err error
		if text, line, err = fromLine(text, line, o.Start); err != nil {
			return nil, err
		}
		findings.Start = chosenFinding(strconv.Itoa(line))
	}
	switch {
	case o.Delimiter != 0:
		delimiter, findings.Delimiter = o.Delimiter, chosenFinding(string(o.Delimiter))
	case delimiter == 0:
		delimiter, findings.Delimiter = sniffDelimiter(text, line, literal)
	}
	if o.Start == 0 {
		findings.Start = sniffStart(newScanner(text, delimiter, line, literal), o.Expected, notes)
		text, line, _ = fromLine(text, line, findings.startLine())
	}
	d := &delimitedText{start: newScanner(text, delimiter, line, literal), progress: o.Progress, notes: notes}
	table, err := tabulate(d.each, delimiter, o, findings, notes)
	if err != nil {
		return nil, err
	}
	if len(table.Columns) == 1 && table.Columns[0].Kind != Number && strings.Contains(table.Columns[0].Name, " ") {
		notes.add("the file has one column: if spaces separate its cells, choose the delimiter space")
	}
	return table, nil
}

// tabulate makes a table of records of one width. It detects the header and the decimal mark
// where the format leaves them open.
func tabulate(of records, delimiter rune, o Options, findings *Findings, notes *notes) (*Table, error) {
	r, err := fit(of, o, findings, notes)
	if err != nil {
		return nil, err
	}
	codes := missingSet(MissingTexts, o.MissingCodes)
	const window = 200 // rows that a header is guessed by
	head := r.head(window)
	switch {
	case findings.Header.Fixed:
	case o.Header != "":
		findings.Header = chosenFinding(o.Header)
	case len(o.Expected) > 0 && holdsAll(head[0], o.Expected):
		findings.Header = guess("yes", 1, "the first row holds the names of the columns that are read")
	default:
		findings.Header = hasHeader(head, codes)
	}
	t := &typer{missingCodes: codes, decimal: o.Decimal, likely: o.Likely, delimiter: delimiter, written: o.AsWritten, codes: o.Codes, notes: notes}
	names := numberedNames(1, r.width)
	if findings.Header.Value == "yes" {
		if r.rows == 1 {
			return nil, correctedBy("header", "the file has names of columns but no rows: add rows, or say that it has no header")
		}
		names = safeNames(head[0], notes)
		t.headers = head[0]
		r.first = 1
		for findings.Format.Value == FormatDelimited && len(o.Expected) == 0 && r.first <= mostUnits && isUnits(head[r.first:], codes) {
			notes.add("line %d, below the names, was left out: it has texts above numbers, as a row of units", r.line(0))
			r.first++
		}
		r.rows -= r.first
	}
	table, err := t.table(names, r)
	if err != nil {
		return nil, err
	}
	if !findings.Decimal.Fixed {
		findings.Decimal, findings.Mark, findings.Group = table.Findings.Decimal, table.Findings.Mark, table.Findings.Group
	}
	findings.Missing = t.missingFinding(o.MissingCodes)
	return table, nil
}

// missingFinding lists the given codes, and numbers that may be some.
func (t *typer) missingFinding(codes []string) Finding {
	value := strings.Join(codes, ", ")
	if len(t.suspects) > 0 {
		return guess(value, 0.5, "some cells of columns of numbers may mean a missing cell", t.suspects...)
	}
	if len(codes) > 0 {
		return chosenFinding(value)
	}
	return guess(value, 1, "blank, NA, N/A, ?, one or two points, NaN, NULL and errors of spreadsheets mean a missing cell")
}

// FromRows makes a table of the rows of an experiment, which has at least one, or of a model's
// columns; their names differ. A cell is a float64, a string, which is read as in a file, or nil if
// missing. codes are as Options.Codes. It refuses names of columns that a file could not have, and panics if a row has not
// one such cell for each column.
func FromRows(columns []string, rows [][]any, codes ...string) (*Table, error) {
	for j, name := range columns {
		if safeName(name, j) != name {
			return nil, fmt.Errorf("column %d cannot be called %q: give it another name", j+1, english.Clip(name))
		}
	}
	var notes notes
	t := &typer{missingCodes: missingSet(MissingTexts, nil), notes: &notes, unit: "row", headers: columns, codes: codes}
	out, err := t.table(columns, &rectangle{rows: len(rows), width: len(columns), records: func(use func(line int, cells []string) error) error {
		cells := make([]string, len(columns))
		for i, row := range rows {
			if len(row) != len(columns) {
				panic(fmt.Sprintf("table: row %d has %d cells, not %d", i+1, len(row), len(columns)))
			}
			for j, value := range row {
				switch v := value.(type) {
				case nil:
					cells[j] = ""
				case float64:
					cells[j] = formatNumber(v) // and back to the same number
				case string:
					cells[j] = strings.TrimSpace(v)
				default:
					panic(fmt.Sprintf("table: row %d has a cell of type %T", i+1, value))
				}
			}
			if err := use(i+1, cells); err != nil {
				return err
			}
		}
		return nil
	}})
	if err != nil {
		return nil, err
	}
	out.Findings = Findings{}
	notes.give(out)
	return out, nil
}
