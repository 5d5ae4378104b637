package takeaway

import (
	"fmt"
	"strings"

	"lplab/core/data/formula"
	"lplab/core/experiment"
	"lplab/core/spaces/tensor"
)

// mostWork bounds the multiplications of one prediction by a tensor kernel.
const mostWork = 20_000_000

// writePoints writes functions of the training points.
func (p *program) writePoints() error {
	m := p.model
	d := len(m.Features)
	items := make([]string, len(m.Points.Rows))
	for i, row := range m.Points.Rows {
		if m.Points.Index != nil {
			full := make([]float64, d)
			for e, j := range m.Points.Index[i] {
				full[j] = row[e]
			}
			row = full
		}
		items[i] = p.vector(row)
	}
	p.declare("POINTS", items)
	names := make([]string, len(m.Functions))
	if len(m.Classes) > 2 && m.Functions[0].Values != nil {
		p.declareVector("VALUES", m.Functions[0].Values)
		p.functions = append(p.functions, p.indent+p.let+"f"+p.assign+fmt.Sprintf("votes(x, POINTS, VALUES, %d, %d)", int(m.K), len(m.Classes))+p.end)
		return nil
	}
	for k, f := range m.Functions {
		name := fmt.Sprintf("f%d", k+1)
		names[k] = name
		var value string
		switch {
		case f.Values != nil:
			p.declareVector(fmt.Sprintf("VALUES%d", k+1), f.Values)
			value = fmt.Sprintf("nearest(x, POINTS, VALUES%d, %d, %s)", k+1, int(m.K), p.words[map[bool]int{true: 1}[m.Classes != nil]])
		case m.Type == experiment.ModelLP:
			series, err := p.expansion(k, f)
			if err != nil {
				return err
			}
			value = series
		default:
			kernel, err := p.kernel(*m.Kernel, "x", "t")
			if err != nil {
				return err
			}
			p.declareVector(fmt.Sprintf("ALPHA%d", k+1), f.Alpha)
			value = fmt.Sprintf("machine(x, POINTS, ALPHA%d, %s, %s)", k+1, plain(f.Intercept), p.lambda("t, x", kernel))
		}
		p.functions = append(p.functions, p.indent+p.let+name+p.assign+value+p.end)
	}
	p.result(names)
	return nil
}

func (p *program) declareVector(name string, v []float64) {
	p.data = append(p.data, p.let+name+p.assign+p.vector(v)+p.end, "")
}

// expansion is an lp solution as a sum over points by the kernel of order q.
func (p *program) expansion(k int, f experiment.ModelFunction) (string, error) {
	m := p.model
	q, even := m.P.EvenQ()
	work := float64(tensor.Count(len(f.Alpha), q-1)) * float64(len(m.Features))
	if !even || !(work <= mostWork) {
		return "", fmt.Errorf("the model is a function of %d training points with a tensor kernel of order %d, and one prediction would take more than %d million multiplications: choose a kernel of lower degree, p = 2 or a subsample, or use lplab predict", len(f.Alpha), q, mostWork/1_000_000)
	}
	g, err := p.series(*m.Kernel)
	if err != nil {
		return "", err
	}
	p.declareVector(fmt.Sprintf("ALPHA%d", k+1), f.Alpha)
	return fmt.Sprintf("%s + expansion(x, POINTS, ALPHA%d, %d, %s)", plain(f.Intercept), k+1, q, p.lambda("s", g)), nil
}

// series is the power series of a tensor kernel as an expression of s.
func (p *program) series(k experiment.Kernel) (string, error) {
	switch k.Type {
	case experiment.KernelLinear:
		return "s", nil
	case experiment.KernelPolynomial:
		return p.polynomial(k, "s"), nil
	case experiment.KernelExponential:
		return fmt.Sprintf("%s(%s * s)", p.function["exp"], number(k.Rate.Value)), nil
	case experiment.KernelGeometric:
		return fmt.Sprintf("1 / (1 - s / %s)", number(k.Radius.Value)), nil
	case experiment.KernelSeries:
		return fmt.Sprintf("horner(%s, s)", p.vector(k.Coefficients)), nil
	case experiment.KernelSum, experiment.KernelProduct:
		return p.joined(k, p.series)
	}
	return "", fmt.Errorf("the kernel %q is not supported in generated code: use lplab predict", k.Type)
}

func (p *program) polynomial(k experiment.Kernel, s string) string {
	if k.Constant != 0 {
		s = "(" + number(k.Constant) + " + " + s + ")"
	}
	return fmt.Sprintf("%s%s%d", s, p.power, k.Degree)
}

// joined is a sum or a product of kernels.
func (p *program) joined(k experiment.Kernel, of func(experiment.Kernel) (string, error)) (string, error) {
	parts := make([]string, len(k.Of))
	for i, part := range k.Of {
		text, err := of(part)
		if err != nil {
			return "", err
		}
		parts[i] = "(" + text + ")"
	}
	sign := " + "
	if k.Type == experiment.KernelProduct {
		sign = " * "
	}
	return strings.Join(parts, sign), nil
}

// kernel is a kernel of two arguments as an expression of them.
func (p *program) kernel(k experiment.Kernel, x, t string) (string, error) {
	of := func(part experiment.Kernel) (string, error) { return p.kernel(part, x, t) }
	inner := func() (string, error) { return of(k.Of[0]) }
	switch k.Type {
	case experiment.KernelLinear:
		return fmt.Sprintf("dot(%s, %s)", x, t), nil
	case experiment.KernelPolynomial:
		return p.polynomial(k, fmt.Sprintf("dot(%s, %s)", x, t)), nil
	case experiment.KernelExponential:
		return fmt.Sprintf("%s(%s * dot(%s, %s))", p.function["exp"], number(k.Rate.Value), x, t), nil
	case experiment.KernelSeries:
		return fmt.Sprintf("horner(%s, dot(%s, %s))", p.vector(k.Coefficients), x, t), nil
	case experiment.KernelGaussian:
		return fmt.Sprintf("%s(%s * distance(%s, %s))", p.function["exp"], number(-k.Beta.Value), x, t), nil
	case experiment.KernelAnova:
		return fmt.Sprintf("anova(%s, %s)", x, t), nil
	case experiment.KernelMin:
		return fmt.Sprintf("minimum(%s, %s)", x, t), nil
	case experiment.KernelMatrix:
		rows := make([]string, len(k.Matrix))
		for i, row := range k.Matrix {
			rows[i] = p.vector(row)
		}
		return fmt.Sprintf("bilinear(%s, %s%s%s, %s)", x, p.list[0], strings.Join(rows, ", "), p.list[1], t), nil
	case experiment.KernelSum, experiment.KernelProduct:
		return p.joined(k, of)
	case experiment.KernelScale:
		text, err := inner()
		return number(k.Factor) + " * (" + text + ")", err
	case experiment.KernelPolynomialOf:
		text, err := inner()
		return fmt.Sprintf("horner(%s, %s)", p.vector(k.Coefficients), text), err
	case experiment.KernelCompose:
		var places []float64
		for _, name := range k.Columns {
			for j, f := range p.model.Features {
				if f.Name == name || f.Column == name || f.Formula == name {
					places = append(places, float64(j+p.first))
				}
			}
		}
		list := p.vector(places)
		return p.kernel(k.Of[0], fmt.Sprintf("pick(%s, %s)", x, list), fmt.Sprintf("pick(%s, %s)", t, list))
	}
	return "", fmt.Errorf("the kernel %q is not supported in generated code: use lplab predict", k.Type)
}

// formula is a formula over the cells of a row.
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
			if p.let != "" { // a sign before a base is no expression of JavaScript
				return "pow(" + a + ", " + b + ")"
			}
			return binary("power", p.power)(a, b)
		},
		Call: func(name string, arguments []string) string {
			if p.protect && name != "min" && name != "max" && name != "abs" && name != "step" {
				return "call(math." + name + ", " + arguments[0] + ")"
			}
			return name + "(" + strings.Join(arguments, ", ") + ")"
		},
	})
}
