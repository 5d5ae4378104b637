package table

import (
	"iter"
	"math"
	"slices"
)

// remark adds notes about the table as a whole, one sentence for all columns that
// are treated in the same way.
func remark(t *Table, notes *notes) {
	var empty, constant, long, dates, ids []string
	features := 0
	for _, c := range t.Columns {
		if c.Usable() {
			features++
		}
		switch {
		case t.Rows > 1 && c.MissingCount() == t.Rows:
			empty = append(empty, c.Name)
		case t.Rows > 1 && c.Constant:
			constant = append(constant, c.Name)
		case c.Kind == Text:
			long = append(long, c.Name)
		case c.Kind == Date:
			dates = append(dates, c.Name)
		case c.Kind == ID:
			ids = append(ids, c.Name)
		}
	}
	say := func(names []string, one, many string) {
		switch len(names) {
		case 0:
		case 1:
			notes.add("column %s %s", some(names, 1), one)
		default:
			notes.add("columns %s %s", some(names, len(names)), many)
		}
	}
	say(empty, "has no values and is no feature", "have no values and are no features")
	say(constant, "is constant and is no feature", "are constant and are no features")
	say(long, "is text and is no feature", "are texts and are no features")
	say(dates, "holds dates and is no feature", "hold dates and are no features")
	say(ids, "holds identifiers and is no feature", "hold identifiers and are no features")
	for _, pair := range copies(t.Columns) {
		if same(pair[0], pair[1]) {
			notes.add("column %q repeats %q", pair[1].Name, pair[0].Name)
		} else {
			notes.add("column %q is a multiple of %q, but for a constant", pair[1].Name, pair[0].Name)
		}
	}
	switch {
	case t.Rows == 1:
		notes.add("there is one row only, too few to learn from")
	case !slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Kind == Number }):
		notes.add("no column holds numbers")
	case features < 2:
		notes.add("fewer than two columns are usable, so that no feature is left beside a target")
	}
}

// copies pairs the columns of numbers that equal an earlier one, or are a multiple
// of it but for a constant, with it, the first few of them.
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
		numbers, _ := c.held()
		if c.Sparse != nil {
			for k, row := range c.Sparse.Rows {
				add(uint64(row))
				add(math.Float64bits(numbers[k]))
			}
		} else {
			for ratio := range ratios(numbers) {
				add(uint64(int64(math.Round(ratio * 1e9)))) // which two roundings may part: then nothing is said
			}
		}
		first, ok := earlier[h]
		if !ok {
			earlier[h] = c
			continue
		}
		if same(first, c) || collinear(first, c) {
			if pairs = append(pairs, [2]*Column{first, c}); len(pairs) == listed {
				break
			}
		}
	}
	return pairs
}

// ratios yields the numbers of a column, shifted and scaled so that the first is 0
// and the first that differs from it is 1, which a multiple and a constant do not
// change; for a missing one, NaN.
func ratios(numbers []float64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		origin, unit := math.NaN(), 0.0
		for _, x := range numbers {
			if math.IsNaN(origin) {
				origin = x
			}
			if unit == 0 && !math.IsNaN(x) {
				unit = x - origin
			}
			ratio := 0.0
			if unit != 0 {
				ratio = (x - origin) / unit
			} else if math.IsNaN(x) {
				ratio = x
			}
			if !yield(ratio) {
				return
			}
		}
	}
}

// collinear reports whether two columns of numbers that are kept in full are
// multiples of each other but for a constant, up to rounding.
func collinear(a, b *Column) bool {
	if a.Sparse != nil || b.Sparse != nil {
		return false
	}
	next, stop := iter.Pull(ratios(b.Numbers))
	defer stop()
	for x := range ratios(a.Numbers) {
		y, _ := next()
		if math.IsNaN(x) != math.IsNaN(y) || math.Abs(x-y) > 1e-8*max(1, math.Abs(x)) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// same reports whether two columns of numbers are kept alike and equal to the
// last bit.
func same(a, b *Column) bool {
	if (a.Sparse == nil) != (b.Sparse == nil) || a.Sparse != nil && !slices.Equal(a.Sparse.Rows, b.Sparse.Rows) {
		return false
	}
	x, _ := a.held()
	y, _ := b.held()
	return slices.EqualFunc(x, y, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}
