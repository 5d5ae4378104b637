package solver

import "math"

// startOnRay stores in x.alpha a point to begin with: with q > 2 the Hessian of
// the form vanishes at 0. The direction is one proximal step of psi from 0, which
// is feasible for every loss, with steps lambda_i that are each point's own (for
// points of one scale and the squared loss, a multiple of y); along it the form is
// t^q V(d)/q, so that one pass gives the whole ray, and the best t is found on psi
// alone.
func startOnRay(p *Problem, x *point, eval *evaluator) {
	n := len(p.Y)
	direction, lambda := make([]float64, n), make([]float64, n)
	for i := range lambda {
		lambda[i] = p.Gamma
		if p.Diagonal != nil {
			lambda[i] = p.ownStep(i)
		}
	}
	p.prox(direction, direction, lambda)
	copy(x.alpha, direction)
	eval.at(x, nil)
	q, power := p.Form.Q(), x.power
	value := func(t float64) float64 {
		s := math.Pow(t, q) * power / q
		for i, d := range direction {
			s += p.Loss.Psi(p.Y[i], t*d, p.Gamma)
		}
		return s
	}
	best, least := 0.0, 0.0
	for e := -1000; e <= 20; e++ { // kernel values may be as large as numbers go
		t := math.Ldexp(1, e)
		if v := value(t); v < least {
			best, least = t, v
		}
	}
	t := goldenSection(value, best/2, best*2)
	for i, d := range direction {
		x.alpha[i] = t * d
	}
}

// ownStep returns the lambda whose proximal step from 0 solves the problem of
// point i alone, min_a K a^q/q + psi_i(a) with K its diagonal entry: there
// 1/lambda = K |a|^(q-2). The iteration takes the geometric mean that makes it
// converge at once for a linear psi.
func (p *Problem) ownStep(i int) float64 {
	q, k := p.Form.Q(), p.Diagonal[i]
	if !(k > 0) || math.IsInf(k, 0) {
		return p.Gamma
	}
	most := math.Log(p.Gamma)
	log, before := most, math.Inf(1)
	for math.Abs(log-before) > 0.1 {
		a := math.Abs(p.Loss.Prox(p.Y[i], 0, math.Exp(log), p.Gamma))
		own := -math.Log(k) - (q-2)*math.Log(a)
		if math.IsNaN(own) || math.IsInf(own, 0) {
			break
		}
		before = log
		log = min(most, max((q-2)/(q-1)*log+own/(q-1), leastLogStep))
	}
	return min(p.Gamma, math.Exp(log))
}

// leastLogStep keeps a step from vanishing: e^-690 is about 1e-300.
const leastLogStep = -690

// goldenSection narrows a minimum of a convex function to three digits, which is
// plenty for a starting point. f may be +Inf to the right.
func goldenSection(f func(float64) float64, lo, hi float64) float64 {
	const ratio = 0.6180339887498949
	a, b := hi-ratio*(hi-lo), lo+ratio*(hi-lo)
	fa, fb := f(a), f(b)
	for hi-lo > 1e-3*hi {
		if fa <= fb {
			hi, b, fb = b, a, fa
			a = hi - ratio*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + ratio*(hi-lo)
			fb = f(b)
		}
	}
	if fa <= fb {
		return a
	}
	return b
}

func sqrtRatio(a, b float64) float64 { return math.Sqrt(a) / math.Sqrt(b) }
