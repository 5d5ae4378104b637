package table

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lplab/core/english"
)

// describe writes a table in one line: the name, kind and cells of each column,
// with "-" for a missing cell.
func describe(t *Table) string {
	var columns []string
	for _, c := range t.Columns {
		words := []string{c.Name, c.Kind.String()}
		for i := range t.Rows {
			switch {
			case c.Missing[i]:
				words = append(words, "-")
			case c.Kind == Number:
				words = append(words, formatNumber(c.Number(i)))
			default:
				words = append(words, c.Texts[i])
			}
		}
		columns = append(columns, strings.Join(words, " "))
	}
	return strings.Join(columns, " | ")
}

// found writes the findings of Read, except the usual ones.
func found(t *Table) string {
	var words []string
	for _, f := range []struct{ name, usual, value string }{
		{"format", FormatDelimited, t.Findings.Format.Value},
		{"encoding", utf8Name, t.Findings.Encoding.Value},
		{"delimiter", ",", t.Findings.Delimiter.Value},
		{"decimal", ".", t.Findings.Decimal.Value},
		{"header", "yes", t.Findings.Header.Value},
	} {
		if f.value != f.usual {
			words = append(words, f.name+" "+strconv.Quote(f.value))
		}
	}
	return strings.Join(words, ", ")
}

// readCase is an input and its expected result.
type readCase struct {
	name     string
	input    string
	options  Options
	want     string   // describe
	found    string   // found
	warnings []string // all of them
	err      string   // instead of everything above
}

func (n *readCase) check(t *testing.T, b []byte) {
	t.Helper()
	got, err := Read(b, n.options)
	if n.err != "" {
		if err == nil {
			t.Fatalf("read as %s\nwant error: %s", describe(got), n.err)
		}
		if err.Error() != n.err {
			t.Fatalf("error: %v\nwant:  %s", err, n.err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, got)
	if s := describe(got); n.want != "" && s != n.want {
		t.Errorf("read as %s\nwant    %s", s, n.want)
	}
	if s := found(got); s != n.found {
		t.Errorf("found %s\nwant  %s", s, n.found)
	}
	if !slices.Equal(got.Warnings, n.warnings) {
		t.Errorf("warnings %q\nwant     %q", got.Warnings, n.warnings)
	}
}

const noFeature = "fewer than two columns are usable, so no feature is left besides a target"

var inputs = []readCase{
	{name: "plain", input: "a,b\n1,2\n3.5,-4e-3\n", want: "a number 1 3.5 | b number 2 -0.004"},
	{name: "no line end at the end", input: "a,b\n1,2\n3,4", want: "a number 1 3 | b number 2 4"},
	{name: "CR LF and blank lines", input: "a,b\r\n\r\n1,2\r\n  \r\n3,4\r\n\r\n", want: "a number 1 3 | b number 2 4",
		warnings: []string{"3 blank lines were left out"}},
	{name: "space around cells", input: "a , b\n 1, \"x y\" \n 2,\tz\n", want: "a number 1 2 | b category x y z"},

	// Encodings.
	{name: "not UTF-8 with that encoding chosen", input: "a,b\n1,2\n\xe9,3\n", options: Options{Encoding: "utf-8"},
		err: "line 3 is not valid UTF-8: choose the encoding windows-1252, or save the file as UTF-8"},
	{name: "UTF-16 cut off", input: "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x003\x00,\x00u\x00v", want: "a number 1 3 | b category 2 u\ufffd", found: `encoding "utf-16le"`,
		warnings: []string{"1 character is not valid UTF-16 and replaced by \ufffd: the file may be cut off or damaged"}},
	{name: "UTF-32", input: "\xff\xfe\x00\x00a\x00\x00\x00", err: "the file is text in UTF-32, which cannot be read as a table: save it as UTF-8"},

	// Lines above and below the table.
	{name: "title of a workbook", input: "Survey 2020,,,\n,,,\na,b,c,d\n1,2,u,4\n5,6,v,9\n,,,\nSource: office,,,\n* provisional,,,\n", want: "a number 1 5 | b number 2 6 | c category u v | d number 4 9",
		warnings: []string{"2 lines above the table were left out", "2 lines below the table were left out"}},
	{name: "title with the other delimiter", input: "Survey, 2020\n\na;b;c\n1;2;3,5\n4;6;6,5\n", want: "a number 1 4 | b number 2 6 | c number 3.5 6.5", found: `delimiter ";", decimal ","`,
		warnings: []string{"2 lines above the table were left out"}},
	{name: "comments", input: "# by us\n# in cm\na,b\n1,2\n4,6\n", want: "a number 1 4 | b number 2 6",
		warnings: []string{"2 lines above the table were left out"}},
	{name: "a header that begins with a hash", input: "#a,b,c\n1,2,4\n4,6,9\n", want: "#a number 1 4 | b number 2 6 | c number 4 9"},
	{name: "a header with one name", input: ",b\nu,2\nv,6\n", want: "column_1 category u v | b number 2 6",
		warnings: []string{`column 1, "", is called "column_1"`}},
	{name: "titles of two cells", input: "\"Source\",\"Indicators\",\n\n\"Updated\",\"2024-05-30\",\n\na,b,c,d,e,f\n1,2,4,u,7,8\n4,6,9,v,8,1\n3,5,1,w,1,1\n", want: "a number 1 4 3 | b number 2 6 5 | c number 4 9 1 | d category u v w | e number 7 8 1 | f number 8 1 1",
		warnings: []string{"4 lines above the table were left out"}},
	{name: "years as names", input: "c,2020,2015,2010\nu,1,2.5,4\nv,4,6.5,9\n", want: "c category u v | 2020 number 1 4 | 2015 number 2.5 6.5 | 2010 number 4 9"},
	{name: "years as numbers", input: "2019,2021,2020\n2020,2020,2020\n2021,2018,2022\n", want: "x1 number 2019 2020 2021 | x2 number 2021 2020 2018 | x3 number 2020 2020 2022", found: `header "no"`},
	{name: "a first row with one number", input: "5,,\n1,2,4\n4,6,9\n3,5,1\n", want: "x1 number 5 1 4 3 | x2 number - 2 6 5 | x3 number - 4 9 1", found: `header "no"`},
	{name: "lines of text, one with commas", input: "t\nu\nv\na,b,c\nw\nx\n", options: Options{Delimiter: ',', Ragged: RaggedDrop}, want: "t category u v w x",
		warnings: []string{"1 row was left out for having more or fewer than 1 cell (line 4)", "no column holds numbers"}},
	{name: "titles of groups of columns", input: "men,,women,\na,b,c,d\n1,2,3,4\n5,6,7,9\n", want: "a number 1 5 | b number 2 6 | c number 3 7 | d number 4 9",
		warnings: []string{"1 line above the table was left out"}},
	{name: "names in single quotes", input: "'a','b c','\n1,2,5\n3,4,7\n", want: "a number 1 3 | b c number 2 4 | ' number 5 7", warnings: []string{`column 1, "'a'", is called "a"; column 2, "'b c'", is called "b c"`}},
	{name: "names above columns of texts", input: "k,\nu,v\nw,x\nu,2\n", want: "k category u w u | column_2 category v x 2", warnings: []string{`column 2, "", is called "column_2"`, "no column holds numbers"}},
	{name: "a row of units", input: "k,a,b\n,cm,€\nu,2,3\nv,4,7\nx,5,1\n", want: "k category u v x | a number 2 4 5 | b number 3 7 1",
		warnings: []string{"line 2, below the names, was left out: it has texts above numbers, as a row of units"}},
	{name: "rows of questions and of identifiers", input: "k,a,b\nGroup,\"How old, in years?\",How tall?\n{id: 1},{id: 2},{id: 3}\n" + strings.Repeat("u,2,3\nv,4,7\n", 15), want: "k category" + strings.Repeat(" u v", 15) + " | a number" + strings.Repeat(" 2 4", 15) + " | b number" + strings.Repeat(" 3 7", 15),
		warnings: []string{"line 2, below the names, was left out: it has texts above numbers, as a row of units", "line 3, below the names, was left out: it has texts above numbers, as a row of units",
			`column "b" is a multiple of "a", except for a constant`}},
	{name: "years above the names", input: ",2023,,2024,\ncity,q1,q2,q1,q2\nu,1,2,3,4\nv,5,6,7,9\nw,3,1,8,2\n", want: "city category u v w | q1 number 1 5 3 | q2 number 2 6 1 | q1_2 number 3 7 8 | q2_2 number 4 9 2",
		warnings: []string{"1 line above the table was left out", `column 4, "q1", is called "q1_2"; column 5, "q2", is called "q2_2"`}},
	{name: "a row of units to predict", input: "k,a,b\n,cm,€\nu,2,3\nv,4,7\nx,5,1\n", options: Options{Expected: []string{"a", "b"}}, want: "k category - u v x | a text cm 2 4 5 | b text € 3 7 1",
		warnings: []string{`columns "a" and "b" are not read as numbers because of 1 other cell each, first in line 2: correct them, or give them as missing codes`,
			"columns \"a\" and \"b\" are texts and are not features", "no column holds numbers"}},
	{name: "one text above numbers", input: "k,a,b\nw,low,6\nu,2,3\nv,4,7\nx,5,1\n", want: "k category w u v x | a text low 2 4 5 | b number 6 3 7 1",
		warnings: []string{"column \"a\" is not read as numbers because of 1 other cell, first \"low\" in line 2: correct it, or give it as a missing code", `column "a" is text and is not a feature`}},
	{name: "intervals beside a number", input: "a,b\n" + strings.Repeat("0%,1\n", 5) + "1 - 10%,2\n1 - 10%,3\n11 - 25%,3\n11 - 25%,4\n", want: "a category" + strings.Repeat(" 0%", 5) + " 1 - 10% 1 - 10% 11 - 25% 11 - 25% | b number 1 1 1 1 1 2 3 3 4"},
	{name: "first line chosen", input: "men,,women,\na,b,c,d\n1,2,3,4\n5,6,7,9\n", options: Options{Start: 2}, want: "a number 1 5 | b number 2 6 | c number 3 7 | d number 4 9"},
	{name: "first line chosen in place of titles", input: "u,,\nv,2,3\nw,4,6\nx,5,1\n", options: Options{Start: 1, Header: "no"}, want: "x1 category u v w x | x2 number - 2 4 5 | x3 number - 3 6 1", found: `header "no"`},
	{name: "first line beyond the end", input: "a,b\n1,2\n", options: Options{Start: 9}, err: "the file ends before line 9: choose the line in which its table begins"},
	{name: "rows to predict below other lines", input: "men,,women\nk,a,b\nu,2,3\nv,4,7\nx,5,1\n", options: Options{Expected: []string{"a", "b"}}, want: "k category u v x | a number 2 4 5 | b number 3 7 1",
		warnings: []string{"1 line above the table was left out"}},
	{name: "a last row to predict", input: "k,a,b\nu,2,3\nv,4,7\nx,5,1\nw,,\n", options: Options{Expected: []string{"a", "b"}}, want: "k category u v x w | a number 2 4 5 - | b number 3 7 1 -"},
	{name: "a last line that is cut", input: "k,a,b\nu,2,3\nv,4,7\nw\n", err: "line 4, the last, has 1 cell where the others have 3, so the file may be cut off: fetch it again, or choose to drop or to pad such lines"},

	// Delimiters and decimal marks.
	{name: "semicolon, decimal comma", input: "X;Y\n1,5;2,5\n2,5;3\n", want: "X number 1.5 2.5 | Y number 2.5 3", found: `delimiter ";", decimal ","`},
	{name: "the same without header", input: "1,5;2,5\n2,5;3,5\n", want: "x1 number 1.5 2.5 | x2 number 2.5 3.5", found: `delimiter ";", decimal ",", header "no"`},
	{name: "a column with decimal commas", input: "x\n1,5\n2,5\n", want: "x number 1.5 2.5", found: `delimiter ";", decimal ","`, warnings: []string{noFeature}},
	{name: "commas in a text", input: "comment\nhello, world\nfoo\nbar\n", want: "comment category hello, world foo bar", found: `delimiter ";"`,
		warnings: []string{"no column holds numbers"}},
	{name: "bar", input: "a|b\n1|x\n2|y,z\n", want: "a number 1 2 | b category x y,z", found: `delimiter "|"`},
	{name: "chosen delimiter", input: "a b\n1 2\n3 4\n", options: Options{Delimiter: ' '}, want: "a number 1 3 | b number 2 4", found: `delimiter " "`},
	{name: "chosen delimiter of many bytes", input: "a→b\n1→\"2→3\"\n4→5\n", options: Options{Delimiter: '→'}, want: "a number 1 4 | b category 2→3 5", found: `delimiter "→"`},
	{name: "spaces between cells", input: "a b\nu x\nv y\n", want: "a b category u x v y",
		warnings: []string{"the file has one column: if spaces separate its cells, choose the delimiter space", "no column holds numbers"}},
	{name: "numbers between spaces", input: " a   b c\n 1  x 2 \n10 y  3\n", want: "a number 1 10 | b category x y | c number 2 3", found: `delimiter " "`},
	{name: "names of rows, as of R", input: "\"a\" \"b\"\n\"u v\" 1 2\n\"w\" 3 NA\n\"x\" 5 6\n", want: "column_1 category u v w x | a number 1 3 5 | b number 2 - 6", found: `delimiter " "`,
		warnings: []string{"the header has one cell less than the rows, so the first column is read as names of rows, as R writes them", `column 1, "", is called "column_1"`}},
	{name: "quoted sep line with tab", input: "\"sep=\t\"\na\tb\n1\t2\n3\t4\n", want: "a number 1 3 | b number 2 4", found: `delimiter "\t"`},
	{name: "chosen delimiter against sep line", input: "sep=;\na,b\n1,2\n3,4\n", options: Options{Delimiter: ','}, want: "a number 1 3 | b number 2 4"},

	// Quotes.
	{name: "doubled quotes, delimiter and line end in quotes", input: "a,b\n\"say \"\"no\"\"\",1\n\"x,\ny\",2\n", want: "a category say \"no\" x,\ny | b number 1 2"},
	{name: "quote inside a text", input: "a,b\nx\"y,1\n5\" pipe,2\n", want: `a category x"y 5" pipe | b number 1 2`,
		warnings: []string{"2 cells have a quote in the middle of the text, which was kept as it is (lines 2 and 3)"}},
	{name: "text after a closing quote", input: "a,b\n\"x\"y,1\nz,2\n", want: `a category "x"y z | b number 1 2`,
		warnings: []string{"1 cell has a quote in the middle of the text, which was kept as it is (line 2)"}},

	// Shape.
	{name: "ragged, one line", input: "a,b\n1,2\n3\n4,5\n", err: "line 3 has 1 cell where most lines have 2: give every line as many cells as the header, or choose to drop or to pad such lines"},
	{name: "ragged below quoted lines", input: "a,b\n\"1\n\n2\",x\n3\n4,5\n", err: "line 5 has 1 cell where most lines have 2: give every line as many cells as the header, or choose to drop or to pad such lines"},
	{name: "title above the header", input: "My data\na,b\n1,2\n3,4\n", options: Options{Ragged: RaggedDrop}, want: "a number 1 3 | b number 2 4",
		warnings: []string{"1 line above the table was left out"}},
	{name: "delimiter at the end of rows", input: "a,b\n1,2,\n3,4,\n", want: "a number 1 3 | b number 2 4", warnings: []string{"1 empty column at the right was left out"}},
	{name: "empty rows and columns", input: "a,b,,\n1,2,,\n3,4,,\n,,,\n,,,\n", want: "a number 1 3 | b number 2 4",
		warnings: []string{"2 empty rows at the end were left out", "2 empty columns at the right were left out"}},
	{name: "empty", input: "", err: errEmpty.Error()},
	{name: "only space", input: " \n\r\n\t\n", err: errEmpty.Error()},
	{name: "only delimiters", input: ",,\n,,\n", err: errEmpty.Error()},
	{name: "only a byte-order mark", input: "\ufeff", err: errEmpty.Error()},
	{name: "no rows", input: "a,b\n", err: "the file has names of columns but no rows: add rows, or say that it has no header"},
	{name: "one row", input: "a,b\n1,2\n", want: "a number 1 | b number 2", warnings: []string{"there is only one row, which is too few"}},
	{name: "no number", input: "a,b\nu,v\nw,x\n", want: "a category u w | b category v x", warnings: []string{"no column holds numbers"}},
	{name: "zero byte", input: "a,b\n1,2\n\x00,4\n", err: "line 3 holds a zero byte, so the file is binary or damaged: export the table as CSV again"},

	// Headers.
	{name: "same name twice", input: "a,a,a_2,a\n1,2,3,5\n4,5,6,7\n", want: "a number 1 4 | a_3 number 2 5 | a_2 number 3 6 | a_4 number 5 7",
		warnings: []string{`column 2, "a", is called "a_3"; column 4, "a", is called "a_4"`}},
	{name: "invalid names", input: "x,,__proto__,\"two\nlines\"\n1,2,3,4\n5,6,7,9\n", want: "x number 1 5 | column_2 number 2 6 | column_3 number 3 7 | two lines number 4 9",
		warnings: []string{`column 2, "", is called "column_2"; column 3, "__proto__", is called "column_3"; column 4, "two\nlines", is called "two lines"`}},
	{name: "long name", input: strings.Repeat("n", 10000) + ",b\n1,2\n3,4\n", want: strings.Repeat("n", 79) + "… number 1 3 | b number 2 4",
		warnings: []string{`column 1, "` + strings.Repeat("n", 60) + `…", is called "` + strings.Repeat("n", 79) + `…"`}},
	{name: "no header", input: "1,2,x\n3,4,y\n", want: "x1 number 1 3 | x2 number 2 4 | x3 category x y", found: `header "no"`},
	{name: "header chosen", input: "2019,2020\n1,2\n3,4\n", options: Options{Header: "yes"}, want: "2019 number 1 3 | 2020 number 2 4"},
	{name: "header refused", input: "a,b\n1,2\n3,4\n", options: Options{Header: "no"}, found: `header "no"`, want: "x1 text a 1 3 | x2 text b 2 4",
		warnings: []string{
			`columns "x1" and "x2" are not read as numbers because of 1 other cell each, first in line 1: correct them, or give them as missing codes`,
			`columns "x1" and "x2" are texts and are not features`, "no column holds numbers"}},
	{name: "repeated texts are no header", input: "u,v\nw,v\nu,x\n", want: "x1 category u w u | x2 category v v x", found: `header "no"`,
		warnings: []string{"no column holds numbers"}},

	// Numbers.
	{name: "huge", input: "a,b\n1e308,1\n2,3\n", want: "a number 1e+308 2 | b number 1 3",
		warnings: []string{`column "a" has numbers as large as 1e+308; their squares overflow: rescale it`}},
	{name: "beyond range", input: "a,b\n1,1\n2,-1e309\n", err: `line 3, column "b": -1e309 is beyond the largest number (about 1.8e308): correct it, or give it as a missing code`},
	{name: "NaN and infinities", input: "a,b\nNaN,1\n2,inf\n3,-Infinity\n4,5\n5,6\n", want: "a number - 2 3 4 5 | b number 1 - - 5 6",
		warnings: []string{`column "b": 2 infinite cells are treated as missing (first in line 3)`}},
	{name: "notations of programs are texts", input: "a,b,c\n0x1p-2,1_000,1\n0x10,2_000,2\n", want: "a category 0x1p-2 0x10 | b category 1_000 2_000 | c number 1 2"},
	{name: "errors of a spreadsheet", input: "a,b\n#DIV/0!,1\n2.5,#VALUE!\n#NUM!,3\n4,#REF!\n", want: "a number - 2.5 - 4 | b number 1 - 3 -"},
	{name: "points of the World Bank", input: "a,b\n..,1\n2.5,..\n4,<NA>\n5,7\n", want: "a number - 2.5 4 5 | b number 1 - - 7"},
	{name: "missing codes", input: "a,b\nNA,1\nN/A,2\n?,3\n,4\n.,9\n5,NULL\n6,-999\n", want: "a number - - - - - 5 6 | b number 1 2 3 4 9 - -999",
		warnings: []string{`column "b" has the number -999, but no other negative one: if it means missing, give it as a missing code`}},
	{name: "missing codes of several columns", input: "a,b,c,d\n1,2,5%,7%\n-99,3,6%,8%\n4,-99,7%,8%\n", want: "a number 1 -99 4 | b number 2 3 -99 | c number 5 6 7 | d number 7 8 8",
		warnings: []string{`columns "a" and "b" have the number -99, but no other negative one: if it means missing, give it as a missing code`,
			`columns "c" and "d": percent signs were left out, so that 12% is 12`}},
	{name: "several missing codes of a column", input: "a,b,c\n1,2,88\n-9,3,60\n4,88,1\n-8,5,-7\n5,99,3\n", want: "a number 1 -9 4 -8 5 | b number 2 3 88 5 99 | c number 88 60 1 -7 3",
		warnings: []string{`column "a" has the numbers -9 and -8, but no other negative one: if they mean missing, give them as missing codes`,
			`column "b" has the numbers 88 and 99 far above all others: if they mean missing, give them as missing codes`,
			`column "c" has the number -7, but no other negative one: if it means missing, give it as a missing code`}},
	{name: "codes", input: "a,b\n1,7\n2,7\n10,8\n1,9\n", options: Options{Codes: []string{"a", "x"}}, want: "a category 1 2 10 1 | b number 7 7 8 9",
		warnings: []string{`there is no column "x", which is named among the codes of categories: correct data.import.codes`}},
	{name: "codes of any kind", input: "a,b,c,y\n20200101,01.02.24,10001,1\n20210101,01.02.24,10002,2\n20200101,01.03.24,10001,2\n20210101,01.03.24,AB1,4\n", options: Options{Codes: []string{"a", "b", "c"}},
		want: "a category 20200101 20210101 20200101 20210101 | b category 01.02.24 01.02.24 01.03.24 01.03.24 | c category 10001 10002 10001 AB1 | y number 1 2 2 4"},
	{name: "codes that all differ", input: "a,y\nA1,1\nA2,2\nA3,3\nA4,5\nA5,6\nA6,8\nA7,2\nA8,3\nA9,4\nB1,4\nB2,1\n", options: Options{Codes: []string{"a"}}, want: "a category A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 B2 | y number 1 2 3 5 6 8 2 3 4 4 1"},
	{name: "codes written in two ways", input: "a;b;y\n1,5;1.5;1\n1.234,5;1,234.5;2\n1,5;1.5;3\n1.5;1,5;3\n", options: Options{Codes: []string{"a", "b"}}, found: `delimiter ";"`, want: "a category 1,5 1.234,5 1,5 1.5 | b category 1.5 1,234.5 1.5 1,5 | y number 1 2 3 3"},
	{name: "missing code chosen", input: "a,b\n1,-999\n2,5\n3,6\n", options: Options{MissingCodes: []string{"-999"}}, want: "a number 1 2 3 | b number - 5 6"},
	{name: "grouped with points", input: "a;b\n1.234,5;1.234.567\n0,5;12\n", want: "a number 1234.5 0.5 | b number 1.234567e+06 12", found: `delimiter ";", decimal ","`},
	{name: "grouped with spaces and apostrophes", input: "a;b\n1 234,5;1'234'567\n12\u00a0345,0;12\n", want: "a number 1234.5 12345 | b number 1.234567e+06 12", found: `delimiter ";", decimal ","`},
	{name: "wrong groups are text", input: "a;b\n12.34.56;1\n7;2\n", want: "a category 12.34.56 7 | b number 1 2", found: `delimiter ";"`},
	{name: "comma for thousands or decimals", input: "a\tb\n1,234\t1\n2,345\t2\n", want: "a number 1234 2345 | b number 1 2", found: `delimiter "\t"`,
		warnings: []string{`column "a": "1,234" can be read with a decimal point or a decimal comma, and was read as 1234: choose the decimal mark if that is wrong`}},
	{name: "the same with the mark chosen", input: "a\tb\n1,234\t1\n2,345\t2\n", options: Options{Decimal: ","}, want: "a number 1.234 2.345 | b number 1 2", found: `delimiter "\t", decimal ","`},
	{name: "the same settled by another column", input: "a\tb\n1,234\t1.5\n2,345\t2\n", want: "a number 1234 2345 | b number 1.5 2", found: `delimiter "\t"`},
	{name: "two conventions", input: "a;b\n1.5;1\n1,5;2\n2.5;3\n", want: "a text 1.5 1,5 2.5 | b number 1 2 3", found: `delimiter ";"`,
		warnings: []string{
			`column "a" is not read as numbers because it writes them in different ways, such as "1.5" in line 2 and "1,5" in line 3: write all in one way`,
			`column "a" is text and is not a feature`, noFeature}},
	{name: "a row of totals", input: "a,b\nu,1.5\nu,2\nv,0\nv,4\nw,2\nsum,9.5\n", want: "a category u u v v w sum | b number 1.5 2 0 4 2 9.5",
		warnings: []string{`the last row may hold totals, since in column "b" it is the sum of the others: remove it from the file if it does`}},
	{name: "a row of totals in all columns", input: "a,b,c,d\nu,1.5,0,\nu,2,1,x\nv,0,1,x\nv,4,0,y\nw,2,1,y\nsum,9.5,3,\n", want: "a category u u v v w | b number 1.5 2 0 4 2 | c number 0 1 1 0 1 | d category - x x y y",
		warnings: []string{"the last row was left out, because in all columns of numbers it is the sum of the others"}},
	{name: "numbers that double", input: "a,b\n1,3\n1,2\n2,5\n4,10\n8,20\n16,40\n32,80\n", want: "a number 1 1 2 4 8 16 | b number 3 2 5 10 20 40",
		warnings: []string{"the last row was left out, because in all columns of numbers it is the sum of the others", `the last row may hold totals, since in column "a" it is the sum of the others: remove it from the file if it does`}},
	{name: "the name of a row of totals among dates", input: "day,a,b\n2024-01-31,1.5,0\n2024-02-01,2,1\n2024-02-02,0,1\n2024-02-03,4,0\n2024-02-04,2,1\nTotal,9.5,3\n",
		want:     "day date 2024-01-31 2024-02-01 2024-02-02 2024-02-03 2024-02-04 | a number 1.5 2 0 4 2 | b number 0 1 1 0 1",
		warnings: []string{"the last row was left out, because in all columns of numbers it is the sum of the others", `column "day" holds dates and is not a feature`}},
	{name: "percent", input: "a,b\n12%,\u22121\n7.5 %,2\n", want: "a number 12 7.5 | b number -1 2",
		warnings: []string{`column "a": percent signs were left out, so that 12% is 12`}},
	{name: "a typing error among numbers", input: "a,b\n1,1\n2,2\n3,3o\n4,4\n", want: "a number 1 2 3 4 | b text 1 2 3o 4",
		warnings: []string{
			`column "b" is not read as numbers because of 1 other cell, first "3o" in line 4: correct it, or give it as a missing code`,
			`column "b" is text and is not a feature`, noFeature}},

	// Columns that are no features.
	{name: "dates", input: "day,time,y\n01/02/2024,2024-01-31T12:00:00Z,1\n03/04/2024,2024-02-01 08:30,2\n",
		want:     "day date 01/02/2024 03/04/2024 | time date 2024-01-31T12:00:00Z 2024-02-01 08:30 | y number 1 2",
		warnings: []string{`columns "day" and "time" hold dates and are not features`, noFeature}},
	{name: "leading zeros", input: "code,y\n00123,1\n04567,2\n", want: "code id 00123 04567 | y number 1 2",
		warnings: []string{`column "code" holds identifiers and is not a feature`, noFeature}},
	{name: "identifiers by the begin of their name", input: "IDpol,id_code,idea,Idaho_id,y\n1,5,1,7,2\n2,3,2,8,1\n3,9,4,5,5\n", want: "IDpol id 1 2 3 | id_code id 5 3 9 | idea number 1 2 4 | Idaho_id id 7 8 5 | y number 2 1 5",
		warnings: []string{`columns "IDpol", "id_code" and "Idaho_id" hold identifiers and are not features`}},
	{name: "identifiers by their name", input: "PassengerId,user_id,valid,COVID,y\n1,5,1,1,2\n2,3,2,3,1\n3,9,4,2,5\n", want: "PassengerId id 1 2 3 | user_id id 5 3 9 | valid number 1 2 4 | COVID number 1 3 2 | y number 2 1 5",
		warnings: []string{`columns "PassengerId" and "user_id" hold identifiers and are not features`}},
	{name: "row numbers", input: "No.,Lfd. Nr.,Number,y\n1,7,4,2\n2,8,6,1\n3,9,2,5\n", want: "No. id 1 2 3 | Lfd. Nr. id 7 8 9 | Number number 4 6 2 | y number 2 1 5",
		warnings: []string{`columns "No." and "Lfd. Nr." hold identifiers and are not features`}},
	{name: "levels that differ only in case", input: "sex,y\nf,1\nm,2\nF,4\nm,3\nf,7\n", want: "sex category f m F m f | y number 1 2 4 3 7",
		warnings: []string{`column "sex" has levels that differ only in case, such as "F" and "f": write them alike if they mean the same`}},
	{name: "identifiers that repeat", input: "id,y\n" + strings.Repeat("11,1\n12,2\n13,0\n14,4\n15,1\n16,2\n17,5\n18,4\n19,7\n20,4\n", 2), want: "id number " + strings.Repeat("11 12 13 14 15 16 17 18 19 20 ", 2) + "| y number" + strings.Repeat(" 1 2 0 4 1 2 5 4 7 4", 2),
		warnings: []string{`column "id" is named like an identifier, but its values repeat: leave it out of the features unless it measures something, and set split.groups to it if the model is for new values, because otherwise the test error is too small`}},
	{name: "codes that repeat", input: "visit_id,y\n" + strings.Repeat("011,1\n012,2\n013,0\n014,4\n015,1\n016,2\n017,5\n018,4\n019,7\n020,4\n", 2), want: "visit_id id " + strings.Repeat("011 012 013 014 015 016 017 018 019 020 ", 2) + "| y number" + strings.Repeat(" 1 2 0 4 1 2 5 4 7 4", 2),
		warnings: []string{`column "visit_id" is named like an identifier, but its values repeat: set split.groups to it if the model is for new values, because otherwise the test error is too small`, `column "visit_id" holds identifiers and is not a feature`, noFeature}},
	{name: "names of rows", input: "who,x\na,1\nb,2\nc,4\nd,3\ne,6\nf,8\ng,7\nh,9\ni,0\nj,5\n", want: "who text a b c d e f g h i j | x number 1 2 4 3 6 8 7 9 0 5",
		warnings: []string{`column "who" is text and is not a feature`, noFeature}},
	{name: "a name twice", input: "who,x\na,1\nb,2\nc,4\nd,3\ne,6\nf,8\ng,7\nh,9\ni,0\na,5\n", want: "who category a b c d e f g h i a | x number 1 2 4 3 6 8 7 9 0 5"},
	{name: "different texts of few rows", input: "who,x\na,1\nb,2\nc,4\nd,3\ne,6\nf,8\ng,7\nh,9\ni,0\n", want: "who category a b c d e f g h i | x number 1 2 4 3 6 8 7 9 0"},
	{name: "constant", input: "a,b,c\n1,x,1\n1,x,2\n", want: "a number 1 1 | b category x x | c number 1 2",
		warnings: []string{`columns "a" and "b" are constant and are not features`, noFeature}},
	{name: "column without values", input: "a,b,c\n1,NA,2\n2,,5\n", want: "a number 1 2 | b text - - | c number 2 5",
		warnings: []string{`column "b" has no values and is not a feature`}},
	{name: "column twice", input: "a,b\n1,1\n2,2\n3,3\n", want: "a number 1 2 3 | b number 1 2 3", warnings: []string{`column "b" repeats "a"`}},
}

func TestInputs(t *testing.T) {
	for _, n := range inputs {
		t.Run(n.name, func(t *testing.T) {
			n.check(t, []byte(n.input))
		})
	}
}

// files has the expected result of every file of testdata/import.
var files = map[string]readCase{
	"utf8-bom.csv":          {want: "name category Åsa José | größe number 1.5 2.5"},
	"utf16le-bom.csv":       {want: "name category Åsa José | größe number 1.5 2.5", found: `encoding "utf-16le"`},
	"utf16be-bom.csv":       {want: "name category Åsa José | größe number 1.5 2.5", found: `encoding "utf-16be"`},
	"utf16le-no-bom.csv":    {want: "name category Åsa José | größe number 1.5 2.5", found: `encoding "utf-16le"`},
	"windows-1252.csv":      {want: "name category Åsa José | größe number 1.5 2.5 | preis category € £", found: `encoding "windows-1252"`, warnings: []string{"the file is not UTF-8 and was read as Windows-1252: check the letters with accents, or choose another encoding"}},
	"german.csv":            {want: "Länge number 1.5 -2.25 | Breite number 1234.5 987 | Art category kurz lang", found: `delimiter ";", decimal ","`},
	"tab-decimal-comma.tsv": {want: "x number 1.5 3 | y number 2.5 4", found: `delimiter "\t", decimal ","`},
	"sep-line.csv":          {want: "a,b number 1 3 | c number 2 4", found: `delimiter ";"`},
	"cr-only.csv":           {want: "a number 1 3 | b number 2 4"},
	"quoted-newlines.csv":   {found: `delimiter ";", decimal ","`, warnings: []string{`column "note" is text and is not a feature`, `column "id" holds identifiers and is not a feature`, noFeature}},
	"r-write-table.csv":     {want: "column_1 id 1 2 3 | group category a - b | x number 1.5 - 2", warnings: []string{`column 1, "", is called "column_1"`, `column "column_1" holds identifiers and is not a feature`}},
	"unclosed-quote.csv":    {err: "line 3: the quote that opens cell 2 is never closed: close it, or read quotes as ordinary characters"},
	"ragged.csv":            {err: "line 3 has 2 cells where most lines have 3 (2 such lines: 3 and 5): give every line as many cells as the header, or choose to drop or to pad such lines"},
	"thousands.csv":         {want: "price number 1234.5 12345 | share number 12 7.5 | change number -1.5 2", warnings: []string{`column "share": percent signs were left out, so that 12% is 12`}},
	"workbook.xlsx":         {err: "the file is an Office document, such as a workbook (XLSX), which cannot be read as a table: open it in a spreadsheet program and save the sheet as CSV (UTF-8); the page of lp Lab reads a workbook if its name ends with .xlsx or .xlsm"},
	"libreoffice.xlsx":      {err: "the file is an Office document, such as a workbook (XLSX), which cannot be read as a table: open it in a spreadsheet program and save the sheet as CSV (UTF-8); the page of lp Lab reads a workbook if its name ends with .xlsx or .xlsm"},
	"sheets.xlsx":           {err: "the file is an Office document, such as a workbook (XLSX), which cannot be read as a table: open it in a spreadsheet program and save the sheet as CSV (UTF-8); the page of lp Lab reads a workbook if its name ends with .xlsx or .xlsm"},
	"archive.zip":           {err: "the file is a ZIP archive, which cannot be read as a table: unpack it and open the CSV file inside"},
	"document.pdf":          {err: "the file is a PDF document, which cannot be read as a table: copy its table into a spreadsheet and save that as CSV"},
	"table.csv.gz":          {want: "x number 1.5 3 | y number 2 4"},
	"records.json":          {want: "x number 1.5 - -0.4 | colour category red blue - | y number 2 3.25 4", found: `format "json"`, warnings: []string{"1 record lacks some of the columns; these cells are missing"}},
	"lines.jsonl":           {want: "x number 1 2.5 | ok category true false", found: `format "json"`},
	"weather.arff": {want: "out look category sunny over cast rainy | temp number 21.5 - -3 | note text it's fine b c | day date 2024-01-02 - 2024-01-03", found: `format "arff"`,
		warnings: []string{`column "note" is text and is not a feature`, `column "day" holds dates and is not a feature`}},
	"sparse.arff": {want: "a number 1.5 0 0 | k category yes no yes | b number 0 0 -2", found: `format "arff"`},
	"heart.svm":   {want: "label number 1 -1 | x1 number 0.5 0 | x2 number 0 -0.001 | x3 number 2 4", found: libsvmFound},
	"binary.dat":  {err: "line 1 holds a zero byte, so the file is binary or damaged: export the table as CSV again"},
	"page.html":   {err: "the file is a web page (HTML), which cannot be read as a table: download the data itself, not the page that shows it"},
}

const importDir = "../../../testdata/import"

func TestFiles(t *testing.T) {
	entries, err := os.ReadDir(importDir)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, entry := range entries {
		name := entry.Name()
		if name == "README.md" || name == ".gitattributes" {
			continue
		}
		n, ok := files[name]
		if !ok {
			t.Errorf("%s has no expectation", name)
			continue
		}
		read++
		t.Run(name, func(t *testing.T) { n.check(t, readFile(t, name)) })
	}
	if read != len(files) {
		t.Errorf("%d files of %d expected", read, len(files))
	}
}

func mustRead(t testing.TB, text string, o Options) *Table {
	t.Helper()
	data, err := Read([]byte(text), o)
	if err != nil {
		t.Fatalf("%v, in %.200q", err, text)
	}
	return data
}

func readFile(t testing.TB, name string) []byte {
	b, err := os.ReadFile(filepath.Join(importDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestUnknownOptions(t *testing.T) {
	for want, o := range map[string]Options{
		"Format": {Format: "xls"}, "Decimal": {Decimal: ";"}, "Likely": {Likely: "x"}, "Header": {Header: "maybe"}, "Encoding": {Encoding: "latin1"},
		"Ragged": {Ragged: "cut"}, "Quote": {Quote: "'"}, "Dates": {Dates: "years"}, "Start": {Start: -1},
	} {
		if _, err := Read([]byte("a,b\n1,2\n"), o); err == nil || !strings.HasPrefix(err.Error(), "the option "+want+" is ") {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestRaggedByChoice(t *testing.T) {
	b := readFile(t, "ragged.csv")
	drop := readCase{options: Options{Ragged: RaggedDrop}, want: "a number 1 6 | b number 2 7 | c number 3 8",
		warnings: []string{"2 rows were left out for having more or fewer than 3 cells (lines 3 and 5)"}}
	drop.check(t, b)
	pad := readCase{options: Options{Ragged: RaggedPad}, want: "a number 1 4 6 9 | b number 2 5 7 10 | c number 3 - 8 11 | column_4 number - - - 12",
		warnings: []string{"2 rows with other lengths were padded to 4 cells (lines 3 and 5)", `column 4, "", is called "column_4"`,
			`column "column_4" is constant and is not a feature`, `column "b" is a multiple of "a", except for a constant`}}
	pad.check(t, b)
}

// TestPlainNumbersExactly checks that plain decimals are read as by strconv.ParseFloat.
func TestPlainNumbersExactly(t *testing.T) {
	plain := []string{"0", "-0", "+1", "0.1", ".5", "5.", "1e-400", "4.9e-324", "2.2250738585072011e-308", "1.7976931348623157e308",
		"0.30000000000000004", "9007199254740993", "123456789012345678901234567890", "1E5", "1e+05",
		"0." + strings.Repeat("3", 900)}
	var text strings.Builder
	text.WriteString("a,b\n")
	for i, s := range plain {
		fmt.Fprintf(&text, "%s,%d\n", s, i)
	}
	data := mustRead(t, text.String(), Options{})
	for i, s := range plain {
		want, _ := strconv.ParseFloat(s, 64)
		if got := data.Columns[0].Numbers[i]; math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%s read as %v, want %v", english.Clip(s), got, want)
		}
	}
}

func TestHighCardinality(t *testing.T) {
	var text strings.Builder
	text.WriteString("few,many,y\n")
	for i := range 60 {
		fmt.Fprintf(&text, "l%d,m%d,%d\n", i%MaxLevels, i%(MaxLevels+1), i)
	}
	data := mustRead(t, text.String(), Options{})
	few, many := data.Columns[0], data.Columns[1]
	if few.Kind != Category || len(few.Levels) != MaxLevels || !slices.IsSorted(few.Levels) {
		t.Errorf("%d levels: %v %q", MaxLevels, few.Kind, few.Levels)
	}
	if many.Kind != Text || many.Levels != nil || many.Usable() {
		t.Errorf("%d levels: %v %q", MaxLevels+1, many.Kind, many.Levels)
	}
}

// TestOneLongLine checks that one long line is read as a header.
func TestOneLongLine(t *testing.T) {
	n := readCase{err: "the file has names of columns but no rows: add rows, or say that it has no header"}
	size := 20 << 20
	if testing.Short() {
		size >>= 2
	}
	n.check(t, []byte(strings.Repeat("x", size)))
}

func TestFromRows(t *testing.T) {
	data, err := FromRows([]string{"x", "g", "y"}, [][]any{{1.5, "a", "2"}, {nil, "b", 3.0}, {-0.25, "NA", 1e300}})
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, data)
	if got, want := describe(data), "x number 1.5 - -0.25 | g category a b - | y number 2 3 1e+300"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if data.Look(0, "").Findings != nil {
		t.Error("a table from rows has findings")
	}
	row := func(cells ...any) [][]any { return [][]any{cells} }
	for _, wrong := range [][][]any{row(1.0), row(1.0, 2.0, 3.0), row(1.0, true)} {
		func() {
			defer func() {
				if problem, _ := recover().(string); !strings.HasPrefix(problem, "table: row 1 has ") {
					t.Errorf("%v: panic %q", wrong, problem)
				}
			}()
			FromRows([]string{"a", "b"}, wrong)
		}()
	}
	for _, c := range []struct {
		columns []string
		rows    [][]any
		err     string
	}{
		{[]string{"a", "__proto__"}, row(1.0, 2.0), `column 2 cannot be called "__proto__": give it another name`},
		{[]string{"a"}, row("1e309"), `row 1, column "a": 1e309 is beyond the largest number (about 1.8e308): correct it, or give it as a missing code`},
	} {
		if _, err := FromRows(c.columns, c.rows); err == nil || err.Error() != c.err {
			t.Errorf("error: %v\nwant:  %s", err, c.err)
		}
	}
}

func TestNewNumeric(t *testing.T) {
	x := []float64{1, 2, 3, 4}
	data := NewNumeric([]string{"x", "two", "one"}, [][]float64{x, {1, 0, 0, 1}, {7, 7, 7, 7}})
	checkInvariants(t, data)
	if got, want := describe(data), "x number 1 2 3 4 | two number 1 0 0 1 | one number 7 7 7 7"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if &data.Columns[0].Numbers[0] != &x[0] {
		t.Error("the numbers were copied")
	}
	if two := data.Columns[1]; !slices.Equal(two.Levels, []string{"0", "1"}) || !two.Usable() {
		t.Errorf("levels of 0 and 1: %q", two.Levels)
	}
	if one := data.Columns[2]; !one.Constant || one.Usable() {
		t.Error("a constant column is usable")
	}
	if c, ok := data.Column("two"); !ok || c != data.Columns[1] {
		t.Error("a column is not found by its name")
	}
	if _, ok := data.Column("three"); ok {
		t.Error("a column is found by an unknown name")
	}
}

// TestNewNumericAllocations checks that the number of allocations depends on the columns, not on the
// cells.
func TestNewNumericAllocations(t *testing.T) {
	const columns, rows = 500, 1000
	names, numbers := make([]string, columns), make([][]float64, columns)
	for j := range names {
		names[j], numbers[j] = "x"+strconv.Itoa(j+1), make([]float64, rows)
		for i := range rows {
			numbers[j][i] = float64(i * j % 97)
		}
	}
	allocations := testing.AllocsPerRun(1, func() { NewNumeric(names, numbers).Look(0, "") })
	if most := 30.0 * columns; allocations > most {
		t.Errorf("%v allocations for %d columns of %d rows, want at most %v", allocations, columns, rows, most)
	}
}

func TestInspect(t *testing.T) {
	data := mustRead(t, "a,b,c,d\n1,x,0,1e308\n2,y,1,1.5e308\nNA,x,1,-1e308\n", Options{})
	in := data.Look(0, "")
	in.Findings = nil
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"rows":3,"columns":[` +
		`{"name":"a","type":"number","missing":1,"min":1,"max":2,"mean":1.5,"levels":["1","2"],"usable":true,"counts":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]},` +
		`{"name":"b","type":"category","missing":0,"levels":["x","y"],"usable":true,"counts":[2,1]},` +
		`{"name":"c","type":"number","missing":0,"min":0,"max":1,"mean":0.6666666666666666,"levels":["0","1"],"usable":true,"counts":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2]},` +
		`{"name":"d","type":"number","missing":0,"min":-1e+308,"max":1.5e+308,"mean":5e+307,"usable":true,"counts":[1,0,0,0,0,0,0,0,0,0,0,0,1,0,0,1]}],"total":4,"target":"d","against":"d",` +
		`"warnings":["column \"d\" has numbers as large as 1.5e+308; their squares overflow: rescale it"],` +
		`"preview":[["1","x","0","1e308"],["2","y","1","1.5e308"],["NA","x","1","-1e308"]]}`
	if string(b) != want {
		t.Errorf("got  %s\nwant %s", b, want)
	}
}

// checkInvariants checks the invariants of a table.
func checkInvariants(t testing.TB, data *Table) {
	t.Helper()
	if len(data.Columns) == 0 || data.Rows < 1 {
		t.Fatalf("%d columns, %d rows", len(data.Columns), data.Rows)
	}
	seen := map[string]bool{}
	for _, c := range data.Columns {
		if c.Name == "" || seen[c.Name] || reservedNames[c.Name] {
			t.Fatalf("column name %q", c.Name)
		}
		seen[c.Name] = true
		if got, ok := data.Column(c.Name); !ok || got != c {
			t.Fatalf("column %q is not found by its name", c.Name)
		}
		if len(c.Missing) != data.Rows || c.Texts != nil && len(c.Texts) != data.Rows {
			t.Fatalf("column %q has %d marks and %d texts for %d rows", c.Name, len(c.Missing), len(c.Texts), data.Rows)
		}
		if c.Kind != Number {
			if c.Numbers != nil || c.Sparse != nil || c.Kind == Category != (c.Levels != nil) || len(c.Levels) > MaxLevels {
				t.Fatalf("column %q: a %v with %d numbers and %d levels", c.Name, c.Kind, len(c.Numbers), len(c.Levels))
			}
			continue
		}
		if len(c.Levels) > 2 {
			t.Fatalf("column %q has %d levels", c.Name, len(c.Levels))
		}
		if c.Sparse != nil {
			checkSparse(t, c, data.Rows)
			continue
		}
		if len(c.Numbers) != data.Rows {
			t.Fatalf("column %q has %d numbers", c.Name, len(c.Numbers))
		}
		for i, x := range c.Numbers {
			if math.IsInf(x, 0) || math.IsNaN(x) != c.Missing[i] {
				t.Fatalf("column %q, row %d: %v, missing %v", c.Name, i, x, c.Missing[i])
			}
		}
	}
	for _, f := range []Finding{data.Findings.Format, data.Findings.Encoding, data.Findings.Delimiter, data.Findings.Decimal, data.Findings.Header} {
		if !(f.Confidence >= 0 && f.Confidence <= 1) {
			t.Fatalf("confidence %v", f.Confidence)
		}
	}
	if _, err := json.Marshal(data.Look(0, "")); err != nil {
		t.Fatal(err)
	}
}

// TestUnits checks that signs of currencies and short units are left out of numbers if all cells have the same one.
func TestUnits(t *testing.T) {
	type column struct {
		cell   string
		levels int
	}
	const ignored = "" // in place of a unit
	for c, want := range map[column]string{
		{"$%d.50", 30}: "$", {"-€ 1,0%d", 30}: "€", {"%d kg", 30}: "kg", {"%d.5 €", 30}: "€", {"£-%d", 30}: "£", {"$%d.50", 5}: "$", {"%d kg", 3}: "kg",
		{"%dkg", 30}: "kg", {"%dkg", 3}: "kg", {"%d.5h", 30}: "h", {"%dpcs", 30}: "pcs", {"%d m²", 30}: "m²", {"%d°C", 30}: "°C", {"%d mg/dl", 30}: "mg/dl",
		{"%d years", 30}: "years", {"%d doors", 3}: "doors", {"1.0%d,50\u00a0€", 30}: "€", {"₹%d", 30}: "₹", {"($1,0%d)", 30}: "$",
		{"USD 1,0%d", 30}: "USD", {"-CHF %d.50", 30}: "CHF", {"R$ %d", 30}: "R$", {"US$%d", 30}: "US$", {"AB %d", 30}: ignored, {"ORD %d", 30}: ignored, {"USD%d", 30}: ignored,
		{"A-%d", 30}: ignored, {"%d Main Street", 30}: ignored, {"%d/a/b/c/d/e", 30}: ignored, {"%d-99", 5}: ignored, {"A%d", 5}: ignored,
	} {
		input := "x,y\n"
		for i := range 30 {
			input += fmt.Sprintf("%d,\""+c.cell+"\"\n", i, 10+i%c.levels)
		}
		read := mustRead(t, input, Options{})
		text := fmt.Sprintf(c.cell, 10)
		if slices.Contains(read.Warnings, fmt.Sprintf(`column "y": %q was left out beside the numbers`, want)) != (want != ignored) {
			t.Errorf("%s, %d levels, with the unit %q: %q", text, c.levels, want, read.Warnings)
		}
		if y := read.Columns[1]; (y.Kind == Number) != (want != ignored) {
			t.Errorf("%s, %d levels: %v", text, c.levels, y.Kind)
		}
	}
	read, err := Read([]byte("x,y,z\n1,-$2,3 kg\n2,$-1.5,4 lb\n3,\"($1,250)\",5 kg\n"), Options{})
	if err != nil || !slices.Equal(read.Columns[1].Numbers, []float64{-2, -1.5, -1250}) || read.Columns[2].Kind == Number {
		t.Errorf("%v, %v: %v", err, read.Columns[1].Numbers, read.Columns[2].Kind)
	}
	if read, err := Read([]byte("a,b\n1,2\n4,2\n3,1\n2,2\n5,9\n15,16\n"), Options{}); err != nil || len(read.Look(0, "").Preview) != 5 {
		t.Errorf("preview without the row of totals: %v, %v", err, read.Look(0, "").Preview)
	}
	if read, err := Read([]byte("id,0h,2h,4h\n7,1,2,3\n8,2,3,4\n9,4,2,1\n"), Options{}); err != nil || read.Columns[1].Name != "0h" {
		t.Errorf("names of columns with units: %v, %v", err, read)
	}
	if read, err := Read([]byte("x,y\n1st,1\n2nd,2\n3rd,4\n4th,3\n1st,6\n"), Options{}); err != nil || len(read.Warnings) > 0 {
		t.Errorf("ranks: %v, %q", err, read.Warnings)
	}
}
