package reweight

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/lists"
	"lplab/core/numeric/dense"
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
	perEntry   = 4    // features in the model for each that may enter at once, at least one
	leastFall  = 0.5  // least decrease of F by a feature, as a share of the best feature's
	mostGrowth = 60   // entries from one beginning
	growSteps  = 2    // of reweighting after an entry
	lastSteps  = 6    // at the end
	loosely    = 1e-5 // relative gap of the search's own steps
	beginning  = 1e-2 // and of the lassos with larger penalties that the search for r = 1 begins with
)

// search returns a step with a lower objective than s, or nil, from some shares of the weights.
func (p *Problem) search(ctx context.Context, s *Step, shares []float64, method lp.Method, settings optimize.Settings) (*Step, error) {
	settings.Monitor, settings.Tolerance = nil, max(loosely, settings.Tolerance)
	if p.isLasso() {
		return p.descend(ctx, s, settings)
	}
	p.least(p.Gamma * p.curvature(s))
	p.covariances()
	trial := *p
	trial.Q, trial.isTrial = 2, true
	p = &trial
	var best *Step
	last := -1
	for _, share := range shares {
		from, keep := s, min(int(share*float64(s.Nonzero())), len(p.Y))
		if keep == last {
			continue // from the same weights again
		}
		if last = keep; keep < s.Nonzero() {
			largest, _ := without(s.Weights, sizeOf(s.Weights, keep)) // and those that equal the least of them
			var err error
			if from, err = p.walk(ctx, largest, s.Alpha, growSteps, method, settings); err != nil {
				return nil, err
			}
		}
		step, err := p.grow(ctx, from, method, settings)
		if err != nil {
			return nil, err
		}
		if bar := s.Objective * (1 - lastDecrease); step.Objective < bar && (best == nil || step.Objective < best.Objective) {
			best = step
		}
	}
	return best, nil
}

// isLasso reports whether F is the objective of a lasso with a smooth loss, which coordinate descent
// minimises.
func (p *Problem) isLasso() bool {
	_, smooth := p.Loss.(loss.Smooth)
	return p.R == 1 && smooth
}

// descend is the search for a lasso by coordinate descent. For other losses than the squared one it
// is on quadratic models.
func (p *Problem) descend(ctx context.Context, s *Step, settings optimize.Settings) (*Step, error) {
	settings.Tolerance = max(lassoGap/10, settings.Tolerance)
	switch {
	case !loss.IsQuadratic(p.Loss):
		return p.descendOnModels(ctx, s, settings)
	case len(p.Columns) > len(p.Y):
		return p.descendAlongPath(ctx, s, settings)
	case p.data == nil:
		p.data = &linear.Data{X: linear.Columns(p.Columns), Y: p.Y, Intercept: p.Intercept}
	}
	fit, err := linear.Lasso(linear.CoordinateDescent).Fit(ctx, p.data, 1/p.Gamma, &linear.Fit{Coefficients: s.Weights}, settings)
	if err != nil {
		return nil, err
	}
	return p.lower(s, fit.Coefficients), ctx.Err()
}

// descendAlongPath is descend for more features than points: along a path of decreasing penalties,
// which ends where the weights are as many as fit any target. The lassos have the features with the
// largest gradients at 0; others are added where their gradients at the end exceed the penalty.
func (p *Problem) descendAlongPath(ctx context.Context, s *Step, settings optimize.Settings) (*Step, error) {
	p.covariances()
	last, size := 1/p.Gamma, perPoint*len(p.Y)
	if floats.Norm(p.moments, math.Inf(1)) <= last {
		return p.lower(s, make([]float64, len(p.Columns))), nil // 0 is the minimiser
	}
	dataOf := func(features []int) *linear.Data {
		return &linear.Data{X: linear.Columns(dense.At(p.Columns, features)), Y: p.Y, Intercept: p.Intercept}
	}
	features := dense.Largest(p.moments, size)
	data := dataOf(features)
	lambda := math.Abs(p.moments[features[0]])
	var fit *linear.Fit
	for {
		here := settings
		if lambda != last {
			here.Tolerance = max(beginning, settings.Tolerance)
		}
		var err error
		fit, err = linear.Lasso(linear.CoordinateDescent).Fit(ctx, data, lambda, fit, here)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if lambda != last && !p.isFull(fit.Coefficients) {
			lambda = max(lambda/4, last)
			continue
		}
		w := dense.Spread(fit.Coefficients, features, len(p.Columns))
		gradients := p.correlations(w)
		for _, k := range features {
			gradients[k] = 0
		}
		more := dense.Largest(gradients, size)
		for len(more) > 0 && math.Abs(gradients[more[len(more)-1]]) <= lambda*(1+here.Tolerance) {
			more = more[:len(more)-1]
		}
		if len(more) == 0 {
			return p.lower(s, w), nil
		}
		features = slices.Concat(features, more)
		data, fit = dataOf(features), &linear.Fit{Coefficients: slices.Concat(fit.Coefficients, make([]float64, len(more)))}
	}
}

// lower returns the step with other weights; nil where they do not lower F. The least decrease counts: a lasso with a
// gap has a solution elsewhere.
func (p *Problem) lower(s *Step, w []float64) *Step {
	better := &Step{Result: s.Result, Weights: w, Objective: p.Objective(w)}
	if better.Objective >= s.Objective {
		return nil
	}
	return better
}

// descendOnModels is Newton's method for the lasso of a smooth loss: it minimises quadratic models of
// the loss with the penalty (Friedman, Hastie, Tibshirani, Regularization paths for generalized
// linear models via coordinate descent, JSS 2010, section 3), of which the least curvature is a share
// of the largest, and searches along the line to their minimisers.
func (p *Problem) descendOnModels(ctx context.Context, s *Step, settings optimize.Settings) (*Step, error) {
	const (
		models         = 20
		leastCurvature = 1e-4 // the least curvature, as a share of the largest
	)
	smooth := p.Loss.(loss.Smooth)
	n := len(p.Y)
	w, before := s.Weights, s.Objective
	for range models {
		fit := p.fit(w)
		b := p.intercept(fit, p.lastIntercept)
		root, y := make([]float64, n), make([]float64, n)
		for i, f := range fit {
			slope, _ := p.Loss.Subdifferential(p.Y[i], f+b)
			curvature := max(smooth.Curvature(p.Y[i], f+b), leastCurvature*smooth.Smoothness())
			root[i], y[i] = math.Sqrt(p.Gamma*curvature), f-slope/curvature
		}
		columns := lists.Map(p.Columns, func(column []float64) []float64 { return p.applyWeights(column, root) })
		data := &linear.Data{X: linear.Columns(columns), Y: p.applyWeights(y, root)}
		model, err := linear.Lasso(linear.CoordinateDescent).Fit(ctx, data, 1, &linear.Fit{Coefficients: w}, settings)
		if err != nil {
			return nil, err
		}
		next, f := model.Coefficients, 0.0
		for t := 1.0; t > 1e-3; t /= 4 {
			if f = p.Objective(next); f < before {
				break
			}
			for k := range next {
				next[k] = w[k] + (next[k]-w[k])/4
			}
		}
		if !(f < before) {
			break
		}
		fell := before - f
		if w, before = next, f; fell <= lastDecrease*f {
			break
		}
	}
	return p.lower(s, w), ctx.Err()
}

// applyWeights returns v times the weights, first less its mean by their squares where there is an
// intercept.
func (p *Problem) applyWeights(v, weights []float64) []float64 {
	mean, total := 0.0, 0.0
	if p.Intercept {
		for i, w := range weights {
			mean += w * w * v[i]
			total += w * w
		}
		mean /= total
	}
	products := make([]float64, len(v))
	for i, w := range weights {
		products[i] = w * (v[i] - mean)
	}
	return products
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
		if !(next.Objective < s.Objective*(1-lastDecrease)) {
			break
		}
		s = next
	}
	return p.walk(ctx, s.Weights, s.Alpha, lastSteps, method, settings)
}

// walk takes steps until they settle.
func (p *Problem) walk(ctx context.Context, w, alpha []float64, steps int, method lp.Method, settings optimize.Settings) (*Step, error) {
	sub, features := p.within(w)
	size := len(w)
	w = dense.At(w, features)
	before := sub.Objective(w)
	for {
		s, err := sub.stepOnAll(ctx, w, alpha, before, method, settings)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if steps--; steps == 0 || sub.hasSettled(w, before, s) {
			p.lastIntercept, p.memory = sub.lastIntercept, sub.memory
			s.Weights = dense.Spread(s.Weights, features, size)
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
	room := len(p.Y) - s.Nonzero()
	if room <= 0 {
		return nil
	}
	curvature := p.Gamma * p.curvature(s)
	squares := p.squaredNorms()
	least, factor := p.least(curvature)
	descents := p.descents(s)
	var open []int
	place, top := 0, 0.0
	for k, u := range descents {
		if math.Abs(u) <= factor*least[k] || s.Weights[k] != 0 || squares[k] == 0 {
			continue
		}
		open = append(open, k)
		if size := u * u / squares[k]; size > top {
			place, top = k, size
		}
	}
	if open == nil {
		return nil
	}
	var list []entry
	_, best := p.localMinimiser(math.Abs(descents[place]), curvature*squares[place])
	for _, k := range open {
		u, h := math.Abs(descents[k]), curvature*squares[k]
		if u*u/(2*h) <= leastFall*best {
			continue // without the penalty of entering it falls by this
		}
		if to, fall := p.localMinimiser(u, h); fall > leastFall*best {
			best = max(best, fall)
			list = append(list, entry{k, math.Copysign(to, descents[k]), fall})
		}
	}
	if best == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(b.fall, a.fall) })
	w := slices.Clone(s.Weights)
	for _, e := range list[:min(len(list), max(1, s.Nonzero()/perEntry), room)] {
		if e.fall >= leastFall*best {
			w[e.feature] = e.to
		}
	}
	return w
}

// descents returns minus the derivatives of the data term by the weights at the end of a step of a
// search. For the squared loss and few weights they are computed from covariances, which are
// the same in all searches.
func (p *Problem) descents(s *Step) []float64 {
	const least = 16
	if !loss.IsQuadratic(p.Loss) {
		return p.adjoint(s.Alpha)
	}
	var u []float64
	if p.products == nil && s.Nonzero() > least {
		u = p.correlations(s.Weights)
	} else {
		u = slices.Clone(p.moments)
		for k, w := range s.Weights {
			if w != 0 {
				dense.AddScaled(u, -w, p.covariancesOf(k))
			}
		}
	}
	floats.Scale(p.Gamma, u)
	return u
}

// least returns the gradients up to which a feature stays out, for a bound on the curvature of
// the loss, as bounds for a curvature of 1, which are kept, and the factor for this one: the first
// trial of alone then lowers the data term by less than half of its penalty.
func (p *Problem) least(curvature float64) (bounds []float64, factor float64) {
	if p.bounds[p.R] == nil {
		if p.bounds == nil {
			p.bounds = map[float64][]float64{}
		}
		p.bounds[p.R] = lists.Map(p.squaredNorms(), func(square float64) float64 {
			return math.Pow(p.R, -1/(2-p.R)) * math.Pow(square, (1-p.R)/(2-p.R))
		})
	}
	return p.bounds[p.R], math.Pow(curvature, (1-p.R)/(2-p.R))
}

// localMinimiser returns the local minimiser t > 0 of -u t + h t^2/2 + t^r/r, and how far its value is
// below 0; 0 where there is none. The fixed-point iteration decreases to the larger of the two
// stationary points.
func (p *Problem) localMinimiser(u, h float64) (t, fall float64) {
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

// sizeOf returns the size of the weight in a place of the order by size, from 1 for the largest;
// 0 where fewer are not 0, and infinity for place 0.
func sizeOf(w []float64, place int) float64 {
	var sizes []float64
	for _, v := range w {
		if v != 0 {
			sizes = append(sizes, math.Abs(v))
		}
	}
	if len(sizes) < place {
		return 0
	}
	return dense.NthLargest(sizes, place)
}
