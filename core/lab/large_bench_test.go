package lab

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"
	"time"

	"lplab/core/experiment"
)

// largeFile returns a CSV file of normal numbers with a target that depends on six columns.
func largeFile(rows, columns int) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	var b []byte
	for j := range columns {
		b = fmt.Appendf(b, "x%d,", j+1)
	}
	b = append(b, "y\n"...)
	for range rows {
		y := 0.1 * r.NormFloat64()
		for j := range columns {
			x := r.NormFloat64()
			if j < 6 {
				y += float64(j%3-1)*x + x/2
			}
			b = append(strconv.AppendFloat(b, x, 'g', 6, 64), ',')
		}
		b = append(strconv.AppendFloat(b, y, 'g', 6, 64), '\n')
	}
	return b
}

const largeExperiment = `{"data":{"source":"file","name":"large.csv"},"target":"y","split":{"train":0.8,"test":0.2},
	"model":{"kernel":{"type":"linear"},"p":"4/3"},"search":{"criterion":"cross-validation","count":10,"folds":5}}`

// BenchmarkLargeFile runs a search by cross-validation from the bytes of a file to the report, and
// reports the memory obtained from the system, including the file.
func BenchmarkLargeFile(b *testing.B) {
	for _, size := range [][2]int{{100_000, 50}, {1_000_000, 20}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			file := largeFile(size[0], size[1])
			spec := mustDecode(b, largeExperiment)
			b.SetBytes(int64(len(file)))
			start := time.Now()
			for b.Loop() {
				report, err := Run(b.Context(), spec, file, Options{Clock: func() float64 { return time.Since(start).Seconds() }})
				if err != nil || report.Status != experiment.Converged {
					b.Fatal(err, report)
				}
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/(1<<20), "MB")
		})
	}
}
