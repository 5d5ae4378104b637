package lab

import (
	"fmt"
	"math"

	"lplab/core/experiment"
	"lplab/core/gram"
)

// outside says which row lies beyond the kernel's radius of convergence, and
// which radius would take all.
func (b *basis) outside(out *gram.Outside) error {
	r := b.run
	field, radius := smallestRadius(r.settled, "model.kernel")
	remedy := "scale the columns down"
	if enough := roomy(out.Largest); enough < experiment.Unbounded {
		remedy = fmt.Sprintf("set %s to %.3g, which takes all training rows, or %s", field, enough, remedy)
	} else if !r.spec.Preprocess.Standardize {
		remedy = "turn on standardize, or " + remedy
	}
	return fmt.Errorf("row %d of the data (counted from 0) lies beyond the radius of the kernel (%v): its sum of |x|^%g is %.4g, and it must be less than %g; %s",
		r.design.Train.Rows[b.rows[out.Point]], r.kernel, r.spec.Model.P.Q(), out.Sum, radius, remedy)
}

// smallestRadius finds the geometric series that bounds the kernel at path, and the
// field of its radius; +Inf where there is none.
func smallestRadius(k experiment.Kernel, path string) (field string, radius float64) {
	if k.Type == experiment.KernelGeometric {
		return path + ".radius", k.Radius.Value
	}
	radius = math.Inf(1)
	for i, part := range k.Of {
		if f, r := smallestRadius(part, fmt.Sprintf("%s.of[%d]", path, i)); r < radius {
			field, radius = f, r
		}
	}
	return field, radius
}

// roomy is a number of two digits that is above v by a tenth or more: rows on the
// very radius would carry everything.
func roomy(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Ceil(1.1*v/unit) * unit
}
