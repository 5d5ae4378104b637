package experiment

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Document is an experiment in a link or in a file, with its view and the digest of its
// author's result.
type Document struct {
	Spec   Spec
	View   *View   // nil: the whole page
	Result *Result // nil: not known
}

// Extension ends the names of files that hold a Document.
const Extension = ".lplab.json"

// The keys of a document besides those of its experiment.
const (
	viewKey   = "view"
	resultKey = "result"
)

// DecodeDocument reads a document as strictly as Decode reads an experiment: an
// experiment is a document too.
func DecodeDocument(b []byte) (Document, error) {
	tree, err := parse(b)
	if err != nil {
		return Document{}, err
	}
	o, ok := tree.(*object)
	if !ok {
		return Document{}, notExperiment(tree)
	}
	view, hasView := o.take(viewKey)
	result, hasResult := o.take(resultKey)
	var d Document
	if d.Spec, err = decodeTree(o); err != nil {
		return Document{}, err
	}
	if hasView {
		if d.View, err = readView(view, d.Spec); err != nil {
			return Document{}, err
		}
	}
	if hasResult {
		if d.Result, err = readResult(result); err != nil {
			return Document{}, err
		}
	}
	return d, nil
}

// MarshalJSON writes the whole experiment, and then the other parts.
func (d Document) MarshalJSON() ([]byte, error) { return d.encode(everything) }

// UnmarshalJSON is DecodeDocument.
func (d *Document) UnmarshalJSON(b []byte) error {
	decoded, err := DecodeDocument(b)
	if err != nil {
		return err
	}
	*d = decoded
	return nil
}

// Delta writes what differs from the defaults, for a link: DecodeDocument gives
// back the same Document.
func (d Document) Delta() ([]byte, error) { return d.encode(differing) }

// File is the document as a file holds it.
func (d Document) File() ([]byte, error) {
	b, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, b, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func (d Document) encode(keep func(*Field, *Spec) bool) ([]byte, error) {
	doc, err := d.Spec.tree("", keep)
	if err != nil {
		return nil, err
	}
	if d.View != nil {
		view, err := json.Marshal(d.View)
		if err != nil {
			return nil, err
		}
		doc.put(viewKey, view)
	}
	if d.Result != nil {
		result, err := json.Marshal(d.Result)
		if err != nil {
			return nil, err
		}
		doc.put(resultKey, result)
	}
	return doc.append(nil), nil
}

// Result identifies the result of a run by hashes.
type Result struct {
	Engine string `json:"engine"` // version of the program that ran it
	Data   string `json:"data"`   // hash of the rows that were used and of their targets
	Digest string `json:"digest"` // hash of the dual and of the listed weights, to 8 digits
}

// hashDigits is the length of a Result's hashes, in hexadecimal digits.
const hashDigits = 16

// longestEngine bounds the name of a version.
const longestEngine = 32

func readResult(v any) (*Result, error) {
	o, bad := readObject(v, resultKey, "engine", "data", "digest")
	if bad != nil {
		return nil, bad
	}
	r := new(Result)
	for _, part := range []struct {
		key     string
		dst     *string
		letters string
		fits    func(length int) bool
		problem string
	}{
		{"engine", &r.Engine, "0123456789abcdefghijklmnopqrstuvwxyz.+-", func(n int) bool { return n > 0 && n <= longestEngine }, "it must be a version such as 1.2"},
		{"data", &r.Data, "0123456789abcdef", func(n int) bool { return n == hashDigits }, "it must be 16 hexadecimal digits"},
		{"digest", &r.Digest, "0123456789abcdef", func(n int) bool { return n == hashDigits }, "it must be 16 hexadecimal digits"},
	} {
		text, ok := o.values[part.key].(string)
		if !ok || !part.fits(len(text)) || strings.Trim(text, part.letters) != "" {
			return nil, &FieldError{resultKey + "." + part.key, shown(o.values[part.key]), part.problem}
		}
		*part.dst = text
	}
	return r, nil
}

// readObject reads an object of the document that has no other keys than those.
func readObject(v any, path string, keys ...string) (*object, *FieldError) {
	o, ok := v.(*object)
	if !ok {
		return nil, &FieldError{path, shown(v), "it must be an object with " + strings.Join(keys, ", ")}
	}
	for _, key := range o.keys {
		if !slices.Contains(keys, key) {
			return nil, &FieldError{join(path, key), "unknown", path + " has " + strings.Join(keys, ", ")}
		}
	}
	return o, nil
}

// take removes a key from an object and gives its value.
func (o *object) take(key string) (any, bool) {
	v, ok := o.values[key]
	if !ok {
		return nil, false
	}
	delete(o.values, key)
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	return v, true
}
