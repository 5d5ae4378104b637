package linear

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lplab/core/solver"
)

// wide is 200 points of 5000 independent features, standardised as the lab does it,
// of which 20 make up the target, with noise.
func wide() *Data {
	const n, d, relevant = 200, 5000, 20
	r := rand.New(rand.NewPCG(1, 1))
	rows, y := make([]float64, n*d), make([]float64, n)
	for j := range d {
		var mean, square float64
		for i := range n {
			v := r.NormFloat64()
			rows[i*d+j] = v
			mean += v / n
			square += v * v / n
		}
		deviation, weight := math.Sqrt(square-mean*mean), r.NormFloat64()
		for i := range n {
			rows[i*d+j] = (rows[i*d+j] - mean) / deviation
			if j < relevant {
				y[i] += weight * rows[i*d+j]
			}
		}
	}
	for i := range y {
		y[i] += r.NormFloat64()
	}
	return &Data{X: Dense(n, d, rows), Y: y, Intercept: true}
}

// grid is 100 lambdas from the largest that selects a feature to a hundredth of it.
func grid(scale float64) []float64 {
	lambdas := make([]float64, 100)
	for k := range lambdas {
		lambdas[k] = scale * math.Pow(0.01, float64(k)/99)
	}
	return lambdas
}

// BenchmarkLassoPath is a path of 100 lambdas, from nothing but the data.
func BenchmarkLassoPath(b *testing.B) {
	data := wide()
	scale, err := Lasso{}.Scale(data)
	if err != nil {
		b.Fatal(err)
	}
	sweeps := 0
	for b.Loop() {
		sweeps = 0
		d := &Data{X: data.X, Y: data.Y, Intercept: true}
		var last *Fit
		for _, lambda := range grid(scale) {
			f, err := Lasso{}.Fit(context.Background(), d, lambda, last, Settings{Tolerance: 1e-5, MaxIterations: 100000})
			if err != nil {
				b.Fatal(err)
			}
			if f.Status != solver.Converged {
				b.Fatal(f.Status)
			}
			last = f
			sweeps += f.Iterations
		}
	}
	b.ReportMetric(float64(sweeps), "sweeps")
}
