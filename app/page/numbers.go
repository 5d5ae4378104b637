package page

import (
	"math"
	"strconv"
	"strings"

	"lplab/core/reports/chart"
)

// Numbers as the page writes them, in words and in tables.

// number writes x to the given number of significant digits, with a true minus
// sign and thousands separated from 10,000: 0.832, −1.5e-7, 12,345. Figures drawn
// by JavaScript write the same (web/plot/text.js); testdata/numbers.json tests both.
func number(x float64, digits int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	var text string
	switch a := math.Abs(x); {
	case x == 0:
		return "0"
	case a < 1e-3 || a >= 1e6:
		text = strconv.FormatFloat(away(x), 'e', max(0, digits-2), 64)
		mantissa, exponent, _ := strings.Cut(text, "e")
		e, _ := strconv.Atoi(exponent)
		text = trimmed(mantissa) + "e" + strconv.Itoa(e)
	default:
		decimals := max(0, digits-1-int(math.Floor(math.Log10(a))))
		text = trimmed(strconv.FormatFloat(away(x), 'f', decimals, 64))
		if a >= 1e4 {
			integer, rest, fraction := strings.Cut(text, ".")
			n, _ := strconv.Atoi(integer)
			if text = whole(n); fraction {
				text += "." + rest
			}
		}
	}
	return minus(text)
}

// trimmed removes zeros from the end of a decimal fraction.
func trimmed(digits string) string {
	if !strings.Contains(digits, ".") {
		return digits
	}
	return strings.TrimRight(strings.TrimRight(digits, "0"), ".")
}

// away is the next number from x away from zero: a half is rounded up, as in JavaScript.
func away(x float64) float64 { return math.Nextafter(x, math.Copysign(math.Inf(1), x)) }

// minus puts a true minus sign before a number.
func minus(number string) string {
	if digits, negative := strings.CutPrefix(number, "-"); negative {
		return "−" + digits
	}
	return number
}

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
	return minus(text)
}

// whole writes n with thousands separated.
func whole(n int) string { return chart.Count(n) }

// count is a number of things: "1 row", "1,500 rows".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return whole(n) + " " + noun + "s"
}

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

// byteSize is a size: "23.4 MB".
func byteSize(n int64) string {
	x, units := float64(n), []string{"bytes", "kB", "MB", "GB", "TB", "PB"}
	for len(units) > 1 && x >= 1000 {
		x, units = x/1000, units[1:]
	}
	return number(x, 3) + " " + units[0]
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
