package formula

import (
	"math"
	"strconv"
	"strings"
)

// node is a part of a formula.
type node interface {
	at(values []float64) float64
	// write appends the text of the node.
	write(text []byte, columns []string) []byte
	// binds is how tightly the text holds together.
	binds() int
}

// What binds more tightly needs no parentheses within what binds less.
const (
	loosely = iota // sums
	product
	sign
	power
	atom
)

// within appends the text of a node, in parentheses where it binds less than its place
// asks for.
func within(text []byte, n node, place int, columns []string) []byte {
	if n.binds() >= place {
		return n.write(text, columns)
	}
	return append(n.write(append(text, '('), columns), ')')
}

// number is a constant; its text is as it was written.
type number struct {
	value float64
	text  string
}

func (n number) at([]float64) float64                 { return n.value }
func (n number) write(text []byte, _ []string) []byte { return append(text, n.text...) }
func (number) binds() int                             { return atom }

// column is the value of a column, by its place among those of the formula.
type column int

func (c column) at(values []float64) float64 { return values[c] }

func (c column) write(text []byte, columns []string) []byte {
	name := columns[c]
	if _, constant := constants[name]; plainName(name) && !constant {
		return append(text, name...)
	}
	return append(text, "`"+strings.ReplaceAll(name, "`", "``")+"`"...)
}

func (column) binds() int { return atom }

// negative is -x.
type negative struct{ of node }

func (n negative) at(values []float64) float64 { return -n.of.at(values) }

func (n negative) write(text []byte, columns []string) []byte {
	return within(append(text, '-'), n.of, sign, columns)
}

func (negative) binds() int { return sign }

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

func (o operation) write(text []byte, columns []string) []byte {
	switch o.sign {
	case '+', '-':
		text = append(within(text, o.left, loosely, columns), ' ', o.sign, ' ')
		return within(text, o.right, product, columns)
	case '*', '/':
		text = append(within(text, o.left, product, columns), o.sign)
		return within(text, o.right, sign, columns)
	}
	text = append(within(text, o.left, atom, columns), '^')
	return within(text, o.right, sign, columns)
}

func (o operation) binds() int {
	switch o.sign {
	case '+', '-':
		return loosely
	case '*', '/':
		return product
	}
	return power
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

func (c call) write(text []byte, columns []string) []byte {
	text = append(append(text, c.name...), '(')
	for i, a := range c.arguments {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = a.write(text, columns)
	}
	return append(text, ')')
}

func (call) binds() int { return atom }

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

// numberOf reads a number as it is written in a formula.
func numberOf(text string) (number, bool) {
	v, err := strconv.ParseFloat(text, 64)
	return number{v, text}, err == nil
}
