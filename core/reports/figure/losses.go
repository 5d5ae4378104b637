package figure

import (
	"math"
	"strings"

	"lplab/core/reports/chart"
	"lplab/core/solvers/loss"
)

// lossCurve is a loss as a function of the margin or of the residual.
type lossCurve struct {
	name  string
	value func(v float64) float64
}

// lossPlot is a figure of losses over an interval.
type lossPlot struct {
	name, axis, summary string
	lo, hi              float64
	highest             float64 // of the vertical axis
	curves              []lossCurve
}

// lossSteps is the number of steps of an interval; kinks lie on them.
const lossSteps = 500

// classificationLosses are those of [H fig. 1], with the logistic loss to the base e.
var classificationLosses = lossPlot{
	name: "Losses of two classes", axis: "margin y·f(x)", lo: -2, hi: 3, highest: 3,
	summary: "The misclassification loss is 1 for a margin below zero and 0 above. The hinge falls along a line to 0 at margin 1. The logistic loss falls smoothly, and never to 0",
	curves: []lossCurve{
		{"0–1", func(z float64) float64 {
			if z < 0 {
				return 1
			}
			return 0
		}},
		{"hinge", ofMargin(loss.Hinge{})},
		{"logistic", ofMargin(loss.Logistic{})},
	},
}

// hingeLosses are the hinge and its two smooth variants [H fig. 2].
var hingeLosses = lossPlot{
	name: "Hinge losses", axis: "margin y·f(x)", lo: -1, hi: 2, highest: 2,
	summary: "The hinge has a kink at margin 1. The smoothed hinge is curved for margins from 0 to 1, the quadratically smoothed one of width one half for margins from one half to 1; below, both are parallel to the hinge",
	curves: []lossCurve{
		{"hinge", ofMargin(loss.Hinge{})},
		{"smoothed", ofMargin(loss.SmoothedHinge{Width: 1})},
		{"quadratically smoothed", ofMargin(loss.SmoothedHinge{Width: 0.5})},
	},
}

// regressionLosses are those of [H fig. 3], and Huber's.
var regressionLosses = lossPlot{
	name: "Losses of numbers", axis: "residual y − f(x)", lo: -3, hi: 3, highest: 4.5,
	summary: "The squared loss, halved, grows with the square of the residual, the absolute loss along lines from 0. The epsilon-insensitive loss is 0 up to residuals of 1 and grows along lines from there. Huber’s is squared up to 1 and grows along lines beyond",
	curves: []lossCurve{
		{"squared", ofResidual(loss.Squared{})},
		{"absolute", ofResidual(loss.EpsilonInsensitive{})},
		{"ε-insensitive, ε = 1", ofResidual(loss.EpsilonInsensitive{Epsilon: 1})},
		{"Huber, ρ = 1", ofResidual(loss.Huber{Rho: 1})},
	},
}

// ofMargin is a loss of two classes as a function of the margin.
func ofMargin(l loss.Loss) func(float64) float64 {
	return func(z float64) float64 { return l.Value(1, z) }
}

// ofResidual is a loss of numbers as a function of y - f(x).
func ofResidual(l loss.Loss) func(float64) float64 {
	return func(r float64) float64 { return l.Value(r, 0) }
}

// at returns the values of the horizontal axis.
func (p *lossPlot) at() []float64 {
	v := make([]float64, lossSteps+1)
	for i := range v {
		v[i] = p.lo + (p.hi-p.lo)*float64(i)/lossSteps
	}
	return v
}

func (p *lossPlot) draw() *chart.Figure {
	f := &chart.Figure{Name: p.name, Summary: p.summary + "."}
	f.X = chart.Axis{Label: p.axis, Scale: chart.Linear(p.lo, p.hi)}
	f.Y = chart.Axis{Label: "loss", Scale: chart.Linear(0, p.highest).Padded(0.03)}
	for i, c := range p.curves {
		line := chart.Line{Name: c.name, Ink: chart.Series(i)}
		for _, v := range p.at() {
			value := c.value(v)
			if before := len(line.Y) - 1; before >= 0 && math.Abs(value-line.Y[before]) > 0.5 { // a jump is upright
				line.X, line.Y = append(line.X, v), append(line.Y, line.Y[before])
			}
			line.X, line.Y = append(line.X, v), append(line.Y, value)
		}
		f.Marks = append(f.Marks, line)
	}
	return f
}

func (p *lossPlot) sheet() *sheet {
	quantity, _, _ := strings.Cut(p.axis, " ")
	names := []string{quantity}
	for _, c := range p.curves {
		names = append(names, c.name)
	}
	s := newSheet(names...)
	for _, v := range p.at() {
		row := []any{v}
		for _, c := range p.curves {
			row = append(row, c.value(v))
		}
		s.add(row...)
	}
	return s
}
