package loss

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
)

// allLosses returns every loss of the registry, with parameters that reach each branch. It is a
// function because the registry is filled after the variables of the package.
var allLosses = sync.OnceValue(func() (all []Loss) {
	for _, name := range Registry.Names() {
		for _, p := range []Parameters{{Epsilon: 0.1, Rho: 0.3, Width: 0.05}, {Epsilon: 1, Rho: 5, Width: 3}, {Epsilon: 2, Rho: 1, Width: 1}} {
			if l := Registry.New(name, p); !slices.Contains(all, l) {
				all = append(all, l)
			}
		}
	}
	if len(all) < 10 {
		panic("loss: the registry has few losses")
	}
	return all
})

// TestNames checks the names of the losses in messages.
func TestNames(t *testing.T) {
	for l, want := range map[Loss]string{
		Squared{}: "squared", EpsilonInsensitive{}: "absolute", EpsilonInsensitive{Epsilon: 1}: "epsilon-insensitive",
		EpsilonInsensitive{Epsilon: 0.1}: "epsilon-insensitive", Hinge{}: "hinge", SmoothedHinge{Width: 1}: "smoothed hinge", SmoothedHinge{Width: 2}: "quadratically smoothed hinge", Logistic{}: "logistic",
	} {
		if got := fmt.Sprint(l); got != want {
			t.Errorf("%T%+v has the name %s, want %s", l, l, got, want)
		}
	}
}

var (
	gammas  = []float64{1e-8, 1e-6, 1e-4, 1e-2, 0.5, 1, 3, 1e2, 1e4, 1e6, 1e8}
	lambdas = []float64{1e-8, 1e-4, 1e-2, 1, 7, 1e3, 1e6}
	fits    = []float64{-1e6, -300, -17, -2.5, -1.1, -1, -0.9, -0.3, -1e-3, 0, 1e-9, 0.2, 0.3, 0.7, 1, 1.3, 2, 3.7, 40, 800, 1e5}
)

func labels(l Loss) []float64 {
	if l.Labels() {
		return []float64{-1, 1}
	}
	return []float64{-1e3, -2, -1, -0.05, 0, 0.3, 1, 17}
}

// dualPoints returns points of the domain, including its ends.
func dualPoints(l Loss, y, gamma float64) []float64 {
	lo, hi := l.Domain(y, gamma)
	lo, hi = max(lo, -1e3*gamma), min(hi, 1e3*gamma)
	var points []float64
	for _, s := range []float64{0, 1e-12, 1e-6, 0.01, 0.2, 0.5, 0.77, 0.999, 1 - 1e-9, 1} {
		points = append(points, lo+s*(hi-lo))
	}
	return append(points, 0)
}

// forAll calls f with every loss, label and gamma.
func forAll(t *testing.T, f func(t *testing.T, l Loss, y, gamma float64)) {
	for _, l := range allLosses() {
		t.Run(fmt.Sprintf("%T%+v", l, l), func(t *testing.T) {
			for _, y := range labels(l) {
				for _, gamma := range gammas {
					f(t, l, y, gamma)
				}
			}
		})
	}
}

// TestGapIsTheFenchelYoungResidual checks that the gap is never negative and equals its definition
// up to the rounding of that definition.
func TestGapIsTheFenchelYoungResidual(t *testing.T) {
	forAll(t, func(t *testing.T, l Loss, y, gamma float64) {
		for _, fit := range fits {
			for _, a := range dualPoints(l, y, gamma) {
				got := l.Gap(y, fit, a, gamma)
				value, psi := gamma*l.Value(y, fit), l.Psi(y, a, gamma)
				want := value + psi + a*fit
				scale := math.Abs(value) + math.Abs(psi) + math.Abs(a*fit) + gamma*math.Abs(y)*(math.Abs(y)+1) + math.Abs(a*y)
				if !(got >= 0) || math.Abs(got-want) > 1e-13*scale {
					t.Fatalf("y=%g t=%g a=%g gamma=%g: gap %g, definition %g", y, fit, a, gamma, got, want)
				}
			}
		}
	})
}

// TestGapVanishesAtSubgradients checks that -gamma times a subgradient is in the domain and has gap 0.
func TestGapVanishesAtSubgradients(t *testing.T) {
	forAll(t, func(t *testing.T, l Loss, y, gamma float64) {
		for _, fit := range fits {
			lo, hi := l.Subdifferential(y, fit)
			for _, g := range []float64{lo, hi, (lo + hi) / 2} {
				a := -gamma * g
				if p := l.Psi(y, a, gamma); math.IsInf(p, 0) || math.IsNaN(p) {
					t.Fatalf("y=%g t=%g gamma=%g: psi(%g) = %g", y, fit, gamma, a, p)
				}
				if gap := l.Gap(y, fit, a, gamma); gap > 1e-13*gamma*(1+math.Abs(y)+math.Abs(fit)) {
					t.Fatalf("y=%g t=%g gamma=%g: gap %g at subgradient %g", y, fit, gamma, gap, g)
				}
			}
		}
	})
}

// TestSubdifferentialBoundsDifferences checks that the slopes of chords to the left and right
// enclose the subdifferential.
func TestSubdifferentialBoundsDifferences(t *testing.T) {
	for _, l := range allLosses() {
		for _, y := range labels(l) {
			for _, fit := range fits {
				h := 1e-6 * max(1, math.Abs(fit), math.Abs(y))
				lo, hi := l.Subdifferential(y, fit)
				left := (l.Value(y, fit) - l.Value(y, fit-h)) / h
				right := (l.Value(y, fit+h) - l.Value(y, fit)) / h
				slack := 2*h + 1e-9*max(1, l.Value(y, fit))/h*1e-6 + 1e-9
				if lo > hi || left > lo+slack || right < hi-slack {
					t.Errorf("%v y=%g t=%g: [%g, %g] against chords %g, %g", l, y, fit, lo, hi, left, right)
				}
				if right-left < 1e-3 && (math.Abs(lo-left) > 1e-3*max(1, math.Abs(left)) || math.Abs(hi-right) > 1e-3*max(1, math.Abs(right))) {
					t.Errorf("%v y=%g t=%g: [%g, %g] where the loss is smooth with slope %g", l, y, fit, lo, hi, left)
				}
			}
		}
	}
}

// TestSubdifferentialAtKinks checks that the ends of the subdifferential are the slopes of the
// loss on both sides, at the points where some loss has a kink or its curvature jumps.
func TestSubdifferentialAtKinks(t *testing.T) {
	const h = 1.0 / (1 << 30)
	for _, l := range allLosses() {
		for _, y := range []float64{-1, 1} {
			for _, fit := range []float64{y, 0, y - 1, y + 1, y - 2, y + 2} {
				lo, hi := l.Subdifferential(y, fit)
				left, right := (l.Value(y, fit)-l.Value(y, fit-h))/h, (l.Value(y, fit+h)-l.Value(y, fit))/h
				if math.Abs(lo-left) > 1e-6 || math.Abs(hi-right) > 1e-6 {
					t.Errorf("%v y=%g t=%g: [%g, %g], slopes %g and %g", l, y, fit, lo, hi, left, right)
				}
			}
		}
	}
}

// TestSmoothness checks that no slope grows faster than the constant, and that one grows as fast;
// a loss without the constant has a kink where the slope jumps by at least 1.
func TestSmoothness(t *testing.T) {
	for _, l := range allLosses() {
		smooth, ok := l.(Smooth)
		const h = 1.0 / 64
		steepest := 0.0
		for _, y := range labels(l) {
			for fit := y - 4; fit <= y+4; fit += h {
				before, _ := l.Subdifferential(y, fit)
				_, after := l.Subdifferential(y, fit+h)
				steepest = max(steepest, (after-before)/h)
				if !ok {
					continue
				}
				low, high := smooth.Curvature(y, fit), smooth.Curvature(y, fit+h)
				if slope, slack := (after-before)/h, 1e-9+0.1*h*smooth.Smoothness(); low == high && math.Abs(slope-low) > slack || slope < min(low, high)-slack || slope > max(low, high)+slack {
					t.Errorf("%v, y = %g: slopes grow at the rate %g after %g, with curvatures %g and %g", l, y, slope, fit, low, high)
				}
			}
		}
		if !ok && steepest < 1/h {
			t.Errorf("%v has neither a kink nor a smoothness constant", l)
		}
		if ok && (steepest > smooth.Smoothness()*(1+1e-9) || steepest < 0.99*smooth.Smoothness()) {
			t.Errorf("%v: slopes grow by up to %g, smoothness %g", l, steepest, smooth.Smoothness())
		}
	}
}

// TestProxIsOptimal checks that p = prox(v): (v-p)/lambda is a subgradient of psi at p, or
// equivalently -p/gamma is a subgradient of L at t = (p-v)/lambda.
func TestProxIsOptimal(t *testing.T) {
	forAll(t, func(t *testing.T, l Loss, y, gamma float64) {
		lo, hi := l.Domain(y, gamma)
		for _, lambda := range lambdas {
			for _, scale := range []float64{1e-6, 1e-2, 0.3, 1, 2, 1e2, 1e5} {
				for _, sign := range []float64{-1, 0, 1} {
					v := sign * scale * gamma
					p := l.Prox(y, v, lambda, gamma)
					if !(p >= lo && p <= hi) {
						t.Fatalf("y=%g v=%g lambda=%g gamma=%g: prox %g outside [%g, %g]", y, v, lambda, gamma, p, lo, hi)
					}
					// The rounding of p and v is divided by lambda in t.
					fit := (p - v) / lambda
					slack := 2e-15 * (math.Abs(p) + math.Abs(v) + lambda*math.Abs(y) + lambda*math.Abs(fit)) / lambda
					gLo, _ := l.Subdifferential(y, fit-slack)
					_, gHi := l.Subdifferential(y, fit+slack)
					if g := -p / gamma; g < gLo-1e-13*max(1, math.Abs(gLo)) || g > gHi+1e-13*max(1, math.Abs(gHi)) {
						t.Fatalf("y=%g v=%g lambda=%g gamma=%g: -prox/gamma = %g is not in [%g, %g]", y, v, lambda, gamma, g, gLo, gHi)
					}
				}
			}
		}
	})
}

// TestCurveDescribesPsi checks that slope and curvature agree with differences of psi minus its
// kink, inside the domain.
func TestCurveDescribesPsi(t *testing.T) {
	forAll(t, func(t *testing.T, l Loss, y, gamma float64) {
		lo, hi := l.Domain(y, gamma)
		for _, s := range []float64{0.1, 0.25, 0.5, 0.9} {
			a := max(lo, -gamma) + s*(min(hi, gamma)-max(lo, -gamma))
			h := 1e-4 * min(a-max(lo, a-gamma), min(hi, a+gamma)-a, gamma)
			psi := func(a float64) float64 { return l.Psi(y, a, gamma) - l.Kink()*math.Abs(a) }
			left, mid, right := psi(a-h), psi(a), psi(a+h)
			rounding := 1e-15 * (math.Abs(mid) + math.Abs(a*y) + (1+l.Kink())*gamma)
			wantSlope, wantCurvature := (right-left)/(2*h), (right-2*mid+left)/(h*h)
			slope, curvature := l.Curve(y, a, gamma)
			if math.Abs(slope-wantSlope) > 1e-5*max(1, math.Abs(slope))+rounding/h {
				t.Fatalf("y=%g a=%g gamma=%g: slope %g, differences %g", y, a, gamma, slope, wantSlope)
			}
			if math.Abs(curvature-wantCurvature) > 1e-4*curvature+8*rounding/(h*h) {
				t.Fatalf("y=%g a=%g gamma=%g: curvature %g, differences %g", y, a, gamma, curvature, wantCurvature)
			}
		}
	})
}

// TestSteepness checks that the slope grows without bound towards the ends of the domain if and
// only if psi is steep.
func TestSteepness(t *testing.T) {
	forAll(t, func(t *testing.T, l Loss, y, gamma float64) {
		lo, hi := l.Domain(y, gamma)
		if math.IsInf(lo, -1) {
			return
		}
		for _, near := range []float64{1e-3, 1e-9} {
			below, _ := l.Curve(y, lo+near*(hi-lo), gamma)
			above, _ := l.Curve(y, hi-near*(hi-lo), gamma)
			if grows := above-below > -math.Log(near); grows != l.Steep() && l.Labels() {
				t.Fatalf("y=%g gamma=%g: slopes %g and %g at %g of the domain from its ends", y, gamma, below, above, near)
			}
		}
	})
}

func TestDomainContainsZeroAndBoundsPsi(t *testing.T) {
	forAll(t, func(t *testing.T, l Loss, y, gamma float64) {
		lo, hi := l.Domain(y, gamma)
		if lo > 0 || hi < 0 || l.Psi(y, 0, gamma) != 0 {
			t.Fatalf("y=%g gamma=%g: domain [%g, %g], psi(0) = %g", y, gamma, lo, hi, l.Psi(y, 0, gamma))
		}
		for _, out := range []float64{lo - 0.01*gamma, hi + 0.01*gamma} {
			if !math.IsInf(out, 0) && !math.IsInf(l.Psi(y, out, gamma), 1) {
				t.Fatalf("y=%g gamma=%g: psi(%g) is finite outside the domain", y, gamma, out)
			}
		}
	})
}

// TestLogisticExtremes checks that there is no overflow and no loss of digits where exp has both.
func TestLogisticExtremes(t *testing.T) {
	l := Logistic{}
	if v := l.Value(1, -800); v != 800 {
		t.Errorf("loss at margin -800 is %g, want 800", v)
	}
	if v := l.Value(1, 50); math.Abs(v-1.9287498479639178e-22) > 1e-36 {
		t.Errorf("loss at margin 50 is %g", v)
	}
	// s log s + (1-s) log(1-s) = s log s - s + s^2/2 + ...
	if psi, want := l.Psi(1, 1e-9, 1), 1e-9*math.Log(1e-9)-1e-9+5e-19; math.Abs(psi-want) > 1e-15*math.Abs(want) {
		t.Errorf("psi of a share of 1e-9 is %v, want %v", psi, want)
	}
	if g := l.Gap(1, 1000, 1e-3, 1); math.IsInf(g, 0) || math.Abs(g-(1e-3*1000+1e-3*math.Log(1e-3)+(1-1e-3)*math.Log1p(-1e-3))) > 1e-12 {
		t.Errorf("gap at margin 1000 is %g", g)
	}
}

// TestLogisticProxOfTinySteps checks that the prox with a step too small to divide by is the
// projection on the domain.
func TestLogisticProxOfTinySteps(t *testing.T) {
	for _, lambda := range []float64{math.SmallestNonzeroFloat64, 1e-300, 1e-200} {
		for _, gamma := range []float64{1e-12, 1, 1e12, 1e300} {
			for _, share := range []float64{-3, -1e-3, 0, 0.25, 1, 1.5} {
				v := share * gamma
				want := min(max(v, 0), gamma)
				if got := (Logistic{}).Prox(1, v, lambda, gamma); !(math.Abs(got-want) <= 1e-12*gamma) {
					t.Errorf("lambda %g, gamma %g: prox of %g is %g, want %g", lambda, gamma, v, got, want)
				}
			}
		}
	}
}
