package mercer

import (
	"context"
	"fmt"
	"strings"

	"lplab/core/lists"
)

// Sum is the sum of kernels, at least one: their features side by side.
func Sum(of ...Kernel) Kernel {
	return combination{"sum", of, func(a, b float64) float64 { return a + b }}
}

// Product is the product of kernels, at least one: its features are the products of their
// features. It is a kernel by Schur's theorem [K, "Product of kernels"].
func Product(of ...Kernel) Kernel {
	return combination{"product", of, func(a, b float64) float64 { return a * b }}
}

func init() {
	Registry.Add("sum", func(p Parameters) Kernel { return Sum(p.Of...) })
	Registry.Add("product", func(p Parameters) Kernel { return Product(p.Of...) })
}

// combination joins the values of several kernels.
type combination struct {
	name string
	of   []Kernel
	join func(a, b float64) float64
}

func (c combination) String() string {
	names := lists.Map(c.of, func(k Kernel) string { return fmt.Sprintf("(%v)", k) })
	return c.name + " of " + strings.Join(names, ", ")
}

func (c combination) ValidatePoint(x []float64) error {
	for _, k := range c.of {
		if err := k.ValidatePoint(x); err != nil {
			return err
		}
	}
	return nil
}

func (c combination) At(x, t []float64) float64 {
	v := c.of[0].At(x, t)
	for _, k := range c.of[1:] {
		v = c.join(v, k.At(x, t))
	}
	return v
}

func (c combination) Block(ctx context.Context, dst []float64, xs, ts [][]float64) {
	Block(ctx, dst, c.of[0], xs, ts)
	if len(c.of) == 1 {
		return
	}
	next := make([]float64, len(dst))
	for _, k := range c.of[1:] {
		Block(ctx, next, k, xs, ts)
		for i, v := range next {
			dst[i] = c.join(dst[i], v)
		}
	}
}
