package linear

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"lplab/core/solvers/optimize"
)

// dataFolder holds points and targets in files such as 1000x200.f64, row by row, in the format of
// testdata/reference/speed.py, the script that compares libraries.
var dataFolder = flag.String("data", "", "a folder with the data of BenchmarkLassoPath; random data if empty")

// standardisedData returns n points of d independent, standardised features and a target of 20 of them, with noise.
func standardisedData(b *testing.B, n, d int) *Data {
	if *dataFolder != "" {
		file, err := os.Open(fmt.Sprintf("%s/%dx%d.f64", *dataFolder, n, d))
		if err != nil {
			b.Fatal(err)
		}
		defer file.Close()
		rows, y := make([]float64, n*d), make([]float64, n)
		if err := errors.Join(binary.Read(file, binary.LittleEndian, rows), binary.Read(file, binary.LittleEndian, y)); err != nil {
			b.Fatal(err)
		}
		return &Data{X: Dense(n, d, rows), Y: y, Intercept: true}
	}
	const relevant = 20
	r := rand.New(rand.NewPCG(1, 1))
	rows, y := make([]float64, n*d), make([]float64, n)
	for j := range d {
		var mean, square float64
		for i := range n {
			v := r.NormFloat64()
			rows[i*d+j] = v
			mean += v / float64(n)
			square += v * v / float64(n)
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

// grid returns 100 lambdas from the largest that selects a feature to a hundredth of it.
func grid(scale float64) []float64 {
	lambdas := make([]float64, 100)
	for k := range lambdas {
		lambdas[k] = scale * math.Pow(0.01, float64(k)/99)
	}
	return lambdas
}

// BenchmarkLassoPath measures a path of 100 lambdas, without data computed before.
func BenchmarkLassoPath(b *testing.B) {
	for _, size := range [][2]int{{200, 5000}, {1000, 200}, {5000, 50}} {
		for _, tolerance := range []float64{1e-3, 1e-6, 1e-10} {
			b.Run(fmt.Sprintf("%dx%d/%g", size[0], size[1], tolerance), func(b *testing.B) {
				data := standardisedData(b, size[0], size[1])
				scale, err := Lasso(CoordinateDescent).Scale(data)
				if err != nil {
					b.Fatal(err)
				}
				sweeps := 0
				for b.Loop() {
					d := &Data{X: data.X, Y: data.Y, Intercept: true}
					fits, err := fitPath(context.Background(), Lasso(CoordinateDescent), d, grid(scale), optimize.Settings{Tolerance: tolerance, MaxIterations: 1000})
					if err != nil {
						b.Fatal(err)
					}
					sweeps = 0
					for _, f := range fits {
						if f.Status != optimize.Converged {
							b.Fatal(f.Status)
						}
						sweeps += f.Iterations
					}
				}
				b.ReportMetric(float64(sweeps), "sweeps")
			})
		}
	}
}
