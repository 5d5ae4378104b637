package chart

import (
	"math"
	"slices"
)

// Boxes shows samples: a box from the first to the third quartile with a line at
// the median, whiskers to the least and the largest value, and every value as a point.
type Boxes struct {
	plain
	At     []float64 // the x of each sample
	Values [][]float64
	Ink    Ink
}

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
	return slices.DeleteFunc(slices.Sorted(slices.Values(values)), func(v float64) bool { return !finite(v) })
}

func (b Boxes) draw(c *canvas) {
	half := 30.0 // of a box's width, less where boxes are close to each other
	for i := 1; i < len(b.At); i++ {
		half = min(half, 0.3*math.Abs(c.atX(b.At[i])-c.atX(b.At[i-1])))
	}
	for i, at := range b.At {
		values := sortedFinite(b.Values[i])
		if len(values) == 0 {
			continue
		}
		x := c.atX(at)
		y := func(q float64) float64 { return c.atY(quantile(values, q)) }
		var box, places outline
		box.lines(x, y(0), x, y(0.25))
		box.lines(x, y(0.75), x, y(1))
		box.polygon(x-half, y(0.25), x+half, y(0.25), x+half, y(0.75), x-half, y(0.75))
		c.empty("path", append(stroke(b.Ink, "1.5"), "d", box.String())...)
		c.segment(x-half, y(0.5), x+half, y(0.5), stroke(b.Ink, strongLine)...)
		// A fixed horizontal spread separates equal values.
		dots := Points{Ink: Truth, Small: true}
		for k, v := range values {
			dots.add(&places, x+(math.Mod(float64(k)*0.618034, 1)-0.5)*1.2*half, c.atY(v))
		}
		dots.finish(c, &places)
	}
}

// Bars are horizontal bars from zero.
type Bars struct {
	plain
	Name   string    // for the legend
	At     []float64 // the y of each bar; 1 is the distance of neighbours
	Length []float64
	Ink    Ink
}

func (b Bars) draw(c *canvas) {
	zero := c.atX(0)
	var path outline
	for i, at := range b.At {
		if end, _, ok := c.at(b.Length[i], at); ok {
			top, bottom := c.atY(at+0.32), c.atY(at-0.32)
			path.polygon(zero, top, end, top, end, bottom, zero, bottom)
		}
	}
	c.empty("path", append(fill(b.Ink), "d", path.String())...)
}

func (b Bars) key() (string, func(*canvas, rectangle)) {
	return b.Name, func(c *canvas, r rectangle) {
		c.rect(rectangle{r.left + 4, r.top + 3, r.right - 4, r.bottom - 3}, fill(b.Ink)...)
	}
}
