package chart

import "math"

// Shape is the shape of a point.
type Shape int

// The shapes of points.
const (
	Dot Shape = iota
	Ring
	Diamond
	Square
	Up   // a triangle that points up
	Down // a triangle that points down
)

// manyPoints is the number of points above which their places are rounded to whole pixels, so that many coincide.
const manyPoints = 10_000

// Points are marks at single values. Points at the same place are drawn once.
type Points struct {
	plain
	Name  string // for the legend
	X, Y  []float64
	Ink   Ink
	Shape Shape
	Small bool
}

func (p Points) radius() float64 {
	switch {
	case p.Small:
		return 2.5
	case p.Shape == Dot:
		return 4
	}
	return 5.5
}

func (p Points) draw(c *canvas) {
	seen := map[string]bool{}
	var path outline
	for i, x := range p.X {
		px, py, ok := c.at(x, p.Y[i])
		if !ok {
			continue
		}
		if len(p.X) > manyPoints {
			px, py = math.Round(px), math.Round(py)
		}
		if at := coordinate(px) + " " + coordinate(py); !seen[at] {
			seen[at] = true
			p.add(&path, px, py)
			r := p.radius()
			c.avoid(rectangle{px - r, py - r, px + r, py + r}, pointCost)
		}
	}
	p.finish(c, &path)
}

// add draws one point. A dot is a line of length 0 with round ends, which is the shortest
// way to write 100,000 of them.
func (p Points) add(path *outline, x, y float64) {
	r := p.radius()
	switch p.Shape {
	case Dot:
		path.move(x, y)
		path.WriteString("h0")
	case Ring:
		path.move(x-r, y)
		size := coordinate(r)
		arc := "a" + size + " " + size + " 0 1 0 "
		path.WriteString(arc + coordinate(2*r) + " 0" + arc + coordinate(-2*r) + " 0Z")
	case Diamond:
		path.polygon(x, y-r, x+r, y, x, y+r, x-r, y)
	case Square:
		side := 0.8 * r
		path.polygon(x-side, y-side, x+side, y-side, x+side, y+side, x-side, y+side)
	case Up:
		path.polygon(x, y-r, x+r, y+0.6*r, x-r, y+0.6*r)
	case Down:
		path.polygon(x, y+r, x-r, y-0.6*r, x+r, y-0.6*r)
	}
}

func (p Points) finish(c *canvas, path *outline) {
	style := stroke(p.Ink, mediumLine)
	if p.Shape == Dot {
		style = append(stroke(p.Ink, coordinate(2*p.radius())), "stroke-linecap", "round")
	}
	c.empty("path", append(style, "d", path.String())...)
}

func (p Points) key() (string, func(*canvas, rectangle)) {
	return p.Name, func(c *canvas, r rectangle) {
		var path outline
		p.add(&path, (r.left+r.right)/2, (r.top+r.bottom)/2)
		p.finish(c, &path)
	}
}

// Stems are lines from zero to values, with points at their ends where Heads is set.
type Stems struct {
	plain
	Name  string // for the legend
	X, Y  []float64
	Ink   Ink
	Heads bool
}

func (s Stems) style() []string {
	if s.Heads {
		return stroke(s.Ink, mediumLine)
	}
	return stroke(s.Ink, "1.5")
}

func (s Stems) head() Points { return Points{X: s.X, Y: s.Y, Ink: s.Ink} }

func (s Stems) draw(c *canvas) {
	zero, cost := c.atY(0), lineCost
	if s.Heads {
		cost = pointCost
	}
	var path outline
	for i, x := range s.X {
		if px, py, ok := c.at(x, s.Y[i]); ok {
			path.lines(px, zero, px, py)
			c.avoid(rectangle{px - 1, min(py, zero), px + 1, max(py, zero)}, cost)
		}
	}
	c.empty("path", append(s.style(), "d", path.String())...)
	if s.Heads {
		s.head().draw(c)
	}
}

func (s Stems) key() (string, func(*canvas, rectangle)) {
	return s.Name, func(c *canvas, r rectangle) {
		x := (r.left + r.right) / 2
		c.segment(x, r.bottom, x, r.top+4, s.style()...)
		if s.Heads {
			var path outline
			s.head().add(&path, x, r.top+4)
			s.head().finish(c, &path)
		}
	}
}
