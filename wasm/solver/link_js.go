package solver

import (
	"encoding/json"
	"strings"
	"syscall/js"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/link"
)

// encodeLink answers a "link" request with "linked".
func encodeLink(id, request js.Value) error {
	d, err := experiment.DecodeDocument([]byte(request.Get("document").String()))
	if err != nil {
		return err
	}
	text, err := link.Encode(d)
	if err != nil {
		return err
	}
	post(map[string]any{"id": id, "type": "linked", "text": text}, nil)
	return nil
}

// inlineData answers an "inline" request with "inlined".
func inlineData(id, request js.Value) error {
	d, err := experiment.DecodeDocument([]byte(request.Get("document").String()))
	if err != nil {
		return err
	}
	file, err := dataOf(request, throttledProgress(id))
	if err != nil {
		return err
	}
	if d, err = session.Inline(d, file); err != nil {
		return err
	}
	document, err := d.Delta()
	if err != nil {
		return err
	}
	post(map[string]any{"id": id, "type": "inlined", "document": string(document)}, nil)
	return nil
}

// decodeLink answers an "unlink" request with "unlinked".
func decodeLink(id, request js.Value) error {
	text := request.Get("text").String()
	read := link.Decode
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		read = func(text string) (experiment.Document, error) { return experiment.DecodeDocument([]byte(text)) }
	}
	d, err := read(text)
	if err != nil {
		return err
	}
	seconds, known, err := lab.Estimate(d.Spec, lab.Options{Engine: &tensors})
	if err != nil {
		return err
	}
	var estimate any
	if known {
		estimate = seconds
	}
	document, err := json.Marshal(d)
	if err != nil {
		return err
	}
	post(map[string]any{"id": id, "type": "unlinked", "document": string(document), "seconds": estimate}, nil)
	return nil
}
