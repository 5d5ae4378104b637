package tensor

// The limits of the machine, to which the rates of building and contracting are compared.

// ReadLimit returns the sum of the held entries, each read once, as fast as one thread can: from
// the first to the last, or in four streams, each through a quarter of them, as a contraction reads
// four blocks side by side. Which is faster depends on the processor. With more entries than the
// caches hold, no contraction can be faster than the faster of the two.
func (p *Packed) ReadLimit(fourStreams bool) float64 {
	n := len(p.data) &^ (readStep - 1)
	gap := readStep / 4
	if fourStreams {
		gap = n / 4
	}
	return readAll(p.data[:n], gap) + portableReadAll(p.data[n:], 1)
}

// readStep is how many numbers are read in one step, a fourth in each stream.
const readStep = 32

// MultiplyAddLimit does rounds of separate multiplications and additions, the same number of each, on
// registers, in enough independent chains to keep the units of one thread busy. It returns their
// sum and the number of operations: building a tensor, without fused operations, cannot do more a second.
func MultiplyAddLimit(rounds int) (sum float64, flops float64) {
	return multiplyAdd(rounds), float64(multiplyAddFlops) * float64(rounds)
}

// The fastest implementations that the processor has.
var (
	readAll          = portableReadAll
	multiplyAdd      = portableMultiplyAdd
	multiplyAddFlops = portableMultiplyAddFlops
)

// portableReadAll has one stream, whatever the gap.
func portableReadAll(data []float64, _ int) float64 {
	var s0, s1, s2, s3 float64
	for ; len(data) >= 4; data = data[4:] {
		s0 += data[0]
		s1 += data[1]
		s2 += data[2]
		s3 += data[3]
	}
	for _, v := range data {
		s0 += v
	}
	return (s0 + s1) + (s2 + s3)
}

const portableMultiplyAddFlops = 16 // of one round

// portableMultiplyAdd runs eight chains s -> s/2 + 1/4.
func portableMultiplyAdd(rounds int) float64 {
	const a, b = 0.5, 0.25
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	for range rounds {
		s0 = float64(s0*a) + b
		s1 = float64(s1*a) + b
		s2 = float64(s2*a) + b
		s3 = float64(s3*a) + b
		s4 = float64(s4*a) + b
		s5 = float64(s5*a) + b
		s6 = float64(s6*a) + b
		s7 = float64(s7*a) + b
	}
	return s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7
}
