package page

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/data/formula"
	"lplab/core/experiment"
)

// bagControl offers the columns that can name bags, where a kernel of sets is to
// compare these.
func (p *Page) bagControl() app.UI {
	f := experiment.Lookup("bag")
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
	return p.holder("bag", sets || bag != "", []string{"field", "brief", "grow"},
		app.Label().For(controlID("bag")).Text(f.Label),
		app.Select().ID(controlID("bag")).DataSet("path", "bag").Aria("describedby", p.described(f)).OnChange(p.onEntry).Body(options...),
		p.help(f),
		p.wrong(f),
	)
}

// basisControl is the entry of formulas that take the place of columns; closed while
// there are none.
func (p *Page) basisControl() app.UI {
	formulas := app.Details().Class(shown(!p.s.Link.View.Hides("basis"), "formulas"))
	if p.s.Spec.Basis != nil {
		formulas = formulas.Open(true)
	}
	return formulas.Body(
		app.Summary().Text("Formulas in place of columns"),
		p.control("basis"),
	)
}

// role is what a column is used as where it cannot be chosen as a feature; "" where it
// can.
func (s *state) role(c column) string {
	reads := func(text string) bool {
		f, err := formula.Parse(text)
		return err == nil && f.Reads(c.Name)
	}
	switch {
	case c.Name == s.Spec.Target:
		return "target"
	case c.Name == s.Spec.Bag:
		return "bag"
	case slices.ContainsFunc(s.Spec.Basis, reads):
		return "formula"
	case !c.Usable || s.Spec.Basis != nil:
		return "no"
	}
	return ""
}

// noFeature leaves a column out of the features: it is something else now.
func (s *state) noFeature(name string) {
	s.Spec.Features = slices.DeleteFunc(slices.Clone(s.Spec.Features), func(n string) bool { return n == name })
	if len(s.Spec.Features) == 0 {
		s.Spec.Features = nil
	}
}
