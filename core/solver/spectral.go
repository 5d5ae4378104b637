package solver

import "slices"

// spectralCount is how many spectral steps a round takes.
const spectralCount = 20

// spectral is the scratch memory of the spectral steps.
type spectral struct {
	lambda []float64
	target []float64 // the prox point
	trial  []float64
	length float64 // of the next step, in the metric of the Hessian's diagonal
}

// spectralSteps takes proximal gradient steps whose lengths are those of Barzilai
// and Borwein, in the metric of the Hessian's diagonal, with a nonmonotone
// linesearch (Birgin, Martinez, Raydan, SIAM J. Optim. 2000). Long steps along
// flat directions carry many coordinates to their bounds at once.
func (s *subproblem) spectralSteps(z []float64) {
	p := s.problem
	lambda, target, trial := s.spectral.lambda, s.spectral.target, s.spectral.trial
	length := s.spectral.length
	var recent [5]float64 // values of phi relative to the first point
	value := 0.0
	s.gradient(z)
	for k := range spectralCount {
		for i := range z {
			lambda[i] = length / s.h[i*s.n+i]
			target[i] = z[i] - lambda[i]*s.grad[i]
		}
		p.prox(target, target, lambda)
		var linear, metric float64
		for i := range z {
			s.step[i] = target[i] - z[i]
			linear += s.step[i] * s.grad[i]
			metric += s.step[i] * s.step[i] * s.h[i*s.n+i]
		}
		if metric == 0 {
			break
		}
		s.product(s.hStep, s.step)
		var curvature float64
		for i, d := range s.step {
			curvature += d * s.hStep[i]
		}
		psi0 := p.psi(z)
		decrease := linear + p.psi(target) - psi0 // <= 0, predicted by the model without curvature
		reference := slices.Max(recent[:])
		t := 1.0
		var change float64
		copy(trial, target) // to the last digit: bounds are met exactly
		for {
			change = t*linear + t*t/2*curvature + p.psi(trial) - psi0
			if value+change <= reference+1e-4*t*decrease || t < 1e-9 {
				break
			}
			t /= 2
			for i := range z {
				trial[i] = z[i] + t*s.step[i]
			}
		}
		for i := range z {
			z[i] = trial[i]
			s.grad[i] += t * s.hStep[i]
		}
		value += change
		recent[k%len(recent)] = value
		length = min(max(metric/max(curvature, 1e-300), 1e-10), 1e10)
	}
	s.spectral.length = length
}
