package english

import (
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for want, got := range map[string]string{
		"999": Integer(999), "1,000": Integer(1000), "−1,234,567": Integer(-1234567), "−100": Integer(-100),
		"1 row": Count(1, "row"), "0 rows": Count(0, "row"), "2,000 rows": Count(2000, "row"),
		"1 cell has": CountOf(1, "cell has", "cells have"), "10,000 cells have": CountOf(10_000, "cell has", "cells have"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestList(t *testing.T) {
	long := strings.Repeat("é", 61)
	for want, got := range map[string]string{
		`"a"`: List([]string{"a"}), `"a" and "b"`: List([]string{"a", "b"}), "3, 4 and 5": List([]int{3, 4, 5}),
		"1, 2, 3, 4 and 5": List([]int{1, 2, 3, 4, 5}), "1, 2, 3, 4, 5 and 2 more": List([]int{1, 2, 3, 4, 5, 6, 7}),
		"7 and 1,999 more": ListOf([]int{7}, 2000), `"` + long[:120] + `…"`: List([]string{long}),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
