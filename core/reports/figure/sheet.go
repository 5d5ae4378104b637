package figure

import (
	"fmt"
	"strconv"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// sheet is a table of numbers and texts as CSV.
type sheet struct{ csv []byte }

func newSheet(names ...string) *sheet {
	s := new(sheet)
	s.add(lists.Map(names, func(name string) any { return name })...)
	return s
}

// add adds a row of strings, numbers, pointers to numbers, truth values and nil; a nil leaves
// its cell empty. Numbers have all their digits.
func (s *sheet) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch v := cell.(type) {
		case nil:
		case string:
			row[i] = table.PlainText(v)
		case int:
			row[i] = strconv.Itoa(v)
		case float64:
			row[i] = strconv.FormatFloat(v, 'g', -1, 64)
		case *float64:
			if v != nil {
				row[i] = strconv.FormatFloat(*v, 'g', -1, 64)
			}
		case bool:
			row[i] = map[bool]string{true: "yes", false: "no"}[v]
		default:
			panic(fmt.Sprintf("figure: a cell of type %T", cell))
		}
	}
	s.csv = table.AppendCSV(s.csv, row, ',')
}

// The sheets of the figures are of reports that Kind.Draw has checked: no error is left.

func weightsSheet(reports []*experiment.Report) *sheet {
	w := &reports[0].Weights
	s := newSheet("index", "monomial", "weight", "coefficient", "selected", "planted")
	truth := map[int]*float64{}
	for i, t := range w.Truth {
		truth[t.Index] = &w.Truth[i].Value
	}
	seen := map[int]bool{}
	for _, k := range w.Top {
		seen[k.Index] = true
		s.add(k.Index+1, k.Label, k.Value, k.Coefficient, w.Selects(k), truth[k.Index])
	}
	for _, t := range w.Truth { // planted weights that are not among the largest
		if !seen[t.Index] {
			var index any
			if t.Index >= 0 {
				index = t.Index + 1
			}
			s.add(index, t.Label, nil, nil, nil, t.Value)
		}
	}
	return s
}

// rowsSheet lists the rows of the data, counted from 1 as on the page.
func rowsSheet(reports []*experiment.Report) *sheet {
	r := reports[0]
	two := r.Spec.Task == experiment.Classification
	s := newSheet("part", "row", "actual", "predicted", "residual")
	if two {
		s = newSheet("part", "row", "class", "decision value", "margin")
	}
	parts, _ := parts(r)
	for _, p := range parts {
		for i, y := range p.y {
			var row any
			if rows := *r.Rows.Of(p.name); i < len(rows) {
				row = rows[i] + 1
			}
			f := p.f[i]
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
	parts, _ := parts(reports[0])
	for _, p := range parts {
		for _, at := range p.roc() {
			s.add(p.name, at.threshold, at.fpr, at.tpr)
		}
	}
	return s
}

func historySheet(reports []*experiment.Report) *sheet {
	s := newSheet("report", "method", "step", "iteration", "seconds", "dual", "primal", "gap")
	for i, r := range reports {
		at := iterations(r)
		for k, h := range r.Objective.History {
			s.add(i+1, r.Solver.Method, h.Step, int(at[k]), h.Seconds, h.Dual, h.Primal, h.Gap)
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
			s.add(rows, row.Grid[k], score.Mean, score.Error, max(1, len(score.Values)), countUnsolved(search, k, score))
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
	c, _ := footprint(reports[0])
	s := newSheet("points", "bytes full", "bytes packed")
	for i, n := range c.Points {
		s.add(n, c.Full[i], c.Packed[i])
	}
	return s
}
