package lab

import (
	"math"

	"lplab/core/experiment"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/weights"
)

// rules are the values of selection.rule. The decoder refuses other names.
var rules = map[string]func(experiment.Selection) weights.Rule{
	experiment.SelectNonzero:   func(experiment.Selection) weights.Rule { return weights.Nonzero },
	experiment.SelectDeviation: func(experiment.Selection) weights.Rule { return weights.TwiceDeviation },
	experiment.SelectGap:       func(experiment.Selection) weights.Rule { return weights.LargestGap },
	experiment.SelectCount:     func(s experiment.Selection) weights.Rule { return weights.Largest(s.Count) },
	experiment.SelectShare:     func(s experiment.Selection) weights.Rule { return weights.CarryShare(s.Share) },

	// These do not select by size alone; along a path, the weights that are not zero count.
	experiment.SelectPermutation: func(experiment.Selection) weights.Rule { return weights.Nonzero },
	experiment.SelectStability:   func(experiment.Selection) weights.Rule { return weights.Nonzero },
	experiment.SelectKnockoffs:   func(experiment.Selection) weights.Rule { return weights.Nonzero },
}

func methodOf(s experiment.Solver) lp.Method { return lp.Registry.New(s.Method, struct{}{}) }

func lossOf(l experiment.Loss) loss.Loss {
	return loss.Registry.New(l.Type, loss.Parameters(l))
}

func statusOf(s optimize.Status) experiment.Status { return experiment.Status(s.String()) }

func endingOf(r optimize.Result, intercept float64) ending {
	o := experiment.Objective{Primal: r.Primal, Dual: r.Dual, Gap: r.Gap, Rounding: r.Rounding, RelativeGap: r.Relative()}
	return ending{status: statusOf(r.Status), objective: o, intercept: intercept, iterations: r.Iterations}
}

// normPower returns the sum of |w_k|^p, where p is the conjugate of q.
func normPower(w []float64, q float64) (power float64) {
	for _, v := range w {
		power += math.Abs(v) * gram.AbsPower(v, 1/(q-1))
	}
	return power
}
