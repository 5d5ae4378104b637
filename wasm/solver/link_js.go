package solver

import (
	"strings"
	"syscall/js"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/link"
)

// encodeLink answers a "link" request with "linked".
func encodeLink(request js.Value) (answer, error) {
	d, err := experiment.DecodeDocument([]byte(request.Get("document").String()))
	if err != nil {
		return nil, err
	}
	text, err := link.Encode(d)
	return answer{"text": text}, err
}

// inlineData answers an "inline" request with "inlined".
func inlineData(request js.Value) (answer, error) {
	d, err := experiment.DecodeDocument([]byte(request.Get("document").String()))
	if err != nil {
		return nil, err
	}
	file, _, err := dataOf(request)
	if err != nil {
		return nil, err
	}
	if d, err = session.Inline(d, file); err != nil {
		return nil, err
	}
	document, err := d.Delta()
	return answer{"document": string(document)}, err
}

// decodeLink answers an "unlink" request with "unlinked".
func decodeLink(request js.Value) (answer, error) {
	text := request.Get("text").String()
	decode := link.Decode
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		decode = func(text string) (experiment.Document, error) { return experiment.DecodeDocument([]byte(text)) }
	}
	d, err := decode(text)
	if err != nil {
		return nil, err
	}
	seconds, known, err := lab.Estimate(d.Spec, lab.Options{Engine: &tensors})
	if err != nil {
		return nil, err
	}
	reply, err := inJSON("document", d)
	if err != nil {
		return nil, err
	}
	reply["seconds"] = nil
	if known {
		reply["seconds"] = seconds
	}
	return reply, nil
}
