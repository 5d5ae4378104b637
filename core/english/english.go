// Package english writes numbers, plurals and lists for messages.
package english

import (
	"fmt"
	"strconv"
	"strings"
)

// Integer writes a whole number with separated thousands and a true minus sign: "211,575".
func Integer(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "−", -n
	}
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Count writes a whole number with a noun that has a plural with s: "1 row", "2,000 rows".
func Count(n int, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf writes a whole number before the words for one or for several: "1 row was", "2,000 rows were".
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Integer(n) + " " + many
}

// MostListed is the largest number of items in a list.
const MostListed = 5

// List lists the first few of some items, with texts in quotes: "a", "b" and 7 more; or 3 and 4.
func List[T any](items []T) string { return ListOf(items, len(items)) }

// ListOf is List for a number of items, of which only the first are given.
func ListOf[T any](items []T, all int) string {
	var b strings.Builder
	count := min(len(items), MostListed)
	for i, item := range items[:count] {
		switch {
		case i > 0 && i == all-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		if text, ok := any(item).(string); ok {
			b.WriteString(strconv.Quote(Clip(text)))
		} else {
			fmt.Fprint(&b, item)
		}
	}
	if all > count {
		b.WriteString(" and " + Integer(all-count) + " more")
	}
	return b.String()
}

// Clip shortens a text that is quoted in a message.
func Clip(s string) string { return Shorten(s, 60) }

// Shorten cuts a text after a number of characters, and marks the cut.
func Shorten(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}
