package machine

import (
	"context"
	"math"
	"slices"
)

// nearly is the distance from 1 of the smallest margin up to which widen is tried.
const nearly = 1e-3

// widen scales alpha, where no vector is at its bound, so that no margin is less than 1.
//
// With a large C, rounding that leaves margins of separable classes 1e-15 below 1 costs C times
// as much. Margins above 1 cost only alpha_i times the excess, so scaling alpha by slightly more
// than 1 increases the objective by no more than that share.
func (m *margins) widen(ctx context.Context) {
	f := m.fit
	stretch := 1 / m.smallest()
	if f.Within(m.tolerance) || !(math.Abs(stretch-1) < nearly) {
		return
	}
	outside := func(a float64) bool { return !(math.Abs(a)*stretch*(1+nearly) < f.Strength) }
	if slices.ContainsFunc(f.Alpha, outside) {
		return
	}
	before := slices.Clone(f.Alpha)
	best, gap := before, f.Gap+f.Rounding
	for slack := 1e-15; slack < 1e-10; slack *= 10 {
		for i, a := range before {
			f.Alpha[i] = a * stretch * (1 + slack)
		}
		if m.certify(ctx); f.Gap+f.Rounding >= gap {
			continue
		}
		best, gap = slices.Clone(f.Alpha), f.Gap+f.Rounding
	}
	if !slices.Equal(best, f.Alpha) {
		copy(f.Alpha, best)
		m.certify(ctx)
	}
}

// smallest returns the smallest margin for the intercept that makes it largest; at most 0 where
// the classes are not separated.
func (m *margins) smallest() float64 {
	f := m.fit
	least, most := math.Inf(1), math.Inf(-1) // of f(x) without intercept, over the classes +1 and -1
	for i, y := range m.data.Y {
		if v := f.Fitted[i] - f.Intercept; y > 0 {
			least = min(least, v)
		} else {
			most = max(most, v)
		}
	}
	if m.data.Intercept {
		return (least - most) / 2
	}
	return min(least, -most)
}

// gapFloor estimates the gap that rounding may leave: the margin of a vector between its bounds
// must be 1, each term alpha_j k(x_i, x_j) of it is off by up to half a unit in the last place of
// alpha_j, and the loss multiplies the error by C.
func (m *margins) gapFloor() float64 {
	const half = 0x1p-53
	f := m.fit
	var sum float64
	for i, a := range f.Alpha {
		if a > m.lo[i] && a < m.hi[i] {
			for j, k := range m.data.row(i) {
				sum += math.Abs(f.Alpha[j] * k)
			}
		}
	}
	return half * f.Strength * sum
}
