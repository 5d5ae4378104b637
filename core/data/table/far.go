package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Numbers of a column that are far from all others: errors of typing, or codes of missing cells.
const (
	// farSpreads is the least distance of such a number from the median, in medians of the distances.
	farSpreads = 50
	// farGap is the least ratio of its distance to that of the next number.
	farGap = 10
	// farShare is the largest share of the cells, and fewestNear the least number of others.
	farShare   = 0.05
	fewestNear = 20
)

// noteFar notes the numbers of a column that are far from all others.
func (t *typer) noteFar(c *Column) {
	rows := c.farRows()
	if rows == nil {
		return
	}
	first := c.Numbers[rows[0]]
	text := fmt.Sprintf("%s in %s", formatNumber(first), t.place(rows[0]))
	has := fmt.Sprintf("the number %s, far from all others: correct it, or give it as a missing code if it means missing", text)
	if len(rows) > 1 {
		has = fmt.Sprintf("%d numbers far from all others, first %s: correct them, or give them as missing codes if they mean missing", len(rows), text)
	}
	t.notes.cautionOf(c.Name, " has "+has, " have "+has)
	if len(rows) > 1 && !slices.ContainsFunc(rows, func(i int) bool { return c.Numbers[i] != first }) {
		t.suspect(formatNumber(first))
	}
}

// farRows returns the rows of the numbers that are far from all others.
func (c *Column) farRows() []int {
	middle, spread := c.middle()
	if spread == 0 {
		return nil
	}
	var far []int
	near, farthestNear := 0, 0.0
	for i, x := range c.Numbers {
		switch d := math.Abs(x - middle); {
		case math.IsNaN(d):
		case d > farSpreads*spread:
			far = append(far, i)
		default:
			near++
			farthestNear = max(farthestNear, d)
		}
	}
	if near < fewestNear || float64(len(far)) > farShare*float64(near) {
		return nil
	}
	distance := func(i int) float64 { return math.Abs(c.Numbers[i] - middle) }
	slices.SortFunc(far, func(i, j int) int { return cmp.Or(cmp.Compare(distance(i), distance(j)), i-j) })
	for k, i := range far {
		if distance(i) >= farGap*farthestNear {
			return slices.Sorted(slices.Values(far[k:]))
		}
		farthestNear = distance(i)
	}
	return nil
}

// middle returns the median of the numbers and that of their distances from it, for many rows of a part of them.
func (c *Column) middle() (median, spread float64) {
	const most = 1000
	var sample []float64
	for i := 0; i < len(c.Numbers); i += 1 + len(c.Numbers)/most {
		if x := c.Numbers[i]; !math.IsNaN(x) {
			sample = append(sample, x)
		}
	}
	if sample == nil {
		return 0, 0
	}
	slices.Sort(sample)
	median = sample[len(sample)/2]
	for k, x := range sample {
		sample[k] = math.Abs(x - median)
	}
	slices.Sort(sample)
	return median, sample[len(sample)/2]
}
