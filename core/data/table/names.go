package table

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// maxName is the most characters of a column's name.
const maxName = 80

// reserved are names that mean something else in a JavaScript object, which is
// where the names of columns end up as keys.
var reserved = map[string]bool{
	"__proto__": true, "constructor": true, "prototype": true, "hasOwnProperty": true, "isPrototypeOf": true,
	"propertyIsEnumerable": true, "toLocaleString": true, "toString": true, "valueOf": true,
	"__defineGetter__": true, "__defineSetter__": true, "__lookupGetter__": true, "__lookupSetter__": true,
}

// safeName makes a header cell a name: one line, without characters that do not
// show, not too long, not reserved. Column j of them has a number to be called
// by where nothing else is left.
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
	if n := 0; len(name) > maxName {
		for i := range name {
			if n++; n == maxName {
				name = name[:i] + "…"
				break
			}
		}
	}
	if name == "" || reserved[name] {
		return "column_" + strconv.Itoa(j+1)
	}
	return name
}

// safeNames makes the cells of a header names that differ: the second "a"
// becomes "a_2". Columns that are called so by themselves keep their name.
func safeNames(header []string, notes *notes) []string {
	names := make([]string, len(header))
	taken := make(map[string]bool, len(header))
	var changed []string // the first few "header" -> "name", for one warning
	count := 0
	note := func(j int, from string) {
		if count++; len(changed) < listed {
			changed = append(changed, fmt.Sprintf("column %d, %q, is called %q", j+1, clip(from), clip(names[j])))
		}
	}
	repeats := make([]bool, len(header))
	for j, cell := range header {
		names[j] = safeName(cell, j)
		repeats[j] = taken[names[j]]
		taken[names[j]] = true
	}
	next := map[string]int{} // where the search for a free suffix goes on
	for j, cell := range header {
		if repeats[j] {
			base := names[j]
			for k := max(next[base], 2); ; k++ {
				if name := base + "_" + strconv.Itoa(k); !taken[name] {
					names[j], next[base] = name, k+1
					taken[name] = true
					break
				}
			}
		}
		if names[j] != cell {
			note(j, cell)
		}
	}
	if count > 0 {
		list := strings.Join(changed, "; ")
		if count > len(changed) {
			list += fmt.Sprintf("; and %d more", count-len(changed))
		}
		notes.add("%s", list)
	}
	return names
}

// numberedNames are the names of n columns without a header: x1, x2, ..., or from
// another number on.
func numberedNames(first, n int) []string {
	names := make([]string, n)
	for j := range names {
		names[j] = "x" + strconv.Itoa(first+j)
	}
	return names
}
