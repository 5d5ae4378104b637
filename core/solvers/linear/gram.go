package linear

import (
	"context"
	"slices"

	"lplab/core/numeric/dense"
)

// product returns A A' for a matrix A of size rows of length numbers. fill stores columns
// from to from+width of A in a panel, row by row.
func product(ctx context.Context, size, length int, fill func(panel []float64, from, width int)) ([]float64, error) {
	const panelWork = 1 << 26 // multiplications of a panel, between two checks of the context
	packed := make([]float64, size*(size+1)/2)
	sum := make([]float64, len(packed))
	most := max(8, min(length, panelWork/max(1, size*size)))
	panel := make([]float64, size*min(most, length))
	var triangle dense.Triangle
	for from := 0; from < length && size > 0; from += most {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		width := min(most, length-from)
		p := dense.Points{N: size, D: width, X: panel[:size*width]}
		fill(p.X, from, width)
		triangle.Compute(packed, p, nil, size-1)
		for e, v := range packed {
			sum[e] += v
		}
	}
	square := make([]float64, size*size)
	dense.Unpack(square, sum, size)
	return square, nil
}

// covariances returns X'X of the centred data, d x d.
func (d *Data) covariances(ctx context.Context, c *centredData) ([]float64, error) {
	return d.first().gram.get(ctx, func() ([]float64, error) {
		g, err := d.subtractRows(ctx, c)
		if g == nil && err == nil {
			g, err = c.covariances(ctx)
		}
		if err != nil {
			return nil, err
		}
		for j, square := range c.squares {
			g[j*c.d+j] = square
			if square == 0 {
				for i := range c.d {
					g[i*c.d+j], g[j*c.d+i] = 0, 0
				}
			}
		}
		return g, nil
	})
}

func (c *centredData) covariances(ctx context.Context) ([]float64, error) {
	if m, ok := c.x.(*denseMatrix); ok {
		return product(ctx, c.d, c.n, func(panel []float64, from, width int) {
			for j, column := range m.columns {
				copy(panel[j*width:(j+1)*width], column[from:])
			}
		})
	}
	g, column := make([]float64, c.d*c.d), make([]float64, c.n)
	for i := range c.d {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clear(column)
		c.x.AddScaled(column, 1, i)
		for j := i; j < c.d; j++ {
			v := c.x.Dot(j, column)
			g[i*c.d+j], g[j*c.d+i] = v, v
		}
	}
	return g, nil
}

// gram returns XX' of the centred data, n x n.
func (c *centredData) gram(ctx context.Context) ([]float64, error) {
	column := make([]float64, c.n)
	return product(ctx, c.n, c.d, func(panel []float64, from, width int) {
		for k := range width {
			clear(column)
			c.x.AddScaled(column, 1, from+k)
			for i, v := range column {
				panel[i*width+k] = v
			}
		}
	})
}

// subtractRows returns the covariances from those of the whole data W and the rows O of W that are
// not here, both centred by the means m of W: with the means m + e of the n rows here,
//
//	X'X = W'W - O'O - n e e'.
//
// It returns nil where there are no such data, or fewer rows here than others.
func (d *Data) subtractRows(ctx context.Context, c *centredData) ([]float64, error) {
	if d.Whole == nil || 2*len(d.Rows) < len(d.Whole.Y) {
		return nil, nil
	}
	parent, err := d.Whole.prepare(ctx)
	if err != nil {
		return nil, err
	}
	all, err := d.Whole.covariances(ctx, parent)
	if err != nil {
		return nil, err
	}
	others, n := dense.Without(parent.n, d.Rows), float64(c.n)
	column := make([]float64, parent.n)
	values := make([]float64, c.d*(len(others)+1)) // O' and e
	for j := range c.d {
		clear(column)
		parent.x.AddScaled(column, 1, j)
		sum := 0.0
		row := values[j*(len(others)+1):][:len(others)+1]
		for k, i := range others {
			row[k] = column[i]
			sum += column[i]
		}
		if d.Intercept { // the columns of W add up to 0
			row[len(others)] = sum / n
		}
	}
	width := len(others) + 1
	o, err := product(ctx, c.d, width, func(panel []float64, from, count int) {
		for j := range c.d {
			copy(panel[j*count:(j+1)*count], values[j*width+from:])
		}
	})
	if err != nil {
		return nil, err
	}
	g := slices.Clone(all)
	for i := range c.d {
		for j := range c.d {
			e := values[i*width+width-1] * values[j*width+width-1]
			g[i*c.d+j] -= o[i*c.d+j] + float64((n-1)*e)
		}
	}
	return g, nil
}
