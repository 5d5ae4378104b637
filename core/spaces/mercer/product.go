package mercer

import "context"

// Product is the product of its kernels, at least one: its features are the products of their
// features. It is a kernel by Schur's theorem [K, "Product of kernels"].
type Product []Kernel

func init() { Registry.Add("product", func(p Parameters) Kernel { return Product(p.Of) }) }

func (p Product) String() string { return "product of " + listed(p) }

func (p Product) ValidatePoint(x []float64) error { return validateAll(p, x) }

func (p Product) At(x, t []float64) float64 {
	v := 1.0
	for _, k := range p {
		v *= k.At(x, t)
	}
	return v
}

func (p Product) Block(ctx context.Context, dst []float64, xs, ts [][]float64) {
	blockwise(ctx, p, dst, xs, ts, func(a, b float64) float64 { return a * b })
}
