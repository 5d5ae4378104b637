package design

import "lplab/core/spaces/sparse"

// fillSparse codes all rows of the table into sparse ones. The centers of centred columns are
// kept apart, so that zeros stay zeros, except that a column with more than half of its cells
// kept becomes dense, with its mean subtracted. So the center of any other is at most 1 standard
// deviation, and subtracting it later loses no accuracy: with a share f < 1/2 of numbers of
// mean m, the center f m and the variance, f(1-f) m^2 at least, have
// (f m)^2 <= f/(1-f) variance.
func fillSparse(readers []reader, rows int, centred bool) *sparse.Rows {
	columns := make([]sparse.Column, len(readers))
	var center []float64
	if centred {
		center = make([]float64, len(readers))
	}
	for j, r := range readers {
		if kept := r.source.column.Sparse; kept != nil && !(centred && r.dense) {
			columns[j] = sparse.Column{Rows: kept.Rows, Values: make([]float64, len(kept.Values))}
			for k, x := range kept.Values {
				columns[j].Values[k] = float64(x*r.unit) / r.scale
			}
			if centred {
				center[j] = r.shift / r.scale
			}
			continue
		}
		for row := range rows {
			if x := r.standardized(r.raw(row)); x != 0 {
				columns[j].Rows = append(columns[j].Rows, int32(row))
				columns[j].Values = append(columns[j].Values, x)
			}
		}
	}
	all := sparse.FromColumns(rows, columns)
	all.Center = center
	return all
}
