package design

import (
	"errors"
	"maps"
	"math"
	"slices"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
)

// column is the coding of one column of X.
type column struct {
	from string // the table's column

	// levels are those of a category in the training rows, sorted; nil for numbers. Each has a
	// column of 0 and 1; of only two levels the second has.
	levels []string
	level  int // the level coded as 1

	// If hasFill, a missing cell is replaced by fill, or by the level fillLevel. A
	// level that no training row has is coded as neutral, the training mean.
	hasFill   bool
	fill      float64
	fillLevel int
	mean      float64

	dense bool // the table stores more than half of the training cells

	// X holds (x*unit - shift)/scale. unit is a power of two that prevents overflow and
	// underflow of columns of 1e308 or 1e-308.
	unit, shift, scale float64
}

// source is a column of the table with the number of its missing cells and, for a
// category, its cells as places in the training levels.
type source struct {
	column *table.Column
	gaps   int
	codes  []int16
}

// unseen is the code of a level that no training row has.
const unseen = -1

// newSource makes a source with the codes of a category by levels; missing cells get fillLevel.
func newSource(c *table.Column, levels []string, fillLevel int) *source {
	s := &source{column: c, gaps: c.MissingCount()}
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

// reader codes the cells of a source as a column of X.
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
		return r.mean
	}
	return 0
}

// fill codes rows into a row-major matrix, eight columns at a time: the columns are read in
// order, and whole cache lines are written.
func fill(readers []reader, rows []int) []float64 {
	const block = 8
	width := len(readers)
	x := make([]float64, len(rows)*width)
	for from := 0; from < width; from += block {
		for j := from; j < min(from+block, width); j++ {
			r := readers[j]
			for i, row := range rows {
				x[i*width+j] = r.standardise(r.raw(row))
			}
		}
	}
	return x
}

func (c *column) standardise(x float64) float64 { return (float64(x*c.unit) - c.shift) / c.scale }

// learn sets the columns, their coding and their readers from the training rows.
func (d *Design) learn() error {
	t := newTraining(d.points(&d.Train), d.sources)
	d.leftOut = map[string]bool{}
	fills, unseenCells := 0, 0   // missing cells, and those with a level that is not in the training rows
	var gaps, newLevels []string // their columns
	var empty, constant []string // columns with no cells, with equal cells
	for _, src := range d.sources {
		name := src.column.Name
		columns := columnsOf(src.column, t, d.preprocess.Missing)
		if columns == nil {
			empty = append(empty, name)
			d.leftOut[name] = true
			continue
		}
		if src.column.Kind == table.Category {
			src = newSource(src.column, columns[0].levels, columns[0].fillLevel)
			if n := d.countRows(func(row int) bool { return src.codes[row] == unseen }); n > 0 {
				unseenCells += n
				newLevels = append(newLevels, name)
			}
		}
		if src.gaps > 0 {
			if n := d.countRows(func(row int) bool { return src.column.Missing[row] }); n > 0 {
				fills += n
				gaps = append(gaps, name)
			}
		}
		for k := range columns {
			r := reader{&columns[k], src}
			if !r.learn(t, d.preprocess.Standardize) && d.preprocess.Standardize {
				constant = append(constant, r.name())
				d.leftOut[r.name()], d.leftOut[r.from] = true, true
				continue
			}
			d.readers = append(d.readers, r)
		}
	}
	if fills > 0 {
		d.warn("%s replaced by the training mean or the most frequent level in %s", english.Count(fills, "missing cell"), english.List(gaps))
	}
	if unseenCells > 0 {
		d.warn("%s with a level that is not in the training rows replaced by training means in %s", english.Count(unseenCells, "cell"), english.List(newLevels))
	}
	if len(empty) > 0 {
		d.warn("%s dropped, without any cell in the training rows: %s", english.Count(len(empty), "column"), english.List(empty))
	}
	if len(constant) > 0 {
		d.warn("%s dropped, constant over the training rows: %s", english.Count(len(constant), "column"), english.List(constant))
	}
	if len(d.readers) == 0 {
		return errors.New("no feature is left: each column is constant or empty over the training rows; choose other features or more training rows")
	}
	d.columns = make([]column, len(d.readers))
	for j, r := range d.readers {
		d.columns[j] = *r.column
		d.Features = append(d.Features, r.name())
		d.Mean = append(d.Mean, r.shift/r.unit)
		d.Scale = append(d.Scale, r.scale/r.unit)
	}
	return nil
}

// columnsOf returns the columns that code c, with levels and replacements of missing
// cells from the training rows; nil if c has no cell there.
func columnsOf(c *table.Column, t *training, missing string) []column {
	base := column{from: c.Name, hasFill: missing == experiment.MissingMean}
	if c.Kind != table.Number {
		return levelsOf(c, t.rows, base)
	}
	numbers, zeros := t.numbers(c)
	if len(numbers)+zeros == 0 {
		return nil
	}
	if base.hasFill {
		unit, mean, _ := moments(numbers, zeros)
		base.fill = mean / unit
		if zeros == 0 { // by rounding, the mean of equal numbers can be another one
			base.fill = min(max(base.fill, slices.Min(numbers)), slices.Max(numbers))
		}
	}
	return []column{base}
}

// levelsOf completes made to the columns that code a category: one of two levels, else
// one for each level.
func levelsOf(c *table.Column, rows []int, base column) []column {
	counts := map[string]int{}
	for _, row := range rows {
		if !c.Missing[row] {
			counts[c.Texts[row]]++
		}
	}
	if len(counts) == 0 {
		return nil
	}
	base.levels = slices.Sorted(maps.Keys(counts))
	for k, level := range base.levels {
		if counts[level] > counts[base.levels[base.fillLevel]] {
			base.fillLevel = k
		}
	}
	if len(base.levels) == 2 {
		base.level = 1
		return []column{base}
	}
	columns := make([]column, len(base.levels))
	for k := range columns {
		columns[k] = base
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

// training holds the rows from which the coding is learned.
type training struct {
	rows   []int
	marked []bool // by row of the table, where there are sparse columns
	buffer []float64
}

func newTraining(rows []int, sources []*source) *training {
	t := &training{rows: rows, buffer: make([]float64, 0, len(rows))}
	k := slices.IndexFunc(sources, func(s *source) bool { return s.column.Sparse != nil })
	if k >= 0 {
		t.marked = make([]bool, len(sources[k].column.Missing))
		for _, row := range rows {
			t.marked[row] = true
		}
	}
	return t
}

// numbers returns the numbers of a column that are not missing, and the number of further
// zeros. The slice is valid until the next call of numbers or cells.
func (t *training) numbers(c *table.Column) (numbers []float64, zeros int) {
	t.buffer = t.buffer[:0]
	if c.Sparse != nil {
		for k, row := range c.Sparse.Rows {
			if t.marked[row] {
				t.buffer = append(t.buffer, c.Sparse.Values[k])
			}
		}
		return t.buffer, len(t.rows) - len(t.buffer)
	}
	for _, row := range t.rows {
		if !c.Missing[row] {
			t.buffer = append(t.buffer, c.Numbers[row])
		}
	}
	return t.buffer, 0
}

// cells returns the cells of a reader before standardisation, and the number of further zeros.
func (t *training) cells(r reader) (cells []float64, zeros int) {
	if r.source.column.Sparse != nil {
		return t.numbers(r.source.column)
	}
	t.buffer = t.buffer[:0]
	for _, row := range t.rows {
		t.buffer = append(t.buffer, r.raw(row))
	}
	return t.buffer, 0
}

// learn sets the standardisation, or none, from the training rows, and reports
// whether the column varies over them.
func (r reader) learn(t *training, standardize bool) (varies bool) {
	cells, zeros := t.cells(r)
	r.dense = 2*len(cells) > len(t.rows)
	first := 0.0
	if zeros == 0 {
		first = cells[0]
	}
	varies = slices.ContainsFunc(cells, func(x float64) bool { return x != first })
	r.unit, r.shift, r.scale = 1, 0, 1
	if r.levels == nil && !standardize {
		return varies
	}
	unit, mean, deviation := moments(cells, zeros)
	r.mean = mean / unit
	if standardize && varies {
		r.unit, r.shift, r.scale = unit, mean, deviation
	}
	return varies
}

// moments returns mean and population standard deviation (divided by n, as in
// scikit-learn's StandardScaler) of n > 0 numbers, those of x and a number of zeros,
// both multiplied by unit: the power of two that brings the largest |x| into
// [1/2, 1). Scaling by it is exact, and no sum or square can overflow.
func moments(x []float64, zeros int) (unit, mean, deviation float64) {
	n := float64(len(x) + zeros)
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	_, exponent := math.Frexp(largest)
	unit = math.Ldexp(1, -max(exponent, -1000))
	sum := 0.0
	for _, v := range x {
		sum += float64(v * unit)
	}
	mean = sum / n
	squares := float64(float64(zeros) * float64(mean*mean))
	for _, v := range x {
		apart := float64(v*unit) - mean
		squares += float64(apart * apart)
	}
	return unit, mean, math.Sqrt(squares / n)
}

// countRows counts the rows of the table in all parts for which a condition holds.
func (d *Design) countRows(holds func(row int) bool) int {
	n := 0
	for _, part := range d.parts() {
		for _, row := range d.points(part) {
			if holds(row) {
				n++
			}
		}
	}
	return n
}
