package gram

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

var (
	linear      = kernel.Linear
	square      = kernel.Polynomial{Degree: 2}
	cube        = kernel.Polynomial{Degree: 3}
	exponential = kernel.Exponential{}
)

const gigabyte = 1 << 30

func TestChoice(t *testing.T) {
	for _, c := range []struct {
		name string
		r    Request
		want Strategy
	}{
		{"linear [H table 2]", Request{Kernel: linear, N: 120, D: 5000, Q: 4, EvenQ: true}, FeatureStrategy},
		{"linear, order 6", Request{Kernel: linear, N: 60, D: 1500, Q: 6, EvenQ: true}, FeatureStrategy},
		{"linear, few points, odd q", Request{Kernel: linear, N: 3, D: 5000, Q: 3}, FeatureStrategy},
		{"order above 8", Request{Kernel: square, N: 10, D: 100, Q: 10, EvenQ: true}, FeatureStrategy},
		{"kernel ridge regression", Request{Kernel: cube, N: 200, D: 200, Q: 2, EvenQ: true}, TensorStrategy},
		{"degree 3, N = 4.5 million", Request{Kernel: cube, N: 30, D: 300, Q: 4, EvenQ: true}, TensorStrategy},
		{"[S table 2]", Request{Kernel: square, N: 90, D: 650, Q: 4, EvenQ: true}, TensorStrategy},
		{"infinitely many features", Request{Kernel: exponential, N: 100, D: 10, Q: 4, EvenQ: true}, TensorStrategy},
		{"features above the budget", Request{Kernel: cube, N: 60, D: 1000, Q: 4, EvenQ: true}, TensorStrategy},
		{"tensor above the budget", Request{Kernel: square, N: 500, D: 200, Q: 4, EvenQ: true}, FeatureStrategy},
		{"exponential above the budget", Request{Kernel: exponential, N: 400, D: 20, Q: 4, EvenQ: true}, TruncatedStrategy},
		{"exponential somewhat above the budget", Request{Kernel: exponential, N: 285, D: 20, Q: 4, EvenQ: true}, StreamStrategy},
		{"exponential of few variables", Request{Kernel: exponential, N: 200, D: 2, Q: 4, EvenQ: true, Tolerance: 1e-10}, TruncatedStrategy},
		{"a high degree with too many features for the budget", Request{Kernel: kernel.Shifted(10, 1), N: 500, D: 20, Q: 3}, TruncatedStrategy},
		{"features computed in every pass", Request{Kernel: square, N: 2000, D: 600, Q: 3}, FeatureStrategy},
		{"one point", Request{Kernel: linear, N: 1, D: 1, Q: 4, EvenQ: true}, FeatureStrategy},
	} {
		c.r.Budget, c.r.Matrices, c.r.Passes, c.r.Wanted, c.r.Engine = 2*gigabyte, 4, 10, Auto, &Portable{}
		p, err := Choose(c.r)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if p.Strategy != c.want || !(p.Pass > 0) || math.IsInf(p.Build+p.Pass, 0) {
			t.Errorf("%s: %s in %g + %g s (%s), want %s", c.name, p.Strategy, p.Build, p.Pass, p.Reason, c.want)
		}
		for _, s := range []Strategy{FeatureStrategy, TensorStrategy, c.want} {
			if !strings.Contains(p.Reason, string(s)+": ") {
				t.Errorf("%s: the reason %q does not name %s", c.name, p.Reason, s)
			}
		}
		// The chosen strategy can be requested, at the same cost.
		c.r.Wanted = p.Strategy
		forced, err := Choose(c.r)
		if err != nil || forced.Strategy != p.Strategy || forced.Build != p.Build || forced.Pass != p.Pass || forced.Reason != "as asked for; "+p.Reason {
			t.Errorf("%s: asked for %s: %+v, %v", c.name, p.Strategy, forced, err)
		}
	}
}

// TestRoundedWhereTheyFit checks that entries are held rounded exactly where the memory budget does not fit the tensor
// but fits half of it and the memory of a pass, and that all that is held stays within the budget.
func TestRoundedWhereTheyFit(t *testing.T) {
	for q, n := range map[int]int{4: 200, 6: 50} {
		entries, square := tensor.Count(n, q), int64(n*n)
		least, whole := 8*19*square+4*entries, 8*(4*square+entries)
		for _, c := range []struct {
			budget   int64
			strategy Strategy
			rounded  bool
		}{{least - 1, StreamStrategy, false}, {least, StreamStrategy, true}, {(least + whole) / 2, StreamStrategy, true},
			{whole - 1, StreamStrategy, true}, {whole, TensorStrategy, false}} {
			for _, engine := range []Engine{&Portable{}, &steadyEngine{}} {
				r := Request{Kernel: exponential, N: n, D: 20, Q: float64(q), EvenQ: true, Budget: c.budget, Matrices: 4, Passes: 8, Wanted: Auto, Engine: engine}
				p, err := Choose(r)
				if err != nil || p.Strategy != c.strategy || p.Rounded != c.rounded || strings.Contains(p.Reason, "in 32 bits") != c.rounded {
					t.Errorf("order %d, %d bytes: %+v, %v", q, c.budget, p, err)
				}
				held := 8 * tensor.Holds(n, q, p.Room)
				if p.Rounded {
					held += 4 * (entries - tensor.Holds(n, q, p.Room))
				}
				if held > p.Held || p.Held > c.budget {
					t.Errorf("order %d: %d bytes held of %d, %d planned", q, held, c.budget, p.Held)
				}
			}
		}
		r := Request{Kernel: exponential, N: n, D: 20, Q: float64(q), EvenQ: true, Budget: 2 * whole, Matrices: 4, Passes: 8, Wanted: StreamStrategy, Engine: &Portable{}}
		if p, err := Choose(r); err != nil || p.Rounded || p.Held != 0 {
			t.Errorf("order %d, streamed by request: %+v, %v", q, p, err)
		}
	}
}

// TestMethodOnWeights checks that a method on weights never gets a tensor, even where it is much cheaper.
func TestMethodOnWeights(t *testing.T) {
	r := Request{Kernel: cube, N: 30, D: 100, Q: 4, EvenQ: true, Budget: 2 * gigabyte, Wanted: Auto, Passes: 10, Engine: &Portable{}}
	if p, err := Choose(r); err != nil || p.Strategy != TensorStrategy {
		t.Fatalf("for any form: %+v, %v", p, err)
	}
	r.FeaturesFor = "fista"
	p, err := Choose(r)
	if err != nil || p.Strategy != FeatureStrategy || !strings.Contains(p.Reason, "tensor: not possible, method fista works on the weights") {
		t.Errorf("%+v, %v", p, err)
	}
	const tensor = `strategy %q is not possible: method fista works on the weights of explicit features, and a tensor has none; choose strategy features, or method newton`
	const infinite = `the exponential kernel has infinitely many features; choose method newton, or a polynomial kernel`
	for _, c := range []struct {
		kernel kernel.Kernel
		wanted Strategy
		want   string
	}{
		{cube, TensorStrategy, fmt.Sprintf(tensor, "tensor")},
		{cube, StreamStrategy, fmt.Sprintf(tensor, "streamed")},
		{exponential, Auto, infinite},
		{exponential, FeatureStrategy, `strategy "features" is not possible: ` + infinite},
		{exponential, SparseStrategy, `strategy "sparse" is not possible: ` + infinite},
	} {
		r.Kernel, r.Wanted = c.kernel, c.wanted
		if p, err := Choose(r); err == nil || err.Error() != c.want {
			t.Errorf("%v, %s:\n %v %v\nwant\n %s", c.kernel, c.wanted, p, err, c.want)
		}
	}
}

// TestForcedAgainstTheModel checks that a more expensive strategy is taken where it is requested.
func TestForcedAgainstTheModel(t *testing.T) {
	r := Request{Kernel: linear, N: 120, D: 5000, Q: 4, EvenQ: true, Budget: gigabyte, Wanted: TensorStrategy, Passes: 10, Engine: &Portable{}}
	p, err := Choose(r)
	if err != nil || p.Strategy != TensorStrategy || !strings.HasPrefix(p.Reason, "as asked for; features: ") {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Request{Kernel: exponential, N: 10, D: 5, Q: 4, EvenQ: true, Wanted: FeatureStrategy},
			`strategy "features" is not possible: the exponential kernel has infinitely many features; choose strategy truncated or tensor, or a polynomial kernel`},
		{Request{Kernel: linear, N: 10, D: 5, Q: 3, Wanted: TensorStrategy},
			`strategy "tensor" is not possible: q = p/(p-1) = 3 is not an even integer; choose p = 2, 4/3, 6/5 or 8/7, or strategy features`},
		{Request{Kernel: linear, N: 10, D: 5, Q: 10, EvenQ: true, Wanted: TensorStrategy},
			`strategy "tensor" is not possible: the order q = 10 is above 8; choose p = 8/7 or larger`},
		{Request{Kernel: kernel.Polynomial{Degree: 7}, N: 1000, D: 100, Q: 4, EvenQ: true, Wanted: Auto},
			`the packed tensor of order 4 over 1,000 points and the solver's matrices take 335 GB, more than the memory budget of 1.07 GB, and strategy streamed takes about 9 h; train on at most 236 points (subsample), or choose a p nearer to 2, or ask for strategy streamed all the same`},
		{Request{Kernel: square, N: 10, D: 5, Q: 4, EvenQ: true, Wanted: TruncatedStrategy},
			`strategy "truncated" is not possible: the polynomial of degree 2 kernel has no degrees to leave out; choose strategy features`},
		{Request{Kernel: square, N: 1000, D: 600, Q: 4, EvenQ: true, Wanted: TensorStrategy},
			`strategy "tensor" is not possible: the packed tensor of order 4 over 1,000 points and the solver's matrices take 335 GB, more than the memory budget of 1.07 GB; train on at most 236 points (subsample), or choose a p nearer to 2`},
		{Request{Kernel: exponential, N: 10_000, D: 5, Q: 2, EvenQ: true, Wanted: TensorStrategy, Matrices: 4},
			`strategy "tensor" is not possible: the packed tensor of order 2 over 10,000 points and the solver's matrices take 3.6 GB, more than the memory budget of 1.07 GB; train on at most 5,461 points (subsample), or choose method proximal-gradient, or allow more memory (lplab solve -memory)`},
		{Request{Kernel: square, N: 2000, D: 600, Q: 3, Wanted: Auto, Boxed: true, Matrices: 4},
			`2,000 × 180,300 features and the solver's matrices take 3.03 GB, more than the memory budget of 1.07 GB; train on at most 731 points (subsample), or choose a lower degree or fewer features, or allow more memory (lplab solve -memory)`},
		{Request{Kernel: kernel.Polynomial{Degree: 10}, N: 20, D: 600, Q: 3, Wanted: Auto},
			`20 × more than 10^18 features and the solver's matrices take more than 10 EB, more than the memory budget of 1.07 GB; choose a lower degree or fewer features`},
	} {
		c.r.Budget, c.r.Passes, c.r.Engine = gigabyte, 10, &steadyEngine{}
		if p, err := Choose(c.r); err == nil || err.Error() != c.want {
			t.Errorf("%+v:\n %v %v\nwant\n %s", c.r, p, err, c.want)
		}
	}
}

// TestRemedyFits checks that the number of points in the remedy fits the budget, and that one more does not.
func TestRemedyFits(t *testing.T) {
	for _, q := range []int{2, 4, 6, 8} {
		for _, budget := range []int64{2_000, 1_000_000, 123_456_789, 2 * gigabyte} {
			for _, matrices := range []int{0, 4} {
				r := Request{Kernel: exponential, N: 1_000_000, D: 3, Q: float64(q), EvenQ: true, Budget: budget, Matrices: matrices, Wanted: TensorStrategy, Passes: 10, Engine: &Portable{}}
				_, err := Choose(r)
				if err == nil {
					t.Fatalf("q=%d: a million points fit %d bytes", q, budget)
				}
				var most int
				_, after, _ := strings.Cut(err.Error(), "train on at most ")
				if _, scan := fmt.Sscanf(strings.ReplaceAll(after, ",", ""), "%d points", &most); scan != nil {
					t.Fatalf("%v: %v", err, scan)
				}
				if r.N = most; !possible(r) {
					t.Errorf("q=%d, %d bytes: %d points do not fit", q, budget, most)
				}
				if tensor.Count(most, q)*8 > budget {
					t.Errorf("q=%d, %d bytes: the tensor of %d points is larger", q, budget, most)
				}
				if r.N = most + 1; possible(r) {
					t.Errorf("q=%d, %d bytes: %d points fit too", q, budget, most+1)
				}
			}
		}
	}
}

func possible(r Request) bool {
	_, err := Choose(r)
	return err == nil
}

// TestNoSizePanics checks that sizes that overflow every integer give an error message.
func TestNoSizePanics(t *testing.T) {
	for _, k := range []kernel.Kernel{linear, square, kernel.Polynomial{Degree: 10}, exponential} {
		for _, q := range []float64{2, 3, 4, 8, 10, 1e15} {
			for _, n := range []int{1, 2, 100, 1_000_000} {
				for _, d := range []int{1, 1000, 200_000} {
					for _, wanted := range []Strategy{Auto, TensorStrategy, FeatureStrategy, StreamStrategy} {
						for _, budget := range []int64{1, gigabyte} {
							r := Request{Kernel: k, N: n, D: d, Q: q, EvenQ: math.Mod(q, 2) == 0, Budget: budget, Matrices: 4, Wanted: wanted, Passes: 10, Engine: &Portable{}}
							p, err := Choose(r)
							text := p.Reason
							if err != nil {
								text = err.Error()
							}
							if text == "" || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "%!") ||
								err == nil && (!(p.Pass > 0) || math.IsInf(p.Build+p.Pass, 0)) {
								t.Errorf("%+v: %+v, %v", r, p, err)
							}
						}
					}
				}
			}
		}
	}
}

func TestEstimatesInWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{count(0), "0"}, {count(999_999), "999,999"}, {count(1e6), "1 million"}, {count(999_999_999), "1 billion"}, {count(2.345e9), "2.35 billion"}, {count(33_756_750_412_507_500), "3.38e16"},
		{count(math.MaxInt64), "more than 10^18"},
		{bytes(8), "0.008 kB"}, {bytes(23_357_880), "23.4 MB"}, {bytes(999_999_999), "1 GB"}, {bytes(2 * gigabyte), "2.15 GB"}, {bytes(3e12), "3 TB"},
		{bytes(3e15), "3 PB"}, {bytes(3e18), "3 EB"}, {bytes(1e20), "more than 10 EB"},
		{duration(1e-5), "less than a millisecond"}, {duration(0.0123), "about 12 ms"}, {duration(0.2), "about 0.2 s"}, {duration(4.56), "about 4.6 s"},
		{duration(99), "about 99 s"}, {duration(99.6), "about 2 min"}, {duration(7000), "about 117 min"}, {duration(36_000), "about 10 h"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// steadyEngine is an engine with the same rates on every machine.
type steadyEngine struct{ Portable }

func (steadyEngine) Rates(Request) Rates {
	return Rates{Flops: 3e9, Entry: 13e-9, Read: 4e9, Products: 3e9, Factor: 4e9}
}

func (steadyEngine) Tensor(context.Context, kernel.Kernel, dense.Points, int, int64, bool, func(float64)) (Form, error) {
	panic("not requested")
}

// fastEngine is an engine with high rates and much memory.
type fastEngine struct {
	Portable
	built bool
}

func (q *fastEngine) Rates(Request) Rates {
	return Rates{Flops: 1e12, Read: 1e12, Products: 1e9, Factor: 4e9, Room: 8 * gigabyte}
}

func (q *fastEngine) Tensor(ctx context.Context, k kernel.Kernel, x dense.Points, order int, room int64, rounded bool, progress func(float64)) (Form, error) {
	q.built = true
	return q.Portable.Tensor(ctx, k, x, order, room, rounded, progress)
}

// TestChoiceIsTheSameEverywhere checks that an engine's rates and the number of processors change
// the estimates and not the choice, and that the engine builds the tensor.
func TestChoiceIsTheSameEverywhere(t *testing.T) {
	e := &fastEngine{}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, r := range []Request{
		{Kernel: square, N: 300, D: 100, Q: 4, EvenQ: true},
		{Kernel: square, N: 90, D: 650, Q: 4, EvenQ: true},
		{Kernel: cube, N: 100, D: 40, Q: 4, EvenQ: true},
		{Kernel: cube, N: 60, D: 40, Q: 4, EvenQ: true, Boxed: true},
	} {
		r.Budget, r.Wanted, r.Passes, r.Matrices = 8*gigabyte, Auto, 10, 4
		var plans []Plan
		for _, engine := range []Engine{&Portable{}, e} {
			for _, processors := range []int{1, 2, 7} {
				runtime.GOMAXPROCS(processors)
				r.Engine = engine
				p, err := Choose(r)
				if err != nil {
					t.Fatal(err)
				}
				if plans = append(plans, p); p.Strategy != plans[0].Strategy {
					t.Errorf("%v, n = %d: %s, and %s with another engine", r.Kernel, r.N, p.Strategy, plans[0].Strategy)
				}
			}
		}
	}
	x := dense.Points{N: 3, D: 2, X: []float64{1, 2, 3, 4, 5, 6}}
	r := Request{Kernel: square, Q: 4, Engine: e}
	if _, err := New(context.Background(), r, Plan{Strategy: TensorStrategy}, x, nil); err != nil || !e.built {
		t.Errorf("the engine does not build the tensor, %v", err)
	}
}

// TestManyRows checks that no n x n matrix is needed where there are few features.
func TestManyRows(t *testing.T) {
	for _, boxed := range []bool{false, true} {
		r := Request{Kernel: linear, N: 1_000_000, D: 20, Q: 4, EvenQ: true, Budget: gigabyte, Wanted: Auto, Passes: 8, Matrices: 4, Boxed: boxed, Engine: &Portable{}}
		p, err := Choose(r)
		if err != nil || p.Strategy != FeatureStrategy || p.Side != Dimensions {
			t.Errorf("boxed %v: %+v, %v", boxed, p, err)
		}
	}
	r := Request{Kernel: linear, N: 2000, D: 10_000, Q: 4, EvenQ: true, Budget: gigabyte, Wanted: Auto, Passes: 8, Matrices: 4, Engine: &Portable{}}
	if p, err := Choose(r); err != nil || p.Side != Neither {
		t.Errorf("%+v, %v", p, err)
	}
}
