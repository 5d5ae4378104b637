package table

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

// repeated are the units of texts that tempt a reader to look at them again and
// again.
var repeated = []string{
	"a", ",", "\"", "\"\"", "\"\"\"", "x\"y", "\"x\"y,", "\"x\" ", " ", " \"", "\t", "\r", "\n", "\r\n", ",\n", "1,2\n", "1;2\n",
	"0", "1,", "1.", "1.234", "1,234,", "1e", "a,a,", "a,a\n", "__proto__,", "é", "\"a\nb\",1\n", "x,\"\n\"y\n", "01/02/2024,",
}

// The scanner looks at every byte a bounded number of times, whatever the text.
func TestScanIsLinear(t *testing.T) {
	const size = 1 << 16
	for _, unit := range repeated {
		text := strings.Repeat(unit, size/len(unit))
		for _, delimiter := range append(slices.Clone(delimiters), '→') {
			d := &delimited{start: newScanner(text, delimiter, 1, false)}
			_ = d.each(func(int, []string) error { return nil })
			if most := 3*len(text) + 3; d.last.examined > most {
				t.Errorf("%q with %q: %d bytes examined of %d", unit, delimiter, d.last.examined, len(text))
			}
		}
	}
}

// Twice the text takes about twice the memory, whatever the text.
func TestReadAllocatesLinearly(t *testing.T) {
	size := 1 << 16
	if testing.Short() {
		size >>= 2
	}
	for _, unit := range repeated {
		small, _ := allocated(strings.Repeat(unit, size/len(unit)))
		large, _ := allocated(strings.Repeat(unit, 4*size/len(unit)))
		if large > 6*small+1<<20 {
			t.Errorf("%q: %d bytes allocated for %d, %d for %d", unit, small, size, large, 4*size)
		}
	}
}

// allocated is how many bytes the reading of a text allocates, and its error.
func allocated(text string) (uint64, error) {
	b := []byte(text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(b, Options{Ragged: RaggedPad})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, err
}
