package table

import (
	"fmt"
	"strings"

	"lplab/core/english"
)

// scanner cuts text into records of cells. A cell that begins with a quote ends at its closing
// quote, after delimiters and line ends; a doubled quote inside is a quote. A quote anywhere
// else is an ordinary character. LF, CR and CR LF end a record. Several spaces that delimit cells
// count as one, and those at the ends of a record do not count.
type scanner struct {
	text   string
	delim  string
	pos    int // of the next cell
	line   int // of pos, from 1
	number int // of the next cell in its record, from 0

	literal bool // quotes are ordinary characters

	strayCells int // cells with a quote where none belongs
	strayLines []int
	bytes      int // bytes, which tests compare with the length of the text
}

func newScanner(text string, delim rune, line int, literal bool) scanner {
	return scanner{text: text, delim: string(delim), line: line, literal: literal}
}

type cell struct {
	text   string // without surrounding space and quotes
	quoted bool
	last   bool // of its record
}

// done reports, between records, whether no record is left.
func (s *scanner) done() bool { return s.pos == len(s.text) }

// next returns the next cell. Its text shares memory with the scanner's.
func (s *scanner) next() (cell, error) {
	for s.delim == " " && s.number == 0 && !s.done() && s.text[s.pos] == ' ' {
		s.pos++
	}
	i := s.pos
	for i < len(s.text) && (s.text[i] == ' ' || s.text[i] == '\t') && s.text[i] != s.delim[0] {
		i++
	}
	s.bytes += i - s.pos
	if i < len(s.text) && s.text[i] == '"' && !s.literal {
		return s.readQuoted(i)
	}
	return s.readUnquoted(s.pos, s.pos, false), nil
}

// readQuoted reads a cell with its opening quote at open.
func (s *scanner) readQuoted(open int) (cell, error) {
	end := open + 1 // the closing quote is searched from here
	doubled := false
	for {
		k := strings.IndexByte(s.text[end:], '"')
		if k < 0 {
			return cell{}, correctedBy("quote", "line %d: the quote that opens cell %d is never closed: close it, or read quotes as ordinary characters", s.line, s.number+1)
		}
		end += k + 1
		if end == len(s.text) || s.text[end] != '"' {
			break
		}
		doubled = true
		end++
	}
	body := s.text[open+1 : end-1]
	s.bytes += end - open
	rest := end
	for rest < len(s.text) && (s.text[rest] == ' ' || s.text[rest] == '\t') && s.text[rest] != s.delim[0] {
		rest++
	}
	s.bytes += rest - end
	s.line += lineEnds(body)
	if rest < len(s.text) && s.text[rest] != '\n' && s.text[rest] != '\r' && !strings.HasPrefix(s.text[rest:], s.delim) {
		// Text follows the closing quote: both quotes are ordinary characters.
		return s.readUnquoted(open, end, true), nil
	}
	if doubled {
		body = strings.ReplaceAll(body, `""`, `"`)
	}
	s.pos = rest
	c := cell{text: strings.TrimSpace(body), quoted: true}
	c.last = s.separator()
	return c, nil
}

// readUnquoted reads the cell from start to the first delimiter or line end at or after from.
// stray reports that the cell has a quote before from.
func (s *scanner) readUnquoted(start, from int, stray bool) cell {
	i := from
scan:
	for ; i < len(s.text); i++ {
		switch c := s.text[i]; c {
		case '\n', '\r':
			break scan
		case '"':
			stray = !s.literal
		case s.delim[0]:
			if len(s.delim) == 1 || strings.HasPrefix(s.text[i:], s.delim) {
				break scan
			}
		}
	}
	if stray {
		if s.strayCells++; s.strayCells <= english.MostListed {
			s.strayLines = append(s.strayLines, s.line)
		}
	}
	s.bytes += i - from + 1
	s.pos = i
	c := cell{text: strings.TrimSpace(s.text[start:i])}
	c.last = s.separator()
	return c
}

// separator steps over the delimiter or line end at pos and reports whether it
// ends the record.
func (s *scanner) separator() (last bool) {
	rest := s.text[s.pos:]
	if s.delim == " " {
		if next := strings.TrimLeft(rest, " "); next == "" || next[0] == '\n' || next[0] == '\r' {
			rest = next
		} else if len(next) < len(rest) {
			rest = rest[len(rest)-len(next)-1:]
		}
		s.pos = len(s.text) - len(rest)
	}
	switch {
	case strings.HasPrefix(rest, s.delim):
		s.pos += len(s.delim)
		s.number++
		return false
	case strings.HasPrefix(rest, "\r\n"):
		s.pos += 2
		s.line++
	case rest != "": // LF or CR
		s.pos++
		s.line++
	}
	s.number = 0
	return true
}

func lineEnds(text string) int {
	return strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}

// delimitedText goes through the records of a text.
type delimitedText struct {
	start    scanner                // before the text
	progress func(fraction float64) // nil for none
	bytes    int                    // bytes of all passes but the last
	notes    *notes                 // where the first whole pass notes what it left out; nil for nowhere
	last     scanner                // where the last pass ended
}

// each calls use with the records of the text, except blank lines.
func (d *delimitedText) each(use func(line int, cells []string) error) error {
	d.last = d.start
	s, blankLines := &d.last, 0
	const walks = 2.5 // the mean number of passes; texts need three
	lastReport := 0
	defer func() { d.bytes += s.pos }()
	var cells []string
	for !s.done() {
		line := s.line
		cells = cells[:0]
		var c cell
		for !c.last {
			var err error
			if c, err = s.next(); err != nil {
				return err
			}
			if len(cells) == maxColumns {
				return tooManyColumns(fmt.Sprintf("line %d", line), "cells")
			}
			cells = append(cells, c.text)
		}
		if len(cells) == 1 && c.text == "" && !c.quoted {
			blankLines++
			continue
		}
		if d.progress != nil && s.pos-lastReport > 1<<20 {
			lastReport = s.pos
			d.progress(min(1, float64(d.bytes+s.pos)/(walks*float64(len(s.text)))))
		}
		if err := use(line, cells); err != nil {
			return err
		}
	}
	if d.notes != nil && blankLines > 0 {
		d.notes.add("%s left out", english.CountOf(blankLines, "blank line was", "blank lines were"))
	}
	if d.notes != nil && s.strayCells > 0 {
		d.notes.add("%s a quote in the middle of the text, which was kept as it is (%s)",
			english.CountOf(s.strayCells, "cell has", "cells have"), lines(s.strayLines, s.strayCells))
	}
	d.notes = nil
	return nil
}

// lines names lines in a message: "line 3", "lines 3, 7 and 9".
func lines(first []int, all int) string {
	if all == 1 {
		return fmt.Sprintf("line %d", first[0])
	}
	return "lines " + english.ListOf(first, all)
}

// cutLine returns the first line of a text, up to LF, CR or CR LF, and the text after that.
func cutLine(text string) (line, rest string) {
	end := strings.IndexAny(text, "\r\n")
	if end < 0 {
		return text, ""
	}
	if strings.HasPrefix(text[end:], "\r\n") {
		return text[:end], text[end+2:]
	}
	return text[:end], text[end+1:]
}

// cutWord returns the first word of a line, "" if there is none, and the text after it.
func cutWord(line string) (word, rest string) {
	const space = " \t\n\v\f\r"
	line = strings.TrimLeft(line, space)
	if end := strings.IndexAny(line, space); end >= 0 {
		return line[:end], line[end:]
	}
	return line, ""
}
