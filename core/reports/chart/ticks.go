package chart

import (
	"math"
	"strconv"
	"strings"

	"lplab/core/english"
)

// Tick is a marked value of an axis. A tick without a label is a small one.
type Tick struct {
	Value float64
	Label string
}

// ticks returns round values on the scale, with at most about most labels, which is at least
// 2, and at least two where the scale has room. On an axis of whole numbers they are whole.
func (s Scale) ticks(most int, whole bool) []Tick {
	if s.Log {
		return s.logTicks(most)
	}
	return s.linearTicks(most, whole)
}

// fewestSteps is the number of steps of an axis from which on at least two multiples of the step are on it, also after
// niceStep has made it up to 2.5 times as wide.
const fewestSteps = 5

// linearTicks are multiples of 1, 2 or 5 times a power of ten. There are more than most if fewer than two would be on the axis.
func (s Scale) linearTicks(most int, whole bool) []Tick {
	out := s.stepTicks(most, whole)
	for ; len(out) < 2 && most < fewestSteps; most++ {
		out = s.stepTicks(most+1, whole)
	}
	return out
}

// stepTicks are the multiples of a round step, of which about most are on the scale.
func (s Scale) stepTicks(most int, whole bool) []Tick {
	factor, exponent := niceStep((s.Hi - s.Lo) / float64(most))
	if whole && exponent < 0 {
		factor, exponent = 1, 0
	}
	at := func(i float64) float64 { // rounded once, so that 3 * 0.1 is 0.3
		if exponent < 0 {
			return i * factor / math.Pow10(-exponent)
		}
		return i * factor * math.Pow10(exponent)
	}
	const slack = 1e-9 // of a step, for ends that are multiples except for rounding
	first, last := math.Ceil(s.Lo/at(1)-slack), math.Floor(s.Hi/at(1)+slack)
	size := max(math.Abs(s.Lo), math.Abs(s.Hi))
	var out []Tick
	for i := first; i <= last; i++ {
		v := at(i) + 0 // turns -0 to 0
		out = append(out, Tick{v, tickLabel(v, exponent, size, whole)})
	}
	return out
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that is not below v.
func niceStep(v float64) (factor float64, exponent int) {
	exponent = int(math.Floor(math.Log10(v)))
	for _, factor = range []float64{1, 2, 5} {
		if factor*math.Pow10(exponent) >= v*(1-1e-9) {
			return factor, exponent
		}
	}
	return 1, exponent + 1
}

// tickLabel writes a multiple of 10^exponent with the decimals that all ticks of
// an axis share; size is the largest number on it.
func tickLabel(v float64, exponent int, size float64, whole bool) string {
	switch power := int(math.Floor(math.Log10(size))); {
	case v == 0:
		return "0"
	case size < 1e4 && (whole || exponent >= 0): // such as years
		return Minus(strconv.Itoa(int(v)))
	case whole && size < 1e9, exponent >= 0 && power < 6:
		return english.Integer(int(v))
	case power >= 6 || power <= -4:
		mantissa := v / math.Pow10(power)
		if power < -300 { // 1/10^power is beyond the largest float64
			mantissa = v * 1e300 / math.Pow10(power+300)
		}
		return Minus(strconv.FormatFloat(mantissa, 'f', max(0, power-exponent), 64)) + "×" + tenTo(power)
	}
	return Minus(strconv.FormatFloat(v, 'f', max(0, -exponent), 64))
}

// logTicks are powers of ten, with small ticks between them where all powers are labelled.
// On less than two powers of ten they are multiples of powers of ten, and on less than a
// factor of about two those of a linear scale.
func (s Scale) logTicks(most int) []Tick {
	const slack = 1e-9
	first, last := math.Ceil(math.Log10(s.Lo)-slack), math.Floor(math.Log10(s.Hi)+slack)
	if last-first >= 2 {
		stride := math.Ceil((last - first + 1) / float64(most))
		var out []Tick
		if stride == 1 {
			out = s.multiples([]int{2, 3, 4, 5, 6, 7, 8, 9})
			for i := range out {
				out[i].Label = ""
			}
		}
		plain := first >= -3 && last <= 4
		for e := math.Ceil(first/stride) * stride; e <= last; e += stride {
			out = append(out, Tick{math.Pow10(int(e)), logLabel(1, int(e), plain)})
		}
		return out
	}
	for _, factors := range [][]int{{1, 2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}} {
		if out := s.multiples(factors); len(out) >= 3 {
			return out
		}
	}
	return s.linearTicks(most, false)
}

// multiples returns the given multiples of powers of ten on the scale.
func (s Scale) multiples(factors []int) []Tick {
	lo, hi := int(math.Floor(math.Log10(s.Lo))), int(math.Floor(math.Log10(s.Hi)))
	plain := lo >= -3 && hi <= 4
	var out []Tick
	for e := lo; e <= hi; e++ {
		for _, f := range factors {
			v := float64(f) * math.Pow10(e)
			if e < 0 && e > -300 {
				v = float64(f) / math.Pow10(-e)
			}
			if place := s.Place(v); place > -1e-9 && place < 1+1e-9 {
				out = append(out, Tick{v, logLabel(f, e, plain)})
			}
		}
	}
	return out
}

// logLabel writes factor * 10^e, as a decimal number where plain.
func logLabel(factor, e int, plain bool) string {
	switch {
	case plain && e >= 0:
		return english.Integer(factor * int(math.Pow10(e)))
	case plain:
		return strconv.FormatFloat(float64(factor)/math.Pow10(-e), 'f', -e, 64)
	case factor == 1:
		return tenTo(e)
	}
	return strconv.Itoa(factor) + "×" + tenTo(e)
}

func tenTo(e int) string {
	return "10" + strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(e))
}
