package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a formula of columns that are not known yet: "pi" and "e" are the
// constants. The error is one sentence: what is wrong, at which character (from 1).
func Parse(text string) (*Formula, error) {
	return ParseOver(text, func(string) bool { return false })
}

// ParseOver reads a formula of the columns that has reports; a column named like a
// constant takes its place.
func ParseOver(text string, has func(column string) bool) (*Formula, error) {
	if len(text) > maxLength {
		return nil, fmt.Errorf("it has %d bytes, and a formula has at most %d; make two of it", len(text), maxLength)
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("it is no UTF-8 text; write it anew")
	}
	p := &parser{text: text, f: new(Formula), has: has}
	p.f.root = p.sum()
	if p.skip(); p.at < len(text) {
		if text[p.at] == ')' {
			p.fail(p.at, `")" closes nothing; remove it, or add "("`)
		} else {
			p.fail(p.at, "%s follows where an operator or the end must be; write * for a product", p.nextText())
		}
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.f, nil
}

// parser reads a formula by recursive descent: a method for each rule of the grammar.
type parser struct {
	text  string
	at    int // the byte that comes next
	depth int
	f     *Formula
	has   func(column string) bool
	err   error // the first one
}

// fail notes an error at a byte of the text, unless there is one, and ends the parsing.
func (p *parser) fail(at int, format string, args ...any) node {
	if p.err == nil {
		p.err = fmt.Errorf("character %d: "+format, append([]any{utf8.RuneCountInString(p.text[:at]) + 1}, args...)...)
	}
	p.at = len(p.text)
	return nil
}

// pass steps over the given characters.
func (p *parser) pass(characters string) {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], characters))
}

func (p *parser) skip() { p.pass(" \t\r\n") }

// take takes one of the given characters if it comes next, and returns it; 0 otherwise.
func (p *parser) take(any string) byte {
	if p.skip(); p.at < len(p.text) && strings.IndexByte(any, p.text[p.at]) >= 0 {
		p.at++
		return p.text[p.at-1]
	}
	return 0
}

// nextText returns the character that comes next, or the end.
func (p *parser) nextText() string {
	if p.at == len(p.text) {
		return "the end"
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return fmt.Sprintf("%q", string(r))
}

func (p *parser) sum() node { return p.chain("+-", p.product) }

func (p *parser) product() node { return p.chain("*/", p.parseSigned) }

// chain reads operands with operators between them, from the left.
func (p *parser) chain(operators string, operand func() node) node {
	left := operand()
	for {
		o := p.take(operators)
		if o == 0 {
			return left
		}
		left = operation{o, left, operand()}
	}
}

func (p *parser) parseSigned() node {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return p.fail(p.at, "more than %d parentheses, functions, signs and powers are within each other; write it with fewer", maxDepth)
	}
	if p.take("-") != 0 {
		return negation{p.parseSigned()}
	}
	base := p.atom()
	if p.take("^") == 0 {
		return base
	}
	return operation{'^', base, p.parseSigned()}
}

func (p *parser) atom() node {
	p.skip()
	from := p.at
	if p.at == len(p.text) {
		return p.fail(from, "a number, a column or a function is missing at the end; add it")
	}
	switch r, _ := utf8.DecodeRuneInString(p.text[p.at:]); {
	case r == '(':
		p.at++
		inside := p.sum()
		p.close(from)
		return inside
	case r == '`':
		return p.parseQuoted()
	case r >= '0' && r <= '9' || r == '.':
		return p.number()
	case begins(r):
		return p.name()
	}
	return p.fail(from, "%s stands where a number, a column or a function must be; put a column of such a name in back-quotes", p.nextText())
}

// close reads the closing parenthesis for one that opens at a byte.
func (p *parser) close(open int) {
	switch {
	case p.take(")") != 0:
	case p.at == len(p.text):
		p.fail(open, `"(" is not closed; add ")"`)
	default:
		p.fail(p.at, "%s follows where an operator or %q must be; write * for a product", p.nextText(), ")")
	}
}

func (p *parser) number() node {
	const digits = "0123456789"
	from := p.at
	p.pass(digits)
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		p.pass(digits)
	}
	if rest := p.text[p.at:]; rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		after := strings.TrimLeft(rest[1:], "+-")
		if len(rest)-len(after) <= 2 && after != "" && after[0] >= '0' && after[0] <= '9' {
			p.at = len(p.text) - len(after)
			p.pass(digits)
		}
	}
	text := p.text[from:p.at]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return p.fail(from, "%q is no number within 1.8e308; correct it", text)
	}
	return number(v)
}

// parseQuoted reads a column's name in back-quotes.
func (p *parser) parseQuoted() node {
	from := p.at
	var name strings.Builder
	for p.at++; ; p.at++ {
		end := strings.IndexByte(p.text[p.at:], '`')
		if end < 0 {
			return p.fail(from, "the back-quote is not closed; add another after the column's name")
		}
		name.WriteString(p.text[p.at : p.at+end])
		p.at += end + 1
		if p.at == len(p.text) || p.text[p.at] != '`' {
			break
		}
		name.WriteByte('`')
	}
	if name.Len() == 0 {
		return p.fail(from, "there is no name between the back-quotes; write the column's")
	}
	return p.column(name.String())
}

// name reads a constant, a column, or a function with its arguments.
func (p *parser) name() node {
	from := p.at
	p.at = len(p.text) - len(strings.TrimLeftFunc(p.text[from:], continues))
	name := p.text[from:p.at]
	open := p.at
	if p.take("(") == 0 {
		p.at = open
		if v, ok := constants[name]; ok {
			p.f.constants = append(p.f.constants, name)
			if !p.has(name) {
				return number(v)
			}
			p.f.clashes = append(p.f.clashes, name)
		}
		return p.column(name)
	}
	_, one := ofOne[name]
	_, many := ofMany[name]
	if !one && !many {
		const functions = "sqrt, exp, log, log10, sin, cos, tan, tanh, abs, step, min and max"
		return p.fail(from, "%q is no function; there are %s, and * is written between factors", name, functions)
	}
	arguments := []node{p.sum()}
	for p.take(",") != 0 {
		arguments = append(arguments, p.sum())
	}
	p.close(open)
	switch {
	case one && len(arguments) > 1:
		return p.fail(from, "%s takes one argument, and here are %d; remove the others", name, len(arguments))
	case many && len(arguments) == 1:
		return p.fail(from, "%s takes two arguments or more, and here is one; add another", name)
	}
	return call{name, arguments}
}

// column returns a column of the formula, which it adds where it is new.
func (p *parser) column(name string) node {
	place := slices.Index(p.f.columns, name)
	if place < 0 {
		place = len(p.f.columns)
		p.f.columns = append(p.f.columns, name)
	}
	return column(place)
}

// Quote returns a column's name as it is written in formulas, in back-quotes where it needs them.
func Quote(name string) string {
	first, _ := utf8.DecodeRuneInString(name)
	isPlain := begins(first) && !strings.ContainsFunc(name, func(r rune) bool { return !continues(r) })
	if _, isConstant := constants[name]; isPlain && !isConstant {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// begins reports whether a name that needs no quotes may begin with a character.
func begins(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// continues reports whether a character may follow in such a name.
func continues(r rune) bool {
	return begins(r) || r == '.' || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// Split cuts a list of formulas at its commas and semicolons outside parentheses and
// back-quotes; blank ones are left out.
func Split(list string) []string {
	var formulas []string
	from, depth, quoted := 0, 0, false
	add := func(to int) {
		if text := strings.TrimSpace(list[from:to]); text != "" {
			formulas = append(formulas, text)
		}
	}
	for i, r := range list {
		switch {
		case r == '`':
			quoted = !quoted
		case quoted:
		case r == '(':
			depth++
		case r == ')':
			depth--
		case (r == ',' || r == ';') && depth <= 0:
			add(i)
			from = i + 1
		}
	}
	add(len(list))
	return formulas
}
