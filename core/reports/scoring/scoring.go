// Package scoring predicts the rows of files by a model file, and writes them with their
// predictions as CSV.
package scoring

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lab"
)

// Summary counts what Predict has done.
type Summary struct {
	Rows        int      `json:"rows"`
	Unpredicted int      `json:"unpredicted"` // rows whose cells of the prediction are empty
	Problems    []string `json:"problems"`    // of the first of these: the row, counted from 1 below the header, and why
	Notes       []string `json:"notes"`       // one sentence each: on unseen levels and replaced cells
}

// String says in one sentence how many rows could not be predicted, and why; "" where all
// could and there is nothing to note.
func (s *Summary) String() string {
	var clauses []string
	if s.Unpredicted > 0 {
		more := ""
		if s.Unpredicted > len(s.Problems) {
			more = "; ..."
		}
		clauses = append(clauses, fmt.Sprintf("%d of %d rows have no prediction: %s%s", s.Unpredicted, s.Rows, strings.Join(s.Problems, "; "), more))
	}
	return strings.Join(append(clauses, s.Notes...), "; ")
}

// listedProblems is how many rows without a prediction a summary lists.
const listedProblems = 5

// add adds the problems of the rows of a part.
func (s *Summary) add(p *lab.Predictions) {
	for i, problem := range p.Problems {
		if problem == "" {
			continue
		}
		if s.Unpredicted++; len(s.Problems) < listedProblems {
			s.Problems = append(s.Problems, fmt.Sprintf("row %d: %s", s.Rows+i+1, problem))
		}
	}
	s.Rows += len(p.Problems)
	for _, note := range p.Notes {
		if len(s.Notes) < listedProblems && !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
	}
}

// Outcome is the meaning of the decision values of a row.
type Outcome struct {
	Class         int       // of the model's classes; -1 for a regression
	Scores        []float64 // by class; the predicted number for a regression
	Probabilities []float64 // by class; nil where the model has none
	// Errors bound how far each function's decision value lies from that of the exact minimum
	// of the objective; nil where the model has no such bounds.
	Errors []float64
}

// OutcomeOf gives the outcome of the decision values of one row, one for each function of
// the model.
func OutcomeOf(m *experiment.ModelFile, f []float64) Outcome {
	if m.Classes == nil {
		return Outcome{Class: -1, Scores: f}
	}
	if len(m.Classes) == 2 {
		f = []float64{0 - f[0], f[0]}
	}
	o := Outcome{Scores: f}
	for c, v := range f {
		if v > f[o.Class] || v == f[o.Class] && len(f) == 2 { // of equal ones the first, but 0 is the second of two classes
			o.Class = c
		}
	}
	if m.Probability != "" {
		var sum float64
		for _, v := range f {
			p := 1 / (1 + math.Exp(-v))
			o.Probabilities, sum = append(o.Probabilities, p), sum+p
		}
		if len(f) > 2 && sum > 0 {
			for c := range o.Probabilities {
				o.Probabilities[c] /= sum
			}
		}
	}
	return o
}

// Columns are the names of the columns that predictions have: "prediction", and for
// a classification "score:" and, where the model has them, "probability:" with each class;
// then "error", of more than two classes with each class, where the model has bounds of it.
func Columns(m *experiment.ModelFile) []string {
	names := []string{"prediction"}
	for _, class := range m.Classes {
		names = append(names, "score:"+class)
	}
	if m.Probability != "" {
		for _, class := range m.Classes {
			names = append(names, "probability:"+class)
		}
	}
	for _, f := range m.Functions {
		switch {
		case f.Errors != nil && len(m.Functions) > 1:
			names = append(names, "error:"+f.Class)
		case f.Errors != nil:
			names = append(names, "error")
		}
	}
	return names
}

// Rows predicts the rows of a table, and gives use the cells of each with those of its
// prediction, by Columns, which are empty where there is none; then the outcome is nil.
func Rows(ctx context.Context, p *lab.Predictor, t *table.Table, s *Summary, use func(cells []string, o *Outcome) error) error {
	out, err := p.Predict(ctx, t)
	if err != nil {
		return err
	}
	s.add(out)
	file := ofFile(t)
	own := len(file)
	cells, f := make([]string, own+len(Columns(p.Model))), make([]float64, len(out.Scores))
	for row := range t.Rows {
		for j, c := range file {
			cells[j] = c.Text(row)
		}
		clear(cells[own:])
		var outcome *Outcome
		if out.Problems[row] == "" {
			for k := range f {
				f[k] = out.Scores[k][row]
			}
			o := OutcomeOf(p.Model, f)
			for _, bounds := range out.Errors {
				if bounds != nil {
					o.Errors = append(o.Errors, bounds[row])
				}
			}
			outcome = &o
			writeOutcome(cells[own:], p.Model, &o)
		}
		if err := use(cells, outcome); err != nil {
			return err
		}
	}
	return nil
}

func writeOutcome(cells []string, m *experiment.ModelFile, o *Outcome) {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	values := o.Values()
	if o.Class >= 0 {
		cells[0], cells = m.Classes[o.Class], cells[1:]
	}
	for c, v := range values {
		cells[c] = number(v)
	}
}

// Values are the numbers of an outcome by Columns, without the predicted class.
func (o *Outcome) Values() []float64 { return slices.Concat(o.Scores, o.Probabilities, o.Errors) }

// Header names the columns of a table and those of predictions; one of the latter that the
// table has too gets a number.
func Header(m *experiment.ModelFile, t *table.Table) []string {
	var names []string
	for _, c := range ofFile(t) {
		names = append(names, c.Name)
	}
	for _, name := range Columns(m) {
		for n, base := 2, name; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s_%d", base, n)
		}
		names = append(names, name)
	}
	return names
}

// ofFile lists the columns that the file has, without those made of its dates.
func ofFile(t *table.Table) []*table.Column {
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c *table.Column) bool { return c.DateOf != "" })
}

// Options are how rows to predict are read: what means a missing cell is as in the
// experiment's file.
func Options(m *experiment.ModelFile) table.Options {
	of := m.Experiment.Data.Import
	o := table.Options{MissingCodes: of.Missing, Dates: of.Dates, AsWritten: true, DateOrders: map[string]string{}}
	for _, c := range m.Columns {
		if c.DateOf != "" {
			o.DateOrders[c.DateOf] = c.DateOrder
		}
		o.Expected = append(o.Expected, cmp.Or(c.DateOf, c.Name))
	}
	return o
}

// Parts reads rows to predict, and calls use with the table of each part of the file: of at
// most 4 MB, or where rows make up bags the whole of it.
func Parts(m *experiment.ModelFile, from io.Reader, use func(*table.Table) error) error {
	if m.Bag == "" {
		return table.ReadParts(from, Options(m), table.PartBytes, use)
	}
	size, began := table.MaxBytes(), false
	return table.ReadParts(from, Options(m), size, func(t *table.Table) error {
		if began {
			return fmt.Errorf("the file has more than %d MB, and the rows of a bag may stand anywhere in it: give fewer bags at a time", size>>20)
		}
		began = true
		return use(t)
	})
}

// Predict reads the rows of a file part by part, and writes them with their predictions as
// CSV, in their order. It holds one part of the file, of at most 4 MB; where rows make up
// bags, the whole of it. The error is one sentence, or the writer's.
func Predict(ctx context.Context, m *experiment.ModelFile, from io.Reader, to io.Writer) (*Summary, error) {
	p, err := lab.NewPredictor(ctx, m)
	if err != nil {
		return nil, err
	}
	s := new(Summary)
	var line []byte
	write := func(cells []string, _ *Outcome) error {
		for j, cell := range cells {
			cells[j] = table.PlainText(cell)
		}
		line = table.AppendCSV(line[:0], cells)
		_, err := to.Write(line)
		return err
	}
	err = Parts(m, from, func(t *table.Table) error {
		if s.Rows == 0 {
			if err := write(Header(m, t), nil); err != nil {
				return err
			}
		}
		return Rows(ctx, p, t, s, write)
	})
	return s, err
}
