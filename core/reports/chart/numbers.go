package chart

import (
	"math"
	"strconv"
	"strings"

	"lplab/core/english"
)

// Number writes x to the given number of significant digits, with a true minus sign and thousands
// separated from 10,000: 0.832, −1.5e-7, 12,345. The page writes all numbers so, those of JavaScript
// too (web/plot/text.js); testdata/numbers.json tests both.
func Number(x float64, digits int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	if a := math.Abs(x); x != 0 && (a < 1e-3 || a >= 1e6) {
		text := strconv.FormatFloat(away(x), 'e', max(0, digits-2), 64)
		mantissa, exponent, _ := strings.Cut(text, "e")
		e, _ := strconv.Atoi(exponent)
		return Minus(trimZeros(mantissa) + "e" + strconv.Itoa(e))
	}
	return decimal(x, digits)
}

// decimal is Number without an exponent.
func decimal(x float64, digits int) string {
	if x == 0 {
		return "0"
	}
	a := math.Abs(x)
	text := trimZeros(strconv.FormatFloat(away(x), 'f', max(0, digits-1-int(math.Floor(math.Log10(a)))), 64))
	if a >= 1e4 {
		integer, rest, fraction := strings.Cut(text, ".")
		n, _ := strconv.Atoi(integer)
		if text = english.Integer(n); fraction {
			text += "." + rest
		}
	}
	return Minus(text)
}

// Margin writes the error of x to two significant digits, with the exponent of Number(x, 3): "0.96e6" of 7.4e6.
func Margin(x, err float64) string {
	_, exponent, found := strings.Cut(Number(x, 3), "e")
	if !found {
		return decimal(err, 2)
	}
	e, _ := strconv.Atoi(exponent)
	return decimal(err/math.Pow10(e), 2) + "e" + exponent
}

// Value writes x with three digits, or a share as a percentage.
func Value(x float64, isShare bool) string {
	if isShare {
		return Percent(x)
	}
	return Number(x, 3)
}

// PlusMinus writes the error of x, "± 0.004", or of a share "± 2.1 %"; "" where it is only rounding.
func PlusMinus(x, err float64, isShare bool) string {
	switch {
	case err <= 1e-9*math.Abs(x):
		return ""
	case isShare:
		return "± " + Margin(100*x, 100*err) + "\u00a0%"
	}
	return "± " + Margin(x, err)
}

// trimZeros removes zeros from the end of a decimal fraction.
func trimZeros(digits string) string {
	if !strings.Contains(digits, ".") {
		return digits
	}
	return strings.TrimRight(strings.TrimRight(digits, "0"), ".")
}

// away is the next number from x away from zero: a half is rounded up, as in JavaScript.
func away(x float64) float64 { return math.Nextafter(x, math.Copysign(math.Inf(1), x)) }

// Fixed writes x with the given number of decimals and a true minus sign. From 1e6 on it writes
// three significant digits.
func Fixed(x float64, decimals int) string {
	if math.Abs(x) >= 1e6 {
		return Number(x, 3)
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-") // −0.00 is 0.00
	}
	return Minus(text)
}

// Score writes R² or an accuracy with a number of decimals; with more if it is close to 1, to which it
// is not rounded up.
func Score(v float64, decimals int) string {
	for decimals < 5 && v < 1 && 1-v < math.Pow(10, -float64(decimals))*1.5 {
		decimals++
	}
	if v < 1 {
		v = min(v, 1-1e-5)
	}
	return Fixed(v, decimals)
}

// Percent writes a share as a percentage with one decimal: "87.5 %". A share below 1 is not rounded
// up to 100 %.
func Percent(share float64) string {
	text := Fixed(min(math.Round(share*1000)/10, 99.9), 1)
	switch {
	case share >= 1-1e-12:
		text = "100"
	case share > 0.9995:
		text = Fixed(math.Floor(share*1e6)/1e4, 4)
	}
	return text + "\u00a0%" // on one line
}

// Interval writes the ends of an interval to three significant digits, or to more where they are close
// together: "0.5 to 12.3", "−121.42 to −121.01".
func Interval(lo, hi float64) string {
	digits := 3
	if size := max(math.Abs(lo), math.Abs(hi)); hi > lo {
		digits = min(max(digits, 2+int(math.Ceil(math.Log10(size/(hi-lo))))), 15)
	}
	return Number(lo, digits) + " to " + Number(hi, digits)
}

// Minus puts a true minus sign before a negative number.
func Minus(number string) string {
	if digits, negative := strings.CutPrefix(number, "-"); negative {
		return "−" + digits
	}
	return number
}

// ByteUnits are the units of sizes, each a thousand of the one before.
var ByteUnits = strings.Fields("bytes kB MB GB TB PB EB ZB YB")

// Bytes writes a number of bytes with its unit: "23.4 MB".
func Bytes(v float64) string {
	unit := 0
	for v >= 1000 && unit < len(ByteUnits)-1 {
		v, unit = v/1000, unit+1
	}
	return Number(v, 3) + " " + ByteUnits[unit]
}
