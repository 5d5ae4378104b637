// Package lists has what the standard library lacks for slices.
package lists

// Map returns f of every element of a slice, in order; nil for nil.
func Map[T, U any](list []T, f func(T) U) []U {
	if list == nil {
		return nil
	}
	mapped := make([]U, len(list))
	for i, v := range list {
		mapped[i] = f(v)
	}
	return mapped
}
