package selection

import (
	"math"

	"lplab/core/solvers/optimize"
)

// Stable is a plan of stability selection over complementary pairs of halves.
type Stable struct {
	PerHalf int     // number of largest weights that each half selects; 0: nothing can be selected
	Least   int     // smallest number of halves that select a selected weight
	Bound   float64 // on the expected number of false selections, by concaveBound
}

// PlanStability finds the number of weights, out of count and at most most, that each half may select
// for a bound on the expected number of false selections of at most expected.
func PlanStability(count int64, pairs, most int, expected float64) Stable {
	const cutoff = 0.75 // the share of the halves that a selected weight needs; [MB] recommend 0.6 to 0.9
	s := Stable{Least: int(math.Ceil(cutoff*float64(2*pairs) - 1e-9))}
	bound := func(q int) float64 { return concaveBound(q, count, pairs, s.Least) }
	low, high := 0, int(min(int64(most), count))+1 // bound(low) is good enough, bound(high) is not
	for high-low > 1 {
		if q := (low + high) / 2; bound(q) <= expected {
			low = q
		} else {
			high = q
		}
	}
	s.PerHalf = low
	if low > 0 {
		s.Bound = bound(low)
	}
	return s
}

// MeinshausenBuehlmann bounds the expected number of selected weights among those that halves select
// no more often than by guessing: q^2 / ((2 pi - 1) count), where each half selects q, and pi > 1/2 is
// the share of the halves that a selected weight needs [MB theorem 1]. Over complementary pairs it
// needs no exchangeability [SS theorem 1].
func MeinshausenBuehlmann(q int, count int64, pi float64) float64 {
	return float64(q) * float64(q) / ((2*pi - 1) * float64(count))
}

// concaveBound is the bound of [SS eq. 8 and sec. 3.3] on the same number,
//
//	min{ D(theta^2, 2 tau - 1, B, -1/2), D(theta, tau, 2B, -1/4) } count,  theta = q/count,
//
// where B is the number of pairs and tau = least/2B. It assumes that the shares of halves, and of
// pairs, that select such a weight have r-concave distributions.
func concaveBound(q int, count int64, pairs, least int) float64 {
	theta := float64(q) / float64(count)
	d := concaveTail(theta, 2*pairs, least, 4)
	if least > pairs {
		d = min(d, concaveTail(theta*theta, pairs, least-pairs, 2))
	}
	return d * float64(count)
}

// concaveTail is D(eta, t/B, B, -1/s) of [SS sec. 3.3]: the largest probability of t/B or more
// that a (-1/s)-concave distribution on 0, 1/B, ..., 1 with mean at most eta can have; 1 where
// t/B <= 2 eta, for which it is not needed. s is 2 or 4. The extremal distributions [SS
// proposition 4, appendix] have probabilities proportional to (a + i)^-s for i <= k, and the
// rest, which the mean determines, at k + 1.
func concaveTail(eta float64, b, t, s int) float64 {
	mean := eta * float64(b)
	power := func(x float64) float64 {
		x = 1 / (x * x)
		if s == 4 {
			x *= x
		}
		return x
	}
	// full is the mean of the distribution with no more than 0..k.
	full := func(a float64, k int) float64 {
		var sum, first float64
		for i := range k + 1 {
			f := power(a + float64(i))
			sum += f
			first += float64(i) * f
		}
		return first / sum
	}
	tail := func(a float64, k int) float64 {
		var below, missing float64
		for i := range k + 1 {
			f := power(a + float64(i))
			if i < t {
				below += f
			}
			missing += float64(k+1-i) * f
		}
		return 1 - (float64(k+1)-mean)*below/missing
	}
	start := int(math.Ceil(2*mean)) + 1
	if t < start {
		return 1
	}
	// fitting is the a with which 0..k has the mean, found in its logarithm.
	fitting := func(k int) float64 {
		low, high := math.Log(1e-7), math.Log(1e7)
		for range 60 {
			if mid := (low + high) / 2; full(math.Exp(mid), k) < mean {
				low = mid
			} else {
				high = mid
			}
		}
		return math.Exp(low)
	}
	from := max(start, t-1)
	best, left := 0.0, fitting(from)
	for k := from; k < b; k++ {
		right := left
		left = fitting(k + 1)
		most := optimize.GoldenSection(func(a float64) float64 { return -tail(a, k) }, left, right, 1e-9)
		best = max(best, tail(most, k))
	}
	return max(best, tail(left, b))
}
