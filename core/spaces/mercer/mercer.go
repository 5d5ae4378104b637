// Package mercer holds kernels of two arguments as immutable values: symmetric functions k(x, t) =
// <phi(x), phi(t)> with positive semidefinite Gram matrices [K part I; Z].
//
// Each family has its file, and so has each construction of kernels from kernels: sum and
// product, polynomial, composition with a choice of coordinates.
//
// A point is a vector of numbers, all of one length; for the set kernel it is a bag of
// such vectors. Kernels neither keep nor change points.
//
// Sources: [K] Herbster, Kernels and Regularization; [Z] Szabo, Regression.
package mercer

import (
	"fmt"
	"math"

	"lplab/core/registry"
)

// Parameters are the parameters of all kernels; each kernel uses its own.
type Parameters struct {
	Degree, Dimension            int
	Constant, Rate, Beta, Factor float64
	Coefficients                 []float64
	Matrix                       Matrix
	Columns                      []int // places of Names
	Names                        string
	Of                           []Kernel
}

// Registry holds the kernels by the names that experiments give them.
var Registry registry.Of[Parameters, Kernel]

// Kernel is a positive semidefinite kernel, with parameters in their ranges. Its methods are safe for
// concurrent use.
type Kernel interface {
	fmt.Stringer
	// ValidatePoint returns an error where x is outside of the kernel's domain.
	ValidatePoint(x []float64) error
	// At returns k(x, t), for points of the kernel's domain.
	At(x, t []float64) float64
}

// finite reports whether v is neither NaN nor infinite.
func finite(v float64) bool { return !math.IsNaN(v - v) }
