package experiment

import (
	"reflect"
	"strings"
	"testing"
)

// kernelCases are kernels in JSON, their decoded values, and their text in a control.
var kernelCases = []struct {
	json  string
	want  Kernel
	shown string
}{
	{`{"type":"linear"}`, Kernel{Type: "linear"}, "linear"},
	{`{"type":"polynomial"}`, Kernel{Type: "polynomial", Degree: 2}, "polynomial(2)"},
	{`{"type":"polynomial","degree":3,"constant":0.5}`, Kernel{Type: "polynomial", Degree: 3, Constant: 0.5}, "polynomial(3, 0.5)"},
	{`{"type":"geometric"}`, Kernel{Type: "geometric", Radius: Gamma{Value: 1}}, "geometric(1)"},
	{`{"type":"geometric","radius":"auto"}`, Kernel{Type: "geometric", Radius: Gamma{Auto: true}}, "geometric(auto)"},
	{`{"type":"exponential","a":"auto"}`, Kernel{Type: "exponential", Rate: Gamma{Auto: true}}, "exponential(auto)"},
	{`{"type":"series","coefficients":[1,0,2]}`, Kernel{Type: "series", Coefficients: []float64{1, 0, 2}}, "series(1, 0, 2)"},
	{`{"type":"sum","of":[{"type":"linear"},{"type":"product","of":[{"type":"geometric","radius":4},{"type":"polynomial","degree":2}]}]}`,
		Kernel{Type: "sum", Of: []Kernel{{Type: "linear"}, {Type: "product", Of: []Kernel{{Type: "geometric", Radius: Gamma{Value: 4}}, {Type: "polynomial", Degree: 2}}}}},
		"sum(linear, product(geometric(4), polynomial(2)))"},
}

func withKernel(json string) string {
	return `{"data":{"source":"synthetic"},"model":{"kernel":` + json + `}}`
}

// TestKernels checks that every kernel is decoded with its defaults, encoded in full
// and as a delta, and read back from its text in a control.
func TestKernels(t *testing.T) {
	for _, c := range kernelCases {
		s := decode(t, withKernel(c.json))
		if !reflect.DeepEqual(s.Model.Kernel, c.want) {
			t.Errorf("%s: %+v", c.json, s.Model.Kernel)
		}
		roundTrip(t, s)

		of := Lookup("model.kernel.of")
		pair := Default()
		if err := Lookup("model.kernel.type").Set(&pair, KernelSum); err != nil {
			t.Fatal(err)
		}
		shown := c.shown + ", exponential"
		if err := of.Set(&pair, shown); err != nil {
			t.Fatal(err)
		}
		if got := of.Get(pair); got != shown || !reflect.DeepEqual(pair.Model.Kernel.Of, []Kernel{c.want, {Type: "exponential", Rate: Gamma{Value: 1}}}) {
			t.Errorf("%s: set to %+v, shown as %s", shown, pair.Model.Kernel.Of, got)
		}
		if err := of.Set(&pair, "["+c.json+", {\"type\": \"exponential\"}]"); err != nil || of.Get(pair) != shown {
			t.Errorf("%s as JSON: %v, shown as %s", c.json, err, of.Get(pair))
		}
	}
}

// TestPolynomialOfAKernel checks that the coefficients and the kernel of polynomial-of are
// read from the text of a control, and that invalid ones are refused.
func TestPolynomialOfAKernel(t *testing.T) {
	machine := func(kernel string) string {
		return `{"data":{"source":"synthetic"},"model":{"type":"kernel-ridge","kernel":` + kernel + `}}`
	}
	s := decode(t, machine(`{"type":"sum","of":[{"type":"linear"},{"type":"polynomial-of","coefficients":[1,0,2],"of":[{"type":"gaussian","beta":0.3}]}]}`))
	roundTrip(t, s)
	of := Lookup("model.kernel.of")
	if got, want := of.Get(s), "linear, polynomial-of(1, 0, 2, gaussian(0.3))"; got != want {
		t.Errorf("shown as %q, want %q", got, want)
	}
	before := s.Model.Kernel
	if err := of.Set(&s, of.Get(s)); err != nil || !reflect.DeepEqual(s.Model.Kernel, before) {
		t.Errorf("read back as %+v, %v", s.Model.Kernel, err)
	}
	if err := of.Set(&s, "polynomial-of(anova), polynomial-of(0, 1)"); err != nil || of.Get(s) != "polynomial-of(0, 1, 0.5, anova), polynomial-of(0, 1, linear)" {
		t.Errorf("with defaults: %q, %v", of.Get(s), err)
	}
	for kernel, want := range map[string]string{
		`{"type":"polynomial-of","coefficients":[1,-1]}`:                      `model.kernel.coefficients[1] is -1: it must be a number from 0 to 1e+100`,
		`{"type":"polynomial-of","coefficients":[1]}`:                         `model.kernel.coefficients is a list of length 1: a coefficient after the first must be greater than 0, such as the second of [0, 1]`,
		`{"type":"polynomial-of","of":[{"type":"linear"},{"type":"linear"}]}`: `model.kernel.of is a list of length 2: it must be a list of one kernel, such as {"type": "linear"}`,
	} {
		assertRefused(t, machine(kernel), want)
	}
	if _, err := Decode([]byte(withKernel(`{"type":"polynomial-of"}`))); err == nil || !strings.Contains(err.Error(), `belongs to model.type "kernel-ridge"`) {
		t.Errorf("as a tensor kernel: %v", err)
	}
}

// TestEnterTakesSuggestions checks that entering the exponential or the geometric kernel sets
// an automatic value, and that a document without the value has the default number.
func TestEnterTakesSuggestions(t *testing.T) {
	of := Lookup("model.kernel.type")
	for kind, get := range map[string]func(Kernel) Gamma{
		KernelExponential: func(k Kernel) Gamma { return k.Rate },
		KernelGeometric:   func(k Kernel) Gamma { return k.Radius },
	} {
		entered, set := Default(), Default()
		if err := of.Enter(&entered, kind); err != nil || get(entered.Model.Kernel) != (Gamma{Auto: true}) {
			t.Errorf("%s entered: %+v (%v)", kind, entered.Model.Kernel, err)
		}
		if err := of.Set(&set, kind); err != nil || get(set.Model.Kernel) != (Gamma{Value: 1}) {
			t.Errorf("%s set: %+v (%v)", kind, set.Model.Kernel, err)
		}
		if s := decode(t, withKernel(`{"type":"`+kind+`"}`)); get(s.Model.Kernel) != (Gamma{Value: 1}) {
			t.Errorf("%s without a value: %+v", kind, s.Model.Kernel)
		}
	}
	s := Default()
	if err := of.Enter(&s, KernelExponential); err != nil {
		t.Fatal(err)
	}
	if err := Lookup("model.kernel.a").Enter(&s, "0.5"); err != nil || s.Model.Kernel.Rate != (Gamma{Value: 0.5}) {
		t.Errorf("an entry of 0.5 gives %+v (%v)", s.Model.Kernel, err)
	}
	if err := Lookup("title").Enter(&s, "another"); err != nil || s.Model.Kernel.Rate != (Gamma{Value: 0.5}) {
		t.Errorf("the entry of a title changes the rate to %+v (%v)", s.Model.Kernel, err)
	}
}

// TestPolynomialKeepsItsMeaning checks that a document without a constant, as older ones
// are, has the constant 0.
func TestPolynomialKeepsItsMeaning(t *testing.T) {
	if s := decode(t, withKernel(`{"type":"polynomial","degree":2}`)); s.Model.Kernel.Constant != 0 {
		t.Errorf("%+v", s.Model.Kernel)
	}
}

func TestKernelRefusals(t *testing.T) {
	nested := `{"type":"linear"}`
	for range 4 {
		nested = `{"type":"sum","of":[{"type":"linear"},` + nested + `]}`
	}
	wide := `{"type":"product","of":[` + strings.Repeat(`{"type":"sum","of":[{"type":"linear"},{"type":"exponential"}]},`, 4) + `{"type":"linear"}]}`
	for json, want := range map[string]string{
		`{"type":"series","coefficients":[1,-2]}`:                                    `model.kernel.coefficients[1] is -2: it must be a number from 0 to 1e+100`,
		`{"type":"series","coefficients":[1,"2"]}`:                                   `model.kernel.coefficients[1] is "2": it must be a number from 0 to 1e+100`,
		`{"type":"series","coefficients":[1,0]}`:                                     `model.kernel.coefficients is a list of length 2: a coefficient after the first must be greater than 0, such as the second of [0, 1]`,
		`{"type":"series","coefficients":3}`:                                         `model.kernel.coefficients is 3: it must be a list of at most 21 numbers from 0 to 1e+100`,
		`{"type":"geometric","radius":0}`:                                            `model.kernel.radius is 0: it must be a number greater than 0, or "auto"`,
		`{"type":"exponential","a":0}`:                                               `model.kernel.a is 0: it must be a number greater than 0, or "auto"`,
		`{"type":"exponential","a":-1}`:                                              `model.kernel.a is -1: it must be a number greater than 0, or "auto"`,
		`{"type":"sum","of":[{"type":"linear"},{"type":"exponential","a":"large"}]}`: `model.kernel.of[1].a is "large": it must be a number greater than 0, or "auto"`,
		`{"type":"linear","constant":1}`:                                             `model.kernel.constant is 1: it belongs to model.kernel.type "polynomial", and model.kernel.type is "linear"; remove it, or change model.kernel.type`,
		`{"type":"sum","of":[{"type":"linear"}]}`:                                    `model.kernel.of is a list of length 1: it must be a list of 2 to 8 kernels, such as {"type": "linear"}`,
		`{"type":"sum","of":["linear","linear"]}`:                                    `model.kernel.of[0] is "linear": it must be an object with type, degree, constant, radius, coefficients, a, beta, A, dimension, factor, columns, of`,
		`{"type":"sum","of":[{"type":"linear"},{"type":"lin"}]}`:                     `model.kernel.of[1].type is "lin": it must be one of "linear", "polynomial", "exponential", "geometric", "series", "sum", "product"`,
		`{"type":"sum","of":[{"type":"linear"},{"degree":2}]}`:                       `model.kernel.of[1].degree is 2: it belongs to model.kernel.of[1].type "polynomial", and model.kernel.of[1].type is "linear"; remove it, or change model.kernel.of[1].type`,
		`{"type":"sum","of":[{"type":"linear"},{"type":"sum","of":[]}]}`:             `model.kernel.of[1].of is a list of length 0: it must be a list of 2 to 8 kernels, such as {"type": "linear"}`,
		`{"type":"sum","of":[{"type":"linear"},{"type":"linear","p":2}]}`:            `model.kernel.of[1].p is unknown: did you mean model.p?`,
		nested: `model.kernel.of is made of 5 kernels, nested 4 deep: at most 8 kernels, nested 3 deep, are possible; expand some of them to a "series" with coefficients`,
		wide:   `model.kernel.of is made of 9 kernels, nested 2 deep: at most 8 kernels, nested 3 deep, are possible; expand some of them to a "series" with coefficients`,
	} {
		assertRefused(t, withKernel(json), want)
	}
	assertRefused(t, `{"data":{"source":"synthetic"},"model":{"p":1.1,"kernel":{"type":"sum","of":[{"type":"linear"},{"type":"geometric"}]}}}`,
		`model.p is 1.1: the sum kernel needs p = q/(q-1) with q even: p = 2, 4/3, 6/5 or 8/7`)

	s := Default()
	if err := Lookup("model.kernel.type").Set(&s, KernelProduct); err != nil {
		t.Fatal(err)
	}
	before := Lookup("model.kernel.of").Get(s)
	for _, text := range []string{"linear", "linear, ", "linear, polynomial(2", "linear, polynomial)2(", "linear, polynomial(2, 1, 3)", "linear, polynomial(x)", "linear, gauss", "linear, sum(linear)", "linear(1), linear", "linear, [", "[1"} {
		if err := Lookup("model.kernel.of").Set(&s, text); err == nil || !strings.HasPrefix(err.Error(), "model.kernel.of") {
			t.Errorf("%q: %v", text, err)
		}
		if now := Lookup("model.kernel.of").Get(s); now != before {
			t.Fatalf("%q left %q", text, now)
		}
	}
}
