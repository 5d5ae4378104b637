package experiment

import (
	"reflect"
	"slices"
	"strings"

	"lplab/core/lists"
)

// Field describes one field of an experiment, for the decoder, the encoder, the
// page's controls and the link.
type Field struct {
	Path  string // place in the JSON: "model.kernel.degree"
	Label string // accessible name of its control
	Help  string // one sentence for its control

	Kind Kind
	// Min and Max bound a number, and the numbers of Scales, Counts and Sizes. For texts and
	// other lists they bound the length. Messages leave out a Max of Unbounded.
	Min, Max float64
	Open     bool    // Min itself is excluded
	Values   []Value // of a Choice

	// Default is the Go value of an absent field. A field without a default must be given
	// unless it is Optional, in which case it keeps its zero value.
	Default  any
	Optional bool

	// Implied fields are left out of the JSON if they have their default, because documents
	// written before the field existed mean the default.
	Implied bool

	// The field applies to an experiment if When holds at When.Path or at a path of OrWhen,
	// the field at Unless ("" for none) is not set, the exponent at With ("" for none) is
	// given, and the type of the model is one of Models (nil for all).
	When         Condition
	OrWhen       []string
	Unless, With string
	Models       []string
	// ValueModels lists, for a value of a Choice, the types of models that offer it; a value
	// without an entry is offered by all. ValueWith has the path of an exponent with which
	// other types offer the value too.
	ValueModels map[string][]string
	ValueWith   map[string]string

	defaultFor func(*Spec) any // the default, if it depends on earlier fields
	suggestion func(*Spec) any // the value that Enter gives the field; nil: the default
	remedy     string          // the remedy if the field must be given and is absent
	index      []int           // of the field in Spec, by its JSON tags
}

// Value is one value of a Choice.
type Value struct {
	Value string `json:"value"` // in the JSON
	Label string `json:"label"` // on the page
}

// Condition holds if the field at Path has one of Values. Without Values it holds if the field is
// not zero, or, for a Grid, if it is automatic. The zero Condition always holds.
type Condition struct {
	Path   string
	Values []string
}

// Unbounded is the Max of a number without an upper limit of its own.
const Unbounded = 1e300

// maxSeed is the largest whole number that JavaScript keeps exact.
const maxSeed = 1<<53 - 1

// byPath has the fields of the table by their paths. sections lists the keys of every
// object of the document in order; "" is the document itself.
var byPath, sections = index()

func index() (map[string]*Field, map[string][]string) {
	paths, keys, indices := map[string]*Field{}, map[string][]string{}, map[string][]int{}
	list(indices, reflect.TypeFor[Spec](), "")
	for _, f := range fields {
		paths[f.Path], f.index = f, indices[f.Path]
		parent := ""
		for key := range strings.SplitSeq(f.Path, ".") {
			if names := keys[parent]; len(names) == 0 || names[len(names)-1] != key {
				keys[parent] = append(names, key)
			}
			parent = join(parent, key)
		}
	}
	return paths, keys
}

// list maps the dotted JSON paths of a struct's fields to their indices, in one pass over the type,
// because every start of the page, of a worker and of the edge function waits for it.
func list(indices map[string][]int, t reflect.Type, parent string) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		path := join(parent, key)
		if indices[path] = slices.Concat(indices[parent], []int{i}); key != "" && f.Type.Kind() == reflect.Struct {
			list(indices, f.Type, path)
		}
	}
}

// of returns the field of s, settable.
func (f *Field) of(s *Spec) reflect.Value { return reflect.ValueOf(s).Elem().FieldByIndex(f.index) }

func (f *Field) value(s *Spec) any { return f.of(s).Interface() }

// assign stores a Go value of the field's type, or a number of another; another type panics.
func (f *Field) assign(s *Spec, value any) {
	to := f.of(s)
	to.Set(reflect.ValueOf(value).Convert(to.Type()))
}

func (f *Field) clear(s *Spec) { f.of(s).SetZero() }

// Fields returns the whole table, in the order of the document.
func Fields() []Field { return lists.Map(fields, func(f *Field) Field { return *f }) }

// Lookup returns the field at a path such as "model.kernel.degree". It panics if there is none.
func Lookup(path string) Field { return *lookup(path) }

func lookup(path string) *Field {
	f := byPath[path]
	if f == nil {
		panic("experiment: no field " + path)
	}
	return f
}

// Applies reports whether s has this field, such as the degree, which only a polynomial kernel has.
func (f Field) Applies(s Spec) bool { return f.applies(&s) }

func (f *Field) applies(s *Spec) bool {
	return f.suits(s) && !f.isExcluded(s) && !f.lacks(s) && (f.holds(f.When.Path, s) || slices.ContainsFunc(f.OrWhen, func(path string) bool { return f.holds(path, s) }))
}

// suits reports whether models of the type in s have the field.
func (f *Field) suits(s *Spec) bool {
	return f.Models == nil || slices.Contains(f.Models, s.Model.Kind())
}

// isExcluded reports whether the field at Unless is set in s.
func (f *Field) isExcluded(s *Spec) bool { return f.Unless != "" && isGiven(f.Unless, s) }

// lacks reports whether the exponent at With is absent from s.
func (f *Field) lacks(s *Spec) bool { return f.With != "" && !isGiven(f.With, s) }

// isGiven reports whether the field at a path is set in s.
func isGiven(path string, s *Spec) bool { return !lookup(path).of(s).IsZero() }

// holds reports whether the condition of the field holds at a path.
func (f *Field) holds(path string, s *Spec) bool {
	if path == "" {
		return true
	}
	switch v := lookup(path).value(s).(type) {
	case Grid:
		return v.Auto
	case string:
		if f.When.Values != nil {
			return slices.Contains(f.When.Values, v)
		}
	}
	return isGiven(path, s)
}

// ValuesIn lists the values that a Choice has in s, such as the kernels for the type of its model.
func (f Field) ValuesIn(s Spec) []Value {
	return slices.DeleteFunc(slices.Clone(f.Values), func(v Value) bool { return !f.offers(v.Value, &s) })
}

// offers reports whether models of the type that s has offer a value.
func (f *Field) offers(value string, s *Spec) bool {
	models, limited := f.ValueModels[value]
	with := f.ValueWith[value]
	return !limited || slices.Contains(models, s.Model.Kind()) || with != "" && isGiven(with, s)
}

// DefaultIn returns the field's default in s, nil if it has none. The default loss, for example,
// depends on the task.
func (f Field) DefaultIn(s Spec) any { return f.defaultIn(&s) }

func (f *Field) defaultIn(s *Spec) any {
	if f.defaultFor != nil {
		return f.defaultFor(s)
	}
	return f.Default
}
