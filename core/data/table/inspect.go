package table

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"lplab/core/english"
	"lplab/core/lists"
)

// Inspection describes a table and how its file was read, as JSON.
type Inspection struct {
	Rows     int             `json:"rows"`
	Columns  []ColumnSummary `json:"columns"`
	Total    int             `json:"total"`             // number of all columns
	Target   string          `json:"target"`            // the most likely target; "" if no column is usable
	Against  string          `json:"against,omitempty"` // the column that the others are correlated with
	Sorted   string          `json:"sorted,omitempty"`  // the column of dates or years by which the rows are ordered
	Warnings []string        `json:"warnings"`
	Cautions []string        `json:"cautions,omitempty"` // of Warnings, those of cells that may spoil a model
	Findings *Findings       `json:"findings,omitempty"` // of tables read from a file
	Unsure   []string        `json:"unsure,omitempty"`   // the Findings to check, by their JSON names
	Preview  [][]string      `json:"preview"`            // the first rows of the first columns, as written
}

// ColumnSummary is one column of an Inspection. The numbers are those of the
// present cells of a number column, absent if there are none.
type ColumnSummary struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // Kind.String
	Missing int      `json:"missing"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	Mean    *float64 `json:"mean,omitempty"`
	Levels  []string `json:"levels,omitempty"`  // as in Column
	Codes   int      `json:"codes,omitempty"`   // the number of different values if they may stand for classes: see Codes
	Classes int      `json:"classes,omitempty"` // the number of different values of a text column that can be a target
	Codable int      `json:"codable,omitempty"` // the number of different values of a text column, or one of numbers with a name of codes, that Options.Codes can make a category
	Usable  bool     `json:"usable"`            // as a feature, and as a target
	Groups  bool     `json:"groups,omitempty"`  // whether it is named like an identifier or numbers the units of a panel, and some of its values are in several rows

	Counts      []int    `json:"counts,omitempty"`      // of the cells in Bins parts of equal width from Min to Max, or of Levels
	Correlation *float64 `json:"correlation,omitempty"` // of a number column with the target, over the rows that have both
}

// Bins is the number of bins of a histogram of numbers.
const Bins = 16

// How much of the table an Inspection shows.
const (
	previewRows    = 8
	previewColumns = 100
	lookedAt       = 1000 // columns for which cells are counted
	seriesColumns  = 50   // from which columns with names that differ by their digits are a series, as of a spectrum
)

// Look summarises the first columns of the table, 0 for all, the target, if there is a column of
// that name, and the likely target. The correlations are those with the target, or with the
// likely one. Cells and correlations of very many columns are those of the first ones.
func (t *Table) Look(columns int, target string) Inspection {
	in := Inspection{
		Rows: t.Rows, Total: len(t.Columns), Target: t.likelyTarget(), Sorted: t.SortedDates(),
		Columns:  []ColumnSummary{},
		Warnings: append([]string{}, t.Warnings...), // [] rather than null
		Cautions: t.cautions,
		Preview:  append([][]string{}, t.head...),
	}
	if t.Findings.Format.Value != "" {
		findings := t.Findings
		in.Findings, in.Unsure = &findings, findings.unsureFields()
	}
	for i := len(in.Preview); i < min(t.Rows, previewRows); i++ {
		in.Preview = append(in.Preview, lists.Map(t.Columns[:min(len(t.Columns), previewColumns)], func(c *Column) string { return english.Clip(c.Text(i)) }))
	}
	of, ok := t.Column(target)
	if !ok {
		of, ok = t.Column(in.Target)
	}
	var y []float64
	if ok {
		if y = of.codedNumbers(); y != nil {
			in.Against = of.Name
		}
	}
	for j, c := range t.Columns {
		if columns > 0 && j >= columns && c.Name != in.Target && c.Name != target {
			continue
		}
		s := c.summary()
		if len(in.Columns) < lookedAt {
			s.Counts = c.counts(&s)
			s.Codes = Codes(c.Numbers)
			s.Classes, s.Codable = c.classes(), c.codable()
			if r := correlation(c, y); c != of && !math.IsNaN(r) {
				s.Correlation = &r
			}
		}
		in.Columns = append(in.Columns, s)
	}
	return in
}

// classNames are usual names of targets that are classes.
var classNames = []string{"class", "label", "target", "diagnosis", "status"}

// NamesClasses reports whether a column of classes usually has this name, in any case.
func NamesClasses(name string) bool { return slices.Contains(classNames, strings.ToLower(name)) }

// likelyTarget returns the first column with a usual name of targets that can be one, else one with a name of what is often
// predicted, inside the table or in front, else the last usable one, if possible one that does not number, date, locate
// or group the rows and that has enough cells to learn from. Columns of a series, as of a spectrum, come after all others.
func (t *Table) likelyTarget() string {
	targetNames := []string{"y", "outcome", "response", "survived", "churn", "attrition", "exited", "default", "yield"}
	points := t.points()
	for _, c := range t.Columns {
		if (NamesClasses(c.Name) || slices.Contains(targetNames, strings.ToLower(c.Name))) && (c.Usable() || c.classes() > 0) && !slices.Contains(points, c) {
			return c.Name
		}
	}
	usable := slices.DeleteFunc(slices.Clone(t.Columns), func(c *Column) bool { return !c.Usable() })
	if len(usable) == 0 {
		return ""
	}
	insideNames := []string{"sales", "salary", "rating"}
	named := slices.DeleteFunc(slices.Clone(usable), func(c *Column) bool {
		isNamed := slices.Contains(insideNames, strings.ToLower(c.Name)) || lastWord(c.Name) == "price"
		return !isNamed || c.Kind != Number || !c.isLearnable()
	})
	if len(named) > 0 {
		return slices.MinFunc(named, func(a, b *Column) int { return len(a.Name) - len(b.Name) }).Name // "Price" rather than "Min.Price"
	}
	firstNames := []string{"score", "wage", "wages", "earnings", "cost", "mpg"}
	if slices.Contains(firstNames, strings.ToLower(usable[0].Name)) && usable[0].isLearnable() {
		return usable[0].Name
	}
	otherNames := slices.Concat(calendarNames, []string{"index", "timestamp", "weekday", "latitude", "longitude", "lat", "lon", "long", "lng"})
	series := map[string]int{}
	for _, c := range usable {
		series[withoutDigits(c.Name)]++
	}
	slices.Reverse(usable)
	for _, ofSeries := range []bool{false, true} {
		for _, c := range usable {
			if (series[withoutDigits(c.Name)] >= seriesColumns) == ofSeries && !c.Groups && !slices.Contains(points, c) &&
				!slices.Contains(otherNames, strings.ToLower(c.Name)) && lastWord(c.Name) != "id" && c.isLearnable() {
				return c.Name
			}
		}
	}
	return usable[0].Name
}

// points returns the columns x and y before others: coordinates, and y is no target.
func (t *Table) points() []*Column {
	for j := 1; j < len(t.Columns)-1; j++ {
		if strings.EqualFold(t.Columns[j-1].Name, "x") && strings.EqualFold(t.Columns[j].Name, "y") {
			return t.Columns[j-1 : j+1]
		}
	}
	return nil
}

// lastWord returns the last word of a name in lower case: "price" of "Sale_Price" and "SalePrice".
func lastWord(name string) string {
	letters := []rune(name)
	from := len(letters)
	for from > 0 && unicode.IsLetter(letters[from-1]) {
		from--
		if unicode.IsUpper(letters[from]) && from > 0 && unicode.IsLower(letters[from-1]) {
			break
		}
	}
	return strings.ToLower(string(letters[from:]))
}

// withoutDigits returns a name without its digits, which is the same for the columns of a series.
func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

// classes returns the number of different values of a text column if it can be a target: at most MaxClasses, with two rows of
// each on average. Otherwise it returns 0.
func (c *Column) classes() int {
	if c.Kind != Text || c.Constant {
		return 0
	}
	return c.repeating(MaxClasses, 2)
}

// codable returns the number of different values of a column if it can be a category that is named in Options.Codes, with
// leastRepeats rows of each on average. Otherwise, or if most of its texts are numbers, it returns 0.
func (c *Column) codable() int {
	isCodable := false
	switch c.Kind {
	case Number:
		isCodable = isCodeName(c.Name) && !slices.ContainsFunc(c.Numbers, func(x float64) bool { return x != math.Trunc(x) && !math.IsNaN(x) })
	case Text:
		levels, few := c.textLevels(MaxCoded)
		isCodable = few && 2*countNumbers(levels) <= len(levels)
	}
	if !isCodable || c.Constant {
		return 0
	}
	return c.repeating(MaxCoded, leastRepeats)
}

// isCodeName reports whether a name is usual for codes of places, such as "zip" or "postal_code".
func isCodeName(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, "code") || slices.Contains([]string{"zip", "plz"}, strings.TrimRight(lower, "0123456789"))
}

// repeating returns the number of different cells, 0 if there are more than the most, or fewer than some rows of each on average.
func (c *Column) repeating(most, rowsOfEach int) int {
	seen, rows := map[string]bool{}, 0
	for i, missing := range c.Missing {
		if missing {
			continue
		}
		if seen[c.Text(i)] = true; len(seen) > most {
			return 0
		}
		rows++
	}
	if rows < rowsOfEach*len(seen) {
		return 0
	}
	return len(seen)
}

// isLearnable reports whether at least half of the cells are present, several differ from the most frequent value, and each
// level of a category has two rows on average. Of a large table it looks at some of the rows.
func (c *Column) isLearnable() bool {
	const several, lookedAtRows = 5, 10_000
	counts, rows, most := map[any]int{}, 0, 0
	for i := 0; i < len(c.Missing); i += max(1, len(c.Missing)/lookedAtRows) {
		if c.Missing[i] {
			continue
		}
		var cell any
		if c.Kind == Number {
			cell = c.Number(i)
		} else {
			cell = c.Texts[i]
		}
		counts[cell]++
		rows++
		most = max(most, counts[cell])
	}
	return 2*c.MissingCount() <= len(c.Missing) && rows-most >= min(several, rows/4) && (c.Kind == Number || rows >= 2*len(counts))
}

// codedNumbers returns the numbers of a column, 0 and 1 for the two levels of a category, NaN where
// missing; nil for other columns. It is read-only.
func (c *Column) codedNumbers() []float64 {
	if c.Kind == Number {
		return c.full()
	}
	if c.Kind != Category || len(c.Levels) != 2 {
		return nil
	}
	x := make([]float64, len(c.Missing))
	for i := range x {
		switch {
		case c.Missing[i]:
			x[i] = math.NaN()
		case c.Texts[i] == c.Levels[1]:
			x[i] = 1
		}
	}
	return x
}

// Codes returns the number of different values if they may be codes of classes: 2 to 10 whole numbers
// in at least 50 rows. Otherwise it returns 0. NaN stands for a missing cell.
func Codes(values []float64) int {
	const most, rows = 10, 50
	if len(values) < rows {
		return 0
	}
	seen := map[float64]bool{}
	for _, x := range values {
		if math.IsNaN(x) {
			continue
		}
		if seen[x] = true; x != math.Trunc(x) || len(seen) > most {
			return 0
		}
	}
	if len(seen) < 2 {
		return 0
	}
	return len(seen)
}

// counts returns the histogram of a column, or the frequencies of its levels.
func (c *Column) counts(s *ColumnSummary) []int {
	switch {
	case c.Kind == Number && s.Min != nil:
		counts := make([]int, Bins)
		numbers, zeros := c.heldNumbers()
		width := *s.Max/Bins - *s.Min/Bins // without overflow
		bin := func(x float64) int {
			if width == 0 {
				return 0
			}
			return max(0, min(Bins-1, int((x/2-*s.Min/2)/(width/2))))
		}
		for _, x := range numbers {
			if !math.IsNaN(x) {
				counts[bin(x)]++
			}
		}
		counts[bin(0)] += zeros
		return counts
	case c.Levels != nil:
		counts := make([]int, len(c.Levels))
		for i, text := range c.Texts {
			if k, ok := slices.BinarySearch(c.Levels, text); ok && !c.Missing[i] {
				counts[k]++
			}
		}
		return counts
	}
	return nil
}

// correlation returns Pearson's correlation of a column of numbers with y over the rows that
// have both; NaN if it is undefined.
func correlation(c *Column, y []float64) float64 {
	if c.Kind != Number || y == nil {
		return math.NaN()
	}
	var n, meanX, meanY, xx, yy, xy float64 // Welford's updates
	for i, v := range c.full() {
		w := y[i]
		if math.IsNaN(v) || math.IsNaN(w) {
			continue
		}
		n++
		dx, dy := v-meanX, w-meanY
		meanX += dx / n
		meanY += dy / n
		xx += dx * (v - meanX)
		yy += dy * (w - meanY)
		xy += dx * (w - meanY)
	}
	if math.IsInf(xx, 0) || math.IsInf(yy, 0) {
		return math.NaN()
	}
	return max(-1, min(1, xy/math.Sqrt(xx)/math.Sqrt(yy)))
}

func (c *Column) summary() ColumnSummary {
	s := ColumnSummary{Name: c.Name, Type: c.Kind.String(), Missing: c.MissingCount(), Levels: c.Levels, Usable: c.Usable(), Groups: c.Groups}
	numbers, zeros := c.heldNumbers()
	n := float64(len(numbers) + zeros - s.Missing)
	if c.Kind != Number || n == 0 {
		return s
	}
	least, most, sum, mean := math.Inf(1), math.Inf(-1), 0.0, 0.0
	if zeros > 0 {
		least, most = 0, 0
	}
	for _, x := range numbers {
		if math.IsNaN(x) {
			continue
		}
		least = min(least, x)
		most = max(most, x)
		sum += x
		mean += x / n
	}
	if total := sum / n; !math.IsInf(sum, 0) && !math.IsNaN(sum) {
		mean = total // more exact, where the sum does not overflow
	}
	s.Min, s.Max, s.Mean = &least, &most, &mean
	return s
}
