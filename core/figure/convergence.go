package figure

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"lplab/core/chart"
	"lplab/core/experiment"
)

// Convergence draws the duality gap and the dual objective above its least value
// by iteration on a logarithmic axis, reports over each other [S fig. 1 left].
// Reports of one problem are compared with the least dual of all of them.
func Convergence(reports []*experiment.Report) (*chart.Figure, error) {
	return convergence(reports, byIteration)
}

// ConvergenceInTime is Convergence by seconds of the solve.
func ConvergenceInTime(reports []*experiment.Report) (*chart.Figure, error) {
	for i, r := range reports {
		if h := r.Objective.History; len(h) > 1 && h[len(h)-1].Seconds == 0 {
			return nil, fmt.Errorf("report %d has no times of its iterations: it was solved without a clock", i+1)
		}
	}
	return convergence(reports, bySeconds)
}

// measure is where a record of a history lies on the horizontal axis.
type measure struct {
	of   func(iteration int, r experiment.Record) float64
	name string
	unit string
}

var (
	byIteration = measure{func(i int, _ experiment.Record) float64 { return float64(i) }, "iteration", ""}
	bySeconds   = measure{func(_ int, r experiment.Record) float64 { return r.Seconds }, "time", ", s"}
)

func convergence(reports []*experiment.Report, by measure) (*chart.Figure, error) {
	for i, r := range reports {
		if r.Objective.Certificate != "" {
			return nil, fmt.Errorf("report %d has no duality gap that converges: a model of the type %s is found directly", i+1, r.Spec.Model.Kind())
		}
		if len(r.Objective.History) == 0 {
			return nil, fmt.Errorf("report %d has no history of its iterations: solve the experiment again with this lp Lab", i+1)
		}
	}
	names := tellApart(reports)
	f := &chart.Figure{Name: "Convergence"}
	longest, shortest, first := 0.0, math.Inf(1), math.Inf(1)
	for _, r := range reports {
		h := r.Objective.History
		end := by.of(len(h)-1, h[len(h)-1])
		longest, shortest = max(longest, end), min(shortest, end)
		for i, record := range h {
			if at := by.of(i, record); at > 0 {
				first = min(first, at)
			}
		}
	}
	f.X = by.axis(first, shortest, longest)

	var shown [][]float64
	var said []string
	for i, r := range reports {
		c := newCourse(r, reports, by, f.X.Scale.Log)
		gap := chart.Line{Name: "duality gap", X: c.at, Y: c.gap, Ink: chart.Estimate}
		dual := chart.Line{Name: "dual − least dual", X: c.at, Y: c.dual, Ink: chart.Estimate, Dash: chart.Dashed}
		if len(reports) > 1 {
			gap.Name, gap.Ink = names[i], chart.Series(i)
			dual.Name, dual.Ink = "", chart.Series(i)
		}
		f.Marks = append(f.Marks, dual, gap)
		if len(c.gap) <= 60 {
			f.Marks = append(f.Marks, chart.Points{X: c.at, Y: c.gap, Ink: gap.Ink})
		}
		shown = append(shown, c.gap, c.dual)
		said = append(said, c.summary(r, names[i]))
	}
	goal, common := tolerance(reports)
	if common {
		shown = append(shown, []float64{goal})
		f.Marks = append(f.Marks, chart.Rule{Name: "tolerance", At: goal, Ink: chart.TextSoft})
	}
	lo, hi, ok := chart.PositiveRange(shown...)
	if !ok {
		lo, hi = 1e-16, 1
	}
	f.Y = chart.Axis{Label: "duality gap", Scale: chart.Log(lo, hi).Padded(0.04)}
	if len(reports) > 1 {
		f.Marks = append(f.Marks, chart.Line{Name: "dashed: dual − least dual", Ink: chart.TextSoft, Dash: chart.Dashed})
	} else {
		f.Y.Label = "distance from the solution"
	}
	f.Summary = "By " + by.name + ", on a logarithmic axis: " + strings.Join(said, "; ") + "."
	return f, nil
}

// axis is the horizontal axis: logarithmic, from the first place above zero, where
// a report would otherwise be a vertical line beside one that is much longer.
func (by measure) axis(first, shortest, longest float64) chart.Axis {
	if shortest > 0 && longest > 20*shortest {
		return chart.Axis{Label: by.name + by.unit + " (logarithmic)", Scale: chart.Log(first, longest).Padded(0.02)}
	}
	axis := chart.Axis{Label: by.name + by.unit, Scale: chart.Linear(0, longest).Padded(0.02)}
	if by.unit == "" {
		axis.Scale, axis.Whole = chart.Linear(0, max(longest, 1)).Padded(0.02), true
	}
	return axis
}

// course is the history of a report as drawn. A value that is not above zero
// has no place on a logarithmic axis and is NaN.
type course struct {
	at, gap, dual []float64
}

// newCourse leaves out the starting point, at 0, where the axis has no place for
// it.
func newCourse(r *experiment.Report, all []*experiment.Report, by measure, withoutStart bool) course {
	least := math.Inf(1)
	for _, other := range all {
		if sameProblem(r, other) {
			for _, record := range other.Objective.History {
				least = min(least, record.Dual)
			}
		}
	}
	var c course
	for i, record := range r.Objective.History {
		at := by.of(i, record)
		if at <= 0 && withoutStart {
			continue
		}
		c.at = append(c.at, at)
		c.gap = append(c.gap, positive(record.Gap))
		c.dual = append(c.dual, positive(record.Dual-least))
	}
	return c
}

func positive(v float64) float64 {
	if v > 0 {
		return v
	}
	return math.NaN()
}

func (c course) summary(r *experiment.Report, name string) string {
	h := r.Objective.History
	text := fmt.Sprintf("duality gap from %s to %s in %s (%s)",
		chart.Number(h[0].Gap, 3), chart.Number(h[len(h)-1].Gap, 3), count(len(h)-1, "iteration"), r.Status)
	if name != "" {
		text = name + ": " + text
	}
	return text
}

// sameProblem reports whether two reports minimise the same function: all but
// the solver and the title is equal.
func sameProblem(a, b *experiment.Report) bool {
	s, t := a.Spec, b.Spec
	s.Solver, t.Solver = experiment.Solver{}, experiment.Solver{}
	s.Title, t.Title = "", ""
	return a == b || a.Strength == b.Strength && reflect.DeepEqual(s, t)
}

// tolerance is the gap that the reports were to reach, if it is one for all. The
// goals of reports of one problem differ by the digits of their objectives only.
func tolerance(reports []*experiment.Report) (goal float64, common bool) {
	for i, r := range reports {
		g := r.Objective.Goal(r.Spec.Solver.Tolerance)
		if i > 0 && math.Abs(g-goal) > 0.01*goal {
			return 0, false
		}
		goal = max(goal, g)
	}
	return goal, goal > 0
}

// tellApart names reports by what differs between them; a single one needs no
// name.
func tellApart(reports []*experiment.Report) []string {
	names := make([]string, len(reports))
	if len(reports) == 1 {
		return names
	}
	for _, property := range []func(*experiment.Report) string{
		func(r *experiment.Report) string { return r.Solver.Method },
		func(r *experiment.Report) string {
			if r.Spec.Model.Kind() != experiment.ModelLP {
				return r.Spec.Model.Kind()
			}
			return "p = " + r.Spec.Model.P.String()
		},
		kernelName,
		func(r *experiment.Report) string { return r.Spec.Model.Loss.Type },
		strength,
		func(r *experiment.Report) string { return count(len(r.Alpha), "row") },
		func(r *experiment.Report) string { return r.Spec.Title },
	} {
		values := make([]string, len(reports))
		for i, r := range reports {
			values[i] = property(r)
		}
		if slices.Max(values) == slices.Min(values) {
			continue
		}
		for i, v := range values {
			if v != "" {
				names[i] = strings.TrimPrefix(names[i]+", "+v, ", ")
			}
		}
	}
	for i := range names {
		names[i] = shortName(names[i])
		if names[i] == "" || slices.Contains(names[:i], names[i]) {
			names[i] = fmt.Sprintf("%s (%d)", names[i], i+1)
		}
	}
	return names
}

func kernelName(r *experiment.Report) string {
	k := r.Spec.Model.Kernel
	if k.Type == experiment.KernelPolynomial && k.Constant == 0 {
		return fmt.Sprintf("%s, degree %d", k.Type, k.Degree)
	}
	return k.String()
}
