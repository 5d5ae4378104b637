package gram

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"

	"lplab/core/kernel"
	"lplab/core/sparse"
	"lplab/core/tensor"
)

// Strategy is a way to evaluate the form.
type Strategy string

// The strategies. Auto lets the cost model choose.
const (
	Auto            Strategy = "auto"
	FeatureStrategy Strategy = "features"
	TensorStrategy  Strategy = "tensor"
	StreamStrategy  Strategy = "streamed"
	SparseStrategy  Strategy = "sparse"
)

// Plan is the chosen strategy and the reason for it.
type Plan struct {
	Strategy Strategy
	Reason   string  // one sentence with the costs of all
	Build    float64 // estimated seconds before the first pass,
	Pass     float64 // and of one pass, of which Request.Passes are expected
	Room     int64   // entries of a tensor that may be held
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
	Passes   int // that the method is expected to take
	// FeaturesFor names a method that works on the weights of explicit features,
	// and asks for no M; "" stands for one that takes any form.
	FeaturesFor string
	Wanted      Strategy
	Engine      Engine
	// Sparse is the points without their zeros, nil where they have none or few.
	// SparseOnly says that the points came so and are not written out: that is
	// left to kernels for which there is no other way.
	Sparse     *sparse.Rows
	SparseOnly bool
}

// cost is the estimate for one strategy, or why it is not possible and how to
// mend that.
type cost struct {
	strategy    Strategy
	build, pass float64 // seconds
	seconds     float64 // of all
	size        string
	room        int64
	obstacle    string // "" where it is possible
	remedy      string
}

func (c *cost) refusal() string { return c.obstacle + "; " + c.remedy }

func (c *cost) plan(reason string) Plan {
	return Plan{Strategy: c.strategy, Reason: reason, Build: c.build, Pass: c.pass, Room: c.room}
}

// Limits of the automatic choice.
const (
	// A cost below negligible is not worth comparing: the first strategy that is
	// possible is taken, on every platform the same.
	negligible = 1e-3 // seconds
	// What takes longer than patience is only done where it is asked for.
	patience = 3600 // seconds
)

func (c *cost) cheaperThan(other *cost) bool {
	return max(c.seconds, negligible) < max(other.seconds, negligible)
}

// Choose estimates the strategies and picks the cheapest possible one, or checks
// the wanted one. The error is one sentence with the remedy.
func Choose(r Request) (Plan, error) {
	features, tensor, streamed := r.features(), r.tensor(), r.streamed()
	costs := []*cost{&features, &tensor}
	if tensor.size != "" && tensor.obstacle != "" || r.Wanted == StreamStrategy {
		costs = append(costs, &streamed) // where the tensor is too large, or by wish
	}
	if r.SparseOnly {
		for _, c := range costs {
			r.dense(c)
		}
	}
	sparse := r.sparse()
	if r.Sparse != nil || r.Wanted == SparseStrategy {
		costs = append(costs, &sparse)
	}
	for _, c := range costs {
		c.seconds = c.build + float64(r.Passes)*c.pass
	}
	if r.Wanted != Auto {
		for _, c := range costs {
			if c.strategy != r.Wanted {
				continue
			}
			if c.obstacle != "" {
				return Plan{}, fmt.Errorf("strategy %q is not possible: %s", r.Wanted, c.refusal())
			}
			return c.plan("as asked for; " + compare(costs)), nil
		}
		panic("gram: unknown strategy " + r.Wanted)
	}
	var best *cost
	for _, c := range costs {
		if c.obstacle == "" && (best == nil || c.cheaperThan(best)) {
			best = c
		}
	}
	if r.SparseOnly && sparse.obstacle == "" {
		best = &sparse
	}
	if best != nil && best.seconds <= patience {
		return best.plan(compare(costs)), nil
	}
	refused := &tensor
	switch _, finite := kernel.Dimension(r.Kernel, r.D); {
	case finite && r.SparseOnly:
		refused = &sparse
	case finite && !r.EvenQ, r.FeaturesFor != "":
		refused = &features
	}
	if best != nil {
		return Plan{}, best.tooLong(refused)
	}
	return Plan{}, errors.New(refused.refusal())
}

// tooLong refuses the cheapest strategy for the time it takes; other is the one
// that would be quicker if it were possible.
func (c *cost) tooLong(other *cost) error {
	cause, remedy := fmt.Sprintf("strategy %s takes %s", c.strategy, duration(c.seconds)), "train on fewer points (subsample)"
	if other.obstacle != "" {
		cause, remedy = other.obstacle+", and "+cause, other.remedy
	}
	return fmt.Errorf("%s; %s, or ask for strategy %s all the same", cause, remedy, c.strategy)
}

func compare(costs []*cost) string {
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
		c.remedy = r.instead()
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
	c.pass = 4 * n * nf
	if r.FeaturesFor == "" {
		c.pass += n * n * nf // for M
	}
	c.pass /= r.Engine.Rates(r).Products
	return c
}

// instead is the remedy where there are infinitely many features.
func (r Request) instead() string {
	if r.FeaturesFor != "" {
		return "choose method newton, or a polynomial kernel"
	}
	return "choose strategy tensor, or a polynomial kernel"
}

func (r Request) tensor() cost {
	c, rates, ok := r.ordered(TensorStrategy)
	if !ok {
		return c
	}
	q := int(r.Q)
	entries := float64(tensor.Count(r.N, q))
	c.size = fmt.Sprintf("%s entries", count(entries))
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
	c.build = entries * r.entry(rates)
	c.pass = entries * 8 / rates.Read
	c.room = tensor.Count(r.N, q)
	return c
}

// streamed is for tensors beyond the budget: it holds what fits, and nothing of
// a tensor that would fit, as that is what was asked for.
func (r Request) streamed() cost {
	c, rates, ok := r.ordered(StreamStrategy)
	if !ok {
		return c
	}
	q := int(r.Q)
	entries := tensor.Count(r.N, q)
	// The shards' shares of a pass take as much as some thirty halves of a matrix.
	const shares = 15
	size := func(n float64) float64 { return 8 * (shares*n*n + r.matrices(n)) }
	if n := float64(r.N); size(n) > float64(r.Budget) || entries == math.MaxInt64 {
		c.obstacle = fmt.Sprintf("the solver's matrices of %d points take %s of the memory budget of %s, and the tensor has %s entries",
			r.N, bytes(size(n)), bytes(float64(r.Budget)), count(float64(entries)))
		c.remedy = r.fewer(size, "choose a p nearer to 2")
		return c
	}
	if room := (r.Budget - int64(size(float64(r.N)))) / 8; room < entries {
		c.room = room
	}
	held := float64(tensor.Holds(r.N, q, c.room))
	c.size = fmt.Sprintf("%s entries, %.0f %% of them held", count(float64(entries)), 100*held/float64(entries))
	c.build = held * r.entry(rates)
	c.pass = held*8/rates.Read + (float64(entries)-held)*(r.entry(rates)+8/rates.Read)
	return c
}

// ordered begins the cost of a strategy on the tensor: ok is false, and the cost
// has an obstacle, where there is no tensor of order q. It sets the budget to the
// engine's room.
func (r *Request) ordered(s Strategy) (c cost, rates Rates, ok bool) {
	c.strategy = s
	switch {
	case r.FeaturesFor != "":
		c.obstacle = fmt.Sprintf("method %s works on the weights of explicit features, and a tensor has none", r.FeaturesFor)
		c.remedy = "choose strategy features, or method newton"
	case !r.EvenQ:
		c.obstacle = fmt.Sprintf("q = p/(p-1) = %.4g is not an even integer", r.Q)
		c.remedy = "choose p = 2, 4/3, 6/5 or 8/7, or strategy features"
	case r.Q > tensor.MaxOrder:
		c.obstacle = fmt.Sprintf("the order q = %.0f is above %d", r.Q, tensor.MaxOrder)
		c.remedy = "choose p = 8/7 or larger"
	default:
		rates = r.Engine.Rates(*r)
		if rates.Room > 0 {
			r.Budget = rates.Room
		}
		ok = true
	}
	return c, rates, ok
}

// entry is the seconds to compute an entry.
func (r Request) entry(rates Rates) float64 { return 2*float64(r.D)/rates.Flops + rates.Entry }

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
	switch p.Strategy {
	case FeatureStrategy:
		return NewFeatures(ctx, r.Kernel, x, r.Q)
	case SparseStrategy:
		return NewSparse(ctx, r.Kernel, r.Sparse, r.Q)
	}
	return r.Engine.Tensor(ctx, r.Kernel, x, int(r.Q), p.Room, progress)
}
