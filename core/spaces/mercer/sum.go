package mercer

import (
	"context"
	"fmt"
	"strings"
)

// Sum is the sum of its kernels, at least one: their features side by side.
type Sum []Kernel

func init() { Registry.Add("sum", func(p Parameters) Kernel { return Sum(p.Of) }) }

// String names the kernel.
func (s Sum) String() string { return "sum of " + listed(s) }

// Check implements Kernel.
func (s Sum) Check() error { return checkAll("sum", s) }

// ValidatePoint implements Kernel.
func (s Sum) ValidatePoint(x []float64) error { return validateAll(s, x) }

// At implements Kernel.
func (s Sum) At(x, t []float64) float64 {
	var v float64
	for _, k := range s {
		v += k.At(x, t)
	}
	return v
}

// Block implements Blocker.
func (s Sum) Block(ctx context.Context, dst []float64, xs, ts [][]float64) {
	blockwise(ctx, s, dst, xs, ts, func(a, b float64) float64 { return a + b })
}

func listed(ks []Kernel) string {
	names := make([]string, len(ks))
	for i, k := range ks {
		names[i] = fmt.Sprintf("(%v)", k)
	}
	return strings.Join(names, ", ")
}

func checkAll(kind string, ks []Kernel) error {
	if len(ks) == 0 {
		return fmt.Errorf("the %s of kernels has no kernel; give it at least one", kind)
	}
	for _, k := range ks {
		if err := k.Check(); err != nil {
			return err
		}
	}
	return nil
}

func validateAll(ks []Kernel, x []float64) error {
	for _, k := range ks {
		if err := k.ValidatePoint(x); err != nil {
			return err
		}
	}
	return nil
}

// blockwise stores the blocks of all kernels in dst, taken together entry by entry.
func blockwise(ctx context.Context, ks []Kernel, dst []float64, xs, ts [][]float64, join func(a, b float64) float64) {
	Block(ctx, dst, ks[0], xs, ts)
	if len(ks) == 1 {
		return
	}
	next := make([]float64, len(dst))
	for _, k := range ks[1:] {
		Block(ctx, next, k, xs, ts)
		for i, v := range next {
			dst[i] = join(dst[i], v)
		}
	}
}
