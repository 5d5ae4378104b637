package design

import "slices"

// CopyMark ends the name of a copy of a feature, or of its column.
const CopyMark = " (knockoff)"

// WithCopies returns the design of some training rows, given by their places in Train.Rows, with
// copies of the features: feature D() + j is the copy of feature j. x and copies are the features
// and the copies of these rows, row-major.
func (d *Design) WithCopies(rows []int, x, copies []float64) *Design {
	width := d.D()
	copy := &Design{Classes: d.Classes, Bags: d.Bags, rows: d.rows, preprocess: d.preprocess, leftOut: d.leftOut}
	for i, row := range rows {
		copy.Train.Rows = append(copy.Train.Rows, d.Train.Rows[row])
		copy.Train.Y = append(copy.Train.Y, d.Train.Y[row])
		copy.Train.X = append(append(copy.Train.X, x[i*width:(i+1)*width]...), copies[i*width:(i+1)*width]...)
	}
	copy.Mean, copy.Scale = slices.Concat(d.Mean, d.Mean), slices.Concat(d.Scale, d.Scale)
	copy.Features, copy.columns = slices.Clone(d.Features), slices.Clone(d.columns)
	for j, c := range d.columns {
		c.from += CopyMark
		copy.Features, copy.columns = append(copy.Features, d.Features[j]+CopyMark), append(copy.columns, c)
	}
	return copy
}
