//go:build !wasm

package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestRawIsDocumented checks that security.md lists each text that becomes HTML.
func TestRawIsDocumented(t *testing.T) {
	listed := map[string]string{
		"ballFigure(": "the ball of p", "`<svg ": "the pictures of the toolbar", "histogram(": "the histograms of the columns",
		"weightTable(": "the table of the largest weights", "explainedHTML(": "the help buttons",
		"`<datalist ": "the list of targets of a table of many columns", "`<optgroup ": "the list of targets of a table of many columns",
	}
	document, err := os.ReadFile("../../web/docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Join(strings.Fields(string(document)), " ")
	files, _ := filepath.Glob("*.go")
	calls := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile("\\bapp\\.Raw\\((`<\\w+ |\\w+\\(?)").FindAllStringSubmatch(string(text), -1) {
			if calls++; listed[call[1]] == "" || !strings.Contains(words, listed[call[1]]) {
				t.Errorf("%s: app.Raw(%s...) is not in security.md", name, call[1])
			}
		}
	}
	if calls < len(listed) {
		t.Errorf("%d calls of app.Raw found", calls)
	}
}
