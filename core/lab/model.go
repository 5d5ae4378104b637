package lab

import (
	"lplab/core/experiment"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/weights"
)

// methods and rules are the values that the words of an experiment stand for. The decoder
// lets no other words through.
var (
	methods = map[string]lp.Method{
		experiment.Auto:                   lp.Newton{},
		experiment.MethodNewton:           lp.Newton{},
		experiment.MethodDualGradient:     lp.DualGradient{},
		experiment.MethodProximalGradient: lp.ProximalGradient{},
		experiment.MethodPrimalGradient:   lp.PrimalGradient{},
		experiment.MethodFista:            lp.Fista{},
	}
	rules = map[string]func(experiment.Selection) weights.Rule{
		experiment.SelectNonzero:   func(experiment.Selection) weights.Rule { return weights.Nonzero },
		experiment.SelectDeviation: func(experiment.Selection) weights.Rule { return weights.TwiceDeviation },
		experiment.SelectGap:       func(experiment.Selection) weights.Rule { return weights.LargestGap },
		experiment.SelectCount:     func(s experiment.Selection) weights.Rule { return weights.Largest(s.Count) },
		experiment.SelectShare:     func(s experiment.Selection) weights.Rule { return weights.CarryShare(s.Share) },

		// These select by more than the sizes; what counts along a path is what is not zero.
		experiment.SelectPermutation: func(experiment.Selection) weights.Rule { return weights.Nonzero },
		experiment.SelectStability:   func(experiment.Selection) weights.Rule { return weights.Nonzero },
		experiment.SelectKnockoffs:   func(experiment.Selection) weights.Rule { return weights.Nonzero },
	}
)

func lossOf(l experiment.Loss) loss.Loss {
	return loss.Registry.New(l.Type, loss.Parameters{Epsilon: l.Epsilon, Rho: l.Rho, Width: l.Width})
}

func statusOf(s optimize.Status) experiment.Status { return experiment.Status(s.String()) }

// objectiveOf is a certificate as reports have it.
func objectiveOf(c optimize.Certificate) experiment.Objective {
	return experiment.Objective{Primal: c.Primal, Dual: c.Dual, Gap: c.Gap, Rounding: c.Rounding, RelativeGap: c.Relative()}
}
