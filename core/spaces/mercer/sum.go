package mercer

import (
	"context"
	"fmt"
	"strings"
)

// Sum is the sum of its kernels, at least one: their features side by side.
type Sum []Kernel

func init() { Registry.Add("sum", func(p Parameters) Kernel { return Sum(p.Of) }) }

func (s Sum) String() string { return "sum of " + listed(s) }

func (s Sum) ValidatePoint(x []float64) error { return validateAll(s, x) }

func (s Sum) At(x, t []float64) float64 {
	var v float64
	for _, k := range s {
		v += k.At(x, t)
	}
	return v
}

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
