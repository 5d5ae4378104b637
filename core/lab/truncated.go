package lab

import (
	"context"
	"fmt"

	"lplab/core/experiment"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/weights"
)

// withHigherDegree bounds what the truncated series leaves out at a solution. While that keeps the gap above
// the tolerance, it solves again with a higher degree: the one that the bounds by degree promise, or
// the highest within the limits.
func (m *lpFit) withHigherDegree(ctx context.Context, gamma float64, monitor func(experiment.Record)) (*lpFit, error) {
	for {
		b := m.trainer
		tolerance := b.run.spec.Solver.Tolerance
		bound := max(0, tolerance*m.result.Scale()-m.result.Gap-m.result.Rounding)
		tail, err := weights.Model{Kernel: b.run.kernel, Q: b.form.Q(), X: b.x, Alpha: m.embed()}.Tail(ctx, b.plan.Degree, bound/2)
		if err != nil {
			return nil, err
		}
		m.tail = tail.Above(b.plan.Degree)
		higher := b.higherDegree(tail, bound/2)
		left := b.run.spec.Solver.MaxIterations - m.result.Iterations
		if m.tail <= bound || higher <= b.plan.Degree || left < 1 || m.result.Status != optimize.Converged {
			return m, nil
		}
		r := *b.run
		r.degree = higher
		r.spec.Solver.Strategy, r.spec.Solver.MaxIterations = experiment.StrategyTruncated, left
		t, err := trainLP(ctx, &r, b.rows)
		if err != nil {
			return nil, err
		}
		on := t.(*lpTrainer).withLabels(b.y)
		on.plan.Reason = b.plan.Reason
		problem := on.problem(gamma)
		result, err := lp.Solve(ctx, problem, on.method, on.run.limitsOf(monitor), &lp.Result{Alpha: m.result.Alpha})
		if err != nil {
			return nil, err
		}
		if result, err = lp.Refine(ctx, problem, result); err != nil {
			return nil, err
		}
		result.Iterations += m.result.Iterations
		result.Passes += m.result.Passes
		if result.Status != optimize.Converged {
			return m, ctx.Err() // m is certified
		}
		m = &lpFit{trainer: on, result: result}
	}
}

// higherDegree returns the lowest higher degree with a small enough tail, or the highest within the limits.
func (b *lpTrainer) higherDegree(tail *weights.Tail, bound float64) int {
	const finalSeconds = 1.5 // of a solve on the features of a higher degree, at reference rates
	request := b.run.request(b.x.N, b.x.D)
	request.Wanted, request.Fits, request.Tolerance = gram.TruncatedStrategy, 0, 0
	highest, _ := request.HighestDegree(finalSeconds)
	for degree := b.plan.Degree + 1; degree < highest; degree++ {
		if tail.Above(degree) <= bound {
			return degree
		}
	}
	return highest
}

// certificate returns the certificate of the whole series, with the bound on what is left out.
func (m *lpFit) certificate() optimize.Certificate {
	c := m.result.Certificate
	c.Dual += m.tail
	c.Gap += m.tail
	return c
}

// truncationAdvice is advice about a truncated series that leaves out too much.
func truncationAdvice(r *experiment.Report) string {
	o := r.Objective
	scale := max(o.Goal(1), 1e-300)
	remedy := "choose fewer rows (model.subsample), fewer features or a smaller rate"
	if !r.Spec.Model.Kernel.Infinite() {
		remedy = `set solver.strategy to "features"`
	}
	return fmt.Sprintf("the kernel's series is truncated at degree %d, which changes the objective by at most a relative %.2g, above the tolerance of %g; the truncated problem has a relative gap of %.2g; %s, or choose a larger solver.tolerance",
		r.Solver.Degree, o.Truncation/scale, r.Spec.Solver.Tolerance, max(0, o.Gap-o.Truncation)/scale, remedy)
}
