package lab

import (
	"context"
	"slices"

	"lplab/core/data/design"
	"lplab/core/experiment"
	"lplab/core/lists"
)

const (
	curvePoints = 201  // of the grid
	curveMargin = 0.05 // of the grid beyond the data on both sides, as a share of their range
)

// curve evaluates a model of a single dense input, without bags, on a grid.
func (r *execution) curve(ctx context.Context, parts []*experiment.Report) error {
	d := r.design
	if d.D() != 1 || d.Train.Sparse != nil || d.Bags != nil {
		return nil
	}
	eval := func(x []float64) []float64 {
		return lists.Map(x, func(v float64) float64 { return v*d.Scale[0] + d.Mean[0] })
	}
	c := &experiment.Curve{Feature: d.Features[0]}
	var all []float64
	for _, name := range experiment.PartNames {
		*c.At.Of(name) = eval(r.set(name).X)
		all = append(all, r.set(name).X...)
	}
	least, most := slices.Min(all), slices.Max(all)
	margin := curveMargin * (most - least)
	lo, hi := least-margin, most+margin
	grid := design.Set{Rows: make([]int, curvePoints), X: make([]float64, curvePoints)}
	for i := range grid.X {
		share := float64(i) / (curvePoints - 1)
		grid.Rows[i], grid.X[i] = i, lo*(1-share)+hi*share
	}
	f, err := r.trainer.predict(ctx, []fit{r.model}, grid)
	if err != nil {
		return err
	}
	for k, part := range parts {
		copy := *c
		copy.X, copy.Y = eval(grid.X), ofClassIn(f[0], k, len(parts))
		part.Curve = withinData(&copy, grid.X, least, most)
	}
	return nil
}

// withinData returns a curve without undefined ends beyond the data, or nil if it is undefined between
// the data. x are the inputs in the units of the model, in which the data are from lo to hi.
func withinData(c *experiment.Curve, x []float64, lo, hi float64) *experiment.Curve {
	undefined := func(i int) bool { return notFinite(c.X[i]) || notFinite(c.Y[i]) }
	from, to := 0, len(c.X)
	for from < to && x[from] < lo && undefined(from) { // such as beyond the kernel's radius
		from++
	}
	for to > from && x[to-1] > hi && undefined(to-1) {
		to--
	}
	c.X, c.Y = c.X[from:to], c.Y[from:to]
	if slices.ContainsFunc(c.X, notFinite) || slices.ContainsFunc(c.Y, notFinite) {
		return nil
	}
	return c
}
