package design

import "slices"

// CopyMark ends the name of a copy of a feature, or of its column.
const CopyMark = " (knockoff)"

// WithCopies returns the design of some training rows, given by their places in Train.Rows, with
// copies of the features: feature D() + j is the copy of feature j. x and copies are the features
// and the copies of these rows, row-major.
func (d *Design) WithCopies(rows []int, x, copies []float64) *Design {
	width := d.D()
	own := &Design{Classes: d.Classes, Bags: d.Bags, rows: d.rows, preprocess: d.preprocess, leftOut: d.leftOut}
	for i, row := range rows {
		own.Train.Rows = append(own.Train.Rows, d.Train.Rows[row])
		own.Train.Y = append(own.Train.Y, d.Train.Y[row])
		own.Train.X = append(append(own.Train.X, x[i*width:(i+1)*width]...), copies[i*width:(i+1)*width]...)
	}
	own.Mean, own.Scale = slices.Concat(d.Mean, d.Mean), slices.Concat(d.Scale, d.Scale)
	own.Features, own.columns = slices.Clone(d.Features), slices.Clone(d.columns)
	for j, c := range d.columns {
		c.from += CopyMark
		own.Features, own.columns = append(own.Features, d.Features[j]+CopyMark), append(own.columns, c)
	}
	return own
}
