// Package takeaway writes a model file as a program in another language: one readable file
// without a dependency, and as a formula.
//
// A language is a template with the functions that a model may need (template.py, template.js,
// template.R), and a dialect, by which the generator writes the model itself. A template is cut at
// lines that begin with "@": the parts head and body are always taken, any other where the
// rest of the program calls the function of its name.
package takeaway

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lplab/core/experiment"
	"lplab/core/scoring"
)

// Languages are the names that Write takes.
var Languages = []string{"python", "javascript", "r", "formula"}

//go:embed template.py
var pythonTemplate string

//go:embed template.js
var javascriptTemplate string

//go:embed template.R
var rTemplate string

// dialect is how a language writes what the generator makes.
type dialect struct {
	template string
	comment  string // that begins a line of it
	indent   string
	null     string
	end      string // of a statement
	let      string // "let f = " and its like begin with it
	assign   string // between a variable and its value
	power    string // between a base and its exponent
	first    int    // the index of the first element of a list
	numbers  [2]string
	list     [2]string // of lists or texts
	lambda   func(parameters, value string) string
	function map[string]string // functions of mathematics that are called otherwise
	text     func(string) string
	protect  bool // quotient, power and call of what may be undefined
}

var dialects = map[string]*dialect{
	"python": {
		template: pythonTemplate, comment: "# ", indent: "    ", null: "None", assign: " = ", power: " ** ",
		numbers: [2]string{"[", "]"}, list: [2]string{"[", "]"}, text: quote, protect: true,
		lambda: func(parameters, value string) string {
			return strings.TrimRight("lambda "+parameters, " ") + ": " + value
		},
		function: map[string]string{"pi": "math.pi", "exp": "math.exp"},
	},
	"javascript": {
		template: javascriptTemplate, comment: "// ", indent: "  ", null: "undefined", end: ";", let: "const ", assign: " = ", power: " ** ",
		numbers: [2]string{"[", "]"}, list: [2]string{"[", "]"}, text: quote,
		lambda:   func(parameters, value string) string { return "(" + parameters + ") => " + value },
		function: map[string]string{"exp": "exp"},
	},
	"r": {
		template: rTemplate, comment: "# ", indent: "  ", null: "NULL", assign: " <- ", power: "^", first: 1,
		numbers: [2]string{"c(", ")"}, list: [2]string{"list(", ")"}, text: quote,
		lambda:   func(parameters, value string) string { return "function(" + parameters + ") " + value },
		function: map[string]string{"exp": "exp"},
	},
}

// quote writes a text as JSON does, which all three languages read.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Write writes a model in one of Languages. The error, one sentence, is for a model that has
// no such form.
func Write(m *experiment.ModelFile, language string) (string, error) {
	if language == "formula" {
		return Formula(m)
	}
	d := dialects[language]
	if d == nil {
		return "", fmt.Errorf("there is no language %q: choose one of %s", language, strings.Join(Languages, ", "))
	}
	p := &program{dialect: d, model: m}
	if err := p.write(); err != nil {
		return "", err
	}
	return p.assemble(), nil
}

// program is a model on its way to a language.
type program struct {
	*dialect
	model                     *experiment.ModelFile
	data, features, functions []string // lines
	names                     []string // of the features' variables
}

// number writes a number that stands anywhere in an expression.
func number(x float64) string {
	if x < 0 {
		return "(" + strconv.FormatFloat(x, 'g', -1, 64) + ")"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func (d *dialect) vector(x []float64) string {
	items := make([]string, len(x))
	for i, v := range x {
		items[i] = plain(v)
	}
	return d.numbers[0] + strings.Join(items, ", ") + d.numbers[1]
}

// texts is a list of texts; a vector, in R.
func (d *dialect) texts(list []string) string {
	items := make([]string, len(list))
	for i, s := range list {
		items[i] = d.text(s)
	}
	return d.numbers[0] + strings.Join(items, ", ") + d.numbers[1]
}

// declare makes the lines of a list under a name, with one item on each.
func (p *program) declare(name string, items []string) {
	p.data = append(p.data, p.let+name+p.assign+p.list[0])
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		p.data = append(p.data, p.indent+item)
	}
	p.data = append(p.data, p.list[1]+p.end, "")
}

func (p *program) write() error {
	m := p.model
	switch {
	case m.Bag != "":
		return fmt.Errorf("a prediction of this model is of a bag of rows, and a program predicts single rows: use lplab predict")
	case m.Type == experiment.ModelKernelGroupLasso:
		return fmt.Errorf("each prediction of the kernel group lasso is the solution of a problem of its own, which has no short program: use lplab predict")
	}
	p.writeFeatures()
	if m.Functions[0].Terms == nil && m.Points != nil {
		return p.writePoints()
	}
	p.writeTerms()
	return nil
}

// fewTerms is how many terms are written as statements, with their names.
const fewTerms = 500

// writeFeatures computes the features: named variables for few terms, else a list x.
func (p *program) writeFeatures() {
	m := p.model
	named := m.Points == nil
	terms := 0
	for _, f := range m.Functions {
		terms += len(f.Terms)
	}
	named = named && terms <= fewTerms
	used := map[string]bool{}
	for _, f := range m.Functions {
		for _, t := range f.Terms {
			for name := range t.Monomial {
				used[name] = true
			}
		}
	}
	columns := map[string]experiment.ModelColumn{}
	for _, c := range m.Columns {
		columns[c.Name] = c
	}
	var items []string
	taken := map[string]bool{}
	for _, f := range m.Features {
		value := p.feature(f, columns)
		scaled := m.Points != nil && f.Scale != 1
		if f.Mean != 0 {
			value += " - " + number(f.Mean)
		}
		if scaled && f.Mean != 0 {
			value = "(" + value + ")"
		}
		if scaled {
			value += " / " + number(f.Scale)
		}
		name := identifier(f.Name, taken)
		p.names = append(p.names, name)
		if !named {
			items = append(items, value)
			continue
		}
		if !used[f.Name] && m.Missing != experiment.MissingDrop {
			continue
		}
		line := p.indent + p.let + name + p.assign + value + p.end
		if f.Name != name {
			line += " " + p.comment + oneLine(f.Name)
		}
		p.features = append(p.features, line)
	}
	if named {
		p.features = slices.Insert(p.features, 0, p.indent+p.comment+"The columns, each less its mean over the training rows where that is not 0.")
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

// oneLine keeps a text within its comment.
func oneLine(s string) string {
	return strings.NewReplacer(`"""`, `'''`, "*/", "* /", `\`, `\\`).Replace(strings.Join(strings.Fields(s), " "))
}

// feature is the expression of a feature before it is centred.
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
		return "number(row, " + p.text(f.Column) + fill + ")"
	}
	if fill != "" {
		fill = ", " + p.text(c.Mode)
	}
	return fmt.Sprintf("level(row, %s, %s, %s, %s%s)", p.text(f.Column), p.text(f.Level), p.texts(c.Levels), plain(f.Unseen), fill)
}

// reserved are the words that are no names of variables, in one of the languages, and the
// names that the programs use.
var reserved = strings.Fields(`and as assert async await break case catch class const continue debugger def default del delete do elif else enum eval
	except export extends false finally for from function global if implements import in instanceof interface is lambda let match new next nonlocal not null or
	package pass private protected public raise repeat return static super switch this throw true try typeof var void while with yield
	None True False TRUE FALSE NULL Inf NaN NA abs cos exp log log10 max min PI pow sin sqrt tan tanh math csv re sys f row x t T F c list
	number level formula terms predict decision main missing records module require textOf step call power quotient dot Missing NUMBER MISSING`)

// identifier makes a name of a variable, which no other has.
func identifier(name string, taken map[string]bool) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	base := strings.Trim(b.String(), "_")
	if base == "" || slices.Contains(reserved, base) {
		base = "x_" + base
		base = strings.TrimSuffix(base, "_")
	}
	made := base
	for n := 2; taken[made] || made == "x"; n++ {
		made = fmt.Sprintf("%s_%d", base, n)
	}
	taken[made] = true
	return made
}

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

// assemble puts the program together, with the functions of the template that it calls.
func (p *program) assemble() string {
	sections := strings.Split("\n"+p.template, "\n@")[1:]
	m := p.model
	element := func(i int) string { return fmt.Sprintf("f[%d]", i+p.first) }
	result, prediction, decision := element(0), m.Target, "that of "+m.Target
	if m.Classes != nil {
		prediction, decision = "the class of "+m.Target, "one, which is negative for the class "+m.Classes[0]
		result = p.choice(element(0)+" < 0", p.text(m.Classes[0]), p.text(m.Classes[1]))
	}
	if len(m.Classes) > 2 {
		decision = "one for each class"
		result = p.text(m.Classes[0])
		best := element(0)
		for c := 1; c < len(m.Classes); c++ {
			result = p.choice(element(c)+" >= "+maximum(p, best), p.text(m.Classes[c]), result)
			best += ", " + element(c)
		}
	}
	fill := strings.NewReplacer("{head}", p.head(), "{missing}", p.missing(), "{data}", strings.Join(p.data, "\n"),
		"{features}", strings.Join(p.features, "\n"), "{functions}", strings.Join(p.functions, "\n"),
		"{result}", result, "{decision}", oneLine(decision), "{prediction}", oneLine(prediction))
	wanted := map[string]bool{"head": true, "body": true}
	for {
		out, before := "", len(wanted)
		for _, section := range sections {
			if name, text, _ := strings.Cut(section, "\n"); wanted[name] {
				out += fill.Replace(text) + "\n"
			}
		}
		for _, section := range sections {
			if name, _, _ := strings.Cut(section, "\n"); strings.Contains(out, name+"(") {
				wanted[name] = true
			}
		}
		if len(wanted) == before {
			return p.tidy(out)
		}
	}
}

// tidy leaves no more blank lines than the language's style has, and no name of
// mathematics that is not used.
func (p *program) tidy(text string) string {
	blank := "\n\n"
	if p.null == "None" {
		blank = "\n\n\n"
	}
	for strings.Contains(text, blank+"\n") {
		text = strings.ReplaceAll(text, blank+"\n", blank)
	}
	const names = "const {abs, cos, exp, log, log10, max, min, pow, sin, sqrt, tan, tanh} = Math;\n"
	if before, after, ok := strings.Cut(text, names); ok {
		var used []string
		for _, name := range strings.Split(names[len("const {"):strings.Index(names, "}")], ", ") {
			if strings.Contains(after, name+"(") {
				used = append(used, name)
			}
		}
		if used != nil {
			before += "const {" + strings.Join(used, ", ") + "} = Math;\n"
		}
		text = before + after
	}
	return strings.TrimRight(text, "\n") + "\n"
}

// maximum is the larger of some expressions, "a, b".
func maximum(p *program, list string) string {
	if !strings.Contains(list, ",") {
		return list
	}
	return "max(" + list + ")"
}

// choice is an expression with a condition.
func (p *program) choice(condition, then, otherwise string) string {
	switch p.null {
	case "None":
		return "(" + then + " if " + condition + " else " + otherwise + ")"
	case "NULL":
		return "(if (" + condition + ") " + then + " else " + otherwise + ")"
	}
	return "(" + condition + " ? " + then + " : " + otherwise + ")"
}

// missing is the set of texts that mean a missing cell.
func (p *program) missing() string {
	texts := append(scoring.MissingTexts(), p.model.Experiment.Data.Import.Missing...)
	slices.Sort(texts)
	texts = slices.Compact(texts)
	if p.null == "None" {
		return "{" + strings.Trim(p.texts(texts), "[]") + "}"
	}
	return p.texts(texts)
}

// head says where the model comes from.
func (p *program) head() string {
	m := p.model
	lines := []string{
		fmt.Sprintf("Predicts %s by a model of type %s, written by lp Lab %s.", m.Target, m.Type, m.Result.Engine),
		fmt.Sprintf("The digest of the experiment's result is %s, that of its data %s.", m.Result.Digest, m.Result.Data),
	}
	if spec, err := json.Marshal(m.Experiment); err == nil && m.Experiment.Data.Source != experiment.SourceInline && len(spec) < 2000 {
		lines = append(lines, "The experiment: "+string(spec))
	}
	for i, line := range lines {
		line = oneLine(line)
		if p.null == "NULL" {
			line = "# " + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// Formula writes a model of few terms as a formula, as text and in LaTeX.
func Formula(m *experiment.ModelFile) (string, error) {
	const most = 30
	place := map[string]int{}
	mean := map[string]float64{}
	for j, f := range m.Features {
		place[f.Name], mean[f.Name] = j, f.Mean
	}
	var text, tex strings.Builder
	for k, f := range m.Functions {
		if f.Alpha != nil || f.Values != nil {
			return "", fmt.Errorf("the model is a function of its training points, %d of them, and no formula: write it as python, javascript or r", len(m.Points.Rows))
		}
		if len(f.Terms) > most {
			return "", fmt.Errorf("the model has %d terms, and a formula of more than %d is not readable: write it as python, javascript or r", len(f.Terms), most)
		}
		name := m.Target
		if m.Classes != nil {
			name = "score:" + m.Classes[len(m.Classes)-1]
			if len(m.Functions) > 1 {
				name = "score:" + m.Classes[k]
			}
		}
		text.WriteString(name + " = " + rounded(f.Intercept))
		tex.WriteString(`\mathrm{` + escapeTeX(name) + "} = " + rounded(f.Intercept))
		for _, t := range f.Terms {
			sign := " + "
			if t.Coefficient < 0 {
				sign = " - "
			}
			text.WriteString(sign + rounded(math.Abs(t.Coefficient)))
			tex.WriteString(sign + rounded(math.Abs(t.Coefficient)))
			for name, power := range ordered(t, place) {
				a, b := name, `\mathrm{`+escapeTeX(name)+"}"
				switch c := mean[name]; {
				case c > 0:
					a, b = "("+a+" - "+rounded(c)+")", "("+b+" - "+rounded(c)+")"
				case c < 0:
					a, b = "("+a+" + "+rounded(-c)+")", "("+b+" + "+rounded(-c)+")"
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

// rounded is a number of six digits.
func rounded(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

func escapeTeX(s string) string {
	return strings.NewReplacer(`\`, `\backslash{}`, "_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`, "{", `\{`, "}", `\}`, "^", `\hat{}`, "~", `\tilde{}`).Replace(s)
}
