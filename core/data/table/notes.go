package table

import (
	"fmt"
	"strconv"
	"strings"
)

// notes collects warnings.
type notes []string

func (n *notes) add(format string, args ...any) {
	*n = append(*n, fmt.Sprintf(format, args...))
}

// mostListed is the largest number of examples in a message.
const mostListed = 5

// some lists the first few of items: "a, b and 7 more". all is their number,
// of which items may hold only the first ones.
func some[T any](items []T, all int) string {
	var b strings.Builder
	count := min(len(items), mostListed)
	for i, item := range items[:count] {
		switch {
		case i > 0 && i == all-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		if text, ok := any(item).(string); ok {
			b.WriteString(strconv.Quote(clip(text)))
		} else {
			fmt.Fprint(&b, item)
		}
	}
	if all > count {
		fmt.Fprintf(&b, " and %d more", all-count)
	}
	return b.String()
}

// List lists the first few of some items for a message, with texts in quotes: "a", "b" and 7 more; or 3 and 4.
func List[T any](items []T) string { return some(items, len(items)) }

// CountOf writes a number with its noun: "1 row", "3 rows".
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// clip shortens a text that is quoted in a message or shown in a preview.
func clip(s string) string { return shorten(s, 60) }

// shorten cuts a text after a number of characters, and marks the cut.
func shorten(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}
