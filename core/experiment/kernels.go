package experiment

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Bounds of the kernels that sums and products are made of: what they multiply
// out to stays small.
const (
	mostKernels = 8  // in all, whatever the nesting
	deepest     = 3  // sums and products within each other
	mostNumbers = 21 // coefficients of a series
)

// kernelSection is where the fields of a kernel stand.
const kernelSection = "model.kernel"

func (f *Field) readKernel(o *object) (Kernel, *FieldError) {
	if bad := checkKeys(o, kernelSection); bad != nil {
		return Kernel{}, bad
	}
	s := Spec{Model: Model{Type: f.model}}
	doc := o
	for _, key := range []string{"kernel", "model"} {
		doc = &object{keys: []string{key}, values: map[string]any{key: doc}}
	}
	for i := range fields {
		if f := &fields[i]; strings.HasPrefix(f.Path, kernelSection+".") {
			if bad := f.fill(&s, doc, f.defaultIn(&s)); bad != nil {
				return Kernel{}, bad
			}
		}
	}
	return s.Model.Kernel, nil
}

// ofOne reports whether a kernel is made of one other.
func (k Kernel) ofOne() bool {
	return k.Type == KernelScale || k.Type == KernelCompose || k.Type == KernelSet || k.Type == KernelPolynomialOf
}

// size counts the kernels that k is made of, and how deep they are nested.
func (k *Kernel) size() (kernels, depth int) {
	if len(k.Of) == 0 {
		return 1, 0
	}
	for i := range k.Of {
		n, d := k.Of[i].size()
		kernels, depth = kernels+n, max(depth, d)
	}
	return kernels, depth + 1
}

// Infinite reports whether a kernel has infinitely many features.
func (k Kernel) Infinite() bool {
	for _, part := range k.Of {
		if part.Infinite() {
			return true
		}
	}
	return k.Type == KernelExponential || k.Type == KernelGeometric
}

// checkKernel: a kernel with infinitely many features is within reach only through
// its tensor, of even order q.
func checkKernel(s *Spec) *FieldError {
	k := s.Model.Kernel
	if kernels, depth := k.size(); kernels > mostKernels || depth > deepest {
		return &FieldError{kernelSection + ".of", fmt.Sprintf("made of %d kernels, nested %d deep", kernels, depth),
			fmt.Sprintf("at most %d kernels, nested %d deep, can be worked with; multiply some of them out as a %q of coefficients", mostKernels, deepest, KernelSeries)}
	}
	if s.Model.Kind() != ModelLP || !k.Infinite() {
		return nil
	}
	if _, ok := s.Model.P.EvenQ(); !ok {
		return &FieldError{"model.p", s.Model.P.String(), fmt.Sprintf("the %s kernel needs p = q/(q-1) with q even: p = 2, 4/3, 6/5 or 8/7", k.Type)}
	}
	return nil
}

// writtenKernels writes a list of kernels for a control:
// "linear, polynomial(2, 1), sum(linear, exponential)".
func writtenKernels(kernels []Kernel) string {
	words := make([]string, len(kernels))
	for i, k := range kernels {
		words[i] = k.String()
	}
	return strings.Join(words, ", ")
}

// String is the kernel as a control shows it: "polynomial(2, 1)".
func (k Kernel) String() string {
	if parameters := k.parameters(); parameters != "" {
		return k.Type + "(" + parameters + ")"
	}
	return k.Type
}

// parameters writes what belongs to a kernel besides its type; what is implied is
// left out at the end.
func (k Kernel) parameters() string {
	s := Spec{Model: Model{Kernel: k}}
	var words []string
	written := 0
	for _, f := range parametersOf(&s) {
		if f.Path == "model.kernel.dimension" && k.Dimension == 0 {
			continue // a set of bags, whose points have a number for each feature
		}
		text := f.Get(s)
		if f.Kind == Matrix {
			b, _ := json.Marshal(k.Matrix) // finite numbers, or it was refused
			text = string(b)
		}
		words = append(words, text)
		if !f.Implied || f.value(&s) != f.Default {
			written = len(words)
		}
	}
	return strings.Join(words[:written], ", ")
}

// parametersOf lists the fields of the kernel of s besides its type.
func parametersOf(s *Spec) []*Field {
	var list []*Field
	for i := range fields {
		if f := &fields[i]; strings.HasPrefix(f.Path, kernelSection+".") && f.Path != kernelSection+".type" && f.applies(s) {
			list = append(list, f)
		}
	}
	return list
}

// kernelTrees reads what writtenKernels writes, as the JSON of a list of kernels;
// parameters at the end may be left out. JSON itself is read too.
func kernelTrees(text string) (list []any, ok bool) {
	if strings.HasPrefix(text, "[") {
		v, err := parse([]byte(text))
		list, ok = v.([]any)
		return list, ok && err == nil
	}
	list = []any{}
	for _, part := range split(text) {
		name, inside, open := strings.Cut(part, "(")
		name = strings.TrimSpace(name)
		if open {
			inside, ok = strings.CutSuffix(inside, ")")
			if !ok {
				return nil, false
			}
		}
		kernel := &object{keys: []string{"type"}, values: map[string]any{"type": name}}
		words := split(inside)
		if strings.TrimSpace(inside) == "" {
			words = nil
		}
		parameters := parametersOf(&Spec{Model: Model{Kernel: Kernel{Type: name}}})
		for i, f := range parameters {
			if len(words) == 0 {
				break
			}
			taken := 1
			if f.Kind == Kernels || f.Kind == Numbers {
				taken = len(words)
			}
			if i < len(parameters)-1 && f.Kind == Numbers { // kernels come after them
				if taken = leadingNumbers(words); taken == 0 {
					continue
				}
			}
			word := strings.Join(words[:taken], ",")
			words = words[taken:]
			_, key, _ := strings.Cut(f.Path, kernelSection+".")
			kernel.keys = append(kernel.keys, key)
			kernel.values[key] = f.tree(strings.TrimSpace(word))
		}
		if len(words) > 0 {
			return nil, false
		}
		list = append(list, kernel)
	}
	return list, true
}

// leadingNumbers counts the words up to the first that is no number.
func leadingNumbers(words []string) int {
	for i, word := range words {
		if _, err := strconv.ParseFloat(strings.TrimSpace(word), 64); err != nil {
			return i
		}
	}
	return len(words)
}

// split cuts a text at its commas that are in no parentheses and no brackets.
func split(text string) []string {
	var parts []string
	from, depth := 0, 0
	for i, r := range text {
		switch {
		case r == '(' || r == '[':
			depth++
		case r == ')' || r == ']':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}
