package figure

import (
	"fmt"
	"math"
	"strings"

	"lplab/core/reports/chart"
)

// ballExponents are the p of the unit balls: one below 1, where the ball is not convex, those of
// the lasso, of tensors of order 4 and of ridge regression, and larger ones.
var ballExponents = []struct {
	p    float64
	name string
}{{0.5, "1/2"}, {1, "1"}, {4.0 / 3, "4/3"}, {2, "2"}, {4, "4"}, {math.Inf(1), "∞"}}

// ballSteps is the number of points of an outline; a multiple of 8, so that corners and
// diagonals are among them.
const ballSteps = 400

// ballOutline is the closed curve |w1|^p + |w2|^p = 1.
func ballOutline(p float64) (w1, w2 []float64) {
	for i := range ballSteps + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%ballSteps) / ballSteps)
		if 4*i%ballSteps == 0 { // on an axis
			sin, cos = math.Round(sin), math.Round(cos)
		}
		size := max(math.Abs(sin), math.Abs(cos))
		if !math.IsInf(p, 1) {
			size = math.Pow(math.Pow(math.Abs(sin), p)+math.Pow(math.Abs(cos), p), 1/p)
		}
		w1, w2 = append(w1, cos/size), append(w2, sin/size)
	}
	return w1, w2
}

// lpBalls are the unit balls of the lp norms in the plane [H fig. 8].
func lpBalls() *chart.Figure {
	f := &chart.Figure{Name: "Unit balls", Width: 720, Height: 560, EqualUnits: true}
	f.X = chart.Axis{Label: "w₁", Scale: chart.Linear(-1.1, 1.1)}
	f.Y = chart.Axis{Label: "w₂", Scale: chart.Linear(-1.1, 1.1)}
	f.Marks = append(f.Marks, chart.Line{X: []float64{0, 0}, Y: []float64{-1.1, 1.1}, Ink: chart.Axes, Thin: true})
	var names []string
	for i, b := range ballExponents {
		w1, w2 := ballOutline(b.p)
		f.Marks = append(f.Marks, chart.Line{Name: "p = " + b.name, X: w1, Y: w2, Ink: chart.Series(i), Dashed: b.p < 1})
		names = append(names, b.name)
	}
	f.Summary = fmt.Sprintf("Outlines of the sets where |w₁|^p + |w₂|^p is at most 1, for p = %s, each within the next: from a star over the square on its corner and the disc to the square. The nearer p is to 1, the sharper the corners on the axes, where one of the two weights is zero.", strings.Join(names, ", "))
	return f
}

func lpBallsSheet() *sheet {
	s := newSheet("p", "w1", "w2")
	for _, b := range ballExponents {
		w1, w2 := ballOutline(b.p)
		for i, w := range w1 {
			s.add(b.name, w, w2[i])
		}
	}
	return s
}
