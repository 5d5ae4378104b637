package main

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"lplab/core/experiment"
)

const module = "../.."

func TestSchemaIsUpToDate(t *testing.T) {
	old, err := os.ReadFile(module + "/" + schema)
	if err != nil {
		t.Fatal(err)
	}
	text, err := updateSchema(module)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, old) {
		t.Errorf("%s is stale: run make build", schema)
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
		hidden int              // not declared
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

// TestExperimentIsComplete checks that every field and every type of model, kernel and loss is
// declared, and that only models with a kernel have a kernel field.
func TestExperimentIsComplete(t *testing.T) {
	text := declareExperiment()
	for _, f := range experiment.Fields() {
		key := f.Path[strings.LastIndex(f.Path, ".")+1:]
		if !strings.Contains(text, " "+key+": ") && !strings.Contains(text, " "+key+"?: ") {
			t.Errorf("%s is not declared", f.Path)
		}
		for _, v := range f.Values {
			if !strings.Contains(text, `"`+v.Value+`"`) {
				t.Errorf("%s has no %q", f.Path, v.Value)
			}
		}
	}
	for _, want := range []string{
		"type?: \"lp\";\n      kernel?: Kernel;\n",
		"type: \"svm\" | \"kernel-logistic\";\n      kernel?: MercerKernel;\n",
		"type: \"knn\";\n      /** Number of nearest",
		"A: number[][];", "of?: [MercerKernel];", "of?: Kernel[];",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
	}
}

// TestReportOfClasses checks that every part of a report that is a list by class is declared as one.
func TestReportOfClasses(t *testing.T) {
	text, err := os.ReadFile(module + "/" + methods)
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "export type ReportOfClasses = Omit<Report, ")
	omitted, members, _ := strings.Cut(after, "> & {")
	members, _, _ = strings.Cut(members, "\n};")
	for f := range reflect.TypeFor[experiment.ClassPart]().Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		member := "\n  " + name + ": "
		if options != "" {
			member = "\n  " + name + "?: "
		}
		if !strings.Contains(omitted, `"`+name+`"`) || !strings.Contains(members, member) {
			t.Errorf("%s is not declared as a list by class", name)
		}
	}
}

func TestDocumentsHaveComments(t *testing.T) {
	c, err := readComments(module, sources)
	if err != nil {
		t.Fatal(err)
	}
	if text := declare(documents, c); !strings.Contains(text, " * Report is the outcome of an experiment. With more than two classes,") ||
		!strings.Contains(text, `status: "converged" | `) {
		t.Error("the comments or the constants of the source are missing")
	}
}
