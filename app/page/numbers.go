package page

import (
	"math"
	"strconv"
	"strings"

	"lplab/core/reports/chart"
)

// Numbers as the page writes them, in words and in tables.

// number writes x to the given number of significant digits.
func number(x float64, digits int) string { return chart.Number(x, digits) }

// fixed writes x with the given number of decimals and a true minus sign. From 1e6 on it writes
// three significant digits.
func fixed(x float64, decimals int) string {
	if math.Abs(x) >= 1e6 {
		return number(x, 3)
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-") // −0.00 is 0.00
	}
	return chart.Minus(text)
}

// whole writes n with thousands separated.
func whole(n int) string { return chart.Count(n) }

// count is a number of things: "1 row", "1,500 rows".
func count(n int, noun string) string { return chart.CountOf(n, noun, noun+"s") }

// seconds is a duration: "0.04 s", "3 ms".
func seconds(t float64) string {
	switch {
	case t >= 10:
		return fixed(t, 0) + " s"
	case t >= 1:
		return fixed(t, 1) + " s"
	case t >= 0.01:
		return fixed(t, 2) + " s"
	case t > 0:
		return number(t*1e3, 1) + " ms"
	}
	return "0 s"
}

// percent writes a share without rounding it up to all: 99.97 %.
func percent(share float64) string {
	switch {
	case share >= 1-1e-12:
		return "100 %"
	case share > 0.9995:
		return fixed(math.Floor(share*1e6)/1e4, 4) + " %"
	}
	return fixed(min(math.Round(share*1000)/10, 99.9), 1) + " %"
}
