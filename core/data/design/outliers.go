package design

import "math"

// FarOutside reports whether a number is outside the range from least to most by more than its width, unless that is 0.
func FarOutside(v, least, most float64) bool {
	width := most - least
	return width > 0 && (v > most+width || v < least-width)
}

// Outlier is a row with a feature far outside the range of the training rows.
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
			if FarOutside(v, least[j], most[j]) {
				number := func(v float64) float64 { return v*d.Scale[j] + d.Mean[j] }
				outliers = append(outliers, Outlier{place, d.Features[j], number(v), number(least[j]), number(most[j])})
				break
			}
		}
	}
	return outliers
}
