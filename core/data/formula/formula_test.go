package formula

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestAt checks the values of formulas against expressions in Go.
func TestAt(t *testing.T) {
	const x, y = 0.7, -2.5
	for text, want := range map[string]float64{
		"x":                           x,
		" 2 * x + y ":                 2*x + y,
		"x - y - 1":                   x - y - 1,
		"x - (y - 1)":                 x - (y - 1),
		"12/x/y":                      12 / x / y,
		"12/(x/y)":                    12 / (x / y),
		"x*y^2":                       x * y * y,
		"(x*y)^2":                     x * y * x * y,
		"-x^2":                        -(x * x),
		"(-x)^2":                      x * x,
		"2^3^2":                       512,
		"(2^3)^2":                     64,
		"x^-2":                        1 / (x * x),
		"--x":                         x,
		"x*-y":                        x * -y,
		"1.5e2 + .5 + 2.":             152.5,
		"sin(2*pi*x)":                 math.Sin(2 * math.Pi * x),
		"e^x - exp(x)":                math.Pow(math.E, x) - math.Exp(x),
		"sqrt(x) + log(x) + log10(x)": math.Sqrt(x) + math.Log(x) + math.Log10(x),
		"cos(y)*tan(y)*tanh(y)":       math.Cos(y) * math.Tan(y) * math.Tanh(y),
		"abs(y) + step(y) + step(0)":  2.5 + 0 + 1,
		"min(x, y, -3) + max(x,y)":    -3 + x,
		"`x` + `pi`*`a ``b`":          x + 3*4,
		"größe_2.b":                   5,
		"max":                         6,
	} {
		f, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		cells := map[string]float64{"x": x, "y": y, "pi": 3, "a `b": 4, "größe_2.b": 5, "max": 6}
		var values []float64
		for _, name := range f.Columns() {
			v, known := cells[name]
			if !known {
				t.Errorf("%s reads the column %q", text, name)
			}
			values = append(values, v)
		}
		if got := f.At(values); math.Abs(got-want) > 1e-15*max(1, math.Abs(want)) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

func TestColumns(t *testing.T) {
	f, err := Parse("b*a + b^2 - sin(`c d`) + pi")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.Columns(), []string{"b", "a", "c d"}) || !f.Reads("a") || !f.Reads("pi") || f.Reads("e") {
		t.Errorf("reads %q", f.Columns())
	}
	if got, want := f.At([]float64{2, 20, 0}), 44+math.Pi; math.Abs(got-want) > 1e-14 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestString checks that formulas are written with only the necessary parentheses and
// back-quotes.
func TestString(t *testing.T) {
	for text, want := range map[string]string{
		"((x))+( y*z )":        "x + y*z",
		"(a+b)-(c-d)":          "a + b - (c - d)",
		"a*(b*c)/(d/f)":        "a*(b*c)/(d/f)",
		"(-x)^2 + (-(x^2))":    "(-x)^2 + -x^2",
		"-(a*b)":               "-(a*b)",
		"x^(y^z)*(x^y)^z":      "x^y^z*(x^y)^z",
		"max( 1.50,(x),`e`+e)": "max(1.5, x, `e` + 2.718281828459045)",
		"`x 1`*`x`*`1``2`":     "`x 1`*x*`1``2`",
	} {
		f, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if f.text() != want {
			t.Errorf("%s is written as %s, want %s", text, f.text(), want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "character 1: a number, a column or a function is missing at the end; add it",
		"x + ":                           "character 5: a number, a column or a function is missing at the end; add it",
		"log(psa":                        `character 4: "(" is not closed; add ")"`,
		"2*(x + y":                       `character 3: "(" is not closed; add ")"`,
		"x)":                             `character 2: ")" closes nothing; remove it, or add "("`,
		"2x":                             `character 2: "x" follows where an operator or the end must be; write * for a product`,
		"2e":                             `character 2: "e" follows where an operator or the end must be; write * for a product`,
		"sin(x y)":                       `character 7: "y" follows where an operator or ")" must be; write * for a product`,
		"ä + ln(x)":                      `character 5: "ln" is no function; there are sqrt, exp, log, log10, sin, cos, tan, tanh, abs, step, min and max, and * is written between factors`,
		"x*(y)(z)":                       `character 6: "(" follows where an operator or the end must be; write * for a product`,
		"sin()":                          `character 5: ")" stands where a number, a column or a function must be; put a column of such a name in back-quotes`,
		"sin(x, y)":                      "character 1: sin takes one argument, and here are 2; remove the others",
		"1 + max(x)":                     "character 5: max takes two arguments or more, and here is one; add another",
		"x ** 2":                         `character 4: "*" stands where a number, a column or a function must be; put a column of such a name in back-quotes`,
		"+x":                             `character 1: "+" stands where a number, a column or a function must be; put a column of such a name in back-quotes`,
		"x; y":                           `character 2: ";" follows where an operator or the end must be; write * for a product`,
		"1e999":                          `character 1: "1e999" is no number within 1.8e308; correct it`,
		"1 + `x":                         "character 5: the back-quote is not closed; add another after the column's name",
		"``":                             "character 1: there is no name between the back-quotes; write the column's",
		strings.Repeat("(", 60) + "x":    "character 51: more than 50 parentheses, functions, signs and powers are within each other; write it with fewer",
		strings.Repeat("x+", 600) + "x":  "it has 1201 bytes, and a formula has at most 1000; make two of it",
		"x" + string([]byte{0xff}) + "y": "it is no UTF-8 text; write it anew",
	} {
		_, err := Parse(text)
		if err == nil || err.Error() != want {
			t.Errorf("%s\ngot:  %v\nwant: %s", text, err, want)
		}
	}
}

func TestSplit(t *testing.T) {
	got := Split("age, max(x, y)^2 ;`a, b; (c`*x,, log(psa)")
	if want := []string{"age", "max(x, y)^2", "`a, b; (c`*x", "log(psa)"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzParse checks that no text makes Parse panic, and that a written formula is parsed as
// the same formula.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"sin(2*pi*x) - -x^2/(y+1)^-3", "max(`a``b`, min(1e-3, e), step(x))", "((x", "2^", "x(", "`"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, err := Parse(text)
		if err != nil {
			if strings.ContainsRune(err.Error(), '\n') {
				t.Errorf("%q: an error of several lines: %v", text, err)
			}
			return
		}
		written := first.text()
		if len(written) > maxLength {
			return // spaces and quotes make it longer
		}
		second, err := Parse(written)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, written, err)
		}
		if second.text() != written || !slices.Equal(first.Columns(), second.Columns()) {
			t.Errorf("%q is written as %q of %q, and then as %q of %q", text, written, first.Columns(), second.text(), second.Columns())
		}
		values := make([]float64, len(first.Columns()))
		for i := range values {
			values[i] = 0.25 + float64(i)
		}
		if a, b := first.At(values), second.At(values); a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
			t.Errorf("%q is %v, but written as %q it is %v", text, a, written, b)
		}
	})
}
