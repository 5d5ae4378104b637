package reweight

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
)

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

// squaredNorms returns the squared norms of the columns, centred where there is an intercept.
func (p *Problem) squaredNorms() []float64 {
	if p.squares == nil {
		p.squares = lists.Map(p.Columns, func(column []float64) float64 {
			square := dense.Dot(column, column)
			if p.Intercept {
				sum := floats.Sum(column)
				square = max(0, square-sum*sum/float64(len(p.Y)))
			}
			return square
		})
	}
	return p.squares
}

// centre returns v, less its mean where there is an intercept.
func (p *Problem) centre(v []float64) []float64 {
	v = slices.Clone(v)
	if p.Intercept {
		floats.AddConst(-floats.Sum(v)/float64(len(v)), v)
	}
	return v
}
