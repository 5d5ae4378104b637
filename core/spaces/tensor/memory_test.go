package tensor

import (
	"context"
	"runtime"
	"testing"

	"lplab/core/spaces/kernel"
)

// allocatedBytes returns the number of bytes that a function allocates on one processor.
func allocatedBytes(f func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestMemoryOfComputedEntries checks that a contraction uses memory for a few blocks of computed entries, for any
// number of shards.
func TestMemoryOfComputedEntries(t *testing.T) {
	const n, q = 120, 4
	packed, err := BuildPart(context.Background(), randomPoints(n, 2, 1), q, square, 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, omega, alpha := NewContraction(packed), make([]float64, n), randomVector(n, 2)
	most := uint64(8 * 2 * groupSize * triangle(n))
	if bytes := allocatedBytes(func() { c.OmegaM(context.Background(), omega, nil, alpha) }); bytes > most {
		t.Errorf("a pass over entries that are not held takes %d bytes, want at most %d", bytes, most)
	}
}

// TestMemoryOfEvaluateAtOrderTwo checks that at order 2 a prediction uses memory proportional to the number of points
// and not to a triangle.
func TestMemoryOfEvaluateAtOrderTwo(t *testing.T) {
	const n = 3000
	p, alphas, dst := randomPoints(n, 2, 1), [][]float64{randomVector(n, 2)}, values(1, 1)
	const most = 8 * 100 * n
	if bytes := allocatedBytes(func() { Evaluate(context.Background(), dst, p, 2, kernel.Polynomial{Degree: 2}, alphas, p.Prefix(1)) }); bytes > most {
		t.Errorf("a prediction from %d points takes %d bytes, want at most %d", n, bytes, most)
	}
}
