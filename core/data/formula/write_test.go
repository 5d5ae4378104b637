package formula

import (
	"strconv"
)

// text returns the formula with only the necessary parentheses, so that Parse reads the same formula.
func (f *Formula) text() string { return string(write(nil, f.root, f.columns)) }

// Precedences of nodes: a node needs no parentheses within one of lower precedence.
const (
	sum = iota
	product
	sign
	power
	atom
)

func precedence(n node) int {
	switch n := n.(type) {
	case negation:
		return sign
	case operation:
		return map[byte]int{'+': sum, '-': sum, '*': product, '/': product, '^': power}[n.sign]
	}
	return atom
}

// within appends a node, in parentheses if its precedence is lower than that of its place.
func within(text []byte, n node, place int, columns []string) []byte {
	if precedence(n) >= place {
		return write(text, n, columns)
	}
	return append(write(append(text, '('), n, columns), ')')
}

func write(text []byte, n node, columns []string) []byte {
	switch n := n.(type) {
	case number:
		return strconv.AppendFloat(text, float64(n), 'g', -1, 64)
	case column:
		return append(text, Quote(columns[n])...)
	case negation:
		return within(append(text, '-'), n.of, sign, columns)
	case operation:
		switch n.sign {
		case '+', '-':
			return within(append(within(text, n.left, sum, columns), ' ', n.sign, ' '), n.right, product, columns)
		case '*', '/':
			return within(append(within(text, n.left, product, columns), n.sign), n.right, sign, columns)
		}
		return within(append(within(text, n.left, atom, columns), '^'), n.right, sign, columns)
	case call:
		text = append(append(text, n.name...), '(')
		for i, a := range n.arguments {
			if i > 0 {
				text = append(text, ", "...)
			}
			text = write(text, a, columns)
		}
		return append(text, ')')
	}
	panic("formula: a node of an unknown type")
}
