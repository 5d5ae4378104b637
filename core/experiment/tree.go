package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxDepth is the deepest nesting an experiment may have. The contract needs
// four levels; the rest is room to point at a misplaced field by its path.
const maxDepth = 16

// maxBytes bounds the JSON of one experiment, inline rows included.
const maxBytes = 64 << 20

// object is a JSON object. A document is read as a tree of *object, []any, json.Number, string, bool
// and nil. Unlike the types of encoding/json, it keeps the case and the order of keys, and refuses
// keys that are given twice.
type object struct {
	keys   []string // in the order written
	values map[string]any
}

// parse reads one JSON document and nothing after it.
func parse(b []byte) (any, error) {
	if len(b) > maxBytes {
		return nil, fmt.Errorf("the experiment is %d bytes long: it must be at most %d; give large data as a file", len(b), maxBytes)
	}
	return parseNamed(b, "the experiment")
}

// parseNamed reads a document that errors call by a name.
func parseNamed(b []byte, name string) (any, error) {
	b = withoutMark(b)
	if !utf8.Valid(b) {
		return nil, fmt.Errorf("%s is not UTF-8 text: save it as UTF-8", name)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	p := parser{d: d, text: b, name: name}
	v, err := p.value("", 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		if _, isObject := v.(*object); !isObject {
			return nil, fmt.Errorf(`%s is not JSON: it must begin with "{"`, name) // such as a table
		}
		return nil, p.syntax(fmt.Errorf("there is text after %s; remove it", name))
	}
	return v, nil
}

// withoutMark removes the byte order mark that some editors put before a text.
func withoutMark(b []byte) []byte { return bytes.TrimPrefix(b, []byte("\ufeff")) }

type parser struct {
	d    *json.Decoder
	text []byte
	name string // of the document
}

func (p *parser) value(path string, depth int) (any, error) {
	token, err := p.d.Token()
	if err != nil {
		return nil, p.syntax(err)
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return token, nil
	}
	if depth == maxDepth {
		return nil, fmt.Errorf("%s is nested more than %d levels deep; remove levels", p.name, maxDepth)
	}
	if delim == '[' {
		list := []any{}
		for p.d.More() {
			v, err := p.value(element(path, len(list)), depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, p.close()
	}
	o := new(object)
	for p.d.More() {
		token, err := p.d.Token()
		if err != nil {
			return nil, p.syntax(err)
		}
		key := token.(string) // the decoder accepts nothing else as a key
		at := join(path, key)
		if _, dup := o.values[key]; dup {
			return nil, &FieldError{at, "given twice", "keep one of the two"}
		}
		v, err := p.value(at, depth+1)
		if err != nil {
			return nil, err
		}
		o.put(key, v)
	}
	return o, p.close()
}

// close consumes the delimiter that ends a list or an object.
func (p *parser) close() error {
	if _, err := p.d.Token(); err != nil {
		return p.syntax(err)
	}
	return nil
}

// syntax reports where the text stops being JSON.
func (p *parser) syntax(err error) error {
	offset := int(p.d.InputOffset())
	var s *json.SyntaxError
	problem := err.Error()
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		offset, problem = len(p.text), "it ends too early"
	case errors.As(err, &s):
		offset = int(s.Offset)
		if strings.Contains(problem, "'N'") || strings.Contains(problem, "'I'") {
			problem += " (JSON has no NaN and no Infinity)"
		}
	}
	before := p.text[:min(max(offset, 0), len(p.text))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := max(1, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]))
	return fmt.Errorf("%s is not valid JSON near line %d, column %d: %s", p.name, line, column, problem)
}

func join(path, key string) string {
	if path == "" {
		return shownKey(key)
	}
	return path + "." + shownKey(key)
}

// find returns the value at a dotted path of plain keys.
func (o *object) find(path string) (any, bool) {
	key, rest, deeper := strings.Cut(path, ".")
	v, ok := o.values[key]
	if !ok || !deeper {
		return v, ok
	}
	inner, ok := v.(*object)
	if !ok {
		return nil, false
	}
	return inner.find(rest)
}

// put adds a key, or changes its value.
func (o *object) put(key string, v any) {
	if _, known := o.values[key]; !known {
		o.keys = append(o.keys, key)
	}
	if o.values == nil {
		o.values = map[string]any{}
	}
	o.values[key] = v
}

// putAt is put at a dotted path of plain keys.
func (o *object) putAt(path string, v any) {
	key, rest, deeper := strings.Cut(path, ".")
	if !deeper {
		o.put(key, v)
		return
	}
	inner, ok := o.values[key].(*object)
	if !ok {
		inner = new(object)
		o.put(key, inner)
	}
	inner.putAt(rest, v)
}

// MarshalJSON writes the keys in their order.
func (o *object) MarshalJSON() ([]byte, error) { return o.append(nil), nil }

// append writes an object as JSON; a value of type []byte is JSON already.
func (o *object) append(b []byte) []byte {
	b = append(b, '{')
	for i, key := range o.keys {
		if i > 0 {
			b = append(b, ',')
		}
		name, _ := json.Marshal(key)
		b = append(append(b, name...), ':')
		switch v := o.values[key].(type) {
		case *object:
			b = v.append(b)
		case []byte:
			b = append(b, v...)
		default:
			text, _ := json.Marshal(v) // a value of the tree, which came from JSON
			b = append(b, text...)
		}
	}
	return append(b, '}')
}
