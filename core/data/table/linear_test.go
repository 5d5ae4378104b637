package table

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

// repeatedUnits are units of texts for which a reader could examine the same bytes repeatedly.
var repeatedUnits = []string{
	"a", ",", "\"", "\"\"", "\"\"\"", "x\"y", "\"x\"y,", "\"x\" ", " ", " \"", "\t", "\r", "\n", "\r\n", ",\n", "1,2\n", "1;2\n",
	"0", "1,", "1.", "1.234", "1,234,", "1e", "a,a,", "a,a\n", "__proto__,", "é", "\"a\nb\",1\n", "x,\"\n\"y\n", "01/02/2024,",
}

// TestScanIsLinear checks that the scanner examines every byte a bounded number of times.
func TestScanIsLinear(t *testing.T) {
	const size = 1 << 16
	for _, unit := range repeatedUnits {
		text := strings.Repeat(unit, size/len(unit))
		for _, delimiter := range append(slices.Clone(delimiters), '→') {
			d := &delimitedText{start: newScanner(text, delimiter, 1, false)}
			_ = d.each(func(int, []string) error { return nil })
			if most := 3*len(text) + 3; d.last.bytes > most {
				t.Errorf("%q with %q: %d bytes examined of %d", unit, delimiter, d.last.bytes, len(text))
			}
		}
	}
}

// TestReadAllocatesLinearly checks that the allocated memory grows linearly with the text.
func TestReadAllocatesLinearly(t *testing.T) {
	size := 1 << 16
	if testing.Short() {
		size >>= 2
	}
	for _, unit := range repeatedUnits {
		small, _ := allocated(strings.Repeat(unit, size/len(unit)))
		large, _ := allocated(strings.Repeat(unit, 4*size/len(unit)))
		if large > 6*small+1<<20 {
			t.Errorf("%q: %d bytes allocated for %d, %d for %d", unit, small, size, large, 4*size)
		}
	}
}

// allocated returns the number of bytes that reading a text allocates, and the error.
func allocated(text string) (uint64, error) {
	b := []byte(text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(b, Options{Ragged: RaggedPad})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}
