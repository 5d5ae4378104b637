package gram

import (
	"fmt"
	"math"

	"lplab/core/spaces/kernel"
)

// Limits of truncated series.
const (
	// mostTruncated is the most features of a truncated series: its weights are kept and listed.
	mostTruncated = 50_000
	// truncatedPatience limits all solves on a truncated series, at reference rates.
	truncatedPatience = 5 // seconds
	mostDegree        = 40
)

// truncatedCost estimates series of many or infinitely many degrees: the features up to the degree of the
// request. If that is 0, it is the lowest that is likely to leave out no more than the tolerance, or
// else the highest within the limits, at reference rates. The solution's certificate bounds the rest.
func (r Request) truncatedCost(rates Rates) cost {
	c := cost{Plan: Plan{Strategy: TruncatedStrategy}}
	first, highest := r.cuts()
	switch {
	case first >= highest:
		return c.withObstacle("choose strategy features", "the %v kernel has no degrees to leave out", r.Kernel)
	case r.FeaturesFor != "" && r.Wanted != TruncatedStrategy:
		return c.withObstacle("choose strategy truncated", "method %s takes a truncated series only where that is asked for", r.FeaturesFor)
	}
	degree, likely := r.Degree, false
	if degree == 0 {
		if degree, likely = r.HighestDegree(exactPatience); !likely {
			degree, _ = r.HighestDegree(truncatedPatience)
		}
	}
	c = r.truncateAt(degree).features(rates)
	c.Strategy, c.Degree, c.uncertain = TruncatedStrategy, degree, !likely
	if c.obstacle == "" {
		c.size += fmt.Sprintf(" up to degree %d", degree)
	}
	return c
}

// cuts are the lowest degree above 0 in which the kernel has features, and the highest.
func (r Request) cuts() (first, highest int) {
	lowest, highest := r.Kernel.Degrees()
	for first = max(1, lowest); first < highest && r.Kernel.Coefficient(first) == 0; first++ {
	}
	return first, highest
}

// truncateAt is the request for the series up to a degree.
func (r Request) truncateAt(degree int) Request {
	r.Kernel = kernel.Truncate(r.Kernel, degree)
	return r
}

// HighestDegree returns the highest degree with features within the limits that take at most the given
// seconds at reference rates, or a lower one beyond which the series of the farthest point has no
// more than the tolerance (likely). It returns the lowest possible degree if that takes longer, too.
func (r Request) HighestDegree(seconds float64) (degree int, likely bool) {
	first, highest := r.cuts()
	series := kernel.Scaled(r.Kernel, r.reach())
	var sum float64
	for m := first; m <= min(highest, kernel.MaxFactorial); m++ {
		sum += series.Coefficient(m)
	}
	rates := referenceRates(r.Kernel)
	degree = first
	for s := first; s < min(highest, mostDegree); s++ {
		if r.Kernel.Coefficient(s) == 0 {
			continue
		}
		request := r.truncateAt(s)
		c := request.features(rates)
		features, _ := kernel.Dimension(request.Kernel, r.D)
		if !kernel.HasExactConstants(r.Kernel, s) || features > mostTruncated || c.obstacle != "" || float64(max(1, r.Trainers))*c.Build+r.passes()*c.Pass > seconds {
			break
		}
		degree = s
		// The remainder is at least its first term, which is faster to compute.
		if least := r.Tolerance * sum; series.Coefficient(s+1) <= least && kernel.Remainder(series, s) <= least {
			return s, true
		}
	}
	return degree, false
}

// PassesFromNear is the expected number of passes of a solve that begins with the solution of another.
const PassesFromNear = 3

// passes are those of all solves.
func (r Request) passes() float64 {
	return float64(r.Passes) + PassesFromNear*float64(r.Fits)
}

// reach is the largest sum |x|^q, or 1 where it is not known, about that of well-scaled points.
func (r Request) reach() float64 {
	if !(r.Reach > 0) || math.IsInf(r.Reach, 1) {
		return 1
	}
	if radius := r.Kernel.Radius(); r.Reach >= radius {
		return radius / 2
	}
	return r.Reach
}
