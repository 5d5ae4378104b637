package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Columns that group the rows, as several observations of a person do.

// panelRows is the largest number of rows among which the units of a panel are looked for.
const panelRows = 50_000

// calendarNames are usual names of dates and their parts, and timeNames of the times of a panel.
var (
	calendarNames = []string{"date", "year", "quarter", "month", "mon", "week", "day", "mday", "yday", "doy", "hour", "minute"}
	timeNames     = slices.Concat(calendarNames, []string{"time", "wave", "period", "visit", "age"})
)

// noteGroups notes that values of a column named like an identifier repeat.
func (t *typer) noteGroups(c *Column) {
	if n := c.distinct(); n >= leastNames && n < len(c.Missing)-c.MissingCount() {
		t.group(c, "is named like an identifier, but its values repeat")
	}
}

// group notes that a column groups the rows, for a reason.
func (t *typer) group(c *Column, reason string) {
	c.Groups = true
	use := ""
	if c.Usable() {
		use = "leave it out of the features unless it measures something, and "
	}
	t.notes.add("column %q %s: %s"+groupsAdvice, c.Name, reason, use)
}

// notePanel notes the first column of texts or whole numbers that has at most one row for each time, if no other column
// groups the rows.
func (t *typer) notePanel(columns []*Column) {
	if t.headers == nil || slices.ContainsFunc(columns, func(c *Column) bool { return c.Groups || len(c.Missing) > panelRows }) {
		return
	}
	isTime := func(c *Column) bool { return c.Kind == Date || slices.Contains(timeNames, strings.ToLower(c.Name)) }
	for _, times := range columns {
		if !isTime(times) {
			continue
		}
		most := 2 * len(times.Missing) / max(3, times.distinct()) // units, so that each has on average 1.5 rows and half of the times
		for _, c := range columns {
			if !isTime(c) && !slices.ContainsFunc(c.Numbers, func(x float64) bool { return x != math.Trunc(x) }) && isPanel(c, times, most) {
				t.group(c, fmt.Sprintf("has one row for each %q, as in a panel", times.Name))
				return
			}
		}
	}
}

// isPanel reports whether no unit has two rows of one time, and there are at most that number of units.
func isPanel(units, times *Column, most int) bool {
	seen, pairs := map[string]bool{}, map[[2]string]bool{}
	for i := range units.Missing {
		unit := units.Text(i)
		pair := [2]string{unit, times.Text(i)}
		if seen[unit] = true; pairs[pair] || len(seen) > most {
			return false
		}
		pairs[pair] = true
	}
	return len(seen) >= leastNames
}
