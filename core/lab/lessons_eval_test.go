package lab

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"lplab/core/experiment"
	"lplab/core/lists"
)

// scope holds the runs of a lesson by their names.
type scope map[string][]*experiment.Report

// holds returns an error if a statement is false or invalid.
func (s scope) holds(statement string) error {
	v, err := s.value(statement)
	switch {
	case err != nil:
		return err
	case len(v) == 0 || slices.Contains(v, 0):
		return fmt.Errorf("false: %s%s", statement, s.sides(statement))
	}
	return nil
}

// sides returns the values of the operands of a comparison as text.
func (s scope) sides(statement string) string {
	e, err := parser.ParseExpr(statement)
	if err != nil {
		return ""
	}
	var shown strings.Builder
	ast.Inspect(e, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && b.Op.Precedence() == token.EQL.Precedence() {
			x, _ := s.eval(b.X)
			y, _ := s.eval(b.Y)
			fmt.Fprintf(&shown, "\n\t%.6g %s %.6g", x, b.Op, y)
			return false
		}
		return true
	})
	return shown.String()
}

// matches returns an error if a number of the text, with its unit, is not the value of an
// expression to the written digits.
func (s scope) matches(written, expression string) error {
	v, err := s.value(expression)
	if err != nil {
		return err
	}
	text := strings.NewReplacer(",", "", "$", "", "{", "", "}", "", "*", "", "−", "-").Replace(written)
	text = strings.TrimRight(strings.TrimLeft(text, "+~"), " %.;:")
	want, err := strconv.ParseFloat(text, 64)
	if err != nil || len(v) != 1 {
		return fmt.Errorf("%q is not a number, or %s is not a single one: %v", written, expression, v)
	}
	_, decimals, _ := strings.Cut(text, ".")
	if math.Abs(v[0]-want) > 0.5000001*math.Pow(10, -float64(len(decimals))) {
		return fmt.Errorf("the text has %s, but %s is %.6g", written, expression, v[0])
	}
	return nil
}

func (s scope) value(expression string) ([]float64, error) {
	e, err := parser.ParseExpr(expression)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", expression, err)
	}
	v, err := s.eval(e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", expression, err)
	}
	return v, nil
}

func (s scope) eval(e ast.Expr) ([]float64, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.eval(e.X)
	case *ast.BasicLit:
		v, err := strconv.ParseFloat(e.Value, 64)
		return []float64{v}, err
	case *ast.UnaryExpr:
		return s.eval(&ast.BinaryExpr{X: &ast.BasicLit{Value: "0"}, Op: e.Op, Y: e.X})
	case *ast.BinaryExpr:
		x, err := s.eval(e.X)
		if err != nil {
			return nil, err
		}
		y, err := s.eval(e.Y)
		if err != nil {
			return nil, err
		}
		return broadcast(x, y, operations[e.Op])
	case *ast.SelectorExpr:
		return s.measure(e)
	case *ast.IndexExpr:
		x, err := s.eval(e.X)
		if err != nil {
			return nil, err
		}
		i, err := s.eval(e.Index)
		if err != nil {
			return nil, err
		}
		if len(i) != 1 || i[0] < 0 || int(i[0]) >= len(x) {
			return nil, fmt.Errorf("no element %v of %d", i, len(x))
		}
		return x[int(i[0]) : int(i[0])+1], nil
	case *ast.CallExpr:
		name, ok := e.Fun.(*ast.Ident)
		if !ok || functions[name.Name] == nil {
			return nil, fmt.Errorf("there is no such function")
		}
		args := make([][]float64, len(e.Args))
		for i, arg := range e.Args {
			var err error
			if args[i], err = s.eval(arg); err != nil {
				return nil, err
			}
			if len(args[i]) == 0 {
				return nil, fmt.Errorf("%s of no values", name.Name)
			}
		}
		return functions[name.Name](args), nil
	}
	return nil, fmt.Errorf("%T is not supported", e)
}

func broadcast(x, y []float64, f func(a, b float64) float64) ([]float64, error) {
	if f == nil || len(x) != len(y) && len(x) != 1 && len(y) != 1 {
		return nil, fmt.Errorf("no such operation on %d and %d values", len(x), len(y))
	}
	out := make([]float64, max(len(x), len(y)))
	for i := range out {
		out[i] = f(x[min(i, len(x)-1)], y[min(i, len(y)-1)])
	}
	return out, nil
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

var operations = map[token.Token]func(a, b float64) float64{
	token.ADD:  func(a, b float64) float64 { return a + b },
	token.SUB:  func(a, b float64) float64 { return a - b },
	token.MUL:  func(a, b float64) float64 { return a * b },
	token.QUO:  func(a, b float64) float64 { return a / b },
	token.LSS:  func(a, b float64) float64 { return truth(a < b) },
	token.LEQ:  func(a, b float64) float64 { return truth(a <= b) },
	token.GTR:  func(a, b float64) float64 { return truth(a > b) },
	token.GEQ:  func(a, b float64) float64 { return truth(a >= b) },
	token.EQL:  func(a, b float64) float64 { return truth(a == b) },
	token.NEQ:  func(a, b float64) float64 { return truth(a != b) },
	token.LAND: func(a, b float64) float64 { return truth(a != 0 && b != 0) },
	token.LOR:  func(a, b float64) float64 { return truth(a != 0 || b != 0) },
}

func each(f func(float64) float64) func([][]float64) []float64 {
	return func(args [][]float64) []float64 {
		out := slices.Clone(args[0])
		for i := range out {
			out[i] = f(out[i])
		}
		return out
	}
}

func whole(f func([]float64) float64) func([][]float64) []float64 {
	return func(args [][]float64) []float64 { return []float64{f(slices.Concat(args...))} }
}

var functions = map[string]func([][]float64) []float64{
	"abs": each(math.Abs), "sqrt": each(math.Sqrt), "exp": each(math.Exp), "log10": each(math.Log10),
	"min": whole(slices.Min[[]float64]), "max": whole(slices.Max[[]float64]), "sum": whole(floats.Sum),
	"mean":  whole(func(v []float64) float64 { return stat.Mean(v, nil) }),
	"count": whole(func(v []float64) float64 { return float64(len(v)) }),
	"last":  whole(func(v []float64) float64 { return v[len(v)-1] }),
	"median": whole(func(v []float64) float64 {
		v = slices.Sorted(slices.Values(v))
		return (v[len(v)/2] + v[(len(v)-1)/2]) / 2
	}),
	// The standard deviation with the divisor n.
	"deviation": whole(func(v []float64) float64 { return stat.PopStdDev(v, nil) }),
	"pow":       func(a [][]float64) []float64 { return []float64{math.Pow(a[0][0], a[1][0])} },
	"binomial": func(a [][]float64) []float64 {
		value := 1.0
		for k := range int(a[1][0]) {
			value = value * (a[0][0] - float64(k)) / float64(k+1)
		}
		return []float64{math.Round(value)}
	},
	// steps(v) has the differences of consecutive values; part(v, i, j) is v[i:j].
	"steps": func(a [][]float64) []float64 {
		last := len(a[0]) - 1
		return floats.SubTo(make([]float64, last), a[0][1:], a[0][:last])
	},
	"part": func(a [][]float64) []float64 { return a[0][int(a[1][0]):min(int(a[2][0]), len(a[0]))] },
	// falling(v) is sorted by decreasing absolute value.
	"falling": func(a [][]float64) []float64 {
		return slices.SortedFunc(slices.Values(a[0]), func(x, y float64) int { return int(math.Copysign(1, math.Abs(y)-math.Abs(x))) })
	},
}

// measure returns the values of a measure of a run, such as a.gap: one or a list for each run.
func (s scope) measure(e *ast.SelectorExpr) ([]float64, error) {
	path := []string{e.Sel.Name}
	for x := e.X; ; {
		switch at := x.(type) {
		case *ast.SelectorExpr:
			path = append([]string{at.Sel.Name}, path...)
			x = at.X
			continue
		case *ast.Ident:
			reports, known := s[at.Name]
			if !known {
				return nil, fmt.Errorf("there is no run %s", at.Name)
			}
			var all []float64
			for _, r := range reports {
				v, err := measureOf(r, path)
				if err != nil {
					return nil, err
				}
				all = append(all, v...)
			}
			return all, nil
		}
		return nil, fmt.Errorf("no run")
	}
}

func measureOf(r *experiment.Report, path []string) ([]float64, error) {
	if depth, isTree := strings.CutPrefix(path[0], "tree"); isTree && len(path) == 2 {
		levels, err := strconv.Atoi(depth)
		if err != nil {
			return nil, err
		}
		return []float64{treeScore(r, path[1], levels)}, nil
	}
	name := strings.Join(path, ".")
	if len(path) == 2 {
		m := r.Metrics[path[1]]
		if v := map[string]*float64{"r2": m.R2, "mse": m.MSE, "mae": m.MAE, "accuracy": m.Accuracy, "auc": m.AUC}[path[0]]; v != nil {
			return []float64{*v}, nil
		}
	}
	single := map[string]float64{
		"gap":         r.Objective.Gap,
		"relativeGap": r.Objective.RelativeGap,
		"primal":      r.Objective.Primal,
		"dual":        -r.Objective.Dual,
		"iterations":  float64(r.Solver.Iterations),
		"passes":      float64(r.Solver.Passes),
		"converged":   truth(r.Status.IsSolved()),
		"selected":    float64(r.Weights.Selected),
		"nonzero":     float64(r.Weights.Nonzero),
		"count":       float64(r.Weights.Count),
		"threshold":   r.Weights.Threshold,
		"norm":        r.Weights.Norm,
		"normPower":   r.Weights.NormPower,
		"support":     float64(len(r.Support)),
		"rows":        float64(len(r.Rows.Train)),
		"gamma":       r.Gamma,
	}
	if recovery := r.Weights.Recovery; recovery != nil {
		single["found"] = float64(recovery.Found)
		single["missed"] = float64(recovery.Missed)
		single["false"] = float64(recovery.False)
	}
	if r.Tensor != nil {
		single["entries"] = float64(r.Tensor.Entries)
		single["bytes"] = float64(r.Tensor.Bytes)
		single["points"] = float64(r.Tensor.Points)
	}
	if v, known := single[name]; known {
		return []float64{v}, nil
	}
	if r.Stability != nil {
		if v := frequencies(r, name); v != nil {
			return v, nil
		}
	}
	if r.Search != nil {
		if v := searched(r, name); v != nil {
			return v, nil
		}
	}
	switch name {
	case "gaps", "primals", "duals":
		return lists.Map(r.Objective.History, func(h experiment.Record) float64 {
			return map[string]float64{"gaps": h.Gap, "primals": h.Primal, "duals": -h.Dual}[name]
		}), nil
	case "w":
		return r.Weights.Values, nil
	case "truths":
		return lists.Map(r.Weights.Truth, func(w experiment.Weight) float64 { return w.Value }), nil
	case "planted", "others":
		planted := map[int]bool{}
		for _, w := range r.Weights.Truth {
			planted[w.Index] = true
		}
		var list []float64
		for k, w := range r.Weights.Values {
			if planted[k] == (name == "planted") {
				list = append(list, w)
			}
		}
		return list, nil
	case "alpha":
		return r.Alpha, nil
	case "residual":
		return floats.SubTo(make([]float64, len(r.Actual.Train)), r.Actual.Train, r.Predictions.Train), nil
	}
	return nil, fmt.Errorf("the report has no %s", name)
}

// frequencies returns a measure of a stability selection.
func frequencies(r *experiment.Report, name string) []float64 {
	var list []float64
	stable, steady := 0, 0
	for _, f := range r.Stability.Top {
		if f.Share >= 0.9 {
			stable++
			if f.Relevant {
				steady++
			}
		}
		if name == "frequencies" && f.Relevant || name == "otherFrequencies" && !f.Relevant {
			list = append(list, f.Share)
		}
	}
	switch name {
	case "stable":
		return []float64{float64(stable)}
	case "steady":
		return []float64{float64(steady)}
	case "otherFrequencies":
		return append(list, 0)
	}
	return list
}

// searched returns a measure of a search.
func searched(r *experiment.Report, name string) (list []float64) {
	switch name {
	case "pathSelected": // the numbers of selected weights along the path, by increasing strength
		return lists.Map(r.Search.Path.Points, func(p experiment.PathPoint) float64 { return float64(p.Selected) })
	case "pathEnd": // the weights at its end
		for _, w := range r.Search.Path.Weights {
			list = append(list, w.Values[len(w.Values)-1], w.Values[0])
		}
	case "draws": // the median error on the test rows, by size
		return lists.Map(r.Search.Draws, func(d experiment.Draws) float64 { return functions["median"]([][]float64{d.Test})[0] })
	case "spread": // the range of the errors on the test rows, by size
		return lists.Map(r.Search.Draws, func(d experiment.Draws) float64 { return slices.Max(d.Test) - slices.Min(d.Test) })
	case "scores":
		return lists.Map(r.Search.Scores[0], func(s experiment.Score) float64 { return s.Mean })
	}
	return list
}
