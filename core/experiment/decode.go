package experiment

import (
	"fmt"
	"reflect"
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
	tree, err := parse(b)
	if err != nil {
		return Spec{}, err
	}
	doc, ok := tree.(*object)
	if !ok {
		return Spec{}, notExperiment(tree)
	}
	return decodeTree(doc)
}

func notExperiment(tree any) *FieldError {
	return &FieldError{"the experiment", shown(tree), "it must be an object with " + strings.Join(sections[""], ", ")}
}

// decodeTree reads the experiment in the tree of a document.
func decodeTree(doc *object) (Spec, error) {
	// The version comes first: a later one may have fields unknown here.
	if v, given := doc.find("version"); given {
		if n, ok := whole(v); !ok || n != Version {
			return Spec{}, &FieldError{"version", shown(v), fmt.Sprintf("this lp Lab reads version %d; use the lp Lab that wrote the experiment", Version)}
		}
	}
	if bad := checkKeys(doc, ""); bad != nil {
		return Spec{}, bad
	}
	var s Spec
	if bad := fill(&s, doc); bad != nil {
		return Spec{}, bad
	}
	if bad := check(&s); bad != nil {
		return Spec{}, bad
	}
	return s, nil
}

// UnmarshalJSON is Decode: a Spec inside a report is read as strictly.
func (s *Spec) UnmarshalJSON(b []byte) error {
	decoded, err := Decode(b)
	if err != nil {
		return err
	}
	*s = decoded
	return nil
}

// Validate checks a Spec that was put together in Go as Decode checks its JSON,
// and returns it as Decode would: canonical, every default filled. Inline rows, which may
// be long, are checked as they are and shared with s.
func Validate(s Spec) (Spec, error) {
	const rows = "data.rows"
	b, err := encode(&s, "", func(f *Field, _ *Spec) bool { return f.Path != rows })
	if err != nil {
		return Spec{}, err
	}
	tree, err := parse(b)
	if err != nil {
		return Spec{}, err
	}
	doc := tree.(*object)
	if f := lookup(rows); f.applies(&s) {
		if bad := f.checkFinite(&s); bad != nil {
			return Spec{}, bad
		}
		list := make([]any, len(s.Data.Rows))
		for i, row := range s.Data.Rows {
			list[i] = row
		}
		doc.values["data"].(*object).values["rows"] = list
	}
	return decodeTree(doc)
}

// Default returns the experiment shown at opening: 100 training rows and the 4,960 products
// of three of 30 columns, of which four are planted; reweighting brings the penalty of
// p = 4/3 down to r = 1/2.
func Default() Spec { return opening() }

// opening is decoded once; it holds no pointer, slice or map, so that copies share nothing.
var opening = sync.OnceValue(func() Spec {
	s, err := Decode([]byte(`{
		"version": 1,
		"title": "Four products out of 4960",
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
			return &FieldError{path, shown(o.values[key]), "it must be an object with " + strings.Join(sections[path], ", ")}
		}
		if bad := checkKeys(inner, path); bad != nil {
			return bad
		}
	}
	return nil
}

// suggestKey looks for the field that an unknown key may stand for: a sibling
// of nearly that name, else a field of that very name elsewhere.
func suggestKey(section, key string) string {
	if sibling, ok := Nearest(key, sections[section]); ok {
		return "did you mean " + join(section, sibling) + "?"
	}
	for _, f := range fields {
		if strings.HasSuffix(f.Path, "."+key) || f.Path == key {
			return "did you mean " + f.Path + "?"
		}
	}
	owner := section
	if owner == "" {
		owner = "an experiment"
	}
	return owner + " has " + strings.Join(sections[section], ", ")
}

// fill reads every field of the table from doc, in order.
func fill(s *Spec, doc *object) *FieldError {
	partial := false // some part of the split is given
	for _, path := range partPaths {
		_, given := doc.find(path)
		partial = partial || given
	}
	for i := range fields {
		f := &fields[i]
		value := f.defaultIn(s)
		if f.Kind == Share && partial {
			if value = (Part{}); f.Path == "split.train" {
				value = nil
			}
		}
		if f.Path == taskPath && ofClasses(modelNamed(doc)) {
			value = Classification
		}
		if bad := f.fill(s, doc, value); bad != nil {
			return bad
		}
	}
	if s.Split.Explicit() {
		for _, path := range partPaths[1:] {
			if _, given := doc.find(path); !given {
				lookup(path).assign(s, Part{Rows: []int{}})
			}
		}
	}
	return nil
}

// modelNamed has the type of a document's model, and its loss.
func modelNamed(doc *object) Model {
	text := func(path string) string {
		v, _ := doc.find(path)
		s, _ := v.(string)
		return s
	}
	return Model{Type: text("model.type"), Loss: Loss{Type: text("model.loss.type")}}
}

// fill reads the field from doc, or gives it a value where it is absent there; nil
// for none.
func (f *Field) fill(s *Spec, doc *object, absent any) *FieldError {
	v, given := doc.find(f.Path)
	switch {
	case !f.applies(s):
		if given {
			return &FieldError{f.Path, shown(v), f.belongs(s)}
		}
	case given:
		return f.readInto(s, v)
	case absent != nil:
		f.assign(s, absent)
	case !f.Optional:
		return &FieldError{f.Path, "missing", f.missing}
	}
	return nil
}

// belongs says where a field that does not apply to s would.
func (f *Field) belongs(s *Spec) string {
	const path = "model.type"
	switch {
	case !f.suits(s):
		return belongsTo(path, f.Models, s.Model.Kind())
	case f.excluded(s):
		return "it does not go with " + f.Unless + "; remove one of the two"
	case lookup(f.When.Path).Kind == Scales:
		return "it belongs with " + f.When.Path + ` "auto"; remove it, or change ` + f.When.Path
	case f.lacks(s):
		return "it belongs with " + f.With + ", which is absent; remove it, or give " + f.With
	case len(f.When.Values) == 0:
		return "it belongs with " + f.When.Path + ", which is absent; remove it, or give " + f.When.Path
	}
	return belongsTo(f.When.Path, f.When.Values, *lookup(f.When.Path).at(s).(*string))
}

// belongsTo says which values of another field a field or a value goes with.
func belongsTo(path string, values []string, have string) string {
	return fmt.Sprintf("it belongs to %s %s, and %s is %q; remove it, or change %s",
		path, strings.ReplaceAll(quotedList(values), ", ", " or "), path, have, path)
}

// assign stores a Go value of the field's type, as Default holds it; another type
// panics.
func (f *Field) assign(s *Spec, value any) {
	reflect.ValueOf(f.at(s)).Elem().Set(reflect.ValueOf(value))
}

// readInto stores v in s if the field may hold it there.
func (f *Field) readInto(s *Spec, v any) *FieldError {
	choice, _ := v.(string)
	if models := f.ValueModels[choice]; models != nil && !f.offers(choice, s) {
		return &FieldError{f.Path, shown(v), belongsTo("model.type", models, s.Model.Kind())}
	}
	offered := *f
	offered.Values, offered.model = f.ValuesIn(*s), s.Model.Type
	if f.Kind == Kernels && s.Model.Kernel.ofOne() {
		offered.Min, offered.Max = 1, 1
	}
	return offered.read(f.at(s), v)
}
