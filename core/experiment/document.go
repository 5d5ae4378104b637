package experiment

import (
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

// The keys of a document besides those of its experiment.
const (
	viewKey   = "view"
	resultKey = "result"
)

// DecodeDocument reads a document as strictly as Decode reads an experiment: an
// experiment is a document too.
func DecodeDocument(b []byte) (Document, error) {
	o, err := parseObject(b)
	if err != nil {
		return Document{}, err
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
func (d Document) MarshalJSON() ([]byte, error) { return d.encode(allFields) }

// UnmarshalJSON is DecodeDocument.
func (d *Document) UnmarshalJSON(b []byte) (err error) {
	*d, err = DecodeDocument(b)
	return err
}

// Delta writes the parts that differ from the defaults, for a link: DecodeDocument returns the same
// Document.
func (d Document) Delta() ([]byte, error) { return d.encode(differsFromDefault) }

// File is the document as a file holds it.
func (d Document) File() ([]byte, error) {
	b, err := json.MarshalIndent(d, "", "  ")
	return append(b, '\n'), err
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
		doc.put(resultKey, d.Result)
	}
	return doc.append(nil), nil
}

// Result identifies the result of a run by hashes.
type Result struct {
	Engine string `json:"engine"` // version of the program that ran it
	Data   string `json:"data"`   // hash of the rows that were used and of their targets
	Digest string `json:"digest"` // hash of the dual and of the listed weights, to 8 digits
}

func readResult(v any) (*Result, error) {
	const (
		hashDigits    = 16 // of the data and of the digest, hexadecimal
		longestEngine = 32 // characters
	)
	o, bad := readObject(v, resultKey, "engine", "data", "digest")
	if bad != nil {
		return nil, bad
	}
	r := new(Result)
	for _, part := range []struct {
		key         string
		dst         *string
		letters     string
		least, most int
		problem     string
	}{
		{"engine", &r.Engine, "0123456789abcdefghijklmnopqrstuvwxyz.+-", 1, longestEngine, "it must be a version such as 1.2"},
		{"data", &r.Data, "0123456789abcdef", hashDigits, hashDigits, "it must be 16 hexadecimal digits"},
		{"digest", &r.Digest, "0123456789abcdef", hashDigits, hashDigits, "it must be 16 hexadecimal digits"},
	} {
		text, _ := o.values[part.key].(string)
		if len(text) < part.least || len(text) > part.most || strings.Trim(text, part.letters) != "" {
			return nil, &FieldError{resultKey + "." + part.key, quoteValue(o.values[part.key]), part.problem}
		}
		*part.dst = text
	}
	return r, nil
}

// readObject reads an object that may have the given keys only.
func readObject(v any, path string, keys ...string) (*object, *FieldError) {
	o, ok := v.(*object)
	if !ok {
		return nil, &FieldError{path, quoteValue(v), "it must be an object with " + strings.Join(keys, ", ")}
	}
	for _, key := range o.keys {
		if !slices.Contains(keys, key) {
			return nil, &FieldError{join(path, key), "unknown", path + " has " + strings.Join(keys, ", ")}
		}
	}
	return o, nil
}

// take removes a key from an object and returns its value.
func (o *object) take(key string) (any, bool) {
	v, ok := o.values[key]
	if !ok {
		return nil, false
	}
	delete(o.values, key)
	o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	return v, true
}
