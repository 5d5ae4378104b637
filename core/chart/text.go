package chart

import "unicode"

// textWidth estimates how wide a text is at the size of the figure. Fonts are
// the reader's, so it can only be an estimate; it is on the large side.
func textWidth(s string) float64 {
	var ems float64
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\u200d' || r >= 0xFE00 && r <= 0xFE0F: // these lie on the letter before
		case r >= 0x1100 && r < 0x2000 || r >= 0x2E80: // East Asian letters, emoji
			ems++
		case r == '·' || r == ' ' || r == 'i' || r == 'l' || r == 'j' || r == '.' || r == ',':
			ems += 0.32
		case r == '−' || r == '×' || r == '=' || r == '+':
			ems += 0.84
		case r == 'm' || r == 'w' || r >= 'A' && r <= 'Z':
			ems += 0.8
		case r == '⁰' || r == '¹' || r == '²' || r == '³' || r >= '⁴' && r <= '⁻':
			ems += 0.4
		default:
			ems += 0.62
		}
	}
	return ems * fontSize
}

// Shorten returns at most n letters of s, with an ellipsis for the rest.
func Shorten(s string, n int) string {
	if letters := []rune(s); len(letters) > n {
		return string(letters[:n-1]) + "…"
	}
	return s
}
