package chart

// Mark shows values: draw draws it, and annotate labels it after all marks are drawn.
type Mark interface {
	draw(c *canvas)
	annotate(c *canvas)
	// key returns the name for the legend, "" for none, and draws a sample of the
	// mark into a rectangle.
	key() (name string, sample func(c *canvas, r rectangle))
}

// plain is the part of a mark that has no annotation and no name in the legend.
type plain struct{}

func (plain) annotate(*canvas) {}

func (plain) key() (string, func(*canvas, rectangle)) { return "", nil }

// Line joins points in their order; a value that is not finite interrupts it.
type Line struct {
	plain         // the figure writes the texts at the ends of its lines
	Name   string // for the legend
	X, Y   []float64
	Ink    Ink
	Dashed bool
	Thin   bool
	End    string // written at its end, beside the plot
}

func (l Line) style() []string {
	width := mediumLine
	if l.Thin {
		width = thinLine
	}
	style := stroke(l.Ink, width)
	if l.Dashed {
		style = append(style, "stroke-dasharray", dashes)
	}
	return append(style, "stroke-linejoin", "round", "stroke-linecap", "round")
}

func (l Line) draw(c *canvas) {
	var path outline
	begun := false
	for i, x := range l.X {
		px, py, ok := c.at(x, l.Y[i])
		if ok && begun {
			path.line(px, py)
		} else if ok {
			path.move(px, py)
		}
		begun = ok
	}
	c.empty("path", append(l.style(), "d", path.String())...)
}

func (l Line) key() (string, func(*canvas, rectangle)) {
	return l.Name, func(c *canvas, r rectangle) {
		y := (r.top + r.bottom) / 2
		c.segment(r.left, y, r.right, y, l.style()...)
	}
}

// ErrorBars are vertical bars from Y-Error to Y+Error.
type ErrorBars struct {
	plain
	X, Y, Error []float64
	Ink         Ink
}

func (e ErrorBars) draw(c *canvas) {
	const half = 4 // of the bars' ends
	var path outline
	for i, x := range e.X {
		px, top, ok := c.at(x, e.Y[i]+e.Error[i])
		if !ok || e.Error[i] <= 0 {
			continue
		}
		bottom := c.atY(e.Y[i] - e.Error[i])
		path.lines(px-half, top, px+half, top)
		path.lines(px, top, px, bottom)
		path.lines(px-half, bottom, px+half, bottom)
	}
	c.empty("path", append(stroke(e.Ink, thinLine), "d", path.String())...)
}

// Rule is a dashed line across the plot at one value.
type Rule struct {
	Name     string // for the legend
	Vertical bool   // at an x; otherwise at a y
	At       float64
	Label    string // written beside a vertical one
	Ink      Ink
}

func (r Rule) draw(c *canvas) {
	if r.Vertical {
		x := c.atX(r.At)
		c.segment(x, c.plot.top, x, c.plot.bottom, r.line().style()...)
		c.avoid(rectangle{x - 1, c.plot.top, x + 1, c.plot.bottom}, pointCost)
		return
	}
	y := c.atY(r.At)
	c.segment(c.plot.left, y, c.plot.right, y, r.line().style()...)
	c.avoid(rectangle{c.plot.left, y - 1, c.plot.right, y + 1}, pointCost)
}

// line is a line in the style of the rule.
func (r Rule) line() Line { return Line{Name: r.Name, Ink: r.Ink, Dashed: true, Thin: true} }

// annotate writes the label near the top, where it covers the least.
func (r Rule) annotate(c *canvas) {
	if r.Label == "" || !r.Vertical {
		return
	}
	const gap = 6
	x := c.atX(r.At)
	var spots []spot
	for _, share := range []float64{0, 0.08, 0.16, 0.3, 0.5, 0.7, 0.9} {
		y := c.plot.top + fontSize + share*(c.plot.bottom-c.plot.top-fontSize)
		spots = append(spots, spot{x + gap, y, left}, spot{x - gap, y, right})
	}
	c.label(r.Label, TextSoft, Surface, false, spots...)
}

func (r Rule) key() (string, func(*canvas, rectangle)) { return r.line().key() }

// Labels are texts beside points. A text without a free place among the marks and the
// texts before it is left out.
type Labels struct {
	plain
	X, Y []float64
	Text []string
}

func (Labels) draw(*canvas) {}

func (l Labels) annotate(c *canvas) {
	const gap = 8
	for i, text := range l.Text {
		x, y, ok := c.at(l.X[i], l.Y[i])
		if !ok || text == "" {
			continue
		}
		above, below := spot{x, y - gap, middle}, spot{x, y + gap + 0.7*fontSize, middle}
		if l.Y[i] < 0 {
			above, below = below, above
		}
		c.label(text, Text, Surface, true, above,
			spot{x + gap, y + 0.35*fontSize, left}, spot{x - gap, y + 0.35*fontSize, right}, below)
	}
}
