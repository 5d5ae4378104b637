package mercer

import (
	"context"
	"fmt"
)

// Map is a map of the points, phi: R^d -> R^D. Its methods are safe for concurrent use.
type Map interface {
	fmt.Stringer
	// Check returns what makes this no map: a parameter out of its range.
	Check() error
	// ValidatePoint returns why x is no point of the map's domain.
	ValidatePoint(x []float64) error
	// Apply returns phi(x), a slice of its own.
	Apply(x []float64) []float64
}

// Compose is k(x, t) = Of(Map(x), Map(t)) [K, "Kernel composition"].
type Compose struct {
	Map Map
	Of  Kernel
}

var _ Kernel = Compose{}

// String names the kernel.
func (c Compose) String() string { return fmt.Sprintf("(%v) of %v", c.Of, c.Map) }

// Check implements Kernel.
func (c Compose) Check() error {
	if err := c.Map.Check(); err != nil {
		return err
	}
	return c.Of.Check()
}

// ValidatePoint implements Kernel.
func (c Compose) ValidatePoint(x []float64) error {
	if err := c.Map.ValidatePoint(x); err != nil {
		return err
	}
	return c.Of.ValidatePoint(c.Map.Apply(x))
}

// At implements Kernel.
func (c Compose) At(x, t []float64) float64 { return c.Of.At(c.Map.Apply(x), c.Map.Apply(t)) }

// Block implements Blocker: every point is mapped once.
func (c Compose) Block(ctx context.Context, dst []float64, xs, ts [][]float64) {
	Block(ctx, dst, c.Of, c.mapped(xs), c.mapped(ts))
}

func (c Compose) mapped(xs [][]float64) [][]float64 {
	ys := make([][]float64, len(xs))
	for i, x := range xs {
		ys[i] = c.Map.Apply(x)
	}
	return ys
}

// Columns is the map that takes the given coordinates, counted from 0, of a point.
type Columns []int

var _ Map = Columns{}

// String names the map.
func (c Columns) String() string { return fmt.Sprintf("columns %v", []int(c)) }

// Check implements Map.
func (c Columns) Check() error {
	if len(c) == 0 {
		return fmt.Errorf("a choice of columns has none; name at least one")
	}
	for _, j := range c {
		if j < 0 {
			return fmt.Errorf("column %d is chosen: columns are counted from 0", j)
		}
	}
	return nil
}

// ValidatePoint implements Map.
func (c Columns) ValidatePoint(x []float64) error {
	for _, j := range c {
		if j >= len(x) {
			return fmt.Errorf("column %d is chosen, and a point has %d numbers; choose below that", j, len(x))
		}
	}
	return nil
}

// Apply implements Map.
func (c Columns) Apply(x []float64) []float64 {
	y := make([]float64, len(c))
	for i, j := range c {
		y[i] = x[j]
	}
	return y
}
