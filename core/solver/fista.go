package solver

import "math"

// Fista is the accelerated proximal gradient method on the primal (Beck,
// Teboulle, SIAM J. Imaging Sci. 2009, with backtracking), with which [S sec. 4]
// compares the dual methods: from z = w and t = 1,
//
//	w' = prox_{||.||_p^p / (p C)}(z + Phi* alpha(z) / C)
//	t' = (1 + sqrt(1 + 4 t^2)) / 2
//	z' = w' + ((t - 1) / t') (w' - w)
//
// where C grows by the factor Eta until l ||Phi (w' - z)||^2 <= C ||w' - z||^2, l
// being gamma times the Lipschitz constant of L'. The prox is explicit (see
// normprox.go). F(w) does not fall in every iteration.
//
// What is certified is the alpha of z, whose Phi* alpha the next step needs. An
// iteration applies Phi and its adjoint once for the step and once for the
// certificate.
type Fista struct {
	Eta float64 // > 1
}

// DefaultFista has the parameters used unless others are asked for.
var DefaultFista = Fista{Eta: 1.1}

var _ Method = Fista{}

// String names the method.
func (Fista) String() string { return "fista" }

// Prepare implements Method.
func (f Fista) Prepare(p *Problem) (Stepper, error) {
	base, err := newPrimal(p, f)
	if err != nil {
		return nil, err
	}
	n, features := len(p.Y), base.form.Dimension()
	return &fista{
		Fista: f, primal: base, t: 1,
		w: make([]float64, features), z: make([]float64, features), next: make([]float64, features),
		fit: make([]float64, n), fitZ: make([]float64, n), fitNext: make([]float64, n),
	}, nil
}

type fista struct {
	Fista
	primal
	w, z, next         []float64 // N
	fit, fitZ, fitNext []float64 // Phi times each of them
	t                  float64
	curvature          float64 // C
}

// Start implements Stepper.
func (s *fista) Start(x *point, eval *evaluator, nearby *Result) {
	s.start(s.w, s.fit, x, eval, nearby)
	copy(s.z, s.w)
	copy(s.fitZ, s.fit)
	value, b := s.objective(s.w, s.fit)
	s.dual(x, s.fit, b, eval)
	x.primal = value
	s.curvature = s.lipschitz * s.squaredNorm()
}

// powerSteps of the power method, from u on, find the largest eigenvalue to a few
// percent, from below; the backtracking does the rest.
const powerSteps = 10

// squaredNorm estimates ||Phi||^2, the largest eigenvalue of Phi* Phi.
func (s *fista) squaredNorm() float64 {
	copy(s.next, s.u)
	var square float64
	for range powerSteps {
		var length float64
		for _, v := range s.next {
			length = math.Hypot(length, v)
		}
		for k := range s.next {
			s.next[k] /= length
		}
		s.form.Apply(s.fitNext, s.next)
		s.form.Adjoint(s.next, s.fitNext)
		square = 0
		for _, v := range s.fitNext {
			square += float64(v * v)
		}
	}
	return square
}

// Step implements Stepper.
func (s *fista) Step(x *point, eval *evaluator) bool {
	for !s.try() {
		s.curvature *= s.Eta
	}
	t := (1 + math.Sqrt(1+float64(4*s.t*s.t))) / 2
	beta := (s.t - 1) / t
	s.t = t
	moved := false
	for k, v := range s.next {
		moved = moved || v != s.w[k] || v != s.z[k]
		s.z[k] = v + float64(beta*(v-s.w[k]))
	}
	if !moved {
		return false
	}
	for i, v := range s.fitNext {
		s.fitZ[i] = v + float64(beta*(v-s.fit[i]))
	}
	s.w, s.next = s.next, s.w
	s.fit, s.fitNext = s.fitNext, s.fit
	b := 0.0
	if s.problem.Intercept {
		b = s.problem.bestIntercept(s.fitZ)
	}
	s.dual(x, s.fitZ, b, eval)
	x.primal, _ = s.objective(s.w, s.fit)
	return true
}

// try stores the next weights, and tells whether C is large enough for them.
func (s *fista) try() bool {
	q := s.form.Q()
	for k, z := range s.z {
		s.next[k] = normProx(z+s.u[k]/s.curvature, 1/s.curvature, q)
	}
	s.form.Apply(s.fitNext, s.next)
	var move, change float64
	for k, v := range s.next {
		d := v - s.z[k]
		move += float64(d * d)
	}
	for i, v := range s.fitNext {
		d := v - s.fitZ[i]
		change += float64(d * d)
	}
	return !(s.lipschitz*change > s.curvature*move)
}
