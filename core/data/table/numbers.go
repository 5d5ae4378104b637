package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A style is a notation of numbers: the decimal mark, and the characters that may group the
// integer part by thousands. Every style reads an ungrouped integer. A single style reads
// all cells of a column of numbers.
type style struct {
	mark  rune
	group string
}

const (
	spaces      = " \u00a0\u202f\u2009" // also narrow and no-break ones
	apostrophes = "'\u2019"
	minus       = '\u2212'
)

var styles = [...]style{
	{'.', ""},          // 1234.5
	{'.', ","},         // 1,234.5
	{'.', spaces},      // 1 234.5
	{'.', apostrophes}, // 1'234.5
	{',', ""},          // 1234,5
	{',', "."},         // 1.234,5
	{',', spaces},      // 1 234,5
	{',', apostrophes}, // 1'234,5
}

// styleSet is a set of styles: bit k stands for styles[k], bit k+8 for the same with a percent sign
// after the number, bit k+16 for the same with a unit beside it.
type styleSet uint32

const (
	pointStyles styleSet = 0x0f0f0f // styles with a decimal point
	commaStyles styleSet = 0xf0f0f0 // styles with a decimal comma
	plain       styleSet = 0x0000ff // styles of the number alone
	percent     styleSet = 0x00ff00 // styles with a percent sign
	measured    styleSet = 0xff0000 // styles with a unit
)

// styleBits stands for styles[k], with a percent sign, with a unit, and without.
func styleBits(k int) styleSet { return 0x010101 << k }

// isNumber reports whether some style reads a cell, without a unit right after the number or a long one: 2h and 2 years may be
// the names of columns.
func isNumber(cell string) bool {
	unit := unitOf(cell)
	return numberStyles(cell) != 0 || strings.ContainsAny(unit, Currencies+spaces) && utf8.RuneCountInString(unit) <= 4
}

// stylesOf returns the styles that read a cell; none if it is not a number, or one with the sign of a currency or a unit.
func stylesOf(cell string) styleSet {
	if set := numberStyles(cell); set != 0 {
		return set
	}
	if number, unit := splitUnit(cell); unit != "" || number != cell {
		set := numberStyles(number) & plain
		if unit != "" {
			set <<= 16
		}
		return set
	}
	return 0
}

// numberStyles returns the styles that read a number, with or without a percent sign.
// The grammar is that of strconv.ParseFloat without hexadecimal numbers, underscores,
// infinities and NaN: a sign, an integer part, which may be grouped, a fraction and an exponent.
func numberStyles(cell string) styleSet {
	kind := plain
	body, ok := strings.CutSuffix(cell, "%")
	if ok {
		kind = percent
		body = strings.TrimRight(body, spaces)
	}
	body = withoutSign(body)
	if body == "" || body[0] > '9' || body[0] < ',' {
		return 0 // most texts end here
	}
	digits := leadingDigits(body)
	if digits == len(body) {
		return kind
	}
	if fraction := body[digits+1:]; digits > 0 && body[digits] == '.' && leadingDigits(fraction) == len(fraction) && (len(fraction) != 3 || digits > 3 || body[0] == '0') {
		return kind & pointStyles // the most frequent case, at once
	}
	if k := strings.IndexAny(body, "eE"); k >= 0 {
		exponent := withoutSign(body[k+1:])
		if exponent == "" || leadingDigits(exponent) < len(exponent) {
			return 0
		}
		body = body[:k]
		digits = min(digits, k)
	}
	var set styleSet
	for k, s := range styles {
		if s.reads(body, digits) {
			set |= styleBits(k)
		}
	}
	return set & kind
}

// reads reports whether s reads a number without sign and exponent that begins
// with that many digits.
func (s style) reads(number string, digits int) bool {
	rest := number[digits:]
	for grouped := false; rest != ""; grouped = true {
		r, size := utf8.DecodeRuneInString(rest)
		if r == s.mark {
			fraction := rest[size:]
			return leadingDigits(fraction) == len(fraction) && (digits > 0 || fraction != "")
		}
		if !grouped && (digits < 1 || digits > 3 || number[0] == '0') {
			return false
		}
		rest = rest[size:]
		if !strings.ContainsRune(s.group, r) || len(rest) < 3 || leadingDigits(rest[:3]) < 3 {
			return false
		}
		rest = rest[3:]
	}
	return digits > 0
}

// parse returns the number of a cell that s reads. The error, of strconv, is for one beyond
// the range of float64. A percent sign and a unit are ignored: 12% is 12.
func (s style) parse(cell string) (float64, error) {
	if s == styles[0] {
		if x, err := strconv.ParseFloat(cell, 64); err == nil {
			return x, nil
		}
	}
	text, _ := splitUnit(strings.TrimRight(strings.TrimSuffix(cell, "%"), spaces))
	if s != styles[0] || strings.ContainsRune(text, minus) {
		text = strings.Map(func(r rune) rune {
			switch {
			case r == minus:
				return '-'
			case r == s.mark:
				return '.'
			case strings.ContainsRune(s.group, r):
				return -1
			}
			return r
		}, text)
	}
	return strconv.ParseFloat(text, 64)
}

// first returns the style of the set that comes first in an order.
func (set styleSet) first(order []int) style {
	for _, k := range order {
		if set&styleBits(k) != 0 {
			return styles[k]
		}
	}
	panic("table: no style")
}

// The orders of preference among the styles that read a column.
var (
	pointFirst = []int{0, 1, 2, 3, 4, 5, 6, 7}
	commaFirst = []int{4, 5, 6, 7, 0, 1, 2, 3}
	plainFirst = []int{0, 4, 1, 2, 3, 5, 6, 7} // 1.234 has a point and 1,234 a comma
)

// stylesWith returns the styles with a decimal mark, and their order; any other text than "."
// and "," leaves the mark open.
func stylesWith(mark string) (styles styleSet, order []int) {
	switch mark {
	case ".":
		return pointStyles, pointFirst
	case ",":
		return commaStyles, commaFirst
	}
	return pointStyles | commaStyles, plainFirst
}

// isInfinity recognises the usual notations of infinite numbers.
func isInfinity(cell string) bool {
	switch body := withoutSign(cell); len(body) {
	case 3:
		return strings.EqualFold(body, "inf") || body == "∞"
	case 6:
		return strings.EqualFold(body, "1.#INF")
	case 8:
		return strings.EqualFold(body, "infinity")
	}
	return false
}

// Currencies are the signs of currencies that may stand beside a number.
const Currencies = "$€£¥₹₩₽₺₪₫₱฿"

// CurrencyCodes are codes of currencies that may stand before a number and a space, as an expression of alternatives.
const CurrencyCodes = "USD|EUR|GBP|JPY|CNY|INR|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|KRW|SGD|HKD"

// currencyCode returns the letters of a currency before its sign or a number, as in US$5 and USD 5; "" for none.
func currencyCode(cell string) string {
	const longest = 3
	n := 0
	for n < len(cell) && 'A' <= cell[n] && cell[n] <= 'Z' {
		n++
	}
	if n == 0 || n > longest {
		return ""
	}
	next, _ := utf8.DecodeRuneInString(cell[n:])
	isCode := n == longest && strings.ContainsRune(spaces, next) && strings.Contains(CurrencyCodes, cell[:n])
	if !isCode && !strings.ContainsRune(Currencies, next) {
		return ""
	}
	return cell[:n]
}

// splitUnit cuts a number from the sign or the code of a currency or the short unit beside it, as in $5, USD 5, 5kg and 21 °C; the unit is ""
// where there is none. A negative number in parentheses gets a sign.
func splitUnit(cell string) (number, unit string) {
	const longest = 8 // characters of the unit and spaces
	if inside, ok := strings.CutSuffix(cell, ")"); ok && cell[0] == '(' {
		if number, unit := splitUnit(inside[1:]); stylesOf(inside[1:]) != 0 && withoutSign(number) == number {
			return "-" + number, unit
		}
		return cell, ""
	}
	body := withoutSign(cell)
	code := currencyCode(body)
	if first, _ := utf8.DecodeRuneInString(body); code == "" && !strings.ContainsRune(Currencies+"0123456789.,", first) {
		return cell, "" // most texts end here
	}
	number = strings.TrimLeft(body[len(code):], Currencies+spaces)
	number = strings.TrimRightFunc(number, func(r rune) bool { return unicode.IsLetter(r) || strings.ContainsRune(Currencies+spaces+"°²³/", r) })
	unit = strings.Replace(body, number, "", 1)
	if unit == "" || utf8.RuneCountInString(unit) > longest || numberStyles(number) == 0 {
		return cell, ""
	}
	return cell[:len(cell)-len(body)] + number, unit
}

// unitOf returns the unit beside a number; "" where there is none.
func unitOf(cell string) string {
	_, unit := splitUnit(cell)
	return unit
}

// DifferentUnits returns a sentence about a column with one unit in some rows and another in others, if both are given or
// one is the percent sign, as 12% may be 0.12 elsewhere; otherwise "".
func DifferentUnits(column, unit, some, other, others string) string {
	if unit == other || (unit == "" || other == "") && unit+other != "%" {
		return ""
	}
	beside := func(unit string) string { return strings.Replace(strconv.Quote(unit), `""`, "nothing", 1) }
	return fmt.Sprintf("column %q has %s beside its numbers in %s, and %s in %s: write all in one unit", column, beside(unit), some, beside(other), others)
}

// isPadded recognises digits with a leading zero, as in 00123: a code, not a quantity.
func isPadded(cell string) bool {
	return len(cell) > 1 && cell[0] == '0' && leadingDigits(cell) == len(cell)
}

func withoutSign(s string) string {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:]
	}
	return strings.TrimPrefix(s, string(minus))
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// NumbersOf returns the numbers of a column, NaN where missing; read-only. If it is not of numbers,
// each cell is read by itself, and others has the rows of the cells that are not finite numbers.
func (t *Table) NumbersOf(c *Column) (numbers []float64, others []int) {
	if c.Kind == Number {
		return c.full(), nil
	}
	styles, order := stylesWith(t.Findings.Decimal.Value)
	numbers = make([]float64, len(c.Missing))
	for i := range numbers {
		numbers[i] = math.NaN()
		if c.Missing[i] {
			continue
		}
		text := c.Text(i)
		x, err := math.NaN(), error(nil)
		if set := stylesOf(text) & styles; set != 0 {
			x, err = set.first(order).parse(text)
		}
		if err != nil || math.IsNaN(x-x) {
			others = append(others, i)
			continue
		}
		numbers[i] = x
	}
	return numbers, others
}
