package linear

import (
	"context"
	"fmt"
	"slices"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
)

// GroupLasso minimises
//
//	P(b) = 1/2 ||y - Xb||^2 + lambda sum_G ||b_G||_2                     [Z]
//
// over groups G of features, which together hold every feature. Where groups overlap, each has its
// own copies of its features (Jacob, Obozinski, Vert 2009): the coefficients are sums of vectors
// v_G on the groups, and the penalty is lambda sum_G ||v_G||_2, so the selected features are a
// union of groups. The coefficients of the copies need not be unique.
//
// Its Residual is the largest distance of X_G'(y - Xb) from lambda v_G / ||v_G||, or from the
// ball of radius lambda where v_G = 0, as a share of max_G ||X_G'y||, which is the Scale.
type GroupLasso struct {
	Groups    [][]int
	Algorithm Algorithm
}

func init() {
	Registry.Add("group-lasso", func(p Parameters) Method { return GroupLasso{Groups: p.Groups, Algorithm: p.Algorithm} })
}

func (g GroupLasso) String() string { return fmt.Sprintf("group lasso by %v", g.Algorithm) }

func (g GroupLasso) Scale(d *Data) (float64, error) {
	_, x, h, err := g.copies(context.Background(), d)
	if err != nil {
		return 0, err
	}
	return h.Dual(x.correlation), nil
}

func (g GroupLasso) Fit(ctx context.Context, d *Data, lambda float64, from *Fit, s optimize.Settings) (*Fit, error) {
	if _, err := d.begin(ctx, lambda, from); err != nil {
		return nil, err
	}
	c, x, norm, err := g.copies(ctx, d)
	if err != nil {
		return nil, err
	}
	norm.Weight = lambda
	h := &elastic{ridgeNorm: ridgeNorm{Inner: norm}}
	origin := x.x.(*copies).origin
	gram := func() ([]float64, error) {
		all, err := d.covariances(ctx, c)
		if err != nil || len(origin) == c.d && slices.IsSorted(origin) {
			return all, err
		}
		return dense.Block(all, c.d, origin, origin), nil
	}
	f, err := minimise(ctx, x, gram, h, g.Algorithm, share(from, origin, c.d), from, s)
	if err != nil {
		return nil, err
	}
	f.copies, f.Coefficients = f.Coefficients, make([]float64, c.d)
	for k, j := range origin {
		f.Coefficients[j] += f.copies[k]
	}
	f.Groups = norm.Norms(f.copies)
	c.finish(f, lambda)
	return f, nil
}

// share divides the coefficients of a fit among the copies of the features, as they were or
// into equal parts.
func share(from *Fit, origin []int, d int) []float64 {
	if from == nil {
		return nil
	}
	if len(from.copies) == len(origin) {
		return from.copies
	}
	count := make([]float64, d)
	for _, j := range origin {
		count[j]++
	}
	start := make([]float64, len(origin))
	for k, j := range origin {
		start[k] = from.Coefficients[j] / count[j]
	}
	return start
}

// copies returns the centred data, the same with the copies of the features in the order of the
// groups, and the norm over the groups, of weight 0.
func (g GroupLasso) copies(ctx context.Context, d *Data) (c, x *centredData, h penalty.Norm, err error) {
	if c, err = d.prepare(ctx); err != nil {
		return nil, nil, h, err
	}
	lastGroup := make([]int, c.d) // 1 + the last group that has the feature
	h.Bounds = []int{0}
	var origin []int
	for k, group := range g.Groups {
		if len(group) == 0 {
			return nil, nil, h, fmt.Errorf("group %d is empty: leave it out", k)
		}
		for _, j := range group {
			if j < 0 || j >= c.d {
				return nil, nil, h, fmt.Errorf("group %d names feature %d: features are counted from 0 to %d", k, j, c.d-1)
			}
			if lastGroup[j] == k+1 {
				return nil, nil, h, fmt.Errorf("group %d names feature %d twice: name it once", k, j)
			}
			lastGroup[j] = k + 1
		}
		origin = append(origin, group...)
		h.Bounds = append(h.Bounds, len(origin))
	}
	if j := slices.Index(lastGroup, 0); j >= 0 {
		return nil, nil, h, fmt.Errorf("feature %d is in no group: put it into one, or give it a group of its own", j)
	}
	x = &centredData{
		n: c.n, d: len(origin), x: &copies{c.x, origin}, y: c.y, power: c.power,
		squares: make([]float64, len(origin)), correlation: make([]float64, len(origin)),
	}
	for k, j := range origin {
		x.squares[k], x.correlation[k] = c.squares[j], c.correlation[j]
	}
	return c, x, h, nil
}

// copies is a matrix of columns of another, in any order and number.
type copies struct {
	inner  Matrix
	origin []int // of each column
}

func (m *copies) Dims() (n, d int) {
	n, _ = m.inner.Dims()
	return n, len(m.origin)
}

func (m *copies) Dot(k int, v []float64) float64 { return m.inner.Dot(m.origin[k], v) }

func (m *copies) AddScaled(dst []float64, s float64, k int) { m.inner.AddScaled(dst, s, m.origin[k]) }
