package loss

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestKinds compares whether psi is smooth or quadratic on all of R with its values: a smooth psi is finite
// far out and its slope does not jump at 0, and a quadratic one has the same second difference everywhere.
func TestKinds(t *testing.T) {
	for _, l := range allLosses() {
		y := labels(l)[0]
		finite := !math.IsInf(l.Psi(y, 1e9, 1), 1) && !math.IsInf(l.Psi(y, -1e9, 1), 1)
		jumps := finite && l.Psi(y, 1e-6, 1)+l.Psi(y, -1e-6, 1)-2*l.Psi(y, 0, 1) > 1e-9
		if got, want := IsSmooth(l), finite && !jumps; got != want {
			t.Errorf("%v: smooth %v, want %v", l, got, want)
		}
		quadratic := finite && !jumps
		for _, a := range []float64{-30, -1, 0, 2, 500} {
			second := l.Psi(y, a+1, 1) - 2*l.Psi(y, a, 1) + l.Psi(y, a-1, 1)
			quadratic = quadratic && math.Abs(second-1) < 1e-9
		}
		if got := IsQuadratic(l); got != quadratic {
			t.Errorf("%v: quadratic %v, want %v", l, got, quadratic)
		}
	}
	// No loss of the registry has a conjugate with a kink on all of R, or with one bound only.
	for _, l := range []Loss{shapedLoss{kink: 0.5, lo: math.Inf(-1), hi: math.Inf(1)}, shapedLoss{lo: 0, hi: math.Inf(1)}, shapedLoss{lo: math.Inf(-1), hi: 0}} {
		if IsSmooth(l) {
			t.Errorf("%+v is smooth", l)
		}
	}
}

// shapedLoss is the squared loss with another domain and a kink.
type shapedLoss struct {
	Squared
	kink, lo, hi float64
}

func (s shapedLoss) Kink() float64                      { return s.kink }
func (s shapedLoss) Domain(_, _ float64) (_, _ float64) { return s.lo, s.hi }

// spread is the centre and size of the targets and fits that a test draws.
type spread struct{ centre, size float64 }

// TestBestInterceptIsOptimal checks that 0 is between the sums of the subdifferentials just below
// and just above b, for any estimate from which the search starts.
func TestBestInterceptIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	for _, l := range allLosses() {
		for trial := range 60 {
			of := []spread{{0, 1}, {1e6, 1}, {0, 1e-6}, {-3, 40}}[trial%4]
			n := 2 + r.IntN(9)
			y, omega := make([]float64, n), make([]float64, n)
			for i := range y {
				omega[i] = of.size * r.NormFloat64()
				if y[i] = of.centre + of.size*r.NormFloat64(); l.Labels() {
					y[i] = float64(2*(i%2) - 1)
				}
			}
			for _, near := range []float64{0, 1, -1e-3, 1e9, math.NaN(), math.Inf(1)} {
				b := BestIntercept(l, y, omega, near)
				width := 1e-12 * (math.Abs(b) + math.Abs(of.centre) + of.size)
				var below, above, size float64
				for i, o := range omega {
					lo, _ := l.Subdifferential(y[i], o+b-width)
					_, hi := l.Subdifferential(y[i], o+b+width)
					below, above, size = below+lo, above+hi, size+max(math.Abs(lo), math.Abs(hi))
				}
				if !(below <= 1e-14*size && above >= -1e-14*size) {
					t.Fatalf("%v from %g, y %v, omega %v: the subdifferential at %g is [%g, %g]", l, near, y, omega, b, below, above)
				}
			}
		}
	}
}

// TestBestInterceptAtItsEnds checks fits that equal their targets, one class, and slopes so small
// that only their ratio determines the optimum.
func TestBestInterceptAtItsEnds(t *testing.T) {
	for _, l := range allLosses() {
		if !l.Labels() {
			for _, near := range []float64{0, math.NaN()} {
				if b := BestIntercept(l, []float64{2, -1, 5}, []float64{2, -1, 5}, near); l.Value(2, 2+b) != 0 {
					t.Errorf("%v from %g: intercept %g where every fit is its target", l, near, b)
				}
			}
			continue
		}
		for _, y := range []float64{-1, 1} {
			b := BestIntercept(l, []float64{y, y}, []float64{0.25, 3}, 0)
			if math.IsInf(b, 0) || math.IsNaN(b) || l.Value(y, 0.25+b)+l.Value(y, 3+b) > 1e-12 {
				t.Errorf("%v, all labels %g: intercept %g, loss %g", l, y, b, l.Value(y, 0.25+b)+l.Value(y, 3+b))
			}
			// The search ends at a loss of 0.
			if _, logistic := l.(Logistic); !logistic && math.Abs(b) > 300 {
				t.Errorf("%v, all labels %g: intercept %g", l, y, b)
			}
		}
	}
	// Margins 40 and 44: the slopes e^-40 and e^-44 balance at b = -2.
	if b := BestIntercept(Logistic{}, []float64{1, -1}, []float64{44, -40}, 0); math.Abs(b+2) > 1e-9 {
		t.Errorf("logistic loss of points with large margins: intercept %g, want -2", b)
	}
	if b := BestIntercept(Squared{}, []float64{5, 1, 3}, []float64{1, 2, -3}, 7); math.Abs(b-3) > 1e-15 {
		t.Errorf("squared loss: intercept %g, want 3, the mean residual", b)
	}
}

// TestBalance checks that the rest of a sum is subtracted where possible: within the smooth piece
// of psi of some coordinate, or else within its domain; otherwise nothing changes.
func TestBalance(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 71))
	for _, l := range allLosses() {
		for trial := range 300 {
			gamma := []float64{1, 0.5, 8}[trial%3]
			n := 1 + r.IntN(5)
			y, a := make([]float64, n), make([]float64, n)
			var sum, room, roomInPiece float64
			for i := range y {
				if y[i] = r.NormFloat64(); l.Labels() {
					y[i] = float64(2*r.IntN(2) - 1)
				}
				lo, hi := l.Domain(y[i], gamma)
				lo, hi = max(lo, -8), min(hi, 8)
				// Multiples of 1/8, the ends and the kink among them, so that sums are exact.
				a[i] = lo + math.Round(8*(hi-lo)*[]float64{0, 1, 0.5, r.Float64()}[r.IntN(4)])/8
				a[i] = min(a[i], hi)
				sum += a[i]
			}
			before := append([]float64(nil), a...)
			for i, v := range a {
				lo, hi := l.Domain(y[i], gamma)
				plo, phi := piece(l, v, lo, hi)
				if sum > 0 {
					room, roomInPiece = max(room, v-lo), max(roomInPiece, v-plo)
				} else {
					room, roomInPiece = max(room, hi-v), max(roomInPiece, phi-v)
				}
			}
			Balance(l, y, a, gamma)
			var after, moved float64
			left := 0 // coordinates that leave their piece
			for i, v := range a {
				after += v
				moved += math.Abs(v - before[i])
				lo, hi := l.Domain(y[i], gamma)
				if !(v >= lo && v <= hi) {
					t.Fatalf("%v, gamma %g, y %v: %v becomes %v, beyond [%g, %g]", l, gamma, y, before, a, lo, hi)
				}
				if plo, phi := piece(l, before[i], lo, hi); v < plo || v > phi {
					left++
				}
			}
			switch size := math.Abs(sum); {
			case room < size && moved != 0:
				t.Fatalf("%v, gamma %g, y %v: %v becomes %v without room", l, gamma, y, before, a)
			case room >= size && (math.Abs(after) > 1e-15 || math.Abs(moved-size) > 1e-14):
				t.Fatalf("%v, gamma %g, y %v: %v becomes %v, of sum %g", l, gamma, y, before, a, after)
			case roomInPiece >= size && left > 0:
				t.Fatalf("%v, gamma %g, y %v: %v becomes %v, and leaves a smooth piece", l, gamma, y, before, a)
			}
		}
	}
	a := []float64{math.NaN(), 1}
	if Balance(Squared{}, []float64{0, 0}, a, 1); a[1] != 1 {
		t.Errorf("a sum that is not a number is balanced: %v", a)
	}
}

// piece returns the interval around a inside [lo, hi] on which psi has two derivatives: it ends at
// the ends of the domain and, for the losses with a kink, at 0.
func piece(l Loss, a, lo, hi float64) (from, to float64) {
	if e, kinked := l.(EpsilonInsensitive); kinked && e.Epsilon > 0 {
		if a > 0 {
			lo = 0
		} else if a < 0 {
			hi = 0
		} else {
			return 0, 0
		}
	}
	if a == lo || a == hi {
		return a, a
	}
	return lo, hi
}

// TestPiece compares with piece at points at, between and around its ends.
func TestPiece(t *testing.T) {
	for _, l := range allLosses() {
		for _, y := range []float64{-1, 1} {
			lo, hi := l.Domain(y, 4)
			for _, a := range []float64{lo, hi, 0, 0.5, -0.5, 1, -1} {
				if math.IsInf(a, 0) || a < lo || a > hi {
					continue
				}
				gotLo, gotHi := Piece(l, y, a, 4)
				if wantLo, wantHi := piece(l, a, lo, hi); gotLo != wantLo || gotHi != wantHi {
					t.Errorf("%v, y %g, a %g: [%g, %g], want [%g, %g]", l, y, a, gotLo, gotHi, wantLo, wantHi)
				}
			}
		}
	}
}

// TestLogisticGapNearItsZero checks that close to the subgradient the gap is gamma d^2 / (2 s (1-s)),
// where d is the difference of the shares, to as many digits as d has.
func TestLogisticGapNearItsZero(t *testing.T) {
	for _, margin := range []float64{-3, -0.2, 0.3, 2.5} {
		for _, relative := range []float64{1e-7, -1e-7, 1e-6} {
			const gamma = 2.0
			s := 1 / (1 + math.Exp(margin))
			d := s * relative
			want := gamma * d * d / (2 * s * (1 - s))
			if got := (Logistic{}).Gap(1, margin, gamma*(s+d), gamma); math.Abs(got-want) > 1e-5*want {
				t.Errorf("margin %g, share %g too large by %g: gap %g, want %g", margin, s, d, got, want)
			}
		}
	}
}

// TestInterceptRange checks that the range contains the best intercept of every fit within the slack.
// Where the minimiser is unique, its ends are the best intercepts of the smallest and of the largest fit.
func TestInterceptRange(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for _, l := range allLosses() {
		for range 20 {
			n := 3 + random.IntN(6)
			y, omega, slack := make([]float64, n), make([]float64, n), make([]float64, n)
			least, greatest, within := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range n {
				y[i] = labels(l)[i%len(labels(l))]
				omega[i], slack[i] = 2*random.NormFloat64(), 0.3*random.Float64()
				least[i], greatest[i] = omega[i]-slack[i], omega[i]+slack[i]
				within[i] = omega[i] + slack[i]*(2*random.Float64()-1)
			}
			near := BestIntercept(l, y, omega, 0)
			lo, hi := InterceptRange(l, y, omega, slack, near)
			for _, g := range [][]float64{least, within, greatest} {
				if b := BestIntercept(l, y, g, near); !(b >= lo-1e-9 && b <= hi+1e-9) {
					t.Errorf("%v: %g is outside of [%g, %g]", l, b, lo, hi)
				}
			}
			if l != (Squared{}) && l != (Logistic{}) {
				continue
			}
			below, above := BestIntercept(l, y, greatest, near), BestIntercept(l, y, least, near)
			if math.Abs(lo-below) > 1e-6 || math.Abs(hi-above) > 1e-6 {
				t.Errorf("%v: [%g, %g], want [%g, %g]", l, lo, hi, below, above)
			}
		}
	}
}

// TestInterceptRangeHoldsAllMinimisers checks that, for slack 0 and losses that are 0 on an
// interval of intercepts, the range contains that interval.
func TestInterceptRangeHoldsAllMinimisers(t *testing.T) {
	for _, near := range []float64{-0.5, 0, 0.25, 0.5} {
		lo, hi := InterceptRange(EpsilonInsensitive{Epsilon: 0.5}, []float64{3, 4}, []float64{3, 4}, []float64{0, 0}, near)
		if !(lo <= -0.5 && lo > -0.51 && hi >= 0.5 && hi < 0.51) {
			t.Errorf("near %g: [%g, %g], want [-0.5, 0.5]", near, lo, hi)
		}
	}
}
