package table

import (
	"math"
	"slices"
	"strconv"
)

// hasHeader guesses whether the first of some rows names the columns. Columns of numbers
// below a text are evidence for it, those below a number against it, unless the numbers are
// successive years; without such columns, a row of distinct texts that do not occur again is a
// header.
func hasHeader(head [][]string, codes map[string]bool) Finding {
	first := head[0]
	if len(head) == 1 {
		if slices.ContainsFunc(first, isNumber) {
			return guess("no", 0.6, "the only row holds numbers", "yes")
		}
		return guess("yes", 0.6, "the only row holds texts", "no")
	}
	pro, contra := 0, 0
	var over []string // numbers of the first row over columns of numbers
	again := false
	for j, cell := range first {
		again = again || slices.ContainsFunc(head[1:], func(row []string) bool { return row[j] == cell && !codes[cell] })
		if codes[cell] || !isAboveNumbers(head, j, codes) {
			continue
		}
		if isNumber(cell) {
			contra++
			over = append(over, cell)
		} else {
			pro++
		}
	}
	confidence := func() float64 {
		return 0.5 + 0.5*math.Abs(float64(pro-contra))/float64(pro+contra)
	}
	switch {
	case successiveYears(over):
		return guess("yes", 0.8, "the numbers of the first row are successive years", "no")
	case pro > contra:
		return guess("yes", confidence(), "the first row holds texts over columns of numbers", "no")
	case contra > 0:
		return guess("no", confidence(), "the first row holds numbers like the rows below", "yes")
	case again || !distinctTexts(first):
		return guess("no", 0.6, "the first row looks like the rows below", "yes")
	}
	return guess("yes", 0.6, "the texts of the first row do not occur again", "no")
}

// isAboveNumbers reports whether nine in ten cells of a column below the first row are numbers.
func isAboveNumbers(head [][]string, j int, codes map[string]bool) bool {
	numbers, cells := 0, 0
	for _, row := range head[1:] {
		if codes[row[j]] {
			continue
		}
		cells++
		if isNumber(row[j]) {
			numbers++
		}
	}
	return cells > 0 && 10*numbers >= 9*cells
}

// fewestMeasured is the number of rows below a row of units, mostUnits the largest number of such rows: surveys are exported with
// the questions and the identifiers of their columns below the names.
const (
	fewestMeasured = 3
	mostUnits      = 2
)

// isUnits reports whether the first row below a header has no number, but texts above at least two columns of
// numbers, as a row of units has.
func isUnits(head [][]string, codes map[string]bool) bool {
	if len(head) <= fewestMeasured || slices.ContainsFunc(head[0], isNumber) {
		return false
	}
	units := 0
	for j, cell := range head[0] {
		if !codes[cell] && isAboveNumbers(head, j, codes) {
			units++
		}
	}
	return units > 1
}

// successiveYears reports whether there are at least three cells, and they are years in steps of the
// same size, at most ten years.
func successiveYears(cells []string) bool {
	var years []int
	for j, cell := range cells {
		year, err := strconv.Atoi(cell)
		if err != nil || year < 1500 || year > 2500 {
			return false
		}
		years = append(years, year)
		if step := year - years[max(0, j-1)]; j > 0 && (step == 0 || max(step, -step) > 10 || step != years[1]-years[0]) {
			return false
		}
	}
	return len(years) > 2
}

// distinctTexts reports whether the cells are texts that differ.
func distinctTexts(cells []string) bool {
	seen := make(map[string]bool, len(cells))
	for _, cell := range cells {
		if cell != "" && (seen[cell] || isNumber(cell)) {
			return false
		}
		seen[cell] = true
	}
	return true
}
