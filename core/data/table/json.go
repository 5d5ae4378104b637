package table

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"lplab/core/english"
)

func init() { formats.Add(FormatJSON, func(struct{}) format { return format{sniffJSON, readJSON} }) }

// readJSON makes a table of JSON records: a list of objects with the names of the
// columns as keys, a list of lists, or such objects or lists one after another, as in JSON
// Lines. A cell is missing if it is null, or if the object lacks the key.
func readJSON(text string, o Options, findings *Findings, notes *notes) (*Table, error) {
	const reason = "defined by JSON"
	findings.Delimiter = fixedBy(",", reason)
	findings.Decimal = fixedBy(".", reason)
	j := &jsonRecords{text: text, column: map[string]int{}}
	records := 0
	lengths := map[int]int{} // number of objects by their number of cells
	if err := j.each(func(int, []string) error {
		records++
		lengths[j.length]++
		return nil
	}); err != nil {
		return nil, err
	}
	if j.kind == '{' {
		findings.Header = fixedBy("yes", "the records name their cells")
		if short := records - lengths[len(j.keys)]; short > 0 {
			notes.add("%s some of the columns; these cells are missing", english.CountOf(short, "record lacks", "records lack"))
		}
	}
	o.Decimal = "."
	return tabulate(j.table, ',', o, findings, notes)
}

// jsonRecords goes through the records of a text.
type jsonRecords struct {
	text string
	kind byte // of all records: '{' or '[', 0 before the first

	// The columns of objects that are known so far.
	column map[string]int // by key
	keys   []string
	last   []int // by column, the number of the last object that has it

	cells   []string // of the last record, by column
	length  int      // the number of cells of the last object
	objects int      // read so far
}

// table calls use with the keys, if the records are objects, and with the records.
func (j *jsonRecords) table(use func(line int, cells []string) error) error {
	if len(j.keys) > 0 {
		if err := use(1, j.keys); err != nil {
			return err
		}
	}
	return j.each(use)
}

// each calls use with all records but empty ones; an object has the cells of the keys known
// so far.
func (j *jsonRecords) each(use func(line int, cells []string) error) error {
	s := &jsonScanner{text: j.text, line: 1}
	for first := true; ; first = false {
		open := s.next()
		if open.kind == 0 {
			return s.err
		}
		line := s.line
		if open.kind != '[' {
			j.record(s, open, use)
			continue
		}
		token := s.inner()
		if token.kind != '{' && token.kind != '[' { // a record by itself
			j.list(s, token, line, use)
			continue
		}
		if !first {
			return fmt.Errorf("line %d begins a second list of records: keep one", line)
		}
		for ; s.err == nil && token.kind != ']'; token = s.separator(']') {
			j.record(s, token, use)
		}
		if s.next().kind != 0 {
			s.fail(fmt.Errorf("line %d: something follows the list of records: remove it", s.line))
		}
		return s.err
	}
}

// record reads the record that begins with a token.
func (j *jsonRecords) record(s *jsonScanner, open jsonToken, use func(int, []string) error) {
	line := s.line
	switch open.kind {
	case '{':
		j.object(s, line, use)
	case '[':
		j.list(s, s.inner(), line, use)
	case jsonText:
		s.fail(fmt.Errorf(`line %d has a plain value where a record belongs: write records as {"x": 1, "y": 2}`, line))
	default:
		s.invalid(s.pos - 1)
	}
}

// begin refuses records of two kinds.
func (j *jsonRecords) begin(s *jsonScanner, kind byte, line int) {
	if j.kind != 0 && j.kind != kind {
		s.fail(fmt.Errorf("line %d begins with %c where the records before do not: write all records in one way", line, kind))
	}
	j.kind = kind
}

// list reads a record that is a list, from its first token on.
func (j *jsonRecords) list(s *jsonScanner, token jsonToken, line int, use func(int, []string) error) {
	j.begin(s, '[', line)
	j.cells = j.cells[:0]
	for ; s.err == nil && token.kind != ']'; token = s.separator(']') {
		text := s.cell(token, func() string { return "cell " + strconv.Itoa(len(j.cells)+1) })
		if len(j.cells) == maxColumns {
			s.fail(tooManyColumns(fmt.Sprintf("line %d", line), "cells"))
		}
		j.cells = append(j.cells, text)
	}
	if s.err == nil && len(j.cells) > 0 { // an empty list is a blank line
		s.fail(use(line, j.cells))
	}
}

// object reads a record that is an object, after its brace.
func (j *jsonRecords) object(s *jsonScanner, line int, use func(int, []string) error) {
	j.begin(s, '{', line)
	j.objects++
	j.length = 0
	clear(j.cells)
	for token := s.inner(); s.err == nil && token.kind != '}'; token = s.separator('}') {
		if !token.quoted {
			s.invalid(s.begin)
			break
		}
		key := token.text
		column, known := j.column[key]
		if !known {
			if column = len(j.keys); column == maxColumns {
				s.fail(tooManyColumns("the file", "keys"))
				break
			}
			key = strings.Clone(key)
			j.column[key] = column
			j.keys, j.last, j.cells = append(j.keys, key), append(j.last, 0), append(j.cells, "")
		}
		if j.last[column] == j.objects {
			s.fail(fmt.Errorf("line %d has %q twice in one record: keep one of the two", s.line, english.Clip(key)))
			break
		}
		j.last[column] = j.objects
		j.length++
		if s.inner().kind != ':' {
			s.invalid(s.begin)
		}
		j.cells[column] = s.cell(s.inner(), func() string { return strconv.Quote(english.Clip(key)) })
	}
	if s.err == nil && j.length > 0 { // an empty object is a blank line
		s.fail(use(line, j.cells))
	}
}

// jsonText is the kind of a token that is a text, a number, true, false or null.
const jsonText = 'a'

type jsonToken struct {
	kind   byte   // one of []{},: or jsonText; 0 at the end
	text   string // as a cell; "" for null
	quoted bool
}

// jsonScanner cuts a text into tokens.
type jsonScanner struct {
	text       string
	begin, pos int   // of the last token
	line       int   // of pos
	err        error // the first one, after which the tokens are of kind 0
}

// fail notes an error, if it is the first, and ends the text.
func (s *jsonScanner) fail(err error) {
	if err != nil && s.err == nil {
		s.err, s.pos = err, len(s.text)
	}
}

// next returns the next token, that of kind 0 at the end of the text.
func (s *jsonScanner) next() jsonToken {
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
		return jsonToken{}
	}
	switch c := s.text[s.pos]; c {
	case '[', ']', '{', '}', ',', ':':
		s.pos++
		return jsonToken{kind: c}
	case '"':
		return s.readQuoted()
	}
	for s.pos < len(s.text) && strings.IndexByte(" \t\r\n,:[]{}\"", s.text[s.pos]) < 0 {
		s.pos++
	}
	switch word := s.text[s.begin:s.pos]; {
	case word == "null":
		return jsonToken{kind: jsonText}
	case json.Valid([]byte(word)): // a number, true or false
		return jsonToken{kind: jsonText, text: word}
	}
	return s.invalid(s.begin)
}

func (s *jsonScanner) readQuoted() jsonToken {
	escaped := false
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; {
		case c == '\\':
			escaped = true
			s.pos++
		case c < ' ':
			return s.invalid(s.begin)
		case c == '"':
			s.pos++
			token := jsonToken{kind: jsonText, quoted: true, text: s.text[s.begin+1 : s.pos-1]}
			if escaped && json.Unmarshal([]byte(s.text[s.begin:s.pos]), &token.text) != nil {
				return s.invalid(s.begin)
			}
			return token
		}
	}
	s.fail(cutOff())
	return jsonToken{}
}

// inner returns the next token, within a record.
func (s *jsonScanner) inner() jsonToken {
	token := s.next()
	if token.kind == 0 {
		s.fail(cutOff())
	}
	return token
}

// separator reads the end of a list or object after a value, or a comma and the token after it.
func (s *jsonScanner) separator(end byte) jsonToken {
	token := s.inner()
	if token.kind == end {
		return token
	}
	if token.kind == ',' {
		if token = s.inner(); token.kind != end {
			return token
		}
	}
	return s.invalid(s.begin)
}

// cell returns a value as the text of a cell; name describes the cell in messages.
func (s *jsonScanner) cell(token jsonToken, name func() string) string {
	switch token.kind {
	case jsonText:
		return strings.TrimSpace(token.text)
	case '[', '{':
		s.fail(fmt.Errorf("line %d, %s: a cell is a number, a text, true, false or null, and this is a list or an object: take out what is in it", s.line, name()))
	default:
		s.invalid(s.begin)
	}
	return ""
}

// invalid fails at text that is not JSON.
func (s *jsonScanner) invalid(at int) jsonToken {
	rest := s.text[at:]
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		if strings.HasPrefix(rest, word) {
			s.fail(correctedBy("format", "line %d is not valid JSON, which has no NaN and no Infinity: write null for a missing number", s.line))
		}
	}
	word, _ := cutWord(rest)
	s.fail(correctedBy("format", "line %d is not valid JSON at %q: correct it, or choose another format", s.line, english.Clip(word)))
	return jsonToken{}
}

func cutOff() error {
	return correctedBy("format", "the file ends within a JSON record: it may be cut off, so fetch it again, or choose another format")
}
