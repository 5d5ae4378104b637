package lab

import (
	"lplab/core/experiment"
	"lplab/core/kernel"
	"lplab/core/loss"
	"lplab/core/optimize"
	"lplab/core/solver"
	"lplab/core/weights"
)

// kernelOf, lossOf and methodOf give the values that an experiment names. The
// decoder lets no other names through. The kernel must be one that settled gave.

func kernelOf(k experiment.Kernel) kernel.Kernel {
	switch k.Type {
	case experiment.KernelLinear:
		return kernel.Linear{}
	case experiment.KernelPolynomial:
		if k.Constant > 0 {
			return kernel.Shifted(k.Degree, k.Constant)
		}
		return kernel.Polynomial{Degree: k.Degree}
	case experiment.KernelExponential:
		if k.Rate.Value != 1 {
			return kernel.ExponentialOf(k.Rate.Value)
		}
		return kernel.Exponential{}
	case experiment.KernelGeometric:
		return kernel.Geometric(k.Radius.Value)
	case experiment.KernelSeries:
		return kernel.Finite(k.Coefficients...)
	case experiment.KernelSum:
		return kernel.Sum(kernelsOf(k.Of)...)
	case experiment.KernelProduct:
		return kernel.Product(kernelsOf(k.Of)...)
	}
	panic("lab: unknown kernel " + k.Type)
}

func kernelsOf(list []experiment.Kernel) []kernel.Kernel {
	of := make([]kernel.Kernel, len(list))
	for i, k := range list {
		of[i] = kernelOf(k)
	}
	return of
}

func lossOf(l experiment.Loss) loss.Loss {
	switch l.Type {
	case experiment.LossSquared:
		return loss.Squared{}
	case experiment.LossAbsolute:
		return loss.EpsilonInsensitive{}
	case experiment.LossEpsilonInsensitive:
		return loss.EpsilonInsensitive{Epsilon: l.Epsilon}
	case experiment.LossHuber:
		return loss.Huber{Rho: l.Rho}
	case experiment.LossLogistic:
		return loss.Logistic{}
	case experiment.LossHinge:
		return loss.Hinge{}
	case experiment.LossSmoothedHinge:
		return loss.SmoothedHinge{Width: 1}
	case experiment.LossQuadraticHinge:
		return loss.SmoothedHinge{Width: l.Width}
	}
	panic("lab: unknown loss " + l.Type)
}

func methodOf(name string) solver.Method {
	switch name {
	case experiment.Auto, experiment.MethodNewton:
		return solver.Newton{}
	case experiment.MethodDualGradient:
		return solver.DefaultDualGradient
	case experiment.MethodProximalGradient:
		return solver.DefaultProximalGradient
	case experiment.MethodPrimalGradient:
		return solver.DefaultPrimalGradient
	case experiment.MethodFista:
		return solver.DefaultFista
	}
	panic("lab: unknown method " + name)
}

// ruleOf is the rule by which an experiment selects weights.
func ruleOf(s experiment.Selection) weights.Rule {
	switch s.Rule {
	case experiment.SelectNonzero:
		return weights.Nonzero
	case experiment.SelectDeviation:
		return weights.TwiceDeviation
	case experiment.SelectGap:
		return weights.LargestGap
	case experiment.SelectCount:
		return weights.Largest(s.Count)
	case experiment.SelectShare:
		return weights.CarryShare(s.Share)
	}
	panic("lab: unknown selection rule " + s.Rule)
}

func statusOf(s optimize.Status) experiment.Status { return experiment.Status(s.String()) }

// objectiveOf is a certificate as reports have it.
func objectiveOf(c optimize.Certificate) experiment.Objective {
	return experiment.Objective{Primal: c.Primal, Dual: c.Dual, Gap: c.Gap, Rounding: c.Rounding, RelativeGap: c.Relative()}
}
