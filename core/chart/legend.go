package chart

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
