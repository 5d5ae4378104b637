package weights

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"lplab/core/internal/canceltest"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

func randomModel(k kernel.Kernel, q float64, n, d int) Model {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	m := Model{Kernel: k, Q: q, X: dense.Points{N: n, D: d, X: make([]float64, n*d)}, Alpha: make([]float64, n)}
	for i := range m.X.X {
		m.X.X[i] = r.Float64()*2 - 1
	}
	for i := range m.Alpha {
		m.Alpha[i] = r.NormFloat64()
	}
	m.Alpha[1] = 0
	return m
}

var largeLimits = Limits{Examined: 1 << 20, Listed: 10}

// weightByDefinition returns w_k of one monomial.
func weightByDefinition(m Model, mono kernel.Monomial, constant float64) float64 {
	var u float64
	for i, a := range m.Alpha {
		p := constant
		for _, v := range mono {
			p *= m.X.Row(i)[v]
		}
		u += a * p
	}
	return math.Copysign(math.Pow(math.Abs(u), m.Q-1), u)
}

func TestWeightsFromTheirDefinition(t *testing.T) {
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3}, kernel.Exponential{}, kernel.Finite(2, 0, 1, 0.5), kernel.Geometric(9)} {
		for _, q := range []float64{2, 4, 6, 11, 3.5} {
			m := randomModel(k, q, 7, 4)
			l := examine(m, Limits{Examined: 200, Listed: 12})
			for _, w := range l.Top {
				if want := weightByDefinition(m, w.Monomial, kernel.Constant(k, w.Monomial, q)); math.Abs(w.Value-want) > 1e-11*math.Abs(want) {
					t.Errorf("%v q=%g: weight of %v is %v, want %v", k, q, w.Monomial, w.Value, want)
				}
				if l.Values[w.Index] != w.Value {
					t.Errorf("%v q=%g: weight %d of Values is not the listed one", k, q, w.Index)
				}
			}
			sorted := slices.Clone(l.Values)
			slices.SortFunc(sorted, func(a, b float64) int { return int(math.Copysign(1, math.Abs(b)-math.Abs(a))) })
			for r, w := range l.Top {
				if math.Abs(sorted[r]) != math.Abs(w.Value) {
					t.Errorf("%v q=%g: rank %d has |w| = %g, want %g", k, q, r, w.Value, sorted[r])
				}
			}
		}
	}
}

// TestConstantBesideAnIntercept checks that the constant monomial has no weight where alpha sums to 0
// except for rounding, as with an intercept.
func TestConstantBesideAnIntercept(t *testing.T) {
	x := dense.Points{N: 3, D: 1, X: []float64{1, 2, 4}}
	for _, c := range []struct {
		alpha   []float64
		nonzero int
	}{
		{[]float64{0.1, 0.2, -0.3}, 2}, // the sum is 5.6e-17
		{[]float64{0.1, 0.2, -0.3 + 1e-12}, 3},
	} {
		l, err := Model{Kernel: kernel.Shifted(2, 0.5), Q: 4, X: x, Alpha: c.alpha}.Examine(t.Context(), Limits{Examined: 10, Listed: 10})
		if err != nil || l.Nonzero() != c.nonzero || (l.Values[0] != 0) != (c.nonzero == 3) {
			t.Errorf("alpha %v: weights %v, %v", c.alpha, l.Values, err)
		}
	}
}

// TestPowerIsAlphaOmega checks that all weights together have ||w||_p^p = alpha.omega of the form.
func TestPowerIsAlphaOmega(t *testing.T) {
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 4}, kernel.Finite(2, 0, 1), kernel.Finite(0, 1, 0, 3), kernel.Shifted(3, 2)} {
		for _, q := range []float64{2, 3, 4, 6, 11} {
			m := randomModel(k, q, 6, 5)
			f, err := gram.NewFeatures(context.Background(), k, m.X, q, gram.Points)
			if err != nil {
				t.Fatal(err)
			}
			omega := make([]float64, m.X.N)
			if err := f.OmegaM(context.Background(), omega, nil, m.Alpha); err != nil {
				t.Fatal(err)
			}
			var want float64
			for i, a := range m.Alpha {
				want += a * omega[i]
			}
			l := examine(m, largeLimits)
			if all, _ := kernel.Dimension(k, m.X.D); l.Count != all || math.Abs(l.Power-want) > 1e-12*want {
				t.Errorf("%v q=%g: power %v, want %v, for %d monomials", k, q, l.Power, want, l.Count)
			}
		}
	}
}

func TestExponentialSharesGrowToOne(t *testing.T) {
	m := randomModel(kernel.Exponential{}, 4, 6, 3)
	tn, err := new(gram.Portable).Tensor(context.Background(), m.Kernel, m.X, 4, 1<<62, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	omega := make([]float64, m.X.N)
	tn.OmegaM(context.Background(), omega, nil, m.Alpha)
	var whole float64
	for i, a := range m.Alpha {
		whole += a * omega[i]
	}
	before := 0.0
	for _, examined := range []int{4, 10, 35, 455} {
		l := examine(m, Limits{Examined: examined, Listed: 3})
		share := l.Power / whole
		if len(l.Values) > examined || share <= before || share > 1+1e-12 {
			t.Errorf("%d examined: share %v after %v, %d values", examined, share, before, len(l.Values))
		}
		before = share
	}
	if before < 0.999999 {
		t.Errorf("455 monomials have %v of the norm", before)
	}
}

func TestPredictionsByFeaturesAndByTensorAgree(t *testing.T) {
	ctx := context.Background()
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3}, kernel.Finite(2, 0, 1), kernel.Shifted(3, 0.5)} {
		for _, q := range []float64{2, 4, 6} {
			m := randomModel(k, q, 6, 4)
			x := randomModel(k, q, 9, 4).X
			a, err := ByFeatures(ctx, m, x)
			if err != nil {
				t.Fatal(err)
			}
			all, err := ByTensor(ctx, m, [][]float64{m.Alpha}, x)
			if err != nil {
				t.Fatal(err)
			}
			b := all[0]
			scale := 0.0
			for _, v := range a {
				scale = max(scale, math.Abs(v))
			}
			for i := range a {
				if math.Abs(a[i]-b[i]) > 1e-11*scale {
					t.Errorf("%v q=%g: %v by features, %v by the tensor kernel", k, q, a[i], b[i])
				}
			}
		}
	}
}

// TestPredictionsWithoutCancellation checks predictions from points far from the origin, with alphas that sum to 0, against
// the sums of the tensor kernel with 400 bits.
func TestPredictionsWithoutCancellation(t *testing.T) {
	const n, d, q = 3, 40, 6
	m, x := randomModel(kernel.Polynomial{Degree: 2}, q, n, d), randomModel(kernel.Linear, q, 2, d).X
	m.Alpha[n-1] = -m.Alpha[0] - m.Alpha[1]
	for _, points := range []dense.Points{m.X, x} {
		for i := range points.N {
			points.Row(i)[0] += 2000
		}
	}
	got, err := Predict(context.Background(), m, x)
	if err != nil {
		t.Fatal(err)
	}
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(400).SetFloat64(v) }
	for i := range x.N {
		want := number(0)
		var add func(placed int, weight *big.Float, product []*big.Float)
		add = func(placed int, weight *big.Float, product []*big.Float) {
			if placed == q-1 {
				s := number(0)
				for _, v := range product {
					s.Add(s, v)
				}
				want.Add(want, number(0).Mul(weight, s.Mul(s, s)))
				return
			}
			for k, a := range m.Alpha {
				next := make([]*big.Float, d)
				for j, v := range product {
					next[j] = number(0).Mul(v, number(m.X.Row(k)[j]))
				}
				add(placed+1, number(0).Mul(weight, number(a)), next)
			}
		}
		add(0, number(1), lists.Map(x.Row(i), number))
		if exact, _ := want.Float64(); math.Abs(got[i]-exact) > 1e-8*math.Abs(exact) {
			t.Errorf("row %d: %g, exactly %g", i, got[i], exact)
		}
	}
}

// TestSeriesEndsWithItsCoefficients checks that the list ends where coefficients lose digits: one
// variable has a monomial for every degree, and 1/171! is not a number of full precision.
func TestSeriesEndsWithItsCoefficients(t *testing.T) {
	l := examine(randomModel(kernel.Exponential{}, 4, 3, 1), Limits{Examined: 200_000, Listed: 3})
	if l.MaxDegree != 170 || len(l.Values) != 171 {
		t.Errorf("%d values up to degree %d", len(l.Values), l.MaxDegree)
	}
}

func TestTooManyMonomialsAreScreened(t *testing.T) {
	m := randomModel(kernel.Polynomial{Degree: 2}, 4, 6, 40)
	l := examine(m, Limits{Examined: 60, Listed: 5})
	if len(l.Variables) != 10 || len(l.Values) != 55 {
		t.Fatalf("%d variables, %d values", len(l.Variables), len(l.Values))
	}
	for _, w := range l.Top {
		if want := weightByDefinition(m, w.Monomial, w.Constant); math.Abs(w.Value-want) > 1e-12*math.Abs(want) {
			t.Errorf("weight of %v is %v, want %v", w.Monomial, w.Value, want)
		}
	}
	assertPlaces(t, m, l)
}

// assertPlaces checks that the place of every monomial up to degree 3 is that of its value in the list, or -1.
func assertPlaces(t *testing.T, m Model, l Listing) {
	t.Helper()
	found := 0
	check := func(mono kernel.Monomial) {
		place := l.Place(m.Kernel, mono)
		if place < 0 {
			return
		}
		found++
		want := weightByDefinition(m, mono, kernel.Constant(m.Kernel, mono, m.Q))
		if math.Abs(l.Values[place]-want) > 1e-11*math.Abs(want) {
			t.Errorf("%v: the value at the place of %v is %v, want %v", m.Kernel, mono, l.Values[place], want)
		}
	}
	check(kernel.Monomial{})
	for i := range m.X.D {
		check(kernel.Monomial{i})
		for j := i; j < m.X.D; j++ {
			check(kernel.Monomial{i, j})
			for k := j; k < m.X.D; k++ {
				check(kernel.Monomial{i, j, k})
			}
		}
	}
	if found != len(l.Values) {
		t.Errorf("%v: %d monomials have a place among %d values", m.Kernel, found, len(l.Values))
	}
}

func TestPlacesOfExaminedMonomials(t *testing.T) {
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3}, kernel.Exponential{}} {
		m := randomModel(k, 4, 6, 5)
		assertPlaces(t, m, examine(m, Limits{Examined: 60, Listed: 3}))
	}
}

func TestThresholdIsTwiceTheDeviation(t *testing.T) {
	m := randomModel(kernel.Linear, 4, 6, 50)
	l := examine(m, largeLimits)
	var mean, square float64
	for _, w := range l.Values {
		mean += w / 50
		square += w * w / 50
	}
	want := 2 * math.Sqrt(square-mean*mean)
	selected := 0
	for _, w := range l.Values {
		if math.Abs(w) > want {
			selected++
		}
	}
	if math.Abs(l.Threshold-want) > 1e-12*want || l.Selected != selected {
		t.Errorf("threshold %v selects %d, want %v and %d", l.Threshold, l.Selected, want, selected)
	}
}

// TestShareOfEqualWeights checks that weights as large as the last are selected with it, and not left out with it.
func TestShareOfEqualWeights(t *testing.T) {
	l := &Listing{Count: 4, Power: 8, values: []float64{1, -3, 2, 2}}
	for share, want := range map[float64]float64{0.3: 2, 0.5: 1, 0.8: 1, 0.9: 0} {
		if got := CarryShare(share)(l, math.Inf(1)); got != want {
			t.Errorf("threshold %g for the share %g, want %g", got, share, want)
		}
	}
}

// examine examines a model with a context that does not end.
func examine(m interface {
	Examine(context.Context, Limits) (Listing, error)
}, limits Limits) Listing {
	l, err := m.Examine(context.Background(), limits)
	if err != nil {
		panic(err)
	}
	return l
}

// TestCancelledAtOnce checks that each computation checks its context repeatedly and returns at
// the check that finds it ended.
func TestCancelledAtOnce(t *testing.T) {
	m := randomModel(kernel.Polynomial{Degree: 3}, 4, 9, 4)
	for name, compute := range map[string]func(context.Context) error{
		"weights": func(ctx context.Context) error {
			_, err := m.Examine(ctx, Limits{Examined: 1000, Listed: 5})
			return err
		},
		"prediction by features":   func(ctx context.Context) error { _, err := ByFeatures(ctx, m, m.X); return err },
		"prediction by the tensor": func(ctx context.Context) error { _, err := ByTensor(ctx, m, [][]float64{m.Alpha}, m.X); return err },
	} {
		whole := canceltest.CountCalls()
		if err := compute(whole); err != nil || whole.Calls() < 10 {
			t.Fatalf("%s: %v after %d checks", name, err, whole.Calls())
		}
		for _, last := range []int64{1, 3, whole.Calls() - 1} {
			e := canceltest.CancelAt(last)
			if err := compute(e); err != context.Canceled || e.Calls() != last {
				t.Errorf("%s: %v after %d checks, want %d", name, err, e.Calls(), last)
			}
		}
	}
}
