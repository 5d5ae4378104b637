package experiment

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// read stores v, a value of the JSON tree, at dst if the field may hold it.
func (f *Field) read(dst, v any) *FieldError {
	ok := false
	switch dst := dst.(type) {
	case *int:
		n, isWhole := whole(v)
		if ok = isWhole && f.inRange(float64(n)); ok {
			*dst = int(n)
		}
	case *uint64:
		n, isWhole := whole(v)
		if ok = isWhole && f.inRange(float64(n)); ok {
			*dst = uint64(n)
		}
	case *float64:
		x, isNumber := finite(v)
		if ok = isNumber && f.inRange(x); ok {
			*dst = x
		}
	case *bool:
		*dst, ok = v.(bool)
	case *string:
		return f.readText(dst, v)
	case *P:
		p, isP := readP(v)
		if ok = isP && f.inRange(p.Float()); ok {
			*dst = p
		}
	case *[]P:
		return store(dst, v, f.readExponents)
	case *Gamma:
		if ok = v == Auto; ok {
			*dst = Gamma{Auto: true}
		} else if x, isNumber := finite(v); isNumber && f.inRange(x) {
			*dst, ok = Gamma{Value: x}, true
		}
	case *Part:
		if list, isList := v.([]any); isList {
			rows, bad := readItems(list, f.Path, readRowNumber)
			if bad == nil {
				*dst = Part{Rows: rows}
			}
			return bad
		}
		x, isNumber := finite(v)
		if ok = isNumber && f.inRange(x); ok {
			*dst = Part{Fraction: x}
		}
	case *Grid:
		if ok = v == Auto; ok {
			*dst = Grid{Auto: true}
			break
		}
		values, bad := f.readNumbers(v)
		if bad == nil {
			*dst = Grid{Values: values}
		}
		return bad
	case *[]int:
		values, bad := f.readNumbers(v)
		if bad == nil {
			*dst = make([]int, len(values))
			for i, x := range values {
				(*dst)[i] = int(x)
			}
		}
		return bad
	case *[]float64:
		return store(dst, v, f.readSeries)
	case *[]Kernel:
		return store(dst, v, f.readKernels)
	case *[]string:
		return store(dst, v, f.readNames)
	case *[][]string:
		return store(dst, v, f.readGroups)
	case *[][]float64:
		return store(dst, v, f.readMatrix)
	case *[][]any:
		return store(dst, v, f.readCells)
	default:
		panic(fmt.Sprintf("experiment: %s has the unknown type %T", f.Path, dst))
	}
	if !ok {
		return &FieldError{f.Path, shown(v), f.Requires()}
	}
	return nil
}

// store stores what a reader makes of v, unless it refuses that.
func store[T any](dst *T, v any, read func(any) (T, *FieldError)) *FieldError {
	value, bad := read(v)
	if bad == nil {
		*dst = value
	}
	return bad
}

func (f *Field) inRange(x float64) bool {
	return (x > f.Min || !f.Open && x == f.Min) && x <= f.Max
}

func (f *Field) readText(dst *string, v any) *FieldError {
	text, ok := v.(string)
	if f.Kind == Choice {
		for _, value := range f.Values {
			if ok && text == value.Value {
				*dst = text
				return nil
			}
		}
		problem := f.Requires()
		if near, found := Nearest(text, f.values()); found {
			problem += "; did you mean " + strconv.Quote(near) + "?"
		}
		return &FieldError{f.Path, shown(v), problem}
	}
	if f.Path == "data.sha256" {
		if text = strings.ToLower(text); !ok || len(text) != 64 || strings.Trim(text, "0123456789abcdef") != "" {
			return &FieldError{f.Path, shown(v), "it must be the 64 hexadecimal digits of the file's SHA-256"}
		}
	} else if !ok || !f.inRange(float64(utf8.RuneCountInString(text))) {
		return &FieldError{f.Path, shown(v), f.Requires()}
	}
	*dst = text
	return nil
}
