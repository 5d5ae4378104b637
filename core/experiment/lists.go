package experiment

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// longestGrid bounds the lists of numbers.
const longestGrid = 1000

// element is the path of an item of a list.
func element(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// readItems reads a list item by item. An error of item that has only a problem gets the path
// and the value of the item.
func readItems[T any](list []any, path string, item func(i int, v any) (T, *FieldError)) ([]T, *FieldError) {
	values := make([]T, len(list))
	for i, v := range list {
		value, bad := item(i, v)
		if bad != nil && bad.Path == "" {
			bad.Path, bad.Value = element(path, i), shown(v)
		}
		if bad != nil {
			return nil, bad
		}
		values[i] = value
	}
	return values, nil
}

func problem(text string) *FieldError { return &FieldError{Problem: text} }

// readList reads a list of as many items as the field allows.
func readList[T any](f *Field, v any, item func(i int, v any) (T, *FieldError)) ([]T, *FieldError) {
	list, ok := v.([]any)
	if !ok || !f.inRange(float64(len(list))) {
		return nil, &FieldError{f.Path, shown(v), f.Requires()}
	}
	return readItems(list, f.Path, item)
}

func (f *Field) readNames(v any) ([]string, *FieldError) {
	names, bad := readList(f, v, different(f.Path, map[Kind]string{Names: "a column's name", Codes: "a text that means a missing cell", Formulas: "a formula"}[f.Kind]))
	if bad == nil && f.Kind == Formulas {
		bad = f.checkFormulas(names)
	}
	return names, bad
}

// different reads the items of a list of texts, none empty and none twice.
func different(path, what string) func(int, any) (string, *FieldError) {
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

func (f *Field) readGroups(v any) ([][]string, *FieldError) {
	return readList(f, v, func(i int, v any) ([]string, *FieldError) {
		list, _ := v.([]any)
		if len(list) == 0 {
			return nil, problem("it must be a list of the group's features")
		}
		at := element(f.Path, i)
		return readItems(list, at, different(at, "a feature's name"))
	})
}

// readNumbers reads a list of Scales, Counts or Sizes.
func (f *Field) readNumbers(v any) ([]float64, *FieldError) {
	return readAscending(f, v, func(v any) (float64, bool) {
		x, ok := finite(v)
		_, isWhole := whole(v)
		return x, ok && f.inRange(x) && (f.Kind == Scales || isWhole)
	}, func(x float64) float64 { return x })
}

// readExponents reads a list of Exponents.
func (f *Field) readExponents(v any) ([]P, *FieldError) {
	return readAscending(f, v, func(v any) (P, bool) {
		p, ok := readP(v)
		return p, ok && f.inRange(p.Float())
	}, P.Float)
}

// readAscending reads a list of values, each larger than the one before it.
func readAscending[T any](f *Field, v any, read func(any) (T, bool), number func(T) float64) ([]T, *FieldError) {
	list, ok := v.([]any)
	switch {
	case !ok || len(list) == 0:
		return nil, &FieldError{f.Path, shown(v), f.Requires()}
	case len(list) > longestGrid:
		return nil, &FieldError{f.Path, shown(v), fmt.Sprintf("it must have at most %d numbers", longestGrid)}
	}
	var before T
	return readItems(list, f.Path, func(i int, v any) (T, *FieldError) {
		value, ok := read(v)
		if !ok {
			return value, problem(f.Requires())
		}
		if i > 0 && !(number(value) > number(before)) {
			return value, problem("it must be larger than the one before it")
		}
		before = value
		return value, nil
	})
}

func readRowNumber(_ int, v any) (int, *FieldError) {
	n, ok := whole(v)
	if !ok || n < 0 {
		return 0, problem("it must be a row number, counted from 0")
	}
	return int(n), nil
}

// readSeries reads the coefficients of a series: one beyond the first is not 0.
func (f *Field) readSeries(v any) ([]float64, *FieldError) {
	list, ok := v.([]any)
	if !ok || len(list) > mostNumbers {
		return nil, &FieldError{f.Path, shown(v), f.Requires()}
	}
	some := false
	numbers, bad := readItems(list, f.Path, func(i int, v any) (float64, *FieldError) {
		x, ok := finite(v)
		if !ok || !f.inRange(x) {
			return 0, problem("it must be a number " + f.bounds())
		}
		some = some || i > 0 && x > 0
		return x, nil
	})
	if bad == nil && !some {
		bad = &FieldError{f.Path, shown(v), "a coefficient after the first must be greater than 0, such as the second of [0, 1]"}
	}
	return numbers, bad
}

// readKernels reads a list of kernels, each by the fields of model.kernel.
func (f *Field) readKernels(v any) ([]Kernel, *FieldError) {
	return readList(f, v, func(i int, v any) (Kernel, *FieldError) {
		o, ok := v.(*object)
		if !ok {
			return Kernel{}, problem("it must be an object with " + strings.Join(sections[kernelSection], ", "))
		}
		kernel, bad := f.readKernel(o)
		if bad != nil {
			place := func(text string) string {
				return strings.ReplaceAll(text, kernelSection+".", element(f.Path, i)+".")
			}
			bad = &FieldError{place(bad.Path), bad.Value, place(bad.Problem)}
		}
		return kernel, bad
	})
}

// readMatrix reads a square matrix.
func (f *Field) readMatrix(v any) ([][]float64, *FieldError) {
	rows, _ := v.([]any)
	return readList(f, v, func(i int, v any) ([]float64, *FieldError) {
		row, _ := v.([]any)
		if len(row) != len(rows) {
			return nil, problem(fmt.Sprintf("it must be a list of %d numbers, as many as there are rows", len(rows)))
		}
		return readItems(row, element(f.Path, i), func(_ int, v any) (float64, *FieldError) {
			if x, ok := finite(v); ok {
				return x, nil
			}
			return 0, problem("it must be a number")
		})
	})
}

// readCells reads the rows of a table. Cells that Validate has checked are values already.
func (f *Field) readCells(v any) ([][]any, *FieldError) {
	return readList(f, v, func(i int, v any) ([]any, *FieldError) {
		row, ok := v.([]any)
		if !ok {
			return nil, problem("it must be a list with a cell for each column")
		}
		for j, cell := range row { // in place: the rows of Validate are shared
			value, bad := readCell(cell)
			if bad != nil {
				return nil, &FieldError{element(element(f.Path, i), j), shown(cell), bad.Problem}
			}
			row[j] = value
		}
		return row, nil
	})
}

func readCell(v any) (any, *FieldError) {
	switch v := v.(type) {
	case nil, string, float64:
		return v, nil
	case json.Number:
		if x, ok := finite(v); ok {
			return x, nil
		}
		return nil, problem("it is beyond the range of numbers, about 1.8e308")
	}
	return nil, problem("a cell must be a number, a text or null")
}
