package tensor

import "slices"

// At returns the tensor's value at the given indices, in any order.
func (p *Packed) At(index ...int) float64 {
	if len(index) != p.q {
		panic("tensor: wrong number of indices")
	}
	sorted := slices.Sorted(slices.Values(index))
	if sorted[0] < 0 || sorted[p.q-1] >= p.points.N {
		panic("tensor: index out of range")
	}
	rank := Rank(sorted)
	if rank >= p.Held() {
		return p.value(sorted)
	}
	v := p.data[rank]
	run := 1
	for t := 1; t < p.q; t++ {
		if sorted[t] == sorted[t-1] {
			run++
			v *= float64(run)
		} else {
			run = 1
		}
	}
	return v
}

// value computes an entry by its definition.
func (p *Packed) value(index []int) float64 {
	var s [1]float64
	for l := range p.points.D {
		product := 1.0
		for _, i := range index {
			product *= p.points.Row(i)[l]
		}
		s[0] += product
	}
	p.apply(s[:])
	return s[0]
}
