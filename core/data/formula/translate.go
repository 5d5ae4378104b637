package formula

import "strconv"

// Language is how the parts of a formula are written in another language.
type Language struct {
	Column          func(name string) string
	Quotient, Power func(a, b string) string
	Call            func(name string, arguments []string) string
}

// Translate writes the formula in another language, with all its parentheses.
func (f *Formula) Translate(l Language) string { return translate(f.root, f.columns, l) }

func translate(n node, columns []string, l Language) string {
	switch n := n.(type) {
	case number:
		return strconv.FormatFloat(float64(n), 'g', -1, 64)
	case column:
		return l.Column(columns[n])
	case negation:
		return "(-" + translate(n.of, columns, l) + ")"
	case operation:
		a, b := translate(n.left, columns, l), translate(n.right, columns, l)
		switch n.sign {
		case '/':
			return l.Quotient(a, b)
		case '^':
			return l.Power(a, b)
		}
		return "(" + a + " " + string(n.sign) + " " + b + ")"
	case call:
		arguments := make([]string, len(n.arguments))
		for i, a := range n.arguments {
			arguments[i] = translate(a, columns, l)
		}
		return l.Call(n.name, arguments)
	}
	panic("formula: an unknown part")
}
