package table

import "fmt"

// rectangle is the rows of a file, seen as rows of the same width.
type rectangle struct {
	records
	width int
}

// at returns cell j of row i, which is blank where the record is too short.
func (r *rectangle) at(i, j int) string {
	if k := r.begin[i] + j; k < r.end[i] {
		return r.cells[k]
	}
	return ""
}

// row returns the cells of row i.
func (r *rectangle) row(i int) []string {
	cells := make([]string, r.width)
	copy(cells, r.record(i))
	return cells
}

// columns returns the cells by columns, from the given row on.
func (r *rectangle) columns(from int) [][]string {
	rows := r.count() - from
	all := make([]string, rows*r.width)
	columns := make([][]string, r.width)
	for j := range columns {
		columns[j] = all[j*rows : (j+1)*rows : (j+1)*rows]
	}
	for i := range rows {
		for j := range columns {
			columns[j][i] = r.at(from+i, j)
		}
	}
	return columns
}

// fit makes a rectangle of records: columns and rows without any text at the
// right and at the bottom go, and records of another length than most are
// treated as ragged says, which is a finding too. Blank cells beyond the width are no raggedness.
func fit(r *records, ragged string, found *Findings, notes *notes) (*rectangle, error) {
	rows := r.count()
	for rows > 0 && filled(r.record(rows-1)) == 0 {
		rows--
	}
	if rows == 0 {
		return nil, errEmpty
	}
	if n := r.count() - rows; n > 0 {
		notes.add("%s left out", countOf(n, "empty row at the end was", "empty rows at the end were"))
	}

	width, widest := 0, 0 // the usual number of cells, and the most up to a text
	frequency := map[int]int{}
	for i := range rows {
		n := len(r.record(i))
		frequency[n]++
		if frequency[n] > frequency[width] || frequency[n] == frequency[width] && n == len(r.record(0)) {
			width = n
		}
		widest = max(widest, filled(r.record(i)))
	}
	if width > widest {
		notes.add("%s left out", countOf(width-widest, "empty column at the right was", "empty columns at the right were"))
		width = widest
	}

	var odd []int // the first records that do not fit
	oddCount := 0
	fits := func(i int) bool {
		cells := r.record(i)
		return len(cells) >= width && filled(cells) <= width
	}
	for i := range rows {
		if fits(i) {
			continue
		}
		if oddCount++; len(odd) < listed {
			odd = append(odd, i)
		}
	}
	oddLines := make([]int, len(odd))
	for k, i := range odd {
		oddLines[k] = r.line[i]
	}
	drop := false
	found.Ragged, found.RaggedLines = raggedFinding(ragged, oddLines, oddCount), oddCount
	switch {
	case oddCount == 0:
	case ragged == RaggedDrop:
		drop = true
		notes.add("%s left out for having more or fewer than %s (%s)",
			countOf(oddCount, "row was", "rows were"), countOf(width, "cell", "cells"), lines(oddLines, oddCount))
	case ragged == RaggedPad:
		notes.add("%s padded to %s (%s)",
			countOf(oddCount, "row with another length was", "rows with other lengths were"), countOf(widest, "cell", "cells"), lines(oddLines, oddCount))
		width = widest
	default:
		message := fmt.Sprintf("line %d has %s where most lines have %d", oddLines[0], countOf(len(r.record(odd[0])), "cell", "cells"), width)
		if oddCount > 1 {
			message += fmt.Sprintf(" (%d such lines: %s)", oddCount, some(oddLines, oddCount))
		}
		return nil, mendedBy("ragged", "%s: give every line as many cells as the header, or choose to drop or to pad such lines", message)
	}

	if rows > MaxCells/width {
		return nil, fmt.Errorf("%d rows of %d cells exceed %d million cells: leave out rows or columns", rows, width, MaxCells/1_000_000)
	}
	out := &rectangle{width: width}
	out.cells = r.cells
	for i := range rows {
		if !drop || fits(i) {
			out.add(r.begin[i], r.end[i], r.line[i])
		}
	}
	return out, nil
}

// filled is the number of cells up to the last that is not blank.
func filled(cells []string) int {
	for n := len(cells); n > 0; n-- {
		if cells[n-1] != "" {
			return n
		}
	}
	return 0
}

// raggedFinding says how many lines do not fit, and what is done with them.
func raggedFinding(ragged string, first []int, all int) Finding {
	if ragged == "" {
		ragged = RaggedRefuse
	}
	if all == 0 {
		return guess(ragged, 1, "every line has as many cells as the others")
	}
	return guess(ragged, 1, countOf(all, "line has", "lines have")+" another number of cells ("+lines(first, all)+")")
}
