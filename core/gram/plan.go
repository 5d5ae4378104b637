package gram

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"

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

// plannedPasses are those of a Newton solve with its linesearch.
const plannedPasses = 15

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
	// Budget bounds the bytes of the form and of the method's Matrices, which
	// are n x n.
	Budget   int64
	Matrices int
	Wanted   Strategy
	Engine   Engine // nil: Portable
}

func (r Request) engine() Engine {
	if r.Engine == nil {
		return Portable{}
	}
	return r.Engine
}

// cost is the estimate for one strategy, or why it is not possible and how to
// mend that.
type cost struct {
	strategy Strategy
	seconds  float64
	size     string
	obstacle string // "" where it is possible
	remedy   string
}

func (c *cost) refusal() string { return c.obstacle + "; " + c.remedy }

// negligible is a cost not worth comparing: below it the first strategy that is
// possible is taken, on every platform the same.
const negligible = 1e-3

func (c *cost) cheaperThan(other *cost) bool {
	return max(c.seconds, negligible) < max(other.seconds, negligible)
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
		if c.obstacle == "" && (best == nil || c.cheaperThan(best)) {
			best = c
		}
	}
	if wanted != nil {
		if wanted.obstacle != "" {
			return Plan{}, fmt.Errorf("strategy %q is not possible: %s", r.Wanted, wanted.refusal())
		}
		return Plan{wanted.strategy, "as asked for; " + compare(costs), wanted.seconds}, nil
	}
	if best == nil {
		if _, finite := kernel.Dimension(r.Kernel, r.D); !finite || r.EvenQ {
			return Plan{}, errors.New(costs[1].refusal())
		}
		return Plan{}, errors.New(costs[0].refusal())
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
			s += fmt.Sprintf("%s: %s, %s", c.strategy, c.size, duration(c.seconds))
		}
	}
	return s
}

func (r Request) features() cost {
	c := cost{strategy: FeatureStrategy}
	features, finite := kernel.Dimension(r.Kernel, r.D)
	if !finite {
		c.obstacle = fmt.Sprintf("the %v kernel has infinitely many features", r.Kernel)
		c.remedy = "choose strategy tensor, or a polynomial kernel"
		return c
	}
	n, nf := float64(r.N), float64(features)
	// The form keeps half a matrix, the triangle of M.
	size := func(n float64) float64 { return 8 * (n*nf + n*n/2 + r.matrices(n)) }
	if size(n) > float64(r.Budget) {
		c.obstacle = fmt.Sprintf("%d × %s features and the solver's matrices take %s, more than the memory budget of %s",
			r.N, count(nf), bytes(size(n)), bytes(float64(r.Budget)))
		c.remedy = r.fewer(size, "choose a lower degree or fewer features")
		return c
	}
	c.size = fmt.Sprintf("%d × %s features", r.N, count(nf))
	c.seconds = plannedPasses * (n*n + 4*n) * nf / Portable{}.Rates(r).BuildFlops
	return c
}

func (r Request) tensor() cost {
	c := cost{strategy: TensorStrategy}
	switch {
	case !r.EvenQ:
		c.obstacle = fmt.Sprintf("q = p/(p-1) = %.4g is not an even integer", r.Q)
		c.remedy = "choose p = 2, 4/3, 6/5 or 8/7, or strategy features"
		return c
	case r.Q > tensor.MaxOrder:
		c.obstacle = fmt.Sprintf("the order q = %.0f is above %d", r.Q, tensor.MaxOrder)
		c.remedy = "choose p = 8/7 or larger"
		return c
	}
	q := int(r.Q)
	rates := r.engine().Rates(r)
	if rates.Room > 0 {
		r.Budget = rates.Room
	}
	entries := float64(tensor.Count(r.N, q))
	size := func(n float64) float64 { return 8 * (float64(tensor.Count(int(n), q)) + r.matrices(n)) }
	if n := float64(r.N); size(n) > float64(r.Budget) {
		c.obstacle = fmt.Sprintf("the packed tensor of order %d over %d points and the solver's matrices take %s, more than the memory budget of %s",
			q, r.N, bytes(size(n)), bytes(float64(r.Budget)))
		c.remedy = r.fewer(size, "choose a p nearer to 2")
		if q == 2 {
			c.remedy = r.fewer(size, "choose method proximal-gradient")
		}
		return c
	}
	c.size = fmt.Sprintf("%s entries", count(entries))
	c.seconds = entries * (2*float64(r.D)/rates.BuildFlops + plannedPasses*8/rates.ContractionBytes)
	return c
}

// matrices counts the numbers in the method's matrices.
func (r Request) matrices(n float64) float64 { return float64(r.Matrices) * n * n }

// fewer is the remedy for a size beyond the budget: as many points as fit, or
// something else. size is increasing.
func (r Request) fewer(size func(n float64) float64, other string) string {
	most := sort.Search(r.N, func(n int) bool { return size(float64(n+1)) > float64(r.Budget) })
	if most < 2 {
		return other
	}
	return fmt.Sprintf("train on at most %d points (subsample), or %s", most, other)
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
	if v > 1e19 {
		return "more than 10 EB"
	}
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
	case s < negligible:
		return "less than a millisecond"
	case s < 0.0995:
		return fmt.Sprintf("about %.2g ms", s*1e3)
	case s < 99.5:
		return fmt.Sprintf("about %.2g s", s)
	case s < 7200:
		return fmt.Sprintf("about %.0f min", s/60)
	}
	return fmt.Sprintf("about %.0f h", s/3600)
}

// New evaluates a plan: it builds the form.
func New(ctx context.Context, r Request, p Plan, x tensor.Points, progress func(float64)) (Form, error) {
	if p.Strategy == TensorStrategy {
		return r.engine().Tensor(ctx, r.Kernel, x, int(r.Q), progress)
	}
	return NewFeatures(ctx, r.Kernel, x, r.Q)
}
