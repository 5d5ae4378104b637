package chart

import "math"

// canvas is where marks draw: the document, the rectangle of the plot in it, and what is
// drawn already, which labels avoid.
type canvas struct {
	document
	plot      rectangle
	x, y      Scale
	obstacles []obstacle
}

// obstacle is a drawn part with the cost of covering it by a label.
type obstacle struct {
	rectangle
	cost int
}

// Costs of covering a line, a point and a text.
const (
	lineCost  = 1
	pointCost = 4
	textCost  = 1000
)

// rectangle is in coordinates of the picture, with the origin at the top left.
type rectangle struct{ left, top, right, bottom float64 }

func (r rectangle) String() string {
	return coordinate(r.left) + " " + coordinate(r.top) + " " + coordinate(r.right) + " " + coordinate(r.bottom)
}

// at returns the place of a point in the picture; ok is false where x or y is not finite.
func (c *canvas) at(x, y float64) (px, py float64, ok bool) {
	return c.atX(x), c.atY(y), finite(x) && finite(y)
}

func (c *canvas) atX(x float64) float64 {
	return c.plot.left + float64(c.x.Place(x)*(c.plot.right-c.plot.left))
}

func (c *canvas) atY(y float64) float64 {
	return c.plot.bottom - float64(c.y.Place(y)*(c.plot.bottom-c.plot.top))
}

// mostObstacles bounds the work of placing labels. A plot with more marks has no free place.
const mostObstacles = 2000

func (c *canvas) avoid(r rectangle, cost int) {
	if len(c.obstacles) < mostObstacles || cost == textCost {
		c.obstacles = append(c.obstacles, obstacle{r, cost})
	}
}

// crowdingCost returns the cost of a label at r.
func (c *canvas) crowdingCost(r rectangle) int {
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

// anchor is the part of a text that is at its place.
type anchor string

const (
	left   anchor = "start"
	middle anchor = "middle"
	right  anchor = "end"
)

// spot is a place for a text: its base line starts, is centred or ends at x, y.
type spot struct {
	x, y float64
	side anchor
}

// box is the area that a text covers at the spot.
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

// label writes a text at the spot with the least crowding, with a rim in the colour of the
// background, so that it is readable on lines. An optional label is left out where every
// spot covers more than two lines.
func (c *canvas) label(text string, ink, rim Ink, optional bool, spots ...spot) {
	best, least := spot{}, math.MaxInt
	for _, s := range spots {
		if cost := c.crowdingCost(s.box(text)); cost < least {
			best, least = s, cost
		}
	}
	if optional && least > 2*lineCost {
		return
	}
	c.avoid(best.box(text), textCost)
	c.leaf("text", text, "x", coordinate(best.x), "y", coordinate(best.y), "text-anchor", string(best.side),
		"class", "f-"+string(ink)+" s-"+string(rim), "fill", ink.light(), "stroke", rim.light(),
		"stroke-width", "4", "stroke-linejoin", "round", "paint-order", "stroke")
}

// write writes a text beside the plot.
func (c *canvas) write(text string, at spot, ink Ink) {
	c.leaf("text", text, append(fill(ink), "x", coordinate(at.x), "y", coordinate(at.y), "text-anchor", string(at.side))...)
}

func (c *canvas) rect(r rectangle, attributes ...string) {
	c.empty("rect", append(attributes, "x", coordinate(r.left), "y", coordinate(r.top),
		"width", coordinate(r.right-r.left), "height", coordinate(r.bottom-r.top))...)
}

func (c *canvas) segment(x1, y1, x2, y2 float64, attributes ...string) {
	c.empty("line", append(attributes, "x1", coordinate(x1), "y1", coordinate(y1), "x2", coordinate(x2), "y2", coordinate(y2))...)
}
