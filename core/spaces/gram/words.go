package gram

import (
	"fmt"
	"math"
	"strings"

	"lplab/core/english"
)

// count is a number of things in words.
func count(v float64) string {
	switch {
	case v >= math.MaxInt64/2:
		return "more than 10^18"
	case v >= 0.9995e12: // which is 1 in three digits
		return strings.Replace(fmt.Sprintf("%.3g", v), "e+", "e", 1)
	case v >= 0.9995e9:
		return fmt.Sprintf("%.3g billion", v/1e9)
	case v >= 1e6:
		return fmt.Sprintf("%.3g million", v/1e6)
	}
	return english.Integer(int(math.Round(v)))
}

// bytes is a size in words.
func bytes(v float64) string {
	if v > 1e19 {
		return "more than 10 EB"
	}
	for _, u := range []struct {
		size float64
		name string
	}{{1e18, "EB"}, {1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}} {
		if v >= 0.9995*u.size {
			return fmt.Sprintf("%.3g %s", v/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.3g kB", v/1e3)
}

// duration is an estimate in words, to two digits.
func duration(s float64) string {
	switch {
	case s < negligible:
		return "less than a millisecond"
	case s < 0.0995:
		return fmt.Sprintf("about %.2g ms", s*1e3)
	case s < 99.5:
		return fmt.Sprintf("about %.2g s", s)
	case s < 7200:
		return fmt.Sprintf("about %.0f min", s/60)
	}
	return fmt.Sprintf("about %.0f h", s/3600)
}
