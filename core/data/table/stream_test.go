package table

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// gather reads a file by parts of a size and joins their rows.
func gather(b []byte, o Options, size int) (rows []string, parts int, err error) {
	err = ReadParts(bytes.NewReader(b), o, size, func(t *Table) error {
		parts++
		for i := range t.Rows {
			var cells []string
			for _, c := range t.Columns {
				cells = append(cells, c.Name+"="+c.Text(i))
			}
			rows = append(rows, strings.Join(cells, "|"))
		}
		return nil
	})
	return rows, parts, err
}

// TestReadPartsAsWhole checks that a file read by parts has the rows of the whole file, with
// quoted line ends, every kind of line end, a byte-order mark and compression.
func TestReadPartsAsWhole(t *testing.T) {
	var lines strings.Builder
	for i := range 400 {
		fmt.Fprintf(&lines, "%d;%d,5;\"a\nb;\"\"%d\"\"\";x\"y\n", i, i, i)
	}
	body := "n;m;text;odd\n" + lines.String()
	for name, file := range map[string]string{
		"plain": body, "sep": "sep=;\n" + body, "mark": "\ufeff" + body, "blank first": "\n" + body, "titles": "Title\n\n" + body, "no last line end": strings.TrimSuffix(body, "\n"),
		"CR LF": strings.ReplaceAll(body, "\n", "\r\n"), "no header": lines.String(), "accents": strings.ReplaceAll(body, "a\n", "é\n"),
	} {
		whole, n, err := gather([]byte(file), Options{}, PartBytes)
		if err != nil || n != 1 || len(whole) != 400 {
			t.Errorf("%s: %d rows in %d parts, %v", name, len(whole), n, err)
			continue
		}
		for _, size := range []int{400, 401, 1000, 5000} {
			some, n, err := gather([]byte(file), Options{}, size)
			if err != nil || n < 2 || strings.Join(some, "\n") != strings.Join(whole, "\n") {
				t.Errorf("%s by %d bytes: %d rows in %d parts, %v", name, size, len(some), n, err)
			}
		}
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(body))
	w.Close()
	if some, n, err := gather(packed.Bytes(), Options{}, 500); err != nil || n < 2 || len(some) != 400 {
		t.Errorf("gzip: %d rows in %d parts, %v", len(some), n, err)
	}
	for _, cut := range []int{1, 9, packed.Len() / 2} {
		if _, _, err := gather(packed.Bytes()[:packed.Len()-cut], Options{}, 500); err == nil || !strings.Contains(err.Error(), "damaged or cut off") {
			t.Errorf("gzip without its last %d bytes: %v", cut, err)
		}
	}
}

// TestReadPartsRefuses checks that errors have the line numbers of the whole file.
func TestReadPartsRefuses(t *testing.T) {
	body := "a,b\n" + strings.Repeat("1,2\n", 300)
	dates := "d,y\n" + strings.Repeat("2024-01-31,2\n", 40)
	for _, c := range []struct{ text, want string }{
		{dates + "soon,2\n", `from line 40 on the file has the columns "d" and "y" instead of "d", "d year", "d month", "d day", "d weekday" and 1 more`},
		{body + "1,2,3\n" + strings.Repeat("1,2\n", 100), "line 302 has 3 cells"},
		{body + "1,\"2\n" + strings.Repeat("1,2\n", 300), "line 302 begins a record of more than"},
		{"", "the file is empty"},
	} {
		if _, _, err := gather([]byte(c.text), Options{Dates: DatesParts}, 256); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// repeater is a reader of a repeated text.
type repeater struct {
	text        string
	times, from int
}

func (r *repeater) Read(b []byte) (int, error) {
	if r.times == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.text[r.from:])
	if r.from += n; r.from == len(r.text) {
		r.from, r.times = 0, r.times-1
	}
	return n, nil
}

// TestReadPartsRefusesFarBehind checks that the error of a long row after 200 million bytes has its
// line.
func TestReadPartsRefusesFarBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 200 MB, which takes seconds: left out by -short")
	}
	const rows = 200_000
	row := "1," + strings.Repeat("wide ", 200) + "\n"
	file := io.MultiReader(strings.NewReader("a,b\n"), &repeater{text: row, times: rows}, strings.NewReader("1,2,3\n1,2\n"))
	read := 0
	err := ReadParts(file, Options{}, PartBytes, func(part *Table) error {
		read += part.Rows
		return nil
	})
	if want := fmt.Sprintf("line %d has 3 cells where most lines have 2", rows+2); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if size := rows * len(row); size < 200e6 || read < rows*9/10 {
		t.Errorf("%d bytes, of which %d rows were read before the error", size, read)
	}
}

// TestReadPartsOfAnyFile checks that ReadParts reads or refuses each file of testdata/import as Read
// does.
func TestReadPartsOfAnyFile(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/import/*")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, refused := Read(b, Options{})
		rows, _, err := gather(b, Options{}, PartBytes)
		if (err == nil) != (refused == nil) || err != nil && err.Error() != refused.Error() {
			t.Errorf("%s: error %v, by Read %v", file, err, refused)
		} else if err == nil && len(rows) != want.Rows {
			t.Errorf("%s: %d rows, by Read %d", file, len(rows), want.Rows)
		}
	}
}

// TestExpectedHeader checks that a row of texts above texts is a header if it has the expected names.
func TestExpectedHeader(t *testing.T) {
	for _, expected := range [][]string{{"grade"}, nil} {
		made := mustRead(t, "grade,sex\ngrade,f\nB,f\n", Options{Expected: expected})
		if _, ok := made.Column("grade"); ok != (expected != nil) {
			t.Errorf("expecting %v: columns %v", expected, made.Columns[0].Name)
		}
	}
}
