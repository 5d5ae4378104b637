// Package formula parses the formulas that features are computed by, such as
// "sin(2*pi*x)" or "log(psa) * age^2", and evaluates them over the columns that they name.
//
// The language is small and strict:
//
//	sum     = product { ("+" | "-") product }
//	product = signed { ("*" | "/") signed }
//	signed  = "-" signed | power
//	power   = atom [ "^" signed ]
//	atom    = number | "pi" | "e" | column | function "(" sum { "," sum } ")" | "(" sum ")"
//
// so that -x^2 is -(x^2) and x^y^z is x^(y^z). A name of letters, digits, "_" and "." that
// does not begin with a digit stands for its column; any other name is written in
// back-quotes, with back-quotes inside doubled. A column named "pi" or "e" takes the
// place of the constant.
//
// The functions are sqrt, exp, log (natural), log10, sin, cos, tan, tanh, abs, step
// (1 from 0 on, 0 below) of one argument, and min and max of two or more.
package formula

import "slices"

// Bounds of a formula, which limit the time and the stack of parsing and evaluation.
const (
	maxLength = 1000 // bytes of its text
	maxDepth  = 50   // parentheses, functions, signs and powers within each other
)

// Formula is a function of the columns that it names. It is immutable.
type Formula struct {
	root      node
	columns   []string
	constants []string // names of constants without back-quotes
	clashes   []string // those of them that are columns
}

// Columns returns the names of the columns in order of first appearance; it must not be changed.
func (f *Formula) Columns() []string { return f.columns }

// Reads reports whether the formula reads a column of this name if the data have one.
func (f *Formula) Reads(column string) bool {
	return slices.Contains(f.columns, column) || slices.Contains(f.constants, column)
}

// Shadowed lists the constants that are columns here.
func (f *Formula) Shadowed() []string { return f.clashes }

// At evaluates the formula at the values of its columns, in the order of Columns. It is NaN
// or infinite where the formula is undefined, such as the logarithm of a negative number.
func (f *Formula) At(values []float64) float64 { return f.root.at(values) }
