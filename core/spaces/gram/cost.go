package gram

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"lplab/core/english"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
	"lplab/core/spaces/tensor"
)

// cost is the estimate for one strategy, or why it is not possible and how to correct that.
type cost struct {
	Plan              // without a reason
	seconds   float64 // of all
	reference float64 // seconds of all, at reference rates,
	request   float64 // and with the other fits of the request
	size      string
	uncertain bool   // what the series leaves out may be more than the tolerance
	obstacle  string // "" where it is possible
	remedy    string
}

func (c *cost) refusal() string { return c.obstacle + "; " + c.remedy }

// withObstacle returns the cost of a strategy that has an obstacle.
func (c cost) withObstacle(remedy, obstacle string, values ...any) cost {
	c.obstacle, c.remedy = fmt.Sprintf(obstacle, values...), remedy
	return c
}

func (c *cost) cheaperThan(other *cost) bool {
	if c.Strategy == TruncatedStrategy { // the number of fits decides its degree
		return max(c.request, negligible) < max(other.request, negligible)
	}
	return max(c.reference, negligible) < max(other.reference, negligible)
}

// referenceRates are those by which strategies are compared: one core of a current
// processor with vector instructions, as measured.
func referenceRates(k kernel.Kernel) Rates {
	return Rates{Flops: 14e9, Entry: 6e-9 + entryOf(k, 2e-9), Read: 11e9, Products: 22e9, Factor: 4e9}
}

// entryOf returns the seconds of the kernel function of an entry, given those of an exponential.
func entryOf(k kernel.Kernel, exponential float64) float64 {
	const step = 1e-9
	exponentials, steps := kernel.Work(k)
	return exponential*float64(exponentials) + step*float64(steps)
}

// costs estimates every strategy that the reason of a plan names.
func (r Request) costs(rates Rates) []*cost {
	features, tensor := r.features(rates), r.tensor(rates)
	costs := []*cost{&features, &tensor}
	if tensor.size != "" && tensor.obstacle != "" || r.Wanted == StreamStrategy {
		stream := r.streamedCost(rates) // where the tensor is too large, or by wish
		costs = append(costs, &stream)
	}
	_, finite := kernel.Dimension(r.Kernel, r.D)
	stuck := features.obstacle != "" && tensor.obstacle != ""
	if first, highest := r.cuts(); r.Wanted == TruncatedStrategy || first < highest && (!finite || stuck) {
		truncation := r.truncatedCost(rates)
		truncation.uncertain = truncation.uncertain || finite
		costs = append(costs, &truncation)
	}
	if r.SparseOnly {
		for _, c := range costs {
			r.dense(c)
		}
	}
	if r.Sparse != nil || r.SparseOnly || r.Wanted == SparseStrategy {
		sparse := r.sparse(rates)
		costs = append(costs, &sparse)
	}
	return costs
}

// tooLong refuses the cheapest strategy for the time it takes; other would be faster if possible.
func (c *cost) tooLong(other *cost) error {
	cause, remedy := fmt.Sprintf("strategy %s takes %s", c.Strategy, duration(c.seconds)), "train on fewer points (subsample)"
	if other.obstacle != "" {
		cause, remedy = other.obstacle+", and "+cause, other.remedy
	}
	return fmt.Errorf("%s; %s, or ask for strategy %s all the same", cause, remedy, c.Strategy)
}

// compare lists the strategies with their sizes and times, or what makes them impossible.
func compare(costs []*cost) string {
	words := make([]string, len(costs))
	for i, c := range costs {
		words[i] = fmt.Sprintf("%s: %s, %s", c.Strategy, c.size, duration(c.seconds))
		if c.obstacle != "" {
			words[i] = fmt.Sprintf("%s: not possible, %s", c.Strategy, c.obstacle)
		}
	}
	return strings.Join(words, "; ")
}

// features estimates explicit features, stored or computed in every pass.
func (r Request) features(rates Rates) cost {
	c := cost{Plan: Plan{Strategy: FeatureStrategy}}
	features, finite := kernel.Dimension(r.Kernel, r.D)
	if !finite {
		return c.withObstacle(r.finiteRemedy(), "the %v kernel has infinitely many features", r.Kernel)
	}
	n, nf := float64(r.N), float64(features)
	sides := r.sides(n, nf)
	fits := func(side Side) bool { return r.featureBytes(n, nf, side) <= float64(r.Budget) }
	c.Side = sides[max(0, slices.IndexFunc(sides, fits))]
	size := func(n float64) float64 { return r.featureBytes(n, nf, c.Side) }
	need := size(n)
	isLinear := r.Kernel == kernel.Kernel(kernel.Linear) // then the features are the points
	large := need > float64(r.Budget)
	anew := c.Side == Neither && n >= leastPoints && n*nf >= leastNumbers || large && !r.Boxed
	if c.Blocks = anew && !isLinear && blockBytes(n, nf) <= float64(r.Budget); c.Blocks {
		c.Side = Neither
		c.size = fmt.Sprintf("%s × %s features, computed anew in every pass", count(n), count(nf))
		_, factor := r.sideWork(n, nf, Neither)
		c.Pass = blockPass * factor / rates.Factor
		return c
	}
	if large {
		return c.withObstacle(r.subsampleRemedy(size, "choose a lower degree or fewer features"),
			"%s × %s features and the solver's matrices take %s, more than the memory budget of %s",
			count(n), count(nf), bytes(need), bytes(float64(r.Budget)))
	}
	c.size = fmt.Sprintf("%s × %s features", count(n), count(nf))
	products, factor := r.sideWork(n, nf, c.Side)
	c.Pass = products/rates.Products + factor/rates.Factor
	if c.Side == Dimensions && !r.Boxed {
		c.Build = n * nf * nf / rates.Products
	}
	return c
}

const (
	blockPass = 0.5 // the time of a pass that computes the features, in passes over stored ones, as measured,
	// from these numbers of points and of features of all points on
	leastPoints  = 256
	leastNumbers = 1 << 21
)

// blockBytes is the memory of N weights and their like, of n points, of a block, and of shares' sums.
func blockBytes(n, nf float64) float64 {
	return 8 * ((12+mostShares)*nf + 12*n + max(nf, blockNumbers))
}

// sides lists the sides on which Newton systems may be solved: the cheapest, then all.
func (r Request) sides(n, nf float64) []Side {
	if r.Matrices == 0 {
		return []Side{Neither}
	}
	return []Side{ChooseSide(int(n), int(min(nf, math.MaxInt32)), r.Boxed), Dimensions, Points, Neither}
}

// featureBytes is the memory of n x nf features and of Newton's matrices.
func (r Request) featureBytes(n, nf float64, side Side) float64 {
	switch side {
	case Points: // the form keeps half a matrix, the triangle of M
		return 8 * (n*nf + n*n/2 + r.matrices(n))
	case Dimensions: // two triangles, and two matrices of the Newton system
		return 8 * (n*nf + 3*nf*nf)
	}
	return 8 * n * nf
}

// sideWork counts the flops of one of Request.Passes on features: of matrix products, and of
// factorisations and passes over the features.
func (r Request) sideWork(n, nf float64, side Side) (products, factor float64) {
	pass := 2 * n * nf
	switch {
	case r.Matrices == 0:
		return 0, 2 * pass
	case side == Points:
		return n * n * nf, 2*pass + r.inner()*n*n*n/3
	case side == Dimensions && !r.Boxed:
		return 0, nf*nf*nf/3 + systemPasses*pass
	case side == Dimensions:
		const interiorIterations = 20 // expected
		const times = float64(interiorIterations) / newtonIterations
		return times * n * nf * nf, times * (nf*nf*nf/3 + systemPasses*pass)
	}
	return 0, (2*gradientSteps + systemPasses) * pass
}

// inner is the number of n x n factors in a step of Newton's method on M.
func (r Request) inner() float64 {
	switch {
	case r.Matrices == 0:
		return 0
	case r.Boxed:
		return 10 // expected, of an inner problem
	}
	return 1
}

// finiteRemedy is the remedy where there are infinitely many features.
func (r Request) finiteRemedy() string {
	if r.FeaturesFor != "" {
		return "choose method newton, or a polynomial kernel"
	}
	return "choose strategy truncated or tensor, or a polynomial kernel"
}

// tensor estimates a packed tensor that is held in memory.
func (r Request) tensor(rates Rates) cost {
	c, ok := r.ordered(TensorStrategy, rates)
	if !ok {
		return c
	}
	q := int(r.Q)
	entries := float64(tensor.Count(r.N, q))
	c.size = fmt.Sprintf("%s entries", count(entries))
	size := func(n float64) float64 { return 8 * (float64(tensor.Count(int(n), q)) + r.matrices(n)) }
	n := float64(r.N)
	if size(n) > float64(r.Budget) {
		other := "choose a p nearer to 2"
		if q == 2 {
			other = "choose method proximal-gradient"
		}
		return c.withObstacle(r.subsampleRemedy(size, other),
			"the packed tensor of order %d over %s points and the solver's matrices take %s, more than the memory budget of %s",
			q, count(n), bytes(size(n)), bytes(float64(r.Budget)))
	}
	c.Build = entries * r.entry(rates)
	c.Pass = entries*8/rates.Read + r.inner()*n*n*n/3/rates.Factor
	c.Room = tensor.Count(r.N, q)
	c.Held = 8 * c.Room
	return c
}

// streamedCost estimates a tensor that exceeds the budget. As many entries as fit are held. If there is room,
// the others are held rounded to 32 bits, so that only the passes of the certificate compute them again.
// It holds no entries of a tensor that would fit, which the user has chosen to stream.
func (r Request) streamedCost(rates Rates) cost {
	const exactPasses = 3 // expected passes that compute entries again that are held in 32 bits
	c, ok := r.ordered(StreamStrategy, rates)
	if !ok {
		return c
	}
	q := int(r.Q)
	entries := tensor.Count(r.N, q)
	// The shards' shares of a pass take as much as some thirty halves of a matrix.
	const shares = 15
	size := func(n float64) float64 { return 8 * (shares*n*n + r.matrices(n)) }
	n := float64(r.N)
	if size(n) > float64(r.Budget) || entries == math.MaxInt64 {
		return c.withObstacle(r.subsampleRemedy(size, "choose a p nearer to 2"),
			"the solver's matrices of %s points take %s of the memory budget of %s, and the tensor has %s entries",
			count(n), bytes(size(n)), bytes(float64(r.Budget)), count(float64(entries)))
	}
	left := r.Budget - int64(size(n)) // bytes
	if room := left / 8; room < entries {
		c.Room, c.Held = room, left
		if c.Rounded = q > 2 && left/4 >= entries; c.Rounded {
			c.Room = left/4 - entries
		}
	}
	all, held := float64(entries), float64(tensor.Holds(r.N, q, c.Room))
	c.size = fmt.Sprintf("%s entries, %.0f %% of them held", count(all), 100*held/all)
	stored, exact := held, 1.0 // share of the passes that compute the entries that are not held
	if c.Rounded {
		c.size += ", the others in 32 bits, and all in 64 bits for the certificate"
		stored, exact = all, min(1, exactPasses/float64(max(1, r.Passes)))
	}
	c.Build = stored * r.entry(rates)
	c.Pass = all*8/rates.Read + exact*(all-held)*r.entry(rates) + r.inner()*n*n*n/3/rates.Factor
	return c
}

// ordered begins the cost of a strategy on the tensor: ok is false, and the cost has an obstacle,
// where there is no tensor of order q. It sets the budget to the engine's room.
func (r *Request) ordered(s Strategy, rates Rates) (c cost, ok bool) {
	c.Strategy = s
	switch {
	case r.FeaturesFor != "":
		return c.withObstacle("choose strategy features, or method newton",
			"method %s works on the weights of explicit features, and a tensor has none", r.FeaturesFor), false
	case !r.EvenQ:
		return c.withObstacle("choose p = 2, 4/3, 6/5 or 8/7, or strategy features", "q = p/(p-1) = %.4g is not an even integer", r.Q), false
	case r.Q > tensor.MaxOrder:
		return c.withObstacle("choose p = 8/7 or larger", "the order q = %.0f is above %d", r.Q, tensor.MaxOrder), false
	}
	if rates.Room > 0 {
		r.Budget = rates.Room
	}
	return c, true
}

func (r Request) entry(rates Rates) float64 { return 2*float64(r.D)/rates.Flops + rates.Entry }

// matrices counts the numbers in the method's matrices.
func (r Request) matrices(n float64) float64 { return float64(r.Matrices) * n * n }

// subsampleRemedy is the remedy for a size beyond the budget: as many points as fit, another one, or more memory where
// a computer may have it. size is increasing.
func (r Request) subsampleRemedy(size func(n float64) float64, other string) string {
	most := sort.Search(r.N, func(n int) bool { return size(float64(n+1)) > float64(r.Budget) })
	if size(float64(r.N)) < 1e11 {
		other += ", or allow more memory (lplab solve -memory)"
	}
	if most < 2 {
		return other
	}
	return fmt.Sprintf("train on at most %s points (subsample), or %s", english.Integer(most), other)
}

// The time of a pass for each entry, column, and pair of entries of a column, in flops of the Hessian
// on dense features, as measured: entries lie anywhere in memory.
const (
	entryFlops  = 60
	columnFlops = 60
	pairFlops   = 3
)

// sparse estimates sparse features, for points of which most coordinates are 0.
func (r Request) sparse(rates Rates) cost {
	c := cost{Plan: Plan{Strategy: SparseStrategy}}
	features, finite := kernel.Dimension(r.Kernel, r.D)
	_, highest := r.Kernel.Degrees()
	switch {
	case !finite:
		return c.withObstacle(r.finiteRemedy(), "the %v kernel has infinitely many features", r.Kernel)
	case r.Sparse == nil || r.Sparse.Center != nil && highest > 1:
		return c.withObstacle("turn off standardize, or choose the linear kernel", "standardize centres the columns, so that no cell stays zero")
	case features == math.MaxInt64:
		return c.withObstacle("choose a lower degree", "the %v kernel on %d variables has %s features", r.Kernel, r.D, count(float64(features)))
	}
	entries, pairs := sparse.Size(r.Kernel, r.Sparse)
	columns := min(entries+float64(r.D), float64(features))
	n := float64(r.N)
	// A row and a value for each entry; place, last variable, u, t and a weight for
	// each column.
	size := func(m float64) float64 { return 12*entries*m/n + 40*columns + r.matrices(m)*8 }
	if size(n) > float64(r.Budget) {
		return c.withObstacle(r.subsampleRemedy(size, "choose a lower degree or fewer features"),
			"%s non-zero features of %s points and the solver's matrices take %s, more than the memory budget of %s",
			count(entries), count(n), bytes(size(n)), bytes(float64(r.Budget)))
	}
	c.size = fmt.Sprintf("%s non-zero features", count(entries))
	pass := entryFlops*entries + columnFlops*columns
	flops, factor := pass+pairFlops*pairs+n*n, r.inner()*n*n*n/3 // with M
	if c.Side = Points; r.Matrices == 0 || (2*gradientSteps+systemPasses)*pass < flops+factor*rates.Products/rates.Factor {
		c.Side, factor = Neither, 0
		flops = pass
		if r.Matrices > 0 {
			flops *= 2*gradientSteps + systemPasses
		}
	}
	c.Pass = flops/rates.Products + factor/rates.Factor
	return c
}

// dense adds to the cost of a strategy that needs the points with their zeros.
func (r Request) dense(c *cost) {
	size := func(n float64) float64 { return 8 * n * float64(r.D) }
	if n := float64(r.N); c.obstacle == "" && size(n) > float64(r.Budget) {
		*c = c.withObstacle(r.subsampleRemedy(size, "choose a polynomial kernel and turn off standardize"),
			"the data with their zeros take %s, more than the memory budget of %s", bytes(size(n)), bytes(float64(r.Budget)))
	}
}
