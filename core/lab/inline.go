package lab

import (
	"math"
	"slices"

	"lplab/core/data/design"
	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// Inline replaces the user's file in a document by its rows: the target, the columns of the features and those
// that name bags, groups or times, with the zeros of a sparse file, so that a run needs no file and has the same result. It
// returns documents without a file unchanged.
func (s *Session) Inline(d experiment.Document, file []byte) (experiment.Document, error) {
	if d.Spec.Data.Source != experiment.SourceFile {
		return d, nil
	}
	if err := s.open(&d.Spec.Data, file); err != nil {
		return experiment.Document{}, err
	}
	if s.source.table.Tests > 0 { // its rows are now the last
		if _, _, err := s.read(&d.Spec, file); err != nil {
			return experiment.Document{}, err
		}
		part := func(set design.Set) experiment.Part { return experiment.Part{Rows: set.Rows} }
		d.Spec.Split = experiment.Split{Seed: d.Spec.Split.Seed, Train: part(s.design.Train), Validation: part(s.design.Validation), Test: part(s.design.Test)}
	}
	named := d.Spec.Named()
	columns := slices.DeleteFunc(slices.Clone(s.source.table.Columns), func(c *table.Column) bool {
		isFeature := named == nil && c.Usable() || named != nil && named(c.Name)
		return !isFeature && !d.Spec.HasRole(c.Name) && c.Name != d.Spec.Split.Order
	})
	inline := experiment.Data{Source: experiment.SourceInline, Rows: make([][]any, s.source.table.Rows)}
	inline.Columns = lists.Map(columns, func(c *table.Column) string { return c.Name })
	inline.Import.Codes = slices.DeleteFunc(slices.Clone(d.Spec.Data.Import.Codes), func(name string) bool { return !slices.Contains(inline.Columns, name) })
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
