package table

import "slices"

// Sparse holds the non-zero numbers of a column. No cell of the column is missing; those without an
// entry are 0.
type Sparse struct {
	Rows   []int32   // ascending
	Values []float64 // of those rows
}

// Number returns the cell of a Number column, NaN where it is missing.
func (c *Column) Number(row int) float64 {
	if c.Sparse == nil {
		return c.Numbers[row]
	}
	if k, ok := slices.BinarySearch(c.Sparse.Rows, int32(row)); ok {
		return c.Sparse.Values[k]
	}
	return 0
}

// full returns the cells of a Number column, NaN where missing; read-only.
func (c *Column) full() []float64 {
	if c.Sparse == nil {
		return c.Numbers
	}
	numbers := make([]float64, len(c.Missing))
	for k, row := range c.Sparse.Rows {
		numbers[row] = c.Sparse.Values[k]
	}
	return numbers
}

// heldNumbers returns the numbers that a column keeps, and the number of further cells, which are 0.
func (c *Column) heldNumbers() (numbers []float64, zeros int) {
	if c.Sparse != nil {
		return c.Sparse.Values, len(c.Missing) - len(c.Sparse.Values)
	}
	return c.Numbers, 0
}
