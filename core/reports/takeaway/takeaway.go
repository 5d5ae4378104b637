// Package takeaway writes a model file as a formula, or as a program in another language: one
// readable file without dependencies.
//
// A language has a template with the functions that a model may need (template.py, template.js,
// template.R), and a dialect, in which the generator writes the model itself. Lines that begin
// with "@" divide a template into sections: head and body are always written, any other where
// the program calls the function of its name.
package takeaway

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// Languages are the names that Write takes.
var Languages = []string{"python", "javascript", "r", "formula"}

//go:embed template.py
var pythonTemplate string

//go:embed template.js
var javascriptTemplate string

//go:embed template.R
var rTemplate string

// dialect is the syntax of a language.
type dialect struct {
	template   string
	comment    string // begins a comment
	indent     string
	headline   string    // begins a line of the head
	words      [2]string // false and true
	choice     string    // the format of a condition and two values
	blankLines string    // the most lines between functions
	end        string    // of a statement
	let        string    // begins the statement of a variable
	assign     string    // between a variable and its value
	power      string    // between a base and its exponent
	first      int       // the index of the first element of a list
	numbers    [2]string // around a list of numbers
	list       [2]string // around a list of lists or texts
	add        string    // the format of a statement that adds an item to a list, if lists are written so
	set        [2]string // around a set of texts
	lambda     func(parameters, value string) string
	exp        string // the exponential function
	protect    bool   // quotient, power and call are used where a value may be undefined
}

var dialects = map[string]*dialect{
	"python": {
		template: pythonTemplate, comment: "# ", indent: "    ", assign: " = ", power: " ** ",
		words: [2]string{"False", "True"}, choice: "(%[2]s if %[1]s else %[3]s)", blankLines: "\n\n\n", set: [2]string{"{", "}"},
		numbers: [2]string{"[", "]"}, list: [2]string{"[", "]"}, protect: true,
		lambda: func(parameters, value string) string {
			return strings.TrimRight("lambda "+parameters, " ") + ": " + value
		},
		exp: "math.exp",
	},
	"javascript": {
		template: javascriptTemplate, comment: "// ", indent: "  ", end: ";", let: "const ", assign: " = ", power: " ** ",
		words: [2]string{"false", "true"}, choice: "(%s ? %s : %s)", blankLines: "\n\n", set: [2]string{"[", "]"},
		numbers: [2]string{"[", "]"}, list: [2]string{"[", "]"},
		lambda: func(parameters, value string) string { return "(" + parameters + ") => " + value },
		exp:    "exp",
	},
	"r": {
		template: rTemplate, comment: "# ", headline: "# ", indent: "  ", assign: " <- ", power: "^", first: 1,
		words: [2]string{"FALSE", "TRUE"}, choice: "(if (%s) %s else %s)", blankLines: "\n\n", set: [2]string{"c(", ")"},
		numbers: [2]string{"c(", ")"}, list: [2]string{"list(", ")"},
		add:    "%[1]s[[length(%[1]s) + 1]] <- %[2]s", // Rscript takes a time quadratic in the lines of one expression
		lambda: func(parameters, value string) string { return "function(" + parameters + ") " + value },
		exp:    "exp",
	},
}

// quote writes a text in JSON, which all three languages read.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(s) // a text gives no error
	return strings.TrimSuffix(b.String(), "\n")
}

// Write writes a model in one of Languages. The error, one sentence, is for a model without
// such a form.
func Write(m *experiment.ModelFile, language string) (string, error) {
	if len(m.Functions) == 0 {
		return "", errors.New("the model has no functions: write the model of a report")
	}
	if language == "formula" {
		return writeFormula(m)
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

// program is a program while it is written.
type program struct {
	*dialect
	model                     *experiment.ModelFile
	named                     bool     // features are variables and terms statements, instead of lists
	data, features, functions []string // lines
	names                     []string // of the variables of the features
}

// fewTerms is the largest number of terms that are written as statements.
const fewTerms = 500

// number writes a number that may be anywhere in an expression.
func number(x float64) string {
	if x < 0 {
		return "(" + plain(x) + ")"
	}
	return plain(x)
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func (d *dialect) vector(x []float64) string { return joinBetween(d.numbers, lists.Map(x, plain)) }

// quoteList writes a list of texts between two signs.
func quoteList(signs [2]string, texts []string) string {
	return joinBetween(signs, lists.Map(texts, quote))
}

func joinBetween(signs [2]string, items []string) string {
	return signs[0] + strings.Join(items, ", ") + signs[1]
}

// declare writes a list under a name, with a line for each item.
func (p *program) declare(name string, items []string) {
	if p.add != "" {
		p.data = append(p.data, name+p.assign+joinBetween(p.list, nil))
		for _, item := range items {
			p.data = append(p.data, fmt.Sprintf(p.add, name, item))
		}
		p.data = append(p.data, "")
		return
	}
	p.data = append(p.data, p.let+name+p.assign+p.list[0])
	if len(items) > 0 {
		p.data = append(p.data, p.indent+strings.Join(items, ",\n"+p.indent))
	}
	p.data = append(p.data, p.list[1]+p.end, "")
}

// write writes the features and functions of the model; the error is for models without generated code.
func (p *program) write() error {
	m := p.model
	switch {
	case m.Bag != "":
		return fmt.Errorf("the model predicts bags of rows, and generated code predicts single rows: use lplab predict")
	case m.Type == experiment.ModelKernelGroupLasso:
		return fmt.Errorf("each prediction of the kernel group lasso solves an optimisation problem, which generated code does not support: use lplab predict")
	}
	terms := 0
	for _, f := range m.Functions {
		terms += len(f.Terms)
	}
	p.named = m.Points == nil && terms <= fewTerms
	p.writeFeatures()
	if m.Functions[0].Terms == nil && m.Points != nil {
		return p.writePoints()
	}
	p.writeTerms()
	return nil
}

// assemble returns the program, with the functions of the template that it calls.
func (p *program) assemble() string {
	sections := strings.Split("\n"+p.template, "\n@")[1:]
	m := p.model
	element := func(i int) string { return fmt.Sprintf("f[%d]", i+p.first) }
	result, prediction, decision := element(0), m.Target, "that of "+m.Target
	if m.Classes != nil {
		prediction, decision = "the class of "+m.Target, "one, which is negative for the class "+m.Classes[0]
		result = fmt.Sprintf(p.choice, element(0)+" < 0", quote(m.Classes[0]), quote(m.Classes[1]))
	}
	if len(m.Classes) > 2 {
		decision = "one for each class"
		result = quote(m.Classes[0])
		before := element(0)
		for c := 1; c < len(m.Classes); c++ {
			best := before
			if c > 1 {
				best = "max(" + before + ")"
			}
			result = fmt.Sprintf(p.choice, element(c)+" > "+best, quote(m.Classes[c]), result)
			before += ", " + element(c)
		}
	}
	grouped, ambiguous, group, other := numberPatterns(m.Decimal, m.Group)
	missing := slices.Concat(table.MissingTexts, p.model.Experiment.Data.Import.Missing)
	slices.Sort(missing)
	fill := strings.NewReplacer("{head}", p.head(), "{grouped}", grouped, "{ambiguous}", ambiguous, "{either}", either, "{group}", group, "{other}", other, "{currencies}", table.Currencies, "{codes}", table.CurrencyCodes, "{missing}", quoteList(p.set, slices.Compact(missing)), "{data}", strings.Join(p.data, "\n"),
		"{features}", strings.Join(p.features, "\n"), "{functions}", strings.Join(p.functions, "\n"),
		"{result}", result, "{decision}", oneLine(decision), "{prediction}", oneLine(prediction))
	names := map[string]bool{"head": true, "body": true}
	for {
		out, before := "", len(names)
		for _, section := range sections {
			if name, text, _ := strings.Cut(section, "\n"); names[name] {
				out += fill.Replace(text) + "\n"
			}
		}
		for _, section := range sections {
			if name, _, _ := strings.Cut(section, "\n"); strings.Contains(out, name+"(") {
				names[name] = true
			}
		}
		if len(names) == before {
			return p.tidy(out)
		}
	}
}

// tidy removes blank lines beyond the style of the language, and mathematical functions that
// are not used.
func (p *program) tidy(text string) string {
	for strings.Contains(text, p.blankLines+"\n") {
		text = strings.ReplaceAll(text, p.blankLines+"\n", p.blankLines)
	}
	const names = "const {abs, cos, exp, log, log10, max, min, pow, sin, sqrt, tan, tanh} = Math;\n"
	if before, after, ok := strings.Cut(text, names); ok {
		var calls []string
		for _, name := range strings.Split(names[len("const {"):strings.Index(names, "}")], ", ") {
			if strings.Contains(after, name+"(") {
				calls = append(calls, name)
			}
		}
		if calls != nil {
			before += "const {" + strings.Join(calls, ", ") + "} = Math;\n"
		}
		text = before + after
	}
	return strings.TrimRight(text, "\n") + "\n"
}

// either is the regular expression of the numbers that can be read with both decimal marks.
const either = `[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}`

// numberPatterns returns regular expressions of the numbers with marks between thousands, as in the file of the training
// rows, of those that can be read with both decimal marks and are not written as there, of the mark, and of the numbers with
// the other decimal mark. In a file with one of these, lplab predict may read all others with it, and programs refuse those of either.
func numberPatterns(decimal, group string) (grouped, ambiguous, mark, other string) {
	const none = `$^`
	grouped, ambiguous, mark = none, none, none
	decimal = cmp.Or(decimal, ".")
	comma := map[string]string{".": ",", ",": "."}[decimal]
	other = strings.NewReplacer("P", "[0-9"+decimal+"]", "C", "["+comma+"]").Replace(`[^0-9]{0,8}(P*C([0-9]{1,2}|[0-9]{4,})|(0|P{4,})C[0-9]+)[^0-9]{0,8}`)
	if group != comma {
		ambiguous = strings.Replace(either, ".,", comma, 1)
	}
	if group != "" {
		mark = map[string]string{",": ",", ".": `[.]`, " ": `[ \u202f\u2009]`, "'": `['\u2019]`}[group]
		grouped = `[+-]?[0-9]{1,3}(` + mark + `[0-9]{3})+([` + decimal + `][0-9]*)?`
	}
	return grouped, ambiguous, mark, other
}

// head describes the origin of the model.
func (p *program) head() string {
	m := p.model
	lines := []string{
		fmt.Sprintf("Predicts %s by a model of type %s, written by lp Lab %s.", m.Target, m.Type, m.Result.Engine),
		fmt.Sprintf("The digest of the experiment's result is %s, that of its data %s.", m.Result.Digest, m.Result.Data),
	}
	if spec, err := json.Marshal(m.Experiment); err == nil && m.Experiment.Data.Source != experiment.SourceInline && len(spec) < 2000 {
		lines = append(lines, "The experiment: "+string(spec))
	}
	return strings.Join(lists.Map(lines, func(line string) string { return p.headline + oneLine(line) }), "\n")
}
