// Package lists has what the standard library lacks for slices.
package lists

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
