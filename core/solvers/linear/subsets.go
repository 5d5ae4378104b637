package linear

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
)

// Subset is a choice of features.
type Subset struct {
	Features []int // ascending
	// Squares is ||y - Xb||^2 of least squares on these features.
	Squares float64
}

// BestSubsets returns the best subsets of 0, 1, ..., d features for least squares [Z]. It examines all
// 2^d. Of subsets that differ by rounding alone it takes the first in lexicographic order. The error is
// that of Prepare, or the context's.
func BestSubsets(ctx context.Context, d *Data) ([]Subset, error) {
	c, err := d.prepare(ctx)
	if err != nil {
		return nil, err
	}
	s, err := newSearch(ctx, c)
	if err != nil {
		return nil, err
	}
	return s.best, s.visit(0)
}

// search walks the subsets depth first, where each adds one later feature to its parent. A level
// holds what is left of the later features, and of y, after projecting out the chosen ones
// (modified Gram-Schmidt).
type search struct {
	ctx     context.Context
	c       *centredData
	best    []Subset
	count   int
	columns []int
	rows    int
	levels  [][]float64 // by the number of chosen features: the columns of X and y, each of length rows
}

func newSearch(ctx context.Context, c *centredData) (*search, error) {
	s := &search{ctx: ctx, c: c, best: make([]Subset, c.d+1), rows: c.n, levels: make([][]float64, c.d+1)}
	for k := range s.best {
		s.best[k].Squares = math.Inf(1)
	}
	columns := append(c.full(), c.y...)
	if c.n > c.d+1 { // R of [X y] = QR is as good, and smaller
		var qr mat.QR
		if err := optimize.Interruptibly(ctx, func() { qr.Factorize(mat.NewDense(c.d+1, c.n, columns).T()) }); err != nil {
			return nil, err
		}
		var r mat.Dense
		qr.RTo(&r)
		s.rows = c.d + 1
		columns = columns[:s.rows*s.rows]
		mat.NewDense(s.rows, s.rows, columns).Copy(r.Slice(0, s.rows, 0, s.rows).T())
	}
	s.levels[0] = columns
	for k := range c.d {
		s.levels[k+1] = make([]float64, len(columns))
	}
	return s, nil
}

// column returns what is left of x_j, or of y for j = d, at a level.
func (s *search) column(level, j int) []float64 {
	return s.levels[level][j*s.rows : (j+1)*s.rows]
}

// visit examines the chosen features, and all subsets with more of them from next on.
func (s *search) visit(next int) error {
	const checkSubsets = 1 << 12 // subsets between two checks of the context
	const collinear = 1e-20      // share of ||x_j||^2 up to which a feature counts as a combination of others
	if s.count%checkSubsets == 0 {
		if err := s.ctx.Err(); err != nil {
			return err
		}
	}
	s.count++
	k, d := len(s.columns), s.c.d
	y := s.column(k, d)
	if squares := dense.Dot(y, y); squares < s.best[k].Squares-zeroShare*s.c.power {
		s.best[k] = Subset{append([]int{}, s.columns...), squares}
	}
	for j := next; j < d; j++ {
		x := s.column(k, j)
		square := dense.Dot(x, x)
		for i := j + 1; i <= d; i++ {
			from, to := s.column(k, i), s.column(k+1, i)
			if square <= collinear*s.c.squares[j] {
				copy(to, from)
			} else {
				floats.AddScaledTo(to, from, -dense.Dot(x, from)/square, x)
			}
		}
		s.columns = append(s.columns, j)
		if err := s.visit(j + 1); err != nil {
			return err
		}
		s.columns = slices.Delete(s.columns, k, k+1)
	}
	return nil
}
