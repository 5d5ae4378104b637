package reweight

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/solvers/linear"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
)

// A weight that is 0 stays 0, and for r < 1 the steps end at a local solution that may be
// far from the best. The search adds a few features at a time, by how much they lower a model of
// F, takes steps, which bring most features that do not lower F back to 0, and continues as long
// as F falls. It begins with all weights of a solution, with none, and with the largest (as
// forward selection, and as the local search of Hazimeh, Mazumder, Fast best subset selection,
// Operations Research 2020, with steps of reweighting in place of coordinate descent).

// keptShares are the shares of the nonzero weights, the largest, that a search begins with. It
// takes the first alone where F is convex, after another search, and where there are at most as
// many features as points.
var keptShares = []float64{1, 0, 0.25}

const (
	entering   = 4    // features in the model for each that may enter at once, at least one
	worthwhile = 0.5  // least decrease of F by a feature, as a share of the best feature's
	mostGrowth = 60   // entries from one beginning
	growSteps  = 2    // of reweighting after an entry
	lastSteps  = 6    // at the end
	loosely    = 1e-5 // relative gap of the search's own steps
)

// search returns a step with a lower objective than s, or nil, from some shares of the weights.
func (p *Problem) search(ctx context.Context, s *Step, shares []float64, method lp.Method, settings optimize.Settings) (*Step, error) {
	settings.Monitor, settings.Tolerance = nil, max(loosely, settings.Tolerance)
	if p.isLasso() {
		return p.descend(ctx, s, settings)
	}
	p.least(p.Gamma * p.curvature(s))
	p.covariances()
	quick := *p
	quick.Q = 2
	p = &quick
	var best *Step
	for _, share := range shares {
		from := s
		if keep := min(int(share*float64(s.Nonzero())), len(p.Y)); keep < s.Nonzero() {
			var err error
			if from, err = p.walk(ctx, largest(s.Weights, keep), s.Alpha, growSteps, method, settings); err != nil {
				return nil, err
			}
		}
		found, err := p.grow(ctx, from, method, settings)
		if err != nil {
			return nil, err
		}
		if bar := s.Objective * (1 - settled); found.Objective < bar && (best == nil || found.Objective < best.Objective) {
			best = found
		}
	}
	return best, nil
}

// isLasso reports whether F is the objective of the lasso, which coordinate descent minimises.
func (p *Problem) isLasso() bool { return p.R == 1 && loss.IsQuadratic(p.Loss) }

// descend is the search for the lasso: coordinate descent along a path of decreasing penalties.
func (p *Problem) descend(ctx context.Context, s *Step, settings optimize.Settings) (*Step, error) {
	settings.Tolerance = max(closed/10, settings.Tolerance)
	data, lasso := &linear.Data{X: linear.Columns(p.Columns), Y: p.Y, Intercept: p.Intercept}, linear.Lasso(linear.CoordinateDescent)
	strongest, err := lasso.Scale(data)
	if err != nil {
		return nil, err
	}
	if len(p.Columns) <= len(p.Y) {
		strongest = 1 / p.Gamma
	}
	var fit *linear.Fit
	for lambda := strongest; fit == nil || fit.Lambda > 1/p.Gamma; lambda /= 4 {
		lambda = max(lambda, 1/p.Gamma)
		if fit, err = lasso.Fit(ctx, data, lambda, fit, settings); err != nil {
			return nil, err
		}
	}
	better := &Step{Result: s.Result, Weights: fit.Coefficients, Objective: p.Objective(fit.Coefficients)}
	if better.Objective >= s.Objective*(1-settled) {
		return nil, ctx.Err()
	}
	return better, ctx.Err()
}

// grow lets features into a solution as long as the objective falls.
func (p *Problem) grow(ctx context.Context, s *Step, method lp.Method, settings optimize.Settings) (*Step, error) {
	for range mostGrowth {
		w := p.enter(s)
		if w == nil {
			break
		}
		next, err := p.walk(ctx, w, s.Alpha, growSteps, method, settings)
		if err != nil {
			return nil, err
		}
		if !(next.Objective < s.Objective*(1-settled)) {
			break
		}
		s = next
	}
	return p.walk(ctx, s.Weights, s.Alpha, lastSteps, method, settings)
}

// walk takes steps until they settle.
func (p *Problem) walk(ctx context.Context, w, alpha []float64, steps int, method lp.Method, settings optimize.Settings) (*Step, error) {
	before := p.Objective(w)
	for {
		s, err := p.step(ctx, w, alpha, before, method, settings)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if steps--; steps == 0 || p.hasSettled(w, before, s) {
			return s, nil
		}
		w, alpha, before = s.Weights, s.Alpha, s.Objective
	}
}

// enter returns the weights of a step with some zeros replaced by the minimisers of the model
//
//	-|u_k| t + gamma c ||phi_k||^2 t^2/2 + t^r/r ,
//
// with u = Phi* alpha, minus the gradient of the data term, and a bound c on the loss's
// curvature; nil where none lowers it.
func (p *Problem) enter(s *Step) []float64 {
	type entry struct {
		feature  int
		to, fall float64
	}
	var list []entry
	best, room := 0.0, len(p.Y)-s.Nonzero()
	if room <= 0 {
		return nil
	}
	curvature := p.Gamma * p.curvature(s)
	squares := p.squared()
	least := p.least(curvature)
	for k, square := range squares {
		if s.Weights[k] != 0 || square == 0 {
			continue
		}
		u := floats.Dot(p.Columns[k], s.Alpha)
		if most := u * u / (2 * curvature * square); math.Abs(u) <= least[k] || most <= worthwhile*best {
			continue // without the penalty of entering it falls by most
		}
		if to, fall := p.alone(math.Abs(u), curvature*square); fall > worthwhile*best {
			best = max(best, fall)
			list = append(list, entry{k, math.Copysign(to, u), fall})
		}
	}
	if best == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(b.fall, a.fall) })
	w := slices.Clone(s.Weights)
	for _, e := range list[:min(len(list), max(1, s.Nonzero()/entering), room)] {
		if e.fall >= worthwhile*best {
			w[e.feature] = e.to
		}
	}
	return w
}

// least returns the gradients up to which a feature stays out, for a bound on the curvature of
// the loss: the first trial of alone then lowers the data term by less than half of its penalty.
func (p *Problem) least(curvature float64) []float64 {
	if key := [2]float64{p.R, curvature}; p.bounds == nil || p.boundsOf != key {
		p.bounds, p.boundsOf = make([]float64, len(p.Columns)), key
		for k, square := range p.squared() {
			p.bounds[k] = math.Pow(math.Pow(curvature*square, 1-p.R)/p.R, 1/(2-p.R))
		}
	}
	return p.bounds
}

// alone returns the local minimiser t > 0 of -u t + h t^2/2 + t^r/r, and how far its value is
// below 0; 0 where there is none. The fixed-point iteration decreases to the larger of the two
// stationary points.
func (p *Problem) alone(u, h float64) (t, fall float64) {
	fallAt := func(t float64) float64 { return t*(u-h*t/2) - math.Pow(t, p.R)/p.R }
	t = u / h
	for range 30 {
		next := (u - math.Pow(t, p.R-1)) / h
		if !(next > 0) {
			return 0, 0
		}
		if next > t*(1-1e-6) {
			t = next
			break
		}
		t = next
	}
	return t, max(0, fallAt(t))
}

// curvature bounds the second derivative of the loss; for a loss without one, it is that of a
// parabola about as wide as the residuals.
func (p *Problem) curvature(s *Step) float64 {
	if smooth, ok := p.Loss.(loss.Smooth); ok {
		return smooth.Smoothness()
	}
	if p.Loss.Labels() {
		return 1
	}
	sum := 0.0
	for i, f := range s.Omega {
		sum += math.Abs(p.Y[i] - f - s.Intercept)
	}
	if sum == 0 {
		return 1
	}
	return float64(len(p.Y)) / sum
}

// squared returns the squared norms of the columns, centred where there is an intercept.
func (p *Problem) squared() []float64 {
	if p.squares == nil {
		n := float64(len(p.Y))
		for _, column := range p.Columns {
			square := floats.Dot(column, column)
			if p.Intercept {
				sum := floats.Sum(column)
				square = max(0, square-sum*sum/n)
			}
			p.squares = append(p.squares, square)
		}
	}
	return p.squares
}

// largest keeps the given number of largest weights, and those that equal the least of them.
func largest(w []float64, keep int) []float64 {
	rest, _ := without(w, sizeOf(w, keep))
	return rest
}

// sizeOf returns the size of the weight in a place of the order by size, from 1 for the largest;
// 0 where fewer are not 0, and infinity for place 0.
func sizeOf(w []float64, place int) float64 {
	if place == 0 {
		return math.Inf(1)
	}
	var sizes []float64
	for _, v := range w {
		if v != 0 {
			sizes = append(sizes, math.Abs(v))
		}
	}
	if len(sizes) < place {
		return 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)-place]
}
