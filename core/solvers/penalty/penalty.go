// Package penalty holds convex penalties h(b), h(0) = 0, as immutable values, with what a primal
// method and its duality gap need.
package penalty

// Penalty is a convex penalty of d coefficients. Methods are safe for concurrent
// use.
type Penalty interface {
	// Value returns h(b) >= 0.
	Value(b []float64) float64
	// Prox stores argmin_x step h(x) + ||x - v||^2 / 2 in dst, which may be v, for
	// step > 0.
	Prox(dst, v []float64, step float64)
	// Scaling returns the factor s > 0 up to which h* is finite at s u, and s u may serve as a
	// dual point; +Inf where all multiples may. A penalty with a finite h* may choose a
	// smaller factor that suits u, the gradient at b.
	Scaling(b, u []float64) float64
	// Gap returns h(b) + h*(u) - b.u, the Fenchel-Young residual: not negative, and
	// zero exactly if u is a subgradient of h at b. It is computed without
	// cancellation, for a u where h* is finite except for rounding.
	Gap(b, u []float64) float64
}
