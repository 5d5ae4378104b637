package lp

import "math"

// ProximalGradient is the dual proximal gradient method with line search
// [S alg. 3.3] with phi_1 = (1/q)||Phi* a||_q^q and phi_2 = sum psi_i:
//
//	a' = prox_{lambda phi_2}(a - lambda omega(a)),  lambda = lambda_0 Theta^j,
//
// j the least one with
//
//	phi_1(a') - phi_1(a) - <a' - a, omega(a)> <= (Delta / lambda) ||a' - a||^2.
type ProximalGradient struct{}

func init() { Registry.Add("proximal-gradient", func(struct{}) Method { return ProximalGradient{} }) }

func (ProximalGradient) String() string { return "proximal-gradient" }

// Prepare accepts every loss.
func (ProximalGradient) Prepare(p *Problem) (Stepper, error) {
	n := len(p.Y)
	return &proximalGradient{problem: p, lambda: make([]float64, n), next: newPoint(n)}, nil
}

type proximalGradient struct {
	problem *Problem
	first   float64 // lambda_0
	lambda  []float64
	next    *point
}

func (d *proximalGradient) Start(x *point, eval *evaluator, nearby *Result) {
	startAtZero(d.problem, x, eval, nearby)
}

func (d *proximalGradient) Step(x *point, eval *evaluator) bool {
	p := d.problem
	if d.first == 0 {
		d.first = d.firstStep(eval)
	}
	for lambda := d.first; ; lambda *= lineTheta {
		for i, a := range x.alpha {
			d.lambda[i] = lambda
			d.next.alpha[i] = a - lambda*x.omega[i]
		}
		p.prox(d.next.alpha, d.next.alpha, d.lambda)
		var move2, linear float64
		for i, a := range x.alpha {
			m := d.next.alpha[i] - a
			move2 += m * m
			linear += m * x.omega[i]
		}
		if !(move2 > 0) { // no move is left, or values overflow
			return false
		}
		eval.at(d.next, nil)
		if eval.err != nil {
			return false
		}
		var slope float64 // <a' - a, omega(a') - omega(a)>
		for i, a := range x.alpha {
			slope += (d.next.alpha[i] - a) * (d.next.omega[i] - x.omega[i])
		}
		rise := (d.next.power - x.power) / p.Form.Q()
		// The second condition implies the first, because phi_1 is convex, and
		// still holds in floating point where the values differ by rounding alone.
		if bound := lineDelta / lambda * move2; rise-linear <= bound || slope <= bound {
			x.copyFrom(d.next)
			return true
		}
	}
}

// firstStep chooses lambda_0, which [S] leaves free: 16 times the step ||a||/||omega(a)|| that the
// curvature of the form allows at the best point a of the starting ray.
func (d *proximalGradient) firstStep(eval *evaluator) float64 {
	startOnRay(d.problem, d.next, nil, eval, nil)
	var a2, o2 float64
	for i, a := range d.next.alpha {
		a2 += a * a
		o2 += d.next.omega[i] * d.next.omega[i]
	}
	if !(a2 > 0 && o2 > 0) {
		return d.problem.Gamma
	}
	return 16 * (math.Sqrt(a2) / math.Sqrt(o2))
}
