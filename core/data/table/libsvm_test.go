package table

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const libsvmFound = `format "libsvm", delimiter " ", header "no"`

var libsvmInputs = []readCase{
	{name: "plain", input: "+1 1:0.5 3:2\n-1 2:-1e-3 3:4\n", found: libsvmFound, want: "label number 1 -1 | x1 number 0.5 0 | x2 number 0 -0.001 | x3 number 2 4"},
	{name: "no line end, tabs, space around", input: "  1\t1:2   2:3 \t\n2 1:4 2:5", found: libsvmFound, want: "label number 1 2 | x1 number 2 4 | x2 number 3 5"},
	{name: "CR LF, blank lines and comments", input: "# made by hand\r\n1 1:2 2:3 # first\r\n\r\n  \r\n0 2:1#:second 1:1\r\n", found: libsvmFound, want: "label number 1 0 | x1 number 2 0 | x2 number 3 1",
		warnings: []string{"2 blank lines were left out"}},
	{name: "CR only", input: "1 1:2 2:3\r2 1:4 2:7\r", found: libsvmFound, want: "label number 1 2 | x1 number 2 4 | x2 number 3 7"},
	{name: "indices in any order", input: "1 3:1 1:2\n2 2:5 1:4\n", found: libsvmFound, want: "label number 1 2 | x1 number 2 4 | x2 number 0 5 | x3 number 1 0"},
	{name: "indices from 0", input: "1 0:3 1:2\n2 1:4\n", found: libsvmFound, want: "label number 1 2 | x0 number 3 0 | x1 number 2 4",
		warnings: []string{"the indices count from 0, so that the first column is x0"}},
	{name: "zeros written out, rows of zeros", input: "1 1:0 2:1\n2 1:1 2:-0\n3\n", found: libsvmFound, want: "label number 1 2 3 | x1 number 0 1 0 | x2 number 1 0 0"},
	{name: "an index without values", input: "1 1:1 3:2\n2 1:2 3:5\n", found: libsvmFound, want: "label number 1 2 | x1 number 1 2 | x2 number 0 0 | x3 number 2 5",
		warnings: []string{`column "x2" is constant and is not a feature`}},
	{name: "columns twice", input: "1 1:1 2:1\n2 1:2 2:2\n3 3:1\n4 1:1\n", found: libsvmFound, want: "label number 1 2 3 4 | x1 number 1 2 0 1 | x2 number 1 2 0 0 | x3 number 0 0 1 0"},
	{name: "a column that repeats", input: "1 1:1 2:1\n2 1:2 2:2\n3 3:1\n", found: libsvmFound, want: "label number 1 2 3 | x1 number 1 2 0 | x2 number 1 2 0 | x3 number 0 0 1",
		warnings: []string{`column "x2" repeats "x1"`}},
	{name: "query marks", input: "1 qid:3 1:1 2:2\n2 qid:4 1:2\n", found: libsvmFound, want: "label number 1 2 | x1 number 1 2 | x2 number 2 0",
		warnings: []string{"2 marks qid were left out, as rows are not grouped by queries (first in line 1)"}},
	{name: "huge", input: "1 1:1 2:1e200\n2 1:2\n", found: libsvmFound, want: "label number 1 2 | x1 number 1 2 | x2 number 1e+200 0",
		warnings: []string{`column "x2" has numbers as large as 1e+200 in line 1; their squares overflow: rescale it`}},
	{name: "one line", input: "1 1:2 2:3\n", found: libsvmFound, want: "label number 1 | x1 number 2 | x2 number 3", warnings: []string{"there is only one row, which is too few"}},
	{name: "chosen against the content", input: "1\n2\n3 1:4\n", options: Options{Format: FormatLIBSVM}, found: libsvmFound, want: "label number 1 2 3 | x1 number 0 0 4"},

	{name: "no labels", input: "1:0.5 2:1\n2:3 3:1\n", err: `line 1 begins with "1:0.5" where its label belongs: put a number in front of the pairs`},
	{name: "several labels", input: "1 1:2 2:1\n1,3 1:1 2:2\n", err: `line 2 has the labels "1,3": keep a single one`},
	{name: "label of letters", input: "spam 1:2 2:1\nham 1:1 2:2\n", err: `line 1 has the label "spam", which is not a finite number: give classes numbers, such as -1 and 1`},
	{name: "label that is no number", input: "1 1:2 2:1\nnan 1:1 2:2\n", err: `line 2 has the label "nan", which is not a finite number: give classes numbers, such as -1 and 1`},
	{name: "label beyond range", input: "1 1:2 2:1\n1e309 1:1 2:2\n", err: "line 2: the label 1e309 is beyond the largest number (about 1.8e308): correct it"},
	{name: "index twice", input: "1 1:2 2:1\n2 3:1 1:2 3:1\n", err: "line 2 has the index 3 twice: keep one of the pairs"},
	{name: "index twice, once with 0", input: "1 1:2 2:1\n2 3:0 1:2 3:1\n", err: "line 2 has the index 3 twice: keep one of the pairs"},
	{name: "index below 0", input: "1 1:2 2:1\n2 -1:2 2:3 3:1\n", err: `line 2: "-1:2" is not a pair of an index and a value: write it as 3:0.5`},
	{name: "index that is no number", input: "1 1:2 2:1\n2 a:2 2:3 3:1\n", err: `line 2: "a:2" is not a pair of an index and a value: write it as 3:0.5`},
	{name: "no colon", input: "1 1:2 2:1\n2 7 2:3 3:1\n", err: `line 2: "7" is not a pair of an index and a value: write it as 3:0.5`},
	{name: "index beyond the limit", input: "1 1:2 200001:1\n", err: "line 1: the index 200001 is above 200000: leave such columns out, or number them anew"},
	{name: "index beyond every integer", input: "1 1:2 99999999999999999999:1\n", err: "line 1: the index 99999999999999999999 is above 200000: leave such columns out, or number them anew"},
	{name: "value that is no number", input: "1 1:2 2:1\n2 1:x 2:3\n", err: `line 2, index 1: the value "x" is not a finite number: correct it, or leave the pair out`},
	{name: "no value", input: "1 1:2 2:1\n2 1:1 2: 3:1\n", err: `line 2, index 2: the value "" is not a finite number: correct it, or leave the pair out`},
	{name: "two colons", input: "1 1:2 2:1\n2 1:1 2:3:4 3:1\n", err: `line 2, index 2: the value "3:4" is not a finite number: correct it, or leave the pair out`},
	{name: "NaN", input: "1 1:2 2:1\n2 1:NaN 2:1\n", err: `line 2, index 1: the value "NaN" is not a finite number: correct it, or leave the pair out`},
	{name: "infinity", input: "1 1:2 2:1\n2 1:-inf 2:1\n", err: `line 2, index 1: the value "-inf" is not a finite number: correct it, or leave the pair out`},
	{name: "hexadecimal", input: "1 1:2 2:1\n2 1:0x1p-2 2:1\n", err: `line 2, index 1: the value "0x1p-2" is not a finite number: correct it, or leave the pair out`},
	{name: "decimal comma", input: "1 1:2 2:1\n2 1:0,5 2:1 3:1\n", err: `line 2, index 1: the value "0,5" is not a finite number: correct it, or leave the pair out`},
	{name: "value beyond range", input: "1 1:2 2:1\n2 1:1e309 2:1\n", err: "line 2, index 1: 1e309 is beyond the largest number (about 1.8e308): correct it, or leave the pair out"},
	{name: "labels alone", input: "1\n2\n", options: Options{Format: FormatLIBSVM}, err: "no line has a pair index:value, so there are no features: check that the file is in the LIBSVM format"},
	{name: "comments alone", input: "# 1:2\n# nothing\n", options: Options{Format: FormatLIBSVM}, err: errEmpty.Error()},

	// Other formats that look similar.
	{name: "times of day", input: "time\n12:30\n13:45\n", want: "time category 12:30 13:45", warnings: []string{"no column holds numbers"}},
	{name: "times of day beside numbers", input: "x\ttime\n1\t12:30\n2\t13:45\n", found: `delimiter "\t"`, want: "x number 1 2 | time category 12:30 13:45"},
	{name: "cells of pairs", input: "a,b\n1 2:3,1\n2 3:4,2\n", want: "a category 1 2:3 2 3:4 | b number 1 2"},
	{name: "a delimiter chosen", input: "1 1:2 2:3\n4 1:5 2:7\n", options: Options{Delimiter: ' '}, found: `delimiter " ", header "no"`, want: "x1 number 1 4 | x2 category 1:2 1:5 | x3 category 2:3 2:7"},
}

func TestLIBSVM(t *testing.T) {
	for _, n := range libsvmInputs {
		t.Run(n.name, func(t *testing.T) { n.check(t, []byte(n.input)) })
	}
}

// checkSparse checks the invariants of a column of Sparse numbers.
func checkSparse(t testing.TB, c *Column, rows int) {
	t.Helper()
	s := c.Sparse
	if c.Numbers != nil || c.Texts != nil || len(s.Rows) != len(s.Values) || slices.Contains(c.Missing, true) {
		t.Fatalf("column %q: %d numbers and texts beside %d rows with %d values", c.Name, len(c.Numbers)+len(c.Texts), len(s.Rows), len(s.Values))
	}
	for k, row := range s.Rows {
		if row < 0 || int(row) >= rows || k > 0 && row <= s.Rows[k-1] || s.Values[k] == 0 || math.IsNaN(s.Values[k]-s.Values[k]) {
			t.Fatalf("column %q: entry %d is %v in row %d of %d", c.Name, k, s.Values[k], row, rows)
		}
	}
}

// TestSparseColumnsAreInspectedAsOthers checks that the same numbers give the same summary in both
// formats.
func TestSparseColumnsAreInspectedAsOthers(t *testing.T) {
	var lines, cells strings.Builder
	cells.WriteString("label,x1,x2,x3,x4\n")
	for i := range 40 {
		x := [4]float64{float64(i%3) - 1, 0, float64(i) / 7, 5}
		fmt.Fprintf(&lines, "%d", i*i)
		fmt.Fprintf(&cells, "%d", i*i)
		for j, v := range x {
			if v != 0 {
				fmt.Fprintf(&lines, " %d:%v", j+1, v)
			}
			fmt.Fprintf(&cells, ",%v", v)
		}
		lines.WriteString("\n")
		cells.WriteString("\n")
	}
	inspect := func(text string) Inspection {
		data := mustRead(t, text, Options{})
		checkInvariants(t, data)
		in := data.Look(0, "")
		in.Findings = nil
		return in
	}
	sparse, dense := inspect(lines.String()), inspect(cells.String())
	if a, b := fmt.Sprint(words(sparse)), fmt.Sprint(words(dense)); a != b {
		t.Errorf("got  %s\nwant %s", a, b)
	}
	if !slices.Equal(sparse.Warnings, dense.Warnings) {
		t.Errorf("warnings %q and %q", sparse.Warnings, dense.Warnings)
	}
	for i, row := range dense.Preview {
		for j, cell := range row {
			if j > 0 && !strings.HasPrefix(cell, sparse.Preview[i][j][:min(3, len(sparse.Preview[i][j]))]) {
				t.Errorf("cell %d of row %d is %q, want %q", j, i, sparse.Preview[i][j], cell)
			}
		}
	}
}

func words(in Inspection) []string {
	var w []string
	for _, c := range in.Columns {
		w = append(w, fmt.Sprint(c.Name, c.Type, c.Missing, *c.Min, *c.Max, *c.Mean, c.Levels, c.Usable))
	}
	return w
}

// TestLIBSVMMemory checks that the memory depends on the number of entries, not on rows times columns.
func TestLIBSVMMemory(t *testing.T) {
	const rows, highest, each = 300, 20_000, 95
	var text strings.Builder
	for i := range rows {
		fmt.Fprintf(&text, "%d", 1-i%2*2)
		for k := range each {
			fmt.Fprintf(&text, " %d:%d", 1+(i*7919+k*211)%highest, 1+k)
		}
		text.WriteString("\n")
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	data, err := Read([]byte(text.String()), Options{})
	runtime.ReadMemStats(&after)
	if err != nil || data.Rows != rows || len(data.Columns) > highest+1 {
		t.Fatal(err)
	}
	if in := data.Look(0, ""); len(in.Columns) != len(data.Columns) || len(in.Preview[0]) != previewColumns {
		t.Errorf("%d columns summarised, %d shown", len(in.Columns), len(in.Preview[0]))
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > rows*highest*8/2 {
		t.Errorf("%d bytes allocated, but the dense numbers take %d", used, rows*highest*8)
	}
}
