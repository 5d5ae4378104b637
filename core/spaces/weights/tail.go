package weights

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/spaces/kernel"
)

// Tail bounds what a series that is truncated leaves out of the dual. With
//
//	T_m = sum_{|k| = m} |u_k|^q,  u_k = sum_i a_i phi_k(x_i),
//
// the part of ||Phi* a||_q^q that degree m has, the weights of the truncated series with zeros
// beyond it are feasible for the whole one, with the same objective, and the dual of the whole one
// at a is larger by (1/q) sum_m T_m over the degrees left out. The gap is larger by the same
// amount.
//
// Each T_m is bounded by the least of these. c_m is the coefficient of the series, and P_j = sum_i
// a_i x_ij1 ... x_ijm runs over the d^m tuples j of variables, each monomial k of which stands
// m!/prod k_j! times among them, so T_m = c_m ||P||_q^q.
//
//   - Minkowski's inequality over the points: ||P||_q <= sum_i |a_i| ||x_i||_q^m, for
//     the tuples of a single point have the norm ||x_i||_q^m;
//   - ||P||_q <= ||P||_2 for q >= 2, and ||P||_2^2 = sum_ij a_i a_j (x_i . x_j)^m: this
//     keeps the signs of a, and costs n^2 for each degree;
//   - T_m itself, summed monomial by monomial, which costs n for each.
//
// Rounding is bounded by the first of them too, and added.
type Tail struct {
	Degree int       // up to which the series is kept
	Bounds []float64 // of T_m for m = Degree+1, Degree+2, ...
	Rest   float64   // of the sum of T_m over the degrees beyond
	Q      float64
}

// Above bounds (1/q) sum_{m > degree} T_m, for a degree not below that of the series.
func (t *Tail) Above(degree int) float64 {
	const rounding = 1e-12 // of the sums, powers and roots, relative
	return (1 + rounding) * (floats.Sum(t.Bounds[min(degree-t.Degree, len(t.Bounds)):]) + t.Rest) / t.Q
}

// Bounds on the work of a tail: products for sums over monomials, and over pairs of points.
const (
	tailProducts = 2e8
	ofMonomial   = 100 // products that take as long as a monomial's constant and power
	tailPairs    = 5e8
	tailDegrees  = 60 // beyond the series that are bounded one by one
	tailSigned   = 8  // of them by the second bound
	unitRounding = 0x1p-53
)

// Tail bounds the terms of the model's series beyond a degree. It improves the bounds from the first
// degree on until their sum is at most enough, or the limits on the work are reached. The points must
// lie within the series' radius. The error is the context's.
func (m Model) Tail(ctx context.Context, degree int, enough float64) (*Tail, error) {
	t := &Tail{Degree: degree, Q: m.Q}
	b := newTailBounds(m)
	if b == nil {
		return t, nil
	}
	_, highest := m.Kernel.Degrees()
	for at := degree + 1; at <= min(highest, degree+tailDegrees, kernel.MaxFactorial); at++ {
		t.Bounds = append(t.Bounds, b.byPoints(at))
	}
	last := degree + len(t.Bounds)
	t.Rest = math.Pow(b.sum(last+1, b.length), m.Q) * kernel.Remainder(b.series, last)
	share := enough * m.Q / (4 * tailDegrees) // of a degree that need not be improved
	left := tailProducts
	var signs []int
	for i, bound := range t.Bounds {
		if t.Above(degree) <= enough || len(signs) == tailSigned {
			break
		}
		if bound <= share {
			continue
		}
		at := degree + 1 + i
		products := float64(kernel.Count(m.X.D, at)) * float64(m.X.N+ofMonomial)
		if left -= products; left < 0 {
			signs = append(signs, at)
			continue
		}
		exact, err := b.exact(ctx, at)
		if err != nil {
			return nil, err
		}
		t.Bounds[i] = min(bound, exact)
	}
	n := float64(m.X.N)
	if n*n*float64(m.X.D+len(signs)) > tailPairs || signs == nil {
		return t, ctx.Err()
	}
	squares, err := b.bySigns(ctx, signs)
	if err != nil {
		return nil, err
	}
	for k, at := range signs {
		i := at - degree - 1
		t.Bounds[i] = min(t.Bounds[i], b.series.Coefficient(at)*math.Pow(squares[k], m.Q/2))
	}
	return t, nil
}

// tailBounds computes the bounds of one dual vector, on points scaled so that the largest ||x_i||_q is 1.
type tailBounds struct {
	model   Model         // with the scaled points
	series  kernel.Series // of the scaled points
	length  []float64     // ||x_i||_q
	squared []float64     // ||x_i||_2
}

// newTailBounds returns nil where alpha or all points are 0: the tail is then 0.
func newTailBounds(m Model) *tailBounds {
	b := &tailBounds{model: m, length: make([]float64, m.X.N), squared: make([]float64, m.X.N)}
	for i := range b.length {
		b.length[i] = floats.Norm(m.X.Row(i), m.Q)
	}
	largest := floats.Max(b.length)
	if largest == 0 || floats.Norm(m.Alpha, math.Inf(1)) == 0 {
		return nil
	}
	b.model.X.X = make([]float64, len(m.X.X))
	for i, v := range m.X.X {
		b.model.X.X[i] = v / largest
	}
	for i := range b.length {
		b.length[i] /= largest
		b.squared[i] = floats.Norm(b.model.X.Row(i), 2)
	}
	b.series = kernel.Scaled(m.Kernel, math.Pow(largest, m.Q))
	return b
}

// sum is sum_i |a_i| length_i^m.
func (b *tailBounds) sum(m int, length []float64) float64 {
	var s float64
	for i, a := range b.model.Alpha {
		s += math.Abs(a) * kernel.Power(length[i], m)
	}
	return s
}

// byPoints is the bound by Minkowski's inequality.
func (b *tailBounds) byPoints(m int) float64 {
	c := b.series.Coefficient(m)
	if c == 0 {
		return 0
	}
	return c * math.Pow(b.sum(m, b.length), b.model.Q)
}

// exact is T_m with a bound of its rounding: the error of each u_k is at most a few units in the last
// place of the sum of the sizes of its terms; byPoints bounds the norm of these sums.
func (b *tailBounds) exact(ctx context.Context, m int) (float64, error) {
	one := Model{kernel.Polynomial{Degree: m}, b.model.Q, b.model.X, b.model.Alpha}
	var power float64
	err := one.walk(ctx, m, func(_ kernel.Run, u []float64) {
		for _, v := range u {
			_, p := dualityMap(v, one.Q)
			power += p
		}
	})
	rounding := float64(b.model.X.N+4*m+16) * unitRounding * b.sum(m, b.length)
	return b.series.Coefficient(m) * math.Pow(math.Pow(power, 1/one.Q)+rounding, one.Q), err
}

// bySigns returns a' (X X')^m a, with elementwise powers, for some degrees, with their rounding.
func (b *tailBounds) bySigns(ctx context.Context, degrees []int) ([]float64, error) {
	x, alpha := b.model.X, b.model.Alpha
	sums, row := make([]float64, len(degrees)), make([]float64, len(degrees))
	for i := range x.N {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clear(row)
		for j := range i + 1 {
			s := floats.Dot(x.Row(i), x.Row(j))
			weight := alpha[i] * alpha[j]
			if j < i {
				weight *= 2
			}
			power := weight * kernel.Power(s, degrees[0])
			for k := range degrees {
				if k > 0 {
					power *= kernel.Power(s, degrees[k]-degrees[k-1])
				}
				row[k] += power
			}
		}
		floats.Add(sums, row)
	}
	for k, m := range degrees {
		size := b.sum(m, b.squared)
		terms := 2*float64(x.N) + float64(m*(x.D+4)) + 16
		sums[k] = max(0, sums[k]) + terms*unitRounding*size*size
	}
	return sums, nil
}
