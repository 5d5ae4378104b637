package figure

import (
	"lplab/core/experiment"
)

// The numbers of the figures, row by row. Each is of reports whose figure can be
// drawn, which has checked them.

func weightsSheet(reports []*experiment.Report) *sheet {
	w := &reports[0].Weights
	s := newSheet("index", "monomial", "weight", "coefficient", "selected", "planted")
	planted := map[int]float64{}
	for _, t := range w.Truth {
		planted[t.Index] = t.Value
	}
	listed := map[int]bool{}
	for _, k := range w.Top {
		listed[k.Index] = true
		var truth any
		if v, ok := planted[k.Index]; ok {
			truth = v
		}
		s.add(k.Index+1, k.Label, k.Value, k.Coefficient, w.Selects(k), truth)
	}
	for _, t := range w.Truth { // planted weights that are not among the largest
		if !listed[t.Index] {
			var index any
			if t.Index >= 0 {
				index = t.Index + 1
			}
			s.add(index, t.Label, nil, nil, nil, t.Value)
		}
	}
	return s
}

// rowsSheet lists the rows of the data, counted from 0 as in experiments.
func rowsSheet(reports []*experiment.Report) *sheet {
	r := reports[0]
	two := r.Spec.Task == experiment.Classification
	s := newSheet("part", "row", "actual", "predicted", "residual")
	if two {
		s = newSheet("part", "row", "class", "decision value", "margin")
	}
	parts, err := parts(r)
	if err != nil {
		panic("figure: " + err.Error())
	}
	for _, p := range parts {
		for i, y := range p.actual {
			var row any
			if rows := *r.Rows.Of(p.name); i < len(rows) {
				row = rows[i]
			}
			f := p.predicted[i]
			if two {
				var class any = y
				if len(r.Classes) == 2 {
					class = r.Classes[0]
					if y > 0 {
						class = r.Classes[1]
					}
				}
				s.add(p.name, row, class, f, y*f)
			} else {
				s.add(p.name, row, y, f, y-f)
			}
		}
	}
	return s
}

// curveSheet lists the data and then the function.
func curveSheet(reports []*experiment.Report) *sheet {
	r := reports[0]
	c := r.Curve
	s := newSheet("part", c.Feature, r.Spec.Target)
	list := func(part string, x, y []float64) {
		for i := range x {
			s.add(part, x[i], y[i])
		}
	}
	for _, part := range experiment.PartNames {
		list(part, *c.At.Of(part), *r.Actual.Of(part))
	}
	list("fitted", c.X, c.Y)
	return s
}

func rocSheet(reports []*experiment.Report) *sheet {
	s := newSheet("part", "threshold", "false positive rate", "true positive rate")
	parts, err := parts(reports[0])
	if err != nil {
		panic("figure: " + err.Error())
	}
	for _, p := range parts {
		for _, at := range p.roc() {
			s.add(p.name, at.threshold, at.wrong, at.right)
		}
	}
	return s
}

func historySheet(reports []*experiment.Report) *sheet {
	s := newSheet("report", "method", "iteration", "seconds", "dual", "primal", "gap")
	for i, r := range reports {
		for k, h := range r.Objective.History {
			s.add(i+1, r.Solver.Method, k, h.Seconds, h.Dual, h.Primal, h.Gap)
		}
	}
	return s
}

func pathSheet(reports []*experiment.Report) *sheet {
	path := reports[0].Search.Path
	parameter, grid := reports[0].Search.Grid()
	names := []string{parameter, "selected", "status", "relative gap"}
	for _, w := range path.Weights {
		names = append(names, w.Label)
	}
	s := newSheet(names...)
	for i, p := range path.Points {
		row := []any{grid[i], p.Selected, string(p.Status), p.RelativeGap}
		for _, w := range path.Weights {
			row = append(row, w.Values[i])
		}
		s.add(row...)
	}
	return s
}

func scoresSheet(reports []*experiment.Report) *sheet {
	search := reports[0].Search
	parameter, _ := search.Grid()
	first := "rows"
	if len(search.Forms) > 0 {
		first = "form"
	}
	s := newSheet(first, parameter, metricLabel(search.Metric), "standard error", "folds or repeats", "not converged")
	for i, row := range search.Rows() {
		var rows any
		switch {
		case len(search.Forms) > 0:
			rows = row.Label
		case len(search.Subsample) > 0:
			rows = search.Subsample[i]
		}
		for k, score := range row.Scores {
			s.add(rows, row.Grid[k], score.Mean, score.Error, max(1, len(score.Values)), unsolved(search, k, score))
		}
	}
	return s
}

func drawsSheet(reports []*experiment.Report) *sheet {
	search := reports[0].Search
	s := newSheet("rows", "gamma", "draw", "part", metricLabel(search.Metric))
	for i, d := range search.Draws {
		for _, part := range []struct {
			name   string
			values []float64
		}{{"validation", d.Validation}, {"test", d.Test}} {
			for k, v := range part.values {
				s.add(search.Subsample[i], d.Gamma, k+1, part.name, v)
			}
		}
	}
	return s
}

func stabilitySheet(reports []*experiment.Report) *sheet {
	s := newSheet("index", "monomial", "share", "planted")
	for _, f := range reports[0].Stability.Top {
		s.add(f.Index+1, f.Label, f.Share, f.Relevant)
	}
	return s
}

func memorySheet(reports []*experiment.Report) *sheet {
	c, err := memoryCourse(reports[0])
	if err != nil {
		panic("figure: " + err.Error())
	}
	s := newSheet("points", "bytes full", "bytes packed")
	for i, n := range c.Points {
		s.add(n, c.Full[i], c.Packed[i])
	}
	return s
}
