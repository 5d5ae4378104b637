package design

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// TestDesignCopiesTheTableOnce checks that a design and a fold allocate little more than the matrices
// of their parts.
func TestDesignCopiesTheTableOnce(t *testing.T) {
	const rows, columns = 50_000, 20
	r := rand.New(rand.NewPCG(1, 1))
	names, numbers := make([]string, columns), make([][]float64, columns)
	for j := range numbers {
		names[j], numbers[j] = fmt.Sprintf("x%d", j), make([]float64, rows)
		for i := range numbers[j] {
			numbers[j][i] = r.NormFloat64()
		}
	}
	data := table.NewNumeric(names, numbers)
	s := experiment.Spec{Target: "x0", Task: experiment.Regression, Preprocess: experiment.Preprocess{Standardize: true, Missing: experiment.MissingDrop},
		Split: experiment.Split{Train: experiment.Part{Fraction: 0.75}, Test: experiment.Part{Fraction: 0.25}}}
	const matrix = rows * (columns - 1) * 8
	var d *Design
	var err error
	if took := allocated(func() { d, err = New(data, s) }); err != nil || took > 1.35*matrix {
		t.Errorf("%v: %.1f MB allocated, the matrix takes %.1f", err, took/1e6, matrix/1e6)
	}
	held := make([]int, rows/8)
	for i := range held {
		held[i] = 3 * i
	}
	if took := allocated(func() { _, err = d.Fold(held) }); err != nil || took > 0.75*1.35*matrix {
		t.Errorf("a fold: %v: %.1f MB allocated, the training matrix takes %.1f", err, took/1e6, 0.75*matrix/1e6)
	}
}

// allocated returns the number of bytes that a call allocates, including freed ones.
func allocated(call func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}
