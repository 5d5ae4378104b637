package chart

import "math"

// canvas is where marks draw: the document, the rectangle of the plot in it, and
// what is there already, which labels keep clear of.
type canvas struct {
	document
	plot      rectangle
	x, y      Scale
	obstacles []obstacle
}

// obstacle is something that a label should not cover, by what that would cost.
type obstacle struct {
	rectangle
	cost int
}

// What it costs to cover a line, a point and a text.
const (
	lineCost  = 1
	pointCost = 4
	textCost  = 1000
)

// rectangle has its origin at the top left, as the picture has.
type rectangle struct{ left, top, right, bottom float64 }

// at returns the place of a point in the picture, and whether it has one: a
// number that is not finite has none.
func (c *canvas) at(x, y float64) (px, py float64, ok bool) {
	return c.atX(x), c.atY(y), finite(x) && finite(y)
}

func (c *canvas) atX(x float64) float64 {
	return c.plot.left + float64(c.x.Place(x)*(c.plot.right-c.plot.left))
}

func (c *canvas) atY(y float64) float64 {
	return c.plot.bottom - float64(c.y.Place(y)*(c.plot.bottom-c.plot.top))
}

// mostObstacles bounds the work of placing labels; a plot with more marks has no
// place that is free of them.
const mostObstacles = 2000

func (c *canvas) avoid(r rectangle, cost int) {
	if len(c.obstacles) < mostObstacles || cost == textCost {
		c.obstacles = append(c.obstacles, obstacle{r, cost})
	}
}

// crowding is what it costs to write a label at r.
func (c *canvas) crowding(r rectangle) int {
	cost := 0
	for _, o := range c.obstacles {
		if r.left < o.right && o.left < r.right && r.top < o.bottom && o.top < r.bottom {
			cost += o.cost
		}
	}
	if p := c.plot; r.left < p.left || r.right > p.right || r.top < p.top || r.bottom > p.bottom {
		cost += textCost
	}
	return cost
}

// anchor is the side of a text that stands at its place.
type anchor string

const (
	left   anchor = "start"
	middle anchor = "middle"
	right  anchor = "end"
)

// spot is a place for a text: its base line begins, is centred or ends at x, y.
type spot struct {
	x, y float64
	side anchor
}

// box is what a text covers at the spot.
func (s spot) box(text string) rectangle {
	w := textWidth(text)
	from := s.x
	switch s.side {
	case middle:
		from -= w / 2
	case right:
		from -= w
	}
	return rectangle{from - 2, s.y - 0.8*fontSize, from + w + 2, s.y + 0.25*fontSize}
}

// label writes a text at the spot that covers the least. An optional one is left
// out where each spot covers more than a line or two.
func (c *canvas) label(text string, pen pen, optional bool, spots ...spot) {
	best, least := spot{}, math.MaxInt
	for _, s := range spots {
		if cost := c.crowding(s.box(text)); cost < least {
			best, least = s, cost
		}
	}
	if optional && least > 2*lineCost {
		return
	}
	c.avoid(best.box(text), textCost)
	c.leaf("text", text, "x", coordinate(best.x), "y", coordinate(best.y), "text-anchor", string(best.side),
		"class", "f-"+string(pen.ink)+" s-"+string(pen.rim), "fill", pen.ink.light(), "stroke", pen.rim.light(),
		"stroke-width", "4", "stroke-linejoin", "round", "paint-order", "stroke")
}

// pen writes with a rim in the colour of the ground, which keeps a text readable
// on lines.
type pen struct{ ink, rim Ink }

// write writes a text beside the plot.
func (c *canvas) write(text string, at spot, ink Ink) {
	c.leaf("text", text, append(fill(ink), "x", coordinate(at.x), "y", coordinate(at.y), "text-anchor", string(at.side))...)
}

// segment draws a straight line.
func (c *canvas) segment(x1, y1, x2, y2 float64, attributes ...string) {
	c.empty("line", append(attributes, "x1", coordinate(x1), "y1", coordinate(y1), "x2", coordinate(x2), "y2", coordinate(y2))...)
}
