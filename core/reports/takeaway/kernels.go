package takeaway

import (
	"fmt"
	"strconv"
	"strings"

	"lplab/core/data/formula"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/spaces/tensor"
)

// mostWork bounds the multiplications of one prediction by a tensor kernel.
const mostWork = 20_000_000

// writePoints writes the functions of the training points.
func (p *program) writePoints() error {
	m := p.model
	d := len(m.Features)
	items := make([]string, len(m.Points.Rows))
	for i, row := range m.Points.Rows {
		if m.Points.Index != nil {
			x := make([]float64, d)
			for e, j := range m.Points.Index[i] {
				x[j] = row[e]
			}
			row = x
		}
		items[i] = p.vector(row)
	}
	p.declare("POINTS", items)
	names := make([]string, len(m.Functions))
	if len(m.Classes) > 2 && m.Functions[0].Values != nil {
		p.declareVector("VALUES", m.Functions[0].Values)
		p.define("f", fmt.Sprintf("votes(x, POINTS, VALUES, %d, %d)", int(m.K), len(m.Classes)))
		return nil
	}
	for k, f := range m.Functions {
		var value, kernel string
		var err error
		switch {
		case f.Values != nil:
			p.declareVector(fmt.Sprintf("VALUES%d", k+1), f.Values)
			value = fmt.Sprintf("nearest(x, POINTS, VALUES%d, %d, %s)", k+1, int(m.K), p.words[map[bool]int{true: 1}[m.Classes != nil]])
		case m.Type == experiment.ModelLP:
			value, err = p.expansion(k, f)
		default:
			kernel, err = p.kernel(*m.Kernel, dot("x", "t"), "x", "t")
			p.declareVector(fmt.Sprintf("ALPHA%d", k+1), f.Alpha)
			value = fmt.Sprintf("machine(x, POINTS, ALPHA%d, %s, %s)", k+1, plain(f.Intercept), p.lambda("t, x", kernel))
		}
		if err != nil {
			return err
		}
		names[k] = fmt.Sprintf("f%d", k+1)
		p.define(names[k], value)
	}
	p.result(names)
	return nil
}

func (p *program) declareVector(name string, v []float64) {
	p.data = append(p.data, p.let+name+p.assign+p.vector(v)+p.end, "")
}

// expansion writes an lp solution as a sum over points by the kernel of order q.
func (p *program) expansion(k int, f experiment.ModelFunction) (string, error) {
	m := p.model
	q, even := m.P.EvenQ()
	work := float64(len(m.Features)) * float64(tensor.Count(len(f.Alpha), q-1)) // for each multiset of q-1 points
	if !even || work > mostWork {
		return "", fmt.Errorf("the model is a function of %d training points with a tensor kernel of order %d, and one prediction would take more than %d million multiplications: choose a kernel of lower degree, p = 2 or a subsample, or use lplab predict", len(f.Alpha), q, mostWork/1_000_000)
	}
	g, err := p.kernel(*m.Kernel, "s", "", "")
	if err != nil {
		return "", err
	}
	p.declareVector(fmt.Sprintf("ALPHA%d", k+1), f.Alpha)
	return fmt.Sprintf("%s + expansion(x, POINTS, ALPHA%d, %d, %s)", plain(f.Intercept), k+1, q, p.lambda("s", g)), nil
}

// kernel returns a kernel as an expression of x and t, and of s, their inner product; a tensor
// kernel, which is a power series of s, takes s alone.
func (p *program) kernel(k experiment.Kernel, s, x, t string) (string, error) {
	expression := k.Expression()
	if expression == "" {
		return "", fmt.Errorf("the kernel %q is not supported in generated code: use lplab predict", k.Type)
	}
	if k.Columns != nil {
		list := p.vector(p.places(k.Columns))
		x, t = fmt.Sprintf("pick(%s, %s)", x, list), fmt.Sprintf("pick(%s, %s)", t, list)
		s = dot(x, t)
	}
	if k.Constant != 0 {
		s = "(" + number(k.Constant) + " + " + s + ")"
	}
	of := make([]string, len(k.Of))
	for i, part := range k.Of {
		text, err := p.kernel(part, s, x, t)
		if err != nil {
			return "", err
		}
		of[i] = text
	}
	return strings.NewReplacer("exp(", p.exp+"(", "^", p.power, "{s}", s, "{x}", x, "{t}", t,
		"{degree}", strconv.Itoa(k.Degree), "{rate}", number(k.Rate.Value), "{radius}", number(k.Radius.Value),
		"{-beta}", number(-k.Beta.Value), "{factor}", number(k.Factor), "{coefficients}", p.vector(k.Coefficients),
		"{matrix}", joinBetween(p.list, lists.Map(k.Matrix, p.vector)), "{of}", strings.Join(of, ", "),
		"{sum}", "("+strings.Join(of, ") + (")+")", "{product}", "("+strings.Join(of, ") * (")+")").Replace(expression), nil
}

// places are the indices, in the program's lists, of the features of some columns.
func (p *program) places(columns []string) (places []float64) {
	for _, name := range columns {
		for j, f := range p.model.Features {
			if f.Name == name || f.Column == name || f.Formula == name {
				places = append(places, float64(j+p.first))
			}
		}
	}
	return places
}

func dot(x, t string) string { return fmt.Sprintf("dot(%s, %s)", x, t) }

// formula writes a formula over the cells of a row.
func (p *program) formula(text string, columns map[string]experiment.ModelColumn) string {
	f, err := formula.ParseOver(text, func(name string) bool { _, has := columns[name]; return has })
	if err != nil {
		panic("takeaway: a formula that was checked: " + err.Error())
	}
	binary := func(name, sign string) func(a, b string) string {
		return func(a, b string) string {
			if p.protect {
				return name + "(" + a + ", " + b + ")"
			}
			return "(" + a + sign + b + ")"
		}
	}
	return f.Translate(formula.Language{
		Column:   func(name string) string { return p.cell(columns[name], "") },
		Quotient: binary("quotient", " / "),
		Power: func(a, b string) string {
			if p.let != "" { // JavaScript does not allow a sign before a base
				return "pow(" + a + ", " + b + ")"
			}
			return binary("power", p.power)(a, b)
		},
		Call: func(name string, arguments []string) string {
			list := strings.Join(arguments, ", ")
			switch {
			case p.protect && (name == "min" || name == "max"):
				return "extreme(" + name + ", " + list + ")"
			case p.protect && name != "abs" && name != "step":
				return "call(math." + name + ", " + list + ")"
			}
			return name + "(" + list + ")"
		},
	})
}
