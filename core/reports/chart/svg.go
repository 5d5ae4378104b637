package chart

import (
	"html"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// document writes SVG elements; the syntax of SVG is in this file alone.
type document struct {
	b    strings.Builder
	open []string // names of the elements that are not closed yet
}

// start opens an element; attributes are names and values in turn.
func (d *document) start(name string, attributes ...string) {
	d.tag(name, attributes)
	d.b.WriteByte('>')
	d.open = append(d.open, name)
}

// end closes the element opened last.
func (d *document) end() {
	last := len(d.open) - 1
	d.b.WriteString("</" + d.open[last] + ">\n")
	d.open = d.open[:last]
}

// empty writes an element without content.
func (d *document) empty(name string, attributes ...string) {
	d.tag(name, attributes)
	d.b.WriteString("/>\n")
}

// leaf writes an element that holds only text.
func (d *document) leaf(name, text string, attributes ...string) {
	d.start(name, attributes...)
	d.b.WriteString(escape(text))
	d.end()
}

func (d *document) tag(name string, attributes []string) {
	d.b.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		d.b.WriteString(" " + attributes[i] + `="` + escape(attributes[i+1]) + `"`)
	}
}

// escape writes markup as entities, and what XML does not allow (control characters,
// invalid UTF-8) as replacement characters.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, s))
}

// coordinate writes a place in the picture to a hundredth of its unit.
func coordinate(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		v = 0 // no "-0"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// outline collects the data of a path.
type outline struct{ strings.Builder }

func (o *outline) move(x, y float64) { o.WriteString("M" + coordinate(x) + " " + coordinate(y)) }
func (o *outline) line(x, y float64) { o.WriteString("L" + coordinate(x) + " " + coordinate(y)) }

// lines joins points, given by x and y in turn.
func (o *outline) lines(places ...float64) {
	o.move(places[0], places[1])
	for i := 2; i < len(places); i += 2 {
		o.line(places[i], places[i+1])
	}
}

func (o *outline) polygon(corners ...float64) {
	o.lines(corners...)
	o.WriteString("Z")
}

// textWidth estimates the width of a text at the size of the figure. The font is the
// reader's; the estimate is rather too large than too small.
func textWidth(s string) float64 {
	var ems float64
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\u200d' || r >= 0xFE00 && r <= 0xFE0F: // drawn over the previous letter
		case r >= 0x1100 && r < 0x2000 || r >= 0x2E80: // East Asian letters, emoji
			ems++
		case r == '·' || r == ' ' || r == 'i' || r == 'l' || r == 'j' || r == '.' || r == ',':
			ems += 0.32
		case r == '−' || r == '×' || r == '=' || r == '+':
			ems += 0.84
		case r == 'm' || r == 'w' || r >= 'A' && r <= 'Z':
			ems += 0.8
		case r == '⁰' || r == '¹' || r == '²' || r == '³' || r >= '⁴' && r <= '⁻':
			ems += 0.4
		default:
			ems += 0.62
		}
	}
	return ems * fontSize
}

// fitText returns a text without its last parts, after a comma or in parentheses, where it is wider than
// there is room.
func fitText(s string, room float64) string {
	for textWidth(s) > room && strings.ContainsAny(s, ",(") {
		s = strings.TrimRight(s[:strings.LastIndexAny(s, ",(")], " ")
	}
	return s
}

// ShortenAll returns the texts with at most n letters, or with the least number more by which they differ.
func ShortenAll(texts []string, n int) []string {
	longest := 0
	for _, s := range texts {
		longest = max(longest, utf8.RuneCountInString(s))
	}
	for ; ; n++ {
		short, seen := make([]string, len(texts)), map[string]bool{}
		for i, s := range texts {
			short[i] = Shorten(s, n)
			seen[short[i]] = true
		}
		if n >= longest || len(seen) == len(texts) {
			return short
		}
	}
}

// Shorten returns at most n letters of s, with an ellipsis for the rest. Its end stays, where the
// levels of a category differ.
func Shorten(s string, n int) string {
	n = max(1, n) // the mark of the cut
	if letters := []rune(s); len(letters) > n {
		end := (n - 1) / 3
		return string(letters[:n-1-end]) + "…" + string(letters[len(letters)-end:])
	}
	return s
}
