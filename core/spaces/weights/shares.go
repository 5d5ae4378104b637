package weights

import (
	"math"
	"slices"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Shares adds up |w_k|^p over all examined monomials that contain a variable of a group, such as
// those that code one column, and of a pair of groups. Monomials of several groups count for each
// of them, so the total of the sums exceeds ||w||_p^p.
type Shares struct {
	Group  []int     // of each variable, from 0
	Of     []float64 // by group
	pairs  []float64 // of groups h < g, at g(g-1)/2 + h; nil where there are too many
	groups []int     // groups of the prefix at hand
}

// NewShares begins with sums of 0. It has pairs where the kernel has products and at most 2000 groups.
func NewShares(group []int, k kernel.Kernel) *Shares {
	const mostPairs = 2000 // groups of which all pairs are added up
	groups := 0
	for _, g := range group {
		groups = max(groups, g+1)
	}
	s := &Shares{Group: group, Of: make([]float64, groups)}
	if _, highest := k.Degrees(); highest > 1 && groups <= mostPairs {
		s.pairs = make([]float64, groups*(groups-1)/2)
	}
	return s
}

// add adds the powers |w_k|^p of the monomials prefix x_from, prefix x_(from+1), ..., with the
// variables renamed unless variables is nil.
func (s *Shares) add(prefix kernel.Monomial, from int, powers []float64, variables []int) {
	if s == nil {
		return
	}
	groupOf := func(v int) int {
		if variables != nil {
			v = variables[v]
		}
		return s.Group[v]
	}
	s.groups = s.groups[:0]
	for _, v := range prefix {
		if g := groupOf(v); !slices.Contains(s.groups, g) {
			s.groups = append(s.groups, g)
		}
	}
	var sum float64
	for j, power := range powers {
		g := groupOf(from + j)
		sum += power
		if slices.Contains(s.groups, g) {
			continue
		}
		s.Of[g] += power
		for _, h := range s.groups {
			s.pair(g, h, power)
		}
	}
	for i, g := range s.groups {
		s.Of[g] += sum
		for _, h := range s.groups[:i] {
			s.pair(g, h, sum)
		}
	}
}

func (s *Shares) pair(g, h int, power float64) {
	if s.pairs != nil {
		g, h = max(g, h), min(g, h)
		s.pairs[g*(g-1)/2+h] += power
	}
}

// Share is the sum of a group, or of a pair of groups.
type Share struct {
	Groups []int
	Power  float64
}

// Largest lists the groups and the pairs of the largest nonzero sums, at most the given number of each,
// falling; ties in the order of the groups.
func (s *Shares) Largest(most int) (groups, pairs []Share) {
	for _, g := range dense.Largest(s.Of, most) {
		if s.Of[g] > 0 {
			groups = append(groups, Share{[]int{g}, s.Of[g]})
		}
	}
	for _, k := range dense.Largest(s.pairs, most) {
		if s.pairs[k] > 0 {
			g := int((1 + math.Sqrt(float64(1+8*k))) / 2)
			pairs = append(pairs, Share{[]int{k - g*(g-1)/2, g}, s.pairs[k]})
		}
	}
	return groups, pairs
}
