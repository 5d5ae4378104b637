package figure

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/chart"
)

// measure gives the places of the records of a history on the horizontal axis.
type measure struct {
	of         func(*experiment.Report) []float64
	name, unit string
}

var (
	byIteration = measure{iterations, "iteration", ""}
	bySeconds   = measure{seconds, "time", ", s"}
)

// iterations returns the number of iterations until each record. A step of reweighting may have solved other
// problems, without records, before the one of its records, which therefore end where the step ends.
func iterations(r *experiment.Report) []float64 {
	ends, sum := map[int]float64{}, 0.0
	for _, s := range r.Reweighting {
		sum += float64(s.Iterations)
		ends[s.Step] = sum
	}
	h := r.Objective.History
	at := make([]float64, len(h))
	for k := len(h) - 1; k >= 0; k-- {
		switch {
		case len(ends) == 0:
			at[k] = float64(k)
		case k == len(h)-1 || h[k].Step != h[k+1].Step:
			at[k] = ends[h[k].Step]
		default:
			at[k] = at[k+1] - 1
		}
	}
	return at
}

// countIterations is the number of all iterations in words.
func countIterations(r *experiment.Report) string {
	at := iterations(r)
	return english.Count(int(at[len(at)-1]), "iteration")
}

func seconds(r *experiment.Report) []float64 {
	return lists.Map(r.Objective.History, func(h experiment.Record) float64 { return h.Seconds })
}

// histories is a figure of the histories of reports, drawn over each other.
type histories struct {
	*chart.Figure
	reports []*experiment.Report
	by      measure
	names   []string    // of the reports; that of a single one is ""
	values  [][]float64 // the values of the lines
	clauses []string    // of the summary, by report
}

// newHistories returns the figure without lines. The error is for reports without such a history.
func newHistories(name string, reports []*experiment.Report, by measure) (*histories, error) {
	longest, shortest, first := 0.0, math.Inf(1), math.Inf(1)
	for i, r := range reports {
		h := r.Objective.History
		switch {
		case r.Objective.Certificate != "":
			return nil, fmt.Errorf("report %d has no duality gap that converges: a model of the type %s is found directly", i+1, r.Spec.Model.Kind())
		case len(h) == 0:
			return nil, fmt.Errorf("report %d has no history of its iterations: solve the experiment again with this lp Lab", i+1)
		case by.unit != "" && len(h) > 1 && h[len(h)-1].Seconds == 0:
			return nil, fmt.Errorf("report %d has no times of its iterations: it was solved without a clock", i+1)
		}
		places := by.of(r)
		end := places[len(h)-1]
		longest, shortest = max(longest, end), min(shortest, end)
		for _, at := range places {
			if at > 0 {
				first = min(first, at)
			}
		}
	}
	axis := chart.Axis{Label: by.name + by.unit, Whole: by.unit == ""}
	switch {
	case shortest > 0 && longest > 20*shortest: // on a linear axis the shortest would be a vertical line
		axis = chart.Axis{Label: axis.Label + " (logarithmic)", Scale: chart.Log(first, longest).Padded(0.02)}
	case axis.Whole:
		axis.Scale = chart.Linear(0, max(longest, 1)).Padded(0.02)
	default:
		axis.Scale = chart.Linear(0, longest).Padded(0.02)
	}
	return &histories{Figure: &chart.Figure{Name: name, X: axis}, reports: reports, by: by, names: distinguish(reports)}, nil
}

// add draws two numbers of every record of report i as the lines a and b, which are interrupted between the
// steps of reweighting, and returns a. On a logarithmic axis it leaves out records at 0. Of several reports,
// a has the name, b has none, and both have the ink of the report. text describes the lines.
func (f *histories) add(i int, a, b chart.Line, of func(experiment.Record) (float64, float64), text string) chart.Line {
	if f.names[i] != "" {
		a.Name, a.Ink, b.Name, b.Ink = f.names[i], chart.Series(i), "", chart.Series(i)
		text = f.names[i] + ": " + text
	}
	h, places := f.reports[i].Objective.History, f.by.of(f.reports[i])
	for k, record := range h {
		at := places[k]
		if f.X.Scale.Log && at <= 0 {
			continue
		}
		if k > 0 && record.Step != h[k-1].Step {
			a.X, a.Y, b.Y = append(a.X, at), append(a.Y, math.NaN()), append(b.Y, math.NaN())
		}
		first, second := of(record)
		a.X, a.Y, b.Y = append(a.X, at), append(a.Y, first), append(b.Y, second)
	}
	b.X = a.X
	f.Marks = append(f.Marks, b, a)
	f.values = append(f.values, a.Y, b.Y)
	if steps := h[len(h)-1].Step; steps > 0 {
		text += fmt.Sprintf(", in the lp problem and %s, each with an objective of its own", english.Count(steps, "reweighting step"))
	}
	f.clauses = append(f.clauses, text)
	return a
}

// finish adds the name of the dashed lines of several reports, and the summary.
func (f *histories) finish(name, summary string) *chart.Figure {
	if len(f.reports) > 1 {
		f.Marks = append(f.Marks, chart.Line{Name: "dashed: " + name, Ink: chart.TextSoft, Dashed: true})
	}
	f.Summary = summary + strings.Join(f.clauses, "; ") + "."
	return f.Figure
}

// convergence draws the duality gap and the dual objective above its least value on a
// logarithmic axis, reports over each other [S fig. 1 left]. Reports of one problem are
// compared with the least dual of all of them.
func convergence(reports []*experiment.Report, by measure) (*chart.Figure, error) {
	f, err := newHistories("Convergence", reports, by)
	if err != nil {
		return nil, err
	}
	const name = "dual − least dual"
	for i, r := range reports {
		h, least := r.Objective.History, leastDuals(r, reports)
		gap := f.add(i, chart.Line{Name: "duality gap", Ink: chart.Estimate}, chart.Line{Name: name, Ink: chart.Estimate, Dashed: true},
			func(r experiment.Record) (gap, dual float64) {
				return positiveOrNaN(r.Gap), positiveOrNaN(r.Dual - least[r.Step])
			},
			fmt.Sprintf("duality gap from %s to %s in %s (%s)", chart.Number(h[0].Gap, 3), chart.Number(h[len(h)-1].Gap, 3), countIterations(r), r.Status))
		if len(gap.Y) <= 60 {
			f.Marks = append(f.Marks, chart.Points{X: gap.X, Y: gap.Y, Ink: gap.Ink, Shape: chart.Shape(i % 4), Small: true})
		}
	}
	goal, common := tolerance(reports)
	if common {
		f.values = append(f.values, []float64{goal})
		f.Marks = append(f.Marks, chart.Rule{Name: "tolerance", At: goal, Ink: chart.TextSoft})
	}
	lo, hi, ok := chart.PositiveRange(f.values...)
	if !ok {
		lo, hi = 1e-16, 1
	}
	f.Y = chart.Axis{Label: "duality gap", Scale: chart.Log(lo, hi).Padded(0.04)}
	if len(reports) == 1 {
		f.Y.Label = "distance from the solution"
	}
	return f.finish(name, "By "+by.name+", on a logarithmic axis: "), nil
}

// objective draws the primal objective and the dual bound, reports over each other.
func objective(reports []*experiment.Report, by measure) (*chart.Figure, error) {
	f, err := newHistories("Objective", reports, by)
	if err != nil {
		return nil, err
	}
	const name = "dual bound"
	end := math.Inf(1)
	for i, r := range reports {
		h := r.Objective.History
		first, last := h[0], h[len(h)-1]
		end = min(end, last.Primal, -last.Dual)
		f.add(i, chart.Line{Name: "primal", Ink: chart.Estimate}, chart.Line{Name: name, Ink: chart.Truth, Dashed: true},
			func(r experiment.Record) (primal, dual float64) { return r.Primal, -r.Dual },
			fmt.Sprintf("primal from %s to %s, dual bound from %s to %s in %s", chart.Number(first.Primal, 3), chart.Number(last.Primal, 6),
				chart.Number(-first.Dual, 3), chart.Number(-last.Dual, 6), countIterations(r)))
	}
	least, most, _ := chart.Range(f.values...)
	f.Y = chart.Axis{Label: "objective", Scale: chart.Linear(least, most).Padded(0.06)}
	if end > 0 && most > 50*end { // from far above the solution
		for _, values := range f.values {
			for k, v := range values {
				values[k] = positiveOrNaN(v)
			}
		}
		f.Y = chart.Axis{Label: "objective (logarithmic)", Scale: chart.Log(end/2, most).Padded(0.04)}
	}
	return f.finish(name, "Primal and dual bound by "+by.name+": "), nil
}

// leastDuals returns the least dual objective of every step of reweighting, of all reports of the
// problem of r.
func leastDuals(r *experiment.Report, all []*experiment.Report) map[int]float64 {
	least := map[int]float64{}
	for _, other := range all {
		if sameProblem(r, other) {
			for _, record := range other.Objective.History {
				if dual, ok := least[record.Step]; !ok || record.Dual < dual {
					least[record.Step] = record.Dual
				}
			}
		}
	}
	return least
}

// positiveOrNaN returns NaN for a value that has no place on a logarithmic axis.
func positiveOrNaN(v float64) float64 {
	if v > 0 {
		return v
	}
	return math.NaN()
}

// sameProblem reports whether two reports minimise the same function: they differ at
// most in solver, title, selection, and in how the same strength was found.
func sameProblem(a, b *experiment.Report) bool {
	s, t := a.Spec, b.Spec
	s.Solver, t.Solver = experiment.Solver{}, experiment.Solver{}
	s.Title, t.Title = "", ""
	s.Search, t.Search = experiment.Search{}, experiment.Search{}
	s.Selection, t.Selection = experiment.Selection{}, experiment.Selection{}
	s.Model, t.Model = s.Model.WithStrength(0), t.Model.WithStrength(0)
	return a == b || a.Strength == b.Strength && reflect.DeepEqual(s, t)
}

// tolerance returns the gap that all reports were to reach; common is false where they have
// different ones. The goals of reports of one problem differ only by rounding.
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

// distinguish names reports by what differs between them; the name of a single one is "".
func distinguish(reports []*experiment.Report) []string {
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
		func(r *experiment.Report) string { return english.Count(len(r.Alpha), "row") },
		func(r *experiment.Report) string { return r.Spec.Title },
	} {
		values := lists.Map(reports, property)
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
