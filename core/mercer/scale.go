package mercer

import (
	"context"
	"fmt"
)

// Scale is Factor times a kernel.
type Scale struct {
	Factor float64 // >= 0
	Of     Kernel
}

var _ Kernel = Scale{}

// String names the kernel.
func (s Scale) String() string { return fmt.Sprintf("%g times (%v)", s.Factor, s.Of) }

// Check implements Kernel.
func (s Scale) Check() error {
	if err := notNegative("scaled", "factor", s.Factor); err != nil {
		return err
	}
	return s.Of.Check()
}

// ValidatePoint implements Kernel.
func (s Scale) ValidatePoint(x []float64) error { return s.Of.ValidatePoint(x) }

// At implements Kernel.
func (s Scale) At(x, t []float64) float64 { return s.Factor * s.Of.At(x, t) }

// Block implements Blocker.
func (s Scale) Block(ctx context.Context, dst []float64, xs, ts [][]float64) {
	Block(ctx, dst, s.Of, xs, ts)
	for i := range dst {
		dst[i] *= s.Factor
	}
}
