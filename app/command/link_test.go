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
	text := mustRun(t, lesson, "link", "encode", "-")
	if !strings.HasPrefix(text, "1.") || strings.Count(text, "\n") != 1 {
		t.Fatalf("%q", text)
	}
	address := mustRun(t, "", "link", "encode", write(t, "lesson.lplab.json", lesson), "-base", "https://host/lab/")
	if address != "https://host/lab/#e="+text {
		t.Fatalf("%q", address)
	}
	for _, from := range []struct{ stdin, arg string }{{"", strings.TrimSpace(text)}, {"", strings.TrimSpace(address)}, {address, "-"}} {
		stdout := mustRun(t, from.stdin, "link", "decode", from.arg)
		d, err := experiment.DecodeDocument([]byte(stdout))
		if err != nil || d.Spec.Title != "a <b>" || d.View.Steps[0].Set["model.gamma"] != json.Number("3") {
			t.Errorf("%s, %v", stdout, err)
		}
	}

	// The document, the address and a file with the address can be solved.
	want := mustReport(t, mustRun(t, small, "solve", "-")).Result
	for _, c := range []struct{ stdin, arg string }{
		{lesson, "-"}, {address, "-"}, {"", strings.TrimSpace(address)}, {"", write(t, "link.txt", address)},
	} {
		if got := mustReport(t, mustRun(t, c.stdin, "solve", c.arg)).Result; got != want {
			t.Errorf("%.30s: %+v, want %+v", c.arg, got, want)
		}
	}
}

// TestLinkWithData checks that a link can contain the rows of the user's file.
func TestLinkWithData(t *testing.T) {
	file := write(t, "own.csv", "a,b,y\n1,2,3\n2,1,4\n3,5,1\n4,4,0\n5,0,2\n6,2,5\n7,9,1\n8,8,6\n")
	spec := `{"data": {"source": "file", "name": "own.csv"}, "target": "y"}`
	text := mustRun(t, spec, "link", "encode", "-", "-data", file, "-base", "https://host/")
	want := mustReport(t, mustRun(t, spec, "solve", "-", "-data", file)).Result
	if got := mustReport(t, mustRun(t, "", "solve", strings.TrimSpace(text))).Result; got != want || got.Digest == "" {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestLinkRefusals(t *testing.T) {
	text := mustRun(t, small, "link", "encode", "-")
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
		assertUnusable(t, c.stdin, strings.Fields(c.args), c.says)
	}
}
