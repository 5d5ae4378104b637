package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lplab/core/english"
	"lplab/core/lists"
)

// typer finds the kinds of columns in one pass over the rows, and a second for what the first
// leaves open: texts, and numbers that strconv does not read.
type typer struct {
	missingCodes map[string]bool // codes of missing cells
	decimal      string          // chosen decimal mark, "" if left open
	likely       string          // see Options.Likely
	delimiter    rune
	headers      []string    // the names as the file has them; nil without
	attributes   []attribute // the kinds, where the format has these
	written      bool        // keep the texts of numbers
	codes        []string    // see Options.Codes
	unit         string      // the name of a record in messages, "" for "line"
	notes        *notes
	suspects     []string // texts that may mean a missing cell

	rows     *rectangle
	styles   styleSet // the styles that numbers may have
	numerals bool     // a code of missing cells is a number
	totalled bool     // the row of totals was left out
}

// place returns where a row is, for a message.
func (t *typer) place(row int) string {
	return fmt.Sprintf("%s %d", cmp.Or(t.unit, "line"), t.rows.line(row))
}

// table types the columns of rows. Of its findings only the decimal mark is set.
func (t *typer) table(names []string, rows *rectangle) (*Table, error) {
	t.rows = rows
	earlier := len(t.notes.all)
	t.styles, _ = stylesWith(t.decimal)
	for code := range t.missingCodes {
		t.numerals = t.numerals || isNumber(code)
	}
	none := make([]bool, rows.rows) // shared by the columns without missing cells
	all := lists.Map(names, func(name string) evidence {
		return evidence{common: t.styles, Column: &Column{Name: strings.Clone(name), Missing: none}}
	})
	var head [][]string
	for i, cells := range rows.each {
		if i < previewRows {
			head = append(head, lists.Map(cells[:min(len(cells), previewColumns)], func(cell string) string { return strings.Clone(english.Clip(cell)) }))
		}
		for j, text := range cells {
			all[j].add(t, i, text)
		}
	}
	decimal, order := t.decimalMark(all)
	for _, name := range t.codes {
		if !slices.Contains(names, name) {
			t.notes.add("there is no column %q, which is named among the codes of categories: correct data.import.codes", name)
		}
	}
	var repeats []int // columns that need a second pass
	for j := range all {
		e := &all[j]
		e.rowNumbers = t.headers != nil && isRowName(t.headers[j], j)
		e.numbering = t.headers != nil && isNumbering(t.headers[j])
		e.coded = slices.Contains(t.codes, e.Name)
		if t.settle(e, j, order); e.parse || e.keep {
			repeats = append(repeats, j)
		}
	}
	if repeats != nil {
		for i, cells := range rows.each {
			for _, j := range repeats {
				all[j].addAgain(i, cells[j])
			}
		}
	}
	columns := make([]*Column, len(all))
	for j := range all {
		e := &all[j]
		finish := t.finish
		if t.attributes != nil {
			finish = t.finishDeclared
		}
		if err := finish(e, j, decimal.Confidence > 0.5); err != nil {
			return nil, err
		}
		if e.rowNumbers {
			t.noteGroups(e.Column)
		}
		columns[j] = e.Column
	}
	t.notePanel(columns)
	if t.unit == "" && !t.totalled && rows.rows > 0 && areTotals(columns) { // not of rows that are given one by one
		t.totalled = true
		rows.rows--
		t.notes.all, t.notes.shared, t.suspects = t.notes.all[:earlier], nil, nil
		t.notes.caution("the last row was left out, because in all columns of numbers it is the sum of the others")
		return t.table(names, rows) // a text in that row may have hidden the dates or numbers of a column
	}
	for _, e := range all {
		if e.Kind == Number && !e.suspected && !endsInTotal(e.Column) {
			t.noteFar(e.Column)
		}
	}
	result := newTable(columns, rows.rows)
	result.Findings.Decimal, result.head = decimal, head
	isOpen := decimal.Value == "," && decimal.Confidence <= 0.5
	for _, e := range all {
		if e.isNumeric() && e.marks.count > 0 && !isOpen {
			result.Findings.Mark = decimal.Value
		}
		if e.isNumeric() && e.style.group != "" {
			first, _ := utf8.DecodeRuneInString(e.style.group)
			result.Findings.Group = string(first)
		}
	}
	return result, nil
}

// settle decides what the second pass reads of column j, by an order of styles.
func (t *typer) settle(e *evidence, j int, order []int) {
	numeric := e.isNumeric()
	if t.attributes != nil {
		numeric = numeric && t.attributes[j].kind == Number
	} else if e.padded {
		numeric = false
	}
	if numeric {
		e.style = e.common.first(order)
		e.parse = e.foreignNumbers > 0 || e.marks.count > 0 && e.style != styles[0]
	} else {
		e.Numbers = nil
	}
	if e.keep = !numeric || e.rowNumbers || e.numbering || t.written; e.keep {
		e.Texts, e.texts = make([]string, len(e.Missing)), map[string]string{}
	}
	if e.parse {
		e.beyond = witness{}
	}
}

// decimalMark finds the file's decimal mark by the columns that allow only one, and the
// order of styles for those that allow both.
func (t *typer) decimalMark(all []evidence) (Finding, []int) {
	if t.decimal != "" {
		_, order := stylesWith(t.decimal)
		return chosenFinding(t.decimal), order
	}
	point, comma, open := 0, 0, 0
	pointed := true // the open columns have no commas
	for i := range all {
		switch e := &all[i]; {
		case e.numbers.count == 0 || e.common == 0:
		case e.common&commaStyles == 0:
			point++
		case e.common&pointStyles == 0:
			comma++
		case e.ambiguous():
			open++
			pointed = pointed && !e.commas
		}
	}
	const reason = "columns of numbers with this mark"
	confidence := func(votes int) float64 { return float64(votes) / float64(point+comma) }
	const both = "every number with a mark can be read both ways"
	switch {
	case point+comma == 0 && open == 0:
		return guess(".", 1, "no number has a decimal mark"), pointFirst
	case point+comma == 0 && t.likely != "" && !(t.delimiter == ',' && pointed):
		_, order := stylesWith(t.likely)
		return guess(t.likely, 0.9, "the training rows have this mark"), order
	case point+comma == 0 && t.delimiter == ';': // a file with decimal commas needs another delimiter
		return guess(",", 0.5, both, "."), plainFirst
	case point+comma == 0 && t.delimiter == ',' && pointed:
		return guess(".", 0.9, "commas separate the cells already"), pointFirst
	case point+comma == 0:
		return guess(".", 0.5, both, ","), pointFirst
	case comma > point:
		return guess(",", confidence(comma), reason, "."), commaFirst
	case comma > 0:
		return guess(".", confidence(point), reason, ","), pointFirst
	}
	return guess(".", 1, reason), pointFirst
}

// leastRepeats is the mean number of rows with the same code, such as 02139, from which codes are categories.
const leastRepeats = 5

// leastNames is the number of rows from which texts that all differ are names of the rows.
const leastNames = 10

// finish types a column by its evidence. decided reports that the decimal mark of the file is certain.
func (t *typer) finish(e *evidence, _ int, decided bool) error {
	c := e.Column
	numeric := e.isNumeric()
	switch {
	case numeric && e.padded:
		c.Kind = ID
	case numeric:
		if err := t.finishNumbers(e, decided); err != nil {
			return err
		}
		if !(e.rowNumbers && c.numbersRows() || e.numbering && c.isSuccessive()) {
			if c.setNumberLevels(); !t.written {
				c.Texts = nil
			}
			return nil
		}
		c.Kind, c.Numbers = ID, nil
	case !e.coded && e.holdsDates():
		c.Kind = Date
	default:
		c.Kind = Text
	}
	levels, few := c.textLevels(e.mostLevels())
	c.Constant = few && len(levels) <= 1
	cells := e.numbers.count + e.others.count + e.infinities.count
	if numeric && e.padded && !e.rowNumbers && few && len(levels)*leastRepeats <= cells {
		c.Kind, c.Levels = Category, levels
	}
	if c.Kind != Text {
		return nil
	}
	if e.coded {
		if !few {
			t.noteUncodable(c)
		} else if cells > 0 {
			c.Kind, c.Levels = Category, levels
			t.noteCase(c)
		}
		return nil
	}
	mixed := e.others.count == 0 && e.conflict.count > 0
	spoilt := e.others.count > 0 && e.numbers.count > e.others.count
	// Numbers spoilt by other cells are categories only if they repeat.
	names := len(levels) == cells && cells >= leastNames // one for each row, so that none can be learned from
	if cells > 0 && few && !names && !mixed && !(spoilt && 2*len(levels) > cells) {
		c.Kind, c.Levels = Category, levels
		t.noteCase(c)
	}
	// A text with digits that repeats, such as "3+" beside "0", "1" and "2", is a value.
	ofValues := e.others.count > 1 && !e.oddTexts && strings.ContainsAny(e.others.text, "0123456789")
	switch {
	case c.Kind == Category && (ofValues || 2*countNumbers(levels) < len(levels)): // "0%", "1 - 10%", "11 - 25%"
	case spoilt:
		others, place := english.CountOf(e.others.count, "other cell", "other cells"), t.place(e.others.row)
		t.notes.cautionOf(c.Name,
			fmt.Sprintf(" is not read as numbers because of %s, first %q in %s: correct it, or give it as a missing code", others, english.Clip(e.others.text), place),
			fmt.Sprintf(" are not read as numbers because of %s each, first in %s: correct them, or give them as missing codes", others, place))
		if e.others.count > 1 && !e.oddTexts && !strings.Contains(e.others.text, ",") {
			t.suspect(strings.Clone(e.others.text))
		}
	case mixed:
		t.notes.caution("column %q is not read as numbers because it writes them in different ways, such as %q in %s and %q in %s: write all in one way",
			c.Name, english.Clip(e.numbers.text), t.place(e.numbers.row), english.Clip(e.conflict.text), t.place(e.conflict.row))
	}
	return nil
}

// noteUncodable notes a column that is named in Options.Codes but cannot be a category.
func (t *typer) noteUncodable(c *Column) {
	t.notes.add("column %q has more than %d different cells, or one of more than %d bytes, and cannot be categories: correct data.import.codes", c.Name, MaxCoded, longestLevel)
}

// countNumbers returns how many texts are numbers.
func countNumbers(texts []string) (count int) {
	for _, text := range texts {
		if isNumber(text) {
			count++
		}
	}
	return count
}

// noteCase notes levels that differ only in case.
func (t *typer) noteCase(c *Column) {
	seen := map[string]string{}
	for _, level := range c.Levels {
		lower := strings.ToLower(level)
		if first, ok := seen[lower]; ok {
			t.notes.caution("column %q has levels that differ only in case, such as %q and %q: write them alike if they mean the same", c.Name, english.Clip(first), english.Clip(level))
			return
		}
		seen[lower] = level
	}
}

// huge is the absolute value from which the squares of numbers, or their sum, may overflow.
const huge = 1e150

// codes are numbers that often mean a missing cell, if the others are from 0 on and at most the share mostOfCode of a
// positive one.
var codes = []float64{-9999, -9998, -999, -998, -997, -99, -98, -97, -88, -77, -9, -8, -7, 77, 88, 97, 98, 99, 777, 888, 997, 998, 999, 8888, 9998, 9999}

const mostOfCode = 1. / 3

func (t *typer) finishNumbers(e *evidence, decided bool) error {
	c := e.Column
	c.Kind = Number
	if e.beyond.count > 0 {
		return correctedBy("missing", "%s, column %q: %s is beyond the largest number (about 1.8e308): correct it, or give it as a missing code",
			t.place(e.beyond.row), c.Name, english.Clip(e.beyond.text))
	}
	largest := 0.0
	leastOther, mostOther := math.Inf(1), math.Inf(-1) // of the numbers that are no codes
	var low, high []float64                            // codes
	for i, x := range c.Numbers {
		if c.Missing[i] || math.IsInf(x, 0) {
			e.miss(i)
			c.Numbers[i] = math.NaN()
			continue
		}
		largest = max(largest, math.Abs(x))
		switch {
		case x >= leastOther && x <= mostOther:
		case !slices.Contains(codes, x):
			leastOther, mostOther = min(leastOther, x), max(mostOther, x)
		case x < 0 && !slices.Contains(low, x):
			low = append(low, x)
		case x > 0 && !slices.Contains(high, x):
			high = append(high, x)
		}
	}
	if n := e.infinities.count; n > 0 {
		t.notes.add("column %q: %s treated as missing (first in %s)", c.Name, english.CountOf(n, "infinite cell is", "infinite cells are"), t.place(e.infinities.row))
	}
	if e.ambiguous() && !decided && (e.style != styles[0] || t.delimiter == ';') {
		if x, err := e.style.parse(e.marks.text); err == nil {
			t.notes.add("column %q: %q can be read with a decimal point or a decimal comma, and was read as %s: choose the decimal mark if that is wrong",
				c.Name, english.Clip(e.marks.text), formatNumber(x))
		}
	}
	c.Unit = e.unit
	if e.common&percent != 0 {
		c.Unit = "%"
		const leftOut = ": percent signs were left out, so that 12% is 12"
		t.notes.addOf(c.Name, leftOut, leftOut)
	}
	if e.unit != "" {
		leftOut := fmt.Sprintf(": %q was left out beside the numbers", e.unit)
		t.notes.addOf(c.Name, leftOut, leftOut)
	}
	if largest > huge {
		t.notes.add("column %q has numbers as large as %s; their squares overflow: rescale it", c.Name, formatNumber(largest))
	}
	high = slices.DeleteFunc(high, func(code float64) bool { return mostOther > mostOfCode*code })
	if e.suspected = leastOther >= 0 && mostOther > 0 && len(low)+len(high) > 0; e.suspected {
		t.suspectNumbers(c.Name, low, ", but no other negative one")
		t.suspectNumbers(c.Name, high, " far above all others")
	}
	return nil
}

// suspectNumbers cautions that numbers of a column may mean a missing cell.
func (t *typer) suspectNumbers(column string, codes []float64, reason string) {
	if len(codes) == 0 {
		return
	}
	slices.Sort(codes)
	has := fmt.Sprintf("the number %s%s: if it means missing, give it as a missing code", formatNumber(codes[0]), reason)
	if len(codes) > 1 {
		has = fmt.Sprintf("the numbers %s%s: if they mean missing, give them as missing codes", english.List(codes), reason)
	}
	t.notes.cautionOf(column, " has "+has, " have "+has)
	for _, code := range codes {
		t.suspect(formatNumber(code))
	}
}

// suspect notes a text that may mean a missing cell.
func (t *typer) suspect(code string) {
	if !slices.Contains(t.suspects, code) {
		t.suspects = append(t.suspects, code)
	}
}

// numbersRows reports whether a column has a different integer in every row.
func (c *Column) numbersRows() bool {
	return !slices.ContainsFunc(c.Numbers, func(x float64) bool { return x != math.Trunc(x) }) && c.distinct() == len(c.Numbers)
}

// isSuccessive reports whether each number is 1 more than the one before.
func (c *Column) isSuccessive() bool {
	for i, x := range c.Numbers {
		if x != c.Numbers[0]+float64(i) {
			return false
		}
	}
	return true
}

// distinct returns the number of distinct cells, without missing ones.
func (c *Column) distinct() int { return c.repeating(len(c.Missing), 0) }

// isRowName reports whether the header of column j is usual for row numbers or identifiers, such as
// "id", "patient_id", "PassengerId", "id_client", "IDpol" or "Subject". The header of the row names of R is empty, in the first column.
func isRowName(header string, j int) bool {
	names := []string{"id", "rownames", "row.names", "row_names", "unnamed: 0",
		"subject", "patient", "participant", "person", "individual", "respondent"}
	if header == "" && j == 0 || slices.Contains(names, strings.ToLower(header)) {
		return true
	}
	if len(header) > 2 && strings.EqualFold(header[:2], "id") {
		if after, _ := utf8.DecodeRuneInString(header[2:]); !unicode.IsLetter(after) || header[1] == 'D' && unicode.IsLower(after) {
			return true
		}
	}
	rest, suffix := header[:max(0, len(header)-2)], header[max(0, len(header)-2):]
	before, _ := utf8.DecodeLastRuneInString(rest)
	return strings.EqualFold(suffix, "id") && (!unicode.IsLetter(before) || suffix[0] == 'I' && unicode.IsLower(before))
}

// isNumbering reports whether a header is usual for row numbers, such as "No." or "Customer number", but also for counts.
func isNumbering(header string) bool {
	words := strings.Fields(strings.ToLower(header))
	return len(words) > 0 && slices.Contains([]string{"no", "nr", "number", "#", "index", "row", "obs", "case"}, strings.TrimRight(words[len(words)-1], "."))
}

// setNumberLevels sets Levels and Constant of a column of numbers.
func (c *Column) setNumberLevels() {
	var values [2]float64
	numbers, zeros := c.heldNumbers()
	n := min(zeros, 1) // distinct[0] is 0
	for _, x := range numbers {
		if math.IsNaN(x) || n > 0 && x == values[0] || n > 1 && x == values[1] {
			continue
		}
		if n == 2 {
			return
		}
		values[n] = x
		n++
	}
	c.Constant = n < 2
	slices.Sort(values[:n])
	for _, x := range values[:n] {
		c.Levels = append(c.Levels, formatNumber(x))
	}
}

// longestLevel is the largest number of bytes of a category.
const longestLevel = 200

// textLevels returns the distinct texts of a column, sorted; few is false, and there is no
// list, if there are more than the most or one is too long for a name.
func (c *Column) textLevels(most int) (levels []string, few bool) {
	seen := map[string]bool{}
	for i, text := range c.Texts {
		if c.Missing[i] || seen[text] {
			continue
		}
		if len(seen) == most || len(text) > longestLevel {
			return nil, false
		}
		seen[text] = true
		levels = append(levels, text)
	}
	slices.Sort(levels)
	return levels, true
}
