package table

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/lists"
)

// WithTest appends the rows of a test file to those of the table. more must have been
// read with Options.AsWritten; its further columns are left out, and so are its warnings about
// the use of columns as features, which the data file decides. The error, one sentence, is
// for a test file that lacks a column or has a text in a column of numbers.
func (t *Table) WithTest(more *Table, name string) (*Table, error) {
	var names, units []string
	columns := make([]*Column, len(t.Columns))
	for j, c := range t.Columns {
		if c.Sparse != nil {
			return nil, fmt.Errorf("the test file %q cannot go with a file in the LIBSVM format: join the two files, and list the rows of each in the split", name)
		}
		other, ok := more.Column(c.Name)
		if !ok {
			names = append(names, c.Name)
			continue
		}
		if problem := DifferentUnits(c.Name, c.Unit, "the data file", other.Unit, "the test file"); problem != "" {
			units = append(units, problem)
		}
		column := *c
		column.Missing = slices.Concat(c.Missing, other.Missing)
		if c.Kind == Number {
			numbers, others := more.NumbersOf(other)
			if len(others) > 0 {
				return nil, fmt.Errorf("column %q holds numbers in the data file, and %q in row %d of the test file %q: correct that cell, or remove its row", c.Name, english.Clip(other.Text(others[0])), others[0]+1, name)
			}
			column.Numbers, column.Texts = slices.Concat(c.Numbers, numbers), nil
		} else {
			column.Texts = slices.Grow(slices.Clone(c.Texts), more.Rows)
			for row := range more.Rows {
				column.Texts = append(column.Texts, other.Text(row))
			}
			if c.Kind == Category {
				if levels, few := column.textLevels(max(MaxLevels, len(c.Levels))); few {
					column.Levels = levels
				}
			}
		}
		columns[j] = &column
	}
	if n := len(names); n > 0 {
		return nil, fmt.Errorf("the test file %q lacks the %s %s of the data file: add what is missing, or choose another file", name,
			strings.TrimPrefix(english.CountOf(n, "column", "columns"), "1 "), english.List(names))
	}
	out := newTable(columns, t.Rows+more.Rows)
	out.Tests, out.Findings, out.head = more.Rows, t.Findings, t.head
	out.Warnings = slices.Concat(t.Warnings, units, lists.Map(more.ofCells, func(warning string) string { return "test file: " + warning }))
	out.cautions = t.cautions
	return out, nil
}
