package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plainFolders are the folders and documents that TestPlainWords checks.
var plainFolders = []string{"app", "core", "wasm", "web", "testdata", "Makefile", "README.md", "ARCHITECTURE.md"}

// plainFiles are the extensions of the files with comments or texts.
var plainFiles = []string{".go", ".s", ".js", ".mjs", ".ts", ".css", ".html", ".sql", ".py", ".md", ""}

// kept removes titles of papers, names of CSS and names in saved sessions, which keep their spelling.
var kept = strings.NewReplacer("minimizing reconstructability", "", "{ behavior:", "", "overscroll-behavior", "", `json:"wants,omitempty"`, "")

// unplain matches words that are only for people, and American spellings, except those in names of
// public interfaces and libraries: standardize, center, color.
var unplain = regexp.MustCompile(`(?i)\b(hears?|heard|nobody|somebody|whoever|anybody|knows?|knew|wants|asker|whose|` +
	`mend(s|ed|ing)?|but for|go(es)? along|travels? (with|along)|has it so|proves itself|errs least|one a line|` +
	`behavior|favorite|labeled|modeled|neighbors?|penaliz\w*|normaliz(ation|ed|es)|minimiz\w*|maximiz\w*|recogniz\w*|summariz\w*)\b`)

// TestPlainWords checks that the sources have no words that are not plain technical English in
// British spelling.
func TestPlainWords(t *testing.T) {
	for _, folder := range plainFolders {
		seen := 0
		err := filepath.WalkDir(filepath.Join("..", folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "node_modules":
				return fs.SkipDir
			case entry.IsDir() || !slices.Contains(plainFiles, filepath.Ext(path)) || entry.Name() == "words_test.go":
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
