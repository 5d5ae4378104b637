package chart

import "fmt"

// Ramp turns values into colours, from dark blue for the least to yellow for the largest
// of its scale, or the reverse on a scale that falls. The colour map is cividis: its
// lightness grows evenly, and readers with a colour vision deficiency can read it (Nunez,
// Anderton, Renslow, PLOS ONE 2018). It is drawn as a bar beside the plot.
type Ramp struct {
	Label string
	Scale Scale
	Ends  []Tick // instead of round values
}

// cividis at nine evenly spaced places.
var cividis = [][3]float64{
	{0, 34, 78}, {18, 53, 112}, {59, 73, 108}, {87, 93, 109}, {112, 113, 115},
	{138, 134, 120}, {165, 156, 116}, {195, 179, 105}, {254, 232, 56},
}

func (r Ramp) colour(v float64) string { return r.mixColour(clamp(r.Scale.Place(v), 0, 1)) }

// mixColour returns the colour at a place in [0, 1].
func (Ramp) mixColour(place float64) string {
	place *= float64(len(cividis) - 1)
	below := min(int(place), len(cividis)-2)
	share := place - float64(below)
	var colour [3]int
	for i := range colour {
		colour[i] = int(float64(cividis[below][i]*(1-share)) + float64(cividis[below+1][i]*share) + 0.5)
	}
	return fmt.Sprintf("#%02x%02x%02x", colour[0], colour[1], colour[2])
}

// Cells are the values of a grid as coloured rectangles: Values[i][j] lies
// between Y[i] and Y[i+1], and between X[j] and X[j+1]. A value that is not finite
// leaves its cell open. Texts, where given, are written into the cells, and Words describe them.
type Cells struct {
	plain
	X, Y   []float64 // edges, one more than cells
	Values [][]float64
	Texts  [][]string
	Words  [][]string
	Ramp   Ramp
}

func (m Cells) draw(c *canvas) {
	// Without antialiasing, no lines of the background show between cells.
	c.start("g", "data-name", "cells", "shape-rendering", "crispEdges")
	for i, row := range m.Values {
		for j, v := range row {
			if !finite(v) {
				continue
			}
			c.start("g")
			if m.Words != nil {
				c.leaf("title", m.Words[i][j])
			}
			c.rect(Frame{X0: m.X[j], X1: m.X[j+1], Y0: m.Y[i], Y1: m.Y[i+1]}.on(c), "fill", m.Ramp.colour(v))
			c.end()
		}
	}
	c.end()
	for i, row := range m.Texts {
		for j, text := range row {
			ink := paper
			if m.Ramp.Scale.Place(m.Values[i][j]) > 0.6 {
				ink = night
			}
			c.write(text, spot{(c.atX(m.X[j]) + c.atX(m.X[j+1])) / 2, (c.atY(m.Y[i])+c.atY(m.Y[i+1]))/2 + 0.35*fontSize, middle}, ink)
		}
	}
}

// Frame marks one cell by its edges: a light line within a dark one, which are visible on
// every colour.
type Frame struct {
	plain
	X0, X1, Y0, Y1 float64
	Label          string
}

// on is the place of the cell in the picture.
func (f Frame) on(c *canvas) rectangle {
	return rectangle{c.atX(f.X0), c.atY(f.Y1), c.atX(f.X1), c.atY(f.Y0)}
}

func (f Frame) draw(c *canvas) {
	r := f.on(c)
	c.rect(r, stroke(night, "4.5")...)
	c.rect(r, stroke(paper, mediumLine)...)
	c.avoid(r, pointCost)
}

// annotate writes the label beside the frame, on one of the four sides.
func (f Frame) annotate(c *canvas) {
	if f.Label == "" {
		return
	}
	const gap = 8
	r := f.on(c)
	x, y := (r.left+r.right)/2, (r.top+r.bottom)/2+0.35*fontSize
	c.label(f.Label, paper, night, false, spot{r.right + gap, y, left}, spot{r.left - gap, y, right},
		spot{x, r.top - gap, middle}, spot{x, r.bottom + gap + 0.7*fontSize, middle})
}

const rampSteps = 60

func (r Ramp) ticks() []Tick {
	if r.Ends != nil {
		return r.Ends
	}
	return r.Scale.ticks(5, false)
}

// draw draws the bar at x over the height of the plot, with its ticks to the right and a
// label above.
func (r Ramp) draw(c *canvas, x float64, label string) {
	height := c.plot.bottom - c.plot.top
	step := height / rampSteps
	c.start("g", "data-name", "ramp", "shape-rendering", "crispEdges")
	for i := range rampSteps {
		top := c.plot.bottom - float64(i+1)*step
		c.empty("rect", "x", coordinate(x), "y", coordinate(top), "width", coordinate(rampSize),
			"height", coordinate(step+0.5), "fill", r.mixColour((float64(i)+0.5)/rampSteps))
	}
	c.end()
	for _, t := range r.ticks() {
		if t.Label != "" {
			c.write(t.Label, spot{x + rampSize + tickGap, c.plot.bottom - float64(height*r.Scale.Place(t.Value)) + 0.35*fontSize, left}, TextSoft)
		}
	}
	c.write(label, spot{x + rampSize + tickGap + widest(r.ticks()), c.plot.top - 14, right}, Text)
}
