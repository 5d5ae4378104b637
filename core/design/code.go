package design

import (
	"errors"
	"math"
	"slices"

	"lplab/core/experiment"
	"lplab/core/table"
)

// column is how one column of X is coded.
type column struct {
	from string // the table's column

	// A category is coded by the training rows' levels, sorted: one column of 0
	// and 1 for each of them, or for the second of only two. nil for numbers.
	levels []string
	level  int // the level that is 1 here

	// A missing cell counts as fill, or as the level fillLevel, if hasFill. A
	// level that no training row has is coded as neutral, the training mean.
	hasFill   bool
	fill      float64
	fillLevel int
	neutral   float64

	// X holds (x*unit - shift)/scale. unit is a power of two that keeps columns
	// of 1e308 or 1e-308 clear of overflow and underflow.
	unit, shift, scale float64
}

// source is a column of the table with, for a category, its cells as places in
// the training levels.
type source struct {
	column *table.Column
	codes  []int16
}

// unseen is the code of a level that no training row has.
const unseen = -1

// newSource looks the cells of a category up in levels; missing ones get fillLevel.
func newSource(c *table.Column, levels []string, fillLevel int) *source {
	s := &source{column: c}
	if c.Kind != table.Category {
		return s
	}
	place := make(map[string]int16, len(levels))
	for k, level := range levels {
		place[level] = int16(k)
	}
	s.codes = make([]int16, len(c.Texts))
	for i, text := range c.Texts {
		code, known := place[text]
		switch {
		case c.Missing[i]:
			code = int16(fillLevel)
		case !known:
			code = unseen
		}
		s.codes[i] = code
	}
	return s
}

// reader reads cells of a source as a column of X has them.
type reader struct {
	*column
	source *source
}

// raw is the cell before standardisation.
func (r reader) raw(row int) float64 {
	if r.levels == nil {
		x := r.source.column.Number(row)
		if math.IsNaN(x) {
			return r.fill
		}
		return x
	}
	switch int(r.source.codes[row]) {
	case r.level:
		return 1
	case unseen:
		return r.neutral
	}
	return 0
}

// fill codes rows into a row-major matrix. It goes through the columns eight at
// a time: they are read from top to bottom, and whole cache lines are written.
func fill(readers []reader, rows []int) []float64 {
	const block = 8
	width := len(readers)
	x := make([]float64, len(rows)*width)
	for from := 0; from < width; from += block {
		some := readers[from:min(from+block, width)]
		for i, row := range rows {
			dst := x[i*width+from:]
			for j, r := range some {
				dst[j] = (float64(r.raw(row)*r.unit) - r.shift) / r.scale
			}
		}
	}
	return x
}

// learn sets the columns and their coding from the training rows, and returns
// readers for the table they come from.
func (d *Design) learn(sources []*source, s experiment.Spec) ([]reader, error) {
	var readers []reader
	var constant, empty []string
	replaced, gaps := 0, []string(nil)
	for _, src := range sources {
		columns := d.columnsOf(src.column, s.Preprocess.Missing)
		if columns == nil {
			empty = append(empty, src.column.Name)
			continue
		}
		src = newSource(src.column, columns[0].levels, columns[0].fillLevel)
		d.warnUnseen(src)
		if n := d.missing(src.column); n > 0 {
			replaced += n
			gaps = append(gaps, src.column.Name)
		}
		for _, c := range columns {
			r := reader{&c, src}
			varies := r.learn(d.Train.Rows, s.Preprocess.Standardize)
			if !varies && s.Preprocess.Standardize {
				constant = append(constant, c.name())
				continue
			}
			readers = append(readers, r)
		}
	}
	if replaced > 0 {
		d.warn("%s replaced by the training mean or the most frequent level in %s", count(replaced, "missing cell"), list(gaps))
	}
	if len(empty) > 0 {
		d.warn("%s left out for having no cell in the training rows: %s", count(len(empty), "column"), list(empty))
	}
	if len(constant) > 0 {
		d.warn("%s left out for being constant over the training rows: %s", count(len(constant), "column"), list(constant))
	}
	if len(readers) == 0 {
		return nil, errors.New("no column is left to predict from: each is constant or empty over the training rows; choose other features or more training rows")
	}
	d.columns = make([]column, len(readers))
	for j, r := range readers {
		d.columns[j] = *r.column
		d.Features = append(d.Features, r.name())
		d.Mean = append(d.Mean, r.shift/r.unit)
		d.Scale = append(d.Scale, r.scale/r.unit)
	}
	return readers, nil
}

// columnsOf makes the columns that code c, with levels and stand-ins for missing
// cells from the training rows; nil if c has no cell there.
func (d *Design) columnsOf(c *table.Column, missing string) []column {
	made := column{from: c.Name, hasFill: missing == experiment.MissingMean}
	present := make([]int, 0, len(d.Train.Rows))
	for _, row := range d.Train.Rows {
		if !c.Missing[row] {
			present = append(present, row)
		}
	}
	if len(present) == 0 {
		return nil
	}
	if c.Kind == table.Number {
		value := func(i int) float64 { return c.Number(present[i]) }
		unit, mean, _ := moments(len(present), value)
		made.fill = mean / unit
		return []column{made}
	}
	counts := map[string]int{}
	for _, row := range present {
		counts[c.Texts[row]]++
	}
	for level := range counts {
		made.levels = append(made.levels, level)
	}
	slices.Sort(made.levels)
	for k, level := range made.levels {
		if counts[level] > counts[made.levels[made.fillLevel]] {
			made.fillLevel = k
		}
	}
	if len(made.levels) == 2 {
		made.level = 1
		return []column{made}
	}
	columns := make([]column, len(made.levels))
	for k := range columns {
		columns[k] = made
		columns[k].level = k
	}
	return columns
}

// name is the column's name in reports: "age", or "grade=B" for a level.
func (c *column) name() string {
	if c.levels == nil {
		return c.from
	}
	return c.from + "=" + c.levels[c.level]
}

// learn sets the standardisation, or none, from the training rows, and reports
// whether the column varies over them.
func (r reader) learn(rows []int, standardize bool) (varies bool) {
	value := func(i int) float64 { return r.raw(rows[i]) }
	unit, mean, deviation := moments(len(rows), value)
	r.neutral = mean / unit
	for i := range rows {
		if value(i) != value(0) {
			varies = true
			break
		}
	}
	r.unit, r.shift, r.scale = 1, 0, 1
	if standardize && varies {
		r.unit, r.shift, r.scale = unit, mean, deviation
	}
	return varies
}

// moments returns mean and population standard deviation (divided by n, as in
// scikit-learn's StandardScaler) of n > 0 numbers, both multiplied by unit: the
// power of two that brings the largest |x| into [1/2, 1). Scaling by it is
// exact, and no sum or square can overflow.
func moments(n int, x func(int) float64) (unit, mean, deviation float64) {
	largest := 0.0
	for i := range n {
		largest = max(largest, math.Abs(x(i)))
	}
	_, exponent := math.Frexp(largest)
	unit = math.Ldexp(1, -max(exponent, -1000))
	sum := 0.0
	for i := range n {
		sum += float64(x(i) * unit)
	}
	mean = sum / float64(n)
	squares := 0.0
	for i := range n {
		apart := float64(x(i)*unit) - mean
		squares += float64(apart * apart)
	}
	return unit, mean, math.Sqrt(squares / float64(n))
}

// missing counts the missing cells of c in the rows of all parts.
func (d *Design) missing(c *table.Column) int {
	n := 0
	for _, part := range d.parts() {
		for _, row := range part.Rows {
			if c.Missing[row] {
				n++
			}
		}
	}
	return n
}

// warnUnseen warns of levels that no training row has.
func (d *Design) warnUnseen(s *source) {
	if s.codes == nil {
		return
	}
	n := 0
	for _, part := range d.parts() {
		for _, row := range part.Rows {
			if s.codes[row] == unseen {
				n++
			}
		}
	}
	if n > 0 {
		d.warn("column %q: %s outside the training part have a level that no training row has; they count as undecided between the known ones", s.column.Name, count(n, "row"))
	}
}
