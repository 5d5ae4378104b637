package table

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

func gzipped(t testing.TB, text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestGzip(t *testing.T) {
	whole := gzipped(t, "a,b\n1,2\n3,5\n")
	for _, c := range []struct {
		name string
		b    []byte
		n    readCase
	}{
		{"of CSV", whole, readCase{want: "a number 1 3 | b number 2 5"}},
		{"in two members", append(gzipped(t, "a,b\n1,2\n"), gzipped(t, "3,5\n")...), readCase{want: "a number 1 3 | b number 2 5"}},
		{"of JSON", gzipped(t, `[{"a":1,"b":2},{"a":3,"b":5}]`), readCase{want: "a number 1 3 | b number 2 5", found: jsonFound}},
		{"of ARFF", gzipped(t, arffHead+"1,0\n2,1\n"), readCase{want: "a number 1 2 | b category 0 1", found: arffFound}},
		{"of LIBSVM", gzipped(t, "1 1:2 2:3\n2 1:4 2:5\n"), readCase{want: "label number 1 2 | x1 number 2 4 | x2 number 3 5", found: libsvmFound}},
		{"cut off", whole[:len(whole)-9], readCase{err: "the gzip file is damaged or cut off: compress it again, or choose the uncompressed file"}},
		{"of nothing", gzipped(t, ""), readCase{err: errEmpty.Error()}},
		{"twice", gzipped(t, string(whole)), readCase{err: "the file is compressed with gzip twice, which cannot be read as a table: unpack it and open the CSV file inside"}},
		{"of a TAR archive", gzipped(t, "data.csv"+strings.Repeat("\x00", 249)+"ustar  "), readCase{err: "the file is a TAR archive, which cannot be read as a table: unpack it and open the CSV file inside"}},
	} {
		t.Run(c.name, func(t *testing.T) { c.n.check(t, c.b) })
	}
	if data, err := Read(whole, Options{}); err != nil || !data.Findings.Gzip {
		t.Errorf("gzip is not found: %v", err)
	}
}
