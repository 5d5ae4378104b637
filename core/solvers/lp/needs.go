package lp

// Needs are the costs of a method beside those of the form, for the choice of the form.
type Needs struct {
	Matrices int  // of n x n numbers
	Passes   int  // expected evaluations of the form
	Features bool // the form must have explicit features
}

// methodNeeds is a method with other needs than a gradient method on the dual.
type methodNeeds interface{ needs() Needs }

var _, _, _ methodNeeds = Newton{}, PrimalGradient{}, Fista{}

// NeedsOf returns the needs of a method.
func NeedsOf(m Method) Needs {
	if n, ok := m.(methodNeeds); ok {
		return n.needs()
	}
	return Needs{Passes: 60}
}
