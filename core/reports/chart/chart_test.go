package chart_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/reports/chart"
	"lplab/core/reports/chart/charttest"
)

// pointsFigure returns a figure of points with fitting scales.
func pointsFigure(x, y []float64, logX, logY bool) *chart.Figure {
	scale := func(v []float64, log bool) chart.Scale {
		if log {
			lo, hi, _ := chart.PositiveRange(v)
			return chart.Log(lo, hi).Padded(0.05)
		}
		lo, hi, _ := chart.Range(v)
		return chart.Linear(lo, hi).Padded(0.05)
	}
	return &chart.Figure{
		Name: "Points", Summary: "Some points.",
		X:     chart.Axis{Label: "x", Scale: scale(x, logX)},
		Y:     chart.Axis{Label: "y", Scale: scale(y, logY)},
		Marks: []chart.Mark{chart.Points{Name: "points", X: x, Y: y, Ink: chart.Estimate}},
	}
}

// TestPlaces checks the positions of points by the ticks of the picture.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name       string
		x, y       []float64
		logX, logY bool
	}{
		{"small", []float64{1, 2, 3, 7}, []float64{-0.3, 0.25, 0, 1.1}, false, false},
		{"shifted", []float64{1001.5, 1002, 1004}, []float64{-5e-7, 3e-7, 1e-8}, false, false},
		{"logarithmic", []float64{1e-3, 0.2, 70}, []float64{1e-14, 3e-6, 40}, true, true},
		{"within one power", []float64{2.1, 3, 8.9}, []float64{1.01, 1.02, 1.05}, true, true},
		{"extreme", []float64{1e-300, 1, 1e300}, []float64{-1e300, 2e299, 1e300}, true, false},
		{"tiny", []float64{0, 1e-300, 2e-300}, []float64{1e-300, 2e-299, 3e-298}, false, true},
	} {
		svg := charttest.Parse(t, pointsFigure(c.x, c.y, c.logX, c.logY).SVG())
		x, y := svg.Axes(t, c.logX, c.logY)
		if len(x.At) < 2 || len(y.At) < 2 {
			t.Errorf("%s: %d and %d labelled ticks", c.name, len(x.At), len(y.At))
			continue
		}
		places := svg.Group(t, "points").All("path")[0].Points(t)
		if len(places) != len(c.x) {
			t.Fatalf("%s: %d points are drawn", c.name, len(places))
		}
		for i, at := range places {
			assertValue(t, c.name+": x", x, at[0], c.x[i])
			assertValue(t, c.name+": y", y, at[1], c.y[i])
		}
	}
}

// assertValue compares a position with a value to 0.05 units of the picture, because
// positions are rounded.
func assertValue(t *testing.T, what string, axis charttest.Axis, at, want float64) {
	t.Helper()
	lo, hi := axis.Value(at-0.05), axis.Value(at+0.05)
	if min(lo, hi) > want || max(lo, hi) < want {
		t.Errorf("%s: read %v, want %v", what, axis.Value(at), want)
	}
}

// TestTicks checks over all magnitudes that ticks are on the axis, in order, at least
// two and not too many, that none is missing at the ends, and the positions of labels.
func TestTicks(t *testing.T) {
	step := 23 // powers of ten
	if testing.Short() {
		step = 100
	}
	for _, log := range []bool{false, true} {
		for e := -300; e <= 300; e += step {
			for _, factor := range []float64{1.3, 2, 4.7, 11, 170, 6e4, 3e12} {
				lo := 1.7 * math.Pow10(e)
				hi := lo * factor
				if hi > 1e306 {
					continue
				}
				f := pointsFigure([]float64{lo, hi}, []float64{lo, hi}, log, log)
				svg := charttest.Parse(t, f.SVG())
				_, y := svg.Axes(t, log, log)
				checkTicks(t, fmt.Sprintf("%g to %g, logarithmic %v", lo, hi, log), y, f.Y.Scale)
			}
		}
	}
}

func checkTicks(t *testing.T, what string, axis charttest.Axis, scale chart.Scale) {
	t.Helper()
	n := len(axis.Values)
	if n < 2 || n > 12 {
		t.Errorf("%s: ticks %v", what, axis.Values)
		return
	}
	widest := 0.0
	for i, v := range axis.Values {
		place := scale.Place(v)
		if place < -1e-6 || place > 1+1e-6 {
			t.Errorf("%s: the tick %v is not on the axis", what, v)
		}
		if i > 0 {
			step := place - scale.Place(axis.Values[i-1])
			if step <= 0 {
				t.Errorf("%s: ticks %v", what, axis.Values)
			}
			widest = max(widest, step)
		}
		// The label is at the position of its value.
		if at := axis.At[0] - (place-scale.Place(axis.Values[0]))*(axis.At[0]-axis.At[n-1])/(scale.Place(axis.Values[n-1])-scale.Place(axis.Values[0])); math.Abs(at-axis.At[i]) > 0.02 {
			t.Errorf("%s: the label %v is at %v, its value at %v", what, v, axis.At[i], at)
		}
	}
	if first, last := scale.Place(axis.Values[0]), scale.Place(axis.Values[n-1]); first > 1.2*widest || 1-last > 1.2*widest {
		t.Errorf("%s: the ticks %v do not reach an end of the axis", what, axis.Values)
	}
}

// TestTicksOfLowFigures checks that a low figure has at least two ticks on its axis: with one, its scale cannot be read.
func TestTicksOfLowFigures(t *testing.T) {
	for _, ends := range [][2]float64{{0.07, 0.77}, {0.16, 0.94}, {-0.9, 0.9}, {1.1, 2.9}, {430, 980}} {
		f := pointsFigure([]float64{0, 1}, ends[:], false, false)
		f.Height = 160
		_, y := charttest.Parse(t, f.SVG()).Axes(t, false, false)
		checkTicks(t, fmt.Sprint(ends), y, f.Y.Scale)
	}
}

// TestNamedTicks checks that all names of places are shown, in two lines where they overlap in one.
func TestNamedTicks(t *testing.T) {
	f := pointsFigure([]float64{0, 6}, []float64{0, 6}, false, false)
	f.X.Scale = chart.Linear(-0.5, 6.5)
	for i := range 7 {
		f.X.Ticks = append(f.X.Ticks, chart.Tick{Value: float64(i), Label: fmt.Sprintf("subcompact %d", i)})
	}
	lines := map[string][]float64{} // horizontal positions of the names, by the vertical one
	for _, text := range charttest.Parse(t, f.SVG()).All("text") {
		if strings.HasPrefix(text.Text, "subcompact") {
			lines[text.Attr["y"]] = append(lines[text.Attr["y"]], text.Number(t, "x"))
		}
	}
	if len(lines) != 2 {
		t.Errorf("names in %d lines: %v", len(lines), lines)
	}
	names := 0
	for _, x := range lines {
		names += len(x)
		for i := 1; i < len(x); i++ {
			if x[i]-x[i-1] < 80 {
				t.Errorf("names at %v overlap", x)
			}
		}
	}
	if names != 7 {
		t.Errorf("%d of 7 names", names)
	}
}

// TestDegenerate checks that the picture of degenerate values is valid, with all marks near the plot.
func TestDegenerate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, v := range [][]float64{
		{}, {0}, {5}, {-3, -3, -3}, {0, 0}, {1e-300}, {1e300, -1e300}, {5e-324}, {1.7e308},
		{1, 1 + 1e-15}, {nan, 1, 2}, {inf, 1, -inf}, {nan},
	} {
		for _, log := range []bool{false, true} {
			lo, hi, ok := chart.Range(v)
			scale := chart.Linear(0, 1)
			if ok {
				scale = chart.Linear(lo, hi)
			}
			if lo, hi, ok := chart.PositiveRange(v); log && ok {
				scale = chart.Log(lo, hi)
			}
			scale = scale.Padded(0.1)
			zeros := make([]float64, len(v))
			f := &chart.Figure{
				X: chart.Axis{Scale: scale}, Y: chart.Axis{Scale: scale, Label: "y"},
				Marks: []chart.Mark{
					chart.Line{Name: "line", X: v, Y: v, Ink: chart.Truth, End: "end"},
					chart.Points{Name: "rings", X: v, Y: v, Ink: chart.Truth, Shape: chart.Ring},
					chart.ErrorBars{X: v, Y: v, Error: zeros, Ink: chart.Text},
					chart.Boxes{At: []float64{scale.Lo}, Values: [][]float64{v}, Ink: chart.Text},
				},
			}
			svg := charttest.Parse(t, f.SVG())
			for _, path := range svg.All("path") {
				for _, p := range path.Points(t) {
					if p[0] < -50 || p[0] > 770 || p[1] < -50 || p[1] > 470 {
						t.Errorf("%v, logarithmic %v: a mark at %v", v, log, p)
					}
				}
			}
			for _, line := range svg.All("line") {
				for _, side := range []string{"x1", "x2", "y1", "y2"} {
					line.Number(t, side)
				}
			}
			for _, text := range svg.All("text") {
				if strings.Contains(text.Text, "NaN") || strings.Contains(text.Text, "Inf") {
					t.Errorf("%v: the tick %q", v, text.Text)
				}
			}
		}
	}
}

// TestNarrow checks that labels and names of lines are shortened if there is no room for them.
func TestNarrow(t *testing.T) {
	for width, want := range map[float64][]string{
		720: {"mean squared error, validation (logarithmic)", "a name of twe…etters"},
		360: {"mean squared error, validation", "a name…ers"},
		90:  {"mean squared error", "a…"},
		20:  {"mean squared error", "…"},
	} {
		f := pointsFigure([]float64{1, 2}, []float64{1, 2}, false, false)
		f.Width, f.Y.Label = width, "mean squared error, validation (logarithmic)"
		f.Marks = append(f.Marks, chart.Line{X: []float64{1, 2}, Y: []float64{1, 1}, Ink: chart.Truth, End: "a name of twenty-one letters"})
		texts := charttest.Parse(t, f.SVG()).Texts()
		for _, text := range want {
			if !slices.Contains(texts, text) {
				t.Errorf("width %v: %q is missing in %q", width, text, texts)
			}
		}
	}
}

// TestLow checks that the vertical axis of a picture without room for its labels still points up.
func TestLow(t *testing.T) {
	f := pointsFigure([]float64{1, 2, 3}, []float64{1, 2, 3}, false, false)
	f.Resize(300, 40)
	text := string(f.SVG())
	var left, top, right, bottom float64
	_, plot, _ := strings.Cut(text, `data-plot="`)
	if _, err := fmt.Sscan(plot, &left, &top, &right, &bottom); err != nil {
		t.Fatalf("the bounds of the plot: %v in %.300s", err, text)
	}
	if bottom <= top {
		t.Errorf("the plot is from %v down to %v", top, bottom)
	}
}

// TestTexts checks that texts are escaped in XML, and that characters that XML does not
// allow are replaced.
func TestTexts(t *testing.T) {
	for given, want := range map[string]string{
		`<script>alert("1")</script>`: `<script>alert("1")</script>`,
		`a & b ' c "`:                 `a & b ' c "`,
		"😀·é²]]>":                     "😀·é²]]>",
		"bell\a, \xff":                "bell\uFFFD, \uFFFD",
		"مرحبا":                       "مرحبا",
	} {
		f := pointsFigure([]float64{1, 2}, []float64{1, 2}, false, false)
		f.Name, f.Summary, f.X.Label = given, given, given
		f.Width = 1080 // with room for all letters at the ends of lines
		f.Marks = append(f.Marks, chart.Labels{X: []float64{1.5}, Y: []float64{1.5}, Text: []string{given}},
			chart.Line{Name: given, X: []float64{1, 2}, Y: []float64{1, 1}, Ink: chart.Truth, End: given})
		svg := charttest.Parse(t, f.SVG())
		found := 0
		for _, text := range svg.Texts() {
			if text == want {
				found++
			}
		}
		if found != 4 { // axis, label, legend, end
			t.Errorf("%q occurs %d times, want 4", want, found)
		}
		for _, name := range []string{"title", "desc"} {
			if text := svg.All(name)[0].Text; text != want {
				t.Errorf("the %s is %q", name, text)
			}
		}
	}
}

// TestStandsAlone checks that pictures have no scripts, references or identifiers, and
// are reproducible.
func TestStandsAlone(t *testing.T) {
	f := pointsFigure([]float64{1, 2}, []float64{1, 2}, false, true)
	first := f.SVG()
	if again := f.SVG(); !bytes.Equal(first, again) {
		t.Error("the same figure gives other bytes")
	}
	svg := charttest.Parse(t, first)
	if svg.Attr["role"] != "img" || svg.Children[0].Name != "title" || svg.Children[1].Name != "desc" {
		t.Error("the picture has no role, title or description")
	}
	var check func(e *charttest.Element)
	check = func(e *charttest.Element) {
		if e.Name == "script" || e.Name == "image" || e.Name == "use" || e.Name == "foreignObject" {
			t.Errorf("the picture has <%s>", e.Name)
		}
		for name, value := range e.Attr {
			if name == "id" || name == "href" || strings.HasPrefix(name, "on") || strings.Contains(value, "url(") {
				t.Errorf("<%s> has %s=%q", e.Name, name, value)
			}
		}
		for _, child := range e.Children {
			check(child)
		}
	}
	check(svg)
	if sheet := svg.All("style")[0].Text; strings.Contains(sheet, "url(") || strings.Contains(sheet, "@import") {
		t.Error("the style sheet refers to something")
	}
}

// TestYears checks that thousands are separated only on axes up to 10,000 and more, because of years.
func TestYears(t *testing.T) {
	for end, want := range map[float64]string{1960: ">1954<", 90000: ">40,000<"} {
		if svg := string(pointsFigure([]float64{1950, end}, []float64{0, 1}, false, false).SVG()); !strings.Contains(svg, want) {
			t.Errorf("an axis from 1950 to %g has no label %s", end, want)
		}
	}
}

// TestMany checks that 100,000 points with few different positions give one path of some
// kilobytes.
func TestMany(t *testing.T) {
	x := make([]float64, 100_000)
	for i := range x {
		x[i] = math.Sin(float64(i % 1000))
	}
	b := pointsFigure(x, x, false, false).SVG()
	if paths := charttest.Parse(t, b).Group(t, "points").All("path"); len(paths) != 1 || len(b) > 50_000 {
		t.Errorf("%d paths, %d bytes", len(paths), len(b))
	}
}

func TestWords(t *testing.T) {
	if got := chart.Shorten("añ😀d", 3); got != "añ…" {
		t.Errorf("Shorten gives %q", got)
	}
}

func TestMedian(t *testing.T) {
	if m := chart.Median([]float64{9, 1, math.NaN(), 4, 2}); m != 3 {
		t.Errorf("the median is %v, want 3", m)
	}
}

// TestBoxes checks quartiles: those of 1, 2, 4, 8, 16 are 2 and 8; those of four values
// are interpolated (R: quantile(c(1, 2, 4, 8)) is 1, 1.75, 3, 5, 8).
func TestBoxes(t *testing.T) {
	for _, c := range []struct{ values, want []float64 }{
		{[]float64{16, 2, 1, 8, 4}, []float64{1, 2, 8, 16, 4}},
		{[]float64{8, 1, 4, 2}, []float64{1, 1.75, 5, 8, 3}},
		{[]float64{3}, []float64{3, 3, 3, 3, 3}},
	} {
		f := pointsFigure([]float64{0, 1}, []float64{0, 20}, false, false)
		f.Marks = []chart.Mark{chart.Boxes{At: []float64{0.5}, Values: [][]float64{c.values}, Ink: chart.Text}}
		svg := charttest.Parse(t, f.SVG())
		_, y := svg.Axes(t, false, false)
		boxes := svg.All("g")[1]
		p := boxes.All("path")[0].Points(t)
		for i, at := range []float64{p[0][1], p[1][1], p[2][1], p[3][1], boxes.All("line")[0].Number(t, "y1")} {
			assertValue(t, fmt.Sprint(c.values), y, at, c.want[i])
		}
		if dots := boxes.All("path")[1].Points(t); len(dots) != len(c.values) {
			t.Errorf("%d of %d values are drawn", len(dots), len(c.values))
		}
	}
}

// TestShortenAll checks that texts stay different where they are shortened.
func TestShortenAll(t *testing.T) {
	for _, c := range []struct{ texts, want []string }{
		{[]string{"setosa", "versicolor of the east"}, []string{"setosa", "versic…ast"}},
		{[]string{"Strongly agree", "Strongly disagree", "Agree"}, []string{"Strongly agree", "Strongly …gree", "Agree"}},
		{[]string{"the same long text", "the same long text"}, []string{"the same long text", "the same long text"}},
	} {
		if got := chart.ShortenAll(c.texts, 10); !slices.Equal(got, c.want) {
			t.Errorf("%q", got)
		}
	}
}
