//go:build !wasm

package server

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// What the page begins with: its scripts, and data that they fetch at once.
var (
	entries = []string{"web/page.js"}
	fetched = []string{"web/opening.json"}
)

// preloads are the headers that have a browser fetch at once what the page begins
// with. Without them each module is found only when the one that imports it has
// come, and the program only when go-app's script has run.
func preloads(dir, wasm string) ([]string, error) {
	modules, err := imported(dir, entries)
	if err != nil {
		return nil, err
	}
	var headers []string
	for _, name := range append([]string{wasm}, fetched...) {
		headers = append(headers, fmt.Sprintf(`<link as="fetch" crossorigin href="/%s" rel="preload">`, name))
	}
	for _, name := range modules {
		headers = append(headers, fmt.Sprintf(`<link href="/%s" rel="modulepreload">`, name))
	}
	return headers, nil
}

var staticImport = regexp.MustCompile(`(?m)(?:^|;)(?:import|export)\b[^'"();]*["'](\.{1,2}/[^"']+)["'];?`)

// imported lists modules and those that they import, before they run anything, each
// once and in the order in which they are found.
func imported(dir string, names []string) ([]string, error) {
	found := slices.Clone(names)
	for i := 0; i < len(found); i++ {
		text, err := os.ReadFile(filepath.Join(dir, found[i]))
		if err != nil {
			return nil, fmt.Errorf("a module of the page is missing: %w", err)
		}
		for _, m := range staticImport.FindAllSubmatch(text, -1) {
			if name := path.Join(path.Dir(found[i]), string(m[1])); !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	return found, nil
}
