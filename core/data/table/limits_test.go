package table

import (
	"fmt"
	"strings"
	"testing"
)

// TestMemoryLimits checks that tables beyond the memory limits are refused in every format, with the
// remedy.
func TestMemoryLimits(t *testing.T) {
	saved := memory
	defer func() { memory = saved }()
	memory = limits{4 << 20, 100_000, "remove rows or columns"}
	var keys strings.Builder
	for i := range 400 {
		fmt.Fprintf(&keys, "{\"k%d\":1}\n", i)
	}
	for _, c := range []struct {
		name string
		b    []byte
		o    Options
		want string
	}{
		{"bytes", []byte(strings.Repeat("1,2\n", 1<<20+1)), Options{}, "the file has 4.0 MB, more than the 4 MB that fit into memory: remove rows or columns"},
		{"bytes of gzip", gzipped(t, strings.Repeat("1,2\n", 1<<20+1)), Options{}, "the file uncompresses to more than the 4 MB that fit into memory: remove rows or columns"},
		{"cells", []byte(strings.Repeat(strings.Repeat(",", 999)+"1\n", 101)), Options{}, "101 rows of 1000 cells exceed the 0 million cells that fit into memory: remove rows or columns"},
		{"keys that occur once", []byte(keys.String()), Options{}, "401 rows of 400 cells exceed the 0 million cells that fit into memory: remove rows or columns"},
		{"pairs", []byte(strings.Repeat("1 1:1 2:1\n", 50_001)), Options{}, "the pairs up to line 50001 exceed the 0 million cells that fit into memory: remove rows or columns"},
	} {
		if _, err := Read(c.b, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestManyColumnsAreRefused checks that too many columns or keys are refused at the first one beyond
// the limit, before memory for them is allocated.
func TestManyColumnsAreRefused(t *testing.T) {
	const columns = 1_500_000
	var object, list strings.Builder
	for j := range columns {
		fmt.Fprintf(&object, ",\"k%d\":1", j)
		list.WriteString(",1")
	}
	row := list.String()[1:]
	const remedy = ": leave some out, or check the delimiter and the line ends"
	for text, want := range map[string]string{
		row + "\n" + row + "\n":           "line 1 has more than 200000 cells" + remedy,
		"[{" + object.String()[1:] + "}]": "the file has more than 200000 keys" + remedy,
		"[[" + row + "]]":                 "line 1 has more than 200000 cells" + remedy,
		"1 1:1 1500000:1\n":               "line 1: the index 1500000 is above 200000: leave such columns out, or number them anew",
	} {
		used, err := allocated(text)
		if err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
		if most := uint64(3*len(text) + 64<<20); used > most {
			t.Errorf("%.20q: %d MB allocated", text, used>>20)
		}
	}
}

// TestCutOff checks the errors of files that are cut off, in every format.
func TestCutOff(t *testing.T) {
	for text, want := range map[string]string{
		"a,b,c\n1,2,3\n4,5,6\n7,8":                  `line 4, the last, has 2 cells where the others have 3, so the file may be cut off: fetch it again, or choose to drop or to pad such lines`,
		`[{"a":1,"b":2},{"a":2,"b":3},{"a":4,"b`:    cutOff().Error(),
		"a;b\n1;2\n3;\"4":                           "line 3: the quote that opens cell 2 is never closed: close it, or read quotes as ordinary characters",
		"1 1:2 2:3\n2 1:4 2:5\n2 1:4 2:7\n2 1:4 2:": `line 4, index 2: the value "" is not a finite number: correct it, or leave the pair out`,
	} {
		if _, err := Read([]byte(text), Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
