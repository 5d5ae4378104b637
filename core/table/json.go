package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// readJSON makes a table of JSON records: a list of objects, whose keys name the
// columns, a list of lists, or such objects or lists one after another, as on the
// lines of JSON Lines. A column has a cell for every record; it is missing where
// it is null, or where an object lacks the key.
func readJSON(text string, o Options, found *Findings, notes *notes) (*Table, error) {
	const fixed = "JSON has it so"
	found.Delimiter = fixedBy(",", fixed)
	found.Decimal = fixedBy(".", fixed)
	j := &jsonReader{decoder: json.NewDecoder(strings.NewReader(text)), text: text, line: 1, column: map[string]int{}}
	j.decoder.UseNumber()
	if err := j.read(); err != nil {
		return nil, err
	}
	cells := &j.lists
	if j.kind == '{' {
		var err error
		if cells, err = j.table(notes); err != nil {
			return nil, err
		}
		found.Header = fixedBy("yes", "the records name their cells")
	}
	if cells.count() == 0 {
		return nil, errEmpty
	}
	o.Decimal = '.'
	return tabulate(cells, ',', o, found, notes)
}

// jsonReader gathers records.
type jsonReader struct {
	decoder *json.Decoder
	text    string
	counted int // bytes of text whose lines are counted
	line    int // of that byte

	kind  json.Delim // of all records: '{' or '[', 0 before the first
	lists records    // records that are lists

	// Records that are objects: the cells of all, one record after the other.
	column  map[string]int // by key
	keys    []string
	last    []int // by column, the number of the last object that has it
	objects int   // begun
	cells   []keyedCell
	ends    []int
	lines   []int
}

// keyedCell is a cell of an object.
type keyedCell struct {
	column int
	text   string
}

// here is the line that the decoder has reached.
func (j *jsonReader) here() int {
	at := int(j.decoder.InputOffset())
	j.line += strings.Count(j.text[j.counted:at], "\n")
	j.counted = at
	return j.line
}

// token returns the next token, io.EOF at the end of the text.
func (j *jsonReader) token() (json.Token, error) {
	token, err := j.decoder.Token()
	var syntax *json.SyntaxError
	switch {
	case err == nil || err == io.EOF:
		return token, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, cutOff()
	case errors.As(err, &syntax):
		at := max(syntax.Offset, j.decoder.InputOffset()) // the first counts from the value at times
		line := 1 + strings.Count(j.text[:min(int(at), len(j.text))], "\n")
		if message := syntax.Error(); strings.Contains(message, "'N'") || strings.Contains(message, "'I'") {
			return nil, mendedBy("format", "line %d is not valid JSON, which has no NaN and no Infinity: write null for a missing number", line)
		}
		return nil, mendedBy("format", "line %d is not valid JSON: %s; mend it, or choose another format", line, syntax.Error())
	}
	return nil, mendedBy("format", "line %d is not valid JSON: mend it, or choose another format", j.here())
}

func cutOff() error {
	return mendedBy("format", "the file ends within a JSON record: it may be cut off, so fetch it again, or choose another format")
}

// inner is token where the text must not end.
func (j *jsonReader) inner() (json.Token, error) {
	token, err := j.token()
	if err == io.EOF {
		err = cutOff()
	}
	return token, err
}

// read gathers all records of the text.
func (j *jsonReader) read() error {
	for first := true; ; first = false {
		token, err := j.token()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case token == json.Delim('['):
			if err := j.list(first); err != nil {
				return err
			}
		default:
			if err := j.record(token); err != nil {
				return err
			}
		}
	}
}

// list reads what stands in brackets at the top: the list of all records, which
// only the first may be, or one record.
func (j *jsonReader) list(first bool) error {
	line := j.here()
	token, err := j.inner()
	if err != nil {
		return err
	}
	if token != json.Delim('{') && token != json.Delim('[') {
		return j.cellsOf(token, line)
	}
	if !first {
		return fmt.Errorf("line %d begins a second list of records: keep one", line)
	}
	for {
		if token == json.Delim(']') {
			break
		}
		if err := j.record(token); err != nil {
			return err
		}
		if token, err = j.inner(); err != nil {
			return err
		}
	}
	if _, err := j.token(); err != io.EOF {
		if err != nil {
			return err
		}
		return fmt.Errorf("line %d: something follows the list of records: remove it", j.here())
	}
	return nil
}

// record reads the record that begins with a token.
func (j *jsonReader) record(token json.Token) error {
	line := j.here()
	kind, ok := token.(json.Delim)
	if !ok || kind != '{' && kind != '[' {
		return fmt.Errorf(`line %d has a plain value where a record belongs: write records as {"x": 1, "y": 2}`, line)
	}
	if kind == '{' {
		return j.object(line)
	}
	token, err := j.inner()
	if err != nil {
		return err
	}
	return j.cellsOf(token, line)
}

// as refuses records of two kinds.
func (j *jsonReader) as(kind json.Delim, line int) error {
	if j.kind != 0 && j.kind != kind {
		return fmt.Errorf("line %d begins with %s where the records before do not: write all records in one way", line, kind)
	}
	j.kind = kind
	return nil
}

// cellsOf reads the record that is a list and whose first token is given.
func (j *jsonReader) cellsOf(token json.Token, line int) error {
	if err := j.as('[', line); err != nil {
		return err
	}
	begin := len(j.lists.cells)
	for token != json.Delim(']') {
		if len(j.lists.cells) == MaxCells {
			return tooManyCells(line)
		}
		text, err := cellText(token, j.here(), "cell "+strconv.Itoa(len(j.lists.cells)-begin+1))
		if err != nil {
			return err
		}
		j.lists.cells = append(j.lists.cells, text)
		if token, err = j.inner(); err != nil {
			return err
		}
	}
	if len(j.lists.cells) > begin { // an empty list is a blank line
		j.lists.add(begin, len(j.lists.cells), line)
	}
	return nil
}

// object reads the record that is an object, after its brace.
func (j *jsonReader) object(line int) error {
	if err := j.as('{', line); err != nil {
		return err
	}
	begin := len(j.cells)
	j.objects++
	for {
		token, err := j.inner()
		if err != nil {
			return err
		}
		if token == json.Delim('}') {
			break
		}
		key := token.(string) // the decoder accepts nothing else as a key
		column, known := j.column[key]
		if !known {
			column = len(j.keys)
			j.column[key] = column
			j.keys = append(j.keys, key)
			j.last = append(j.last, 0)
		}
		if j.last[column] == j.objects {
			return fmt.Errorf("line %d has %q twice in one record: keep one of the two", j.here(), clip(key))
		}
		j.last[column] = j.objects
		if len(j.cells) == MaxCells {
			return tooManyCells(line)
		}
		if token, err = j.inner(); err != nil {
			return err
		}
		text, err := cellText(token, j.here(), strconv.Quote(clip(key)))
		if err != nil {
			return err
		}
		j.cells = append(j.cells, keyedCell{column, text})
	}
	if len(j.cells) > begin { // an empty object is a blank line
		j.ends = append(j.ends, len(j.cells))
		j.lines = append(j.lines, line)
	}
	return nil
}

// cellText is a value as the text of a cell, "" for null.
func cellText(token json.Token, line int, name string) (string, error) {
	switch v := token.(type) {
	case nil:
		return "", nil
	case json.Number:
		return v.String(), nil
	case string:
		return strings.TrimSpace(v), nil
	case bool:
		return strconv.FormatBool(v), nil
	}
	return "", fmt.Errorf("line %d, %s: a cell is a number, a text, true, false or null, and this is a list or an object: take out what is in it", line, name)
}

// table writes objects as records under their keys.
func (j *jsonReader) table(notes *notes) (*records, error) {
	width := len(j.keys)
	if width == 0 {
		return &records{}, nil
	}
	if rows := len(j.ends) + 1; rows > MaxCells/width {
		return nil, fmt.Errorf("%d records of %d columns exceed %d million cells: leave out rows or columns", rows-1, width, MaxCells/1_000_000)
	}
	r := &records{cells: make([]string, 0, (len(j.ends)+1)*width)}
	r.cells = append(r.cells, j.keys...)
	r.add(0, width, 1)
	begin, short := 0, 0
	for i, end := range j.ends {
		at := len(r.cells)
		r.cells = r.cells[:at+width]
		for _, c := range j.cells[begin:end] {
			r.cells[at+c.column] = c.text
		}
		if end-begin < width {
			short++
		}
		r.add(at, at+width, j.lines[i])
		begin = end
	}
	if short > 0 {
		notes.add("%s some of the columns, whose cells there are missing", countOf(short, "record lacks", "records lack"))
	}
	return r, nil
}
