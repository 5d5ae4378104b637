package linear

import (
	"context"
	"math"
	"testing"

	"lplab/core/solver"
)

// wide is the data of the speed comparison: 200 points, 5000 features, 20 of them
// relevant, standardised as the lab does it.
func wide() *Data {
	p := random(200, 5000, true, 1)
	return p.data
}

// BenchmarkLassoPath is a path of 100 lambdas from the largest down to a hundredth.
func BenchmarkLassoPath(b *testing.B) {
	data := wide()
	scale, err := Lasso{}.Scale(data)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		d := &Data{X: data.X, Y: data.Y, Intercept: true}
		var last *Fit
		total := 0
		for k := range 100 {
			f, err := Lasso{}.Fit(context.Background(), d, scale*math.Pow(0.01, float64(k)/99), last, Settings{Tolerance: 1e-5, MaxIterations: 100000})
			if err != nil {
				b.Fatal(err)
			}
			if f.Status != solver.Converged {
				b.Fatal(f.Status)
			}
			total += f.Iterations
			last = f
		}
		b.ReportMetric(float64(total), "sweeps")
	}
}
