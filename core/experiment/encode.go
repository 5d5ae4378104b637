package experiment

import (
	"encoding/json"
	"reflect"
	"strings"
)

// MarshalJSON writes every field that belongs to s, zeros included, in the order of the table:
// Decode returns the same Spec.
func (s Spec) MarshalJSON() ([]byte, error) { return encode(&s, "") }

// MarshalJSON writes the fields of the chosen source, zeros included.
func (d Data) MarshalJSON() ([]byte, error) { return encode(&Spec{Data: d}, "data") }

// MarshalJSON writes the parameters of the chosen kernel, zeros included.
func (k Kernel) MarshalJSON() ([]byte, error) {
	return encode(&Spec{Model: Model{Kernel: k}}, kernelSection)
}

// UnmarshalJSON reads the output of MarshalJSON, without checks.
func (k *Kernel) UnmarshalJSON(b []byte) error {
	type plain Kernel
	err := json.Unmarshal(b, (*plain)(k))
	if k.Type == KernelExponential && k.Rate == (Gamma{}) { // implied
		k.Rate = Gamma{Value: 1}
	}
	return err
}

// UnmarshalJSON reads a model as MarshalJSON of Spec writes it, without checks.
func (m *Model) UnmarshalJSON(b []byte) error {
	type plain Model
	err := json.Unmarshal(b, (*plain)(m))
	m.Type = m.Kind()
	return err
}

func allFields(*Field, *Spec) bool { return true }

// differsFromDefault reports whether Delta writes a field: whether its value is not the default.
func differsFromDefault(f *Field, s *Spec) bool {
	if f.Kind == Share {
		return differingPart(f, s)
	}
	if f.Path == taskPath && ofClasses(s.Model) {
		return true // without a task, Decode makes it a classification
	}
	value := f.defaultIn(s)
	return value == nil || !reflect.DeepEqual(value, f.value(s))
}

// differingPart is differing for a part of the split. It considers all parts, because an absent part
// is empty if another one is written.
func differingPart(f *Field, s *Spec) bool {
	standard := true
	for _, path := range partPaths {
		g := lookup(path)
		standard = standard && reflect.DeepEqual(g.value(s), g.Default)
	}
	part := f.value(s).(Part)
	return !standard && (part.Fraction != 0 || len(part.Rows) > 0)
}

// encode writes the fields of one section ("" is the whole document) that apply to s and are not
// absent.
func encode(s *Spec, section string) ([]byte, error) {
	doc, err := s.tree(section, allFields)
	if err != nil {
		return nil, err
	}
	return doc.append(nil), nil
}

// tree returns the object of the fields of a section that apply to s, are not absent and satisfy
// keep, with JSON as its values.
func (s *Spec) tree(section string, keep func(*Field, *Spec) bool) (*object, error) {
	doc := new(object)
	for _, f := range fields {
		path, inside := f.Path, true
		if section != "" {
			path, inside = strings.CutPrefix(f.Path, section+".")
		}
		if !inside || !f.applies(s) || f.absent(s) || !keep(f, s) {
			continue
		}
		value, err := json.Marshal(f.value(s))
		if err != nil {
			return nil, &FieldError{f.Path, "not fit for JSON", err.Error()}
		}
		doc.putAt(path, value)
	}
	return doc, nil
}

// absent reports whether the field is left out of the JSON.
func (f *Field) absent(s *Spec) bool {
	value := f.of(s)
	return (f.Optional || f.Implied) && value.IsZero() || f.Implied && value.Interface() == f.Default
}
