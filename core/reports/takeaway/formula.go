package takeaway

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"lplab/core/experiment"
)

// writeFormula writes a model of few terms as a formula, as text and in LaTeX.
func writeFormula(m *experiment.ModelFile) (string, error) {
	const most = 30
	place := m.Places()
	var text, tex strings.Builder
	for k, f := range m.Functions {
		if f.Alpha != nil || f.Values != nil {
			return "", fmt.Errorf("the model depends on its %d training points and has no formula: write it as python, javascript or r", len(m.Points.Rows))
		}
		if len(f.Terms) > most {
			return "", fmt.Errorf("the model has %d terms, and a formula of more than %d is not readable: write it as python, javascript or r", len(f.Terms), most)
		}
		name := m.Target
		if m.Classes != nil {
			name = "score of " + m.Classes[len(m.Classes)-1]
			if len(m.Functions) > 1 {
				name = "score of " + m.Classes[k]
			}
		}
		text.WriteString(name + " = " + formatRounded(f.Intercept))
		tex.WriteString(`\mathrm{` + escapeTeX(name) + "} = " + formatRounded(f.Intercept))
		for _, t := range f.Terms {
			text.WriteString(formatSummand(t.Coefficient))
			tex.WriteString(formatSummand(t.Coefficient))
			for name, power := range orderedFactors(t, place) {
				a, b := name, `\mathrm{`+escapeTeX(name)+"}"
				if c := m.Features[place[name]].Mean; c != 0 {
					a, b = "("+a+formatSummand(-c)+")", "("+b+formatSummand(-c)+")"
				}
				if power > 1 {
					a, b = a+"^"+strconv.Itoa(power), b+"^{"+strconv.Itoa(power)+"}"
				}
				text.WriteString("*" + a)
				tex.WriteString(`\,` + b)
			}
		}
		text.WriteString("\n")
		tex.WriteString("\n")
	}
	return text.String() + "\n" + tex.String(), nil
}

func formatRounded(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

func formatSummand(x float64) string {
	if x < 0 {
		return " - " + formatRounded(-x)
	}
	return " + " + formatRounded(math.Abs(x))
}

func escapeTeX(s string) string {
	return strings.NewReplacer(`\`, `\backslash{}`, "_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`, "{", `\{`, "}", `\}`, "^", `\hat{}`, "~", `\tilde{}`).Replace(s)
}
