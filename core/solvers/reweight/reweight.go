// Package reweight brings the penalty from p down to r by majorisation. With explicit
// features, from weights w of the lp problem on, it lowers
//
//	F(w) = gamma sum_i L(y_i, <w, Phi(x_i)> + b) + (1/r) sum_k |w_k|^r ,  0 < r < p .
//
// |w|^r = (|w|^p)^(r/p) is concave in |w|^p, so it lies below its tangent at the weights
// v of the step before,
//
//	(1/r)|w|^r <= (1/p)|v|^(r-p) |w|^p + (1/r - 1/p)|v|^r .
//
// F with this bound for the penalty is minimised by the lp problem with each feature multiplied
// by s_k = |v_k|^((p-r)/p), w_k = s_k z_k. Every step lowers F by at least the decrease of the
// bound, up to the duality gap of the step (Hunter, Li, Variable selection using MM algorithms,
// Annals of Statistics 2005). A weight of 0 stays 0. For r >= 1 F is convex; for r < 1 the result
// is a local solution.
package reweight

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
	"lplab/core/solvers/linear"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/solvers/penalty"
	"lplab/core/spaces/gram"
)

// Problem is F on n points with N features. Between runs, Gamma and R may be changed.
type Problem struct {
	Columns   [][]float64 // N features of n values each
	Y         []float64   // n
	Loss      loss.Loss
	Gamma     float64
	Intercept bool
	Q         float64 // q = p/(p-1)
	R         float64 // 0 < R < p

	squares       []float64             // N: see squaredNorms
	bounds        map[float64][]float64 // by r, N values each: see least
	products      []float64             // N x N: see covariances
	rows          map[int][]float64     // N values each: see covariancesOf
	moments       []float64             // N: the inner products of the columns and the target, both centred
	power         float64               // of the centred target: the sum of its squares
	lastIntercept float64               // the intercept of the last Objective
	data          *linear.Data          // see descend
	memory        []float64             // of the last compact
	// isTrial is set for the steps of a search: where there are covariances, these certify them,
	// and their dual vectors are not computed.
	isTrial bool
}

// Step is the end of one step.
type Step struct {
	*lp.Result           // of the lp problem on the scaled features
	Features   int       // with a scale that is not negligible
	Share      float64   // of the sum of |w_k|^p of the weights that the step begins with
	Weights    []float64 // N
	Before     float64   // F at the weights that the step begins with
	Objective  float64   // F at Weights and the best intercept
	Moved      bool      // the step begins with weights found by the search
	// Lasso certifies Weights for r = 1, where F is the objective of the lasso.
	Lasso *optimize.Certificate
}

// Nonzero counts the weights that are not 0.
func (s *Step) Nonzero() int { return dense.Nonzeros(s.Weights) }

const (
	// scaleFloor is the share of the largest scale below which a feature is left out.
	scaleFloor = 1e-10
	// weightFloor is the share below which, for r <= 1, a weight is 0: of the largest weight, or,
	// for the norm of its term, of the norm of the target.
	weightFloor = 1e-12
	// dropShare is the share of the largest weight below which, for r <= 1, weights are left out
	// where that lowers F.
	dropShare = 1e-3
	// rounding is the relative increase of F that may be rounding.
	rounding = 1e-11
	// slowDecrease is the largest relative decrease of F in a step that a search follows, and lastDecrease
	// in a step that is the last, if the same weights are 0 as before.
	slowDecrease, lastDecrease = 1e-2, 1e-5
	// lassoGap is the lasso's relative gap at which steps with r = 1 end.
	lassoGap = 1e-4
	// searchDensity is the number of weights per point above which there is no search, except, for r = 1,
	// a first one: they fit any target.
	searchDensity = 0.75
	// rounds is the largest number of searches.
	rounds = 3
	// perPoint is the number of features per point that are kept for r <= 1 if that lowers F. If not,
	// its square, cube and so on are tried. A local solution needs at most one feature per point.
	perPoint = 4
)

// Run takes at most the given number of steps from the N weights w of the lp problem with the
// dual vector alpha of n numbers. Each step begins near the alpha of the step before. Run ends
// where steps have settled. Where they lower F slowly and r <= 1, it searches for a better solution
// (search.go) and continues from there. It returns the completed steps; the error is the
// context's, the solver's, or for an objective that rose by more than the duality gap of a converged step.
func (p *Problem) Run(ctx context.Context, w, alpha []float64, steps int, method lp.Method, settings optimize.Settings) ([]Step, error) {
	var path []Step
	p.lastIntercept = 0
	before, searches, moved := p.Objective(w), 0, false
	for len(path) < steps {
		s, err := p.step(ctx, w, alpha, before, method, settings)
		if err != nil {
			return path, err
		}
		s.Moved, moved = moved, false
		path = append(path, *s)
		if s.Status == optimize.Cancelled {
			return path, ctx.Err()
		}
		isFull := (p.R < 1 || searches > 0) && p.isFull(s.Weights)
		if p.hasSettled(w, before, s) && (p.R > 1 || searches > 0 || isFull) {
			break
		}
		isSlow := before-s.Objective <= slowDecrease*before || p.isLasso()
		w, alpha, before = s.Weights, s.Alpha, s.Objective
		if p.R > 1 || !isSlow || isFull || searches == rounds || len(path) == steps {
			continue
		}
		shares := keptShares
		if p.R == 1 || searches > 0 || len(p.Columns) <= len(p.Y) {
			shares = shares[:1]
		}
		better, err := p.search(ctx, s, shares, method, settings)
		if err != nil {
			return path, err
		}
		searches++
		if better == nil {
			if p.R < 1 || p.isLasso() {
				searches = rounds
			}
			continue
		}
		w, alpha, before, moved = better.Weights, better.Alpha, better.Objective, true
	}
	return path, nil
}

// isFull reports whether there are as many weights as fit any target.
func (p *Problem) isFull(w []float64) bool {
	return float64(dense.Nonzeros(w)) > searchDensity*float64(len(p.Y))
}

// hasSettled reports whether a step from the weights w, where F is before, leaves the set of
// weights that are 0, and nearly F; for r = 1, whether the lasso's gap is small.
func (p *Problem) hasSettled(w []float64, before float64, s *Step) bool {
	if s.Lasso != nil {
		return s.Lasso.Gap <= lassoGap*s.Lasso.Primal
	}
	same := func(v, was float64) bool { return (v == 0) == (was == 0) }
	return before-s.Objective <= lastDecrease*before && slices.EqualFunc(s.Weights, w, same)
}

// step takes a step from the weights w, where F is before. Features with a weight of 0 take no part.
func (p *Problem) step(ctx context.Context, w, alpha []float64, before float64, method lp.Method, settings optimize.Settings) (*Step, error) {
	sub, features := p.within(w)
	s, err := sub.stepOnAll(ctx, dense.At(w, features), alpha, before, method, settings)
	if err != nil {
		return nil, err
	}
	p.lastIntercept, p.memory = sub.lastIntercept, sub.memory
	s.Weights = dense.Spread(s.Weights, features, len(w))
	if p.R == 1 {
		s.Lasso = p.lasso(s)
	}
	return s, nil
}

// within returns the problem on the features with weights that are not 0, and the places of these.
func (p *Problem) within(w []float64) (*Problem, []int) {
	features := dense.Places(w)
	if len(features) == 0 {
		features = []int{0}
	}
	if len(features) == len(w) {
		return p, features
	}
	sub := *p
	sub.Columns, sub.products, sub.rows = dense.At(p.Columns, features), nil, nil
	if p.moments != nil {
		sub.moments = dense.At(p.moments, features)
	}
	if p.products != nil {
		sub.products = dense.Block(p.products, len(w), features, features)
	}
	return &sub, features
}

// stepOnAll is step on all features of p, without the certificate of the lasso.
func (p *Problem) stepOnAll(ctx context.Context, w, alpha []float64, before float64, method lp.Method, settings optimize.Settings) (*Step, error) {
	features, scale, bound := p.begin(w, before)
	start := make([]float64, len(features))
	for i, k := range features {
		if w[k] != 0 {
			start[i] = w[k] / scale[i]
		}
	}
	result, z, err := p.solve(ctx, features, scale, start, alpha, method, settings)
	if err != nil {
		return nil, err
	}
	s := &Step{Result: result, Features: len(features), Share: 1, Before: before, Weights: make([]float64, len(w))}
	if !p.isTrial {
		s.Share = p.share(w, features)
	}
	top := 0.0
	for i, k := range features {
		s.Weights[k] = scale[i] * z[i]
		top = max(top, math.Abs(s.Weights[k]))
	}
	if p.R <= 1 {
		least := weightFloor * norm(p.Y)
		for _, k := range features {
			if size := math.Abs(s.Weights[k]); size < weightFloor*top || size*norm(p.Columns[k]) < least {
				s.Weights[k] = 0 // it tends to 0
			}
		}
	}
	s.Objective = p.Objective(s.Weights)
	if result.Status == optimize.Converged && s.Objective > bound+result.Gap+result.Rounding+rounding*bound {
		return nil, fmt.Errorf("the objective with r = %g rose from %.12g to %.12g in a step with the duality gap %.3g, which rounding cannot explain; standardise the features or scale the target", p.R, bound, s.Objective, result.Gap)
	}
	return s, nil
}

func norm(v []float64) float64 { return math.Sqrt(dense.Dot(v, v)) }

// share returns the share of the sum of |w_k|^p that some features have.
func (p *Problem) share(w []float64, features []int) float64 {
	power := func(v float64) float64 { return math.Abs(v) * gram.AbsPower(v, 1/(p.Q-1)) }
	all, part := 0.0, 0.0
	for _, v := range w {
		all += power(v)
	}
	if all == 0 {
		return 1
	}
	for _, k := range features {
		part += power(w[k])
	}
	return min(1, part/all)
}

// solve solves the lp problem of scaled features, near their weights z. It returns their weights,
// too.
func (p *Problem) solve(ctx context.Context, features []int, scale, z, alpha []float64, method lp.Method, settings optimize.Settings) (*lp.Result, []float64, error) {
	_, newton := method.(lp.Newton)
	if c := p.newCompact(features, scale, z, settings.Tolerance); newton && c != nil {
		end, err := optimize.Run(ctx, c, settings)
		if err == nil && (end.Status == optimize.Converged || end.Status == optimize.Cancelled) {
			c.kept.Result, c.kept.Passes = end, 1+end.Iterations
			if c.isQuick() {
				c.kept.Alpha = alpha
			}
			return c.kept, c.keptZ, nil
		}
	}
	columns := dense.At(p.Columns, features)
	side := gram.ChooseSide(len(p.Y), len(columns), !loss.IsSmooth(p.Loss))
	form, err := gram.FromColumns(columns, scale, len(p.Y), p.Q, side)
	if err != nil {
		return nil, nil, err
	}
	problem := &lp.Problem{Form: form, Loss: p.Loss, Y: p.Y, Gamma: p.Gamma, Intercept: p.Intercept}
	result, err := lp.Solve(ctx, problem, method, settings, &lp.Result{Alpha: alpha})
	if err != nil {
		return nil, nil, err
	}
	w := make([]float64, len(columns))
	err = form.Adjoint(context.WithoutCancel(ctx), w, result.Alpha)
	for j, u := range w {
		w[j] = math.Copysign(gram.AbsPower(u, p.Q-1), u)
	}
	return result, w, err
}

// intercept returns the best b for a fit, near an estimate of it.
func (p *Problem) intercept(fit []float64, start float64) float64 {
	if !p.Intercept {
		return 0
	}
	smooth, ok := p.Loss.(loss.Smooth)
	if !ok || loss.IsQuadratic(p.Loss) {
		return loss.BestIntercept(p.Loss, p.Y, fit, start)
	}
	b, before := start, math.Inf(1)
	for {
		var sum, size, curvature float64
		for i, f := range fit {
			slope, _ := p.Loss.Subdifferential(p.Y[i], f+b)
			sum += slope
			size += math.Abs(slope)
			curvature += smooth.Curvature(p.Y[i], f+b)
		}
		if math.Abs(sum) <= 1e-13*size {
			return b
		}
		if !(math.Abs(sum) <= before/2) || curvature == 0 { // Newton's method diverges
			return loss.BestIntercept(p.Loss, p.Y, fit, start)
		}
		b, before = b-sum/curvature, math.Abs(sum)
	}
}

// begin returns the features of a step from the weights w, their scales, and F at w without the
// other features. For r <= 1 it leaves small weights out where that lowers F. Where all weights
// are 0 it returns one feature with the scale 0.
func (p *Problem) begin(w []float64, before float64) (features []int, scale []float64, bound float64) {
	largest := floats.Norm(w, math.Inf(1))
	exponent := 1 - p.R*(p.Q-1)/p.Q // (p-r)/p
	all, drops := without(w, math.Pow(scaleFloor, 1/exponent)*largest)
	if bound = before; drops > 0 {
		bound = p.Objective(all)
	}
	if p.R <= 1 {
		drop := func(least float64) bool {
			if rest, drops := without(all, least); drops > 0 {
				if f := p.Objective(rest); f <= bound {
					all, bound = rest, f
					return true
				}
			}
			return false
		}
		for keep := perPoint * len(p.Y); keep < len(p.Columns) && !drop(sizeOf(all, keep)); keep *= perPoint {
		}
		drop(dropShare * largest)
	}
	for k, v := range all {
		if v != 0 {
			features, scale = append(features, k), append(scale, math.Pow(math.Abs(v), exponent))
		}
	}
	if features == nil {
		return []int{0}, []float64{0}, bound
	}
	return features, scale, bound
}

// without returns the weights with 0 for those below the given size, and how many these are.
func without(w []float64, least float64) (rest []float64, count int) {
	rest = w
	for k, v := range w {
		if v == 0 || math.Abs(v) >= least {
			continue
		}
		if count++; count == 1 {
			rest = slices.Clone(w)
		}
		rest[k] = 0
	}
	return rest, count
}

// Objective returns F(w) at the best intercept.
func (p *Problem) Objective(w []float64) float64 {
	return float64(p.Gamma*p.misfit(w)) + p.penalty(w)
}

// penalty returns the term of F without the loss.
func (p *Problem) penalty(w []float64) float64 {
	sum := 0.0
	for _, v := range w {
		if v != 0 {
			sum += gram.AbsPower(v, p.R)
		}
	}
	return sum / p.R
}

// misfit returns the sum of the losses of w at the best intercept.
func (p *Problem) misfit(w []float64) float64 {
	// cancelled is the share of the size of the terms below which they cancel.
	const cancelled = 1e-5
	if products := p.covariances(); products != nil {
		twice, size := p.power, math.Sqrt(p.power)
		for k, v := range w {
			if v != 0 {
				row := products[k*len(w) : (k+1)*len(w)]
				twice += v * (dense.Dot(row, w) - 2*p.moments[k])
				size += math.Abs(v) * math.Sqrt(row[k])
			}
		}
		if twice > cancelled*size*size {
			return twice / 2
		}
	}
	fit := p.fit(w)
	p.lastIntercept = p.intercept(fit, p.lastIntercept)
	return loss.Sum(p.Loss, p.Y, fit, p.lastIntercept)
}

// fit returns the values of w at the points, without an intercept.
func (p *Problem) fit(w []float64) []float64 {
	fit := make([]float64, len(p.Y))
	for k, v := range w {
		if v != 0 {
			dense.AddScaled(fit, v, p.Columns[k])
		}
	}
	return fit
}

// lasso certifies the weights of a step for r = 1. The dual point is a multiple of its alpha that
// is feasible for all features, also those left out in the step:
//
//	gap = sum_i [gamma L(y_i, t_i) + psi(a_i) + a_i t_i] + ||w||_1 - w.(Phi* a) ,  max_k |(Phi* a)_k| <= 1 .
func (p *Problem) lasso(s *Step) *optimize.Certificate {
	norm := penalty.Norm{Weight: 1}
	u := p.adjoint(s.Alpha)
	shrink := min(1, norm.Scaling(s.Weights, u))
	floats.Scale(shrink, u)
	gap, primal := norm.Gap(s.Weights, u), norm.Value(s.Weights)
	for i, f := range s.Omega {
		t := f + s.Intercept
		gap += p.Loss.Gap(p.Y[i], t, shrink*s.Alpha[i], p.Gamma)
		primal += float64(p.Gamma * p.Loss.Value(p.Y[i], t))
	}
	return &optimize.Certificate{Primal: primal, Dual: gap - primal, Gap: gap}
}
