package table

import (
	"errors"
	"fmt"
	"slices"

	"lplab/core/english"
)

// records calls use with every record of a file: the line in which it begins, and its cells, which
// are valid until use returns. Each call reads the file anew. The error is that of use, or one
// sentence.
type records func(use func(line int, cells []string) error) error

// rectangle is records seen as rows of the same width.
type rectangle struct {
	records records // which has been called before without an error
	first   int     // records before the rows, such as a header
	rows    int
	width   int
	drop    bool // leave out the records of another length
	at      int  // line of the row that each has reached
}

// errEnough ends a call of records early.
var errEnough = errors.New("table: enough")

// each calls yield with the rows, padded or cut to the width.
func (r *rectangle) each(yield func(i int, cells []string) bool) {
	i, row := -r.first, make([]string, r.width)
	r.records(func(line int, cells []string) error {
		if r.drop && !r.fits(cells) {
			return nil
		}
		if i >= 0 {
			if len(cells) < r.width {
				clear(row[copy(row, cells):])
				cells = row
			}
			r.at = line
			if !yield(i, cells[:r.width]) {
				return errEnough
			}
		}
		if i++; i == r.rows {
			return errEnough
		}
		return nil
	})
}

func (r *rectangle) head(rows int) [][]string {
	head := make([][]string, 0, rows)
	for _, cells := range r.each {
		if head = append(head, slices.Clone(cells)); len(head) == rows {
			break
		}
	}
	return head
}

// line returns the line in which a row begins.
func (r *rectangle) line(row int) int {
	for i := range r.each {
		if i == row {
			break
		}
	}
	return r.at
}

// fits reports whether a record has the width, except for blank cells at its end.
func (r *rectangle) fits(cells []string) bool {
	return len(cells) >= r.width && filledLength(cells) <= r.width
}

// lengths holds the number of cells of a record, and the number up to the last that is not blank.
type lengths struct{ cells, extent int }

// survey counts the records of a file by their lengths.
type survey struct {
	footed     bool // there may be footnotes
	blank      bool // blank records of several cells are rows, also at the end
	rows       int  // without those of the tail
	width      int  // the most frequent lengths.cells
	extent     int  // the largest lengths.extent
	first      lengths
	unnumbered bool // the first record has no number, as a header
	last       int  // line
	number     map[lengths]int
	frequency  map[int]int // of lengths.cells
	tail       []lengths   // records since the last row, which may be below the table
}

// add counts a record. Blank ones and footnotes belong to the tail until another one follows.
func (s *survey) add(line int, cells []string) {
	apart := len(s.tail) > 0 || line > s.last+1
	s.last = line
	n := lengths{len(cells), filledLength(cells)}
	if s.rows+len(s.tail) == 0 {
		s.unnumbered = !slices.ContainsFunc(cells, isNumber)
	}
	if n.extent == 0 && !(s.blank && n.cells > 1) || s.footed && s.width > 2 && n.extent == 1 && !isNumber(cells[0]) && (apart || n.cells == s.width) {
		s.tail = append(s.tail, n)
		return
	}
	for _, n := range append(s.tail, n) {
		s.count(n)
	}
	s.tail = s.tail[:0]
}

func (s *survey) count(n lengths) {
	if s.rows++; s.rows == 1 {
		s.first = n
	}
	s.number[n]++
	s.frequency[n.cells]++
	if f := s.frequency[n.cells]; f > s.frequency[s.width] || f == s.frequency[s.width] && n.cells == s.first.cells {
		s.width = n.cells
	}
	s.extent = max(s.extent, n.extent)
}

// misfits returns the number of records that do not fit into r; see rectangle.fits.
func (s *survey) misfits(r *rectangle) int {
	misfits := 0
	for n, records := range s.number {
		if n.cells < r.width || n.extent > r.width {
			misfits += records
		}
	}
	return misfits
}

// noteTail notes what is left out below the table.
func (s *survey) noteTail(notes *notes) {
	footnotes := 0
	for _, n := range s.tail {
		footnotes += n.extent
	}
	if footnotes > 0 {
		notes.add("%s left out", english.CountOf(footnotes, "line below the table was", "lines below the table were"))
	} else if n := len(s.tail); n > 0 {
		notes.add("%s left out", english.CountOf(n, "empty row at the end was", "empty rows at the end were"))
	}
}

// fit makes a rectangle of records, without blank columns at the right, and without blank rows and
// footnotes at the end; in a file to predict, no row is a footnote, and blank ones of several cells are rows.
// Records of another length than most are treated as o.Ragged specifies, which is a finding; blank
// cells beyond the width do not count.
func fit(of records, o Options, findings *Findings, notes *notes) (*rectangle, error) {
	delimited, toPredict := findings.Format.Value == FormatDelimited, len(o.Expected) > 0
	s := survey{footed: delimited && !toPredict, blank: delimited && toPredict, number: map[lengths]int{}, frequency: map[int]int{}}
	err := of(func(line int, cells []string) error {
		s.add(line, cells)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if s.rows == 0 {
		return nil, errEmpty
	}
	s.noteTail(notes)
	r := &rectangle{records: of, rows: s.rows, width: min(s.width, s.extent)}
	if n := s.width - r.width; n > 0 {
		notes.add("%s left out", english.CountOf(n, "empty column at the right was", "empty columns at the right were"))
	}
	misfits := s.misfits(r)
	if misfits == 1 && s.unnumbered && s.first.cells == r.width-1 && (o.Ragged == "" || o.Ragged == RaggedRefuse) {
		notes.add("the header has one cell less than the rows, so the first column is read as names of rows, as R writes them")
		r.records, misfits = withRowNames(of), 0
	}
	oddLines, oddCells := r.oddLines(misfits)
	remedy := "choose to drop or to pad such lines"
	if toPredict {
		remedy = "remove such lines"
	}
	findings.Ragged, findings.RaggedLines = raggedFinding(o.Ragged, oddLines, misfits), misfits
	switch {
	case misfits == 0:
	case o.Ragged == RaggedDrop:
		r.drop = true
		r.rows -= misfits
		notes.add("%s left out for having more or fewer than %s (%s)",
			english.CountOf(misfits, "row was", "rows were"), english.CountOf(r.width, "cell", "cells"), lines(oddLines, misfits))
	case o.Ragged == RaggedPad:
		r.width = s.extent
		notes.add("%s padded to %s (%s)",
			english.CountOf(misfits, "row with another length was", "rows with other lengths were"), english.CountOf(r.width, "cell", "cells"), lines(oddLines, misfits))
	case misfits == 1 && oddLines[0] == s.last && oddCells < r.width && r.rows > 2:
		return nil, correctedBy("ragged", "line %d, the last, has %s where the others have %d, so the file may be cut off: fetch it again, or %s",
			s.last, english.CountOf(oddCells, "cell", "cells"), r.width, remedy)
	default:
		message := fmt.Sprintf("line %d has %s where most lines have %d", oddLines[0], english.CountOf(oddCells, "cell", "cells"), r.width)
		if misfits > 1 {
			message += fmt.Sprintf(" (%d such lines: %s)", misfits, english.ListOf(oddLines, misfits))
		}
		return nil, correctedBy("ragged", "%s: give every line as many cells as the header, or %s", message, remedy)
	}
	return r, checkCells(r.rows, r.width, fmt.Sprintf("%d rows of %d cells", r.rows, r.width))
}

// withRowNames is the records with a blank cell before those of the first.
func withRowNames(of records) records {
	return func(use func(line int, cells []string) error) error {
		begun := false
		return of(func(line int, cells []string) error {
			if !begun {
				begun, cells = true, slices.Insert(slices.Clone(cells), 0, "")
			}
			return use(line, cells)
		})
	}
}

// oddLines finds the lines of the first of the n records that do not fit, and the number of cells
// of the very first.
func (r *rectangle) oddLines(n int) (lines []int, cells int) {
	if n == 0 {
		return nil, 0
	}
	r.records(func(line int, of []string) error {
		if r.fits(of) {
			return nil
		}
		if lines = append(lines, line); len(lines) == 1 {
			cells = len(of)
		}
		if len(lines) == min(n, english.MostListed) {
			return errEnough
		}
		return nil
	})
	return lines, cells
}

// filledLength returns the number of cells up to the last that is not blank.
func filledLength(cells []string) int {
	for n := len(cells); n > 0; n-- {
		if cells[n-1] != "" {
			return n
		}
	}
	return 0
}

// raggedFinding gives the number of lines that do not fit, and their treatment.
func raggedFinding(ragged string, first []int, all int) Finding {
	if ragged == "" {
		ragged = RaggedRefuse
	}
	if all == 0 {
		return guess(ragged, 1, "every line has as many cells as the others")
	}
	return guess(ragged, 1, english.CountOf(all, "line has", "lines have")+" another number of cells ("+lines(first, all)+")")
}
