package design

import "lplab/core/spaces/sparse"

// fillSparse codes all rows of the table into sparse ones. Where the columns are
// centred, the center is kept apart, so that zeros stay zeros; but a column of
// which more than half is written down is written out whole, with its mean taken
// from each number. So the center of any other is at most 1 standard deviation,
// and nothing is lost by taking it away late: with a share f < 1/2 of numbers of
// mean m beside the zeros, the center f m and the variance, f(1-f) m^2 at least,
// have (f m)^2 <= f/(1-f) variance.
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
