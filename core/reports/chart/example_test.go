package chart_test

import (
	"fmt"
	"strings"

	"lplab/core/reports/chart"
)

func ExampleFigure_SVG() {
	f := &chart.Figure{Name: "Line", Summary: "A rising line.",
		X: chart.Axis{Label: "x", Scale: chart.Linear(0, 1)}, Y: chart.Axis{Label: "y", Scale: chart.Linear(0, 2)},
		Marks: []chart.Mark{chart.Line{X: []float64{0, 1}, Y: []float64{0, 2}, Ink: chart.Estimate}}}
	svg := string(f.SVG())
	fmt.Println(strings.HasPrefix(svg, "<svg"), strings.Contains(svg, "A rising line."))
	// Output:
	// true true
}
