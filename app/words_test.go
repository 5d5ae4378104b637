package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// plainFolders are the folders and documents that TestPlainWords checks; a folder is added
// once it is free of the words below.
var plainFolders = strings.Fields(`
	app core wasm web/cards web/build web/dialogs web/docs web/glossary web/lesson web/lessons web/plot web/examples web/types
	web/report web/shell web/page.js web/lplab.js web/bench.js web/workers.js web/jobs.js web/links.js web/dom.js
	web/frames.js web/bundle.js web/platform.js web/hash.js web/spreadsheet.js README.md ARCHITECTURE.md`)

// kept removes titles of papers, names of CSS and names in saved sessions, which keep their spelling.
var kept = strings.NewReplacer("minimizing reconstructability", "", "{ behavior:", "", "overscroll-behavior", "", `json:"wants,omitempty"`, "")

// unplain matches words that are only for people, and American spellings, except those in names of
// public interfaces and libraries: standardize, center, color.
var unplain = regexp.MustCompile(`(?i)\b(hears?|heard|nobody|somebody|whoever|anybody|knows?|knew|wants|asker|` +
	`mend(s|ed|ing)?|but for|go(es)? along|travels? (with|along)|has it so|proves itself|errs least|one a line|` +
	`behavior|favorite|labeled|modeled|neighbors?|penaliz\w*|normaliz(ation|ed|es)|minimiz\w*|maximiz\w*|recogniz\w*|summariz\w*)\b`)

// TestPlainWords checks that the sources, except the tests, have no words that are not plain
// technical English in British spelling.
func TestPlainWords(t *testing.T) {
	for _, folder := range plainFolders {
		seen := 0
		err := filepath.WalkDir(filepath.Join("..", folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "node_modules":
				return fs.SkipDir
			case entry.IsDir() || strings.HasSuffix(path, "_test.go") || !strings.Contains(".go.js.ts.md", filepath.Ext(path)) || filepath.Ext(path) == "":
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			seen++
			for i, line := range strings.Split(string(text), "\n") {
				if word := unplain.FindString(kept.Replace(line)); word != "" {
					t.Errorf("%s:%d: %q in: %s", path, i+1, word, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil || seen == 0 {
			t.Errorf("%s: %d sources read, %v", folder, seen, err)
		}
	}
}
