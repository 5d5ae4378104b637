package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTwentyFive checks the 25 required kinds of difficult input; the other tests of this
// package check variants.
func TestTwentyFive(t *testing.T) {
	dated := []string{`column "d" holds dates and is not a feature`, noFeature}
	for _, n := range []readCase{
		{name: "01 UTF-8 byte-order mark", input: "\ufeffa,b\n1,2\n3,5\n", want: "a number 1 3 | b number 2 5"},
		{name: "02 UTF-16", input: "a\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x003\x00,\x005\x00", want: "a number 1 3 | b number 2 5", found: `encoding "utf-16le"`},
		{name: "03 Windows-1252", input: "a,b\nZ\xfcrich,2\nGen\xe8ve,5\n", want: "a category Zürich Genève | b number 2 5", found: `encoding "windows-1252"`,
			warnings: []string{"the file is not UTF-8 and was read as Windows-1252: check the letters with accents, or choose another encoding"}},
		{name: "04 semicolon and decimal comma", input: "X;Y\n1,5;2,5\n3,5;4,25\n", want: "X number 1.5 3.5 | Y number 2.5 4.25", found: `delimiter ";", decimal ","`},
		{name: "05 tab and decimal comma", input: "X\tY\n1,5\t2,5\n3,5\t4,25\n", want: "X number 1.5 3.5 | Y number 2.5 4.25", found: `delimiter "\t", decimal ","`},
		{name: "06 sep line", input: "sep=;\na,b;c\n1;2\n3;5\n", want: "a,b number 1 3 | c number 2 5", found: `delimiter ";"`},
		{name: "07 quoted newlines beyond the window", input: "a;b\n\"" + strings.Repeat("x,y\n", 1<<15) + "\";1\nz;2\n", found: `delimiter ";"`,
			warnings: []string{`column "a" is text and is not a feature`, noFeature}},
		{name: "08 CR only", input: "a,b\r1,2\r3,5\r", want: "a number 1 3 | b number 2 5"},
		{name: "09 unclosed quote", input: "a,b\n1,2\n3,\"5\n6,7\n", err: "line 3: the quote that opens cell 2 is never closed: close it, or read quotes as ordinary characters"},
		{name: "10 quote inside", input: "a,b\nx\"y,2\nz,5\n", want: "a category x\"y z | b number 2 5",
			warnings: []string{"1 cell has a quote in the middle of the text, which was kept as it is (line 2)"}},
		{name: "11 ragged", input: "a,b\n1,2\n3\n4,5\n6,7,8\n", err: "line 3 has 1 cell where most lines have 2 (2 such lines: 3 and 5): give every line as many cells as the header, or choose to drop or to pad such lines"},
		{name: "12 the same header twice", input: "a,a\n1,2\n3,5\n", want: "a number 1 3 | a_2 number 2 5", warnings: []string{`column 2, "a", is called "a_2"`}},
		{name: "13 invalid names", input: ",__proto__," + strings.Repeat("n", 10_000) + "\n1.5,2,3\n4,5,7\n", want: "column_1 number 1.5 4 | column_2 number 2 5 | " + strings.Repeat("n", 79) + "… number 3 7",
			warnings: []string{`column 1, "", is called "column_1"; column 2, "__proto__", is called "column_2"; column 3, "` + strings.Repeat("n", 60) + `…", is called "` + strings.Repeat("n", 79) + `…"`}},
		{name: "14 no header", input: "1,2\n3,5\n", want: "x1 number 1 3 | x2 number 2 5", found: `header "no"`},
		{name: "15 empty columns and rows at the end", input: "a,b,\n1,2,\n3,5,\n,,\n", want: "a number 1 3 | b number 2 5",
			warnings: []string{"1 empty row at the end was left out", "1 empty column at the right was left out"}},
		{name: "16 1e308", input: "a,b\n1e308,2\n3,5\n", want: "a number 1e+308 3 | b number 2 5", warnings: []string{`column "a" has numbers as large as 1e+308; their squares overflow: rescale it`}},
		{name: "17 1e309", input: "a,b\n1,2\n1e309,5\n", err: `line 3, column "a": 1e309 is beyond the largest number (about 1.8e308): correct it, or give it as a missing code`},
		{name: "18 NaN and inf", input: "a,b\nNaN,2\n3,inf\n4,5\n6,7\n", want: "a number - 3 4 6 | b number 2 - 5 7", warnings: []string{`column "b": 1 infinite cell is treated as missing (first in line 3)`}},
		{name: "19 notations of programs", input: "a,b,c\n0x1p-2,1_000,2\n0x2p-2,2_000,5\n", want: "a category 0x1p-2 0x2p-2 | b category 1_000 2_000 | c number 2 5"},
		{name: "20 missing", input: "a,b\nNA,2\nN/A,3\n?,4\n,5\n6,-999\n7,8\n", want: "a number - - - - 6 7 | b number 2 3 4 5 -999 8",
			warnings: []string{`column "b" has the number -999, but no other negative one: if it means missing, give it as a missing code`}},
		{name: "21 conventions of numbers", input: "a\tb\tc\td\n1,234.5\t12%\t\u22121\t1.5\n2,000\t7%\t2\t2.5\n", want: "a number 1234.5 2000 | b number 12 7 | c number -1 2 | d number 1.5 2.5", found: `delimiter "\t"`,
			warnings: []string{`column "b": percent signs were left out, so that 12% is 12`}},
		{name: "22 dates and codes", input: "d,y\n01/02/2024,2\n03/04/2024,5\n", want: "d date 01/02/2024 03/04/2024 | y number 2 5", warnings: dated},
		{name: "22 digits with zeros in front", input: "id,y\n00123,2\n00456,5\n", want: "id id 00123 00456 | y number 2 5", warnings: []string{`column "id" holds identifiers and is not a feature`, noFeature}},
		{name: "23 constant and collinear", input: "a,b,c,y\n1,1,3,2\n1,2,5,5\n1,4,9,3\n", want: "a number 1 1 1 | b number 1 2 4 | c number 3 5 9 | y number 2 5 3",
			warnings: []string{`column "a" is constant and is not a feature`, `column "c" is a multiple of "b", except for a constant`}},
		{name: "24 one row", input: "a,b\n1,2\n", want: "a number 1 | b number 2", warnings: []string{"there is only one row, which is too few"}},
		{name: "24 no rows", input: "a,b\n", err: "the file has names of columns but no rows: add rows, or say that it has no header"},
		{name: "24 no number", input: "a,b\nu,v\nw,x\n", want: "a category u w | b category v x", warnings: []string{"no column holds numbers"}},
		{name: "25 a workbook", input: "PK\x03\x04....[Content_Types].xml", err: "the file is an Office document, such as a workbook (XLSX), which cannot be read as a table: open it in a spreadsheet program and save the sheet as CSV (UTF-8); the page of lp Lab reads a workbook if its name ends with .xlsx or .xlsm"},
		{name: "25 an archive", input: "PK\x03\x04....a.csv", err: "the file is a ZIP archive, which cannot be read as a table: unpack it and open the CSV file inside"},
		{name: "25 a document", input: "%PDF-1.7", err: "the file is a PDF document, which cannot be read as a table: copy its table into a spreadsheet and save that as CSV"},
		{name: "25 binary", input: "ab\x00\x01", err: "line 1 holds a zero byte, so the file is binary or damaged: export the table as CSV again"},
	} {
		t.Run(n.name, func(t *testing.T) { n.check(t, []byte(n.input)) })
	}
}

// TestRefusedFileIsCorrected checks that a refusal names the option that helps, and that the file can be
// read with that option.
func TestRefusedFileIsCorrected(t *testing.T) {
	for _, c := range []struct {
		input, setting string
		options        Options
		want           string
	}{
		{"a,b\n1,2\n3\n4,5\n", "ragged", Options{Ragged: RaggedDrop}, "a number 1 4 | b number 2 5"},
		{"a,b\n1,2\n3,\"5\n6,7\n", "quote", Options{Quote: QuoteLiteral}, `a number 1 3 6 | b text 2 "5 7`},
		{"a,b\n", "header", Options{Header: "no"}, "x1 category a | x2 category b"},
		{"a,b\n1,2\n1e309,5\n", "missing", Options{MissingCodes: []string{"1e309"}}, "a number 1 - | b number 2 5"},
		{"[1,2]\n[3,\n", "format", Options{Format: FormatDelimited}, "[1 category [3 | 2] text -"},
		{arffHead + "1,0\nx,1\n", "missing", Options{MissingCodes: []string{"x"}}, "a number 1 - | b category 0 1"},
	} {
		_, err := Read([]byte(c.input), Options{})
		refused := new(Refused)
		if !errors.As(err, &refused) || refused.Setting != c.setting {
			t.Errorf("%q: %v, setting %q, want %q", c.input, err, refused.Setting, c.setting)
			continue
		}
		if refused.Findings.Format.Value == "" && c.setting != "encoding" {
			t.Errorf("%q: the findings are empty", c.input)
		}
		data, err := Read([]byte(c.input), c.options)
		if err != nil {
			t.Errorf("%q: %v", c.input, err)
		} else if got := describe(data); got != c.want {
			t.Errorf("%q: read as %s, want %s", c.input, got, c.want)
		}
	}
	refused := new(Refused)
	if _, err := Read([]byte("a\n\xe9\n"), Options{Encoding: "utf-8"}); !errors.As(err, &refused) || refused.Setting != "encoding" {
		t.Errorf("%v: %q", err, refused.Setting)
	}
	if _, err := Read([]byte("a,b\n1,2\n"), Options{Start: 3}); !errors.As(err, &refused) || refused.Setting != "start" {
		t.Errorf("%v: %q", err, refused.Setting)
	}
}

// TestUnsure checks that uncertain findings are listed with their alternatives.
func TestUnsure(t *testing.T) {
	for _, c := range []struct {
		input string
		want  string // unsure findings with their alternatives
	}{
		{"a,b\n1,2.5\n3,5.25\n", "[]"},
		{"a;b\n1,234;2\n3,456;5\n", "[decimal [.]]"},
		{"a\tb\n1.234\t2\n3.456\t5\n", "[decimal [,]]"},
		{"a,b\n1.234,2\n3.456,5\n", "[]"},
		{"a,b\n\"1,234\",2\n\"3,456\",5\n", "[decimal [,]]"},
		{"a,b\nu,v\nw,x\n", "[header [no]]"},
		{"a,b\nGen\xe8ve,2\nx,5\n", "[encoding [utf-16le utf-16be]]"},
		{"a,b\n-999,2\n3,5\n", "[missing [-999]]"},
		{"a,b\n1,2\n3,-\n5,-\n7,4\n8,6\n", "[missing [-]]"},
		{"a,b\n1,2\n3,x\n5,-\n7,4\n8,6\n", "[]"}, // different texts
		{"[[1,2],[3,5]]", "[]"},
	} {
		data := mustRead(t, c.input, Options{})
		f := data.Findings
		got := []string{}
		for _, name := range data.Look(0, "").Unsure {
			found := map[string]Finding{"encoding": f.Encoding, "delimiter": f.Delimiter, "decimal": f.Decimal, "header": f.Header, "missing": f.Missing}[name]
			got = append(got, name, fmt.Sprint(found.Alternatives))
		}
		if s := fmt.Sprint(got); s != c.want {
			t.Errorf("%q: %s, want %s", c.input, s, c.want)
		}
	}
	data := mustRead(t, "a,b\n1,2\n3\n4,5\n6\n", Options{Ragged: RaggedDrop})
	if f := data.Findings; f.RaggedLines != 2 || f.Ragged.Value != RaggedDrop || f.Ragged.Reason != "2 lines have another number of cells (lines 3 and 5)" {
		t.Errorf("%d ragged lines, %+v", f.RaggedLines, f.Ragged)
	}
	data = mustRead(t, "a,b;c\n1,2;5\n3,4;6\n", Options{})
	if others := data.Findings.Delimiter.Alternatives; !slices.Contains(others, ";") && !slices.Contains(others, ",") {
		t.Errorf("no other delimiter: %q", others)
	}
}
