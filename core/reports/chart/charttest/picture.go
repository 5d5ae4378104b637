// Package charttest parses pictures for tests: an SVG as a tree, and values from the positions
// of its marks by the labels of its axes.
package charttest

import (
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lplab/core/lists"
)

// Element is an element of a picture.
type Element struct {
	Name       string            `xml:"-"`
	Attr       map[string]string `xml:"-"`
	Text       string            `xml:",chardata"` // directly inside
	Children   []*Element        `xml:",any"`
	XMLName    xml.Name
	Attributes []xml.Attr `xml:",any,attr"`
}

// Parse reads a picture. The test fails if it is not well-formed.
func Parse(t *testing.T, svg []byte) *Element {
	t.Helper()
	var file Element
	if err := xml.Unmarshal(slices.Concat([]byte("<file>"), svg, []byte("</file>")), &file); err != nil {
		t.Fatalf("the picture is not valid XML: %v", err)
	}
	if len(file.Children) != 1 || file.Children[0].XMLName.Local != "svg" {
		t.Fatal("the picture is not one svg element")
	}
	file.index(t)
	return file.Children[0]
}

// index sets the names and the attributes of e and of all elements below it.
func (e *Element) index(t *testing.T) {
	t.Helper()
	e.Name, e.Attr = e.XMLName.Local, map[string]string{}
	for _, a := range e.Attributes {
		if _, twice := e.Attr[a.Name.Local]; twice {
			t.Fatalf("<%s> has the attribute %s twice", e.Name, a.Name.Local)
		}
		e.Attr[a.Name.Local] = a.Value
	}
	for _, child := range e.Children {
		child.index(t)
	}
}

// All returns the elements of this name below e.
func (e *Element) All(name string) []*Element {
	var out []*Element
	for _, child := range e.Children {
		if child.Name == name {
			out = append(out, child)
		}
		out = append(out, child.All(name)...)
	}
	return out
}

// Group returns the group of marks with a name in the legend. The test fails without one.
func (e *Element) Group(t *testing.T, name string) *Element {
	t.Helper()
	for _, g := range e.All("g") {
		if g.Attr["data-name"] == name {
			return g
		}
	}
	t.Fatalf("the picture has no marks named %q", name)
	return nil
}

// Texts returns all texts of the picture.
func (e *Element) Texts() []string {
	return lists.Map(e.All("text"), func(text *Element) string { return text.Text })
}

// Number returns the number of an attribute.
func (e *Element) Number(t *testing.T, attribute string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(e.Attr[attribute], 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		t.Fatalf("<%s> has %s=%q, no finite number", e.Name, attribute, e.Attr[attribute])
	}
	return v
}

// Points returns the positions in the absolute commands of a path.
func (e *Element) Points(t *testing.T) [][2]float64 {
	t.Helper()
	var out [][2]float64
	for _, piece := range strings.FieldsFunc(e.Attr["d"], func(r rune) bool { return r == 'M' || r == 'L' }) {
		var x, y float64
		if _, err := fmt.Sscan(piece, &x, &y); err != nil || math.IsNaN(x+y) || math.IsInf(x+y, 0) {
			t.Fatalf("%q is not a position on a path", piece)
		}
		out = append(out, [2]float64{x, y})
	}
	return out
}

// Axis converts positions to values.
type Axis struct {
	At, Values []float64 // of its labelled ticks
	Log        bool
}

// Value returns the value at a position, by the outermost ticks.
func (a Axis) Value(at float64) float64 {
	last := len(a.At) - 1
	share := (at - a.At[0]) / (a.At[last] - a.At[0])
	lo, hi := a.Values[0], a.Values[last]
	if a.Log {
		return math.Pow(10, math.Log10(lo)+share*(math.Log10(hi)-math.Log10(lo)))
	}
	return lo*(1-share) + hi*share
}

// Axes reads both axes by their labels. The labels of the vertical axis are anchored at the end.
func (e *Element) Axes(t *testing.T, logX, logY bool) (x, y Axis) {
	t.Helper()
	x.Log, y.Log = logX, logY
	for _, text := range e.Group(t, "axes").All("text") {
		if text.Attr["class"] != "f-text-soft" {
			continue // the name of the axis
		}
		v, err := ParseNumber(text.Text)
		if err != nil {
			t.Fatalf("the tick %q is not a number", text.Text)
		}
		axis, at := &x, text.Number(t, "x")
		if text.Attr["text-anchor"] == "end" {
			axis, at = &y, text.Number(t, "y")-0.35*e.Number(t, "font-size")
		}
		axis.At, axis.Values = append(axis.At, at), append(axis.Values, v)
	}
	return x, y
}

// ParseNumber parses a number in the notation of figures: "−1,500", "2×10⁻⁷".
func ParseNumber(s string) (float64, error) {
	if strings.HasPrefix(s, "10") && strings.ContainsAny(s, "⁻⁰¹²³⁴⁵⁶⁷⁸⁹") {
		s = "1×" + s
	}
	plain := strings.NewReplacer("×10", "e", "−", "-", ",", "", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3",
		"⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")
	return strconv.ParseFloat(plain.Replace(s), 64)
}
