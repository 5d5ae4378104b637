package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Bounds of the kernels in sums and products, so that the expanded kernels stay small.
const (
	mostKernels = 8  // in all levels together
	mostDepth   = 3  // sums and products within each other
	mostNumbers = 21 // coefficients of a series
)

const kernelSection = "model.kernel"

// readKernels reads a list of kernels, each by the fields of model.kernel.
func readKernels(f *Field, s *Spec, v any) (any, *FieldError) {
	field := *f
	if s.Model.Kernel.ofOne() {
		field.Min, field.Max = 1, 1
	}
	return readList(&field, v, func(i int, v any) (Kernel, *FieldError) {
		kernel, bad := readKernel(v, s.Model.Type)
		if bad != nil && bad.Path != "" {
			place := func(text string) string {
				return strings.ReplaceAll(text, kernelSection+".", element(f.Path, i)+".")
			}
			bad = &FieldError{place(bad.Path), bad.Value, place(bad.Problem)}
		}
		return kernel, bad
	})
}

// readKernel reads a kernel for a type of model, from the JSON tree or from a Kernel.
func readKernel(v any, model string) (Kernel, *FieldError) {
	s := Spec{Model: Model{Type: model}}
	var values source
	switch v := v.(type) {
	case Kernel:
		values = (&Spec{Model: Model{Kernel: v}}).given
	case *object:
		if bad := checkKeys(v, kernelSection); bad != nil {
			return Kernel{}, bad
		}
		values = func(f *Field) (any, bool) { return v.find(strings.TrimPrefix(f.Path, kernelSection+".")) }
	default:
		return Kernel{}, problem("it must be an object with " + strings.Join(sections[kernelSection], ", "))
	}
	bad := s.fill(kernelSection+".", values)
	return s.Model.Kernel, bad
}

// ofOne reports whether a kernel consists of one other.
func (k Kernel) ofOne() bool { return find(kernelTypes, k.Type).traits&ofOne != 0 }

// Expression is the value k(x, t) as an expression of generated programs; "" if these do not support
// the kernel. Names in braces stand for the points x and t, their inner product s plus the constant,
// the fields of the kernel, and the expressions of the kernels that it is made of: that of the one,
// or their sum or product.
func (k Kernel) Expression() string { return find(kernelTypes, k.Type).detail }

// size returns the number of kernels in k and the depth of their nesting.
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
	return find(kernelTypes, k.Type).traits&infinite != 0 || slices.ContainsFunc(k.Of, Kernel.Infinite)
}

// checkKernel refuses large kernels, and for lp models kernels with infinitely many features if q is
// not an even integer, because then there is no tensor.
func checkKernel(s *Spec) *FieldError {
	k := s.Model.Kernel
	if kernels, depth := k.size(); kernels > mostKernels || depth > mostDepth {
		return &FieldError{kernelSection + ".of", fmt.Sprintf("made of %d kernels, nested %d deep", kernels, depth),
			fmt.Sprintf("at most %d kernels, nested %d deep, are possible; expand some of them to a %q with coefficients", mostKernels, mostDepth, KernelSeries)}
	}
	if s.Model.Kind() != ModelLP || !k.Infinite() {
		return nil
	}
	if _, ok := s.Model.P.EvenQ(); !ok {
		return &FieldError{"model.p", s.Model.P.String(), fmt.Sprintf("the %s kernel needs p = q/(q-1) with q even: p = 2, 4/3, 6/5 or 8/7", k.Type)}
	}
	return nil
}

// String is the kernel as a control shows it: "polynomial(2, 1)", "sum(linear, exponential)".
func (k Kernel) String() string {
	if parameters := k.parameters(); parameters != "" {
		return k.Type + "(" + parameters + ")"
	}
	return k.Type
}

// parameters writes the fields of a kernel besides its type, without implied ones at the end.
func (k Kernel) parameters() string {
	s := Spec{Model: Model{Kernel: k}}
	var words []string
	count := 0
	for _, f := range parametersOf(&s) {
		if f.Path == kernelSection+".dimension" && k.Dimension == 0 {
			continue // a set of bags: its points have a number for each feature
		}
		text := f.Get(s)
		if f.Kind == Matrix {
			text = jsonText(k.Matrix)
		}
		words = append(words, text)
		if !f.Implied || f.value(&s) != f.Default {
			count = len(words)
		}
	}
	return strings.Join(words[:count], ", ")
}

// parametersOf lists the fields of the kernel of s besides its type.
func parametersOf(s *Spec) []*Field {
	return slices.DeleteFunc(slices.Clone(fields), func(f *Field) bool {
		return !strings.HasPrefix(f.Path, kernelSection+".") || f.Path == kernelSection+".type" || !f.applies(s)
	})
}

// parseKernels reads a list of kernels as String writes them, or JSON, as the JSON of the list;
// parameters at the end may be left out.
func parseKernels(text string) any {
	if strings.HasPrefix(text, "[") {
		return parseLiteral(text)
	}
	list := []any{}
	for _, part := range split(text) {
		name, inside, open := strings.Cut(part, "(")
		name = strings.TrimSpace(name)
		if open {
			var closed bool
			if inside, closed = strings.CutSuffix(inside, ")"); !closed {
				return text
			}
		}
		kernel := new(object)
		kernel.put("type", name)
		words := split(inside)
		if strings.TrimSpace(inside) == "" {
			words = nil
		}
		parameters := parametersOf(&Spec{Model: Model{Kernel: Kernel{Type: name}}})
		for i, f := range parameters {
			if len(words) == 0 {
				break
			}
			count := 1
			if f.Kind == Kernels || f.Kind == Numbers {
				count = len(words)
			}
			if i < len(parameters)-1 && f.Kind == Numbers { // kernels come after them
				if count = leadingNumbers(words); count == 0 {
					continue
				}
			}
			word := strings.Join(words[:count], ",")
			words = words[count:]
			_, key, _ := strings.Cut(f.Path, kernelSection+".")
			kernel.put(key, f.tree(strings.TrimSpace(word)))
		}
		if len(words) > 0 {
			return text
		}
		list = append(list, kernel)
	}
	return list
}

// leadingNumbers counts the words before the first that is not a number.
func leadingNumbers(words []string) int {
	for i, word := range words {
		if _, err := strconv.ParseFloat(strings.TrimSpace(word), 64); err != nil {
			return i
		}
	}
	return len(words)
}

// split cuts a text at its commas outside of parentheses and brackets.
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
