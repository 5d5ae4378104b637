package page

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/experiment"
)

// bagControl offers the columns that can name bags, for a kernel of sets.
func (p *Page) bagControl() app.UI {
	bag := p.s.Spec.Bag
	sets := p.s.Spec.Model.Kernel.Type == experiment.KernelSet && experiment.Lookup("model.kernel.type").Applies(p.s.Spec)
	options := []app.UI{option("", "None: each row is a bag", bag == "")}
	if _, ok := p.s.Inspection.find(bag); !ok && bag != "" {
		options = append(options, option(bag, bag, true))
	}
	if p.s.Inspection != nil {
		for _, c := range p.s.Inspection.Columns {
			if c.Name != p.s.Spec.Target {
				options = append(options, option(c.Name, c.Name, c.Name == bag))
			}
		}
	}
	f := experiment.Lookup("bag")
	return p.labelControl(f, sets || bag != "", []string{"grow"}, p.selectOf(f, options))
}

// basisControl is the entry of formulas used as features. It is closed while there are none.
func (p *Page) basisControl() app.UI {
	formulas := app.Details().Class(classIf(!p.s.Link.View.Hides("basis"), "formulas"))
	if p.s.Spec.Basis != nil {
		formulas = formulas.Open(true)
	}
	return formulas.Body(
		app.Summary().Text("Formulas as features"),
		p.control("basis"),
	)
}

// role is the use of a column that cannot be chosen as a feature; "" where it can.
func (s *state) role(c column) string {
	named := s.Spec.Named()
	switch {
	case c.Name == s.Spec.Target:
		return "target"
	case c.Name == s.Spec.Bag:
		return "bag"
	case c.Name == s.Spec.Split.Groups:
		return "groups"
	case named != nil && named(c.Name) && !slices.Contains(s.Spec.Features, c.Name):
		return "formula"
	case !c.Usable:
		return "no"
	}
	return ""
}

// keepFeatures removes the features that fail a condition. Without any left, all usable columns
// are features.
func (s *state) keepFeatures(keep func(name string) bool) {
	var features []string
	for _, name := range s.Spec.Features {
		if keep(name) {
			features = append(features, name)
		}
	}
	s.Spec.Features = features
}

// noFeature removes a column from the features, because it has another use now.
func (s *state) noFeature(name string) {
	s.keepFeatures(func(n string) bool { return n != name })
}
