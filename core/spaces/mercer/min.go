package mercer

import "fmt"

// Min is k(x, t) = prod_j min(x_j, t_j) on numbers that are not negative, a product of kernels. On
// the line it is the kernel of the absolutely continuous functions with f(0) = 0 and the norm
// (int f'^2)^(1/2) [K, "The min kernel"].
type Min struct{}

func init() { Registry.Add("min", func(Parameters) Kernel { return Min{} }) }

func (Min) String() string { return "min" }

func (Min) ValidatePoint(x []float64) error {
	for _, v := range x {
		if v < 0 {
			return fmt.Errorf("the min kernel takes no negative number, and there is %.4g; do not standardise, leave out features that can be negative, or choose another kernel", v)
		}
	}
	return nil
}

func (Min) At(x, t []float64) float64 {
	p := 1.0
	for j, v := range x {
		p *= min(v, t[j])
	}
	return p
}
