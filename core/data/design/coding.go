package design

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"lplab/core/data/formula"
	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/numeric/dense"
)

// Describe writes the coding into a model file: the columns that it reads, their statistics
// over the training rows, and the features.
func (d *Design) Describe(m *experiment.ModelFile) {
	m.Missing, m.Classes, m.Decimal, m.Group = d.preprocess.Missing, d.Classes, d.decimal, d.group
	training := newTraining(d.points(&d.Train), d.sources)
	featureNames := map[string]bool{} // names of features
	columnNames := map[string]bool{}  // columns
	add := func(c *table.Column, f *column) {
		if !columnNames[c.Name] {
			columnNames[c.Name] = true
			m.Columns = append(m.Columns, describe(c, f, training))
		}
	}
	for j := range d.columns {
		c := &d.columns[j]
		f := experiment.ModelFeature{Name: c.name(), Column: c.from, Mean: d.Mean[j], Scale: d.Scale[j]}
		for n := 2; featureNames[f.Name]; n++ {
			f.Name = fmt.Sprintf("%s_%d", c.name(), n)
		}
		featureNames[f.Name] = true
		switch of := d.formulas[c.from]; {
		case of != nil:
			f.Column, f.Formula, f.Fill = "", c.from, c.fill
			for _, column := range of.reads {
				add(column, nil)
			}
		case c.levels != nil:
			f.Level, f.Unseen = c.levels[c.level], c.mean
			add(d.readers[j].source.column, c)
		default:
			f.Fill = c.fill
			add(d.readers[j].source.column, c)
		}
		m.Features = append(m.Features, f)
	}
}

// describe summarises a column over the training rows.
func describe(c *table.Column, f *column, t *training) experiment.ModelColumn {
	if c.Kind == table.Category {
		return experiment.ModelColumn{Name: c.Name, Type: experiment.ColumnCategory, Levels: f.levels, Mode: f.levels[f.fillLevel]}
	}
	m := experiment.ModelColumn{Name: c.Name, Type: experiment.ColumnNumber, Unit: c.Unit, DateOf: c.DateOf, DateOrder: c.DateOrder}
	numbers, zeros := t.numbers(c)
	if len(numbers)+zeros == 0 {
		return m
	}
	unit, mean, _ := moments(numbers, zeros)
	m.Mean = mean / unit
	if len(numbers) > 0 {
		m.Min, m.Max = slices.Min(numbers), slices.Max(numbers)
	}
	if zeros > 0 {
		m.Min, m.Max = min(m.Min, 0), max(m.Max, 0)
	}
	return m
}

// Of makes the design of a model file: its coding, and its points as training rows. m must
// have passed ModelFile.Check, or Of may panic.
func Of(m *experiment.ModelFile) *Design {
	d := &Design{Classes: m.Classes, preprocess: m.Experiment.Preprocess, formulas: map[string]*boundFormula{}, inputs: m.Columns, reads: m.Reads()}
	d.preprocess.Missing = m.Missing
	columns := map[string]experiment.ModelColumn{}
	for _, c := range m.Columns {
		columns[c.Name] = c
	}
	for _, f := range m.Features {
		c := column{from: f.Column, hasFill: m.Missing == experiment.MissingMean, fill: f.Fill, mean: f.Unseen, unit: 1, shift: f.Mean, scale: f.Scale}
		if f.Formula != "" {
			of, err := formula.ParseOver(f.Formula, func(name string) bool { _, has := columns[name]; return has })
			if err != nil {
				panic("design: the model file was not checked: " + err.Error())
			}
			c.from, d.formulas[f.Formula] = f.Formula, &boundFormula{formula: of}
		} else if from := columns[f.Column]; from.Type == experiment.ColumnCategory {
			c.levels, c.level, c.fillLevel = from.Levels, slices.Index(from.Levels, f.Level), slices.Index(from.Levels, from.Mode)
		}
		if m.Points == nil {
			c.scale = 1 // terms are of centred features
		}
		// As in learn, a power of two prevents overflow of differences of large numbers.
		_, exponent := math.Frexp(max(math.Abs(c.shift), c.scale))
		if exponent > 500 {
			c.unit = math.Ldexp(1, -exponent)
			c.shift, c.scale = c.shift*c.unit, c.scale*c.unit
		}
		d.columns = append(d.columns, c)
		d.Features = append(d.Features, f.Name)
		d.Mean, d.Scale = append(d.Mean, f.Mean), append(d.Scale, f.Scale)
	}
	d.take(m.Points)
	if m.Bag != "" {
		d.Bags = make([]string, len(d.Train.Rows))
	}
	return d
}

// take makes training rows of the points of a model file.
func (d *Design) take(p *experiment.ModelPoints) {
	if p == nil {
		return
	}
	width := d.D()
	d.Train.X = make([]float64, len(p.Rows)*width)
	for i, row := range p.Rows {
		to := d.Train.X[i*width : (i+1)*width]
		if p.Index == nil {
			copy(to, row)
			continue
		}
		for e, j := range p.Index[i] {
			to[j] = row[e]
		}
	}
	n := len(p.Rows)
	if p.Bags != nil {
		n = len(p.Bags)
		d.Train.Starts = make([]int, 1, n+1)
		for i, size := range p.Bags {
			d.Train.Starts = append(d.Train.Starts, d.Train.Starts[i]+size)
		}
	}
	d.Train.Rows = dense.UpTo(n)
}

// Cells holds the rows of a table as the design of a model file codes them.
type Cells struct {
	// Problems has the reason why a row has no features, "" for the others.
	Problems []string
	// Unseen counts the cells with a level that no training row had, by column.
	Unseen map[string]UnseenLevels
	// Filled counts the missing cells replaced by the training mean or the most frequent level.
	Filled int
	// Left counts the rows with a missing cell that is not replaced.
	Left int

	design  *Design
	readers []reader
}

// UnseenLevels are levels of a column that no training row had.
type UnseenLevels struct {
	Cells int
	First string // level
}

// Read finds the columns of the design in another table. The error, one sentence, is for a
// missing column; in a sparse table such a column is 0. A column that no function reads may be missing.
func (d *Design) Read(t *table.Table) (*Cells, error) {
	r := &Cells{Problems: make([]string, t.Rows), Unseen: map[string]UnseenLevels{}, design: d}
	inputs := make(map[string]*table.Column, len(d.inputs))
	var absent []string
	isSparse := slices.ContainsFunc(t.Columns, func(c *table.Column) bool { return c.Sparse != nil })
	for _, in := range d.inputs {
		c, ok := t.Column(in.Name)
		switch {
		case !d.reads[in.Name]:
			inputs[in.Name] = mean(in, t.Rows)
		case !ok && isSparse && in.Type == experiment.ColumnNumber:
			inputs[in.Name] = &table.Column{Name: in.Name, Sparse: &table.Sparse{}, Missing: make([]bool, t.Rows)}
		case !ok:
			absent = append(absent, cmp.Or(in.DateOf, in.Name))
		default:
			inputs[in.Name] = r.input(t, c, in)
		}
	}
	if absent = slices.Compact(absent); absent != nil {
		return nil, fmt.Errorf("the rows to predict lack the %s %s, which the model reads; add what is missing, or name the columns exactly as in the data of the model, also in upper and lower case",
			strings.TrimPrefix(english.Count(len(absent), "column"), "1 "), english.List(absent))
	}
	r.bind(inputs, t.Rows)
	return r, nil
}

// Reads reports whether a function of the model reads a column.
func (r *Cells) Reads(column string) bool { return r.design.reads[column] }

// mean returns a column with the mean or the most frequent level in every row.
func mean(in experiment.ModelColumn, rows int) *table.Column {
	c := &table.Column{Name: in.Name, Kind: table.Number, Missing: make([]bool, rows)}
	if in.Type == experiment.ColumnCategory {
		c.Kind, c.Texts = table.Category, slices.Repeat([]string{in.Mode}, rows)
	} else {
		c.Numbers = slices.Repeat([]float64{in.Mean}, rows)
	}
	return c
}

// input converts a column of a table to its type in the model. A row with a cell that is not
// a number has a problem.
func (r *Cells) input(t *table.Table, c *table.Column, in experiment.ModelColumn) *table.Column {
	if in.Type == experiment.ColumnCategory {
		out := &table.Column{Name: c.Name, Kind: table.Category, Texts: c.Texts, Missing: c.Missing}
		if c.Texts == nil {
			out.Texts = make([]string, t.Rows)
			for i := range out.Texts {
				out.Texts[i] = c.Text(i)
			}
		}
		r.miss(out)
		for i, text := range out.Texts {
			if !c.Missing[i] && !slices.Contains(in.Levels, text) {
				u := r.Unseen[c.Name]
				r.Unseen[c.Name] = UnseenLevels{u.Cells + 1, cmp.Or(u.First, text)}
			}
		}
		return out
	}
	if c.Kind != table.Number {
		numbers, others := t.NumbersOf(c)
		missing := slices.Clone(c.Missing)
		for _, i := range others {
			r.problem(i, "column %q holds %.40q, which is not a number", c.Name, c.Text(i))
			missing[i] = true
		}
		c = &table.Column{Name: c.Name, Kind: table.Number, Numbers: numbers, Missing: missing}
	}
	if of, ok := t.Column(c.DateOf); ok {
		missing := slices.Clone(c.Missing)
		for i := range missing {
			if !missing[i] && math.IsNaN(c.Number(i)) {
				r.problem(i, "column %q holds %.40q, which is no date", of.Name, of.Text(i))
				missing[i] = true
			}
		}
		c = &table.Column{Name: c.Name, DateOf: c.DateOf, Kind: table.Number, Numbers: c.Numbers, Missing: missing}
	}
	r.miss(c)
	return c
}

// miss counts the missing cells of a column, which are problems unless they are filled.
func (r *Cells) miss(c *table.Column) {
	for i, missing := range c.Missing {
		if !missing {
			continue
		}
		switch {
		case r.design.preprocess.Missing != experiment.MissingDrop:
			r.Filled++
		case r.Problems[i] == "":
			r.problem(i, "column %q has a missing cell", cmp.Or(c.DateOf, c.Name))
			r.Left++
		}
	}
}

// problem notes the first problem of a row.
func (r *Cells) problem(row int, format string, args ...any) {
	if r.Problems[row] == "" {
		r.Problems[row] = fmt.Sprintf(format, args...)
	}
}

// bind makes the readers of the features.
func (r *Cells) bind(inputs map[string]*table.Column, rows int) {
	sources := map[string]*source{}
	for j := range r.design.columns {
		c := &r.design.columns[j]
		if sources[c.from] == nil {
			in := inputs[c.from]
			if of := r.design.formulas[c.from]; of != nil {
				bound := &boundFormula{formula: of.formula}
				for _, name := range of.formula.Columns() {
					bound.reads = append(bound.reads, inputs[name])
				}
				in = bound.column(c.from, rows, nil, func(row int, where string) {
					r.problem(row, "the formula %s is not finite%s", c.from, where)
				})
			}
			sources[c.from] = newSource(in, c.levels, c.fillLevel)
		}
		r.readers = append(r.readers, reader{c, sources[c.from]})
	}
}

// Set codes some rows of the table. With bags, starts has the place where each begins.
func (r *Cells) Set(rows, starts []int) Set {
	n := len(rows)
	if starts != nil {
		n = len(starts) - 1
	}
	return Set{Rows: dense.UpTo(n), X: fill(r.readers, rows), Starts: starts}
}

// UnseenColumns lists the columns with unseen levels, in alphabetical order.
func (r *Cells) UnseenColumns() []string { return slices.Sorted(maps.Keys(r.Unseen)) }
