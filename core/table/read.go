package table

import (
	"errors"
	"fmt"
	"strings"
)

// Read makes a table of the bytes of a text file in one of Formats, compressed
// with gzip or not. Its errors are *Refused, and say what, where and how to mend
// it.
func Read(b []byte, o Options) (*Table, error) {
	var found Findings
	var notes notes
	made, err := read(b, o, &found, &notes)
	if err != nil {
		return nil, refusedWith(found, err)
	}
	made.Findings = found
	made.Warnings = notes
	return made, nil
}

// read is Read, which adds to what was found as it goes.
func read(b []byte, o Options, found *Findings, notes *notes) (*Table, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b, packed, err := unpack(b)
	if err != nil {
		return nil, err
	}
	found.Gzip = packed
	if err := recognise(b); err != nil {
		return nil, err
	}
	if len(b) > MaxBytes {
		return nil, fmt.Errorf("the file has %.1f MB, more than the %d MB that can be read: leave out rows or columns", float64(len(b))/(1<<20), MaxBytes>>20)
	}
	var text string
	if text, found.Encoding, err = decode(b, o.Encoding, notes); err != nil {
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
		found.Format = chosen(o.Format)
	case o.Delimiter != 0:
		found.Format = chosen(FormatDelimited)
	default:
		found.Format = sniffFormat(text)
	}
	switch found.Format.Value {
	case FormatLIBSVM:
		return readLIBSVM(text, found, notes)
	case FormatJSON:
		return readJSON(text, o, found, notes)
	case FormatARFF:
		return readARFF(text, o, found, notes)
	}
	return readDelimited(text, o, found, notes)
}

// readDelimited makes a table of records of cells.
func readDelimited(text string, o Options, found *Findings, notes *notes) (*Table, error) {
	literal := o.Quote == QuoteLiteral
	found.Quote = guess(QuoteEnclose, 1, "cells may stand in double quotes")
	if o.Quote != "" {
		found.Quote = chosen(o.Quote)
	}
	line := max(1, o.line)
	delimiter, rest := separatorLine(text)
	if delimiter != 0 {
		text, line = rest, line+1
		found.Delimiter = guess(string(delimiter), 1, "the first line names it")
	}
	switch {
	case o.Delimiter != 0:
		delimiter, found.Delimiter = o.Delimiter, chosen(string(o.Delimiter))
	case delimiter == 0:
		delimiter, found.Delimiter = sniffDelimiter(text, line, literal)
	}
	s := newScanner(text, delimiter, line)
	s.literal = literal
	cells, err := scan(s, notes)
	if err != nil {
		return nil, err
	}
	made, err := tabulate(cells, delimiter, o, found, notes)
	if err != nil {
		return nil, err
	}
	if len(made.Columns) == 1 && made.Columns[0].Kind != Number && strings.Contains(made.Columns[0].Name, " ") {
		notes.add("the file has one column: if spaces separate its cells, put commas in their place")
	}
	return made, nil
}

// tabulate makes a table of records: of one width, with names, and typed. It finds
// out what the format has left open of the header and the decimal mark.
func tabulate(cells *records, delimiter rune, o Options, found *Findings, notes *notes) (*Table, error) {
	r, err := fit(cells, o.Ragged, found, notes)
	if err != nil {
		return nil, err
	}
	missing := o.missingCodes()
	switch {
	case found.Header.Fixed:
	case o.Header == Yes:
		found.Header = chosen("yes")
	case o.Header == No:
		found.Header = chosen("no")
	case len(o.Expected) > 0 && holdsAll(r.row(0), o.Expected):
		found.Header = guess("yes", 1, "the first row holds the names of the columns that are read")
	default:
		found.Header = hasHeader(r, missing)
	}
	names := numberedNames(1, r.width)
	rowNames := make([]bool, r.width)
	top := 0 // rows of header
	if found.Header.Value == "yes" {
		if r.count() == 1 {
			return nil, mendedBy("header", "the file has names of columns but no rows: add rows, or say that it has no header")
		}
		header := r.row(0)
		names = safeNames(header, notes)
		for j := range rowNames {
			rowNames[j] = isRowName(header[j], j)
		}
		top = 1
	}

	t := &typer{missing: missing, decimal: o.Decimal, delimiter: delimiter, notes: notes,
		place: func(row int) string { return fmt.Sprintf("line %d", r.line[top+row]) }}
	made, err := t.table(names, r.columns(top), rowNames)
	if err != nil {
		return nil, err
	}
	if !found.Decimal.Fixed {
		found.Decimal = made.Findings.Decimal
	}
	found.Missing = t.missingFinding(o.MissingCodes)
	return made, nil
}

// missingFinding lists the codes that were given, and numbers that look like some.
func (t *typer) missingFinding(given []string) Finding {
	value := strings.Join(given, ", ")
	if len(t.suspects) > 0 {
		return guess(value, 0.5, "there are numbers that often mean a missing cell", t.suspects...)
	}
	if len(given) > 0 {
		return chosen(value)
	}
	return guess(value, 1, "blank, NA, N/A, ?, NaN and NULL mean a missing cell")
}

// table types columns of texts. Of its findings only the decimal mark is set.
func (t *typer) table(names []string, columns [][]string, rowNames []bool) (*Table, error) {
	made := make([]*Column, len(names))
	all := make([]evidence, len(names))
	for j, name := range names {
		made[j] = &Column{Name: name, Texts: columns[j]}
		all[j] = t.gather(made[j])
	}
	decimal, order := t.decimalMark(all)
	decided := decimal.Confidence > 0.5
	rows := 0
	for j, c := range made {
		rows = len(c.Texts)
		if err := t.finish(c, &all[j], order, decided, rowNames[j]); err != nil {
			return nil, err
		}
	}
	result := newTable(made, rows)
	result.Findings.Decimal = decimal
	remark(result, t.notes)
	return result, nil
}

// FromRows makes a table of rows that come inside an experiment. A cell is a
// float64, a string, which is read as in a file, or nil for a missing one.
// Names of columns are used as they are, so it refuses those that could not be.
func FromRows(columns []string, rows [][]any) (*Table, error) {
	switch {
	case len(columns) == 0:
		return nil, errors.New("the data have no columns: name at least one")
	case len(rows) == 0:
		return nil, errors.New("the data have no rows: give at least one")
	case len(rows) > MaxCells/len(columns):
		return nil, fmt.Errorf("%d rows of %d cells exceed %d million cells: leave out rows or columns", len(rows), len(columns), MaxCells/1_000_000)
	}
	first := make(map[string]int, len(columns))
	for j, name := range columns {
		if safeName(name, j) != name {
			return nil, fmt.Errorf("column %d cannot be called %q: give it another name", j+1, clip(name))
		}
		if k, taken := first[name]; taken {
			return nil, fmt.Errorf("columns %d and %d are both called %q: rename one", k+1, j+1, clip(name))
		}
		first[name] = j
	}
	texts := make([][]string, len(columns))
	for j := range texts {
		texts[j] = make([]string, len(rows))
	}
	for i, row := range rows {
		if len(row) != len(columns) {
			return nil, fmt.Errorf("row %d has %s where there are %s: give every row one cell for each column, null where missing",
				i+1, countOf(len(row), "cell", "cells"), countOf(len(columns), "column", "columns"))
		}
		for j, value := range row {
			switch v := value.(type) {
			case nil:
			case float64:
				texts[j][i] = formatNumber(v) // and back to the same number
			case string:
				texts[j][i] = strings.TrimSpace(v)
			default:
				return nil, fmt.Errorf("row %d, column %q: a cell is a number, a text or null, not %v", i+1, columns[j], clip(fmt.Sprint(v)))
			}
		}
	}
	var notes notes
	t := &typer{missing: (&Options{}).missingCodes(), notes: &notes,
		place: func(row int) string { return fmt.Sprintf("row %d", row+1) }}
	rowNames := make([]bool, len(columns))
	for j, name := range columns {
		rowNames[j] = isRowName(name, j)
	}
	made, err := t.table(columns, texts, rowNames)
	if err != nil {
		return nil, err
	}
	made.Findings = Findings{}
	made.Warnings = notes
	return made, nil
}
