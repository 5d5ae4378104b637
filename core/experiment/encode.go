package experiment

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
)

// MarshalJSON writes every field that belongs to s, zeros included, in the order
// of the table: Decode gives back the same Spec.
func (s Spec) MarshalJSON() ([]byte, error) { return encode(&s, "", everything) }

// MarshalJSON writes the fields of the chosen source, zeros included.
func (d Data) MarshalJSON() ([]byte, error) { return encode(&Spec{Data: d}, "data", everything) }

// MarshalJSON writes the model's fields; subsampleSeed where there is a subsample.
func (m Model) MarshalJSON() ([]byte, error) { return encode(&Spec{Model: m}, "model", everything) }

// MarshalJSON writes the parameters of the chosen kernel, zeros included.
func (k Kernel) MarshalJSON() ([]byte, error) {
	return encode(&Spec{Model: Model{Kernel: k}}, "model.kernel", everything)
}

// UnmarshalJSON reads what MarshalJSON writes, judging nothing.
func (k *Kernel) UnmarshalJSON(b []byte) error {
	type plain Kernel
	err := json.Unmarshal(b, (*plain)(k))
	if k.Type == KernelExponential && k.Rate == (Gamma{}) { // implied
		k.Rate = Gamma{Value: 1}
	}
	return err
}

// UnmarshalJSON reads what MarshalJSON writes, judging nothing.
func (m *Model) UnmarshalJSON(b []byte) error {
	type plain Model
	err := json.Unmarshal(b, (*plain)(m))
	m.Type = m.Kind()
	return err
}

// MarshalJSON writes the parameter of the chosen loss, zero included.
func (l Loss) MarshalJSON() ([]byte, error) {
	return encode(&Spec{Model: Model{Loss: l}}, "model.loss", everything)
}

// MarshalJSON writes the parameter of the chosen rule.
func (s Selection) MarshalJSON() ([]byte, error) {
	return encode(&Spec{Selection: s}, "selection", everything)
}

// MarshalJSON writes the fields of the chosen criterion.
func (s Search) MarshalJSON() ([]byte, error) {
	spec := Spec{Search: s}
	if s.R != nil || s.Steps {
		spec.Model.R = P{Number: 1} // any one, without which these do not exist
	}
	return encode(&spec, "search", everything)
}

// Delta writes the source and what else differs from the defaults, for a link:
// Decode gives back the same Spec.
func Delta(s Spec) ([]byte, error) { return encode(&s, "", differing) }

func everything(*Field, *Spec) bool { return true }

func differing(f *Field, s *Spec) bool {
	if f.Kind == Share {
		return differingPart(f, s)
	}
	if f.Path == taskPath && ofClasses(s.Model) {
		return true // without a task, Decode makes it a classification
	}
	value := f.defaultIn(s)
	return value == nil || !reflect.DeepEqual(value, f.value(s))
}

// differingPart treats the parts of the split together: once one of them is
// written, an absent part is empty.
func differingPart(f *Field, s *Spec) bool {
	standard := true
	for _, path := range partPaths {
		g := lookup(path)
		standard = standard && reflect.DeepEqual(g.value(s), g.Default)
	}
	part := f.at(s).(*Part)
	return !standard && (part.Fraction != 0 || len(part.Rows) > 0)
}

// value is the field's Go value in s.
func (f *Field) value(s *Spec) any { return reflect.ValueOf(f.at(s)).Elem().Interface() }

// encode writes the kept fields of one section ("" is the whole document), those
// that apply to s and, where optional, are set.
func encode(s *Spec, section string, keep func(*Field, *Spec) bool) ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	var open []string // keys of the objects that are open inside the section
	first := true
	for i := range fields {
		f := &fields[i]
		path, inside := f.Path, true
		if section != "" {
			path, inside = strings.CutPrefix(f.Path, section+".")
		}
		if !inside || !f.applies(s) || f.absent(s) || !keep(f, s) {
			continue
		}
		if bad := f.checkFinite(s); bad != nil {
			return nil, bad
		}
		value, err := json.Marshal(f.at(s))
		if err != nil {
			return nil, &FieldError{f.Path, "not fit for JSON", err.Error()}
		}
		keys := strings.Split(path, ".")
		parents, key := keys[:len(keys)-1], keys[len(keys)-1]
		shared := 0
		for shared < len(open) && shared < len(parents) && open[shared] == parents[shared] {
			shared++
		}
		for range open[shared:] {
			out.WriteByte('}')
		}
		if !first {
			out.WriteByte(',')
		}
		for _, parent := range parents[shared:] {
			out.WriteString(`"` + parent + `":{`)
		}
		open, first = parents, false
		out.WriteString(`"` + key + `":`)
		out.Write(value)
	}
	for range open {
		out.WriteByte('}')
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// absent reports whether the field is left out of the JSON.
func (f *Field) absent(s *Spec) bool {
	value := reflect.ValueOf(f.at(s)).Elem()
	return (f.Optional || f.Implied) && value.IsZero() || f.Implied && value.Interface() == f.Default
}

// checkFinite refuses NaN and Inf, which only Go code can put into a Spec.
func (f *Field) checkFinite(s *Spec) *FieldError {
	if rows, ok := f.at(s).(*[][]any); ok {
		for i, row := range *rows {
			for j, cell := range row {
				if x, ok := cell.(float64); ok && math.IsNaN(x-x) {
					return &FieldError{element(element(f.Path, i), j), shown(x), "it must be a finite number, or nil where it is missing"}
				}
			}
		}
		return nil
	}
	if x := notFinite(reflect.ValueOf(f.at(s)).Elem()); x != 0 {
		return &FieldError{f.Path, shown(x), f.Requires()}
	}
	return nil
}

// notFinite returns the first number of v that is not finite, and 0 where there is none.
func notFinite(v reflect.Value) float64 {
	x := 0.0
	switch v.Kind() {
	case reflect.Float64:
		if x = v.Float(); !math.IsNaN(x - x) {
			return 0
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && x == 0; i++ {
			x = notFinite(v.Field(i))
		}
	case reflect.Slice:
		for i := 0; i < v.Len() && x == 0; i++ {
			x = notFinite(v.Index(i))
		}
	}
	return x
}
