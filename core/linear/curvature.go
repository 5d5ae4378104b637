package linear

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// rounding is by how much, as a share, two sums that are equal may differ, and grow
// is the factor by which a curvature that proves too small grows beyond that.
const (
	rounding = 1e-12
	grow     = 1.02
)

// powers of the power method, at the most, find the largest eigenvalue to a few
// percent, from below. Who uses it makes it larger where a step shows that it is.
const powers = 20

// squaredNorm estimates ||X_B||^2, the largest eigenvalue of X_B'X_B, for the given
// columns, from below: it is at least the largest ||x_j||^2. v is scratch of as many
// numbers, or more, and t of n.
func (c *centred) squaredNorm(columns []int, v, t []float64) float64 {
	v = v[:len(columns)]
	var square float64
	for i, j := range columns {
		square = max(square, c.squares[j])
		v[i] = math.Sqrt(c.squares[j])
		if c.correlation[j] < 0 {
			v[i] = -v[i]
		}
	}
	for range powers {
		length := floats.Norm(v, 2)
		if length == 0 {
			return square
		}
		clear(t)
		for i, j := range columns {
			c.x.AddScaled(t, v[i]/length, j)
		}
		found := floats.Dot(t, t)
		done := found <= square*grow && found >= square/grow
		if square = max(square, found); done {
			return square
		}
		for i, j := range columns {
			v[i] = c.x.Dot(j, t)
		}
	}
	return square
}
