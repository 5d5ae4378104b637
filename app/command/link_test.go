//go:build !wasm

package command

import (
	"encoding/json"
	"strings"
	"testing"

	"lplab/core/experiment"
)

func TestLink(t *testing.T) {
	const lesson = `{"title": "a <b>", "data": {"source": "synthetic", "n": 20, "d": 5, "relevant": 2}, "model": {"gamma": 10},
		"view": {"hidden": ["data"], "steps": [{"text": "Look", "set": {"model.gamma": 3}}]}}`
	status, text, _ := run(t, lesson, "link", "encode", "-")
	if status != Done || !strings.HasPrefix(text, "1.") || strings.Count(text, "\n") != 1 {
		t.Fatalf("status %d, %q", status, text)
	}
	status, address, _ := run(t, "", "link", "encode", write(t, "lesson.lplab.json", lesson), "-base", "https://host/lab/")
	if status != Done || address != "https://host/lab/#e="+text {
		t.Fatalf("status %d, %q", status, address)
	}
	for _, from := range []struct{ stdin, arg string }{{"", strings.TrimSpace(text)}, {"", strings.TrimSpace(address)}, {address, "-"}} {
		status, stdout, _ := run(t, from.stdin, "link", "decode", from.arg)
		d, err := experiment.DecodeDocument([]byte(stdout))
		if status != Done || err != nil || d.Spec.Title != "a <b>" || d.View.Steps[0].Set["model.gamma"] != json.Number("3") {
			t.Errorf("status %d, %s, %v", status, stdout, err)
		}
	}

	// The document, the address and a file with the address can be solved.
	_, plain, _ := run(t, small, "solve", "-")
	for _, c := range []struct{ stdin, arg string }{
		{lesson, "-"}, {address, "-"}, {"", strings.TrimSpace(address)}, {"", write(t, "link.txt", address)},
	} {
		status, stdout, _ := run(t, c.stdin, "solve", c.arg)
		var got, want experiment.Report
		if status != Done || json.Unmarshal([]byte(stdout), &got) != nil || json.Unmarshal([]byte(plain), &want) != nil || got.Result != want.Result {
			t.Errorf("%.30s: status %d, %+v, want %+v", c.arg, status, got.Result, want.Result)
		}
	}
}

// TestLinkWithData checks that a link can contain the rows of the user's file.
func TestLinkWithData(t *testing.T) {
	file := write(t, "own.csv", "a,b,y\n1,2,3\n2,1,4\n3,5,1\n4,4,0\n5,0,2\n6,2,5\n7,9,1\n8,8,6\n")
	spec := `{"data": {"source": "file", "name": "own.csv"}, "target": "y"}`
	_, text, _ := run(t, spec, "link", "encode", "-", "-data", file, "-base", "https://host/")
	_, want, _ := run(t, spec, "solve", "-", "-data", file)
	status, got, _ := run(t, "", "solve", strings.TrimSpace(text))
	var a, b experiment.Report
	if status != Done || json.Unmarshal([]byte(got), &a) != nil || json.Unmarshal([]byte(want), &b) != nil || a.Result != b.Result || a.Result.Digest == "" {
		t.Errorf("status %d, %+v, want %+v", status, a.Result, b.Result)
	}
}

func TestLinkRefusals(t *testing.T) {
	_, text, _ := run(t, small, "link", "encode", "-")
	for _, c := range []struct{ stdin, args, says string }{
		{"", "link", "encode or decode is missing"},
		{"", "link encode", "SPEC.json or LINK is missing"},
		{"", "link copy -", "neither encode nor decode"},
		{`{"data": {}}`, "link encode -", "data.source is missing"},
		{small, "link encode - -base host", "is no address"},
		{small, "link encode - -base ftp://host/", "is no address"},
		{text, "link decode - -base https://host/", "leave them out"},
		{small, "link encode - -data f.csv", "leave -data out"},
		{small, "link encode - -data -", "cannot both come"},
		{text[:len(text)-9], "link decode -", "cut short"},
		{"", "link decode https://host/#e=9.abc", "version 9"},
		{"https://host/#e=9.abc", "solve -", "version 9"},
		{"", "solve https://host/s/aevxwrzx13hp", "a short link does not contain its experiment"},
		{"", "solve https://host/spec.json", "no link of lp Lab"},
	} {
		status, stdout, stderr := run(t, c.stdin, strings.Fields(c.args)...)
		if status != Unusable || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: status %d, %q, %q", c.args, status, stdout, stderr)
		}
	}
}
