package experiment

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lplab/core/data/formula"
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
	Hash                  // the SHA-256 of a file; string
)

// kindRules are the rules of a kind for decoding, checking and the controls.
type kindRules struct {
	// requires states what a value must be. {bounds} stands for the range of its numbers, {size}
	// for that of its length, {values} for those of a Choice.
	requires string
	// read returns the field's Go value of a value of the JSON tree, or of a value of the
	// field's Go type, if the field may hold it in s.
	read func(f *Field, s *Spec, v any) (any, *FieldError)
	// parse turns the text of a control into a value of the JSON tree; nil where it is JSON.
	parse func(text string) any
	// format is the text of a control; nil: JSON, or the value's own text.
	format func(v any) string
}

var kindTable [Hash + 1]kindRules

func init() { // the rules of Kernels need the table of fields, and these the rules
	fraction := fmt.Sprintf(`fraction of numbers up to %d such as "4/3"`, maxTerm)
	kindTable = [...]kindRules{
		Integer:   {"it must be a whole number from {min} to {max}", readNumber(wholeNumber), nil, nil},
		Number:    {"it must be a number {bounds}", readNumber(finite), nil, nil},
		Text:      {"it must be a text of {size} characters", readText, verbatim, nil},
		Flag:      {"it must be true or false", readFlag, nil, nil},
		Choice:    {"it must be one of {values}", readChoice, verbatim, nil},
		Exponent:  {"it must be {bounds}, as a number or as a " + fraction, readExponent, parseExponent, nil},
		Scale:     {`it must be a number {bounds}, or "auto"`, readScale, nil, nil},
		Share:     {"it must be a fraction {bounds}, or a list of row numbers counted from 0", readShare, nil, nil},
		Names:     {"it must be a list of {size} names", readDifferent("a column's name"), nil, nil},
		Cells:     {"it must be a list of {size} rows", readCells, nil, nil},
		Scales:    {`it must be a list of ascending numbers {bounds}, or "auto"`, readGrid(finite), parseNumbers, nil},
		Counts:    {`it must be a list of ascending whole numbers {bounds}, or "auto"`, readGrid(asFloat), parseNumbers, nil},
		Exponents: {"it must be a list of ascending values {bounds}, each a number or a " + fraction, readAscending(exponentOf, P.Float), parseExponents, separated[P]},
		Sizes:     {"it must be a list of ascending whole numbers {bounds}", readAscending(wholeNumber, func(n int) float64 { return float64(n) }), parseNumbers, separated[int]},
		Codes:     {"it must be a list of {size} texts", readDifferent("a text that means a missing cell"), parseWords, formatWords},
		Formulas:  {`it must be a list of {size} formulas, such as ["x1", "x1^2", "log(x2)"]`, readFormulas, parseFormulas, separated[string]},
		Numbers:   {"it must be a list of at most " + strconv.Itoa(mostNumbers) + " numbers {bounds}", readSeries, parseNumbers, separated[float64]},
		Kernels:   {`it must be a list of {size} kernels, such as {"type": "linear"}`, readKernels, parseKernels, separated[Kernel]},
		Matrix:    {"it must be a list of rows, each a list of as many numbers as there are rows, such as [[1, 0], [0, 2]]", readMatrix, parseMatrix, formatMatrix},
		Groups:    {`it must be a list of {size} groups, each a list of names: [["x1", "x2"], ["x3"]]`, readGroups, parseGroups, formatGroups},
		Hash:      {"it must be the 64 hexadecimal digits of the file's SHA-256", readHash, verbatim, nil},
	}
}

// Requires returns in words what the field's value must be: `it must be a number greater
// than 0, or "auto"`.
func (f Field) Requires() string {
	size := "at most " + plain(f.Max)
	if f.Min > 0 {
		size = plain(f.Min) + " to " + plain(f.Max)
	}
	text := strings.NewReplacer("{min}", plain(f.Min), "{max}", plain(f.Max), "{size}", size,
		"{bounds}", f.bounds(), "{values}", quotedList(values(f.Values))).Replace(kindTable[f.Kind].requires)
	return strings.Replace(text, "1 to 1 kernels", "one kernel", 1)
}

// bounds is the range in words.
func (f *Field) bounds() string {
	switch {
	case f.Open && f.Max == Unbounded:
		return "greater than " + plain(f.Min)
	case f.Open:
		return "greater than " + plain(f.Min) + " and at most " + plain(f.Max)
	case f.Max == Unbounded:
		return "of at least " + plain(f.Min)
	}
	return "from " + plain(f.Min) + " to " + plain(f.Max)
}

// plain writes a bound, a whole number without an exponent.
func plain(x float64) string {
	if x == float64(int64(x)) {
		return fmt.Sprint(int64(x))
	}
	return fmt.Sprint(x)
}

func (f *Field) inRange(x float64) bool {
	return (x > f.Min || !f.Open && x == f.Min) && x <= f.Max
}

// require returns an error with the requirement of the field, unless ok.
func (f *Field) require(ok bool, v any) *FieldError {
	if ok {
		return nil
	}
	requires := f.Requires()
	switch v.(type) {
	case json.Number, float64:
		if x, _ := strconv.ParseFloat(fmt.Sprint(v), 64); x > Unbounded && f.Max == Unbounded {
			requires = fmt.Sprintf("it is too large; it must be at most %g", Unbounded)
		}
	}
	return &FieldError{f.Path, quoteValue(v), requires}
}

func asFloat(v any) (float64, bool) {
	n, ok := wholeNumber(v)
	return float64(n), ok
}

func readNumber[T int | float64](number func(any) (T, bool)) func(*Field, *Spec, any) (any, *FieldError) {
	return func(f *Field, _ *Spec, v any) (any, *FieldError) {
		x, ok := number(v)
		return x, f.require(ok && f.inRange(float64(x)), v)
	}
}

func readFlag(f *Field, _ *Spec, v any) (any, *FieldError) {
	on, ok := v.(bool)
	return on, f.require(ok, v)
}

func readText(f *Field, _ *Spec, v any) (any, *FieldError) {
	text, ok := v.(string)
	return text, f.require(ok && f.inRange(float64(utf8.RuneCountInString(text))), v)
}

func readHash(f *Field, _ *Spec, v any) (any, *FieldError) {
	text, _ := v.(string)
	text = strings.ToLower(text)
	return text, f.require(len(text) == 64 && strings.Trim(text, "0123456789abcdef") == "", v)
}

func readChoice(f *Field, s *Spec, v any) (any, *FieldError) {
	text, _ := v.(string)
	if models := f.ValueModels[text]; models != nil && !f.offers(text, s) {
		return nil, &FieldError{f.Path, quoteValue(v), belongsTo("model.type", models, s.Model.Kind())}
	}
	field := *f
	field.Values = f.ValuesIn(*s)
	names := values(field.Values)
	if slices.Contains(names, text) {
		return text, nil
	}
	bad := field.require(false, v)
	if nearest, found := Nearest(text, names); found {
		bad.Problem += "; did you mean " + strconv.Quote(nearest) + "?"
	}
	return nil, bad
}

func readExponent(f *Field, _ *Spec, v any) (any, *FieldError) {
	p, ok := exponentOf(v)
	return p, f.require(ok && f.inRange(p.Float()), v)
}

func readScale(f *Field, _ *Spec, v any) (any, *FieldError) {
	if g, ok := v.(Gamma); ok && !g.Auto {
		v = g.Value
	} else if ok || v == Auto {
		return Gamma{Auto: true}, nil
	}
	x, ok := finite(v)
	return Gamma{Value: x}, f.require(ok && f.inRange(x), v)
}

func readShare(f *Field, _ *Spec, v any) (any, *FieldError) {
	if part, ok := v.(Part); ok && part.Rows == nil {
		v = part.Fraction
	} else if ok {
		v = part.Rows
	}
	list, isList := listOf(v)
	if !isList {
		x, ok := finite(v)
		return Part{Fraction: x}, f.require(ok && f.inRange(x), v)
	}
	rows, bad := readItems(list, f.Path, func(_ int, v any) (int, *FieldError) {
		n, ok := wholeNumber(v)
		return n, problemUnless(ok && n >= 0, "it must be a row number, counted from 0")
	})
	return Part{Rows: rows}, bad
}

// longestGrid bounds the lists of numbers.
const longestGrid = 1000

// readGrid reads a list of ascending numbers, or "auto".
func readGrid(number func(any) (float64, bool)) func(*Field, *Spec, any) (any, *FieldError) {
	ascending := readAscending(number, func(x float64) float64 { return x })
	return func(f *Field, s *Spec, v any) (any, *FieldError) {
		if g, ok := v.(Grid); ok && !g.Auto {
			v = g.Values
		} else if ok || v == Auto {
			return Grid{Auto: true}, nil
		}
		values, bad := ascending(f, s, v)
		if bad != nil {
			return nil, bad
		}
		return Grid{Values: values.([]float64)}, nil
	}
}

// readAscending reads a list of values, each larger than the one before it.
func readAscending[T any](item func(any) (T, bool), number func(T) float64) func(*Field, *Spec, any) (any, *FieldError) {
	return func(f *Field, _ *Spec, v any) (any, *FieldError) {
		list, ok := listOf(v)
		if bad := f.require(ok && len(list) > 0, v); bad != nil {
			return nil, bad
		}
		if len(list) > longestGrid {
			return nil, &FieldError{f.Path, quoteValue(v), fmt.Sprintf("it must have at most %d numbers", longestGrid)}
		}
		var before T
		return readItems(list, f.Path, func(i int, v any) (T, *FieldError) {
			value, ok := item(v)
			if !ok || !f.inRange(number(value)) {
				return value, problem(f.Requires())
			}
			if i > 0 && !(number(value) > number(before)) {
				return value, problem("it must be larger than the one before it")
			}
			before = value
			return value, nil
		})
	}
}

// element is the path of an item of a list.
func element(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// listOf returns the items of a list of the JSON tree, or of a Go list.
func listOf(v any) ([]any, bool) {
	if list, ok := v.([]any); ok {
		return list, true
	}
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Slice {
		return nil, false
	}
	list := make([]any, r.Len())
	for i := range list {
		list[i] = r.Index(i).Interface()
	}
	return list, true
}

// readItems reads a list item by item. An error of item that has only a problem gets the path
// and the value of the item.
func readItems[T any](list []any, path string, item func(i int, v any) (T, *FieldError)) ([]T, *FieldError) {
	values := make([]T, len(list))
	for i, v := range list {
		value, bad := item(i, v)
		if bad != nil && bad.Path == "" {
			bad.Path, bad.Value = element(path, i), quoteValue(v)
		}
		if bad != nil {
			return nil, bad
		}
		values[i] = value
	}
	return values, nil
}

func problem(text string) *FieldError { return &FieldError{Problem: text} }

func problemUnless(ok bool, text string) *FieldError {
	if ok {
		return nil
	}
	return problem(text)
}

// readList reads a list of as many items as the field allows.
func readList[T any](f *Field, v any, item func(i int, v any) (T, *FieldError)) ([]T, *FieldError) {
	list, ok := listOf(v)
	if bad := f.require(ok && f.inRange(float64(len(list))), v); bad != nil {
		return nil, bad
	}
	return readItems(list, f.Path, item)
}

// readDifferent reads a list of texts, none empty and none twice.
func readDifferent(what string) func(*Field, *Spec, any) (any, *FieldError) {
	return func(f *Field, _ *Spec, v any) (any, *FieldError) {
		return readList(f, v, requireDifferent(f.Path, what))
	}
}

func requireDifferent(path, what string) func(int, any) (string, *FieldError) {
	seen := map[string]int{}
	return func(i int, v any) (string, *FieldError) {
		name, _ := v.(string)
		if name == "" {
			return "", problem("it must be " + what)
		}
		if first, twice := seen[name]; twice {
			return "", problem("it stands at " + element(path, first) + " too; keep one of the two")
		}
		seen[name] = i
		return name, nil
	}
}

func readFormulas(f *Field, _ *Spec, v any) (any, *FieldError) {
	name := requireDifferent(f.Path, "a formula")
	return readList(f, v, func(i int, v any) (string, *FieldError) {
		text, bad := name(i, v)
		if bad == nil {
			if _, err := formula.Parse(text); err != nil {
				bad = problem(err.Error())
			}
		}
		return text, bad
	})
}

func readGroups(f *Field, _ *Spec, v any) (any, *FieldError) {
	return readList(f, v, func(i int, v any) ([]string, *FieldError) {
		list, _ := listOf(v)
		if len(list) == 0 {
			return nil, problem("it must be a list of the group's features")
		}
		at := element(f.Path, i)
		return readItems(list, at, requireDifferent(at, "a feature's name"))
	})
}

// readSeries reads the coefficients of a series. One after the first must not be 0.
func readSeries(f *Field, _ *Spec, v any) (any, *FieldError) {
	list, ok := listOf(v)
	if bad := f.require(ok && len(list) <= mostNumbers, v); bad != nil {
		return nil, bad
	}
	some := false
	numbers, bad := readItems(list, f.Path, func(i int, v any) (float64, *FieldError) {
		x, ok := finite(v)
		some = some || i > 0 && x > 0
		return x, problemUnless(ok && f.inRange(x), "it must be a number "+f.bounds())
	})
	if bad == nil && !some {
		bad = &FieldError{f.Path, quoteValue(v), "a coefficient after the first must be greater than 0, such as the second of [0, 1]"}
	}
	return numbers, bad
}

// readMatrix reads a square matrix.
func readMatrix(f *Field, _ *Spec, v any) (any, *FieldError) {
	rows, _ := listOf(v)
	return readList(f, v, func(i int, v any) ([]float64, *FieldError) {
		row, _ := listOf(v)
		if len(row) != len(rows) {
			return nil, problem(fmt.Sprintf("it must be a list of %d numbers, as many as there are rows", len(rows)))
		}
		return readItems(row, element(f.Path, i), func(_ int, v any) (float64, *FieldError) {
			x, ok := finite(v)
			return x, problemUnless(ok, "it must be a number")
		})
	})
}

// readCells reads the rows of a table. It converts numbers of the JSON tree in place and shares the rows with v.
func readCells(f *Field, _ *Spec, v any) (any, *FieldError) {
	return readList(f, v, func(i int, v any) ([]any, *FieldError) {
		row, ok := v.([]any)
		if !ok {
			return nil, problem("it must be a list with a cell for each column")
		}
		for j, cell := range row {
			refuse := func(problem string) ([]any, *FieldError) {
				return nil, &FieldError{element(element(f.Path, i), j), quoteValue(cell), problem}
			}
			switch cell.(type) {
			case nil, string:
			case float64:
				if _, ok := finite(cell); !ok {
					return refuse("it must be a finite number, or nil where it is missing")
				}
			case json.Number:
				if row[j], ok = finite(cell); !ok {
					return refuse("it is beyond the range of numbers, about 1.8e308")
				}
			default:
				return refuse("a cell must be a number, a text or null")
			}
		}
		return row, nil
	})
}
