package experiment

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"lplab/core/formula"
)

// Get returns the field's value in s as the text of a control: "4/3", "auto",
// "true", "0.05", "0.1, 1, 10", "-99, -999", "x, x^2", "linear, polynomial(2)". Other lists are written as JSON; an optional field
// that is absent is "".
func (f Field) Get(s Spec) string {
	switch v := f.at(&s).(type) {
	case *string:
		return *v
	case *P:
		if *v == (P{}) {
			return ""
		}
		return v.String()
	case *[]P:
		return separated(*v)
	case *Gamma:
		return v.String()
	case *int:
		if f.Optional && *v == 0 {
			return ""
		}
	case *Grid:
		if !v.Auto {
			return separated(v.Values)
		}
		return Auto
	case *[]int:
		return separated(*v)
	case *[]float64:
		return separated(*v)
	case *[]Kernel:
		return writtenKernels(*v)
	case *[][]float64:
		rows := make([]string, len(*v))
		for i, row := range *v {
			rows[i] = separated(row)
		}
		return strings.Join(rows, "; ")
	case *[][]string:
		if text, ok := grouped(*v); ok {
			return text
		}
	case *[]string:
		if f.Kind == Codes || f.Kind == Formulas {
			return strings.Join(*v, ", ")
		}
		if f.Optional && *v == nil {
			return ""
		}
	}
	text, err := json.Marshal(f.at(&s))
	if err != nil {
		return ""
	}
	return string(text)
}

// grouped writes groups with commas within and semicolons between them; ok is false
// where a name has such marks itself.
func grouped(groups [][]string) (text string, ok bool) {
	words := make([]string, len(groups))
	for i, names := range groups {
		for _, name := range names {
			if strings.ContainsAny(name, ",;[") || name != strings.TrimSpace(name) {
				return "", false
			}
		}
		words[i] = strings.Join(names, ", ")
	}
	return strings.Join(words, "; "), true
}

// separated writes numbers or exponents with commas between them.
func separated[T int | float64 | P](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ", ")
}

// Set reads the text of a control into s under the decoder's rules for this
// field alone; Validate then judges the whole. Fields that belong to s from now
// on get their defaults, those that no longer do are cleared. On an error s is
// as before.
func (f Field) Set(s *Spec, text string) error {
	t := *s
	if text = strings.TrimSpace(text); f.Optional && text == "" {
		f.clear(&t)
	} else if bad := f.readInto(&t, f.tree(text)); bad != nil {
		return bad
	}
	for i := range fields {
		g := &fields[i]
		before, now := g.applies(s), g.applies(&t)
		if before && !now {
			g.clear(&t)
		}
		choice, _ := g.at(&t).(*string)
		foreign := now && g.Kind == Choice && !g.offers(*choice, &t)
		// A value that is the default of the old type of model becomes that of the new one.
		follows := f.Path == "model.type" && g.Path != f.Path && before && now && reflect.DeepEqual(g.value(s), g.defaultIn(s))
		if value := g.defaultIn(&t); (!before && now || foreign || follows) && value != nil {
			g.assign(&t, value)
		}
	}
	*s = t
	return nil
}

// Enter is Set for an entry that makes a new document: the fields that it adds to s
// take the values that are suggested today. Set gives them the defaults, which never
// change, because documents rely on them.
func (f Field) Enter(s *Spec, text string) error {
	before := *s
	if err := f.Set(s, text); err != nil {
		return err
	}
	for i := range fields {
		g := &fields[i]
		if g.suggested == nil || g.applies(&before) || !g.applies(s) {
			continue
		}
		if value := g.suggested(s); value != nil {
			g.assign(s, value)
		}
	}
	return nil
}

// tree is the text of a control as a value of the JSON tree: what stands in
// quotes in the JSON is typed without them.
func (f Field) tree(text string) any {
	switch f.Kind {
	case Text, Choice:
		return text
	case Exponent:
		text = strings.ReplaceAll(text, " ", "")
	case Codes:
		return words(text)
	case Exponents:
		return words(strings.NewReplacer("[", "", "]", "", `"`, "", " ", "").Replace(text))
	case Formulas:
		if strings.HasPrefix(text, "[") {
			break
		}
		list := []any{}
		for _, one := range formula.Split(text) {
			list = append(list, one)
		}
		return list
	case Groups:
		if strings.HasPrefix(text, "[") {
			break
		}
		list := []any{}
		for group := range strings.SplitSeq(text, ";") {
			if names := words(group); len(names) > 0 {
				list = append(list, names)
			}
		}
		return list
	case Kernels:
		if list, ok := kernelTrees(text); ok {
			return list
		}
		return text
	case Matrix:
		if strings.HasPrefix(text, "[") {
			break
		}
		rows := []any{}
		for row := range strings.SplitSeq(text, ";") {
			rows = append(rows, numbers(row))
		}
		return rows
	case Scales, Counts, Sizes, Numbers:
		if text == Auto || strings.HasPrefix(text, "[") {
			break
		}
		return numbers(text)
	}
	if text != "" && strings.Trim(text, "+-.0123456789eE") == "" {
		return json.Number(text) // .5 and +1 included, which JSON would refuse
	}
	if v, err := parse([]byte(text)); err == nil {
		return v
	}
	return text
}

// numbers are the words between commas, semicolons and spaces.
func numbers(text string) []any {
	list := []any{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		list = append(list, json.Number(word))
	}
	return list
}

// words are the texts between commas.
func words(text string) []any {
	list := []any{}
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word != "" {
			list = append(list, word)
		}
	}
	return list
}

// clear sets the field to its zero value.
func (f *Field) clear(s *Spec) { reflect.ValueOf(f.at(s)).Elem().SetZero() }
