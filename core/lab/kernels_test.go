package lab

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestEveryMercerKernel checks kernel ridge with each kernel against a solution of
// (K + lambda I) alpha = y, with the formula of the kernel given here.
func TestEveryMercerKernel(t *testing.T) {
	const n, trained, lambda = 14, 11, 0.7
	x, y := randomData(n, 2, 20)
	for i := range x {
		for j := range x[i] {
			x[i][j] = math.Abs(x[i][j]) // for the min kernel
		}
	}
	gaussian := func(x, t []float64) float64 {
		return math.Exp(-0.4 * ((x[0]-t[0])*(x[0]-t[0]) + (x[1]-t[1])*(x[1]-t[1])))
	}
	for _, c := range []struct {
		kernel string
		value  func(x, t []float64) float64
	}{
		{`{"type": "linear"}`, dot},
		{`{"type": "polynomial", "degree": 3, "constant": 0.5}`, func(x, t []float64) float64 { return math.Pow(0.5+dot(x, t), 3) }},
		{`{"type": "gaussian", "beta": 0.4}`, gaussian},
		{`{"type": "anova"}`, func(x, t []float64) float64 { return (1 + x[0]*t[0]) * (1 + x[1]*t[1]) }},
		{`{"type": "min"}`, func(x, t []float64) float64 { return min(x[0], t[0]) * min(x[1], t[1]) }},
		{`{"type": "exponential", "a": 0.3}`, func(x, t []float64) float64 { return math.Exp(0.3 * dot(x, t)) }},
		{`{"type": "series", "coefficients": [2, 0, 1]}`, func(x, t []float64) float64 { return 2 + dot(x, t)*dot(x, t) }},
		{`{"type": "matrix", "A": [[2, 1], [1, 3]]}`, func(x, t []float64) float64 {
			return 2*x[0]*t[0] + x[0]*t[1] + x[1]*t[0] + 3*x[1]*t[1]
		}},
		{`{"type": "set", "of": [{"type": "gaussian", "beta": 0.2}]}`, func(x, t []float64) float64 {
			var sum float64
			for _, a := range x {
				for _, b := range t {
					sum += math.Exp(-0.2*(a-b)*(a-b)) / 4
				}
			}
			return sum
		}},
		{`{"type": "sum", "of": [{"type": "linear"}, {"type": "gaussian", "beta": 0.4}]}`, func(x, t []float64) float64 { return dot(x, t) + gaussian(x, t) }},
		{`{"type": "product", "of": [{"type": "linear"}, {"type": "gaussian", "beta": 0.4}]}`, func(x, t []float64) float64 { return dot(x, t) * gaussian(x, t) }},
		{`{"type": "scale", "factor": 3, "of": [{"type": "anova"}]}`, func(x, t []float64) float64 { return 3 * (1 + x[0]*t[0]) * (1 + x[1]*t[1]) }},
		{`{"type": "compose", "columns": ["x2"], "of": [{"type": "polynomial", "degree": 2}]}`, func(x, t []float64) float64 { return math.Pow(x[1]*t[1], 2) }},
		{`{"type": "polynomial-of", "coefficients": [1, 0.5, 2], "of": [{"type": "gaussian", "beta": 0.4}]}`, func(x, t []float64) float64 {
			k := gaussian(x, t)
			return 1 + k/2 + 2*k*k
		}},
		{`{"type": "polynomial-of", "coefficients": [0, 1, 1], "of": [{"type": "sum", "of": [{"type": "linear"}, {"type": "compose", "columns": ["x1"], "of": [{"type": "min"}]}]}]}`,
			func(x, t []float64) float64 {
				k := dot(x, t) + min(x[0], t[0])
				return k + k*k
			}},
	} {
		spec := fmt.Sprintf(`{%s, "target": "y", "split": {"train": [0,1,2,3,4,5,6,7,8,9,10], "test": [11,12,13]}, "preprocess": {"standardize": false, "intercept": false},
			"model": {"type": "kernel-ridge", "lambda": %g, "kernel": %s}}`, inline(x, y), lambda, c.kernel)
		r := mustRun(t, spec, nil, Options{})
		system := mat.NewDense(trained, trained, nil)
		for i := range trained {
			for j := range trained {
				system.Set(i, j, c.value(x[i], x[j]))
			}
			system.Set(i, i, system.At(i, i)+lambda)
		}
		alpha := solveDense(t, system, y[:trained])
		want := make([]float64, n-trained)
		for i := range want {
			for j, a := range alpha {
				want[i] += a * c.value(x[trained+i], x[j])
			}
		}
		assertVector(t, c.kernel, r.Predictions.Test, want, 1e-8)
	}
}
