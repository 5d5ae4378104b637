package chart

import (
	"cmp"
	"slices"
)

// legend is the row, or rows, of samples with names above the plot.
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
	shift  float64 // of the whole row, to the right
}

const (
	sampleSize = 28
	sampleGap  = 8
	entryGap   = 20
)

// legendIn lays out the names of the marks in the given width. A single name
// needs no legend: the axis says what is shown.
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
		l.entries = append(l.entries, entry{name: name, sample: sample, x: x, row: l.rows})
		x += w + entryGap
	}
	if len(l.entries) < 2 {
		return legend{}
	}
	l.rows++
	return l
}

func (l *legend) height() float64 { return float64(l.rows) * lineHeight }

// fitsBeside moves a legend of one row to the right end of the width, if a text
// of the given width has room before it.
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
		l.entries[i].shift = width - size
	}
	return true
}

func (l *legend) draw(c *canvas) {
	for _, e := range l.entries {
		x := edge + e.shift + e.x
		y := edge + float64(e.row)*lineHeight
		e.sample(c, rectangle{x, y, x + sampleSize, y + lineHeight - 4})
		c.write(e.name, spot{x + sampleSize + sampleGap, y + lineHeight - 6, left}, Text)
	}
}

// endLabel is the name of a line beside the plot, at the height of its last
// point or, where others are there, near it.
type endLabel struct {
	text   string
	ink    Ink
	px, py float64 // the line's end
	at     float64 // the label's middle
}

// drawEnds names lines at their ends.
func (f *Figure) drawEnds(c *canvas) {
	var labels []endLabel
	for _, m := range f.Marks {
		line, ok := m.(Line)
		if !ok || line.End == "" {
			continue
		}
		for i := len(line.X) - 1; i >= 0; i-- {
			if px, py, ok := c.at(line.X[i], line.Y[i]); ok {
				labels = append(labels, endLabel{text: line.End, ink: line.Ink, px: px, py: py})
				break
			}
		}
	}
	slices.SortStableFunc(labels, func(a, b endLabel) int { return cmp.Compare(a.py, b.py) })
	places := make([]float64, len(labels))
	for i, l := range labels {
		places[i] = l.py
	}
	spread(places, lineHeight-3, c.plot.top, c.plot.bottom)
	for i, l := range labels {
		l.at = places[i]
		x := c.plot.right + endGap
		c.segment(l.px, l.py, x-3, l.at, stroke(l.ink, thin)...)
		c.write(l.text, spot{x, l.at + 0.35*fontSize, left}, Text)
	}
}

// spread moves ascending places, as little as possible in the sense of least
// squares, to at least the distance from one another, and between lo and hi as
// far as there is room. Without the distances it is an isotonic regression: the
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
