package machine

import (
	"math"
	"testing"

	"lplab/core/numeric/rng"
	"lplab/core/spaces/mercer"
)

// TestLabelledBags learns from samples of different sizes from distributions: the label is the
// mean of each, and the set kernel predicts it for new bags [Z, "Regression on labelled bags"].
func TestLabelledBags(t *testing.T) {
	random := rng.New(4)
	bags := func(n int) (bags [][]float64, means []float64) {
		for range n {
			m := 4*random.Float64() - 2
			bag := make([]float64, 2*(20+random.IntN(20)))
			for i := range bag {
				bag[i] = m + 0.5*random.Normal()
			}
			bags, means = append(bags, bag), append(means, m)
		}
		return bags, means
	}
	training, labels := bags(60)
	queries, want := bags(20)
	k := mercer.Set{Base: mercer.Gaussian{Beta: 0.3}, Dimension: 2}
	f := mustFit(t, KernelRidge{}, &Data{K: gram(t, k, training), Y: labels, Intercept: true}, 1e-3, nil, tightSettings)
	got := make([]float64, len(queries))
	expand(t, got, k, queries, training, f.Alpha)
	for i, w := range want {
		if math.Abs(got[i]+f.Intercept-w) > 0.4 {
			t.Errorf("bag %d: predicted mean %.2f, true mean %.2f", i, got[i]+f.Intercept, w)
		}
	}
}
