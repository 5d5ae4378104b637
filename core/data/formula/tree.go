package formula

import "math"

type node interface {
	at(values []float64) float64
}

type number float64

func (n number) at([]float64) float64 { return float64(n) }

// column is the value of a column, by its place among those of the formula.
type column int

func (c column) at(values []float64) float64 { return values[c] }

type negation struct{ of node }

func (n negation) at(values []float64) float64 { return -n.of.at(values) }

// operation is a sum, a difference, a product, a quotient or a power.
type operation struct {
	sign        byte
	left, right node
}

func (o operation) at(values []float64) float64 {
	a, b := o.left.at(values), o.right.at(values)
	switch o.sign {
	case '+':
		return a + b
	case '-':
		return a - b
	case '*':
		return a * b
	case '/':
		return a / b
	}
	return math.Pow(a, b)
}

// call is a function of one argument or of many.
type call struct {
	name      string
	arguments []node
}

func (c call) at(values []float64) float64 {
	x := c.arguments[0].at(values)
	if one := ofOne[c.name]; one != nil {
		return one(x)
	}
	more := ofMany[c.name]
	for _, a := range c.arguments[1:] {
		x = more(x, a.at(values))
	}
	return x
}

// constants are the numbers that have names.
var constants = map[string]float64{"pi": math.Pi, "e": math.E}

// ofOne are the functions of one argument.
var ofOne = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log, "log10": math.Log10,
	"sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "tanh": math.Tanh, "abs": math.Abs,
	"step": func(x float64) float64 {
		switch {
		case x >= 0:
			return 1
		case x < 0:
			return 0
		}
		return x // NaN
	},
}

// ofMany are those of two arguments or more, taken two by two.
var ofMany = map[string]func(x, y float64) float64{"min": math.Min, "max": math.Max}
