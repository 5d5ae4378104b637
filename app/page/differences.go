package page

import (
	"fmt"
	"reflect"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
)

// change is a field in which two experiments differ, with its values in words.
type change struct{ Path, Label, From, To string }

// differences lists where b differs from a, in the order of the table, so that a field comes
// before those that depend on it.
func differences(a, b experiment.Spec) []change {
	var out []change
	other := otherData(a.Data, b.Data)
	if other {
		out = append(out, change{"data", "Data", sourceWords(a.Data), sourceWords(b.Data)})
	}
	for _, f := range experiment.Fields() {
		if f.Path == "title" || f.Path == "version" || strings.HasPrefix(f.Path, "data.") && (other || f.Path == "data.name") {
			continue
		}
		if from, to := valueWords(f, a), valueWords(f, b); from != to {
			out = append(out, change{f.Path, f.Label, from, to})
		}
	}
	return out
}

// otherData reports whether the rows of two experiments come from different sources.
func otherData(a, b experiment.Data) bool {
	return sourceWords(a) != sourceWords(b) || a.SHA256 != b.SHA256 || a.Test != b.Test || !reflect.DeepEqual(a.Rows, b.Rows)
}

func sourceWords(d experiment.Data) string {
	switch d.Source {
	case experiment.SourceSynthetic:
		return "synthetic"
	case experiment.SourceInline:
		return "rows given"
	}
	return d.Name
}

// absent stands for the value of a field that does not belong to an experiment.
const absent = "–"

// valueWords is the value of a field as its control shows it.
func valueWords(f experiment.Field, s experiment.Spec) string {
	if !f.Applies(s) {
		return absent
	}
	text := f.Get(s)
	switch {
	case f.Path == "features" && s.Features == nil:
		return "all"
	case f.Path == "features" && len(s.Features) > 3:
		return fmt.Sprintf("%s, … (%s)", strings.Join(s.Features[:3], ", "), english.Count(len(s.Features), "column"))
	case f.Path == "features":
		return strings.Join(s.Features, ", ")
	case f.Path == strengthPath(s) && f.Kind == experiment.Scale && text != experiment.Auto:
		value, _ := s.Model.Strength()
		return plainNumber(value)
	case f.Kind == experiment.Share && s.Split.Explicit():
		return "given rows"
	case f.Kind == experiment.Flag:
		return map[string]string{"true": "on", "false": "off"}[text]
	case f.Kind == experiment.Choice && text == "":
		return "off"
	case f.Kind == experiment.Choice:
		return lowerFirst(labelOf(f.Path, text))
	case text == "":
		return absent
	}
	return text
}
