package tensor

import "golang.org/x/sys/cpu"

func init() {
	if cpu.X86.HasAVX2 {
		readAll = avx2ReadAll
		multiplyAdd, multiplyAddFlops = avx2MultiplyAdd, 96
	}
}

func avx2ReadAll(data []float64, gap int) float64 {
	if len(data) == 0 {
		return 0
	}
	return readStreams(&data[0], gap, len(data)/readStep)
}

// readStreams returns the sum of 32 steps numbers, steps > 0: 8 of each step in each of four
// streams that begin gap numbers apart. The streams go on by 8 numbers, or, where gap is
// 8, by 32, so that they are one.
//
//go:noescape
func readStreams(data *float64, gap, steps int) float64

// avx2MultiplyAdd runs twelve chains s -> s/2 + 1/4 of four numbers each.
//
//go:noescape
func avx2MultiplyAdd(rounds int) float64
