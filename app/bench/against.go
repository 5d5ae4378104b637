package bench

import (
	"fmt"
	"math"
	"slices"
)

// Ratio is the time of a case by one program relative to its time by another.
type Ratio struct {
	ID, What string
	Median   float64 // of the ratios of all rounds
	From, To float64 // an interval that holds the true median with a probability of 95 %; 0 and +Inf with fewer than six rounds
	Rounds   int
}

// Against compares two programs by the rows of rounds in which they ran alternately. Both times of a
// round are measured under the same load of the machine. The interval assumes only that rounds are
// independent: a ratio is above the true median with probability 1/2. It returns an error for a case
// that failed.
func Against(base, runs [][]Row) ([]Ratio, error) {
	var ratios []Ratio
	values := map[string][]float64{}
	for round, rows := range runs {
		for _, r := range rows {
			i := slices.IndexFunc(base[round], func(b Row) bool { return b.ID == r.ID })
			if i < 0 || r.Unit == "of the best" {
				continue
			}
			b := base[round][i]
			if r.Failed != "" || b.Failed != "" {
				return nil, fmt.Errorf("%s: %s", r.ID, r.Failed+b.Failed)
			}
			ratio := r.Value / b.Value
			if r.Unit != "s" {
				ratio = 1 / ratio
			}
			if values[r.ID] == nil {
				ratios = append(ratios, Ratio{ID: r.ID, What: r.What})
			}
			values[r.ID] = append(values[r.ID], ratio)
		}
	}
	for i := range ratios {
		r := &ratios[i]
		r.Rounds = len(values[r.ID])
		r.Median, r.From, r.To = medianInterval(values[r.ID])
	}
	return ratios, nil
}

// IsSlower reports whether the second program takes longer by more than 3 %, beyond the
// uncertainty of the measurement.
func (r Ratio) IsSlower() bool { return r.From > 1.03 }

// String is the ratio with its interval.
func (r Ratio) String() string {
	return fmt.Sprintf("%.3f of the time (95 %% interval %.3f to %.3f, %d rounds)", r.Median, r.From, r.To, r.Rounds)
}

// medianInterval returns the median of values and the order statistics that enclose the
// median of their distribution with a probability of at least 95 %.
func medianInterval(values []float64) (median, from, to float64) {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	median = (sorted[(n-1)/2] + sorted[n/2]) / 2
	// At most k-1 of n values on one side have a probability of tail.
	k, tail, probability := 0, 0.0, math.Pow(0.5, float64(n))
	for tail += probability; tail <= 0.025; tail += probability {
		k++
		probability *= float64(n-k+1) / float64(k)
	}
	if k == 0 {
		return median, 0, math.Inf(1)
	}
	return median, sorted[k-1], sorted[n-k]
}
