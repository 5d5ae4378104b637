package design

import "lplab/core/spaces/sparse"

// fillSparse codes all rows of the table as sparse rows. The centers of centred columns are stored
// separately, so zeros stay zeros; only columns with more than half of their cells are stored dense,
// with the mean subtracted. Every stored center is then at most one standard deviation, so subtracting
// it later loses no accuracy: if a share f < 1/2 of the cells has the mean m, the variance is at least
// f(1-f) m^2, and (f m)^2 <= f/(1-f) variance.
func fillSparse(readers []reader, rows int, centred bool) *sparse.Rows {
	columns := make([]sparse.Column, len(readers))
	var center []float64
	if centred {
		center = make([]float64, len(readers))
	}
	for j, r := range readers {
		if cells := r.source.column.Sparse; cells != nil && !(centred && r.dense) {
			columns[j] = sparse.Column{Rows: cells.Rows, Values: make([]float64, len(cells.Values))}
			for k, x := range cells.Values {
				columns[j].Values[k] = float64(x*r.unit) / r.scale
			}
			if centred {
				center[j] = r.shift / r.scale
			}
			continue
		}
		for row := range rows {
			if x := r.standardise(r.raw(row)); x != 0 {
				columns[j].Rows = append(columns[j].Rows, int32(row))
				columns[j].Values = append(columns[j].Values, x)
			}
		}
	}
	all := sparse.FromColumns(rows, columns)
	all.Center = center
	return all
}
