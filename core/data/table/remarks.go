package table

import (
	"math"
	"slices"

	"lplab/core/english"
)

// remark adds notes about the table as a whole, one for all columns treated alike.
func remark(t *Table, notes *notes) {
	var names [5][]string // of columns that are no features, by the reason
	features := 0
	for _, c := range t.Columns {
		if c.Usable() {
			features++
		}
		switch {
		case t.Rows > 1 && c.MissingCount() == t.Rows:
			names[0] = append(names[0], c.Name)
		case t.Rows > 1 && c.Constant:
			names[1] = append(names[1], c.Name)
		case c.Kind == Text:
			names[2] = append(names[2], c.Name)
		case c.Kind == Date && !slices.ContainsFunc(t.Columns, func(part *Column) bool { return part.DateOf == c.Name }):
			names[3] = append(names[3], c.Name)
		case c.Kind == ID:
			names[4] = append(names[4], c.Name)
		}
	}
	for k, reason := range [...][2]string{
		{"has no values", "have no values"}, {"is constant", "are constant"}, {"is text", "are texts"},
		{"holds dates", "hold dates"}, {"holds identifiers", "hold identifiers"},
	} {
		switch n := len(names[k]); n {
		case 0:
		case 1:
			notes.add("column %s %s and is not a feature", english.ListOf(names[k], n), reason[0])
		default:
			notes.add("columns %s %s and are not features", english.ListOf(names[k], n), reason[1])
		}
	}
	for _, pair := range copies(t.Columns) {
		if isSame(pair[0], pair[1]) {
			notes.add("column %q repeats %q", pair[1].Name, pair[0].Name)
		} else {
			notes.add("column %q is a multiple of %q, except for a constant", pair[1].Name, pair[0].Name)
		}
	}
	if j := slices.IndexFunc(t.Columns, endsInTotal); j >= 0 {
		notes.caution("the last row may hold totals, since in column %q it is the sum of the others: remove it from the file if it does", t.Columns[j].Name)
	}
	switch {
	case t.Rows == 1:
		notes.add("there is only one row, which is too few")
	case !slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Kind == Number }):
		notes.add("no column holds numbers")
	case features < 2:
		notes.add("fewer than two columns are usable, so no feature is left besides a target")
	}
}

// copies finds the first few columns of numbers that equal an earlier one, or are a multiple of
// it except for a constant. Each pair has the earlier column first.
func copies(columns []*Column) [][2]*Column {
	var pairs [][2]*Column
	earlier := map[uint64]*Column{} // by a hash of the numbers
	for _, c := range columns {
		if c.Kind != Number || c.Constant || len(c.Missing) < 3 {
			continue
		}
		h := uint64(14695981039346656037) // FNV-1a over words
		add := func(word uint64) {
			h = (h ^ word) * 1099511628211
			h ^= h >> 32
		}
		numbers, _ := c.heldNumbers()
		if c.Sparse != nil {
			for k, row := range c.Sparse.Rows {
				add(uint64(row))
				add(math.Float64bits(numbers[k]))
			}
		} else {
			var a affine
			for _, x := range numbers {
				add(uint64(int64(math.Round(a.next(x) * 1e9)))) // a difference in rounding may hide a copy
			}
		}
		first, ok := earlier[h]
		if !ok {
			earlier[h] = c
			continue
		}
		if isSame(first, c) || collinear(first, c) {
			if pairs = append(pairs, [2]*Column{first, c}); len(pairs) == english.MostListed {
				break
			}
		}
	}
	return pairs
}

// endsInTotal reports whether the last number of a column, not sparse, is the sum of the others up to
// rounding, and larger than each.
func endsInTotal(c *Column) bool {
	const least = 5 // of the others
	last := len(c.Numbers) - 1
	if c.Kind != Number || last < least {
		return false
	}
	sum, largest := 0.0, 0.0
	for _, x := range c.Numbers[:last] {
		if !math.IsNaN(x) {
			sum += x
			largest = max(largest, math.Abs(x))
		}
	}
	return math.Abs(c.Numbers[last]) > largest && math.Abs(c.Numbers[last]-sum) <= 1e-9*math.Abs(sum)
}

// areTotals reports whether the last row has the sum of the others in at least two columns of numbers, and no other number.
func areTotals(columns []*Column) bool {
	totals := 0
	for _, c := range columns {
		switch {
		case c.Kind != Number || c.Missing[len(c.Missing)-1]:
		case !endsInTotal(c):
			return false
		default:
			totals++
		}
	}
	return totals > 1
}

// affine shifts and scales the numbers of a column so that the first is 0 and the first different
// one is 1: the same for all multiples of the column plus a constant. NaN stays NaN.
type affine struct {
	begun        bool
	origin, unit float64
}

// next returns the next number, shifted and scaled.
func (a *affine) next(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case !a.begun:
		a.begun, a.origin = true, x
	case a.unit == 0:
		a.unit = x - a.origin
	}
	if a.unit == 0 {
		return 0
	}
	return (x - a.origin) / a.unit
}

// collinear reports whether two columns of numbers, not sparse, are multiples of each other
// except for a constant, up to rounding.
func collinear(a, b *Column) bool {
	if a.Sparse != nil || b.Sparse != nil {
		return false
	}
	var first, second affine
	return slices.EqualFunc(a.Numbers, b.Numbers, func(u, v float64) bool {
		x, y := first.next(u), second.next(v)
		return math.IsNaN(x) == math.IsNaN(y) && !(math.Abs(x-y) > 1e-8*max(1, math.Abs(x))) && !math.IsInf(x, 0)
	})
}

// isSame reports whether two columns of numbers are both sparse or both not, and equal bit for bit.
func isSame(a, b *Column) bool {
	if (a.Sparse == nil) != (b.Sparse == nil) || a.Sparse != nil && !slices.Equal(a.Sparse.Rows, b.Sparse.Rows) {
		return false
	}
	x, _ := a.heldNumbers()
	y, _ := b.heldNumbers()
	return slices.EqualFunc(x, y, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}
