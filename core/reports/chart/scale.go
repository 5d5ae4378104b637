package chart

import (
	"fmt"
	"math"
)

// Scale maps the values from Lo to Hi onto [0, 1], linearly or by their logarithms. Linear
// and Log return valid scales for any data.
type Scale struct {
	Lo, Hi float64
	Log    bool
	Falls  bool // from Hi to Lo instead
}

// String returns the values at the places 0 and 1, separated by a space, in nine digits: the last
// ones of a float64 depend on the processor.
func (s Scale) String() string {
	if s.Falls {
		s.Lo, s.Hi = s.Hi, s.Lo
	}
	return fmt.Sprintf("%.9g %.9g", s.Lo, s.Hi)
}

// Limits of scales, within which no difference or product overflows or underflows. Values
// beyond them are moved to the limit.
const (
	largest       = 1e307
	smallest      = 1e-305
	fewestOfWidth = 1e-9 // narrowest linear scale, relative to its ends: labels have ten digits
)

// Linear returns a linear scale from lo to hi. Where these are equal, it is widened so that the
// value is in the middle.
func Linear(lo, hi float64) Scale {
	lo, hi = clamp(lo, -largest, largest), clamp(hi, -largest, largest)
	size := max(math.Abs(lo), math.Abs(hi))
	switch width := hi - lo; {
	case size <= smallest:
		return Scale{Lo: -1, Hi: 1}
	case !(width > size*fewestOfWidth):
		return Scale{Lo: lo - size/2, Hi: hi + size/2}
	}
	return Scale{Lo: lo, Hi: hi}
}

// Log returns a logarithmic scale from lo to hi; hi must be positive. Where these are
// equal, it is widened by half a power of ten on both sides.
func Log(lo, hi float64) Scale {
	hi = clamp(hi, smallest, largest)
	lo = clamp(lo, smallest, hi)
	if hi/lo < 1+fewestOfWidth {
		lo, hi = lo/math.Sqrt(10), hi*math.Sqrt(10)
	}
	return Scale{Lo: lo, Hi: hi, Log: true}
}

// Padded returns the scale widened by a share of its width on both sides.
func (s Scale) Padded(share float64) Scale {
	if !s.Log {
		margin := share * (s.Hi - s.Lo)
		s.Lo, s.Hi = s.Lo-margin, s.Hi+margin
		return s
	}
	factor := math.Pow(s.Hi/s.Lo, share)
	if math.IsInf(factor, 0) {
		factor = 10
	}
	scale := Log(s.Lo/factor, s.Hi*factor)
	scale.Falls = s.Falls
	return scale
}

// Place returns the place of v: 0 at Lo and 1 at Hi, or the reverse on a scale that falls.
// On a logarithmic scale, a value that is not positive is at the lower end.
func (s Scale) Place(v float64) float64 {
	if s.Falls {
		s.Falls = false
		return 1 - s.Place(v)
	}
	if !s.Log {
		return (clamp(v, -largest, largest) - s.Lo) / (s.Hi - s.Lo)
	}
	if !(v > 0) {
		return 0
	}
	lo := math.Log10(s.Lo)
	return (math.Log10(clamp(v, smallest, largest)) - lo) / (math.Log10(s.Hi) - lo)
}

// Range returns the least and the largest of the finite values; ok is false without any.
func Range(lists ...[]float64) (lo, hi float64, ok bool) {
	return rangeOf(lists, finite)
}

// PositiveRange is Range of the positive values.
func PositiveRange(lists ...[]float64) (lo, hi float64, ok bool) {
	return rangeOf(lists, func(v float64) bool { return finite(v) && v > 0 })
}

func rangeOf(lists [][]float64, counts func(float64) bool) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, v := range list {
			if counts(v) {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	return lo, hi, lo <= hi
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func clamp(v, lo, hi float64) float64 { return min(max(v, lo), hi) }
