package chart

// Ink is a colour by its role. The table of inks has its values in the light and in the dark
// theme; the custom property of the same name of a page takes precedence.
type Ink string

// The inks. Estimate, Truth and those of Series are based on the colours of Okabe and Ito,
// which colour-blind readers can tell apart.
const (
	Surface       Ink = "surface"
	Text          Ink = "text"
	TextSoft      Ink = "text-soft"
	Axes          Ink = "line"
	Grid          Ink = "line-soft"
	Estimate      Ink = "estimate"
	EstimateFaint Ink = "estimate-faint"
	Truth         Ink = "truth"

	paper Ink = "paper" // these two, over the colours of cells, are the same in both themes
	night Ink = "night"
)

// inks are the colours of both themes, which are those of the page.
var inks = []struct {
	name        Ink
	light, dark string
}{
	{Surface, "#ffffff", "#181c22"},
	{Text, "#1b1f24", "#e7e9ec"},
	{TextSoft, "#575f69", "#a3acb7"},
	{Axes, "#8b8f94", "#6d7683"},
	{Grid, "#e6e4dd", "#272d36"},
	{Estimate, "#d55e00", "#f0782a"},
	{EstimateFaint, "#e3a579", "#8a5532"},
	{Truth, "#0072b2", "#62b8ee"},
	{paper, "#ffffff", "#ffffff"},
	{night, "#1b1f24", "#1b1f24"},
	{"series-1", "#0072b2", "#62b8ee"},
	{"series-2", "#d55e00", "#f0782a"},
	{"series-3", "#00805e", "#2fc498"},
	{"series-4", "#b0528c", "#e394c0"},
	{"series-5", "#a87400", "#edb93c"},
	{"series-6", "#4a4f57", "#c3c9d1"},
}

// Theme selects the colours of a picture.
type Theme string

// The themes. Both follows the preference of the reader's program.
const (
	Both  Theme = ""
	Light Theme = "light"
	Dark  Theme = "dark"
	Page  Theme = "page" // no style sheet and no size: a page's own sheet colours the classes
)

// Series is the ink of the i-th of several lines; they repeat after SeriesInks.
func Series(i int) Ink { return "series-" + Ink('1'+byte(i%SeriesInks)) }

// SeriesInks is how many inks Series has.
const SeriesInks = 6

// Sizes, in units of the picture. Text is large for a width of 720, because pictures are
// also shown at half the size, on a phone or in a column of a paper.
const (
	defaultWidth  = 720
	defaultHeight = 420

	fontSize   = 17
	lineHeight = 22
	fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif"

	thinLine   = "1"
	mediumLine = "2"
	strongLine = "2.75"
	dashes     = "7 5"
)

// light is the colour in the attributes of elements, for programs without custom
// properties: they ignore the rules of the style sheet, which use var().
func (i Ink) light() string {
	for _, ink := range inks {
		if ink.name == i {
			return ink.light
		}
	}
	panic("chart: no ink " + string(i))
}

func stroke(i Ink, width string) []string {
	return []string{"class", "s-" + string(i), "fill", "none", "stroke", i.light(), "stroke-width", width}
}

func fill(i Ink) []string { return []string{"class", "f-" + string(i), "fill", i.light()} }

// styleSheet has the colours of the inks by theme. Every rule begins with the class of the
// root, because the style sheet of an SVG inside a page applies to the whole page.
func styleSheet(theme Theme) string {
	var light, dark, rules string
	for _, ink := range inks {
		name := string(ink.name)
		light += "--ink-" + name + ":var(--" + name + "," + ink.light + ");"
		dark += "--ink-" + name + ":var(--" + name + "," + ink.dark + ");"
		rules += ".lplab-chart .s-" + name + "{stroke:var(--ink-" + name + ")}" +
			".lplab-chart .f-" + name + "{fill:var(--ink-" + name + ")}\n"
	}
	switch theme {
	case Page:
		return ""
	case Light:
		return "\n.lplab-chart{" + light + "}\n" + rules
	case Dark:
		return "\n.lplab-chart{" + dark + "}\n" + rules
	}
	return "\n.lplab-chart{" + light + "}\n@media (prefers-color-scheme:dark){.lplab-chart{" + dark + "}}\n" + rules
}
