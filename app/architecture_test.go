package main

import (
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var quoted = regexp.MustCompile("`([^`]+)`")

// TestArchitecture checks that each package of core is in one row of the table and imports only
// packages of its own row or of rows below it, and that the files in ARCHITECTURE.md exist.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "| packages of `core` |")
	table, _, ended := strings.Cut(table, "| other folders |")
	if !found || !ended {
		t.Fatal("ARCHITECTURE.md has no table of the packages of core")
	}
	err = filepath.WalkDir("../core", func(folder string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || strings.HasSuffix(folder, "test") { // a test helper
			return err
		}
		files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
		if len(files) == 0 {
			return nil // a group of packages
		}
		name := strings.TrimPrefix(filepath.ToSlash(folder), "../core/")
		own := rowOf(table, name)
		if own < 0 || strings.Count(table, "`"+name+"`") != 1 {
			t.Errorf("core/%s is not in one row of the table of packages in ARCHITECTURE.md: add it to the row of its purpose", name)
			return nil
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, spec := range source.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value)
				name, ofCore := strings.CutPrefix(imported, "lplab/core/")
				if below := rowOf(table, name); ofCore && below < own {
					t.Errorf("%s imports core/%s, which is in a row above it", file, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
		if !regexp.MustCompile(`^[\w/.-]+\.(go|js|ts|md|json)$`).MatchString(m[1]) {
			continue
		}
		named++
		if !slices.ContainsFunc([]string{"", "core", "core/lab", "core/experiment", "core/solvers/loss", "core/reports/figure", "core/data/sample", "app/page", "web", "web/dialogs"}, func(folder string) bool {
			_, err := os.Stat(path.Join("..", folder, m[1]))
			return err == nil
		}) {
			t.Errorf("ARCHITECTURE.md names %s, which does not exist", m[1])
		}
	}
	if named < 30 {
		t.Errorf("ARCHITECTURE.md names only %d files", named)
	}
}

// rowOf returns the number of the first line of a table that lists a package, or -1.
func rowOf(table, name string) int {
	for i, line := range strings.Split(table, "\n") {
		if cells := strings.Split(line, "|"); len(cells) > 2 && strings.Contains(cells[1], "`"+name+"`") {
			return i
		}
	}
	return -1
}
