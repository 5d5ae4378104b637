package table

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"lplab/core/english"
)

const (
	utf8Name    = "utf-8"
	utf16leName = "utf-16le"
	utf16beName = "utf-16be"
	cp1252Name  = "windows-1252"

	byteOrderMark = "\ufeff"
)

// decode returns b as valid UTF-8 without a byte-order mark, which may share memory with b.
// want is the encoding; "" detects it.
func decode(b []byte, want string, notes *notes) (string, Finding, error) {
	finding := chosenFinding(want)
	if want == "" {
		finding = detectEncoding(b)
	}
	var text string
	switch finding.Value {
	case utf16leName:
		text = decodeUTF16(b, binary.LittleEndian, notes)
	case utf16beName:
		text = decodeUTF16(b, binary.BigEndian, notes)
	case cp1252Name:
		if want == "" {
			notes.add("the file is not UTF-8 and was read as Windows-1252: check the letters with accents, or choose another encoding")
		}
		text = decodeCP1252(b)
	case utf8Name:
		text = unsafe.String(unsafe.SliceData(b), len(b)) // no copy, because it may be large
		if want != "" && !utf8.ValidString(text) {        // what is detected is valid
			return "", finding, correctedBy("encoding", "line %d is not valid UTF-8: choose the encoding windows-1252, or save the file as UTF-8", lineOfInvalid(text))
		}
	default:
		panic("table: unknown encoding " + finding.Value)
	}
	return strings.TrimPrefix(text, byteOrderMark), finding, nil
}

func detectEncoding(b []byte) Finding {
	const mark = "the file begins with a byte-order mark"
	switch {
	case bytes.HasPrefix(b, []byte(byteOrderMark)) && utf8.Valid(b):
		return guess(utf8Name, 1, mark)
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return guess(utf16leName, 1, mark)
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return guess(utf16beName, 1, mark)
	}
	// Text of Western languages has a zero byte in most of its UTF-16 units.
	const window = 1024
	pairs := min(len(b), window) / 2
	var high, low int // units with a zero first byte; with a zero second byte
	for i := range pairs {
		if b[2*i] == 0 {
			high++
		}
		if b[2*i+1] == 0 {
			low++
		}
	}
	const pattern = "every other byte is zero"
	switch {
	case 2*low > pairs && 20*high <= pairs:
		return guess(utf16leName, 0.9, pattern)
	case 2*high > pairs && 20*low <= pairs:
		return guess(utf16beName, 0.9, pattern)
	case utf8.Valid(b):
		return guess(utf8Name, 1, "every byte is valid UTF-8")
	}
	return guess(cp1252Name, 0.6, "some bytes are not valid UTF-8", utf16leName, utf16beName)
}

// decodeUTF16 turns lone surrogates, and half a unit at the end, into U+FFFD.
func decodeUTF16(b []byte, order binary.ByteOrder, notes *notes) string {
	unit := func(i int) rune { return rune(order.Uint16(b[i:])) }
	var text strings.Builder
	text.Grow(len(b)/2 + len(b)/8)
	bad := 0
	for i := 0; i+1 < len(b); i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			var second rune
			if i+3 < len(b) {
				second = unit(i + 2)
			}
			if r = utf16.DecodeRune(r, second); r == utf8.RuneError {
				bad++
			} else {
				i += 2
			}
		}
		text.WriteRune(r)
	}
	if len(b)%2 == 1 {
		text.WriteRune(utf8.RuneError)
		bad++
	}
	if bad > 0 {
		notes.add("%s not valid UTF-16 and replaced by \ufffd: the file may be cut off or damaged", english.CountOf(bad, "character is", "characters are"))
	}
	return text.String()
}

// cp1252 holds the characters of bytes 0x80 to 0x9f; the five undefined ones are control
// characters of the same number, as in browsers. All other bytes are their own code points.
var cp1252 = [32]rune{
	0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
	0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d, 0x8f,
	0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
	0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
}

func decodeCP1252(b []byte) string {
	var text strings.Builder
	text.Grow(len(b) + len(b)/8)
	for _, c := range b {
		switch {
		case c < utf8.RuneSelf:
			text.WriteByte(c)
		case c < 0xa0:
			text.WriteRune(cp1252[c-0x80])
		default:
			text.WriteRune(rune(c))
		}
	}
	return text.String()
}

// lineOfInvalid returns the line of the first byte that is not UTF-8.
func lineOfInvalid(text string) int {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(r)) {
			return 1 + lineEnds(text[:i])
		}
	}
	return 1 + lineEnds(text)
}
