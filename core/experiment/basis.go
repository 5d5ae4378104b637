package experiment

import (
	"fmt"

	"lplab/core/formula"
)

// checkBasis: formulas take the place of the features, and read neither what is to be
// predicted nor the names of bags.
func checkBasis(s *Spec) *FieldError {
	if s.Basis != nil && s.Features != nil {
		return &FieldError{"basis", fmt.Sprintf("a list of length %d", len(s.Basis)), "it takes the place of features; remove one of the two, and name a plain feature among the formulas"}
	}
	for i, text := range s.Basis {
		f, err := formula.Parse(text)
		switch at := element("basis", i); {
		case err != nil:
			panic("experiment: a formula was read that is none: " + err.Error())
		case f.Reads(s.Target):
			return &FieldError{at, shown(text), "it reads the target, which is to be predicted; change the formula, or choose another target"}
		case s.Bag != "" && f.Reads(s.Bag):
			return &FieldError{at, shown(text), "it reads the column that names the bags; change the formula, or choose another column for bag"}
		}
	}
	return nil
}
