package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// delimiters are the candidates of sniffDelimiter; of equal ones the first wins.
var delimiters = []rune{',', ';', '\t', '|'}

// separatorLine recognises a first line "sep=;", as spreadsheets do. It returns the
// delimiter, 0 if there is no such line, and the rest of the text.
func separatorLine(text string) (rune, string) {
	if !strings.ContainsAny(text[:min(len(text), 16)], "\r\n") {
		return 0, text
	}
	line, rest := cutLine(text)
	if len(line) > 1 && line[0] == '"' && line[len(line)-1] == '"' {
		line = line[1 : len(line)-1]
	}
	if len(line) < 4 || !strings.EqualFold(line[:4], "sep=") {
		return 0, text
	}
	mark, size := utf8.DecodeRuneInString(line[4:])
	if size < len(line[4:]) || mark == '"' || mark == utf8.RuneError || unicode.IsLetter(mark) || unicode.IsDigit(mark) {
		return 0, text
	}
	return mark, rest
}

// sniffDelimiter guesses the delimiter from the first records of a text that
// begins in the given line, by scanning them with every candidate. literal means
// that quotes are ordinary characters.
func sniffDelimiter(text string, line int, literal bool) (rune, Finding) {
	var best, second tally
	several := false
	var table []string // candidates that would make a table of several columns
	for i, d := range delimiters {
		t := tallyRecords(newScanner(text, d, line, literal), d)
		several = several || t.most > 1
		if t.mode > 1 {
			table = append(table, string(d))
		}
		switch {
		case i == 0 || t.score() > best.score():
			best, second = t, best
		case t.score() > second.score():
			second = t
		}
	}
	finding := Finding{Value: string(best.delimiter)}
	if !several {
		t := tallyRecords(newScanner(text, ' ', line, literal), ' ')
		if t.mode > 1 && t.modeRecords >= t.records-1 && t.first >= t.mode-1 && 3*t.numberCells >= t.cells {
			finding.Value, finding.Confidence = " ", 0.6
			finding.Reason = "spaces divide the lines into as many cells, many of which are numbers"
			return ' ', finding
		}
		finding.Confidence, finding.Reason = 1, "the file has one column"
		return best.delimiter, finding
	}
	if sum := best.score() + second.score(); sum > 0 {
		finding.Confidence = best.score() / sum
	}
	finding.Reason = "it divides the first lines into the most regular table"
	finding.Alternatives = slices.DeleteFunc(table, func(d string) bool { return d == finding.Value })
	return best.delimiter, finding
}

// tally describes the first records as one delimiter divides them.
type tally struct {
	delimiter   rune
	records     int
	first       int  // cells of the first record
	below       int  // cells of the first record after those of one cell, which may be titles
	named       bool // the first record is clean
	mode        int  // the most frequent number of cells
	modeRecords int  // records that have it
	most        int  // the largest number of cells
	cells       int
	clean       int // cells that hold none of the other delimiters, unless in quotes or in a number
	numberCells int // cells that are numbers
	numbers     int // records after the first that are one number
}

func tallyRecords(s scanner, delimiter rune) tally {
	const records, bytes = 200, 64 << 10
	t := tally{delimiter: delimiter}
	frequency := map[int]int{}
	for t.records < records && (t.records == 0 || s.pos < bytes) && !s.done() {
		n, clean, number := 0, 0, false
		var c cell
		for !c.last {
			var err error
			if c, err = s.next(); err != nil {
				return t // an unclosed quote; the records before it decide
			}
			n++
			if number = isNumber(c.text); number {
				t.numberCells++
			}
			if number || c.quoted || !strings.ContainsAny(c.text, ",;\t|") {
				clean++
			}
		}
		if n == 1 && c.text == "" && !c.quoted {
			continue // a blank line
		}
		if t.records == 0 {
			t.first, t.named = n, clean == n
		} else if n == 1 && number {
			t.numbers++
		}
		if t.most <= 1 {
			t.below = n
		}
		t.records++
		t.cells += n
		t.clean += clean
		t.most = max(t.most, n)
		frequency[n]++
		if f := frequency[n]; f > t.modeRecords {
			t.mode, t.modeRecords = n, f
		}
	}
	return t
}

// score is from 0 to 1: the share of records of the usual length times the
// share of clean cells, halved where the first record, the header perhaps, or the
// first below titles has another length. One column scores low, unless it is one of
// numbers with a clean name: then lines such as "1,5" are not rows of two columns.
func (t *tally) score() float64 {
	if t.records == 0 {
		return 0
	}
	score := float64(t.modeRecords) / float64(t.records)
	switch {
	case t.mode > 1:
		score *= float64(t.clean) / float64(t.cells)
		if t.first != t.mode && (t.mode < 3 || t.below != t.mode) {
			score /= 2
		}
		return score
	case t.first == 1 && t.named && t.records > 1 && t.numbers == t.records-1:
		return 0.6 * score
	}
	return 0.1 * score
}
