package neighbours

import (
	"cmp"
	"math"
	"slices"
)

// search orders the training points by their distance from a point.
//
// Points are sorted by the squared distance ||x||^2 + ||t||^2 - 2 x.t in single precision. Those
// with an order that rounding makes uncertain are compared again by the sum of squared differences.
type search struct {
	*Neighbours
	keys       []key // of all points, in their order
	near, swap []key // of the nearest points
	counts     [3][1 << digit]int
	distances  []float64 // squared distances of points that are compared again
}

// key is a squared distance, as the bits of a nonnegative float32, before the index of a training
// point: keys are ordered as these pairs.
type key uint64

func (k key) index() int { return int(uint32(k)) }

func (k key) distance() float64 { return float64(math.Float32frombits(uint32(k >> 32))) }

// nearest returns at least the k training points nearest to x, these in order, from the inner products
// with x. The keys are valid until the next call.
func (s *search) nearest(x, products []float64, k int) []key {
	var square float64
	for _, v := range x {
		square += v * v
	}
	// In units of the largest term, all distances are between 0 and 2.
	unit := 1 / (square + s.largest)
	rounding := float64(4*len(x)+8) * 0x1p-52
	if !(unit > 0 && unit <= math.MaxFloat64) {
		unit, rounding = 0, 2 // the squares overflow, or are all 0: nothing is known
	}
	for i, p := range products {
		v := max(0, (square+s.squares[i]-2*p)*unit)
		if unit == 0 {
			v = 0
		}
		s.keys[i] = key(math.Float32bits(float32(v)))<<32 | key(i)
	}
	near := s.smallest(k)
	if !s.order(x, near, k, rounding) {
		near = s.smallest(len(s.keys))
		s.order(x, near, k, rounding)
	}
	return near
}

// order sorts the first k keys, which are sorted by their distances in single precision, by the exact distances
// where these are uncertain. It reports false if the distance of a point that is not among the keys may be smaller.
func (s *search) order(x []float64, keys []key, k int, rounding float64) bool {
	const single = 0x1p-23 // at least the relative error of a float32
	for first := 0; first < k; {
		end := first + 1
		for end < len(keys) && keys[end].distance()*(1-single)-keys[end-1].distance()*(1+single) <= 2*rounding {
			end++
		}
		if end == len(keys) && end < len(s.keys) {
			return false
		}
		if end > first+1 {
			s.compareAgain(x, keys[first:end])
		}
		first = end
	}
	return true
}

// compareAgain sorts keys by the sums of squared differences, then by index.
func (s *search) compareAgain(x []float64, keys []key) {
	for _, p := range keys {
		var sum float64
		for j, v := range s.points.Row(p.index()) {
			v -= x[j]
			sum += float64(v * v)
		}
		s.distances[p.index()] = sum
	}
	slices.SortFunc(keys, func(a, b key) int {
		i, j := a.index(), b.index()
		return cmp.Or(cmp.Compare(s.distances[i], s.distances[j]), cmp.Compare(i, j))
	})
}

// digit is the number of bits by which a pass of sort orders.
const digit = 11

// smallest returns the keys of at least the k smallest distances, sorted by these.
func (s *search) smallest(k int) []key {
	const last = len(s.counts) - 1
	counts := &s.counts[last]
	clear(counts[:])
	for _, key := range s.keys {
		counts[key.part(last)]++
	}
	most := 0 // the largest leading digit of the keys
	for n := counts[0]; n < k; n += counts[most] {
		most++
	}
	s.near = s.near[:0]
	for _, key := range s.keys {
		if key.part(last) <= most {
			s.near = append(s.near, key)
		}
	}
	return s.sort()
}

// part is a digit of the distance.
func (k key) part(place int) int { return int(k >> (32 + digit*place) & (1<<digit - 1)) }

// sort is a stable radix sort of the keys near by their distances, which take 31 bits.
func (s *search) sort() []key {
	s.counts = [3][1 << digit]int{}
	for _, k := range s.near {
		for d := range s.counts {
			s.counts[d][k.part(d)]++
		}
	}
	s.swap = s.swap[:len(s.near)]
	for d := range s.counts {
		counts, at := &s.counts[d], 0
		for v, c := range counts {
			counts[v], at = at, at+c
		}
		for _, k := range s.near {
			v := k.part(d)
			s.swap[counts[v]] = k
			counts[v]++
		}
		s.near, s.swap = s.swap, s.near
	}
	return s.near
}
