package optimize

import (
	"context"
	"math"
	"testing"
)

// sequence is a method with iterates of given certificates.
type sequence struct {
	certificates []Certificate
	at, kept     int
	cancel       context.CancelFunc // called by the step to iterate cancelAt
	cancelAt     int
}

func (s *sequence) Certificate() Certificate { return s.certificates[s.at] }
func (s *sequence) Keep()                    { s.kept = s.at }
func (s *sequence) Restore()                 { s.at = s.kept }

func (s *sequence) Step(context.Context, int) int {
	if s.at+1 == len(s.certificates) {
		return 0
	}
	s.at++
	if s.cancel != nil && s.at == s.cancelAt {
		s.cancel()
	}
	return 1
}

func gaps(dual float64, gaps ...float64) *sequence {
	s := &sequence{}
	for _, g := range gaps {
		s.certificates = append(s.certificates, Certificate{Primal: g - dual, Dual: dual, Gap: g})
	}
	return s
}

func TestRunEnds(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name       string
		method     *sequence
		settings   Settings
		status     Status
		iterations int
		gap        float64
		at         int
	}{
		{"converged", gaps(-4, 3, 1, 0.3, 0.1), Settings{Tolerance: 0.1, MaxIterations: 9}, Converged, 2, 0.3, 2},
		{"limit", gaps(-4, 3, 1, 0.3), Settings{Tolerance: 1e-3, MaxIterations: 1}, IterationLimit, 1, 1, 1},
		{"stalled at the best", gaps(-4, 3, 1, 2), Settings{Tolerance: 1e-3, MaxIterations: 9}, Stalled, 2, 1, 1},
		{"not a number", gaps(-4, 3, 1, nan), Settings{Tolerance: 1e-3, MaxIterations: 9}, Stalled, 2, 1, 1},
		{"small units", gaps(-4e-12, 3e-12, 1e-12, 4e-18), Settings{Tolerance: 1e-5, MaxIterations: 9}, Converged, 2, 4e-18, 2},
		{"all zero", gaps(0, 0), Settings{Tolerance: 1e-5, MaxIterations: 9}, Converged, 0, 0, 0},
	} {
		var seen []Record
		c.settings.Monitor = func(r Record) { seen = append(seen, r) }
		r, err := Run(context.Background(), c.method, c.settings)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if r.Status != c.status || r.Iterations != c.iterations || r.Gap != c.gap || c.method.at != c.at {
			t.Errorf("%s: %v after %d iterations, gap %g, iterate %d", c.name, r.Status, r.Iterations, r.Gap, c.method.at)
		}
		if n := len(seen); n == 0 || n < c.iterations || seen[n-1].Iteration != n-1 {
			t.Errorf("%s: the records are %v", c.name, seen)
		}
	}
}

func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := gaps(-4, 3, 1, 0.5)
	m.cancel, m.cancelAt = cancel, 2
	r, err := Run(ctx, m, Settings{Tolerance: 1e-9, MaxIterations: 9})
	if err != nil || r.Status != Cancelled || r.Gap != 1 || m.at != 1 {
		t.Errorf("got %v, gap %g, iterate %d, error %v: want the last certified iterate", r.Status, r.Gap, m.at, err)
	}
	if _, err := Run(ctx, m, Settings{}); err != context.Canceled {
		t.Errorf("a cancelled context: error %v", err)
	}
}

func TestRunRefusesWhatIsNotFinite(t *testing.T) {
	if _, err := Run(context.Background(), gaps(-4, math.Inf(1)), Settings{}); err == nil {
		t.Error("no error for an infinite gap at the start")
	}
}

func TestWithinCountsRounding(t *testing.T) {
	c := Certificate{Primal: 2, Dual: -2, Gap: 1e-11, Rounding: 1e-9}
	if c.Within(1e-10) || !c.Within(1e-9) {
		t.Error("the rounding bound is not part of the certificate")
	}
}

// TestDecreasingRoot checks that a zero is found from near and far, also with a first step below
// the spacing of the numbers there, or 0.
func TestDecreasingRoot(t *testing.T) {
	for _, near := range []float64{0, -1.39, 4, 1e9} {
		for _, step := range []float64{0, math.SmallestNonzeroFloat64, 1e-20, 1, 1e100} {
			for _, zero := range []float64{-1e12, -1.4, 0.1, 3e7} {
				calls := 0
				lo, hi, _, _ := DecreasingRoot(func(b float64) float64 { calls++; return zero - b }, near, step)
				if calls > 4000 || math.Abs(lo-zero) > 1e-15*math.Abs(zero) || math.Abs(hi-zero) > 1e-15*math.Abs(zero) {
					t.Errorf("near %g with a first step of %g: [%v, %v] after %d calls, want %v", near, step, lo, hi, calls, zero)
				}
			}
		}
	}
}

func TestGoldenSection(t *testing.T) {
	for _, at := range []float64{0, 0.3, 2, 5} {
		objective := func(x float64) float64 {
			if x > 4 {
				return math.Inf(1)
			}
			return math.Abs(x - at)
		}
		if got, want := GoldenSection(objective, 0, 8, 1e-6), min(at, 4); math.Abs(got-want) > 1e-5 {
			t.Errorf("the minimum is at %g, and is found at %g", want, got)
		}
	}
}
