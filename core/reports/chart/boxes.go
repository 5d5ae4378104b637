package chart

import (
	"math"
	"slices"
)

// Boxes shows samples: a box from the first to the third quartile with a line at
// the median, whiskers to the least and the largest, and every value as a point.
type Boxes struct {
	plain
	At     []float64 // the x of each sample
	Values [][]float64
	Ink    Ink
}

var _ Mark = Boxes{}

// quantile returns the q-quantile of sorted values by linear interpolation
// (Hyndman and Fan's type 7).
func quantile(sorted []float64, q float64) float64 {
	place := q * float64(len(sorted)-1)
	below := int(math.Floor(place))
	above := min(below+1, len(sorted)-1)
	share := place - float64(below)
	return float64((1-share)*sorted[below]) + float64(share*sorted[above])
}

// Median returns the median of the finite values; there must be one.
func Median(values []float64) float64 { return quantile(sortedFinite(values), 0.5) }

func sortedFinite(values []float64) []float64 {
	out := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !finite(v) })
	slices.Sort(out)
	return out
}

func (b Boxes) draw(c *canvas) {
	half := 30.0 // of a box's width, less where they stand close
	for i := 1; i < len(b.At); i++ {
		half = min(half, 0.3*math.Abs(c.atX(b.At[i])-c.atX(b.At[i-1])))
	}
	for i, at := range b.At {
		values := sortedFinite(b.Values[i])
		if len(values) == 0 {
			continue
		}
		x := c.atX(at)
		b.box(c, x, half, values)
		// A fixed spread keeps equal values apart without randomness.
		dots := Points{Ink: Truth, Small: true}
		var path outline
		for k, v := range values {
			dots.add(&path, x+(math.Mod(float64(k)*0.618034, 1)-0.5)*1.2*half, c.atY(v))
		}
		dots.finish(c, &path)
	}
}

func (b Boxes) box(c *canvas, x, half float64, sorted []float64) {
	at := func(q float64) float64 { return c.atY(quantile(sorted, q)) }
	var path outline
	path.move(x, at(0))
	path.line(x, at(0.25))
	path.move(x, at(0.75))
	path.line(x, at(1))
	path.move(x-half, at(0.25))
	path.line(x+half, at(0.25))
	path.line(x+half, at(0.75))
	path.line(x-half, at(0.75))
	path.close()
	c.empty("path", append(stroke(b.Ink, "1.5"), "d", path.String())...)
	c.segment(x-half, at(0.5), x+half, at(0.5), stroke(b.Ink, strong)...)
}

// Bars are horizontal bars from zero, as thick as their distance allows.
type Bars struct {
	plain
	Name   string    // for the legend
	At     []float64 // the y of each bar; 1 is the distance of neighbours
	Length []float64
	Ink    Ink
}

var _ Mark = Bars{}

func (b Bars) draw(c *canvas) {
	zero := c.atX(0)
	var path outline
	for i, at := range b.At {
		end, _, ok := c.at(b.Length[i], at)
		if !ok {
			continue
		}
		top, bottom := c.atY(at+0.32), c.atY(at-0.32)
		if top > bottom {
			top, bottom = bottom, top
		}
		path.move(zero, top)
		path.line(end, top)
		path.line(end, bottom)
		path.line(zero, bottom)
		path.close()
	}
	c.empty("path", append(fill(b.Ink), "d", path.String())...)
}

func (b Bars) key() (string, func(*canvas, rectangle)) {
	return b.Name, func(c *canvas, r rectangle) {
		c.empty("rect", append(fill(b.Ink), "x", coordinate(r.left+4), "y", coordinate(r.top+3),
			"width", coordinate(r.right-r.left-8), "height", coordinate(r.bottom-r.top-6))...)
	}
}
