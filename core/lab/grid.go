package lab

import (
	"math"
	"slices"

	"lplab/core/experiment"
)

// Automatic strengths, as multiples of the scale of a trainer.
const (
	autoShare = 0.1 // lambda
	autoTimes = 100 // C
)

// An automatic span of gammas, in powers of ten about their scale: the best are seldom
// below the scale, and often a hundred times it.
const (
	lowestGamma  = -1
	highestGamma = 4
)

// neighbourGrid is how many k an automatic grid has at the most.
const neighbourGrid = 30

// automaticGrid is a logarithmic grid of strengths, ascending: of gamma with the scale in its
// middle, or of the automatic span, of lambda up to the scale, of C from it on, and of k from
// 1 to the scale, at first one by one.
func (r *run) automaticGrid(scale float64) []float64 {
	s := r.spec.Search
	if r.parameter == "k" {
		var grid []float64
		for i := range neighbourGrid {
			k := math.Round(math.Pow(scale, float64(i)/(neighbourGrid-1)))
			if len(grid) == 0 || k > grid[len(grid)-1] {
				grid = append(grid, k)
			}
		}
		return grid
	}
	decades := s.Decades.Value
	below := map[string]float64{"gamma": 0.5, "lambda": 1, "C": 0}[r.parameter] // share of the grid below the scale
	switch {
	case s.Decades.Auto && r.parameter == "gamma":
		decades = highestGamma - lowestGamma
		below = -lowestGamma / decades
	case s.Decades.Auto:
		decades = r.spec.Model.Decades()
	}
	grid := make([]float64, s.Count)
	for i := range grid {
		grid[i] = scale * math.Pow(10, decades*(float64(i)/float64(s.Count-1)-below))
	}
	return grid
}

// falling reports whether a larger parameter makes a simpler model.
func falling(parameter string) bool { return parameter == "lambda" || parameter == "k" }

// simplestFirst lists the places of a grid of so many strengths from the most
// regularised model on.
func (r *run) simplestFirst(strengths int) []int {
	places := make([]int, strengths)
	for i := range places {
		places[i] = i
		if falling(r.parameter) {
			places[i] = strengths - 1 - i
		}
	}
	return places
}

// refinement are so many strengths between that at a place of a grid and each of its
// neighbours, ascending, at equal factors.
func refinement(grid []float64, place, between int) []float64 {
	var finer []float64
	for low := max(0, place-1); low < min(place+1, len(grid)-1); low++ {
		for i := range between {
			share := float64(i+1) / float64(between+1)
			v := grid[low] * math.Pow(grid[low+1]/grid[low], share)
			if v > grid[low] && v < grid[low+1] && (len(finer) == 0 || v > finer[len(finer)-1]) {
				finer = append(finer, v)
			}
		}
	}
	return finer
}

// ascend is the union of two lists, ascending.
func ascend(a, b []float64) []float64 {
	both := slices.Concat(a, b)
	slices.Sort(both)
	return both
}

// scaled is the strength that regularises some of the rows as a strength regularises
// the whole: the data term is a sum over rows, so gamma and C grow by whole/rows, and
// lambda shrinks as much. k has no data term, nor has the kernel group lasso one of
// the training rows: both stay.
func (r *run) scaled(strength float64, rows, whole int) float64 {
	share := float64(rows) / float64(whole)
	switch {
	case r.parameter == "gamma" || r.parameter == "C":
		return strength / share
	case r.parameter == "lambda" && r.spec.Model.Kind() != experiment.ModelKernelGroupLasso:
		return strength * share
	}
	return strength
}
