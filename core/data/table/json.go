package table

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// readJSON makes a table of JSON records: a list of objects, whose keys name the
// columns, a list of lists, or such objects or lists one after another, as on the
// lines of JSON Lines. A column has a cell for every record; it is missing where
// it is null, or where an object lacks the key.
func readJSON(text string, o Options, found *Findings, notes *notes) (*Table, error) {
	const fixed = "defined by JSON"
	found.Delimiter = fixedBy(",", fixed)
	found.Decimal = fixedBy(".", fixed)
	j := &jsonRecords{text: text, column: map[string]int{}}
	present := map[int]int{} // number of objects by their number of cells
	if err := j.each(func(int, []string) error { present[j.present]++; return nil }); err != nil {
		return nil, err
	}
	if j.kind == '{' {
		found.Header = fixedBy("yes", "the records name their cells")
		short := 0
		for cells, objects := range present {
			if cells < len(j.keys) {
				short += objects
			}
		}
		if short > 0 {
			notes.add("%s some of the columns, whose cells there are missing", countOf(short, "record lacks", "records lack"))
		}
	}
	o.Decimal = '.'
	return tabulate(j.table, func() {}, ',', o, found, notes)
}

// jsonRecords goes through the records of a text.
type jsonRecords struct {
	text string
	kind byte // of all records: '{' or '[', 0 before the first

	// Of the columns of objects, as far as they are known.
	column map[string]int // by key
	keys   []string
	last   []int // by column, the number of the last object that has it

	cells   []string // of the record that was read last, by column
	present int      // how many of them it has
	objects int      // read so far
}

// table gives use the keys of objects, if there are objects, and all records: a records.
func (j *jsonRecords) table(use func(line int, cells []string) error) error {
	if len(j.keys) > 0 {
		if err := use(1, j.keys); err != nil {
			return err
		}
	}
	return j.each(use)
}

// each gives use all records but empty ones; an object has the cells of the keys that are
// known by then.
func (j *jsonRecords) each(use func(line int, cells []string) error) error {
	s := &jsonScanner{text: j.text, line: 1}
	for first := true; ; first = false {
		open, err := s.next()
		if err != nil || open.kind == 0 {
			return err
		}
		line := s.line
		if open.kind != '[' {
			if err := j.record(s, open, use); err != nil {
				return err
			}
			continue
		}
		token, err := s.inner()
		if err != nil {
			return err
		}
		if token.kind != '{' && token.kind != '[' { // a record by itself
			if err := j.list(s, token, line, use); err != nil {
				return err
			}
			continue
		}
		if !first {
			return fmt.Errorf("line %d begins a second list of records: keep one", line)
		}
		for {
			if err := j.record(s, token, use); err != nil {
				return err
			}
			if token, err = s.separator(']'); err != nil {
				return err
			}
			if token.kind == ']' {
				break
			}
		}
		if token, err = s.next(); err == nil && token.kind != 0 {
			err = fmt.Errorf("line %d: something follows the list of records: remove it", s.line)
		}
		return err
	}
}

// record reads the record that begins with a token.
func (j *jsonRecords) record(s *jsonScanner, open jsonToken, use func(int, []string) error) error {
	line := s.line
	switch open.kind {
	case '{':
		return j.object(s, line, use)
	case '[':
		token, err := s.inner()
		if err != nil {
			return err
		}
		return j.list(s, token, line, use)
	case jsonText:
		return fmt.Errorf(`line %d has a plain value where a record belongs: write records as {"x": 1, "y": 2}`, line)
	}
	return s.invalid(s.pos - 1)
}

// as refuses records of two kinds.
func (j *jsonRecords) as(kind byte, line int) error {
	if j.kind != 0 && j.kind != kind {
		return fmt.Errorf("line %d begins with %c where the records before do not: write all records in one way", line, kind)
	}
	j.kind = kind
	return nil
}

// list reads the record that is a list and whose first token is given.
func (j *jsonRecords) list(s *jsonScanner, token jsonToken, line int, use func(int, []string) error) error {
	if err := j.as('[', line); err != nil {
		return err
	}
	j.cells = j.cells[:0]
	for token.kind != ']' {
		text, err := s.cell(token, func() string { return "cell " + strconv.Itoa(len(j.cells)+1) })
		if err != nil {
			return err
		}
		if len(j.cells) == MaxColumns {
			return tooManyColumns(fmt.Sprintf("line %d", line), "cells")
		}
		j.cells = append(j.cells, text)
		if token, err = s.separator(']'); err != nil {
			return err
		}
	}
	if len(j.cells) == 0 { // a blank line
		return nil
	}
	return use(line, j.cells)
}

// object reads the record that is an object, after its brace.
func (j *jsonRecords) object(s *jsonScanner, line int, use func(int, []string) error) error {
	if err := j.as('{', line); err != nil {
		return err
	}
	j.objects++
	j.present = 0
	clear(j.cells)
	token, err := s.inner()
	for ; err == nil && token.kind != '}'; token, err = s.separator('}') {
		if !token.quoted {
			return s.invalid(s.begin)
		}
		key := token.text
		column, known := j.column[key]
		if !known {
			if column = len(j.keys); column == MaxColumns {
				return tooManyColumns("the file", "keys")
			}
			key = strings.Clone(key)
			j.column[key] = column
			j.keys, j.last, j.cells = append(j.keys, key), append(j.last, 0), append(j.cells, "")
		}
		if j.last[column] == j.objects {
			return fmt.Errorf("line %d has %q twice in one record: keep one of the two", s.line, clip(key))
		}
		j.last[column] = j.objects
		j.present++
		if token, err = s.inner(); err == nil && token.kind != ':' {
			err = s.invalid(s.begin)
		}
		if err == nil {
			token, err = s.inner()
		}
		if err == nil {
			j.cells[column], err = s.cell(token, func() string { return strconv.Quote(clip(key)) })
		}
		if err != nil {
			return err
		}
	}
	if err != nil || j.present == 0 { // an empty object is a blank line
		return err
	}
	return use(line, j.cells)
}

// jsonText is the kind of a token that is a text, a number, true, false or null.
const jsonText = 'a'

// jsonToken is a token of JSON.
type jsonToken struct {
	kind   byte   // one of []{},: or jsonText; 0 at the end
	text   string // as a cell; "" for null
	quoted bool
}

// jsonScanner cuts a text into tokens.
type jsonScanner struct {
	text       string
	begin, pos int // of the last token
	line       int // of pos
}

// next returns the next token, that of kind 0 at the end of the text.
func (s *jsonScanner) next() (jsonToken, error) {
	for ; s.pos < len(s.text); s.pos++ {
		c := s.text[s.pos]
		if c == '\n' {
			s.line++
		} else if c != ' ' && c != '\t' && c != '\r' {
			break
		}
	}
	s.begin = s.pos
	if s.pos == len(s.text) {
		return jsonToken{}, nil
	}
	switch c := s.text[s.pos]; c {
	case '[', ']', '{', '}', ',', ':':
		s.pos++
		return jsonToken{kind: c}, nil
	case '"':
		return s.quoted()
	}
	for s.pos < len(s.text) && strings.IndexByte(" \t\r\n,:[]{}\"", s.text[s.pos]) < 0 {
		s.pos++
	}
	switch word := s.text[s.begin:s.pos]; {
	case word == "null":
		return jsonToken{kind: jsonText}, nil
	case word == "true" || word == "false" || isJSONNumber(word):
		return jsonToken{kind: jsonText, text: word}, nil
	}
	return jsonToken{}, s.invalid(s.begin)
}

// quoted reads a string.
func (s *jsonScanner) quoted() (jsonToken, error) {
	escaped := false
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; {
		case c == '\\':
			escaped = true
			s.pos++
		case c < ' ':
			return jsonToken{}, s.invalid(s.begin)
		case c == '"':
			s.pos++
			token := jsonToken{kind: jsonText, quoted: true, text: s.text[s.begin+1 : s.pos-1]}
			if escaped && json.Unmarshal([]byte(s.text[s.begin:s.pos]), &token.text) != nil {
				return jsonToken{}, s.invalid(s.begin)
			}
			return token, nil
		}
	}
	return jsonToken{}, cutOff()
}

// inner is next where the text must not end.
func (s *jsonScanner) inner() (jsonToken, error) {
	token, err := s.next()
	if err == nil && token.kind == 0 {
		err = cutOff()
	}
	return token, err
}

// separator reads what follows a value: the end of its list or object, or a comma, and then
// the token behind that.
func (s *jsonScanner) separator(end byte) (jsonToken, error) {
	token, err := s.inner()
	if err != nil || token.kind == end {
		return token, err
	}
	if token.kind == ',' {
		if token, err = s.inner(); err != nil || token.kind != end {
			return token, err
		}
	}
	return token, s.invalid(s.begin)
}

// cell is a value as the text of a cell; name says which.
func (s *jsonScanner) cell(token jsonToken, name func() string) (string, error) {
	switch token.kind {
	case jsonText:
		return strings.TrimSpace(token.text), nil
	case '[', '{':
		return "", fmt.Errorf("line %d, %s: a cell is a number, a text, true, false or null, and this is a list or an object: take out what is in it", s.line, name())
	}
	return "", s.invalid(s.begin)
}

// invalid is the error of what is no JSON.
func (s *jsonScanner) invalid(at int) error {
	rest := s.text[at:]
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(rest, word) {
			return correctedBy("format", "line %d is not valid JSON, which has no NaN and no Infinity: write null for a missing number", s.line)
		}
	}
	word, _ := cutWord(rest)
	return correctedBy("format", "line %d is not valid JSON at %q: correct it, or choose another format", s.line, clip(word))
}

func cutOff() error {
	return correctedBy("format", "the file ends within a JSON record: it may be cut off, so fetch it again, or choose another format")
}

// isJSONNumber reports whether a word is a number as JSON writes them.
func isJSONNumber(word string) bool {
	digits := strings.TrimPrefix(word, "-")
	return plainNumber(word) && word[0] != '+' && leadingDigits(digits) > 0 && !strings.HasSuffix(word, "%") && !strings.HasSuffix(word, ".") &&
		!strings.Contains(word, ".e") && !strings.Contains(word, ".E") && (digits[0] != '0' || len(digits) == 1 || leadingDigits(digits) == 1)
}
