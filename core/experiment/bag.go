package experiment

import (
	"fmt"
	"slices"
)

// checkBag: bags are compared by set kernels, and so by the machines that take these.
func checkBag(s *Spec) *FieldError {
	if s.Bag == "" {
		return nil
	}
	if s.Bag == s.Target {
		return &FieldError{"bag", shown(s.Bag), "it is the target too; choose another target, or the column that names the bags"}
	}
	if i := slices.Index(s.Features, s.Bag); i >= 0 {
		return &FieldError{element("features", i), shown(s.Bag), "it names the bags; remove it, or choose another column for bag"}
	}
	if kind := s.Model.Kind(); !slices.Contains(machines, kind) {
		return &FieldError{"bag", shown(s.Bag), fmt.Sprintf("model.type is %q, which takes no bags; set it to %q and model.kernel.type to %q, or remove bag", kind, ModelKernelRidge, KernelSet)}
	}
	return ofSets(&s.Model.Kernel, kernelSection, true)
}

// ofSets refuses kernels that do not compare bags as sets; above says that bags are
// what they compare, and not the points of these.
func ofSets(k *Kernel, path string, above bool) *FieldError {
	switch {
	case k.Type == KernelSet && !above:
		return &FieldError{path + ".type", shown(k.Type), "it is within another set already, whose points are no bags; choose another kernel for the points"}
	case k.Type == KernelSet && k.Dimension > 1:
		return &FieldError{path + ".dimension", shown(k.Dimension), "the points of a bag have a number for each feature; remove it, or remove bag"}
	case k.Type == KernelSet:
		above = false
	case above && !slices.Contains([]string{KernelSum, KernelProduct, KernelScale, KernelPolynomialOf}, k.Type):
		return &FieldError{path + ".type", shown(k.Type), fmt.Sprintf("with bag it must compare bags of points; choose %q, which takes the mean of such a kernel over pairs of points, or remove bag", KernelSet)}
	}
	for i := range k.Of {
		if bad := ofSets(&k.Of[i], element(path+".of", i), above); bad != nil {
			return bad
		}
	}
	return nil
}
