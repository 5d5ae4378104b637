//go:build !wasm

package page

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// explainable lists the terms that the glossary must explain: the fields of experiments, the metrics,
// and the numbers of results on the page.
func explainable(t *testing.T) []string {
	t.Helper()
	var terms []string
	for _, f := range experiment.Fields() {
		terms = append(terms, f.Path)
	}
	for _, m := range experiment.Lookup("search.metric").Values {
		terms = append(terms, "result."+m.Value)
	}
	files, _ := filepath.Glob("[a-z]*[a-z].go")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`[( ]"(result\.[a-z0-9-]+)"[,)]`).FindAllStringSubmatch(string(text), -1) {
			terms = append(terms, m[1])
		}
	}
	return terms
}

// TestGlossaryExplainsEverythingAndNothingElse checks the terms of the glossary; the build checks
// its references to lessons.
func TestGlossaryExplainsEverythingAndNothingElse(t *testing.T) {
	parts, err := filepath.Glob("../../web/glossary/*.md")
	if err != nil || len(parts) == 0 {
		t.Fatal("no glossary", err)
	}
	var explained []string
	for _, part := range parts {
		text, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^terms: (.+)$`).FindAllStringSubmatch(string(text), -1) {
			explained = append(explained, strings.Split(m[1], ", ")...)
		}
	}
	want := explainable(t)
	for _, term := range want {
		if !slices.Contains(explained, term) {
			t.Errorf("the glossary does not explain %s", term)
		}
	}
	for i, term := range explained {
		if !slices.Contains(want, term) {
			t.Errorf("the glossary explains %s, which is not used", term)
		}
		if slices.Contains(explained[:i], term) {
			t.Errorf("the glossary explains %s twice", term)
		}
	}

	p, _, _ := mount(t)
	asked := regexp.MustCompile(`data-term="([^"]+)"`).FindAllStringSubmatch(rendered(p), -1)
	if len(asked) < 30 {
		t.Errorf("the page has help on only %d terms", len(asked))
	}
	for _, m := range asked {
		if !slices.Contains(want, m[1]) {
			t.Errorf("the page has help on the unknown term %s", m[1])
		}
	}
}

// TestGlossaryNamesTheGrades checks that the glossary has the limits of the grades.
func TestGlossaryNamesTheGrades(t *testing.T) {
	text, err := os.ReadFile("../../web/glossary/5-result.md")
	if err != nil {
		t.Fatal(err)
	}
	for v, skill := range map[verdict]float64{good: goodSkill, weak: weakSkill} {
		if want := regexp.MustCompile(fmt.Sprintf(`\*%s\*: [^.]*by at least %g %%\.`, verdictWords[v], 100*skill)); !want.Match(text) {
			t.Errorf("the glossary does not contain %s", want)
		}
	}
}
