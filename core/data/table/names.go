package table

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lplab/core/english"
)

// maxName is the largest number of characters of a column's name.
const maxName = 80

// reservedNames are names with another meaning in JavaScript objects. Names of columns become keys of
// such objects.
var reservedNames = map[string]bool{
	"__proto__": true, "constructor": true, "prototype": true, "hasOwnProperty": true, "isPrototypeOf": true,
	"propertyIsEnumerable": true, "toLocaleString": true, "toString": true, "valueOf": true,
	"__defineGetter__": true, "__defineSetter__": true, "__lookupGetter__": true, "__lookupSetter__": true,
}

// safeName returns the name of column j for a header cell: one line of visible characters, not in single
// quotes, not too long and not reserved. If nothing is left, the name is "column_" and its number.
func safeName(header string, j int) string {
	text := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r): // controls, and marks that turn the direction of writing
			return -1
		}
		return r
	}, header)
	name := strings.Join(strings.Fields(text), " ")
	if len(name) > 2 && name[0] == '\'' && name[len(name)-1] == '\'' {
		name = strings.TrimSpace(name[1 : len(name)-1])
	}
	if utf8.RuneCountInString(name) > maxName {
		name = english.Shorten(name, maxName-1)
	}
	if name == "" || reservedNames[name] {
		return "column_" + strconv.Itoa(j+1)
	}
	return name
}

// safeNames makes distinct names of the cells of a header: the second "a" becomes "a_2",
// unless another column has that name.
func safeNames(header []string, notes *notes) []string {
	names := make([]string, len(header))
	seen := make(map[string]bool, len(header))
	repeats := make([]bool, len(header))
	for j, cell := range header {
		names[j] = safeName(cell, j)
		repeats[j] = seen[names[j]]
		seen[names[j]] = true
	}
	next := map[string]int{} // the suffix to try next
	var changes []string     // the first few, for one warning
	count := 0
	for j, cell := range header {
		if repeats[j] {
			base := names[j]
			k := max(next[base], 2)
			for ; seen[names[j]]; k++ {
				names[j] = base + "_" + strconv.Itoa(k)
			}
			seen[names[j]], next[base] = true, k
		}
		if names[j] == cell {
			continue
		}
		if count++; count <= english.MostListed {
			changes = append(changes, fmt.Sprintf("column %d, %q, is called %q", j+1, english.Clip(cell), names[j]))
		}
	}
	if count > english.MostListed {
		changes = append(changes, fmt.Sprintf("and %d more", count-english.MostListed))
	}
	if count > 0 {
		notes.add("%s", strings.Join(changes, "; "))
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
