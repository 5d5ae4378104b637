package page

import (
	"fmt"
	"math"
	"strings"
)

// ballPath is the outline of the unit ball |x|^p + |y|^p <= 1, scaled to the
// radius, as the d attribute of an SVG path around the origin.
func ballPath(p, radius float64) string {
	const steps = 64 // a multiple of 4: the corners are hit exactly
	var d strings.Builder
	for i := range steps {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		power := func(u float64) float64 {
			if math.Abs(u) < 1e-12 {
				return 0
			}
			return math.Copysign(math.Pow(math.Abs(u), 2/p), u)
		}
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&d, "%s%.2f %.2f", command, radius*power(cos), radius*power(sin))
	}
	return d.String() + "Z"
}
