package takeaway

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lplab/core/experiment"
)

// writeTerms writes the functions of terms: a statement for each of few, else a list.
func (p *program) writeTerms() {
	place := map[string]int{}
	count := 0
	for j, f := range p.model.Features {
		place[f.Name] = j
	}
	for _, f := range p.model.Functions {
		count += len(f.Terms)
	}
	result := make([]string, len(p.model.Functions))
	for k, f := range p.model.Functions {
		name := "f" + strconv.Itoa(k+1)
		result[k] = name
		if count > fewTerms {
			items := make([]string, len(f.Terms))
			for i, t := range f.Terms {
				row := []float64{t.Coefficient}
				for _, j := range factors(t, place) {
					row = append(row, float64(j+p.first))
				}
				items[i] = p.vector(row)
			}
			p.declare("TERMS"+strconv.Itoa(k+1), items)
			p.functions = append(p.functions, p.indent+p.let+name+p.assign+fmt.Sprintf("terms(x, %s, TERMS%d)", plain(f.Intercept), k+1)+p.end)
			continue
		}
		let := p.let
		if let != "" {
			let = "let "
		}
		what := p.model.Target
		if f.Class != "" {
			what += " = " + f.Class
		}
		p.functions = append(p.functions, p.indent+let+name+p.assign+plain(f.Intercept)+p.end+" "+p.comment+oneLine("in the unit of "+what))
		for _, t := range f.Terms {
			value := plain(t.Coefficient)
			for name, power := range ordered(t, place) {
				value += " * " + p.names[place[name]]
				if power > 1 {
					value += p.power + strconv.Itoa(power)
				}
			}
			line := p.indent + name + p.assign + name + " + " + value + p.end
			if m := p.model; m.Classes == nil && len(t.Monomial) > 0 {
				line += " " + p.comment + oneLine(m.Target+" per "+unitOf(t, place))
			}
			p.functions = append(p.functions, line)
		}
	}
	p.result(result)
}

// ordered walks the factors of a term in the order of the features.
func ordered(t experiment.ModelTerm, place map[string]int) func(func(string, int) bool) {
	var names []string
	for name := range t.Monomial {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return place[a] - place[b] })
	return func(yield func(string, int) bool) {
		for _, name := range names {
			if !yield(name, t.Monomial[name]) {
				return
			}
		}
	}
}

// unitOf names the unit that a term is measured by: "a b^2".
func unitOf(t experiment.ModelTerm, place map[string]int) string {
	var words []string
	for name, power := range ordered(t, place) {
		if power > 1 {
			name += "^" + strconv.Itoa(power)
		}
		words = append(words, name)
	}
	return strings.Join(words, " ")
}

// factors are the places of a term's features, each as often as its power.
func factors(t experiment.ModelTerm, place map[string]int) []int {
	var all []int
	for name, power := range ordered(t, place) {
		for range power {
			all = append(all, place[name])
		}
	}
	return all
}

func (p *program) result(functions []string) {
	list := p.numbers[0] + strings.Join(functions, ", ") + p.numbers[1]
	p.functions = append(p.functions, p.indent+p.let+"f"+p.assign+list+p.end)
}
