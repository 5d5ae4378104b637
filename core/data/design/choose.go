package design

import (
	"fmt"
	"slices"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// choose returns the columns to predict from: those that the experiment lists, in its order, and those
// that its formulas make, or else all numbers and categories except the target, the bags and the groups.
func (d *Design) choose(t *table.Table, s experiment.Spec, target *table.Column) ([]*source, error) {
	columns, err := findColumns(t, s.Features)
	if err != nil {
		return nil, err
	}
	computed, err := d.compute(t, s.Basis, target.Missing)
	if err != nil {
		return nil, err
	}
	columns = append(columns, computed...)
	if s.Features == nil && s.Basis == nil {
		columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c *table.Column) bool {
			return s.HasRole(c.Name) || !isCodable(c)
		})
	}
	sources := d.dropUseless(columns, t.Rows)
	if len(sources) == 0 {
		reason := ""
		if caution := t.Caution(); caution != "" {
			reason = "; " + caution
		}
		return nil, fmt.Errorf("there is no column to predict %q from: the data need at least one more column of numbers or of categories%s", s.Target, reason)
	}
	return sources, nil
}

func findColumns(t *table.Table, names []string) ([]*table.Column, error) {
	columns := make([]*table.Column, len(names))
	for i, name := range names {
		path := fmt.Sprintf("features[%d]", i)
		c, err := columnAt(t, path, name)
		if err != nil {
			return nil, err
		}
		if !isCodable(c) {
			advice := "leave it out"
			if c.Kind == table.Text {
				advice = fmt.Sprintf("name it in data.import.codes if it has at most %d different texts, or leave it out", table.MaxCoded)
			}
			return nil, fmt.Errorf("%s %q is %s: only numbers and categories of at most %d levels can be features; %s", path, name, kindOf(c), table.MaxLevels, advice)
		}
		columns[i] = c
	}
	return columns, nil
}

// dropUseless leaves out the columns without a cell, and the constant ones with missing cells, for which no row is to be
// left out.
func (d *Design) dropUseless(columns []*table.Column, rows int) []*source {
	var sources []*source
	var empty, constant []string
	all := make([]source, len(columns)) // at once: there may be many thousands
	for j, c := range columns {
		all[j] = source{column: c, gaps: c.MissingCount()}
		switch gaps := all[j].gaps; {
		case gaps == rows:
			empty = append(empty, c.Name)
		case gaps > 0 && c.Constant:
			constant = append(constant, c.Name)
		default:
			sources = append(sources, &all[j])
		}
	}
	if len(empty) > 0 {
		d.warn("%s dropped, without any cell: %s", english.Count(len(empty), "column"), english.List(empty))
	}
	if len(constant) > 0 {
		d.warn("%s dropped, constant: %s", english.Count(len(constant), "column"), english.List(constant))
	}
	return sources
}

func isCodable(c *table.Column) bool { return c.Kind == table.Number || c.Kind == table.Category }

// kindOf describes a column in a message.
func kindOf(c *table.Column) string {
	return [...]string{
		table.Number:   "a column of numbers",
		table.Category: "text with " + english.Count(len(c.Levels), "level"),
		table.Text:     "a column of free text",
		table.Date:     "a column of dates",
		table.ID:       "a column of row identifiers",
	}[c.Kind]
}

// usableRows marks the rows with a target and, unless missing cells are imputed, with no missing
// cell in the chosen columns.
func (d *Design) usableRows(target *table.Column) []bool {
	usable := lists.Map(target.Missing, func(missing bool) bool { return !missing })
	if n := target.MissingCount(); n > 0 {
		d.warn("%s dropped: target %q missing", english.Count(n, "row"), target.Name)
	}
	if d.preprocess.Missing != experiment.MissingDrop {
		return usable
	}
	incomplete := 0
	var names []string
	for _, s := range d.sources {
		if s.gaps == 0 {
			continue
		}
		found := false
		for i, m := range s.column.Missing {
			found = found || m && !target.Missing[i]
			if m && usable[i] {
				usable[i] = false
				incomplete++
			}
		}
		if found {
			names = append(names, s.column.Name)
		}
	}
	if incomplete > 0 {
		d.warn("%s dropped: missing cells in %s", english.Count(incomplete, "row"), english.List(names))
	}
	return usable
}
