package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"lplab/core/english"
	"lplab/core/lists"
)

// dateParts holds the numbers of a date, in its order, and the seconds of its time of day.
type dateParts struct {
	number    [3]int
	yearFirst bool
	named     bool // the month is a name, and the day is the first number
	seconds   float64
}

// cutDate reads a calendar date, 2024-01-31, 31/1/2024, 1/31/24, 31.01.2024, 31-Jan-2024 or
// January 31, 2024 or 20240131, with or without a time of day, or a month, 2024-01, 01/2024, 2024M01, Jan 2024 or Jan-24, or a
// quarter, 2024Q1, as its first day; ok is false for other cells.
func cutDate(cell string) (d dateParts, ok bool) {
	if isCompactDate(cell) {
		cell = cell[:4] + "-" + cell[4:6] + "-" + cell[6:]
	}
	cell, d.named = withMonthNumber(withMonthLetter(withQuarterMonth(cell)))
	date, clock := cell, ""
	if k := strings.IndexAny(cell, "T "); k >= 0 {
		date, clock = cell[:k], cell[k+1:]
	}
	k := strings.IndexAny(date, "-/.")
	if k < 0 || len(date) > len("2024-01-31") {
		return d, false
	}
	part := strings.Split(date, date[k:k+1])
	if len(part) == 2 && len(part[1]) == 4 && date[k] == '/' {
		slices.Reverse(part)
	}
	if len(part) == 2 && len(part[0]) == 4 && date[k] != '.' && clock == "" {
		if month, err := strconv.Atoi(part[1]); err != nil || month > 12 {
			return d, false // such as the season 2012/13
		}
		part = append(part, "1")
	}
	if len(part) != 3 {
		return d, false
	}
	for i, p := range part {
		if p == "" || leadingDigits(p) < len(p) {
			return d, false
		}
		d.number[i], _ = strconv.Atoi(p) // at most ten digits
	}
	first, middle, last := len(part[0]), len(part[1]), len(part[2])
	d.yearFirst = first == 4 && last <= 2
	hasShortYear := first <= 2 && last == 2 && (date[k] == '/' || date[k] == '.' && d.number[0] <= 31 && d.number[1] <= 12) // no version number
	if middle > 2 || !(d.yearFirst || first <= 2 && last == 4 || hasShortYear) {
		return d, false
	}
	d.seconds, ok = secondsOf(clock)
	return d, ok
}

// isCompactDate reports whether a cell is the eight digits of a day of the years 1900 to 2099, as 20240131.
func isCompactDate(cell string) bool {
	if len(cell) != len("20240131") || cell[:2] != "19" && cell[:2] != "20" {
		return false
	}
	_, err := time.Parse("20060102", cell)
	return err == nil
}

// withMonthLetter writes a month with the letter M, 2024M01 or 2024-M1, as 2024-1. It returns other cells unchanged.
func withMonthLetter(cell string) string {
	k := strings.IndexAny(cell, "Mm")
	if k < 0 {
		return cell
	}
	year, number := strings.TrimRight(cell[:k], "-/ "), cell[k+1:]
	month, err := strconv.Atoi(number)
	if err != nil || len(year) != 4 || leadingDigits(year) < 4 || leadingDigits(number) < len(number) || month < 1 || month > 12 {
		return cell
	}
	return fmt.Sprintf("%s-%d", year, month)
}

// withQuarterMonth writes a quarter, 2024Q1, 2024-Q1 or Q1 2024, as its first month, 2024-1. It returns other cells unchanged.
func withQuarterMonth(cell string) string {
	const separators = "-/ "
	k := strings.IndexAny(cell, "Qq")
	if k < 0 {
		return cell
	}
	year, quarter := strings.TrimRight(cell[:k], separators), cell[k+1:]
	if k == 0 && quarter != "" {
		year, quarter = strings.TrimLeft(quarter[1:], separators), quarter[:1]
	}
	if len(quarter) != 1 || quarter < "1" || quarter > "4" {
		return cell
	}
	return fmt.Sprintf("%s-%d", year, 3*int(quarter[0]-'1')+1)
}

// withMonthNumber writes a date with the English name of its month, or at least three letters of it,
// as day/month/year, and one without a day as year-month. Jan-24 is a month, as spreadsheets write it. It returns other
// cells unchanged.
func withMonthNumber(cell string) (date string, ok bool) {
	const separators = "-/., "
	var part [3]string
	rest := cell
	for i := range part {
		rest = strings.TrimLeft(rest, separators)
		end := strings.IndexAny(rest, separators)
		if end < 0 {
			end = len(rest)
		}
		part[i], rest = rest[:end], rest[end:]
	}
	for i, name := range part[:2] {
		for month := time.January; len(name) >= 3 && month <= time.December; month++ {
			if full := month.String(); len(name) <= len(full) && strings.EqualFold(name, full[:len(name)]) {
				switch year := part[1-i]; {
				case part[2] == "" && i == 0 && len(year) == 2 && strings.HasSuffix(cell, "-"+year):
					return "1/" + strconv.Itoa(int(month)) + "/" + year, true
				case part[2] == "":
					return year + "-" + strconv.Itoa(int(month)), false
				}
				return part[1-i] + "/" + strconv.Itoa(int(month)) + "/" + part[2] + rest, true
			}
		}
	}
	return cell, false
}

// secondsOf reads a time of day, 14:05, 14.05, 14:05:30.5, 140530, 2:05 PM or 2:05 p.m., without one 0; ok is false for
// other texts. It ignores a time zone, Z, UTC, +01:00 or -0500.
func secondsOf(clock string) (seconds float64, ok bool) {
	text := strings.TrimSpace(strings.ToLower(clock))
	if text == "" {
		return 0, true
	}
	text = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(text, "utc"), "z"), " ")
	if k := strings.LastIndexAny(text, "+-"); k > 0 && strings.Trim(text[k+1:], "0123456789:") == "" {
		text = strings.TrimRight(text[:k], " ")
	}
	text = strings.ReplaceAll(text, ".m.", "m")
	digits := strings.TrimRight(text, "apm ")
	half := strings.TrimLeft(text[len(digits):], " ")
	part := strings.FieldsFunc(digits, func(r rune) bool { return strings.ContainsRune(":.,", r) })
	if len(part) > 0 && (len(part[0]) == 4 || len(part[0]) == 6) && !strings.Contains(digits, ":") { // without colons
		pairs := []string{part[0][:2], part[0][2:4]}
		if len(part[0]) == 6 {
			pairs = append(pairs, part[0][4:])
		}
		part = append(pairs, part[1:]...)
	}
	if len(part) == 0 || len(part) > 4 || half != "" && half != "am" && half != "pm" {
		return 0, false
	}
	unit := 3600.0
	for i, text := range part {
		limit, width := 59.0, 2
		switch {
		case leadingDigits(text) < len(text):
			return 0, false
		case i == 0:
			limit = 24
		case i == 2:
			limit = 60 // a leap second
		case i == 3:
			text, width = "0."+text, len(text)+2
		}
		x, _ := strconv.ParseFloat(text, 64)
		if x > limit || i > 0 && len(text) != width {
			return 0, false
		}
		if i == 0 && half != "" {
			if x > 12 {
				return 0, false
			}
			x = math.Mod(x, 12)
			if half == "pm" {
				x += 12
			}
		}
		seconds += x * unit
		unit = max(1, unit/60)
	}
	return seconds, true
}

// Times returns the cells of a column as numbers that increase with time, NaN where missing: its
// numbers, or its dates as days since 1970-01-01. The order of day and month is that of the whole
// column. The result is read-only. The error is one sentence.
func (c *Column) Times() ([]float64, error) {
	switch c.Kind {
	case Number:
		return c.full(), nil
	case Date:
		order, err := c.dateOrder()
		if err != nil {
			return nil, err
		}
		return c.days(order)
	}
	dates, odd := 0, []string(nil)
	for i, missing := range c.Missing {
		if missing {
			continue
		}
		if _, ok := cutDate(c.Text(i)); ok {
			dates++
		} else {
			odd = append(odd, c.Text(i))
		}
	}
	if dates > len(odd) && odd != nil {
		return nil, fmt.Errorf("column %q holds dates and %s, such as %q, so its rows have no order in time: correct or empty them, or choose another column",
			c.Name, english.CountOf(len(odd), "other text", "other texts"), english.Clip(odd[0]))
	}
	return nil, fmt.Errorf("column %q is neither of dates nor of numbers, so its rows have no order in time: choose another", c.Name)
}

// SortedDates returns the name of the first column of dates, or of numbers named "year", by which the rows are ordered,
// from the earliest to the latest or from the latest to the earliest; "" if there is none. It has at least ten different
// times, and few missing cells.
func (t *Table) SortedDates() string { return t.sorted() }

func (t *Table) findSorted() string {
	for _, c := range t.Columns {
		if c.Kind != Date && !strings.EqualFold(c.Name, "year") {
			continue
		}
		times, err := c.Times()
		if err != nil {
			continue
		}
		times = slices.DeleteFunc(slices.Clone(times), math.IsNaN)
		n := len(times)
		if n > 0 && times[0] > times[n-1] {
			slices.Reverse(times)
		}
		if slices.IsSorted(times) && 10*n >= 9*t.Rows && len(slices.Compact(times)) >= leastNames {
			return c.Name
		}
	}
	return ""
}

// days returns the dates of a column as days since 1970-01-01, NaN where missing. Dates that do
// not begin with the year are read in the given order. The error is for the first day that does not exist,
// which is NaN too.
func (c *Column) days(order string) (times []float64, err error) {
	times = make([]float64, len(c.Missing))
	for i, text := range c.Texts {
		d, ok := cutDate(text)
		if c.Missing[i] || !ok {
			times[i] = math.NaN()
			continue
		}
		day, month, year := d.number[0], d.number[1], d.number[2]
		switch {
		case d.yearFirst:
			year, day = day, year
		case order == MonthFirst && !d.named:
			day, month = month, day
		}
		if year < 100 {
			year += 2000 - 100*(year/69) // as in POSIX: 69 to 99 are of the last century
		}
		at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if at.Day() != day || at.Month() != time.Month(month) {
			err = cmp.Or(err, fmt.Errorf("column %q has the date %q, which does not exist: correct it", c.Name, english.Clip(text)))
			times[i] = math.NaN()
			continue
		}
		times[i] = float64(at.Unix())/86400 + d.seconds/86400
	}
	return times, err
}

// DateParts are the parts of dates that are columns with the option DatesParts. The names of these columns end
// with them; weekday 1 is Monday.
var DateParts = []string{"year", "month", "day", "weekday", "hour"}

// The orders of the numbers of a date. In dates with YearFirst the month may also be a name.
const (
	YearFirst  = "ymd"
	DayFirst   = "dmy"
	MonthFirst = "mdy"
)

// dateOrder finds the order in which a column writes its dates.
func (c *Column) dateOrder() (string, error) {
	var largest [3]int
	yearFirst, yearLast, dotted, named := false, false, false, false
	for i, text := range c.Texts {
		d, ok := cutDate(text)
		if c.Missing[i] || !ok {
			continue
		}
		yearFirst, named = yearFirst || d.yearFirst, named || d.named && !d.yearFirst
		yearLast = yearLast || !d.yearFirst && !d.named
		dotted = dotted || strings.Contains(text[:min(len(text), 3)], ".")
		for k, n := range d.number {
			largest[k] = max(largest[k], n)
		}
	}
	switch {
	case yearFirst && yearLast || named && (yearFirst || yearLast):
		return "", fmt.Errorf("column %q writes dates in two ways: write all as 2024-01-31", c.Name)
	case !yearLast:
		return YearFirst, nil
	case largest[0] > 12 && largest[1] > 12:
		return "", fmt.Errorf("column %q has days and months in two orders: write dates as 2024-01-31", c.Name)
	case largest[0] > 12 || dotted:
		return DayFirst, nil
	case largest[1] > 12:
		return MonthFirst, nil
	case c.DateOrder != "":
		return c.DateOrder, nil
	}
	return "", fmt.Errorf("column %q has dates with an ambiguous day and month: write them as 2024-01-31, or set data.import.dates to %q or %q", c.Name, DatesDayFirst, DatesMonthFirst)
}

// addDates adds the parts of dates to the table where the options demand them.
func (t *Table) addDates(o *Options, findings *Findings) (*Table, error) {
	var columns []*Column
	dates, withParts := 0, o.Dates != "" && o.Dates != DatesText
	for _, c := range t.Columns {
		columns = append(columns, c)
		if _, expected := o.DateOrders[c.Name]; c.Kind != Date && !expected {
			continue
		}
		c.DateOrder = map[string]string{DatesDayFirst: DayFirst, DatesMonthFirst: MonthFirst}[o.Dates]
		if dates++; withParts {
			parts, err := c.parts(o.DateOrders[c.Name])
			if err != nil {
				return nil, correctedBy("dates", "%w", err)
			}
			for _, part := range parts {
				if _, taken := t.Column(part.Name); !taken {
					columns = append(columns, part)
				}
			}
		}
	}
	if dates == 0 {
		return t, nil
	}
	findings.Dates = guess(DatesText, 1, english.CountOf(dates, "column holds", "columns hold")+" dates")
	if withParts {
		findings.Dates = chosenFinding(o.Dates)
		t = newTable(columns, t.Rows)
	}
	return t, nil
}

// parts makes columns of numbers of a column of dates. The known order is that of the training rows; "" stands
// for none, and then there are hours only if there is a time of day, and neither days nor weekdays if all dates are
// the first day of a month. Unless the day or the month was first, the order is detected. With a known order, cells that are
// no dates are NaN.
func (c *Column) parts(known string) ([]*Column, error) {
	names, order := DateParts, known
	var err error
	if order != DayFirst && order != MonthFirst {
		if order, err = c.dateOrder(); err != nil {
			return nil, err
		}
	}
	times, err := c.days(order)
	if err != nil && known == "" {
		return nil, err
	}
	dates, hasClock, hasDay := make([]time.Time, len(times)), known != "", known != ""
	for i, days := range times {
		if math.IsNaN(days) {
			continue
		}
		dates[i] = time.Unix(int64(math.Floor(86400*days+1e-3)), 0).UTC() // a day is rounded by less than a millisecond
		hasClock, hasDay = hasClock || days != math.Floor(days), hasDay || dates[i].Day() > 1
	}
	switch {
	case hasClock:
	case hasDay:
		names = names[:4]
	default:
		names = names[:2]
	}
	columns := lists.Map(names, func(name string) *Column {
		return &Column{Name: c.Name + " " + name, DateOf: c.Name, DateOrder: order, Kind: Number, Numbers: slices.Clone(times), Missing: c.Missing}
	})
	for i, at := range dates {
		if math.IsNaN(times[i]) {
			continue
		}
		values := [...]int{at.Year(), int(at.Month()), at.Day(), 1 + (int(at.Weekday())+6)%7, at.Hour()}
		for k, part := range columns {
			part.Numbers[i] = float64(values[k])
		}
	}
	for _, part := range columns {
		part.setNumberLevels()
	}
	return columns, nil
}
