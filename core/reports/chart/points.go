package chart

// Shape is the shape of a point.
type Shape int

// The shapes of points.
const (
	Dot Shape = iota
	Ring
	Diamond
	Square
	Up   // a triangle that points up, at what lies beyond the upper edge
	Down // and beyond the lower edge
)

// Points are marks at single values. Those that fall on the same place are drawn
// once.
type Points struct {
	plain
	Name  string // for the legend
	X, Y  []float64
	Ink   Ink
	Shape Shape
	Small bool
}

var _ Mark = Points{}

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
	drawn := map[string]bool{}
	var path outline
	for i, x := range p.X {
		px, py, ok := c.at(x, p.Y[i])
		if !ok {
			continue
		}
		if at := coordinate(px) + " " + coordinate(py); !drawn[at] {
			drawn[at] = true
			p.add(&path, px, py)
			r := p.radius()
			c.avoid(rectangle{px - r, py - r, px + r, py + r}, pointCost)
		}
	}
	p.finish(c, &path)
}

// add draws one point. A dot is a line without length whose round ends make it:
// the shortest way to write a hundred thousand of them.
func (p Points) add(path *outline, x, y float64) {
	r := p.radius()
	switch p.Shape {
	case Dot:
		path.move(x, y)
		path.b.WriteString("h0")
	case Ring:
		path.move(x-r, y)
		size := coordinate(r)
		path.b.WriteString("a" + size + " " + size + " 0 1 0 " + coordinate(2*r) + " 0")
		path.b.WriteString("a" + size + " " + size + " 0 1 0 " + coordinate(-2*r) + " 0")
		path.close()
	case Diamond:
		p.polygon(path, x, y-r, x+r, y, x, y+r, x-r, y)
	case Square:
		side := 0.8 * r
		p.polygon(path, x-side, y-side, x+side, y-side, x+side, y+side, x-side, y+side)
	case Up:
		p.polygon(path, x, y-r, x+r, y+0.6*r, x-r, y+0.6*r)
	case Down:
		p.polygon(path, x, y+r, x-r, y-0.6*r, x+r, y-0.6*r)
	}
}

func (Points) polygon(path *outline, corners ...float64) {
	path.move(corners[0], corners[1])
	for i := 2; i < len(corners); i += 2 {
		path.line(corners[i], corners[i+1])
	}
	path.close()
}

func (p Points) finish(c *canvas, path *outline) {
	style := stroke(p.Ink, medium)
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

// Stems are lines from zero to values, with heads where asked for.
type Stems struct {
	plain
	Name  string // for the legend
	X, Y  []float64
	Ink   Ink
	Heads bool
}

var _ Mark = Stems{}

func (s Stems) style() []string {
	if s.Heads {
		return stroke(s.Ink, medium)
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
			path.move(px, zero)
			path.line(px, py)
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
