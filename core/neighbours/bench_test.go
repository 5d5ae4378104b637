package neighbours

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"lplab/core/rng"
)

// BenchmarkSharedDistances predicts the points of a search's automatic grid, 30 k from 1 to
// half of 1,000 points, by distances that are computed once, and reports how many times as
// long it takes to compute them anew for every k: "ratio".
func BenchmarkSharedDistances(b *testing.B) {
	const n, d, most, count = 1000, 30, 500, 30
	random := rng.New(1)
	points, labels := make([][]float64, n), make([]float64, n)
	for i := range points {
		points[i] = make([]float64, d)
		for j := range points[i] {
			points[i][j] = random.Normal()
		}
		labels[i] = random.Normal()
	}
	model, err := Regression(points, labels)
	if err != nil {
		b.Fatal(err)
	}
	var ks []int
	for i := range count {
		ks = append(ks, int(math.Round(math.Pow(most, float64(i)/(count-1)))))
	}
	ks = slices.Compact(ks)
	dst := make([][]float64, len(ks))
	for j := range dst {
		dst[j] = make([]float64, n)
	}
	var together, anew time.Duration
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
		anew += time.Since(start)
	}
	b.ReportMetric(float64(anew)/float64(together), "ratio")
}
