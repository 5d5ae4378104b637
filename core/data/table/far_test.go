package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestFarNumbers checks the remarks on numbers far from all others, and that skewed columns have none.
func TestFarNumbers(t *testing.T) {
	typed := func(row int) float64 { return math.Sin(float64(row * row)) }
	skewed := func(row int) float64 { return math.Exp(float64(row%40) / 4) }
	for name, c := range map[string]struct {
		value   func(row int) float64
		far     map[int]float64
		want    string
		suspect bool
	}{
		"typed":       {typed, map[int]float64{7: 99999, 30: -88888}, "2 numbers far from all others, first 99999 in line 9: correct them, or give them as missing codes if they mean missing", false},
		"one":         {typed, map[int]float64{7: 99999}, "the number 99999 in line 9, far from all others: correct it, or give it as a missing code if it means missing", false},
		"a code":      {typed, map[int]float64{7: 9999, 30: 9999, 50: 9999}, "3 numbers far from all others, first 9999 in line 9: correct them, or give them as missing codes if they mean missing", true},
		"too many":    {typed, map[int]float64{0: 9999, 1: 9999, 2: 9999, 3: 9999, 4: 9999, 5: 9999}, "", false},
		"none":        {typed, nil, "", false},
		"skewed":      {skewed, nil, "", false},
		"mostly zero": {func(row int) float64 { return float64(max(0, row-90) * 1000) }, nil, "", false},
	} {
		file := strings.Builder{}
		file.WriteString("a,b\n")
		for row := range 100 {
			x := c.value(row)
			if far, ok := c.far[row]; ok {
				x = far
			}
			fmt.Fprintf(&file, "%g,%d\n", x, row*row%23)
		}
		table := mustRead(t, file.String(), Options{})
		var want []string
		if c.want != "" {
			want = []string{`column "a" has ` + c.want}
		}
		if !slices.Equal(table.cautions, want) {
			t.Errorf("%s: %q, want %q", name, table.cautions, want)
		}
		if suspects := table.Findings.Missing.Alternatives; (suspects != nil) != c.suspect {
			t.Errorf("%s: suspected %q", name, suspects)
		}
	}
}

// TestFarTotals checks that a last row of totals has no other remark.
func TestFarTotals(t *testing.T) {
	file, sumA, sumB := "a,b\n", 0, 0
	for row := range 60 {
		a, b := 1+row*row%13, 1+row*row%17
		file, sumA, sumB = file+fmt.Sprintf("%d,%d\n", a, b), sumA+a, sumB+b
	}
	table := mustRead(t, file+fmt.Sprintf("%d,%d\n", sumA, sumB), Options{})
	if len(table.cautions) != 1 || !strings.HasPrefix(table.cautions[0], "the last row was left out") {
		t.Errorf("%q", table.cautions)
	}
}
