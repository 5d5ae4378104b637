package chart

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// luminance returns the relative luminance of WCAG 2.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	v, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil || len(colour) != 7 {
		t.Fatalf("%q is no colour", colour)
	}
	sum := 0.0
	for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
		c := float64(v>>(8*i)&255) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// TestContrast checks that, in both themes, the contrast to the background is at
// least 4.5 for texts and 3 for marks (WCAG 2, 1.4.3 and 1.4.11), except for inks
// that are faint by intent.
func TestContrast(t *testing.T) {
	faint := map[Ink]bool{Surface: true, Grid: true, EstimateFaint: true, paper: true, night: true}
	for _, dark := range []bool{false, true} {
		background := 0.0
		for i, ink := range inks { // the first is the background
			colour, least := ink.light, 3.0
			if dark {
				colour = ink.dark
			}
			l := luminance(t, colour)
			if i == 0 {
				background = l
			}
			if ink.name == Text || ink.name == TextSoft {
				least = 4.5
			}
			if contrast := (max(l, background) + 0.05) / (min(l, background) + 0.05); contrast < least && !faint[ink.name] {
				t.Errorf("%s has a contrast of %.2f, dark %v", ink.name, contrast, dark)
			}
		}
	}
}

// TestRamp checks that the lightness increases with the value, so that the order is
// visible without colours.
func TestRamp(t *testing.T) {
	r := Ramp{Scale: Linear(0, 1)}
	last := -1.0
	for i := range 101 {
		l := luminance(t, r.colour(float64(i)/100))
		if l < last {
			t.Errorf("at %d%% the colour is darker than before", i)
		}
		last = l
	}
	if r.colour(-5) != r.colour(0) || r.colour(7) != r.colour(1) {
		t.Error("values outside the scale do not have the colours of its ends")
	}
}

// TestStyleSheet checks that every rule is only for charts, that every series has a rule,
// and that every used ink exists.
func TestStyleSheet(t *testing.T) {
	sheet := styleSheet(Both)
	for _, line := range strings.Split(strings.TrimSpace(sheet), "\n") {
		if !strings.HasPrefix(line, ".lplab-chart") && !strings.HasPrefix(line, "@media (prefers-color-scheme:dark){.lplab-chart") {
			t.Errorf("the rule %s applies to all of a page", line)
		}
	}
	for i := range SeriesInks {
		if !strings.Contains(sheet, ".s-"+string(Series(i))+"{") {
			t.Errorf("no rule for %s", Series(i))
		}
	}
	if Series(0) != Series(SeriesInks) || Series(0) == Series(1) {
		t.Error("inks do not repeat after SeriesInks")
	}
	used := regexp.MustCompile(`(?:class="|\s)[sf]-([a-z0-9-]+)`)
	f := Figure{X: Axis{Scale: Linear(0, 1)}, Y: Axis{Scale: Linear(0, 1), Label: "y"}, Marks: []Mark{
		Frame{X1: 0.5, Y0: 0, Y1: 0.5, Label: "frame"}, Rule{Vertical: true, At: 0.5, Label: "rule", Ink: TextSoft}}}
	for _, m := range used.FindAllStringSubmatch(string(f.SVG()), -1) {
		Ink(m[1]).light() // panics for an unknown ink
	}
}

// TestPage checks that a picture for a page has no style elements, which the policy of
// the site refuses, and that the style sheet of the page has rules for the inks.
func TestPage(t *testing.T) {
	f := Figure{Theme: Page, X: Axis{Scale: Linear(0, 1)}, Y: Axis{Scale: Linear(0, 1)}, Marks: []Mark{Line{X: []float64{0, 1}, Y: []float64{0, 1}, Ink: Truth}}}
	if svg := string(f.SVG()); strings.Contains(svg, "style") || strings.Contains(svg, " width=\"720\" height=\"420\" viewBox") {
		t.Error("the picture has styles or a size")
	}
	sheet, err := os.ReadFile("../../../web/styles/chart.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, ink := range inks {
		for _, rule := range []string{".s-" + string(ink.name) + " { stroke: var(--", ".f-" + string(ink.name) + " { fill: var(--"} {
			if fixed := ink.light == ink.dark; strings.Contains(string(sheet), ".lplab-chart "+rule) == fixed {
				t.Errorf("the rule %s...; of an ink with one colour: %v", rule, fixed)
			}
		}
	}
}
