package takeaway

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/experiment"
)

// writeFeatures writes the features as variables, or as a list x.
func (p *program) writeFeatures() {
	m := p.model
	names := map[string]bool{}
	for _, f := range m.Functions {
		for _, t := range f.Terms {
			for name := range t.Monomial {
				names[name] = true
			}
		}
	}
	columns := map[string]experiment.ModelColumn{}
	for _, c := range m.Columns {
		columns[c.Name] = c
	}
	var items []string
	ids := map[string]bool{}
	for _, f := range m.Features {
		value := p.feature(f, columns)
		if f.Mean != 0 {
			value += " - " + number(f.Mean)
		}
		if m.Points != nil && f.Scale != 1 {
			if f.Mean != 0 {
				value = "(" + value + ")"
			}
			value += " / " + number(f.Scale)
		}
		name := identifier(f.Name, ids)
		p.names = append(p.names, name)
		if !p.named {
			items = append(items, value)
			continue
		}
		if !names[f.Name] {
			continue
		}
		line := p.indent + p.let + name + p.assign + value + p.end
		if f.Name != name {
			line += " " + p.comment + oneLine(f.Name)
		}
		p.features = append(p.features, line)
	}
	if p.named {
		p.features = slices.Insert(p.features, 0, p.indent+p.comment+"The columns, centred by their means over the training rows.")
		return
	}
	p.features = append(p.features, p.indent+p.let+"x"+p.assign+p.numbers[0])
	for j, item := range items {
		if j < len(items)-1 {
			item += ","
		}
		p.features = append(p.features, p.indent+p.indent+item+" "+p.comment+oneLine(m.Features[j].Name))
	}
	p.features = append(p.features, p.indent+p.numbers[1]+p.end)
}

// oneLine makes a text safe for a comment.
func oneLine(s string) string {
	return strings.NewReplacer(`"""`, `'''`, "*/", "* /", `\`, `\\`).Replace(strings.Join(strings.Fields(s), " "))
}

// feature writes a feature before it is centred.
func (p *program) feature(f experiment.ModelFeature, columns map[string]experiment.ModelColumn) string {
	fill := ""
	if p.model.Missing == experiment.MissingMean {
		fill = ", " + plain(f.Fill)
	}
	if f.Formula != "" {
		return "formula(" + p.lambda("", p.formula(f.Formula, columns)) + fill + ")"
	}
	c := columns[f.Column]
	if c.Type == experiment.ColumnNumber {
		return p.cell(c, fill)
	}
	if fill != "" {
		fill = ", " + quote(c.Mode)
	}
	return fmt.Sprintf("level(row, %s, %s, %s, %s%s)", quote(f.Column), quote(f.Level), quoteList(p.numbers, c.Levels), plain(f.Unseen), fill)
}

// cell writes the number in a cell, or a part of the date in it.
func (p *program) cell(c experiment.ModelColumn, fill string) string {
	if c.DateOf == "" {
		return "number(row, " + quote(c.Name) + fill + ")"
	}
	return fmt.Sprintf("datepart(row, %s, %s, %s, %s%s)", quote(c.Name), quote(c.DateOf), quote(strings.TrimPrefix(c.Name, c.DateOf+" ")), quote(c.DateOrder), fill)
}

// keywords are the reserved words of the languages and the names that the programs use.
var keywords = strings.Fields(`and as assert async await break case catch class const continue debugger def default del delete do elif else enum eval
	except export extends false finally for from function global if implements import in instanceof interface is lambda let match new next nonlocal not null or
	package pass private protected public raise repeat return static super switch this throw true try typeof var void while with yield
	None True False TRUE FALSE NULL Inf NaN NA abs cos exp log log10 max min PI pow sin sqrt tan tanh math csv re sys f row x t T F c list
	number datepart level formula terms predict decision main missing records module require textOf step call power quotient dot Missing NUMBER MISSING GROUPED AMBIGUOUS in_file with_point grouped ambiguous inFile withPoint textOfFile column_names columnNames number_format`)

// identifier makes a name of a variable that is not taken, and takes it.
func identifier(name string, ids map[string]bool) string {
	words := strings.FieldsFunc(name, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
	base := strings.TrimLeft(strings.Join(words, "_"), "0123456789_")
	if base == "" || slices.Contains(keywords, base) {
		base = strings.TrimSuffix("x_"+base, "_")
	}
	id := base
	for n := 2; ids[id] || id == "x"; n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	ids[id] = true
	return id
}
