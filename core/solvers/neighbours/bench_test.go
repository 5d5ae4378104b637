package neighbours

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

// BenchmarkSharedDistances predicts the points of a search's automatic grid, 30 k from 1 to half
// of 1,000 points, with distances that are computed once. The metric "ratio" is the time with new
// distances for every k, divided by this time.
func BenchmarkSharedDistances(b *testing.B) {
	const n, d, most = 1000, 30, 500
	random := rng.New(1)
	points, labels := dense.Points{N: n, D: d, X: make([]float64, n*d)}, make([]float64, n)
	for i := range points.X {
		points.X[i] = random.Normal()
	}
	for i := range labels {
		labels[i] = random.Normal()
	}
	model, err := New(points, labels, 0)
	if err != nil {
		b.Fatal(err)
	}
	ks := gridTo(most)
	dst := make([][]float64, len(ks))
	for j := range dst {
		dst[j] = make([]float64, n)
	}
	var together, separate time.Duration
	for b.Loop() {
		start := time.Now()
		if err := model.Predict(context.Background(), dst, points, ks); err != nil {
			b.Fatal(err)
		}
		together += time.Since(start)
		start = time.Now()
		for j := range ks {
			if err := model.Predict(context.Background(), dst[j:j+1], points, ks[j:j+1]); err != nil {
				b.Fatal(err)
			}
		}
		separate += time.Since(start)
	}
	b.ReportMetric(float64(separate)/float64(together), "ratio")
}

// BenchmarkSearch predicts the held-out fifths of 5,000 points with 30 k from 1 to 2,500, and to 100, as a search does.
func BenchmarkSearch(b *testing.B) {
	const n, d, folds = 5000, 10, 5
	random := rng.New(1)
	var training, heldOut [folds]dense.Points
	var labels [folds][]float64
	for i := range n {
		x := make([]float64, d)
		for j := range x {
			x[j] = random.Normal()
		}
		for fold := range folds {
			p := &training[fold]
			if fold == i%folds {
				p = &heldOut[fold]
			} else {
				labels[fold] = append(labels[fold], x[0])
			}
			p.N, p.D, p.X = p.N+1, d, append(p.X, x...)
		}
	}
	for _, most := range []float64{2500, 100} {
		b.Run(fmt.Sprint(most), func(b *testing.B) {
			ks := gridTo(most)
			dst := make([][]float64, len(ks))
			for j := range dst {
				dst[j] = make([]float64, n/folds)
			}
			for b.Loop() {
				for fold := range folds {
					model, err := New(training[fold], labels[fold], 0)
					if err != nil {
						b.Fatal(err)
					}
					if err := model.Predict(context.Background(), dst, heldOut[fold], ks); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// gridTo returns at most 30 numbers of neighbours from 1 on, at equal factors.
func gridTo(most float64) []int {
	const count = 30
	ks := make([]int, count)
	for i := range ks {
		ks[i] = int(math.Round(math.Pow(most, float64(i)/(count-1))))
	}
	return slices.Compact(ks)
}
