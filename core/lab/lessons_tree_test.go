package lab

import (
	"cmp"
	"slices"

	"lplab/core/experiment"
)

// treeScore returns the accuracy or R² of a regression tree on a part of inline data, with
// which a lesson compares its model. Splits minimise the squared error, with at least five
// rows on each side (Breiman, Friedman, Olshen, Stone, 1984); classes are coded as -1 and
// +1, and predicted by the sign.
func treeScore(r *experiment.Report, part string, depth int) float64 {
	x, y := map[int][]float64{}, map[int]float64{}
	for _, name := range experiment.PartNames {
		for k, i := range *r.Rows.Of(name) {
			y[i] = (*r.Actual.Of(name))[k]
			for j, cell := range r.Spec.Data.Rows[i] {
				if r.Spec.Data.Columns[j] != r.Spec.Target {
					x[i] = append(x[i], cell.(float64))
				}
			}
		}
	}
	predict := growTree(x, y, r.Rows.Train, depth)
	var right, residual, total, mean float64
	rows := *r.Rows.Of(part)
	n := float64(len(rows))
	for _, i := range rows {
		mean += y[i] / n
	}
	for _, i := range rows {
		f := predict(x[i])
		right += truth(f*y[i] > 0) / n
		residual += (y[i] - f) * (y[i] - f)
		total += (y[i] - mean) * (y[i] - mean)
	}
	if len(r.Classes) > 0 {
		return right
	}
	return 1 - residual/total
}

func growTree(x map[int][]float64, y map[int]float64, rows []int, depth int) func([]float64) float64 {
	const least = 5
	var total float64
	for _, i := range rows {
		total += y[i]
	}
	n := float64(len(rows))
	leaf := func([]float64) float64 { return total / n }
	if depth == 0 || len(rows) < 2*least {
		return leaf
	}
	best, column, threshold := total*total/n+1e-9, -1, 0.0
	for j := range x[rows[0]] {
		sorted := slices.SortedFunc(slices.Values(rows), func(a, b int) int { return cmp.Compare(x[a][j], x[b][j]) })
		var left float64
		for k := range len(sorted) - 1 {
			left += y[sorted[k]]
			a, b, m := x[sorted[k]][j], x[sorted[k+1]][j], float64(k+1)
			if a == b || k+1 < least || len(sorted)-k-1 < least {
				continue
			}
			if gain := left*left/m + (total-left)*(total-left)/(n-m); gain > best {
				best, column, threshold = gain, j, (a+b)/2
			}
		}
	}
	if column < 0 {
		return leaf
	}
	var under, over []int
	for _, i := range rows {
		if x[i][column] <= threshold {
			under = append(under, i)
		} else {
			over = append(over, i)
		}
	}
	low, high := growTree(x, y, under, depth-1), growTree(x, y, over, depth-1)
	return func(v []float64) float64 {
		if v[column] <= threshold {
			return low(v)
		}
		return high(v)
	}
}
