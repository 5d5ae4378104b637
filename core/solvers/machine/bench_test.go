package machine

import (
	"context"
	"fmt"
	"testing"

	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// BenchmarkRidgeSearch measures a search over 50 lambdas with 5 folds: fits of 1,600 of 2,000 points, five times.
func BenchmarkRidgeSearch(b *testing.B) {
	const n, folds, lambdas = 2000, 5, 50
	points, target, _ := sample(n, 10, 3)
	k := gram(b, mercer.Gaussian{Beta: 0.1}, points)
	for b.Loop() {
		for fold := range folds {
			d := &Data{Intercept: true}
			for i := range n {
				if i%folds == fold {
					continue
				}
				d.Y = append(d.Y, target[i])
				for j := range n {
					if j%folds != fold {
						d.K = append(d.K, k[i*n+j])
					}
				}
			}
			lambda := KernelRidge{}.Scale(d)
			for range lambdas {
				if f, err := (KernelRidge{}).Fit(context.Background(), d, lambda, nil, usualSettings); err != nil || f.Status != optimize.Converged {
					b.Fatal(f, err)
				}
				lambda *= 0.75
			}
		}
	}
}

// BenchmarkReduction reports the speed of the reduction to a band, of 4/3 n^3 operations.
func BenchmarkReduction(b *testing.B) {
	for _, n := range []int{500, 2000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			points, target, _ := sample(n, 10, 3)
			k := gram(b, mercer.Gaussian{Beta: 0.1}, points)
			for b.Loop() {
				(&Data{K: k, Y: target, Intercept: true}).reduction(context.Background())
			}
			b.ReportMetric(4./3*float64(n)*float64(n)*float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
		})
	}
}

// BenchmarkClassifiers fits support vector machines and kernel logistic regression; with a large C
// most of the time of the former is spent on the vectors strictly between their bounds.
func BenchmarkClassifiers(b *testing.B) {
	for _, c := range []struct {
		method Method
		n      int
		c      float64
	}{
		{SVM{}, 500, 1}, {SVM{}, 500, 100}, {SVM{}, 4000, 1},
		{KernelLogistic{}, 200, 1}, {KernelLogistic{}, 1000, 1}, {KernelLogistic{}, 1000, 100},
	} {
		b.Run(fmt.Sprintf("%v/n=%d/C=%g", c.method, c.n, c.c), func(b *testing.B) {
			points, _, classes := sample(c.n, 5, 3)
			d := &Data{K: gram(b, mercer.Gaussian{Beta: 0.5}, points), Y: classes, Intercept: true}
			for b.Loop() {
				if f, err := c.method.Fit(context.Background(), d, c.c, nil, usualSettings); err != nil || f.Status != optimize.Converged {
					b.Fatal(f, err)
				}
			}
		})
	}
}
