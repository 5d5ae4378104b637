//go:build !wasm

package main

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
)

const module = "../.."

func TestFileIsUpToDate(t *testing.T) {
	old, err := os.ReadFile(module + "/" + file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := update(old, module)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, old) {
		t.Errorf("%s is stale: run make build", file)
	}
}

func TestDeclare(t *testing.T) {
	type inner struct {
		Values []*float64 `json:"values"`
	}
	type embedded struct {
		C float64 `json:"C,omitzero"`
	}
	type outer struct {
		embedded
		Name   string           `json:"name"`
		Of     map[string]inner `json:"of,omitempty"`
		Pair   *[2][2]int       `json:"pair,omitempty"`
		Lost   int              `json:"-"`
		hidden int              // is not written
	}
	c := comments{fields: map[string]string{"main.outer.Name": "Line one,\nline two.\n"}}
	got := declare([]document{{"Outer", reflect.TypeOf(outer{hidden: 1})}}, c)
	const want = `
export interface Outer {
  C?: number;
  /**
   * Line one,
   * line two.
   */
  name: string;
  of?: Record<string, inner>;
  pair?: [[number, number], [number, number]];
}

export interface inner {
  values: (number | null)[];
}
`
	if got != want {
		t.Errorf("got %s", got)
	}
}

func TestDocumentsHaveComments(t *testing.T) {
	c, err := readComments(module, sources)
	if err != nil {
		t.Fatal(err)
	}
	if text := declare(documents, c); !strings.Contains(text, " * Report is the outcome of an experiment. Of more than two classes,") ||
		!strings.Contains(text, `status: "converged" | `) {
		t.Error("the comments or the constants of the source are missing")
	}
}
