package table

import (
	"compress/gzip"
	"os"
	"strings"
	"testing"
)

// FuzzRead checks that any bytes with any options give a valid table or an error of
// one line, and the same error when read again.
func FuzzRead(f *testing.F) {
	for _, n := range inputs {
		f.Add([]byte(n.input), byte(0))
	}
	addFiles(f, func(b []byte) { f.Add(b, byte(1)) })
	f.Add([]byte("\"\"\"\",'',\"\r\n\r,\t\"sep=\"\xff"), byte(0x55))
	f.Fuzz(func(t *testing.T, b []byte, choice byte) {
		checkRead(t, b, Options{
			Delimiter: []rune{0, 0, ',', '→'}[choice&3],
			Header:    []string{"", "yes", "no"}[choice>>2&3%3],
			Ragged:    []string{"", RaggedDrop, RaggedPad, RaggedPad}[choice>>4&3],
			Encoding:  []string{"", "", "", cp1252Name}[choice>>6],
			Quote:     []string{"", QuoteLiteral}[choice>>3&1],
		})
	})
}

func FuzzLIBSVM(f *testing.F) { fuzzFormat(f, FormatLIBSVM, libsvmInputs) }
func FuzzJSON(f *testing.F)   { fuzzFormat(f, FormatJSON, jsonInputs) }
func FuzzARFF(f *testing.F)   { fuzzFormat(f, FormatARFF, arffInputs) }

// fuzzFormat is FuzzRead for text with a given format.
func fuzzFormat(f *testing.F, format string, seeds []readCase) {
	for _, n := range seeds {
		f.Add(n.input, byte(0))
	}
	f.Fuzz(func(t *testing.T, text string, choice byte) {
		checkRead(t, []byte(text), Options{
			Format:       format,
			Header:       []string{"", "yes", "no"}[choice&3%3],
			Ragged:       []string{"", RaggedDrop, RaggedPad, RaggedPad}[choice>>2&3],
			MissingCodes: [][]string{nil, {"-999"}}[choice>>4&1],
		})
	})
}

// FuzzGzip is FuzzRead for damaged gzip files.
func FuzzGzip(f *testing.F) {
	f.Add(gzipped(f, "a,b\n1,2\n3,4\n"))
	f.Add(gzipped(f, "")[:gzip.BestCompression])
	f.Fuzz(func(t *testing.T, b []byte) {
		if text, _, err := unpack(b); len(text) > MaxBytes() && err == nil && len(b) <= MaxBytes() {
			t.Fatalf("%d bytes", len(text))
		}
		checkRead(t, b, Options{})
	})
}

// FuzzEncodings is FuzzRead for bytes with each given encoding, and with a byte-order mark of
// UTF-16.
func FuzzEncodings(f *testing.F) {
	encodings := []string{utf8Name, utf16leName, utf16beName, cp1252Name}
	for i := range encodings {
		addFiles(f, func(b []byte) { f.Add(b, byte(i)) })
	}
	f.Add([]byte("\xff\xfea\x00,\x00\x00\xd8\n\x001\x00"), byte(4)) // half a surrogate pair, half a code unit
	f.Add([]byte("\xfe\xff\x00a\xdc\x00\x00"), byte(5))
	f.Fuzz(func(t *testing.T, b []byte, choice byte) {
		marks := []string{"\xff\xfe", "\xfe\xff"}
		if i := int(choice) % (len(encodings) + len(marks)); i < len(encodings) {
			checkRead(t, b, Options{Encoding: encodings[i]})
		} else {
			checkRead(t, append([]byte(marks[i-len(encodings)]), b...), Options{})
		}
	})
}

// addFiles calls add with each file of testdata/import.
func addFiles(f *testing.F, add func([]byte)) {
	entries, err := os.ReadDir(importDir)
	if err != nil {
		f.Fatal(err)
	}
	for _, entry := range entries {
		add(readFile(f, entry.Name()))
	}
}

// checkRead checks what must hold for any bytes.
func checkRead(t *testing.T, b []byte, o Options) {
	data, err := Read(b, o)
	_, again := Read(b, o)
	if err != nil {
		if again == nil || again.Error() != err.Error() || strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("errors %q and %v", err, again)
		}
		if _, ok := err.(*Refused); !ok {
			t.Fatalf("an error %T", err)
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
}
