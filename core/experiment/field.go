package experiment

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Kind is the type of a field's value.
type Kind int

// The kinds of fields, with their JSON and their Go type in Spec.
const (
	Integer   Kind = iota // a whole number; int, or uint64 for a seed
	Number                // a finite number; float64
	Text                  // a string
	Flag                  // true or false; bool
	Choice                // one of Values; string
	Exponent              // a fraction "a/b" or a number; P
	Scale                 // a positive number or "auto"; Gamma
	Share                 // a fraction or a list of rows; Part
	Names                 // a list of different strings; []string
	Cells                 // a list of rows of numbers, strings and nulls; [][]any
	Scales                // a list of ascending positive numbers or "auto"; Grid
	Counts                // a list of ascending whole numbers or "auto"; Grid
	Exponents             // a list of ascending fractions "a/b" or numbers; []P
	Sizes                 // a list of ascending whole numbers; []int
	Codes                 // a list of different texts; []string
	Formulas              // a list of different formulas of columns; []string
	Numbers               // a list of numbers; []float64
	Kernels               // a list of kernels; []Kernel
	Matrix                // a list of rows, as many numbers each as there are rows; [][]float64
	Groups                // a list of lists of different names; [][]string
)

// Field describes one field of an experiment, for the decoder, the encoder, the
// page's controls and the link.
type Field struct {
	Path  string // place in the JSON: "model.kernel.degree"
	Label string // accessible name of its control
	Help  string // one sentence for its control

	Kind     Kind
	Min, Max float64 // range of a number or of those in Scales, Counts and Sizes; length of another list or of a text. Unbounded (1e300) is not shown.
	Open     bool    // Min itself is excluded
	Values   []Value // of a Choice

	// Default is the Go value an absent field takes, nil where there is none:
	// such a field must be given, or, if Optional, stays at its zero value.
	Default  any
	Optional bool

	// Implied: where the value is the default it is left out of the JSON, because
	// documents older than the field mean it so.
	Implied bool

	// When says for which experiments the field exists at all; OrWhen has other paths
	// at which that condition may hold as well.
	When   Condition
	OrWhen []string
	// Unless is the path of another field; where that one is set, the field does not exist.
	Unless string
	// With is the path of an exponent; where there is one, the field exists only if that
	// is given.
	With string
	// Models says for which types of models the field exists; nil: for all.
	Models []string
	// ValueModels says for which types of models a value of a Choice exists; those
	// without an entry exist for all.
	ValueModels map[string][]string
	// ValueWith has the path of an exponent with which a value exists for other types of
	// models too.
	ValueWith map[string]string

	defaultFor func(*Spec) any // where the default depends on earlier fields
	suggested  func(*Spec) any // what Enter gives the field in place of the default; nil, or a nil value: the default
	missing    string          // what to do where it must be given and is not
	at         func(*Spec) any // pointer to the field in a Spec
	model      string          // type of the model that kernels within a kernel are read for
}

// Value is one value of a Choice.
type Value struct {
	Value string // in the JSON
	Label string // on the page
}

// Condition holds where the field at Path has one of Values, or, with no
// Values, is not zero; a Grid, where it is automatic. The zero Condition always
// holds.
type Condition struct {
	Path   string
	Values []string
}

// Unbounded is the Max of a number without an upper limit of its own.
const Unbounded = 1e300

// maxSeed is the largest whole number that JavaScript keeps exact.
const maxSeed = 1<<53 - 1

// byPath finds a field's place in the table; sections lists, for each object of
// the document ("" is the document itself), its keys in order.
var byPath, sections = index()

func index() (map[string]int, map[string][]string) {
	places, keys := map[string]int{}, map[string][]string{}
	for i, f := range fields {
		places[f.Path] = i
		parent, key := "", f.Path
		for {
			head, rest, deeper := strings.Cut(key, ".")
			if known := keys[parent]; len(known) == 0 || known[len(known)-1] != head {
				keys[parent] = append(known, head)
			}
			if !deeper {
				break
			}
			parent, key = join(parent, head), rest
		}
	}
	return places, keys
}

// Fields returns the whole table, in the order of the document.
func Fields() []Field { return append([]Field(nil), fields...) }

// Lookup returns the field at a path such as "model.kernel.degree". It panics
// where there is none.
func Lookup(path string) Field { return *lookup(path) }

func lookup(path string) *Field {
	i, ok := byPath[path]
	if !ok {
		panic("experiment: no field " + path)
	}
	return &fields[i]
}

// Applies reports whether s has this field: the degree, say, only where the
// kernel is polynomial.
func (f Field) Applies(s Spec) bool { return f.applies(&s) }

func (f *Field) applies(s *Spec) bool {
	return f.suits(s) && !f.excluded(s) && !f.lacks(s) && (f.holds(f.When.Path, s) || slices.ContainsFunc(f.OrWhen, func(path string) bool { return f.holds(path, s) }))
}

// suits reports whether models of the type that s has have the field.
func (f *Field) suits(s *Spec) bool {
	return f.Models == nil || slices.Contains(f.Models, s.Model.Kind())
}

// excluded reports whether s has what the field does not go with.
func (f *Field) excluded(s *Spec) bool {
	return f.Unless != "" && !reflect.ValueOf(lookup(f.Unless).at(s)).Elem().IsZero()
}

// lacks reports whether s has not what the field goes with.
func (f *Field) lacks(s *Spec) bool {
	return f.With != "" && !isGiven(f.With, s)
}

// isGiven reports whether s has the exponent at a path.
func isGiven(path string, s *Spec) bool { return *lookup(path).at(s).(*P) != P{} }

// holds is the field's condition with its path given.
func (f *Field) holds(path string, s *Spec) bool {
	if path == "" {
		return true
	}
	switch v := lookup(path).at(s).(type) {
	case *string:
		return slices.Contains(f.When.Values, *v) || len(f.When.Values) == 0 && *v != ""
	case *int:
		return *v != 0
	case *P:
		return *v != P{}
	case *[]int:
		return len(*v) > 0
	case *Grid:
		return v.Auto
	}
	panic("experiment: the condition of " + f.Path + " is on a field that cannot bear one")
}

// ValuesIn lists the values that a Choice has in s: the kernels, say, that the
// type of its model can take.
func (f Field) ValuesIn(s Spec) []Value {
	return slices.DeleteFunc(slices.Clone(f.Values), func(v Value) bool { return !f.offers(v.Value, &s) })
}

// offers reports whether models of the type that s has offer a value.
func (f *Field) offers(value string, s *Spec) bool {
	models, limited := f.ValueModels[value]
	with := f.ValueWith[value]
	return !limited || slices.Contains(models, s.Model.Kind()) || with != "" && isGiven(with, s)
}

// DefaultIn returns the field's default in s, nil where it has none: the
// default loss, say, depends on the task.
func (f Field) DefaultIn(s Spec) any { return f.defaultIn(&s) }

func (f *Field) defaultIn(s *Spec) any {
	if f.defaultFor != nil {
		return f.defaultFor(s)
	}
	return f.Default
}

// Requires says in words what the field's value must be: `it must be greater
// than 0, or "auto"`.
func (f Field) Requires() string {
	switch f.Kind {
	case Integer:
		return fmt.Sprintf("it must be a whole number from %s to %s", plain(f.Min), plain(f.Max))
	case Number:
		return "it must be " + f.bounds()
	case Text:
		if f.Min > 0 {
			return fmt.Sprintf("it must be a text of %s to %s characters", plain(f.Min), plain(f.Max))
		}
		return fmt.Sprintf("it must be a text of at most %s characters", plain(f.Max))
	case Flag:
		return "it must be true or false"
	case Choice:
		return "it must be one of " + quotedList(f.values())
	case Exponent:
		return `it must be ` + f.bounds() + `, as a number or as a fraction such as "4/3"`
	case Exponents:
		return `it must be a list of ascending values ` + f.bounds() + `, each a number or a fraction such as "4/3"`
	case Scale:
		return `it must be ` + f.bounds() + `, or "auto"`
	case Share:
		return "it must be a fraction " + f.bounds() + ", or a list of row numbers counted from 0"
	case Names:
		return fmt.Sprintf("it must be a list of %s to %s names", plain(f.Min), plain(f.Max))
	case Codes:
		return fmt.Sprintf("it must be a list of %s to %s texts", plain(f.Min), plain(f.Max))
	case Formulas:
		return fmt.Sprintf(`it must be a list of %s to %s formulas, such as ["x1", "x1^2", "log(x2)"]`, plain(f.Min), plain(f.Max))
	case Scales:
		return `it must be a list of ascending numbers ` + f.bounds() + `, or "auto"`
	case Sizes:
		return "it must be a list of ascending whole numbers " + f.bounds()
	case Numbers:
		return fmt.Sprintf("it must be a list of at most %d numbers %s", mostNumbers, f.bounds())
	case Kernels:
		if f.Max == 1 {
			return `it must be a list of one kernel, such as {"type": "linear"}`
		}
		return fmt.Sprintf(`it must be a list of %s to %s kernels, such as {"type": "linear"}`, plain(f.Min), plain(f.Max))
	case Matrix:
		return "it must be a list of rows, each a list of as many numbers as there are rows, such as [[1, 0], [0, 2]]"
	case Counts:
		return "it must be a list of ascending whole numbers " + f.bounds() + `, or "auto"`
	case Groups:
		return fmt.Sprintf(`it must be a list of %s to %s groups, each a list of names: [["x1", "x2"], ["x3"]]`, plain(f.Min), plain(f.Max))
	case Cells:
		return fmt.Sprintf("it must be a list of %s to %s rows", plain(f.Min), plain(f.Max))
	}
	panic("experiment: " + f.Path + " has no kind")
}

// bounds is the range in words.
func (f Field) bounds() string {
	switch {
	case f.Open && f.Max == Unbounded:
		return "greater than " + plain(f.Min)
	case f.Open:
		return "greater than " + plain(f.Min) + " and at most " + plain(f.Max)
	case f.Max == Unbounded:
		return "at least " + plain(f.Min)
	}
	return "from " + plain(f.Min) + " to " + plain(f.Max)
}

// values lists the values of a Choice.
func (f Field) values() []string {
	words := make([]string, len(f.Values))
	for i, v := range f.Values {
		words[i] = v.Value
	}
	return words
}

// plain writes a bound without an exponent where that is short.
func plain(x float64) string {
	if x == float64(int64(x)) {
		return fmt.Sprint(int64(x))
	}
	return fmt.Sprint(x)
}
