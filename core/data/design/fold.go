package design

import (
	"fmt"
	"slices"

	"lplab/core/english"
)

// Learns reports whether the coding depends on the training rows: by means and
// deviations, by replacements of missing cells, or by the levels of a category.
func (d *Design) Learns() bool {
	return d.preprocess.Standardize || slices.ContainsFunc(d.readers, func(r reader) bool {
		return r.levels != nil || r.hasFill && r.source.gaps > 0
	})
}

// Fold returns the design of the training rows without those held out, which become its
// validation part. out lists places in Train.Rows, ascending. The coding is learnt from the
// remaining rows. The error, one sentence, is for rows over which no column varies.
func (d *Design) Fold(out []int) (*Design, error) {
	f := &Design{Classes: d.Classes, Bags: d.Bags, bags: d.bags, sources: d.sources, rows: d.rows, preprocess: d.preprocess}
	for part, n := range map[*Set]int{&f.Train: len(d.Train.Rows) - len(out), &f.Validation: len(out)} {
		part.Rows, part.Y = make([]int, 0, n), make([]float64, 0, n)
	}
	for i, row := range d.Train.Rows {
		part := &f.Train
		if len(out) > 0 && out[0] == i {
			part, out = &f.Validation, out[1:]
		}
		part.Rows, part.Y = append(part.Rows, row), append(part.Y, d.Train.Y[i])
		if part == &f.Train && d.Groups != nil {
			f.Groups = append(f.Groups, d.Groups[i])
		}
	}
	f.place()
	if err := f.code(); err != nil {
		return nil, fmt.Errorf("without the %s of one fold, %w", english.Count(len(f.Validation.Rows), d.noun()), err)
	}
	return f, nil
}
