package scoring

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/lists"
)

// Sizes of a dependence.
const (
	gridAlone     = 25        // values of the grid of a single column
	gridOfPair    = 12        // values of the grid of each column of a pair
	meanRows      = 200       // the most rows that are averaged over
	fewestRows    = 5         // of these
	dependentWork = 2e9       // the most multiplications
	gridCells     = 5_000_000 // the most cells of the table that is predicted
)

// Dependence returns the partial dependence of a model on one of its columns, or on a pair,
// over evenly spaced rows of a table. With classes it averages the probability, or else the score, of
// class; "" means the second of two classes and the first of more. The error is one
// sentence, or the context's.
func Dependence(ctx context.Context, p *lab.Predictor, t *table.Table, columns []string, class string) (*experiment.Dependence, error) {
	m := p.Model
	if m.Bag != "" {
		return nil, fmt.Errorf("a prediction of this model is of a bag of rows, which have no cell to replace: use a model of single rows")
	}
	if len(columns) < 1 || len(columns) > 2 {
		return nil, fmt.Errorf("a dependence is on one column or on two different ones, and %d are given", len(columns))
	}
	if len(columns) == 2 && columns[0] == columns[1] {
		return nil, fmt.Errorf("a dependence is on one column or on two different ones, and %q is given twice", columns[0])
	}
	value, of, err := averagedValue(m, class)
	if err != nil {
		return nil, err
	}
	names := lists.Map(m.Columns, func(c experiment.ModelColumn) string { return c.Name })
	d := &experiment.Dependence{Of: of, All: t.Rows}
	size := gridAlone
	if len(columns) == 2 {
		size = gridOfPair
	}
	cells := 1
	places := make([]int, len(columns))
	for k, name := range columns {
		if places[k] = slices.Index(names, name); places[k] < 0 {
			return nil, unknownColumn(name, names)
		}
		c := gridOf(&m.Columns[places[k]], size)
		d.Columns = append(d.Columns, c)
		cells *= len(c.Grid)
	}
	fit := min(dependentWork/(p.Work()*float64(cells)), float64(gridCells/(cells*len(m.Columns))))
	most := int(min(meanRows, max(fewestRows, fit)))
	rows, err := spacedRows(m, t, most)
	if err != nil {
		return nil, err
	}
	return d, average(ctx, p, d, names, places, rows, value)
}

// averagedValue returns the function of outcomes that a dependence averages, with its name.
func averagedValue(m *experiment.ModelFile, class string) (value func(Outcome) float64, of string, err error) {
	if m.Classes == nil {
		return func(o Outcome) float64 { return o.Scores[0] }, m.Target, nil
	}
	place := slices.Index(m.Classes, class)
	switch {
	case class == "" && len(m.Classes) == 2:
		place = 1
	case class == "":
		place = 0
	case place < 0:
		return nil, "", fmt.Errorf("the model has no class %q: choose one of %s", class, strings.Join(m.Classes, ", "))
	}
	if m.Probability != "" {
		return func(o Outcome) float64 { return o.Probabilities[place] }, "probability of " + m.Classes[place], nil
	}
	return func(o Outcome) float64 { return o.Scores[place] }, "score of " + m.Classes[place], nil
}

func unknownColumn(name string, names []string) error {
	if nearest, ok := experiment.Nearest(name, names); ok {
		return fmt.Errorf("the model reads no column %q: did you mean %q?", name, nearest)
	}
	return fmt.Errorf("the model reads no column %q: choose one of those in its file, such as %q", name, names[0])
}

// gridOf returns the grid of a column: its levels, or size numbers between the least and the
// largest of the training rows.
func gridOf(of *experiment.ModelColumn, size int) experiment.DependenceColumn {
	c := experiment.DependenceColumn{Name: of.Name, Levels: of.Levels}
	for i := range of.Levels {
		c.Grid = append(c.Grid, float64(i))
	}
	for i := 0; of.Levels == nil && i < size; i++ {
		share := float64(i) / float64(size-1)
		c.Grid = append(c.Grid, float64(of.Min*(1-share))+float64(of.Max*share))
	}
	c.Grid = slices.Compact(c.Grid)
	return c
}

// spacedRows returns the cells that the model reads, of at most limit evenly spaced rows.
func spacedRows(m *experiment.ModelFile, t *table.Table, limit int) ([][]any, error) {
	var columns []*table.Column
	for _, c := range m.Columns {
		column, ok := t.Column(c.Name)
		if !ok {
			return nil, fmt.Errorf("the data lack the column %q, which the model reads: give those of its experiment", c.Name)
		}
		columns = append(columns, column)
	}
	count := min(limit, t.Rows)
	rows := make([][]any, count)
	for i := range rows {
		row := i * t.Rows / count
		for j, c := range columns {
			switch {
			case c.Missing[row]:
				rows[i] = append(rows[i], nil)
			case m.Columns[j].Type == experiment.ColumnNumber && c.Kind == table.Number:
				rows[i] = append(rows[i], c.Number(row))
			default:
				rows[i] = append(rows[i], c.Text(row))
			}
		}
	}
	return rows, nil
}

// average sets the mean predictions of rows in which the cells of the columns at places are
// replaced by each combination of the grids, the first column outermost. names are those of the cells.
func average(ctx context.Context, p *lab.Predictor, d *experiment.Dependence, names []string, places []int, rows [][]any, value func(Outcome) float64) error {
	variants := [][][]any{rows}
	for k, column := range d.Columns {
		var more [][][]any
		for _, rows := range variants {
			for _, at := range column.Grid {
				cell := any(at)
				if column.Levels != nil {
					cell = column.Levels[int(at)]
				}
				more = append(more, withCell(rows, places[k], cell))
			}
		}
		variants = more
	}
	t, err := table.FromRows(names, slices.Concat(variants...))
	if err != nil {
		return err
	}
	out, err := p.Predict(ctx, t)
	if err != nil {
		return err
	}
	each := len(d.Columns[len(d.Columns)-1].Grid) // means of a list
	f := make([]float64, len(out.Scores))
	for k := range variants {
		var sum float64
		d.Rows = 0
		for row := k * len(rows); row < (k+1)*len(rows); row++ {
			if out.Problems[row] == "" {
				for c := range f {
					f[c] = out.Scores[c][row]
				}
				sum += value(OutcomeOf(p.Model, f))
				d.Rows++
			}
		}
		if d.Rows == 0 {
			return fmt.Errorf("none of the %d rows has a prediction (%s): choose preprocess.missing %q, or rows without missing cells", len(rows), out.Problems[k*len(rows)], experiment.MissingMean)
		}
		if len(d.Columns) == 1 || k%each == 0 {
			d.Mean = append(d.Mean, nil)
		}
		last := &d.Mean[len(d.Mean)-1]
		*last = append(*last, sum/float64(d.Rows))
	}
	for k := range d.Columns {
		c := &d.Columns[k]
		c.Data = []float64{}
		for _, row := range rows {
			switch cell := row[places[k]].(type) {
			case float64:
				c.Data = append(c.Data, cell)
			case string:
				if level := slices.Index(c.Levels, cell); level >= 0 {
					c.Data = append(c.Data, float64(level))
				}
			}
		}
	}
	return nil
}

// withCell returns the rows with a cell in a column.
func withCell(rows [][]any, column int, cell any) [][]any {
	out := make([][]any, len(rows))
	for i, row := range rows {
		out[i] = slices.Clone(row)
		out[i][column] = cell
	}
	return out
}
