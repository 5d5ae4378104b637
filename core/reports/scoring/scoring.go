// Package scoring predicts the rows of files by a model file, and writes them with their
// predictions as CSV.
package scoring

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
)

// Summary counts the rows of a prediction.
type Summary struct {
	reasons     []reason // of Problems
	isShortened bool     // whether rows have other reasons than these
	Rows        int      `json:"rows"`
	Unpredicted int      `json:"unpredicted"` // rows without a prediction
	Problems    []string `json:"problems"`    // the first reasons: the rows, counted from 1 below the header, and the reason
	Notes       []string `json:"notes"`       // one sentence each: on unseen levels and replaced cells
}

// String returns one sentence with the number of rows without a prediction, the reasons and
// the notes; "" without any.
func (s *Summary) String() string {
	var clauses []string
	if s.Unpredicted > 0 {
		more := ""
		if s.isShortened {
			more = "; ..."
		}
		clauses = append(clauses, fmt.Sprintf("%s of %s have no prediction: %s%s", english.Integer(s.Unpredicted), english.Count(s.Rows, "row"), strings.Join(s.Problems, "; "), more))
	}
	return strings.Join(append(clauses, s.Notes...), "; ")
}

// reason is why some rows have no prediction.
type reason struct {
	text  string
	first []int // rows
	rows  int
}

func (r reason) String() string {
	if r.rows == 1 {
		return fmt.Sprintf("row %d: %s", r.first[0], r.text)
	}
	return fmt.Sprintf("rows %s: %s", english.ListOf(r.first, r.rows), r.text)
}

// listedProblems is the largest number of reasons for rows without a prediction, and of notes, in a summary.
const listedProblems = 5

// add counts the rows of a part, with their problems and notes.
func (s *Summary) add(p *lab.Predictions) {
	for i, problem := range p.Problems {
		if problem == "" {
			continue
		}
		s.Unpredicted++
		k := slices.IndexFunc(s.reasons, func(r reason) bool { return r.text == problem })
		switch {
		case k < 0 && len(s.reasons) == listedProblems:
			s.isShortened = true
			continue
		case k < 0:
			k = len(s.reasons)
			s.reasons = append(s.reasons, reason{text: problem})
		}
		r := &s.reasons[k]
		if r.rows++; r.rows <= english.MostListed {
			r.first = append(r.first, s.Rows+i+1)
		}
	}
	if len(s.reasons) > 0 { // otherwise an empty list stays one
		s.Problems = lists.Map(s.reasons, reason.String)
	}
	s.Rows += len(p.Problems)
	for _, note := range p.Notes {
		if len(s.Notes) < listedProblems && !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
	}
}

// Outcome is the prediction of a row by its decision values.
type Outcome struct {
	Class         int       // of the model's classes; -1 for a regression
	Scores        []float64 // by class; the predicted number for a regression
	Probabilities []float64 // by class; nil where the model has none
	// Errors bound how far each function's decision value lies from that of the exact minimum
	// of the objective; nil where the model has no such bounds.
	Errors []float64
}

// OutcomeOf returns the outcome of the decision values of one row, one for each function of
// the model. It keeps f.
func OutcomeOf(m *experiment.ModelFile, f []float64) Outcome {
	if m.Classes == nil {
		return Outcome{Class: -1, Scores: f}
	}
	if len(m.Classes) == 2 {
		f = []float64{0 - f[0], f[0]}
	}
	o := Outcome{Scores: f}
	for c, v := range f {
		if v > f[o.Class] || v == f[o.Class] && len(f) == 2 { // the first of equal values, but of two classes the second
			o.Class = c
		}
	}
	if m.Probability != "" {
		var sum float64
		for _, v := range f {
			p := 1 / (1 + dense.Exp(-v))
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

// Columns returns the names of the columns of predictions: "prediction", for a classification
// "score:" and, where the model has them, "probability:" with each class, and "error", with
// more than two classes for each, where the model has bounds of the optimisation error.
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

// Rows predicts the rows of a table and calls use with the cells of each, followed by those of
// its prediction as in Columns. Without a prediction these are empty and the outcome is nil.
func Rows(ctx context.Context, p *lab.Predictor, t *table.Table, s *Summary, use func(cells []string, o *Outcome) error) error {
	out, err := p.Predict(ctx, t)
	if err != nil {
		return err
	}
	s.add(out)
	file := ofFile(t)
	count := len(file)
	cells, f := make([]string, count+len(Columns(p.Model))), make([]float64, len(out.Scores))
	for row := range t.Rows {
		for j, c := range file {
			cells[j] = c.Text(row)
		}
		clear(cells[count:])
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
			left := cells[count:]
			if o.Class >= 0 {
				left[0], left = p.Model.Classes[o.Class], left[1:]
			}
			for c, v := range o.Values() {
				left[c] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		if err := use(cells, outcome); err != nil {
			return err
		}
	}
	return nil
}

// Values returns the numbers of an outcome as in Columns, without the predicted class.
func (o *Outcome) Values() []float64 { return slices.Concat(o.Scores, o.Probabilities, o.Errors) }

// Header returns the names of the columns of a table and of predictions. A name of the latter
// that the table has too gets a number.
func Header(m *experiment.ModelFile, t *table.Table) []string {
	names := lists.Map(ofFile(t), func(c *table.Column) string { return c.Name })
	for _, name := range Columns(m) {
		for n, base := 2, name; slices.Contains(names, name); n++ {
			name = fmt.Sprintf("%s_%d", base, n)
		}
		names = append(names, name)
	}
	return names
}

// ofFile returns the columns of the file, without those made of its dates.
func ofFile(t *table.Table) []*table.Column {
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c *table.Column) bool { return c.DateOf != "" })
}

// Options returns how rows to predict are read, with the codes of missing cells, the dates and the decimal mark of the
// training rows.
func Options(m *experiment.ModelFile) table.Options {
	of := m.Experiment.Data.Import
	o := table.Options{MissingCodes: of.Missing, Dates: of.Dates, Likely: m.Decimal, AsWritten: true, DateOrders: map[string]string{}}
	for _, c := range m.Columns {
		if c.DateOf != "" {
			o.DateOrders[c.DateOf] = c.DateOrder
		}
		o.Expected = append(o.Expected, cmp.Or(c.DateOf, c.Name))
	}
	return o
}

// Parts reads rows to predict and calls use with a table for each part of the file, of at
// most 4 MB; with bags, one for the whole file.
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

// Predict reads the rows of a file as Parts does, and writes them with their predictions as
// CSV, in their order. Beside numbers with decimal commas the predictions have them too, and
// semicolons separate the cells. The error is one sentence, or the writer's.
func Predict(ctx context.Context, m *experiment.ModelFile, from io.Reader, to io.Writer) (*Summary, error) {
	p, err := lab.NewPredictor(ctx, m)
	if err != nil {
		return nil, err
	}
	s := new(Summary)
	var line []byte
	delimiter := byte(',')
	write := func(cells []string) error {
		for j, cell := range cells {
			cells[j] = table.PlainText(cell)
		}
		line = table.AppendCSV(line[:0], cells, delimiter)
		_, err := to.Write(line)
		return err
	}
	begun := false
	err = Parts(m, from, func(t *table.Table) error {
		return Rows(ctx, p, t, s, func(cells []string, o *Outcome) error {
			if !begun { // nothing is written for a file that lacks a column
				begun = true
				mark := t.Findings.Mark
				if mark == "" && !t.Findings.Delimiter.Fixed { // delimited text of whole numbers
					mark = m.Decimal
				}
				if mark == "," {
					delimiter = ';'
				}
				if err := write(Header(m, t)); err != nil {
					return err
				}
			}
			if o != nil && delimiter == ';' {
				for j := len(cells) - len(o.Values()); j < len(cells); j++ {
					cells[j] = strings.Replace(cells[j], ".", ",", 1)
				}
			}
			return write(cells)
		})
	})
	return s, err
}
