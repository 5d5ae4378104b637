package lab

import (
	"lplab/core/experiment"
	"lplab/core/loss"
	"lplab/core/optimize"
	"lplab/core/solver"
	"lplab/core/weights"
)

// losses, methods and rules are the values that the words of an experiment stand for. The decoder
// lets no other words through.
var (
	losses = map[string]func(experiment.Loss) loss.Loss{
		experiment.LossSquared:            func(experiment.Loss) loss.Loss { return loss.Squared{} },
		experiment.LossAbsolute:           func(experiment.Loss) loss.Loss { return loss.EpsilonInsensitive{} },
		experiment.LossEpsilonInsensitive: func(l experiment.Loss) loss.Loss { return loss.EpsilonInsensitive{Epsilon: l.Epsilon} },
		experiment.LossHuber:              func(l experiment.Loss) loss.Loss { return loss.Huber{Rho: l.Rho} },
		experiment.LossLogistic:           func(experiment.Loss) loss.Loss { return loss.Logistic{} },
		experiment.LossHinge:              func(experiment.Loss) loss.Loss { return loss.Hinge{} },
		experiment.LossSmoothedHinge:      func(experiment.Loss) loss.Loss { return loss.SmoothedHinge{Width: 1} },
		experiment.LossQuadraticHinge:     func(l experiment.Loss) loss.Loss { return loss.SmoothedHinge{Width: l.Width} },
	}
	methods = map[string]solver.Method{
		experiment.Auto:                   solver.Newton{},
		experiment.MethodNewton:           solver.Newton{},
		experiment.MethodDualGradient:     solver.DualGradient{},
		experiment.MethodProximalGradient: solver.ProximalGradient{},
		experiment.MethodPrimalGradient:   solver.PrimalGradient{},
		experiment.MethodFista:            solver.Fista{},
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

func lossOf(l experiment.Loss) loss.Loss { return losses[l.Type](l) }

func statusOf(s optimize.Status) experiment.Status { return experiment.Status(s.String()) }

// objectiveOf is a certificate as reports have it.
func objectiveOf(c optimize.Certificate) experiment.Objective {
	return experiment.Objective{Primal: c.Primal, Dual: c.Dual, Gap: c.Gap, Rounding: c.Rounding, RelativeGap: c.Relative()}
}
