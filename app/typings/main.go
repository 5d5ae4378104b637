// Command typings writes web/lplab.d.ts: web/build/lplab.d.ts, and then the types of experiments by their
// table of fields, and of reports by their Go types. It also lists the types of models in the schema of
// model files, and the kinds of the page's messages and actions in web/types/kinds.d.ts. "make build" runs it.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"lplab/app/page"
	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/reports/figure"
)

const (
	methods = "web/build/lplab.d.ts"
	file    = "web/lplab.d.ts"
	kinds   = "web/types/kinds.d.ts"
	schema  = "web/docs/model.schema.json"
)

// documents are the types of JavaScript's documents, with their names there.
var documents = []document{
	{"Report", reflect.TypeFor[experiment.Report]()},
	{"Progress", reflect.TypeFor[experiment.Progress]()},
	{"Inspection", reflect.TypeFor[table.Inspection]()},
	{"Refusal", reflect.TypeFor[table.Refused]()},
	{"ModelFile", reflect.TypeFor[experiment.ModelFile]()},
	{"Comparison", reflect.TypeFor[figure.Comparison]()},
	{"Iteration", reflect.TypeFor[experiment.Record]()}, // Record is a type of TypeScript
}

// typeNames are the types that declareExperiment declares, and those that write their own JSON.
var typeNames = map[reflect.Type]string{
	reflect.TypeFor[experiment.Spec]():   "Experiment",
	reflect.TypeFor[experiment.Kernel](): "Kernel | MercerKernel",
	reflect.TypeFor[experiment.P]():      "number | string",
}

// sources are the directories of the packages of those types, for their comments.
var sources = []string{"core/experiment", "core/data/table", "core/reports/figure"}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "typings:", err)
		os.Exit(1)
	}
}

// run updates the files, in the directory of the module.
func run() error {
	for name, write := range files {
		text, err := write(".")
		if old, _ := os.ReadFile(name); err == nil && !bytes.Equal(text, old) {
			err = os.WriteFile(name, text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// files are the files that are written, with the functions that return them.
var files = map[string]func(root string) ([]byte, error){file: declareAll, schema: updateSchema, kinds: declareKinds}

// declareKinds returns the declarations of the kinds of the page's messages and of the actions that Go requests.
func declareKinds(root string) ([]byte, error) {
	constants, err := readComments(root, []string{"app/page"})
	if err != nil {
		return nil, err
	}
	return []byte("// Written by app/typings from app/page: change them there.\n\n" +
		"/** The kind of a message to Go. */\ntype MessageKind =\n  | \"" + strings.Join(page.MessageKinds(), "\"\n  | \"") + "\";\n\n" +
		"/** A method that Go calls. */\ntype PageAction =\n  | " + strings.Join(constants.values["page.action"], "\n  | ") + ";\n"), nil
}

// modelTypes is the list of the types of models in the schema of model files.
var modelTypes = regexp.MustCompile(`\["lp"[^\]]*\]`)

// updateSchema returns the schema of model files with the types of models that there are.
func updateSchema(root string) ([]byte, error) {
	old, err := os.ReadFile(filepath.Join(root, schema))
	if err != nil {
		return nil, err
	}
	types := choices(experiment.Lookup("model.type"))
	if len(modelTypes.FindAll(old, -1)) != 1 {
		return nil, fmt.Errorf("%s has no list of the types of models", schema)
	}
	return modelTypes.ReplaceAllLiteral(old, []byte(`["`+strings.Join(types, `", "`)+`"]`)), nil
}

// declareAll returns the types of lplab.js.
func declareAll(root string) ([]byte, error) {
	head, err := os.ReadFile(filepath.Join(root, methods))
	if err != nil {
		return nil, err
	}
	comments, err := readComments(root, sources)
	if err != nil {
		return nil, err
	}
	return append(head, declareExperiment()+declare(documents, comments)...), nil
}
