package sparse

import "lplab/core/spaces/kernel"

// Size returns the number of entries of the features of rows, and an estimate of the number of
// pairs of entries in the same column, each with itself included.
func Size(k kernel.Kernel, rows *Rows) (entries, pairs float64) {
	const sampleRows = 64 // that are compared to the others
	start, columns := rows.columns()
	overlap := make([]int, rows.N) // variables that a row shares with row i
	step := max(1, rows.N/sampleRows)
	var cross, self float64
	count := 0
	for i := 0; i < rows.N; i += step {
		count++
		clear(overlap)
		index, _ := rows.Row(i)
		for _, j := range index {
			for _, other := range columns[start[j]:start[j+1]] {
				overlap[other]++
			}
		}
		for _, n := range overlap {
			cross += monomials(k, n)
		}
		self += monomials(k, len(index))
	}
	return entriesOf(k, rows), (cross + self) / 2 * float64(rows.N) / float64(max(1, count))
}

// entriesOf counts the features of all rows that are not 0.
func entriesOf(k kernel.Kernel, rows *Rows) (n float64) {
	for i := range rows.N {
		n += monomials(k, rows.Start[i+1]-rows.Start[i])
	}
	return n
}

// monomials counts the features of k on a number of variables.
func monomials(k kernel.Kernel, variables int) float64 {
	_, highest := k.Degrees()
	return float64(kernel.Features(k, variables, highest))
}

// columns returns the rows of every coordinate j, rows[start[j]:start[j+1]].
func (r *Rows) columns() (start []int, rows []int32) {
	start = make([]int, r.D+2) // shifted by one more, so that it is right at last
	for _, j := range r.Index {
		start[j+2]++
	}
	for j := range r.D {
		start[j+2] += start[j+1]
	}
	rows = make([]int32, len(r.Index))
	for i := range r.N {
		index, _ := r.Row(i)
		for _, j := range index {
			rows[start[j+1]] = int32(i)
			start[j+1]++
		}
	}
	return start[:r.D+1], rows
}
