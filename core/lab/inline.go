package lab

import (
	"math"
	"slices"

	"lplab/core/data/formula"
	"lplab/core/data/table"
	"lplab/core/experiment"
)

// Inline puts the rows of the user's file into a document, in place of the file:
// the target, and the features or what formulas read, as they were read, so that its run needs no file
// and comes to the same result. Other documents are returned as they are. Of a
// sparse file, the zeros are written out.
func (s *Session) Inline(d experiment.Document, file []byte) (experiment.Document, error) {
	if d.Spec.Data.Source != experiment.SourceFile {
		return d, nil
	}
	if err := s.open(&d.Spec.Data, file); err != nil {
		return experiment.Document{}, err
	}
	if s.source.table.Tests > 0 { // whose rows are the last now
		if _, _, err := s.read(&d.Spec, file); err != nil {
			return experiment.Document{}, err
		}
		d.Spec.Split = experiment.Split{Seed: d.Spec.Split.Seed}
		for part, rows := range map[*experiment.Part][]int{&d.Spec.Split.Train: s.design.Train.Rows, &d.Spec.Split.Validation: s.design.Validation.Rows, &d.Spec.Split.Test: s.design.Test.Rows} {
			part.Rows = rows
		}
	}
	var columns []*table.Column
	inline := experiment.Data{Source: experiment.SourceInline}
	feature := needed(d.Spec)
	for _, c := range s.source.table.Columns {
		if feature(c) || c.Name == d.Spec.Target || c.Name == d.Spec.Bag {
			columns = append(columns, c)
			inline.Columns = append(inline.Columns, c.Name)
		}
	}
	inline.Rows = make([][]any, s.source.table.Rows)
	for i := range inline.Rows {
		inline.Rows[i] = make([]any, len(columns))
	}
	for j, c := range columns {
		for i, row := range inline.Rows {
			if c.Kind != table.Number {
				if !c.Missing[i] {
					row[j] = c.Texts[i]
				}
			} else if v := c.Number(i); !math.IsNaN(v) {
				row[j] = v
			}
		}
	}
	d.Spec.Data = inline
	var err error
	d.Spec, err = experiment.Validate(d.Spec)
	return d, err
}

// needed reports which columns the features of an experiment are made of.
func needed(s experiment.Spec) func(*table.Column) bool {
	names := map[string]bool{}
	for _, name := range s.Features {
		names[name] = true
	}
	var formulas []*formula.Formula
	for _, text := range s.Basis {
		if f, err := formula.Parse(text); err == nil {
			formulas = append(formulas, f)
		}
	}
	if s.Features == nil && s.Basis == nil {
		return (*table.Column).Usable
	}
	return func(c *table.Column) bool {
		return names[c.Name] || slices.ContainsFunc(formulas, func(f *formula.Formula) bool { return f.Reads(c.Name) })
	}
}
