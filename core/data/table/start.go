package table

import (
	"slices"
	"strconv"
	"strings"
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

// countTitles guesses how many lines of a text are above its table, whose usual number of cells is
// the median of the records of several. Above it are records of a third of that at most that begin
// with a text, and shorter ones that begin with "#".
func countTitles(s scanner) int {
	type record struct {
		line, filled  int // filled: cells that are not blank
		text, comment bool
	}
	const records = 200
	var head []record
	var several []int // numbers of cells
	d := &delimited{start: s}
	d.each(func(line int, cells []string) error {
		r := record{line: line, text: true, comment: strings.HasPrefix(cells[0], "#")}
		for _, cell := range cells {
			if cell == "" {
				continue
			}
			if r.filled++; r.filled == 1 {
				r.text = !isNumber(cell)
			}
		}
		if r.filled > 1 {
			several = append(several, r.filled)
		}
		if head = append(head, r); len(head) == records {
			return errEnough
		}
		return nil
	}) // what it cannot read is refused later
	if len(several) == 0 {
		return 0
	}
	slices.Sort(several)
	usual := several[len(several)/2]
	above := slices.IndexFunc(head, func(r record) bool {
		return !(r.text && 3*r.filled <= usual || r.comment && r.filled < usual)
	})
	if above <= 0 || 2*len(several) < len(head)-above {
		return 0
	}
	return head[above].line - s.line
}

// startFinding is the line in which a table begins below a number of titles, which a note tells.
func startFinding(line, titles int, notes *notes) Finding {
	start := strconv.Itoa(line + titles)
	if titles == 0 {
		return guess(start, 1, "the table begins at the top")
	}
	notes.add("%s left out, as a title or comment", CountOf(titles, "line above the table was", "lines above the table were"))
	return guess(start, 0.9, "the lines above it have few cells, as titles do, or are comments")
}
