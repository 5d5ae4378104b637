package lab

import (
	"context"
	"math"
	"slices"

	"lplab/core/data/design"
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
func (r *execution) curve(ctx context.Context, parts []*experiment.Report) error {
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
	c := &experiment.Curve{Feature: d.Features[0]}
	var all []float64
	for _, name := range experiment.PartNames {
		*c.At.Of(name) = raw(r.set(name).X)
		all = append(all, r.set(name).X...)
	}
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
	for k, part := range parts {
		own := *c
		own.X, own.Y = raw(grid.X), ofClassIn(f[0], k, len(parts))
		part.Curve = withinData(&own, grid.X, data.lo, data.hi)
	}
	return nil
}

// withinData is a curve without the ends, beyond the data, where it is not defined; nil where it
// is not defined between the data. x are the inputs as the model sees them, which the
// data have from lo to hi.
func withinData(c *experiment.Curve, x []float64, lo, hi float64) *experiment.Curve {
	defined := func(i int) bool { return !math.IsNaN(c.X[i]-c.X[i]) && !math.IsNaN(c.Y[i]-c.Y[i]) }
	from, to := 0, len(c.X)
	for from < to && x[from] < lo && !defined(from) { // beyond the kernel's radius, say
		from++
	}
	for to > from && x[to-1] > hi && !defined(to-1) {
		to--
	}
	c.X, c.Y = c.X[from:to], c.Y[from:to]
	for i := range c.X {
		if !defined(i) {
			return nil
		}
	}
	return c
}
