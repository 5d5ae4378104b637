package table

import (
	"math"
	"slices"
	"strings"
)

// typer gives columns of texts their kinds.
type typer struct {
	missing   map[string]bool // codes of missing cells
	decimal   rune            // chosen decimal mark, 0 if left open
	delimiter rune
	place     func(row int) string // where a row is, for messages: "line 7"
	notes     *notes
	suspects  []string // numbers that may mean a missing cell
}

// evidence is what the cells of one column have in common.
type evidence struct {
	common   styleSet // the styles that read all numbers
	numbers  int      // cells that some style reads
	first    int      // row of the first of them, -1 if there is none; so the others
	conflict int      // row whose number left no common style
	odd      int      // cells that are no numbers
	firstOdd int
	infinite int // infinite cells, which are among neither
	firstInf int
	dates    int
	padded   bool // there are digits with a zero in front
	marked   bool // there are numbers with a point or a comma
	commas   bool // there are numbers with a comma
}

// ambiguous reports whether the column's values depend on the decimal mark.
func (e *evidence) ambiguous() bool {
	return e.marked && e.common&pointStyles != 0 && e.common&commaStyles != 0
}

// gather reads all cells of a column and marks the missing ones.
func (t *typer) gather(c *Column) evidence {
	allowed := pointStyles | commaStyles
	switch t.decimal {
	case '.':
		allowed = pointStyles
	case ',':
		allowed = commaStyles
	}
	e := evidence{common: allowed, first: -1, conflict: -1, firstOdd: -1, firstInf: -1}
	c.Missing = make([]bool, len(c.Texts))
	for i, text := range c.Texts {
		if t.missing[text] {
			c.Missing[i] = true
			continue
		}
		if set := stylesOf(text) & allowed; set != 0 {
			if e.numbers++; e.first < 0 {
				e.first = i
			}
			e.common &= set
			if e.common == 0 && e.conflict < 0 {
				e.conflict = i
			}
			e.padded = e.padded || isPadded(text)
			e.marked = e.marked || hasMark(text)
			e.commas = e.commas || strings.Contains(text, ",")
			continue
		}
		if isInfinity(text) {
			if e.infinite++; e.firstInf < 0 {
				e.firstInf = i
			}
			continue
		}
		if e.odd++; e.firstOdd < 0 {
			e.firstOdd = i
		}
		if isDate(text) {
			e.dates++
		}
	}
	return e
}

// decimalMark finds the file's decimal mark: that of the columns that allow
// only one. It returns the order of styles for those that allow both.
func (t *typer) decimalMark(all []evidence) (Finding, []int) {
	switch t.decimal {
	case '.':
		return chosen("."), pointFirst
	case ',':
		return chosen(","), commaFirst
	}
	point, comma, open := 0, 0, 0
	pointed := true // the open columns have points alone
	for i := range all {
		switch e := &all[i]; {
		case e.numbers == 0 || e.common == 0:
		case e.common&commaStyles == 0:
			point++
		case e.common&pointStyles == 0:
			comma++
		case e.ambiguous():
			open++
			pointed = pointed && !e.commas
		}
	}
	const seen = "columns of numbers with this mark"
	sure := func(votes int) float64 { return float64(votes) / float64(point+comma) }
	const both = "every number with a mark can be read both ways"
	switch {
	case point+comma == 0 && open == 0:
		return guess(".", 1, "no number has a decimal mark"), pointFirst
	case point+comma == 0 && t.delimiter == ';':
		// Semicolons are where the comma is taken.
		return guess(",", 0.5, both, "."), plainFirst
	case point+comma == 0 && t.delimiter == ',' && pointed:
		return guess(".", 0.9, "commas separate the cells already"), pointFirst
	case point+comma == 0:
		return guess(".", 0.5, both, ","), pointFirst
	case comma > point:
		return guess(",", sure(comma), seen, "."), commaFirst
	case comma > 0:
		return guess(".", sure(point), seen, ","), pointFirst
	}
	return guess(".", 1, seen), pointFirst
}

// finish types a column from its evidence. order is that of the styles, decided
// means that the file's decimal mark is more than a guess, and rowNumbers that
// the column's name is one that row numbers have.
func (t *typer) finish(c *Column, e *evidence, order []int, decided, rowNumbers bool) error {
	numeric := e.numbers > 0 && e.odd == 0 && e.common != 0
	switch {
	case numeric && e.padded:
		c.Kind = ID
	case numeric:
		if err := t.readNumbers(c, e, order, decided); err != nil {
			return err
		}
		if !rowNumbers || !distinctIntegers(c) {
			c.setNumberLevels()
			return nil
		}
		c.Kind, c.Numbers = ID, nil
	case e.dates > 0 && e.dates == e.odd && e.numbers == 0 && e.infinite == 0:
		c.Kind = Date
	default:
		c.Kind = Text
	}
	levels, few := c.textLevels()
	c.Constant = few && len(levels) <= 1
	if c.Kind != Text {
		return nil
	}
	present := e.numbers + e.odd + e.infinite
	mixed := e.odd == 0 && e.conflict >= 0
	spoilt := e.odd > 0 && e.numbers > e.odd
	// Numbers spoilt by other cells are categories only if they repeat.
	if present > 0 && few && !mixed && !(spoilt && 2*len(levels) > present) {
		c.Kind, c.Levels = Category, levels
	}
	if mixed || spoilt {
		t.explain(c, e)
	}
	return nil
}

// explain says why a column of numbers is text all the same: a few other cells,
// or more than one style.
func (t *typer) explain(c *Column, e *evidence) {
	if e.odd > 0 {
		t.notes.add("column %q is not read as numbers because of %s, first %q in %s: mend it, or give it as a missing code",
			c.Name, countOf(e.odd, "other cell", "other cells"), clip(c.Texts[e.firstOdd]), t.place(e.firstOdd))
		return
	}
	t.notes.add("column %q is not read as numbers because it writes them in different ways, such as %q in %s and %q in %s: write all in one way",
		c.Name, clip(c.Texts[e.first]), t.place(e.first), clip(c.Texts[e.conflict]), t.place(e.conflict))
}

// Numbers beyond huge have squares that overflow, with some room for their sum.
const huge = 1e150

// codes are numbers that often stand for missing cells.
var codes = []float64{-99, -999, -9999}

// readNumbers parses the cells of a column whose numbers a common style reads.
func (t *typer) readNumbers(c *Column, e *evidence, order []int, decided bool) error {
	style := e.common.first(order)
	c.Kind = Number
	c.Numbers = make([]float64, len(c.Texts))
	largest, least, others := 0.0, math.Inf(1), math.Inf(1) // others: least but for codes
	for i, text := range c.Texts {
		if c.Missing[i] || e.infinite > 0 && isInfinity(text) {
			c.Missing[i] = true
			c.Numbers[i] = math.NaN()
			continue
		}
		x, err := style.parse(text)
		if err != nil {
			return mendedBy("missing", "%s, column %q: %s is beyond the largest number (about 1.8e308): correct it, or give it as a missing code",
				t.place(i), c.Name, clip(text))
		}
		c.Numbers[i] = x
		largest = max(largest, math.Abs(x))
		least = min(least, x)
		if !slices.Contains(codes, x) {
			others = min(others, x)
		}
	}
	if e.infinite > 0 {
		t.notes.add("column %q: %s treated as missing (first in %s)", c.Name, countOf(e.infinite, "infinite cell is", "infinite cells are"), t.place(e.firstInf))
	}
	if e.ambiguous() && !decided && (style != styles[0] || t.delimiter == ';') {
		k := slices.IndexFunc(c.Texts, hasMark)
		t.notes.add("column %q: %q can be read with a decimal point or a decimal comma, and was read as %s: choose the decimal mark if that is wrong",
			c.Name, clip(c.Texts[k]), formatNumber(c.Numbers[k]))
	}
	if e.common&plain == 0 {
		t.notes.add("column %q: percent signs were left out, so that 12%% is 12", c.Name)
	}
	if largest > huge {
		t.notes.add("column %q has numbers as large as %s, whose squares overflow: rescale it", c.Name, formatNumber(largest))
	}
	if least < 0 && others >= 0 && !math.IsInf(others, 1) {
		t.notes.add("column %q has the number %s below no others but positive ones: if it means missing, give it as a missing code", c.Name, formatNumber(least))
		if code := formatNumber(least); !slices.Contains(t.suspects, code) {
			t.suspects = append(t.suspects, code)
		}
	}
	return nil
}

// distinctIntegers reports whether a column numbers its rows: no cell missing,
// none like another.
func distinctIntegers(c *Column) bool {
	seen := make(map[float64]bool, len(c.Numbers))
	for _, x := range c.Numbers {
		if x != math.Trunc(x) || seen[x] { // NaN differs from itself
			return false
		}
		seen[x] = true
	}
	return true
}

// hasMark reports whether a number has a decimal mark, or one that could be.
func hasMark(cell string) bool { return strings.ContainsAny(cell, ".,") }

// isRowName recognises the header of row numbers in column j; R writes an empty
// one over the first.
func isRowName(header string, j int) bool {
	switch strings.ToLower(header) {
	case "":
		return j == 0
	case "id", "rownames", "row.names", "row_names", "unnamed: 0":
		return true
	}
	return false
}

// setNumberLevels sets Levels and Constant of a column of numbers.
func (c *Column) setNumberLevels() {
	var distinct [2]float64
	numbers, zeros := c.held()
	n := min(zeros, 1) // distinct[0] is 0
	for _, x := range numbers {
		if math.IsNaN(x) || n > 0 && x == distinct[0] || n > 1 && x == distinct[1] {
			continue
		}
		if n == 2 {
			return
		}
		distinct[n] = x
		n++
	}
	c.Constant = n < 2
	slices.Sort(distinct[:n])
	for _, x := range distinct[:n] {
		c.Levels = append(c.Levels, formatNumber(x))
	}
}

// textLevels returns the distinct texts of a column, sorted; few is false, and
// the list not complete, if there are more than MaxLevels or one is too long to
// name anything.
func (c *Column) textLevels() (levels []string, few bool) {
	const longest = 200
	seen := map[string]bool{}
	for i, text := range c.Texts {
		if c.Missing[i] || seen[text] {
			continue
		}
		if len(seen) == MaxLevels || len(text) > longest {
			return nil, false
		}
		seen[text] = true
		levels = append(levels, text)
	}
	slices.Sort(levels)
	return levels, true
}
