package reweight

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
)

// With returns the problem with other columns, of which some are columns of p, at the given places,
// and the others have the place -1. What is computed of the former is kept.
func (p *Problem) With(columns [][]float64, places []int) *Problem {
	reuse := func(old []float64, compute func(column []float64) float64) []float64 {
		if old == nil {
			return nil
		}
		v := make([]float64, len(columns))
		for k, place := range places {
			if place >= 0 {
				v[k] = old[place]
			} else {
				v[k] = compute(columns[k])
			}
		}
		return v
	}
	productsWith := func(v []float64) func(column []float64) float64 {
		v = p.centre(v)
		return func(column []float64) float64 { return dense.Dot(column, v) }
	}
	q := *p
	q.Columns, q.products = columns, nil
	q.squares = reuse(p.squares, p.square)
	q.moments = reuse(p.moments, productsWith(p.Y))
	q.bounds = map[float64][]float64{}
	for r, bounds := range p.bounds {
		q.bounds[r] = reuse(bounds, func(column []float64) float64 { return bound(r, p.square(column)) })
	}
	q.rows = map[int][]float64{}
	for k, place := range places {
		if place >= 0 && p.rows[place] != nil {
			q.rows[k] = reuse(p.rows[place], productsWith(columns[k]))
		}
	}
	if p.data != nil {
		if q.ranking = q.largestMoments(); !slices.Equal(dense.At(places, q.ranking), p.ranking) {
			q.data, q.path = nil, nil
		}
	}
	return &q
}

// covariances returns the inner products of the columns, less their means where there is an
// intercept; nil for other losses than the squared one, and where there are too many.
func (p *Problem) covariances() []float64 {
	size := len(p.Columns)
	if p.products != nil || !loss.IsQuadratic(p.Loss) {
		return p.products
	}
	if p.moments == nil {
		y := p.centre(p.Y)
		p.power, p.moments, p.rows = dense.Dot(y, y), p.adjoint(y), map[int][]float64{}
	}
	if size > len(p.Y) || !p.isCompact(size) {
		return nil
	}
	n := len(p.Y)
	rows := make([]float64, size*n)
	for k, column := range p.Columns {
		copy(rows[k*n:], p.centre(column))
	}
	var triangle dense.Triangle
	p.products = make([]float64, size*size)
	_ = triangle.Square(context.Background(), p.products, dense.Points{N: size, D: n, X: rows}, nil) // which never ends
	return p.products
}

// adjoint returns the inner products of the columns and v.
func (p *Problem) adjoint(v []float64) []float64 {
	return lists.Map(p.Columns, func(column []float64) float64 { return dense.Dot(column, v) })
}

// covariancesOf returns the inner products of a column and all others, as covariances.
func (p *Problem) covariancesOf(k int) []float64 {
	const mostRows = 1 << 22 // inner products that are kept
	size := len(p.Columns)
	if p.products != nil {
		return p.products[k*size : (k+1)*size]
	}
	if p.rows[k] == nil {
		if (len(p.rows)+1)*size > mostRows {
			clear(p.rows)
		}
		p.rows[k] = p.adjoint(p.centre(p.Columns[k]))
	}
	return p.rows[k]
}

// correlations returns the inner products of the columns and what weights leave of the target, both
// centred.
func (p *Problem) correlations(w []float64) []float64 {
	rest := p.fit(w)
	floats.SubTo(rest, p.Y, rest)
	return p.adjoint(p.centre(rest))
}

// largestMoments returns the features with the largest gradients at 0, falling.
func (p *Problem) largestMoments() []int { return dense.Largest(p.moments, perPoint*len(p.Y)) }

// squaredNorms returns the squared norms of the columns, centred where there is an intercept.
func (p *Problem) squaredNorms() []float64 {
	if p.squares == nil {
		p.squares = lists.Map(p.Columns, p.square)
	}
	return p.squares
}

// square returns the element of squared for a column.
func (p *Problem) square(column []float64) float64 {
	square := dense.Dot(column, column)
	if p.Intercept {
		sum := floats.Sum(column)
		square = max(0, square-sum*sum/float64(len(p.Y)))
	}
	return square
}

// centre returns v, less its mean where there is an intercept.
func (p *Problem) centre(v []float64) []float64 {
	v = slices.Clone(v)
	if p.Intercept {
		floats.AddConst(-floats.Sum(v)/float64(len(v)), v)
	}
	return v
}
