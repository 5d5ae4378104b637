package solver

// subproblem is Newton's inner problem on n variables,
//
//	min_z  phi(z) = (1/2) z'Hz + c'z + sum psi_i(z_i)   [sum(z) = 0],
//
// with H positive definite. Rounds alternate two parts:
//
//   - a Newton step on the free coordinates, those inside a smooth piece of psi
//     (freeset.go): exact at once where every coordinate is free, as for the
//     squared loss;
//   - a few spectral proximal gradient steps (spectral.go), which find out which
//     coordinates sit on bounds and kinks of psi, many at a time, and let those
//     go that should not.
type subproblem struct {
	problem *Problem
	n       int
	h       []float64 // n x n
	c       []float64
	grad    []float64 // Hz + c
	step    []float64 // the move under trial
	hStep   []float64 // H step

	spectral spectral
	free     freeSet
}

func newSubproblem(p *Problem) *subproblem {
	n := len(p.Y)
	return &subproblem{
		problem: p, n: n,
		h: make([]float64, n*n), c: make([]float64, n), grad: make([]float64, n),
		step: make([]float64, n), hStep: make([]float64, n),
		spectral: spectral{lambda: make([]float64, n), target: make([]float64, n), trial: make([]float64, n)},
		free: freeSet{
			index: make([]int, 0, n), lo: make([]float64, n), hi: make([]float64, n),
			factor: make([]float64, n*n), direction: make([]float64, n),
			diagonal: make([]float64, n), border: make([]float64, n), moves: make([]float64, n),
		},
	}
}

const (
	maxRounds      = 60
	leastCurvature = 1e-280 // where a point's features are all zero
)

// solve replaces z, which starts at x.alpha, by a point whose duality gap in the
// inner problem is at most the given one, or by the best that can be had. The
// damping is relative to the Hessian's diagonal.
func (s *subproblem) solve(z []float64, x *point, m []float64, damping, gap float64) {
	s.set(x, m, damping)
	last := s.gap(z)
	for range maxRounds {
		s.newtonStep(z)
		now := s.gap(z)
		if now <= gap {
			return
		}
		if now <= last/2 { // the pieces are found: Newton's method ends this alone
			last = now
			continue
		}
		s.spectralSteps(z)
		if last = s.gap(z); last <= gap {
			return
		}
	}
}

// gap is the inner problem's duality gap at z: the sum of Fenchel-Young residuals
// with the gradient in the place of the fitted values, because the conjugate of
// psi_i is gamma L(y_i, -.).
func (s *subproblem) gap(z []float64) float64 {
	p := s.problem
	s.gradient(z)
	b := 0.0
	if p.Intercept {
		b = p.bestIntercept(s.grad)
	}
	var sum float64
	for i, g := range s.grad {
		sum += p.Loss.Gap(p.Y[i], g+b, z[i], p.Gamma)
	}
	return sum
}

func (s *subproblem) set(x *point, m []float64, damping float64) {
	n, q := s.n, s.problem.Form.Q()
	for e, v := range m {
		s.h[e] = (q - 1) * v
	}
	for i := range n {
		h := &s.h[i*n+i]
		*h = max(*h*(1+damping), leastCurvature)
	}
	s.spectral.length = 1
	s.product(s.c, x.alpha)
	for i := range n {
		s.c[i] = x.omega[i] - s.c[i]
	}
}

// product stores H v in dst.
func (s *subproblem) product(dst, v []float64) {
	for i := range s.n {
		var sum float64
		for j, h := range s.h[i*s.n : (i+1)*s.n] {
			sum += h * v[j]
		}
		dst[i] = sum
	}
}

func (s *subproblem) gradient(z []float64) {
	s.product(s.grad, z)
	for i, c := range s.c {
		s.grad[i] += c
	}
}
