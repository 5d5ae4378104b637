// Package rng is the random generator of lp Lab, specified bit for bit: the
// same seed gives the same numbers on every platform and in every version, so
// that an experiment's JSON reproduces its data and its split.
//
// # Specification
//
// The generator is xoshiro256** (Blackman and Vigna 2018). Its state is four
// 64-bit words s0..s3. One step returns rotl(s1*5, 7)*9 and then sets
//
//	t = s1 << 17
//	s2 ^= s0;  s3 ^= s1;  s1 ^= s2;  s0 ^= s3;  s2 ^= t;  s3 = rotl(s3, 45)
//
// with arithmetic modulo 2^64. The state is the first four outputs of splitmix64
// (Steele, Lea and Flood 2014) started at z; one of its steps is
//
//	z += 0x9e3779b97f4a7c15
//	x = (z ^ z>>30) * 0xbf58476d1ce4e5b9;  x = (x ^ x>>27) * 0x94d049bb133111eb
//	return x ^ x>>31
//
// New starts it at z = seed. NewStream starts it at the first splitmix64 output
// of seed, xored with the 64-bit FNV-1a hash of the stream's name.
//
//	Float64  (u >> 11) * 2^-53, one word u
//	IntN(n)  Lemire's method: the high word of u*n, drawn again while the low
//	         word is below 2^64 mod n
//	Perm     Fisher and Yates: the identity, then for i = n-1 .. 1 entries i and
//	         IntN(i+1) change places
//	Normal   the standard normal quantile of ((u >> 12) + 1/2) * 2^-52, one word
//	         u, by algorithm AS 241 (PPND16); see normal.go
//
// Floating point is IEEE double precision, rounded after every operation.
package rng

import "math/bits"

// Source is a stream of random numbers. It is not safe for concurrent use.
type Source struct {
	s [4]uint64
}

// New returns the stream of a seed. Any seed is good, zero included.
func New(seed uint64) *Source {
	r := new(Source)
	for i := range r.s {
		r.s[i] = SplitMix(&seed)
	}
	return r
}

// NewStream returns the stream of a seed with a name. Streams of different names are independent:
// none depends on how many numbers are taken from the others.
func NewStream(seed uint64, name string) *Source {
	hash := uint64(0xcbf29ce484222325)
	for i := range len(name) {
		hash = (hash ^ uint64(name[i])) * 0x100000001b3
	}
	return New(SplitMix(&seed) ^ hash)
}

// SplitMix advances z and returns the next output of splitmix64.
func SplitMix(z *uint64) uint64 {
	*z += 0x9e3779b97f4a7c15
	x := *z
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Uint64 returns 64 random bits.
func (r *Source) Uint64() uint64 {
	s := &r.s
	out := bits.RotateLeft64(s[1]*5, 7) * 9
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return out
}

// Float64 returns a multiple of 2^-53, uniform in [0,1).
func (r *Source) Float64() float64 { return float64(r.Uint64()>>11) * 0x1p-53 }

// IntN returns an integer uniform in [0,n), without bias. It panics where n < 1.
func (r *Source) IntN(n int) int {
	if n < 1 {
		panic("rng: IntN needs n >= 1")
	}
	m := uint64(n)
	high, low := bits.Mul64(r.Uint64(), m)
	if low < m {
		for rest := -m % m; low < rest; {
			high, low = bits.Mul64(r.Uint64(), m)
		}
	}
	return int(high)
}

// Perm returns a random permutation of 0..n-1. It panics where n < 0.
func (r *Source) Perm(n int) []int {
	if n < 0 {
		panic("rng: Perm needs n >= 0")
	}
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// Normal returns a standard normal number. It takes one word of the stream, whatever its value.
func (r *Source) Normal() float64 {
	return quantile((float64(r.Uint64()>>12) + 0.5) * 0x1p-52)
}
