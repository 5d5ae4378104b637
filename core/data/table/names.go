package table

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// maxName is the largest number of characters of a column's name.
const maxName = 80

// reserved are names with another meaning in JavaScript objects. Names of columns become keys of
// such objects.
var reserved = map[string]bool{
	"__proto__": true, "constructor": true, "prototype": true, "hasOwnProperty": true, "isPrototypeOf": true,
	"propertyIsEnumerable": true, "toLocaleString": true, "toString": true, "valueOf": true,
	"__defineGetter__": true, "__defineSetter__": true, "__lookupGetter__": true, "__lookupSetter__": true,
}

// safeName returns the name of column j for a header cell: one line of visible characters, not too
// long and not reserved. If nothing is left, the name is "column_" and its number.
func safeName(header string, j int) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r): // controls, and marks that turn the direction of writing
			return -1
		}
		return r
	}, header)
	name := strings.Join(strings.Fields(visible), " ")
	if len(name) > maxName {
		name = shorten(name, maxName-1)
	}
	if name == "" || reserved[name] {
		return "column_" + strconv.Itoa(j+1)
	}
	return name
}

// safeNames makes distinct names of the cells of a header: the second "a" becomes "a_2",
// unless another column has that name.
func safeNames(header []string, notes *notes) []string {
	names := make([]string, len(header))
	taken := make(map[string]bool, len(header))
	repeats := make([]bool, len(header))
	for j, cell := range header {
		names[j] = safeName(cell, j)
		repeats[j] = taken[names[j]]
		taken[names[j]] = true
	}
	next := map[string]int{} // the suffix to try next
	var changed []string     // the first few, for one warning
	count := 0
	for j, cell := range header {
		if repeats[j] {
			base := names[j]
			k := max(next[base], 2)
			for ; taken[names[j]]; k++ {
				names[j] = base + "_" + strconv.Itoa(k)
			}
			taken[names[j]], next[base] = true, k
		}
		if names[j] == cell {
			continue
		}
		if count++; count <= listed {
			changed = append(changed, fmt.Sprintf("column %d, %q, is called %q", j+1, clip(cell), names[j]))
		}
	}
	if count > listed {
		changed = append(changed, fmt.Sprintf("and %d more", count-listed))
	}
	if count > 0 {
		notes.add("%s", strings.Join(changed, "; "))
	}
	return names
}

// numberedNames are the names of n columns without a header, numbered from first on: x1, x2, ...
func numberedNames(first, n int) []string {
	names := make([]string, n)
	for j := range names {
		names[j] = "x" + strconv.Itoa(first+j)
	}
	return names
}
