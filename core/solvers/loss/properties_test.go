package loss

import (
	"flag"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The draws are the same in every run; "-rapid.seed=0 -rapid.checks=100000" makes other draws.
func init() { flag.Set("rapid.seed", "1") }

// decades draws a number between 1e-k and 1e+k.
func decades(k float64) *rapid.Generator[float64] {
	return rapid.Map(rapid.Float64Range(-k, k), func(e float64) float64 { return math.Pow(10, e) })
}

// anyLoss draws a loss and its parameter.
var anyLoss = rapid.Custom(func(t *rapid.T) Loss {
	parameter := decades(2).Draw(t, "parameter")
	return rapid.SampledFrom([]Loss{
		Squared{}, EpsilonInsensitive{}, EpsilonInsensitive{Epsilon: parameter}, Huber{Rho: parameter},
		Hinge{}, SmoothedHinge{Width: parameter}, Logistic{},
	}).Draw(t, "loss")
})

// drawLoss draws a loss, a valid label, and gamma.
func drawLoss(t *rapid.T) (l Loss, y, gamma float64) {
	l, gamma = anyLoss.Draw(t, "loss"), decades(8).Draw(t, "gamma")
	if l.Labels() {
		return l, rapid.SampledFrom([]float64{-1, 1}).Draw(t, "y"), gamma
	}
	return l, rapid.Float64Range(-1e3, 1e3).Draw(t, "y"), gamma
}

// inDomain draws a point where psi is finite.
func inDomain(t *rapid.T, l Loss, y, gamma float64, name string) float64 {
	lo, hi := l.Domain(y, gamma)
	return rapid.Float64Range(max(lo, -1e3*gamma), min(hi, 1e3*gamma)).Draw(t, name)
}

// TestFenchelYoung checks that the gap is gamma L(y, t) + psi(a) + a t, never negative, and 0 at a
// subgradient, where psi(a) is the maximum of -a s - gamma L(y, s) over s.
func TestFenchelYoung(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, y, gamma := drawLoss(t)
		fit, a := y+rapid.Float64Range(-100, 100).Draw(t, "t - y"), inDomain(t, l, y, gamma, "a")
		value, psi, got := gamma*l.Value(y, fit), l.Psi(y, a, gamma), l.Gap(y, fit, a, gamma)
		size := math.Abs(value) + math.Abs(psi) + math.Abs(a*fit) + math.Abs(a*y) + gamma*y*y
		if want := value + psi + a*fit; !(got >= 0) || math.Abs(got-want) > 1e-13*size {
			t.Fatalf("gap %g, definition %g", got, want)
		}
		lo, hi := l.Subdifferential(y, fit)
		a = -gamma * (lo + rapid.Float64Range(0, 1).Draw(t, "share")*(hi-lo))
		if gap := l.Gap(y, fit, a, gamma); gap > 1e-12*size {
			t.Fatalf("gap %g at the subgradient %g", gap, a)
		}
		s := y + rapid.Float64Range(-1e3, 1e3).Draw(t, "s - y")
		if below := -a*s - gamma*l.Value(y, s); below > l.Psi(y, a, gamma)+1e-12*(math.Abs(a*s)+gamma*l.Value(y, s)+size) {
			t.Fatalf("psi(%g) is %g, and %g at %g", a, l.Psi(y, a, gamma), below, s)
		}
	})
}

// TestProxIsLeast checks that no point of the domain has a smaller lambda psi(a) + (a-v)^2/2, and
// that the prox moves in the direction of v by at most the move of v.
func TestProxIsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, y, gamma := drawLoss(t)
		lambda := decades(5).Draw(t, "lambda")
		v := gamma * rapid.Float64Range(-1e3, 1e3).Draw(t, "v/gamma")
		objective := func(a float64) float64 { return lambda*l.Psi(y, a, gamma) + (a-v)*(a-v)/2 }
		p := l.Prox(y, v, lambda, gamma)
		for _, a := range []float64{inDomain(t, l, y, gamma, "a"), p + rapid.Float64Range(-1, 1).Draw(t, "step")*gamma} {
			size := lambda*(math.Abs(l.Psi(y, p, gamma))+math.Abs(y*p)) + v*v + p*p
			if !(objective(p) <= objective(a)+1e-13*size) {
				t.Fatalf("%g at the prox %g, %g at %g", objective(p), p, objective(a), a)
			}
		}
		further := gamma * rapid.Float64Range(0, 10).Draw(t, "change of v")
		change := l.Prox(y, v+further, lambda, gamma) - p
		if rounding := 1e-14 * (math.Abs(v) + further + lambda*math.Abs(y) + gamma); change < -rounding || change > further+rounding {
			t.Fatalf("v + %g moves the prox by %g", further, change)
		}
	})
}

// TestInterceptIsLeast checks that no other b has a smaller sum of losses, up to rounding.
func TestInterceptIsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLoss.Draw(t, "loss")
		omega := rapid.SliceOfN(rapid.Float64Range(-20, 20), 1, 8).Draw(t, "omega")
		y := rapid.SliceOfN(rapid.Float64Range(-20, 20), len(omega), len(omega)).Draw(t, "y")
		if l.Labels() {
			y = rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 1}), len(omega), len(omega)).Draw(t, "label")
		}
		sum := func(b float64) (s float64) {
			for i, o := range omega {
				s += l.Value(y[i], o+b)
			}
			return s
		}
		b := BestIntercept(l, y, omega, rapid.Float64Range(-30, 30).Draw(t, "near"))
		for _, other := range []float64{rapid.Float64Range(-50, 50).Draw(t, "other"), b + decades(6).Draw(t, "right"), b - decades(6).Draw(t, "left")} {
			if sum(other) < sum(b)-1e-12*max(1, sum(b)) {
				t.Fatalf("%g at b = %g, %g at %g", sum(b), b, sum(other), other)
			}
		}
	})
}

// TestBalanceKeepsTheDomain checks that the sum is 0 up to the rounding of a sum, that no
// coordinate leaves its domain, and that the changes are small.
func TestBalanceKeepsTheDomain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, y, gamma := drawLoss(t)
		a := make([]float64, rapid.IntRange(2, 9).Draw(t, "n"))
		labels, size := make([]float64, len(a)), 0.0
		for i := range a {
			labels[i] = y
			if l.Labels() && i%2 == 1 {
				labels[i] = -y
			}
		}
		// Pairs of opposite values, and then an error in the first one.
		for i := 0; i+1 < len(a); i += 2 {
			if v := inDomain(t, l, labels[i], gamma, "a"); l.Psi(labels[i+1], -v, gamma) < math.Inf(1) {
				a[i], a[i+1] = v, -v
				size = max(size, math.Abs(v))
			}
		}
		lo, hi := l.Domain(labels[0], gamma)
		a[0] = clamp(a[0]+1e-10*size*rapid.Float64Range(-1, 1).Draw(t, "error"), lo, hi)
		before := append([]float64{}, a...)
		Balance(l, labels, a, gamma)
		var sum, most float64
		for i, v := range a {
			sum += v
			most = max(most, math.Abs(v-before[i]))
			if math.IsInf(l.Psi(labels[i], v, gamma), 1) {
				t.Fatalf("coordinate %d leaves its domain: %g", i, v)
			}
		}
		if math.Abs(sum) > 1e-15*size || most > 2.1e-10*size {
			t.Fatalf("%v becomes %v, of sum %g", before, a, sum)
		}
	})
}
