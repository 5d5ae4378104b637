// Package chart draws figures as SVG. A Figure has two axes with their scales, and marks,
// such as lines and points, which are drawn in their order.
//
// A picture is one element without scripts, references and identifiers, and can be used as
// a file or inside a page. It has the colours of a light and of a dark theme, and a
// description in words. Its data-plot is the place of the plot: left, top, right and bottom; its
// data-x the values at the left and the right edge. The same figure gives the same bytes.
package chart

import (
	"cmp"
	"math"
)

// Axis is one side of a figure.
type Axis struct {
	Label string // the quantity with its symbol or unit
	Scale Scale  // must contain the marks
	Whole bool   // whole numbers only
	Ticks []Tick // named places instead of round values
}

// Figure is a plot with its axes. Later marks are drawn over earlier ones.
type Figure struct {
	Name    string // what it is, in a word or two
	Summary string // a description of one or two sentences for screen readers
	Width   float64
	Height  float64 // both in units of the picture; 0: 720 x 420
	Theme   Theme
	X, Y    Axis
	Above   func(x float64) string // written above the plot at the labels of X
	// EqualUnits widens one of two linear scales so that their units are equally long.
	EqualUnits bool
	Ramp       *Ramp // drawn beside the plot where the marks have colours by value
	Marks      []Mark
}

// Resize sets the width and the height, each where it is greater than 0.
func (f *Figure) Resize(width, height float64) {
	if width > 0 {
		f.Width = width
	}
	if height > 0 {
		f.Height = height
	}
}

// SVG returns the picture.
func (f *Figure) SVG() []byte {
	l := f.layout()
	if f.EqualUnits {
		figure := *f
		figure.EqualUnits = false
		figure.X.Scale, figure.Y.Scale = equalUnits(f.X.Scale, f.Y.Scale, (l.plot.right-l.plot.left)/(l.plot.bottom-l.plot.top))
		return figure.SVG()
	}
	c := &canvas{plot: l.plot, x: f.X.Scale, y: f.Y.Scale}
	width, height := coordinate(l.width), coordinate(l.height)
	attributes := []string{"xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 " + width + " " + height,
		"class", "lplab-chart", "role", "img", "font-family", fontFamily, "font-size", coordinate(fontSize),
		"data-plot", l.plot.String(), "data-x", f.X.Scale.String()}
	sheet := styleSheet(f.Theme)
	if sheet != "" {
		attributes = append(attributes, "width", width, "height", height, "style", "max-width:100%;height:auto")
	}
	c.start("svg", attributes...)
	c.leaf("title", f.Name)
	c.leaf("desc", f.Summary)
	if sheet != "" {
		c.b.WriteString("<style>" + sheet + "</style>\n")
	}
	c.empty("rect", append(fill(Surface), "width", width, "height", height)...)

	c.group("axes", func() { f.drawAxes(c, l) })
	for _, m := range f.Marks {
		name, _ := m.key()
		c.group(name, func() { m.draw(c) })
	}
	for _, m := range f.Marks {
		m.annotate(c)
	}
	f.drawEnds(c)
	l.legend.draw(c)
	if f.Ramp != nil {
		f.Ramp.draw(c, l.plot.right+rampGap, l.ramp)
	}
	c.end()
	return []byte(c.b.String())
}

// equalUnits widens the scale of one axis; aspect is the width of the plot over its height.
func equalUnits(x, y Scale, aspect float64) (Scale, Scale) {
	widen := func(s Scale, width float64) Scale {
		margin := (width - (s.Hi - s.Lo)) / 2
		return Scale{Lo: s.Lo - margin, Hi: s.Hi + margin}
	}
	if width := aspect * (y.Hi - y.Lo); width > x.Hi-x.Lo {
		return widen(x, width), y
	}
	return x, widen(y, (x.Hi-x.Lo)/aspect)
}

// group draws inside a group, with a name for programs that edit the picture.
func (c *canvas) group(name string, draw func()) {
	if name == "" {
		c.start("g")
	} else {
		c.start("g", "data-name", name)
	}
	draw()
	c.end()
}

// Distances, in units of the picture.
const (
	edge     = 14 // around everything
	tickSize = 5
	tickGap  = 9 // from an axis to its labels
	endGap   = 12
	rampGap  = 22
	rampSize = 16
)

// layout has the places of the plot and of the texts around it.
type layout struct {
	width, height  float64
	plot           rectangle
	xTicks, yTicks []Tick
	staggered      bool    // every other label below the plot is a line lower
	yLabel         float64 // the base line of the labels above the plot
	yText, ramp    string  // these labels
	legend         legend
}

// layout places the plot between its labels, the legend above and the names and colour bar at the right.
func (f *Figure) layout() layout {
	l := layout{width: cmp.Or(f.Width, defaultWidth), height: cmp.Or(f.Height, defaultHeight)}

	// The legend is beside the label of the vertical axis, or above it. The label of the
	// colour bar is on the same line.
	room := l.width - 2*edge
	l.legend = f.legendIn(room)
	header := float64(l.legend.rows) * lineHeight
	l.yText = fitText(f.Y.Label, room)
	if f.Ramp != nil {
		l.ramp = fitText(f.Ramp.Label, room-textWidth(l.yText)-24)
	}
	if f.Y.Label != "" || f.Ramp != nil {
		if l.legend.fitsBeside(textWidth(l.yText)+24, room) {
			header = 0
		}
		header += lineHeight
	}
	l.plot.top = edge + header + 8
	l.yLabel = edge + header - 6
	if f.Above != nil {
		l.plot.top += lineHeight
	}
	l.plot.bottom = l.height - edge - tickGap - lineHeight
	if f.X.Label != "" {
		l.plot.bottom -= lineHeight + 2
	}

	l.plot.bottom = max(l.plot.bottom, l.plot.top+lineHeight) // a lower picture cuts its labels, and its axis still points up

	height := l.plot.bottom - l.plot.top
	l.yTicks = f.Y.ticks(int(height / 42))
	l.yTicks = spaceTicks(l.yTicks, func(t Tick) (float64, float64) {
		return height * f.Y.Scale.Place(t.Value), lineHeight
	})
	l.plot.left = edge + tickGap + widest(l.yTicks)
	l.plot.right = l.width - edge - f.rightMargin()
	width := l.plot.right - l.plot.left
	extent := func(t Tick) (float64, float64) {
		return width * f.X.Scale.Place(t.Value), textWidth(t.Label) + 14
	}
	for most := 10; most >= 2; most-- {
		ticks := f.X.ticks(most)
		l.xTicks = spaceTicks(ticks, extent)
		if len(l.xTicks) == len(ticks) {
			break
		}
	}
	if named := f.X.Ticks; len(l.xTicks) < len(named) && l.plot.bottom-lineHeight > l.plot.top+lineHeight {
		var lines [2][]Tick
		for i, t := range named {
			lines[i%2] = append(lines[i%2], t)
		}
		if len(spaceTicks(lines[0], extent))+len(spaceTicks(lines[1], extent)) == len(named) {
			l.xTicks, l.staggered = named, true
			l.plot.bottom -= lineHeight
		}
	}
	return l
}

// ticks returns the named places or, where there are none, round values.
func (a Axis) ticks(most int) []Tick {
	if a.Ticks != nil {
		return a.Ticks
	}
	return a.Scale.ticks(max(most, 2), a.Whole)
}

// spaceTicks leaves out the ticks with a label that would overlap the previous label.
func spaceTicks(ticks []Tick, extent func(Tick) (at, size float64)) []Tick {
	var out []Tick
	lastAt, lastSize := math.Inf(-1), 0.0
	for _, t := range ticks {
		if t.Label != "" {
			at, size := extent(t)
			if math.Abs(at-lastAt) < (size+lastSize)/2 {
				continue
			}
			lastAt, lastSize = at, size
		}
		out = append(out, t)
	}
	return out
}

func widest(ticks []Tick) float64 {
	w := 0.0
	for _, t := range ticks {
		w = max(w, textWidth(t.Label))
	}
	return w
}

// rightMargin is the width to the right of the plot, for the names at the ends of lines,
// the colour bar, and half of the last label of the axis.
func (f *Figure) rightMargin() float64 {
	room := 24.0
	for _, m := range f.Marks {
		if line, ok := m.(Line); ok && line.End != "" {
			room = max(room, endGap+textWidth(f.endName(line)))
		}
	}
	if f.Ramp != nil {
		room += rampGap + rampSize + tickGap + widest(f.Ramp.ticks())
	}
	return room
}

// endName returns the name at the end of a line; a narrow figure has room for fewer letters.
func (f *Figure) endName(l Line) string {
	return Shorten(l.End, max(1, int(cmp.Or(f.Width, defaultWidth)/36)))
}

// drawAxes draws both axes with their ticks, labels and the grid.
func (f *Figure) drawAxes(c *canvas, l layout) {
	p := c.plot
	axis, grid := stroke(Axes, thinLine), stroke(Grid, thinLine)
	for _, t := range l.yTicks {
		y := c.atY(t.Value)
		switch {
		case t.Label == "":
			c.segment(p.left-tickSize+1, y, p.left, y, axis...)
			continue
		case f.Y.Ticks == nil:
			c.segment(p.left, y, p.right, y, grid...)
			c.segment(p.left-tickSize, y, p.left, y, axis...)
		}
		c.write(t.Label, spot{p.left - tickGap, y + 0.35*fontSize, right}, TextSoft)
	}
	for i, t := range l.xTicks {
		x, y := c.atX(t.Value), p.bottom+tickGap+0.75*fontSize
		if l.staggered && i%2 == 1 {
			y += lineHeight
		}
		switch {
		case t.Label == "":
			c.segment(x, p.bottom, x, p.bottom+tickSize-1, axis...)
			continue
		case f.X.Ticks == nil && f.Y.Ticks != nil && f.Ramp == nil:
			c.segment(x, p.top, x, p.bottom, grid...)
		}
		if f.X.Ticks == nil {
			c.segment(x, p.bottom, x, p.bottom+tickSize, axis...)
		}
		c.write(t.Label, spot{x, y, middle}, TextSoft)
		if f.Above != nil {
			c.write(f.Above(t.Value), spot{x, p.top - tickGap, middle}, Text)
		}
	}
	c.segment(p.left, p.top, p.left, p.bottom, axis...)
	c.segment(p.left, p.bottom, p.right, p.bottom, axis...)
	if s := f.Y.Scale; f.Y.Ticks == nil && !s.Log && s.Lo < 0 && s.Hi > 0 {
		c.segment(p.left, c.atY(0), p.right, c.atY(0), axis...)
	}
	if l.yText != "" {
		c.write(l.yText, spot{edge, l.yLabel, left}, Text)
	}
	if f.X.Label != "" {
		c.write(f.X.Label, spot{(p.left + p.right) / 2, l.height - edge - 0.2*fontSize, middle}, Text)
	}
}
