// Package link writes documents as the text of a link, and reads and validates them. The
// errors are one sentence.
package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"lplab/core/experiment"
)

// Limits of a link.
const (
	maxLength = 64 << 10  // characters of its text
	maxJSON   = 256 << 10 // bytes of its document, because a few kilobytes may inflate to gigabytes
)

// Key precedes the text of a link in the fragment of an address.
const Key = "#e="

// version begins the text of links of this version.
const version = "1."

// encoding rejects padding, and bits beyond the last byte.
var encoding = base64.RawURLEncoding.Strict()

// packers keeps compressors, which take a megabyte each.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic("link: " + err.Error())
	}
	return w
}}

// Encode returns the text of a document's link: "1." and, in base64url, the deflated JSON of
// what differs from the defaults. The experiment must be valid: Decode refuses another.
func Encode(d experiment.Document) (string, error) {
	json, err := d.Delta()
	if err != nil {
		return "", err
	}
	var packed bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&packed)
	w.Write(json)
	if err := w.Close(); err != nil { // that of Write too
		return "", err
	}
	text := version + encoding.EncodeToString(packed.Bytes())
	if len(text) > maxLength || len(json) > maxJSON {
		return "", fmt.Errorf("the experiment is too long for a link (%d characters; at most %d): share it as a file", len(text), maxLength)
	}
	return text, nil
}

// Decode reads the text of a link, or an address that ends in one.
func Decode(address string) (experiment.Document, error) {
	text := strings.TrimSpace(address)
	if _, fragment, found := strings.Cut(text, Key); found {
		text = fragment
	}
	if len(text) > maxLength {
		return experiment.Document{}, fmt.Errorf("the link has %d characters: it must have at most %d; ask for the experiment as a file", len(text), maxLength)
	}
	json, err := unpack(text)
	if err != nil {
		return experiment.Document{}, err
	}
	d, err := experiment.DecodeDocument(json)
	if err != nil {
		return experiment.Document{}, fmt.Errorf("the link holds no usable experiment: %w", err)
	}
	return d, nil
}

// errDamaged is for a text that no encoder writes.
var errDamaged = errors.New("the link is cut short or damaged: copy it again, from its first to its last character")

// unpack returns the JSON of the text of a link.
func unpack(text string) ([]byte, error) {
	number, body, found := strings.Cut(text, ".")
	switch {
	case strings.Contains(text, "://") && strings.Contains(text, "/s/"):
		return nil, errors.New("a short link does not contain its experiment: open it in a browser and copy the full link that Share gives")
	case !found || number == "" || len(number) > 9 || strings.Trim(number, "0123456789") != "":
		return nil, errors.New(`this is no link of lp Lab: its text begins with "` + version + `", after ` + Key + " in a whole address")
	case number+"." != version:
		return nil, fmt.Errorf("the link is of version %s, and this lp Lab reads version 1: open it with the lp Lab that wrote it", number)
	}
	if strings.ContainsAny(body, "\r\n") { // the decoder skips these
		return nil, errDamaged
	}
	packed, err := encoding.DecodeString(body)
	if err != nil || len(packed) == 0 {
		return nil, errDamaged
	}
	source := bytes.NewReader(packed)
	json, err := io.ReadAll(io.LimitReader(flate.NewReader(source), maxJSON+1))
	switch {
	case len(json) > maxJSON:
		return nil, fmt.Errorf("the link unpacks to more than %d bytes, which no experiment in a link has: ask for the experiment as a file", maxJSON)
	case err != nil || source.Len() > 0:
		return nil, errDamaged
	}
	return json, nil
}
