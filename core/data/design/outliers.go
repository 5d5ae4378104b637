package design

import "math"

// Outlier is a row with a feature outside the range of the training rows by more than its width.
type Outlier struct {
	Place           int    // of the row in its part
	Feature         string // the first such feature
	Value, Min, Max float64
}

// Outliers returns the outliers of a part, in its order; none for bags and sparse rows.
func (d *Design) Outliers(part Set) (outliers []Outlier) {
	if d.bags != nil || part.Sparse != nil {
		return nil
	}
	n := d.D()
	least, most := make([]float64, n), make([]float64, n)
	for j := range n {
		least[j], most[j] = math.Inf(1), math.Inf(-1)
	}
	for i, v := range d.Train.X {
		least[i%n], most[i%n] = min(least[i%n], v), max(most[i%n], v)
	}
	for place := range part.Rows {
		for j, v := range part.X[place*n : (place+1)*n] {
			if width := most[j] - least[j]; width > 0 && (v > most[j]+width || v < least[j]-width) {
				number := func(v float64) float64 { return v*d.Scale[j] + d.Mean[j] }
				outliers = append(outliers, Outlier{place, d.Features[j], number(v), number(least[j]), number(most[j])})
				break
			}
		}
	}
	return outliers
}
