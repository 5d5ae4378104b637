package page

import (
	"lplab/core/reports/chart"
)

// Numbers as the page writes them, in words and in tables.

// number writes x to the given number of significant digits.
func number(x float64, digits int) string { return chart.Number(x, digits) }

// formatFixed writes x with the given number of decimals.
func formatFixed(x float64, decimals int) string { return chart.Fixed(x, decimals) }

// scoreDigits is R² with a number of decimals; with more if it is close to 1.
func scoreDigits(r2 float64, decimals int) string { return chart.Score(r2, decimals) }

// seconds is a duration: "0.04 s", "3 ms".
func seconds(t float64) string {
	switch {
	case t >= 10:
		return formatFixed(t, 0) + " s"
	case t >= 1:
		return formatFixed(t, 1) + " s"
	case t >= 0.01:
		return formatFixed(t, 2) + " s"
	case t > 0:
		return number(t*1e3, 1) + " ms"
	}
	return "0 s"
}

// percent writes a share without rounding it up to all: 99.97 %.
func percent(share float64) string { return chart.Percent(share) }
