package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 {
		readAll = avx2ReadAll
		multiplyAdd, multiplyAddFlops = avx2MultiplyAdd, 96
	}
}

func avx2ReadAll(data []float64) float64 {
	whole := len(data) &^ 31
	s := portableReadAll(data[whole:])
	if whole > 0 {
		s += readWhole(&data[0], whole)
	}
	return s
}

// readWhole returns the sum of n numbers, a positive multiple of 32.
//
//go:noescape
func readWhole(data *float64, n int) float64

// avx2MultiplyAdd runs twelve chains s -> s/2 + 1/4 of four numbers each.
//
//go:noescape
func avx2MultiplyAdd(rounds int) float64
