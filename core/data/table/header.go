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
func hasHeader(head [][]string, missing map[string]bool) Finding {
	first := head[0]
	if len(head) == 1 {
		if slices.ContainsFunc(first, isNumber) {
			return guess("no", 0.6, "the only row holds numbers", "yes")
		}
		return guess("yes", 0.6, "the only row holds texts", "no")
	}
	pro, contra := 0, 0
	var numbers []string // of the first row, over columns of numbers
	again := false
	for j, cell := range first {
		below, present := 0, 0 // numbers and cells
		for _, row := range head[1:] {
			if missing[row[j]] {
				continue
			}
			present++
			if isNumber(row[j]) {
				below++
			}
			again = again || row[j] == cell
		}
		if missing[cell] || present == 0 || 10*below < 9*present {
			continue
		}
		if isNumber(cell) {
			contra++
			numbers = append(numbers, cell)
		} else {
			pro++
		}
	}
	sure := func() float64 {
		return 0.5 + 0.5*math.Abs(float64(pro-contra))/float64(pro+contra)
	}
	switch {
	case successiveYears(numbers):
		return guess("yes", 0.8, "the numbers of the first row are successive years", "no")
	case pro > contra:
		return guess("yes", sure(), "the first row holds texts over columns of numbers", "no")
	case contra > 0:
		return guess("no", sure(), "the first row holds numbers like the rows below", "yes")
	case again || !distinctTexts(first):
		return guess("no", 0.6, "the first row looks like the rows below", "yes")
	}
	return guess("yes", 0.6, "the texts of the first row do not occur again", "no")
}

// successiveYears reports whether there are at least three cells, which are years a step apart, at
// most a decade, forward or backward.
func successiveYears(cells []string) bool {
	years := make([]int, len(cells))
	for j, cell := range cells {
		var err error
		if years[j], err = strconv.Atoi(cell); err != nil || years[j] < 1500 || years[j] > 2500 {
			return false
		}
		step := years[j] - years[max(0, j-1)]
		if j > 0 && (step == 0 || step > 10 || step < -10 || step != years[1]-years[0]) {
			return false
		}
	}
	return len(cells) > 2
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
