package takeaway

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lplab/core/experiment"
)

// writeTerms writes the functions of terms, each term as a statement, or all as lists.
func (p *program) writeTerms() {
	m := p.model
	place := m.Places()
	result := make([]string, len(m.Functions))
	for k, f := range m.Functions {
		name := "f" + strconv.Itoa(k+1)
		result[k] = name
		if !p.named {
			items := make([]string, len(f.Terms))
			for i, t := range f.Terms {
				row := []float64{t.Coefficient}
				for factor, power := range orderedFactors(t, place) {
					row = append(row, slices.Repeat([]float64{float64(place[factor] + p.first)}, power)...)
				}
				items[i] = p.vector(row)
			}
			p.declare("TERMS"+strconv.Itoa(k+1), items)
			p.define(name, fmt.Sprintf("terms(x, %s, TERMS%d)", plain(f.Intercept), k+1))
			continue
		}
		what := m.Target
		if f.Class != "" {
			what += " = " + f.Class
		}
		let := strings.Replace(p.let, "const", "let", 1)
		p.functions = append(p.functions, p.indent+let+name+p.assign+plain(f.Intercept)+p.end+" "+p.comment+oneLine("in the unit of "+what))
		for _, t := range f.Terms {
			value := plain(t.Coefficient)
			var unit []string // "a", "b^2"
			for factor, power := range orderedFactors(t, place) {
				value += " * " + p.names[place[factor]]
				if power > 1 {
					value += p.power + strconv.Itoa(power)
					factor += "^" + strconv.Itoa(power)
				}
				unit = append(unit, factor)
			}
			line := p.indent + name + p.assign + name + " + " + value + p.end
			if m.Classes == nil && unit != nil {
				line += " " + p.comment + oneLine(m.Target+" per "+strings.Join(unit, " "))
			}
			p.functions = append(p.functions, line)
		}
	}
	p.result(result)
}

// orderedFactors ranges over the factors of a term, with their powers, in the order of the features.
func orderedFactors(t experiment.ModelTerm, place map[string]int) iter.Seq2[string, int] {
	names := slices.SortedFunc(maps.Keys(t.Monomial), func(a, b string) int { return place[a] - place[b] })
	return func(yield func(string, int) bool) {
		for _, name := range names {
			if !yield(name, t.Monomial[name]) {
				return
			}
		}
	}
}

// define writes the statement of a variable among the functions.
func (p *program) define(name, value string) {
	p.functions = append(p.functions, p.indent+p.let+name+p.assign+value+p.end)
}

// result writes the list of the values of the functions.
func (p *program) result(functions []string) {
	p.define("f", joinBetween(p.numbers, functions))
}
