package gram

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lplab/core/kernel"
	"lplab/core/tensor"
)

// Strategy is a way to evaluate the form.
type Strategy string

// The strategies. Auto lets the cost model choose.
const (
	Auto            Strategy = "auto"
	TensorStrategy  Strategy = "tensor"
	FeatureStrategy Strategy = "features"
)

// Rates of the portable code, fitted to the package's benchmarks on one core of
// a 2-core machine; what matters to a choice is their ratio.
const (
	buildFlops       = 3.0e9 // Gram triangles, flops per second
	contractionBytes = 4.0e9 // packed entries read per second, omega and M together
	plannedPasses    = 15    // a Newton solve with its linesearch
)

// Plan is the chosen strategy and the reason for it.
type Plan struct {
	Strategy Strategy
	Reason   string // one sentence with both costs
	Seconds  float64
}

// Request is what a plan is made for.
type Request struct {
	Kernel kernel.Kernel
	N, D   int // training points and variables
	Q      float64
	EvenQ  bool // q is an even integer, so that the tensor kernel exists
	Budget int64
	Wanted Strategy
}

// cost is the estimate for one strategy, or why it is not possible.
type cost struct {
	strategy Strategy
	seconds  float64
	bytes    int64
	size     string
	obstacle string
}

// Choose estimates both strategies and picks the cheaper possible one, or checks
// the wanted one. The error is one sentence with the remedy.
func Choose(r Request) (Plan, error) {
	costs := []cost{r.features(), r.tensor()}
	var best, wanted *cost
	for i := range costs {
		c := &costs[i]
		if c.strategy == r.Wanted {
			wanted = c
		}
		if c.obstacle == "" && (best == nil || c.seconds < best.seconds) {
			best = c
		}
	}
	if wanted != nil {
		if wanted.obstacle != "" {
			return Plan{}, fmt.Errorf("strategy %q is not possible: %s", r.Wanted, wanted.obstacle)
		}
		return Plan{wanted.strategy, "as asked for; " + compare(costs), wanted.seconds}, nil
	}
	if best == nil {
		if _, finite := kernel.Dimension(r.Kernel, r.D); !finite || r.EvenQ {
			return Plan{}, errors.New(costs[1].obstacle)
		}
		return Plan{}, errors.New(costs[0].obstacle)
	}
	return Plan{best.strategy, compare(costs), best.seconds}, nil
}

func compare(costs []cost) string {
	s := ""
	for i, c := range costs {
		if i > 0 {
			s += "; "
		}
		if c.obstacle != "" {
			s += fmt.Sprintf("%s: not possible, %s", c.strategy, c.obstacle)
		} else {
			s += fmt.Sprintf("%s: %s, about %s", c.strategy, c.size, duration(c.seconds))
		}
	}
	return s
}

func (r Request) features() cost {
	c := cost{strategy: FeatureStrategy}
	features, finite := kernel.Dimension(r.Kernel, r.D)
	if !finite {
		c.obstacle = fmt.Sprintf("the %v kernel has infinitely many features", r.Kernel)
		return c
	}
	n, nf := float64(r.N), float64(features)
	if nf*n*8 > float64(r.Budget) {
		c.obstacle = fmt.Sprintf("%d × %s features take %s, more than the memory budget of %s",
			r.N, count(nf), bytes(nf*n*8), bytes(float64(r.Budget)))
		return c
	}
	c.size = fmt.Sprintf("%d × %s features", r.N, count(nf))
	c.bytes = features * int64(r.N) * 8
	c.seconds = plannedPasses * (n*n + 4*n) * nf / buildFlops
	return c
}

func (r Request) tensor() cost {
	c := cost{strategy: TensorStrategy}
	switch {
	case !r.EvenQ:
		c.obstacle = fmt.Sprintf("q = p/(p-1) = %.4g is not an even integer, as it is for p = 2, 4/3, 6/5 or 8/7", r.Q)
		return c
	case r.Q > tensor.MaxOrder:
		c.obstacle = fmt.Sprintf("the order q = %.0f is above %d; choose p = 8/7 or larger", r.Q, tensor.MaxOrder)
		return c
	}
	q := int(r.Q)
	entries := float64(tensor.Count(r.N, q))
	if entries*8 > float64(r.Budget) {
		most := largestWithin(q, r.Budget)
		c.obstacle = fmt.Sprintf("the packed tensor of order %d over %d points takes %s, more than the memory budget of %s; train on at most %d points (subsample), or choose a p nearer to 2",
			q, r.N, bytes(entries*8), bytes(float64(r.Budget)), most)
		return c
	}
	c.size = fmt.Sprintf("%s entries", count(entries))
	c.bytes = int64(entries) * 8
	c.seconds = entries * (2*float64(r.D)/buildFlops + plannedPasses*8/contractionBytes)
	return c
}

// largestWithin is the number of points whose tensor of order q fits the budget.
func largestWithin(q int, budget int64) int {
	lo, hi := 1, 2
	for tensor.Count(hi, q) <= budget/8 {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if tensor.Count(mid, q) <= budget/8 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func count(v float64) string {
	switch {
	case v >= math.MaxInt64/2:
		return "more than 10^18"
	case v >= 1e9:
		return fmt.Sprintf("%.3g billion", v/1e9)
	case v >= 1e6:
		return fmt.Sprintf("%.3g million", v/1e6)
	}
	return fmt.Sprintf("%.0f", v)
}

func bytes(v float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e18, "EB"}, {1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}} {
		if v >= u.size {
			return fmt.Sprintf("%.3g %s", v/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.3g kB", v/1e3)
}

// duration is an estimate in words: two digits are more than it deserves.
func duration(s float64) string {
	switch {
	case s < 1e-3:
		return "less than a millisecond"
	case s < 0.0995:
		return fmt.Sprintf("%.2g ms", s*1e3)
	case s < 99.5:
		return fmt.Sprintf("%.2g s", s)
	case s < 7200:
		return fmt.Sprintf("%.0f min", s/60)
	}
	return fmt.Sprintf("%.0f h", s/3600)
}

// New evaluates a plan: it builds the form.
func New(ctx context.Context, r Request, p Plan, x tensor.Points, progress func(float64)) (Form, error) {
	if p.Strategy == TensorStrategy {
		return NewTensor(ctx, r.Kernel, x, int(r.Q), progress)
	}
	return NewFeatures(ctx, r.Kernel, x, r.Q)
}
