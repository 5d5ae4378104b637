package experiment

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"lplab/core/lists"
)

// View states how a document is shown: which tab of the result is open, and what is hidden
// or locked for a class or within another page.
type View struct {
	Tab     string   `json:"tab,omitempty"`     // of Tabs; "" is the first
	Embed   bool     `json:"embed,omitempty"`   // only the result and the controls that are not locked
	Present bool     `json:"present,omitempty"` // for a projector: one plot at a time, large
	Hidden  []string `json:"hidden,omitempty"`  // names of Panels, and paths of fields
	Locked  []string `json:"locked,omitempty"`  // paths of fields
	Steps   []Step   `json:"steps,omitempty"`
}

// Step is one of the steps that lead through an experiment.
type Step struct {
	Words
	// Set holds the entries of the step by path, as the JSON tree has them, or as texts of their controls.
	// nil and "" stand for an absent optional field.
	Set map[string]any `json:"set,omitempty"`
}

// Limits of a View.
const (
	MaxSteps    = 50
	maxStepText = 4000 // characters, of a question too
)

// Panels are the parts of the page that a View may hide.
var Panels = []Value{
	{"data", "Data"}, {"kernel", "Kernel"}, {"norm", "Norm"}, {"search", "Search"}, {"selection", "Selection"}, {"advanced", "Advanced"},
	{"choice", "Choice of the model"}, {"errors", "Errors"}, {"top-weights", "Top weights"}, {"certificate", "Certificate"}, {"subsets", "Best subsets"},
	{"fit", "Fit"}, {"convergence", "Convergence"}, {"methods", "Methods"}, {"memory", "Memory"}, {"about", "How it works"},
}

// Tabs are the tabs of the result, in their order.
var Tabs = []Value{
	{"matters", "What matters"}, {"quality", "How well"}, {"choose", "Choose"}, {"use", "Use"}, {"compare", "Compare"}, {"solver", "Solver"},
}

// InTab returns the view with a tab open; nil if it is the view of the whole page.
func (v *View) InTab(tab string) *View {
	if tab == Tabs[0].Value {
		tab = ""
	}
	if v == nil {
		v = &View{}
	}
	in := *v
	in.Tab = tab
	if reflect.DeepEqual(in, View{}) {
		return nil
	}
	return &in
}

// Hides reports whether a part or a field is hidden. A nil View hides nothing.
func (v *View) Hides(name string) bool { return v != nil && slices.Contains(v.Hidden, name) }

// Locks reports whether a field is locked. A nil View locks nothing.
func (v *View) Locks(path string) bool { return v != nil && slices.Contains(v.Locked, path) }

// Apply returns s with the entries of the step. The error is that of the first field that refuses
// its entry.
func (t Step) Apply(s Spec) (Spec, error) {
	for _, f := range fields {
		value, given := t.Set[f.Path]
		if !given {
			continue
		}
		if !f.applies(&s) {
			return s, &FieldError{f.Path, quoteValue(value), f.belongs(&s)}
		}
		var err error
		switch value.(type) {
		case nil:
			err = f.Set(&s, "")
		case string, bool, json.Number:
			err = f.Set(&s, fmt.Sprint(value))
		default:
			err = f.change(&s, value)
		}
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// StepsBetween returns, for each spec, a step without words with all entries in which any of them
// differ.
func StepsBetween(specs []Spec) []Step {
	steps := make([]Step, len(specs))
	for i := range steps {
		steps[i].Set = map[string]any{}
	}
	for _, f := range fields {
		differs := func(s Spec) bool { return f.applies(&s) != f.applies(&specs[0]) || f.Get(s) != f.Get(specs[0]) }
		if !mayBeSet(f) || !slices.ContainsFunc(specs, differs) {
			continue
		}
		for i, s := range specs {
			if f.applies(&s) {
				steps[i].Set[f.Path] = nil
				if !f.Optional || !f.of(&s).IsZero() {
					steps[i].Set[f.Path], _ = parse([]byte(jsonText(f.value(&s)))) // of a value that was read from JSON
				}
			}
		}
	}
	return steps
}

// mayBeSet reports whether a step may set a field: it has a control.
func mayBeSet(f *Field) bool { return f.Path != "version" && f.Kind != Cells }

// readView reads the view of a document with the experiment s.
func readView(v any, s Spec) (*View, error) {
	o, bad := readObject(v, viewKey, "tab", "embed", "present", "hidden", "locked", "steps")
	if bad != nil {
		return nil, bad
	}
	view := new(View)
	for _, key := range o.keys {
		path := join(viewKey, key)
		switch value := o.values[key]; key {
		case "tab":
			view.Tab, _ = value.(string)
			bad = checkPlace(view.Tab, path, quoteValue(value), "tab", values(Tabs))
		case "embed":
			view.Embed, bad = readSwitch(value, path)
		case "present":
			view.Present, bad = readSwitch(value, path)
		case "hidden":
			view.Hidden, bad = readPlaces(value, path, "part of the page or field", hideablePaths())
		case "locked":
			view.Locked, bad = readPlaces(value, path, "field", settablePaths())
		case "steps":
			view.Steps, bad = readSteps(value, path, s)
		}
		if bad != nil {
			return nil, bad
		}
	}
	return view, nil
}

func readSwitch(v any, path string) (bool, *FieldError) {
	on, ok := v.(bool)
	return on, (&Field{Path: path, Kind: Flag}).require(ok, v)
}

func settablePaths() []string {
	var paths []string
	for _, f := range fields {
		if mayBeSet(f) {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

func hideablePaths() []string { return append(settablePaths(), values(Panels)...) }

// values lists the values without their labels.
func values(list []Value) []string {
	return lists.Map(list, func(v Value) string { return v.Value })
}

// readPlaces reads a list of different names out of those known.
func readPlaces(v any, path, kind string, names []string) ([]string, *FieldError) {
	list, ok := v.([]any)
	if !ok {
		return nil, &FieldError{path, quoteValue(v), "it must be a list of names"}
	}
	seen := map[string]bool{}
	return readItems(list, path, func(_ int, item any) (string, *FieldError) {
		name, _ := item.(string)
		if seen[name] {
			return name, problem("it is given twice; keep one of the two")
		}
		seen[name] = true
		return name, checkPlace(name, "", "", kind, names)
	})
}

// checkPlace refuses a name that is not among those known.
func checkPlace(name, path, value, kind string, names []string) *FieldError {
	if slices.Contains(names, name) {
		return nil
	}
	problem := "there is no such " + kind
	if nearest, found := Nearest(name, names); found {
		problem += "; did you mean " + nearest + "?"
	} else if i := slices.IndexFunc(names, func(k string) bool { return strings.HasSuffix(k, "."+name) }); i >= 0 {
		problem += "; did you mean " + names[i] + "?"
	}
	return &FieldError{path, value, problem}
}

// readSteps reads the steps and applies them, one after another.
func readSteps(v any, path string, s Spec) ([]Step, *FieldError) {
	list, ok := v.([]any)
	if !ok || len(list) > MaxSteps {
		return nil, &FieldError{path, quoteValue(v), fmt.Sprintf("it must be a list of at most %d steps", MaxSteps)}
	}
	return readItems(list, path, func(i int, item any) (step Step, bad *FieldError) {
		at := element(path, i)
		o, bad := readObject(item, at, "text", "questions", "goal", "set")
		if bad == nil {
			step.Words, bad = readWords(o, at)
		}
		if bad != nil {
			return step, bad
		}
		if set, given := o.values["set"]; given {
			if step.Set, bad = readEntries(set, at+".set"); bad != nil {
				return step, bad
			}
		}
		next, err := step.Apply(s)
		if err == nil {
			next, err = Validate(next)
		}
		if err != nil {
			return step, &FieldError{at, "a step that cannot be taken", err.Error()}
		}
		s = next
		return step, nil
	})
}

func readEntries(v any, path string) (map[string]any, *FieldError) {
	o, ok := v.(*object)
	if !ok {
		return nil, &FieldError{path, quoteValue(v), "it must be an object of entries by field"}
	}
	paths := settablePaths()
	for _, key := range o.keys {
		if bad := checkPlace(key, path, "an entry for "+shownKey(key), "field", paths); bad != nil {
			return nil, bad
		}
	}
	return o.values, nil
}
