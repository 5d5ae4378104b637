package main

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/figure"
)

// types are the TypeScript types of the fields by their kinds; a Choice is the union of its values.
var types = map[experiment.Kind]string{
	experiment.Integer: "number", experiment.Number: "number", experiment.Flag: "boolean",
	experiment.Text: "string", experiment.Hash: "string", experiment.Exponent: "string | number",
	experiment.Scale: `number | "auto"`, experiment.Share: "number | number[]",
	experiment.Names: "string[]", experiment.Codes: "string[]", experiment.Formulas: "string[]", experiment.Groups: "string[][]",
	experiment.Cells: "(number | string | null)[][]", experiment.Numbers: "number[]", experiment.Sizes: "number[]", experiment.Matrix: "number[][]",
	experiment.Scales: `number[] | "auto"`, experiment.Counts: `number[] | "auto"`, experiment.Exponents: "(string | number)[]",
}

// unions are the sections that have other fields for each value of one of their fields.
var unions = map[string]string{"data": "data.source", "model": "model.type", "model.kernel": "model.kernel.type", "model.loss": "model.loss.type"}

// declareExperiment returns the declarations of the experiment by its table of fields, and of the
// names of figures.
func declareExperiment() string {
	lp, machine := experiment.Spec{Model: experiment.Model{Type: experiment.ModelLP}}, experiment.Spec{Model: experiment.Model{Type: experiment.ModelSVM}}
	figures := lists.Map(figure.Kinds(), func(k figure.Kind) string { return k.Name })
	return "\nexport type FigureName = " + values(figures) + ";\n" +
		"\nexport interface Experiment " + section("", experiment.Spec{}, "") + "\n" +
		"\n/** How a file is read; by default as its contents suggest. */\nexport interface Import " + section("data.import", experiment.Spec{}, "") + "\n" +
		"\nexport type Data =" + union("data", experiment.Spec{}) +
		"\n/** What is fitted; by default an lp model. */\nexport type Model =" + union("model", experiment.Spec{}) +
		"\n/** A tensor kernel of lp models: a power series in S, the sum of x_1 ... x_q over the coordinates. */\nexport type Kernel =" + union("model.kernel", lp) +
		"\n/** A kernel k(x, t) of two arguments, for kernel machines. */\nexport type MercerKernel =" + union("model.kernel", machine) +
		"\nexport type Loss =" + union("model.loss", lp)
}

// typeName returns the declared type of a section of an experiment; "" for one that is written in place.
func typeName(path string, s experiment.Spec) string {
	switch path {
	case "data", "data.import", "model", "model.loss":
		key := path[strings.LastIndex(path, ".")+1:]
		return strings.ToUpper(key[:1]) + key[1:]
	case "model.kernel":
		if s.Model.Kind() != experiment.ModelLP {
			return "MercerKernel"
		}
		return "Kernel"
	}
	return ""
}

// section is the object type of the fields below a path that an experiment like s can have.
func section(path string, s experiment.Spec, indent string) string {
	return "{\n" + strings.Join(members(path, s, indent+"  "), "") + indent + "}"
}

// union is the type of a section, with one object type for the values of its union that have the
// same fields.
func union(path string, s experiment.Spec) string {
	by := experiment.Lookup(unions[path])
	key := by.Path[len(path)+1:]
	var names [][]string
	var bodies []string
	for _, v := range by.ValuesIn(s) {
		t := s
		if by.Set(&t, v.Value) != nil {
			panic("typings: " + by.Path + " takes no " + v.Value)
		}
		body := strings.Join(members(path, t, "      "), "")
		mark := ""
		if by.Implied && v.Value == by.Default {
			mark = "?"
		}
		body = fmt.Sprintf("      %s%s: %%s;\n", key, mark) + strings.ReplaceAll(body, "%", "%%")
		if i := slices.Index(bodies, body); i >= 0 {
			names[i] = append(names[i], v.Value)
			continue
		}
		names, bodies = append(names, []string{v.Value}), append(bodies, body)
	}
	var b strings.Builder
	for i, body := range bodies {
		b.WriteString("\n  | {\n" + fmt.Sprintf(body, values(names[i])) + "    }")
	}
	return b.String() + ";\n"
}

// members declares the fields and sections directly below a path, without the one that a union is by.
func members(path string, s experiment.Spec, indent string) (list []string) {
	seen := map[string]bool{}
	for _, f := range experiment.Fields() {
		rest, below := strings.CutPrefix(f.Path, path+".")
		if path == "" {
			rest, below = f.Path, true
		}
		if !below || f.Path == unions[path] || !possible(f, s) {
			continue
		}
		key, _, deeper := strings.Cut(rest, ".")
		if seen[key] {
			continue
		}
		seen[key] = true
		help, of, mark := comment(indent, f.Help), typeOf(f, s), "?"
		if deeper {
			inner := strings.TrimPrefix(path+"."+key, ".")
			if by, ok := unions[inner]; ok && !possible(experiment.Lookup(by), s) {
				continue
			}
			help = ""
			if of = typeName(inner, s); of == "" {
				of = section(inner, s, indent)
			}
			if inner == "data" {
				mark = ""
			}
		} else if !f.Optional && f.DefaultIn(s) == nil && f.Path != "target" { // which synthetic data have
			mark = ""
		}
		list = append(list, fmt.Sprintf("%s%s%s%s: %s;\n", help, indent, key, mark, of))
	}
	return list
}

// possible reports whether experiments with the values of the unions in s can have a field.
func possible(f experiment.Field, s experiment.Spec) bool {
	if s.Model.Type != "" && f.Models != nil && !slices.Contains(f.Models, s.Model.Type) {
		return false
	}
	for _, by := range unions {
		at := experiment.Lookup(by).Get(s)
		if f.When.Path == by && at != "" && !slices.Contains(f.When.Values, at) {
			return false
		}
	}
	return true
}

func typeOf(f experiment.Field, s experiment.Spec) string {
	switch f.Kind {
	case experiment.Choice:
		return values(choices(f))
	case experiment.Kernels:
		if of, ok := f.DefaultIn(s).([]experiment.Kernel); ok && len(of) == 1 {
			return "[" + typeName("model.kernel", s) + "]"
		}
		return typeName("model.kernel", s) + "[]"
	}
	if types[f.Kind] == "" {
		panic("typings: no type for the kind of " + f.Path)
	}
	return types[f.Kind]
}

func choices(f experiment.Field) []string {
	return lists.Map(f.Values, func(v experiment.Value) string { return v.Value })
}

// values is the union of some texts.
func values(list []string) string { return `"` + strings.Join(list, `" | "`) + `"` }
