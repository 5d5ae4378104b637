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
	if len(text) > MaxLength {
		return nil, fmt.Errorf("it has %d bytes, and a formula has at most %d; make two of it", len(text), MaxLength)
	}
	if !utf8.ValidString(text) {
		return nil, fmt.Errorf("it is no UTF-8 text; write it anew")
	}
	p := &parser{text: text, f: new(Formula), has: has}
	root, err := p.sum()
	if err != nil {
		return nil, err
	}
	if p.skip(); p.at < len(text) {
		if text[p.at] == ')' {
			return nil, p.wrong(p.at, `")" closes nothing; remove it, or add "("`)
		}
		return nil, p.wrong(p.at, "%s follows where an operator or the end must be; write * for a product", p.shown())
	}
	p.f.root = root
	return p.f, nil
}

// parser reads a formula by recursive descent: a method for each rule of the grammar.
type parser struct {
	text  string
	at    int // the byte that comes next
	depth int
	f     *Formula
	has   func(column string) bool
}

// wrong is an error at a byte of the text.
func (p *parser) wrong(at int, format string, args ...any) error {
	return fmt.Errorf("character %d: "+format, append([]any{utf8.RuneCountInString(p.text[:at]) + 1}, args...)...)
}

// pass steps over the given characters.
func (p *parser) pass(characters string) {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], characters))
}

// skip steps over space.
func (p *parser) skip() { p.pass(" \t\r\n") }

// take takes one of the given characters if it comes next, and returns it; 0 otherwise.
func (p *parser) take(any string) byte {
	if p.skip(); p.at < len(p.text) && strings.IndexByte(any, p.text[p.at]) >= 0 {
		p.at++
		return p.text[p.at-1]
	}
	return 0
}

// shown is the character that comes next, or the end.
func (p *parser) shown() string {
	if p.at == len(p.text) {
		return "the end"
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return fmt.Sprintf("%q", string(r))
}

// deeper counts nested parts; the caller decrements depth again.
func (p *parser) deeper() error {
	if p.depth++; p.depth > maxDepth {
		return p.wrong(p.at, "more than %d parentheses, functions, signs and powers are within each other; write it with fewer", maxDepth)
	}
	return nil
}

func (p *parser) sum() (node, error) { return p.chain("+-", p.product) }

func (p *parser) product() (node, error) { return p.chain("*/", p.signed) }

// chain reads operands with operators between them, from the left.
func (p *parser) chain(operators string, operand func() (node, error)) (node, error) {
	left, err := operand()
	for err == nil {
		o := p.take(operators)
		if o == 0 {
			return left, nil
		}
		var right node
		right, err = operand()
		left = operation{o, left, right}
	}
	return nil, err
}

func (p *parser) signed() (node, error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	if p.take("-") != 0 {
		of, err := p.signed()
		return negative{of}, err
	}
	base, err := p.atom()
	if err != nil || p.take("^") == 0 {
		return base, err
	}
	exponent, err := p.signed()
	return operation{'^', base, exponent}, err
}

func (p *parser) atom() (node, error) {
	p.skip()
	from := p.at
	if p.at == len(p.text) {
		return nil, p.wrong(from, "a number, a column or a function is missing at the end; add it")
	}
	switch r, _ := utf8.DecodeRuneInString(p.text[p.at:]); {
	case r == '(':
		p.at++
		inside, err := p.sum()
		if err == nil && p.take(")") == 0 {
			err = p.unclosed(from)
		}
		return inside, err
	case r == '`':
		return p.quoted()
	case r >= '0' && r <= '9' || r == '.':
		return p.number()
	case begins(r):
		return p.name()
	}
	return nil, p.wrong(from, "%s stands where a number, a column or a function must be; put a column of such a name in back-quotes", p.shown())
}

// unclosed says that a parenthesis is not closed.
func (p *parser) unclosed(open int) error {
	if p.at == len(p.text) {
		return p.wrong(open, `"(" is not closed; add ")"`)
	}
	return p.wrong(p.at, "%s follows where an operator or %q must be; write * for a product", p.shown(), ")")
}

func (p *parser) number() (node, error) {
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
		return nil, p.wrong(from, "%q is no number within 1.8e308; correct it", text)
	}
	return number(v), nil
}

// quoted reads a column's name in back-quotes.
func (p *parser) quoted() (node, error) {
	from := p.at
	var name strings.Builder
	for p.at++; ; p.at++ {
		end := strings.IndexByte(p.text[p.at:], '`')
		if end < 0 {
			return nil, p.wrong(from, "the back-quote is not closed; add another after the column's name")
		}
		name.WriteString(p.text[p.at : p.at+end])
		p.at += end + 1
		if p.at == len(p.text) || p.text[p.at] != '`' {
			break
		}
		name.WriteByte('`')
	}
	if name.Len() == 0 {
		return nil, p.wrong(from, "there is no name between the back-quotes; write the column's")
	}
	return p.column(name.String()), nil
}

// name reads a constant, a column, or a function with its arguments.
func (p *parser) name() (node, error) {
	from := p.at
	p.at = len(p.text) - len(strings.TrimLeftFunc(p.text[from:], continues))
	name := p.text[from:p.at]
	open := p.at
	if p.take("(") == 0 {
		p.at = open
		if v, ok := constants[name]; ok {
			p.f.constants = append(p.f.constants, name)
			if !p.has(name) {
				return number(v), nil
			}
			p.f.shadowed = append(p.f.shadowed, name)
		}
		return p.column(name), nil
	}
	_, one := ofOne[name]
	_, many := ofMany[name]
	if !one && !many {
		const functions = "sqrt, exp, log, log10, sin, cos, tan, tanh, abs, step, min and max"
		return nil, p.wrong(from, "%q is no function; there are %s, and * is written between factors", name, functions)
	}
	var arguments []node
	for next := true; next; next = p.take(",") != 0 {
		a, err := p.sum()
		if err != nil {
			return nil, err
		}
		arguments = append(arguments, a)
	}
	if p.take(")") == 0 {
		return nil, p.unclosed(open)
	}
	switch {
	case one && len(arguments) > 1:
		return nil, p.wrong(from, "%s takes one argument, and here are %d; remove the others", name, len(arguments))
	case many && len(arguments) == 1:
		return nil, p.wrong(from, "%s takes two arguments or more, and here is one; add another", name)
	}
	return call{name, arguments}, nil
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
