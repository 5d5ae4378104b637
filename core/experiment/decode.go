package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Decode reads an experiment strictly and fills every default. It refuses
// unknown keys (another case is another key), keys given twice, fields that do
// not belong to the chosen source, kernel or loss, values of the wrong type or
// out of range, and anything after the document. The error is one sentence that
// names the field, its value and what it must be; it is a *FieldError unless the
// text is not JSON at all.
//
// A document without "version" is of version 1. Where any part of the split is
// given, the absent parts are empty.
func Decode(b []byte) (Spec, error) {
	doc, err := parseObject(b)
	if err != nil {
		return Spec{}, err
	}
	return decodeTree(doc)
}

// parseObject reads a document, which must be an object.
func parseObject(b []byte) (*object, error) {
	tree, err := parse(b)
	if err != nil {
		return nil, err
	}
	doc, ok := tree.(*object)
	if !ok {
		return nil, &FieldError{"the experiment", quoteValue(tree), "it must be an object with " + strings.Join(sections[""], ", ")}
	}
	return doc, nil
}

// decodeTree reads the experiment in the tree of a document.
func decodeTree(doc *object) (Spec, error) {
	// The version is checked first, because a later one may have further fields.
	if v, given := doc.find("version"); given {
		if n, ok := wholeNumber(v); !ok || n != Version {
			return Spec{}, &FieldError{"version", quoteValue(v), fmt.Sprintf("this lp Lab reads version %d; use the lp Lab that wrote the experiment", Version)}
		}
	}
	if bad := checkKeys(doc, ""); bad != nil {
		return Spec{}, bad
	}
	return assemble(func(f *Field) (any, bool) { return doc.find(f.Path) })
}

// source returns the value of a field, of the JSON tree or of the field's Go type, and whether it
// is given.
type source func(f *Field) (value any, given bool)

// assemble makes an experiment from the given values and the defaults of the others, and checks it.
func assemble(values source) (Spec, error) {
	var s Spec
	if bad := s.fill("", values); bad != nil {
		return Spec{}, bad
	}
	for _, rule := range checks {
		if bad := rule(&s); bad != nil {
			return Spec{}, bad
		}
	}
	return s, nil
}

// given is the source of the values of s.
func (s *Spec) given(f *Field) (any, bool) { return f.value(s), f.applies(s) && !f.absent(s) }

// UnmarshalJSON is Decode, so that a Spec inside a report is read as strictly.
func (s *Spec) UnmarshalJSON(b []byte) (err error) {
	*s, err = Decode(b)
	return err
}

// Validate checks a Spec that was assembled in Go as Decode checks its JSON, and returns it in the
// canonical form of Decode. Every field that applies to s counts as given, also one that is zero,
// and must be valid; only an optional or implied field that is zero is absent. Fields that do not
// apply to s are cleared or refused. To begin with valid values, take a Spec of Decode or Default;
// Field.Set changes a type or a source and gives the fields that it adds their defaults. Inline rows,
// which may be long, are checked as they are and shared with s.
func Validate(s Spec) (Spec, error) { return assemble(s.given) }

// Default returns the experiment shown at opening: 100 training rows and the 4,960 products
// of three of 30 columns, of which four are planted; reweighting brings the penalty of
// p = 4/3 down to r = 1/2.
func Default() Spec { return opening() }

// opening is decoded once; it holds no pointer, slice or map, so copies share nothing.
var opening = sync.OnceValue(func() Spec {
	s, err := Decode([]byte(`{
		"version": 1,
		"title": "Four products out of 4,960",
		"data": {"source": "synthetic", "n": 160, "d": 30, "relevant": 4, "noise": 0.05, "degree": 3, "seed": 1},
		"split": {"train": 0.625, "validation": 0, "test": 0.375, "seed": 1},
		"preprocess": {"standardize": false, "intercept": false},
		"model": {"kernel": {"type": "polynomial", "degree": 3}, "p": "4/3", "r": "1/2", "steps": 8, "loss": {"type": "squared"}, "gamma": 1}
	}`))
	if err != nil {
		panic("experiment: the opening experiment: " + err.Error())
	}
	return s
})

// partPaths are the parts of the split, which are read and written together.
var partPaths = []string{"split.train", "split.validation", "split.test"}

// checkKeys refuses keys that are not in the table.
func checkKeys(o *object, section string) *FieldError {
	for _, key := range o.keys {
		path := join(section, key)
		if _, ok := byPath[path]; ok {
			continue
		}
		if _, ok := sections[path]; !ok || key == "" {
			return &FieldError{path, "unknown", suggestKey(section, key)}
		}
		inner, ok := o.values[key].(*object)
		if !ok {
			return &FieldError{path, quoteValue(o.values[key]), "it must be an object with " + strings.Join(sections[path], ", ")}
		}
		if bad := checkKeys(inner, path); bad != nil {
			return bad
		}
	}
	return nil
}

// suggestKey suggests a field for an unknown key: a sibling of a similar name, else a field with
// this name in another section.
func suggestKey(section, key string) string {
	if sibling, ok := Nearest(key, sections[section]); ok {
		return "did you mean " + join(section, sibling) + "?"
	}
	for _, f := range fields {
		if strings.HasSuffix(f.Path, "."+key) || f.Path == key {
			return "did you mean " + f.Path + "?"
		}
	}
	return cmp.Or(section, "an experiment") + " has " + strings.Join(sections[section], ", ")
}

// fill reads the fields with a path that begins with a prefix, in the order of the table, and sets absent
// ones to their defaults.
func (s *Spec) fill(prefix string, values source) *FieldError {
	for _, f := range fields {
		if !strings.HasPrefix(f.Path, prefix) {
			continue
		}
		v, isGiven := values(f)
		switch value := s.absentValue(f, values); {
		case isGiven && !f.applies(s):
			return &FieldError{f.Path, quoteValue(v), f.belongs(s)}
		case isGiven:
			if bad := f.readInto(s, v); bad != nil {
				return bad
			}
		case !f.applies(s):
		case value != nil:
			f.assign(s, value)
		case !f.Optional:
			return &FieldError{f.Path, "missing", f.remedy}
		}
	}
	return nil
}

// absentValue returns the value of a field that is not given, nil for none: its default, no rows for
// a part of the split if another part is given, and a classification as the task of a model for
// classes only.
func (s *Spec) absentValue(f *Field, values source) any {
	if f.Path == taskPath {
		text := func(path string) string {
			v, _ := values(lookup(path))
			s, _ := v.(string)
			return s
		}
		if ofClasses(Model{Type: text("model.type"), Loss: Loss{Type: text("model.loss.type")}}) {
			return Classification
		}
	}
	if f.Kind == Share && slices.ContainsFunc(partPaths, func(path string) bool { _, is := values(lookup(path)); return is }) {
		switch {
		case f.Path == partPaths[0]:
			return nil
		case s.Split.Explicit():
			return Part{Rows: []int{}}
		}
		return Part{}
	}
	return f.defaultIn(s)
}

// belongs describes where a field belongs that does not apply to s.
func (f *Field) belongs(s *Spec) string {
	const path = "model.type"
	switch {
	case !f.suits(s):
		return belongsTo(path, f.Models, s.Model.Kind())
	case f.isExcluded(s):
		return "it does not go with " + f.Unless + "; remove one of the two"
	case lookup(f.When.Path).Kind == Scales:
		return "it belongs with " + f.When.Path + ` "auto"; remove it, or change ` + f.When.Path
	case f.When.Path != "" && !lookup(f.When.Path).applies(s):
		return lookup(f.When.Path).belongs(s)
	case f.lacks(s):
		return "it belongs with " + f.With + ", which is absent; remove it, or give " + f.With
	case len(f.When.Values) == 0:
		return "it belongs with " + f.When.Path + ", which is absent; remove it, or give " + f.When.Path
	}
	return belongsTo(f.When.Path, f.When.Values, lookup(f.When.Path).value(s).(string))
}

// belongsTo names the values of another field with which a field or a value belongs.
func belongsTo(path string, values []string, have string) string {
	return fmt.Sprintf("it belongs to %s %s, and %s is %q; remove it, or change %s",
		path, strings.ReplaceAll(quotedList(values), ", ", " or "), path, have, path)
}

// readInto stores v in s if the field may hold it there.
func (f *Field) readInto(s *Spec, v any) *FieldError {
	value, bad := kindTable[f.Kind].read(f, s, v)
	if bad == nil {
		f.assign(s, value)
	}
	return bad
}
