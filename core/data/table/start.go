package table

import (
	"slices"
	"strconv"
	"strings"

	"lplab/core/english"
)

// fromLine returns the text from a line on, if that is below its first line, and its line then.
func fromLine(text string, line, start int) (string, int, error) {
	for line < start && text != "" {
		_, text = cutLine(text)
		line++
	}
	if text == "" {
		return "", 0, correctedBy("start", "the file ends before line %d: choose the line in which its table begins", start)
	}
	return text, line, nil
}

// startLine is the line in which the table begins.
func (f *Findings) startLine() int {
	line, _ := strconv.Atoi(f.Start.Value)
	return line
}

// sniffStart guesses the line in which the table of a text begins: that with the expected names of
// columns, if there are any, or else the first below titles and comments.
func sniffStart(s scanner, expected []string, notes *notes) Finding {
	begins, known := s.lineWith(expected)
	if !known {
		begins = s.lineBelowTitles()
	}
	if begins == s.line {
		return guess(strconv.Itoa(begins), 1, "the table begins at the top")
	}
	notes.add("%s left out", english.CountOf(begins-s.line, "line above the table was", "lines above the table were"))
	return guess(strconv.Itoa(begins), 0.9, "the lines above it have few cells, as titles do, or are comments")
}

// startWindow is the number of records by which the first line is guessed.
const startWindow = 200

// lineWith returns the line of the first record that holds all of some names of columns, if there are
// names and such a record. That of the first record is that of the scanner.
func (s scanner) lineWith(names []string) (begins int, ok bool) {
	begins = s.line
	n := 0
	d := &delimitedText{start: s}
	d.each(func(line int, cells []string) error {
		if ok = len(names) > 0 && holdsAll(cells, names); ok && n > 0 {
			begins = line
		}
		if n++; ok || n == startWindow {
			return errEnough
		}
		return nil
	}) // what it cannot read is refused later
	return begins, ok
}

// lineBelowTitles returns the line of the first record that is neither a title nor a comment; that of
// the scanner if it is the first of the text, or if few records have several cells. A record of the
// table has as many cells as the median of those with several; a title has a third of that at most
// and begins with a text; a comment has fewer and begins with "#"; titles of groups of columns stand
// above the names.
func (s scanner) lineBelowTitles() int {
	type record struct {
		line, filled, numbers int // filled: cells that are not blank
		text, comment         bool
	}
	var head []record
	var counts []int // numbers of cells
	d := &delimitedText{start: s}
	d.each(func(line int, cells []string) error {
		r := record{line: line, text: true, comment: strings.HasPrefix(cells[0], "#")}
		for _, cell := range cells {
			if cell == "" {
				continue
			}
			number := isNumber(cell)
			if r.filled++; r.filled == 1 {
				r.text = !number
			}
			if number {
				r.numbers++
			}
		}
		if r.filled > 1 {
			counts = append(counts, r.filled)
		}
		if head = append(head, r); len(head) == startWindow {
			return errEnough
		}
		return nil
	}) // what it cannot read is refused later
	if len(counts) == 0 {
		return s.line
	}
	slices.Sort(counts)
	median := counts[len(counts)/2]
	groups := func(i int) bool { // whether record i titles groups of the columns that the next one names
		return i+2 < len(head) && head[i+1].numbers == 0 && head[i+2].numbers > 0 &&
			head[i+1].filled >= median && 3*head[i].filled <= 2*head[i+1].filled
	}
	first := 0
	for ; first < len(head); first++ {
		r := head[first]
		if !(r.text && 3*r.filled <= median || r.comment && r.filled < median || groups(first)) {
			break
		}
	}
	if first == 0 || first == len(head) || 2*len(counts) < len(head)-first {
		return s.line
	}
	return head[first].line
}
