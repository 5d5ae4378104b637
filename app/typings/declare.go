package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// document is a type that is declared under a name, with those that it is made of.
type document struct {
	name string
	of   reflect.Type
}

// declare returns the declarations of the documents, as TypeScript.
func declare(documents []document, c comments) string {
	d := declarations{comments: c, names: map[reflect.Type]string{}}
	for _, doc := range documents {
		d.names[doc.of] = doc.name
		d.queue = append(d.queue, doc.of)
	}
	var b strings.Builder
	for len(d.queue) > 0 {
		t := d.queue[0]
		d.queue = d.queue[1:]
		b.WriteString("\n" + comment("", d.comments.types[origin(t)]))
		fmt.Fprintf(&b, "export interface %s {\n%s}\n", d.names[t], d.fields(t))
	}
	return b.String()
}

type declarations struct {
	comments comments
	names    map[reflect.Type]string // of the types that are declared, or are to be
	queue    []reflect.Type
}

// fields declares what encoding/json writes of a struct.
func (d *declarations) fields(t reflect.Type) string {
	var b strings.Builder
	for i := range t.NumField() {
		f := t.Field(i)
		tag, ok := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && !ok:
			b.WriteString(d.fields(f.Type))
			continue
		case !f.IsExported(), name == "-":
			continue
		}
		mark := ""
		if strings.Contains(options, "omit") {
			mark = "?"
		}
		b.WriteString(comment("  ", d.comments.fields[origin(t)+"."+f.Name]))
		fmt.Fprintf(&b, "  %s%s: %s;\n", name, mark, d.typeOf(f.Type, mark != ""))
	}
	return b.String()
}

// typeOf is the TypeScript type of the JSON of a Go type. A nil pointer is null, or is left out.
func (d *declarations) typeOf(t reflect.Type, optional bool) string {
	if name, ok := typeNames[t]; ok {
		return name
	}
	if values := d.comments.values[t.String()]; len(values) > 0 {
		return strings.Join(values, " | ")
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Float64:
		return "number"
	case reflect.Pointer:
		if optional {
			return d.typeOf(t.Elem(), false)
		}
		return d.typeOf(t.Elem(), false) + " | null"
	case reflect.Slice:
		if of := d.typeOf(t.Elem(), false); strings.Contains(of, "|") {
			return "(" + of + ")[]"
		} else {
			return of + "[]"
		}
	case reflect.Array:
		return "[" + strings.Join(slices.Repeat([]string{d.typeOf(t.Elem(), false)}, t.Len()), ", ") + "]"
	case reflect.Map:
		return "Record<string, " + d.typeOf(t.Elem(), false) + ">"
	case reflect.Struct:
		if t.Implements(reflect.TypeFor[json.Marshaler]()) {
			panic(fmt.Sprintf("typings: %v writes its own JSON; add it to written", t))
		}
		if d.names[t] == "" {
			d.names[t] = nameOf(t)
			d.queue = append(d.queue, t)
		}
		return d.names[t]
	}
	panic(fmt.Sprintf("typings: no type for %v", t))
}

// nameOf is the name of a type, with that of its argument: PartsOfNumber.
func nameOf(t reflect.Type) string {
	name, argument, generic := strings.Cut(t.Name(), "[")
	if !generic {
		return name
	}
	switch strings.TrimSuffix(argument, "]") {
	case "int", "float64":
		return name
	}
	panic(fmt.Sprintf("typings: no name for %v", t))
}

// origin is the name that a type has in the source: without its argument.
func origin(t reflect.Type) string {
	name, _, _ := strings.Cut(t.String(), "[")
	return name
}

// comment is a comment of the language, indented; "" for none.
func comment(indent, text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	if len(lines) == 1 {
		return fmt.Sprintf("%s/** %s */\n", indent, text)
	}
	return indent + "/**\n" + indent + " * " + strings.Join(lines, "\n"+indent+" * ") + "\n" + indent + " */\n"
}
