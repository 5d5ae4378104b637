package table

import (
	"os"
	"strings"
	"testing"
)

// Any bytes under any options give a table that keeps the invariants or an
// error of one line, and the same again.
func FuzzRead(f *testing.F) {
	for _, n := range inputs {
		f.Add([]byte(n.input), byte(0))
	}
	for _, n := range libsvmInputs {
		f.Add([]byte(n.input), byte(0))
	}
	entries, err := os.ReadDir(importDir)
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range entries {
		f.Add(readFile(f, entry.Name()), byte(1))
	}
	f.Add([]byte("\"\"\"\",'',\"\r\n\r,\t\"sep=\"\xff"), byte(0x55))
	f.Fuzz(func(t *testing.T, b []byte, choice byte) {
		o := Options{
			Delimiter: []rune{0, 0, ',', '→'}[choice&3],
			Header:    Tri(choice >> 2 & 3 % 3),
			Ragged:    []string{"", RaggedDrop, RaggedPad, RaggedPad}[choice>>4&3],
			Encoding:  []string{"", "", "", cp1252Name}[choice>>6],
		}
		data, err := Read(b, o)
		_, again := Read(b, o)
		if err != nil {
			if again == nil || again.Error() != err.Error() || strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("errors %q and %v", err, again)
			}
			return
		}
		if again != nil {
			t.Fatal(again)
		}
		checkInvariants(t, data)
		for _, warning := range data.Warnings {
			if strings.ContainsAny(warning, "\n\r") {
				t.Fatalf("warning of several lines: %q", warning)
			}
		}
	})
}
