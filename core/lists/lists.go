// Package lists has what the standard library lacks for slices.
package lists

import (
	"cmp"
	"math"
	"slices"
)

// Map returns f of every element of a slice, in order; nil for nil.
func Map[T, U any](list []T, f func(T) U) []U {
	if list == nil {
		return nil
	}
	out := make([]U, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// Group divides a slice by a key of its elements, in the order in which the keys first occur.
func Group[T any, K comparable](list []T, key func(T) K) [][]T {
	var groups [][]T
	places := map[K]int{}
	for _, v := range list {
		k := key(v)
		at, known := places[k]
		if !known {
			at = len(groups)
			places[k] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], v)
	}
	return groups
}

// Tied returns the places of values in ascending order, those of equal values together. Values are
// equal if they differ by no more than share times the largest absolute value, as by rounding.
func Tied(values []float64, share float64) (groups [][]int) {
	order, largest := make([]int, len(values)), 0.0
	for i, v := range values {
		order[i], largest = i, max(largest, math.Abs(v))
	}
	slices.SortFunc(order, func(a, b int) int { // faster than a stable sort
		if c := cmp.Compare(values[a], values[b]); c != 0 {
			return c
		}
		return a - b
	})
	for from, to := 0, 0; from < len(order); from = to {
		for to < len(order) && values[order[to]]-values[order[from]] <= share*largest {
			to++
		}
		groups = append(groups, order[from:to])
	}
	return groups
}

// Ranks returns the rank of each value in ascending order, from 1 on, and the number of different values. Values that are
// equal as in Tied have the mean of their ranks.
func Ranks(values []float64, share float64) (ranks []float64, different int) {
	ranks = make([]float64, len(values))
	before, groups := 0, Tied(values, share)
	for _, places := range groups {
		for _, i := range places {
			ranks[i] = float64(before) + float64(len(places)+1)/2
		}
		before += len(places)
	}
	return ranks, len(groups)
}
