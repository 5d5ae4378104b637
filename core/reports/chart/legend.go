package chart

import (
	"cmp"
	"slices"

	"lplab/core/lists"
)

// legend is one or more rows of samples with names above the plot.
type legend struct {
	entries []entry
	rows    int
}

// entry is one name with its sample; x is from the left of the legend.
type entry struct {
	name   string
	sample func(*canvas, rectangle)
	x      float64
	row    int
}

const (
	sampleSize = 28
	sampleGap  = 8
	entryGap   = 20
)

// legendIn lays out the names of the marks in a width. A single name has no legend.
func (f *Figure) legendIn(width float64) legend {
	var l legend
	x := 0.0
	for _, m := range f.Marks {
		name, sample := m.key()
		if name == "" {
			continue
		}
		w := sampleSize + sampleGap + textWidth(name)
		if x > 0 && x+w > width {
			l.rows++
			x = 0
		}
		l.entries = append(l.entries, entry{name, sample, x, l.rows})
		x += w + entryGap
	}
	if len(l.entries) < 2 {
		return legend{}
	}
	l.rows++
	return l
}

// fitsBeside reports whether a text of a width has room before a legend of one row, and
// moves the legend to the right end of the width if so.
func (l *legend) fitsBeside(text, width float64) bool {
	if l.rows == 0 {
		return true
	}
	last := l.entries[len(l.entries)-1]
	size := last.x + sampleSize + sampleGap + textWidth(last.name)
	if l.rows > 1 || text+size > width {
		return false
	}
	for i := range l.entries {
		l.entries[i].x += width - size
	}
	return true
}

func (l *legend) draw(c *canvas) {
	for _, e := range l.entries {
		x := edge + e.x
		y := edge + float64(e.row)*lineHeight
		e.sample(c, rectangle{x, y, x + sampleSize, y + lineHeight - 4})
		c.write(e.name, spot{x + sampleSize + sampleGap, y + lineHeight - 6, left}, Text)
	}
}

// drawEnds writes the names of lines beside the plot, near the heights of their last points.
func (f *Figure) drawEnds(c *canvas) {
	type end struct {
		line Line
		x, y float64
	}
	var ends []end
	for _, m := range f.Marks {
		line, ok := m.(Line)
		if !ok || line.End == "" {
			continue
		}
		for i := len(line.X) - 1; i >= 0; i-- {
			if px, py, ok := c.at(line.X[i], line.Y[i]); ok {
				ends = append(ends, end{line, px, py})
				break
			}
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.y, b.y) })
	places := lists.Map(ends, func(e end) float64 { return e.y }) // of the middles of the labels
	spread(places, lineHeight-3, c.plot.top, c.plot.bottom)
	for i, e := range ends {
		x := c.plot.right + endGap
		c.segment(e.x, e.y, x-3, places[i], stroke(e.line.Ink, thinLine)...)
		c.write(f.endName(e.line), spot{x, places[i] + 0.35*fontSize, left}, Text)
	}
}

// spread moves ascending places, as little as possible in the sense of least squares, to
// at least the distance from one another, and between lo and hi as far as there is room.
// After the distances are subtracted it is an isotonic regression, which is solved by the
// pool-adjacent-violators algorithm.
func spread(places []float64, distance, lo, hi float64) {
	type pool struct {
		mean  float64
		count int
	}
	var pools []pool
	for i, p := range places {
		next := pool{p - float64(i)*distance, 1}
		for len(pools) > 0 && pools[len(pools)-1].mean > next.mean {
			last := pools[len(pools)-1]
			n := last.count + next.count
			sum := float64(last.mean*float64(last.count)) + float64(next.mean*float64(next.count))
			next = pool{sum / float64(n), n}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, next)
	}
	top := max(lo, hi-float64(len(places)-1)*distance)
	i := 0
	for _, p := range pools {
		for range p.count {
			places[i] = clamp(p.mean, lo, top) + float64(float64(i)*distance)
			i++
		}
	}
}
