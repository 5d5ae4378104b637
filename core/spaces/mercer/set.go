package mercer

import "fmt"

// Set is the kernel of two bags of points, the mean of Base over all their pairs:
//
//	k(P, Q) = 1/(mn) sum_ij Base(x_i, t_j)
//
// which is the inner product of the bags' mean features [Z, "Set kernel"].
//
// A bag is the slice of its points one after another, Dimension numbers each.
type Set struct {
	Base      Kernel
	Dimension int // >= 1
}

func init() {
	Registry.Add("set", func(p Parameters) Kernel { return Set{Base: p.Of[0], Dimension: p.Dimension} })
}

func (s Set) String() string { return fmt.Sprintf("mean over two sets of %v", s.Base) }

func (s Set) ValidatePoint(x []float64) error {
	if len(x) == 0 || len(x)%s.Dimension != 0 {
		return fmt.Errorf("a bag of %d numbers is no bag of points with %d numbers each; the set kernel needs at least one whole point in every bag", len(x), s.Dimension)
	}
	for i := 0; i < len(x); i += s.Dimension {
		if err := s.Base.ValidatePoint(x[i : i+s.Dimension]); err != nil {
			return err
		}
	}
	return nil
}

func (s Set) At(x, t []float64) float64 {
	var sum float64
	for i := 0; i < len(x); i += s.Dimension {
		for j := 0; j < len(t); j += s.Dimension {
			sum += s.Base.At(x[i:i+s.Dimension], t[j:j+s.Dimension])
		}
	}
	return sum / (float64(len(x)/s.Dimension) * float64(len(t)/s.Dimension))
}
