package lab

import (
	"math"
	"slices"

	"lplab/core/experiment"
	"lplab/core/numeric/dense"
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

// neighbourGrid is the largest number of k in an automatic grid.
const neighbourGrid = 30

// automaticGrid returns a logarithmic grid of strengths, ascending: gamma about the scale, or over
// the automatic span; lambda up to the scale; C from the scale on; whole k from 1 to the scale.
func (r *run) automaticGrid(by scales) []float64 {
	s := r.spec.Search
	if r.parameter == "k" {
		grid := make([]float64, neighbourGrid)
		for i := range grid {
			grid[i] = math.Round(math.Pow(by.grid, float64(i)/(neighbourGrid-1)))
		}
		return slices.Compact(grid)
	}
	decades := s.Decades.Value
	below := map[string]float64{"gamma": 0.5, "lambda": 1, "C": 0}[r.parameter] // share of the grid below the scale
	switch {
	case s.Decades.Auto && r.parameter == "gamma":
		decades = highestGamma - lowestGamma
		below = -lowestGamma / decades
	case s.Decades.Auto:
		decades = r.spec.Model.Decades() + by.more
	}
	grid := make([]float64, s.Count)
	for i := range grid {
		grid[i] = by.grid * math.Pow(10, decades*(float64(i)/float64(s.Count-1)-below))
	}
	return grid
}

// simplestFirst lists the places of a grid of strengths, the most regularised model first.
func (r *run) simplestFirst(strengths int) []int {
	places := dense.UpTo(strengths)
	if experiment.SimplifiesModel(r.parameter) {
		slices.Reverse(places)
	}
	return places
}

// refinement returns a number of strengths between the one at a place of a grid and each of its
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

// scaleStrength converts a strength on the whole of the rows to one that regularises some of them as much.
func (r *run) scaleStrength(strength float64, rows, total int) float64 {
	return r.spec.Model.ScaledStrength(strength, float64(rows)/float64(total))
}
