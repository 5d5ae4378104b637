//go:build !wasm

// Command typings writes the types of reports into web/lplab.d.ts, from the Go types
// that make their JSON: all that stands after its marker. "make build" runs it.
package main

import (
	"bytes"
	"fmt"
	"os"
	"reflect"

	"lplab/core/experiment"
	"lplab/core/table"
)

const (
	file   = "web/lplab.d.ts"
	marker = "// -- Written by app/typings from core/experiment and core/table: change it there. --\n"
)

// documents are the types that JavaScript gets, under the names that it has for them.
var documents = []document{
	{"Report", reflect.TypeFor[experiment.Report]()},
	{"Progress", reflect.TypeFor[experiment.Progress]()},
	{"Inspection", reflect.TypeFor[table.Inspection]()},
	{"Refusal", reflect.TypeFor[table.Refused]()},
	{"ModelFile", reflect.TypeFor[experiment.ModelFile]()},
	{"Iteration", reflect.TypeFor[experiment.Record]()}, // Record is a type of TypeScript
}

// written are the types that lplab.d.ts has by hand, for they are unions.
var written = map[reflect.Type]string{
	reflect.TypeFor[experiment.Spec]():   "Experiment",
	reflect.TypeFor[experiment.Kernel](): "Kernel | MercerKernel",
	reflect.TypeFor[experiment.P]():      "number | string",
}

// sources are the directories of the packages of those types, whose comments are taken.
var sources = []string{"core/experiment", "core/table"}

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "typings:", err)
		os.Exit(1)
	}
}

// run brings the file up to date; root is the directory of the module.
func run(root string) error {
	old, err := os.ReadFile(root + "/" + file)
	if err != nil {
		return err
	}
	text, err := update(old, root)
	if err != nil || bytes.Equal(text, old) {
		return err
	}
	return os.WriteFile(root+"/"+file, text, 0o644)
}

// update returns the file with its second part written anew.
func update(old []byte, root string) ([]byte, error) {
	head, _, ok := bytes.Cut(old, []byte(marker))
	if !ok {
		return nil, fmt.Errorf("%s has no line %q", file, marker)
	}
	comments, err := readComments(root, sources)
	if err != nil {
		return nil, err
	}
	return append(append(head, marker...), declare(documents, comments)...), nil
}
