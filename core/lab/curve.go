package lab

import (
	"context"
	"math"
	"slices"

	"lplab/core/design"
	"lplab/core/experiment"
)

// Of the grid of a curve: how many values it has, and how far it goes beyond the
// data on both sides, as a share of their range.
const (
	curvePoints = 201
	curveMargin = 0.05
)

// curve evaluates the model on a grid where it has a single input, dense data
// supposed; a bag of numbers is none. There is none where the model overflows between the data.
func (r *execution) curve(ctx context.Context) error {
	d := r.design
	if d.D() != 1 || d.Train.Sparse != nil || d.Bags != nil {
		return nil
	}
	raw := func(x []float64) []float64 {
		out := make([]float64, len(x))
		for i, v := range x {
			out[i] = v*d.Scale[0] + d.Mean[0]
		}
		return out
	}
	c := &experiment.Curve{Feature: d.Features[0], At: experiment.Parts[float64]{
		Train: raw(d.Train.X), Validation: raw(d.Validation.X), Test: raw(d.Test.X),
	}}
	all := slices.Concat(d.Train.X, d.Validation.X, d.Test.X)
	data := struct{ lo, hi float64 }{slices.Min(all), slices.Max(all)}
	margin := curveMargin * (data.hi - data.lo)
	lo, hi := data.lo-margin, data.hi+margin
	grid := design.Set{Rows: make([]int, curvePoints), X: make([]float64, curvePoints)}
	for i := range grid.X {
		share := float64(i) / (curvePoints - 1)
		grid.Rows[i], grid.X[i] = i, lo*(1-share)+hi*share
	}
	f, err := r.trainer.predict(ctx, []fitted{r.model}, grid)
	if err != nil {
		return err
	}
	c.X, c.Y = raw(grid.X), f[0]
	defined := func(i int) bool { return !math.IsNaN(c.X[i]-c.X[i]) && !math.IsNaN(c.Y[i]-c.Y[i]) }
	from, to := 0, len(c.X)
	for from < to && grid.X[from] < data.lo && !defined(from) { // beyond the kernel's radius, say
		from++
	}
	for to > from && grid.X[to-1] > data.hi && !defined(to-1) {
		to--
	}
	c.X, c.Y = c.X[from:to], c.Y[from:to]
	for i := range c.X {
		if !defined(i) {
			return nil
		}
	}
	r.out.Curve = c
	return nil
}
