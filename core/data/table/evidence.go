package table

import (
	"math"
	"strings"
)

// evidence describes the cells of one column.
type evidence struct {
	*Column
	common         styleSet // the styles that read all numbers
	numbers        witness  // cells that some style reads
	marks          witness  // numbers with a point or a comma
	conflict       witness  // numbers that left no common style
	beyond         witness  // numbers that float64 cannot hold
	infinities     witness  // infinities cells, which are not among the numbers
	others         witness  // other cells
	unit           string   // beside the numbers
	oddTexts       bool     // the other cells differ from each other
	foreignNumbers int      // numbers that strconv does not read as they are
	dates          int
	compactDates   int  // numbers that are dates as 20240131
	padded         bool // there are digits with a zero in front
	commas         bool // there are numbers with a comma
	misses         bool // Missing is not shared with other columns
	rowNumbers     bool // the column has a usual name of row numbers
	numbering      bool // the column has a name of row numbers or of counts
	suspected      bool // the numbers have codes of missing cells
	coded          bool // the cells are codes of categories

	style style
	parse bool              // the numbers are to be read again, in that style
	keep  bool              // the texts are to be kept
	texts map[string]string // texts that were kept, so that equal ones share memory
}

// witness counts cells and keeps the first of them.
type witness struct {
	count, row int
	text       string
}

func (w *witness) see(row int, text string) {
	if w.count++; w.count == 1 {
		w.row, w.text = row, text
	}
}

func (e *evidence) add(t *typer, row int, text string) {
	set := stylesOf(text) & t.styles
	if (set == 0 || t.numerals) && t.missingCodes[text] {
		e.miss(row)
		return
	}
	isDate := false
	if set&^measured == 0 { // 2024 May is no number with a unit
		_, isDate = cutDate(text)
	}
	switch {
	case set != 0 && !isDate && e.hasUnit(text, set):
		e.addNumber(row, text, set)
	case isInfinity(text):
		e.infinities.see(row, text)
		e.set(row, math.Inf(1))
	default:
		e.others.see(row, text)
		e.oddTexts = e.oddTexts || text != e.others.text
		e.Numbers = nil
		if isDate {
			e.dates++
		}
	}
}

// hasUnit reports whether a number has the unit of the first one.
func (e *evidence) hasUnit(text string, set styleSet) bool {
	unit := ""
	if set&measured != 0 {
		unit = strings.Trim(unitOf(text), spaces)
	}
	if e.numbers.count == 0 {
		e.unit = unit
	}
	return unit == e.unit
}

func (e *evidence) addNumber(row int, text string, set styleSet) {
	e.numbers.see(row, text)
	if e.common &= set; e.common == 0 {
		e.conflict.see(row, text)
	}
	e.padded = e.padded || isPadded(text)
	if isCompactDate(text) {
		e.compactDates++
	}
	if strings.ContainsAny(text, ".,") {
		e.marks.see(row, text)
		e.commas = e.commas || strings.Contains(text, ",")
	}
	if set&styleBits(0) == 0 {
		e.foreignNumbers++
	} else if e.others.count == 0 {
		e.setNumber(row, text, styles[0])
	}
}

func (e *evidence) miss(row int) {
	if len(e.Missing) > 0 && !e.misses {
		e.Missing, e.misses = make([]bool, len(e.Missing)), true
	}
	e.Missing[row] = true
}

func (e *evidence) set(row int, x float64) {
	if e.others.count > 0 {
		return
	}
	if e.Numbers == nil {
		e.Numbers = make([]float64, len(e.Missing))
	}
	e.Numbers[row] = x
}

// setNumber keeps the number that a style reads.
func (e *evidence) setNumber(row int, text string, s style) {
	x, err := s.parse(text)
	if err != nil {
		e.beyond.see(row, text)
	}
	e.set(row, x)
}

// addAgain adds the cell of a row in the second pass.
func (e *evidence) addAgain(row int, text string) {
	if e.keep {
		const most = 4096
		shared, known := e.texts[text]
		if !known {
			if shared = strings.Clone(text); len(e.texts) < most {
				e.texts[shared] = shared
			}
		}
		e.Texts[row] = shared
	}
	if e.parse && !e.Missing[row] && !isInfinity(text) {
		e.setNumber(row, text, e.style)
	}
}

// isNumeric reports whether a style reads all cells, and they are neither codes nor dates.
func (e *evidence) isNumeric() bool {
	return e.numbers.count > 0 && e.others.count == 0 && e.common != 0 && !e.coded && !e.holdsCompactDates()
}

// holdsCompactDates reports whether all numbers are dates as 20240131.
func (e *evidence) holdsCompactDates() bool {
	return e.numbers.count > 0 && e.compactDates == e.numbers.count
}

// holdsDates reports whether all cells are dates, all as 20240131 or none.
func (e *evidence) holdsDates() bool {
	if e.holdsCompactDates() {
		return e.others.count+e.infinities.count == 0
	}
	return e.dates > 0 && e.dates == e.others.count && e.numbers.count+e.infinities.count == 0
}

// mostLevels is the largest number of levels of the column if it is a category.
func (e *evidence) mostLevels() int {
	if e.coded {
		return MaxCoded
	}
	return MaxLevels
}

// ambiguous reports whether the column's values depend on the decimal mark.
func (e *evidence) ambiguous() bool {
	return e.marks.count > 0 && e.common&pointStyles != 0 && e.common&commaStyles != 0
}
