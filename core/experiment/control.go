package experiment

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"lplab/core/data/formula"
	"lplab/core/lists"
)

// Get returns the field's value in s as the text of a control: "4/3", "auto", "true", "0.1, 1, 10",
// "linear, polynomial(2)". Other lists are written as JSON; an optional field that is absent is "".
func (f Field) Get(s Spec) string {
	v := f.value(&s)
	if f.Optional && f.of(&s).IsZero() {
		return ""
	}
	if format := kindTable[f.Kind].format; format != nil {
		return format(v)
	}
	switch v := v.(type) {
	case string:
		return v
	case fmt.Stringer:
		return v.String()
	}
	return jsonText(v)
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

func formatMatrix(v any) string {
	return strings.Join(lists.Map(v.([][]float64), func(row []float64) string { return separated[float64](row) }), "; ")
}

// formatWords writes texts with commas between them, or as JSON if one contains such marks.
func formatWords(v any) string {
	for _, word := range v.([]string) {
		if strings.ContainsAny(word, ",;[") || word != strings.TrimSpace(word) {
			return jsonText(v)
		}
	}
	return separated[string](v)
}

// formatGroups writes groups with commas within and semicolons between them, or as JSON if a name
// contains such marks.
func formatGroups(v any) string {
	var groups []string
	for _, names := range v.([][]string) {
		group := formatWords(names)
		if strings.HasPrefix(group, "[") {
			return jsonText(v)
		}
		groups = append(groups, group)
	}
	return strings.Join(groups, "; ")
}

// separated writes the items of a list with commas between them.
func separated[T any](v any) string {
	return strings.Join(lists.Map(v.([]T), func(x T) string { return fmt.Sprint(x) }), ", ")
}

// Set reads the text of a control into s by the decoder's rules for this field; Validate checks
// the rules over several fields. Fields that apply to s only after the change get their defaults,
// and so do fields that had a default which the change replaces by another. Fields that no longer
// apply are cleared. On an error s is unchanged.
func (f Field) Set(s *Spec, text string) error {
	if text = strings.TrimSpace(text); f.Optional && text == "" {
		return f.change(s, nil)
	}
	return f.change(s, f.tree(text))
}

// change is Set for a value of the JSON tree; nil clears an optional field.
func (f *Field) change(s *Spec, value any) error {
	t := *s
	if f.Optional && value == nil {
		f.clear(&t)
	} else if bad := f.readInto(&t, value); bad != nil {
		return bad
	}
	for _, g := range fields {
		before, now := g.applies(s), g.applies(&t)
		if before && !now {
			g.clear(&t)
		}
		foreign := now && g.Kind == Choice && !g.offers(g.value(&t).(string), &t)
		// A value that is the default before the change becomes the default after it.
		follows := g.Path != f.Path && before && now && reflect.DeepEqual(g.value(s), g.defaultIn(s))
		if value := g.defaultIn(&t); (!before && now || foreign || follows) && value != nil {
			g.assign(&t, value)
		}
	}
	*s = t
	return nil
}

// Enter is Set for a new document: the fields that it adds to s take the suggested values. Set gives
// them the defaults, which never change, because documents rely on them.
func (f Field) Enter(s *Spec, text string) error {
	before := *s
	if err := f.Set(s, text); err != nil {
		return err
	}
	for _, g := range fields {
		if g.suggestion == nil || g.applies(&before) || !g.applies(s) {
			continue
		}
		if value := g.suggestion(s); value != nil {
			g.assign(s, value)
		}
	}
	return nil
}

// tree is the text of a control as a value of the JSON tree; texts have no quotes in a control.
func (f *Field) tree(text string) any {
	if parse := kindTable[f.Kind].parse; parse != nil {
		return parse(text)
	}
	return parseLiteral(text)
}

// parseLiteral reads a number or other JSON, and returns any other text unchanged.
func parseLiteral(text string) any {
	if text != "" && strings.Trim(text, "+-.0123456789eE") == "" {
		return json.Number(text) // .5 and +1 included, which JSON would refuse
	}
	if v, err := parse([]byte(text)); err == nil {
		return v
	}
	return text
}

func verbatim(text string) any { return text }

func parseExponent(text string) any { return parseLiteral(strings.ReplaceAll(text, " ", "")) }

func parseExponents(text string) any {
	return parseWords(strings.NewReplacer("[", "", "]", "", `"`, "", " ", "").Replace(text))
}

// parseWords reads the texts between commas, or a list in JSON.
func parseWords(text string) any {
	if list, ok := parseLiteral(text).([]any); ok && strings.HasPrefix(text, `["`) {
		return list
	}
	list := []any{}
	for word := range strings.SplitSeq(text, ",") {
		if word = strings.TrimSpace(word); word != "" {
			list = append(list, word)
		}
	}
	return list
}

// parseNumbers reads the numbers between commas, semicolons and spaces.
func parseNumbers(text string) any {
	if text == Auto || strings.HasPrefix(text, "[") {
		return parseLiteral(text)
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
	return lists.Map(words, func(word string) any { return json.Number(word) })
}

func parseFormulas(text string) any { return parseParts(formula.Split(text), text, verbatim) }

func parseGroups(text string) any { return parseParts(strings.Split(text, ";"), text, parseWords) }

func parseMatrix(text string) any { return parseParts(strings.Split(text, ";"), text, parseNumbers) }

// parseParts reads the parts of a text, unless this is JSON. An empty list is no part.
func parseParts(parts []string, text string, parse func(string) any) any {
	if strings.HasPrefix(text, "[") {
		return parseLiteral(text)
	}
	list := []any{}
	for _, part := range parts {
		if v := parse(part); !reflect.DeepEqual(v, []any{}) {
			list = append(list, v)
		}
	}
	return list
}
