package lab

import (
	"math"
	"slices"
	"testing"

	"lplab/core/experiment"
)

// TestDigest checks that the digest does not depend on the clock, the strategy and
// the last digits, and changes with the result or the data.
func TestDigest(t *testing.T) {
	const model = `"model": {"kernel": {"type": "polynomial"}, "gamma": 2}`
	spec := func(seed, rest string) string {
		return `{"data": {"source": "synthetic", "n": 40, "d": 5, "relevant": 2, "seed": ` + seed + `}, ` + rest + `}`
	}
	ticks := 0.0
	clock := func() float64 { ticks++; return ticks }
	r := mustRun(t, spec("1", model), nil, Options{})
	want := r.Result
	if want.Engine != Engine || len(want.Data) != 16 || len(want.Digest) != 16 {
		t.Errorf("%+v", want)
	}
	for name, same := range map[string]*experiment.Report{
		"with a clock": mustRun(t, spec("1", model), nil, Options{Clock: clock, AllWeights: true}),
		"by features":  mustRun(t, spec("1", model+`, "solver": {"strategy": "features"}`), nil, Options{}),
		"by tensor":    mustRun(t, spec("1", model+`, "solver": {"strategy": "tensor"}`), nil, Options{}),
		"with a title": mustRun(t, spec("1", model+`, "title": "another"`), nil, Options{}),
	} {
		if same.Result != want {
			t.Errorf("%s: %+v, want %+v", name, same.Result, want)
		}
	}
	data := mustReadFile(t, "../data/sample/wpbc.csv")
	wpbc := func(strategy string) experiment.Result { // one step of refinement does not give eight digits on features
		return mustRun(t, `{"data": {"source": "file", "name": "wpbc.csv"}, "target": "time", "model": {"kernel": {"type": "polynomial", "degree": 2}}, "solver": {"strategy": "`+strategy+`"}}`, data, Options{}).Result
	}
	if features, onTensor := wpbc("features"), wpbc("tensor"); features != onTensor {
		t.Errorf("by features %+v, by the tensor %+v", features, onTensor)
	}
	other := mustRun(t, spec("1", `"model": {"kernel": {"type": "polynomial"}, "gamma": 2.0001}`), nil, Options{}).Result
	if other.Data != want.Data || other.Digest == want.Digest {
		t.Errorf("another gamma: %+v, and %+v", other, want)
	}
	if other = mustRun(t, spec("2", model), nil, Options{}).Result; other.Data == want.Data || other.Digest == want.Digest {
		t.Errorf("other data: %+v, and %+v", other, want)
	}

	last := *r
	last.Weights.Top = slices.Clone(r.Weights.Top)
	for i := range last.Weights.Top {
		last.Weights.Top[i].Value *= 1 + 1e-13
	}
	last.Objective.Dual *= 1 + 1e-13
	slices.Reverse(last.Weights.Top)
	if digestOf(&last) != want {
		t.Error("the last places of the weights, or their order, change the digest")
	}
	last.Weights.Top[3].Value += 1e-6 * r.Weights.Top[0].Value
	if digestOf(&last).Digest == want.Digest {
		t.Error("a change in the sixth digit of a weight does not change the digest")
	}
}

// TestDigestWithoutWeights checks that the rounding of the margins of support vectors, which
// are 1, does not change the digest.
func TestDigestWithoutWeights(t *testing.T) {
	x, y := randomData(30, 2, 24)
	r := mustRun(t, familySpec(x, y, "svm", `"C": 100, "kernel": {"type": "gaussian", "beta": 1}`, true, `{"train": 1}`, ""), nil, Options{})
	want, margins := r.Result, 0
	for i, f := range r.Predictions.Train {
		if math.Abs(math.Abs(f)-1) < 1e-9 {
			r.Predictions.Train[i] = math.Copysign(1+1e-13*float64(i%3-1), f)
			margins++
		}
	}
	if digestOf(r) != want || margins < 3 {
		t.Errorf("%d margins of 1, digest %+v; with other last digits %+v", margins, want, digestOf(r))
	}
	r.Predictions.Train[0] += 1e-5
	if digestOf(r).Digest == want.Digest {
		t.Error("a change in the sixth digit of a prediction does not change the digest")
	}
}

func TestDigestOfExtremes(t *testing.T) {
	for _, size := range []float64{0, math.SmallestNonzeroFloat64, 1e-300, 1e300, math.MaxFloat64} {
		r := &experiment.Report{Status: experiment.Converged}
		r.Objective.Dual = -size
		r.Weights.Top = []experiment.Weight{{Value: size}, {Index: 1, Value: -size / 3}}
		if a, b := digestOf(r), digestOf(r); a != b || len(a.Digest) != 16 {
			t.Errorf("%g: %+v, %+v", size, a, b)
		}
	}
}
