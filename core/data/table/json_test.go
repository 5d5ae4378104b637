package table

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

const jsonFound = `format "json"`

var jsonInputs = []readCase{
	{name: "objects", input: `[{"a":1,"b":"x"},{"a":2.5,"b":"y"}]`, found: jsonFound, want: "a number 1 2.5 | b category x y"},
	{name: "objects on lines, another order of keys, blank lines", input: "{\"a\":1,\"b\":2}\n\n{\"b\":3,\"a\":4}\r\n{}\n", found: jsonFound, want: "a number 1 4 | b number 2 3"},
	{name: "lists with a header", input: `[["a","b"],[1,2],[3,4.5]]`, found: jsonFound, want: "a number 1 3 | b number 2 4.5"},
	{name: "lists without names", input: "[[1,2],[3,4.5]]", found: jsonFound + `, header "no"`, want: "x1 number 1 3 | x2 number 2 4.5"},
	{name: "lists on lines", input: "[\"a\",\"b\"]\n[1,2]\n[3,5]\n", found: jsonFound, want: "a number 1 3 | b number 2 5"},
	{name: "header refused", input: `[["a","b"],["c","d"]]`, options: Options{Header: "no"}, found: jsonFound + `, header "no"`, want: "x1 category a c | x2 category b d",
		warnings: []string{"no column holds numbers"}},
	{name: "null, true and false", input: `[{"a":null,"b":true},{"a":2,"b":false},{"a":3,"b":null}]`, found: jsonFound, want: "a number - 2 3 | b category true false -"},
	{name: "a key only in later records", input: `[{"a":1},{"a":2,"b":5},{"a":3,"b":7}]`, found: jsonFound, want: "a number 1 2 3 | b number - 5 7",
		warnings: []string{"1 record lacks some of the columns; these cells are missing"}},
	{name: "invalid keys", input: `[{"__proto__":1,"":2,"a":3},{"__proto__":4,"":5,"a":7}]`, found: jsonFound, want: "column_1 number 1 4 | column_2 number 2 5 | a number 3 7",
		warnings: []string{`column 1, "__proto__", is called "column_1"; column 2, "", is called "column_2"`}},
	{name: "numbers keep their point", input: `[{"a":1.234,"b":"1,5"},{"a":2.345,"b":"2,5"}]`, found: jsonFound, want: "a number 1.234 2.345 | b category 1,5 2,5"},
	{name: "missing code", input: `[{"a":-999,"b":1},{"a":2,"b":5}]`, options: Options{MissingCodes: []string{"-999"}}, found: jsonFound, want: "a number - 2 | b number 1 5", warnings: []string{`column "a" is constant and is not a feature`, noFeature}},
	{name: "ragged lists padded", input: `[["a","b"],[1,2],[3],[5,8]]`, options: Options{Ragged: RaggedPad}, found: jsonFound, want: "a number 1 3 5 | b number 2 - 8",
		warnings: []string{"1 row with another length was padded to 2 cells (line 1)"}},
	{name: "empty lists are blank lines", input: `[[],[1,2],[],[3,5]]`, found: jsonFound + `, header "no"`, want: "x1 number 1 3 | x2 number 2 5"},
	{name: "an empty list and one of a cell, padded", input: "[[],[0]]", options: Options{Ragged: RaggedPad}, found: jsonFound + `, header "no"`, want: "x1 number 0",
		warnings: []string{"there is only one row, which is too few"}},
	{name: "byte-order mark and escapes", input: "\ufeff [ {\"\\u0061\":1,\"b\":\"\\ud800\"}, {\"a\":2,\"b\":\"y\"} ]", found: jsonFound, want: "a number 1 2 | b category \ufffd y"},

	{name: "ragged lists", input: "[[\"a\",\"b\"],\n[1,2],\n[3],\n[5,8]]", err: "line 3 has 1 cell where most lines have 2: give every line as many cells as the header, or choose to drop or to pad such lines"},
	{name: "beyond range", input: "[{\"a\":1},\n{\"a\":1e309}]", err: `line 2, column "a": 1e309 is beyond the largest number (about 1.8e308): correct it, or give it as a missing code`},
	{name: "NaN", input: "[{\"a\":1},\n{\"a\":NaN}]", err: "line 2 is not valid JSON, which has no NaN and no Infinity: write null for a missing number"},
	{name: "cut off", input: `[{"a":1},{"a"`, err: cutOff().Error()},
	{name: "cut off between records", input: `[{"a":1},`, err: cutOff().Error()},
	{name: "invalid JSON", input: "[[1,2],\n[3 4]]", err: "line 2 is not valid JSON at \"4]]\": correct it, or choose another format"},
	{name: "a list in a cell", input: "[{\"a\":[1]}]", err: `line 1, "a": a cell is a number, a text, true, false or null, and this is a list or an object: take out what is in it`},
	{name: "a report of lp Lab", input: "{\n  \"version\": 1,\n  \"spec\": {\n    \"version\": 1, \"data\": {\"source\": \"sample\"}}}",
		err: "the file is a report of lp Lab, which cannot be read as a table: give it to lplab model or lplab plot; the page opens its experiment, which Export writes as .lplab.json"},
	{name: "an experiment of lp Lab", input: "{\"title\": \"Data\", \"data\": {\n\"source\": \"sample\"}}",
		err: "the file is an experiment of lp Lab, which cannot be read as a table: the page opens it if its name ends with .lplab.json, and lplab solve runs it"},
	{name: "a model file of lp Lab", input: `{"kind":"lplab-model","version":1,"experiment":{"data":{"source":"sample"}}}`,
		err: "the file is a model file of lp Lab, which cannot be read as a table: give it to lplab predict, with the rows to predict"},
	{name: "an object in a list", input: "[[1,{\"a\":2}]]", err: `line 1, cell 2: a cell is a number, a text, true, false or null, and this is a list or an object: take out what is in it`},
	{name: "key twice", input: "[{\"a\":1,\n\"a\":2}]", err: `line 2 has "a" twice in one record: keep one of the two`},
	{name: "both kinds", input: "[{\"a\":1},\n[2]]", err: "line 2 begins with [ where the records before do not: write all records in one way"},
	{name: "a value among records", input: "[{\"a\":1},\n5]", err: `line 2 has a plain value where a record belongs: write records as {"x": 1, "y": 2}`},
	{name: "two lists", input: "[{\"a\":1}]\n[{\"a\":2}]", err: "line 2: something follows the list of records: remove it"},
	{name: "lines, then a list", input: "{\"a\":1}\n[{\"a\":2}]", err: "line 2 begins a second list of records: keep one"},
	{name: "no record", input: "[[]]", err: errEmpty.Error()},
	{name: "empty objects", input: "{}\n{}", err: errEmpty.Error()},
	{name: "an empty list", input: "[]", options: Options{Format: FormatJSON}, err: errEmpty.Error()},
	{name: "many brackets", input: strings.Repeat("[", 1<<16), err: "line 1, cell 1: a cell is a number, a text, true, false or null, and this is a list or an object: take out what is in it"},

	// Other formats that look similar.
	{name: "brackets in cells", input: "[a,b\n1,2\n3,5\n", want: "[a number 1 3 | b number 2 5"},
	{name: "another format chosen", input: "[1,2]\n[3,5]\n", options: Options{Format: FormatDelimited}, want: "[1 category [3 | 2] category 5]", warnings: []string{"there is only one row, which is too few"}},
}

func TestJSON(t *testing.T) {
	for _, n := range jsonInputs {
		t.Run(n.name, func(t *testing.T) { n.check(t, []byte(n.input)) })
	}
}

// TestJSONAsTheStandardLibrary checks with records damaged at random places that the same texts are
// valid as for encoding/json, and that valid records have the same cells.
func TestJSONAsTheStandardLibrary(t *testing.T) {
	alphabet := []string{`{`, `}`, `[`, `]`, `,`, `:`, `"`, `\`, `\u00e9`, `\n`, "\n", " ", "0", "1", "-", "+", ".", "e", "E2", "null", "true", "falsE", "a", "é", "\t", "\x01"}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "records")
		var records []string
		for range n {
			text, _ := json.Marshal(map[string]any{
				"a": rapid.Float64().Draw(t, "a"), "b é": rapid.String().Draw(t, "b"), "c": rapid.SampledFrom([]any{nil, true, false, 0, "x\"y"}).Draw(t, "c"),
			})
			records = append(records, string(text))
		}
		text := "[" + strings.Join(records, ",\n") + "]"
		if rapid.Bool().Draw(t, "lines") {
			text = strings.Join(records, "\n")
		}
		for range rapid.IntRange(0, 2).Draw(t, "damages") {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			to := min(len(text), at+rapid.IntRange(0, 2).Draw(t, "of"))
			text = text[:at] + rapid.SampledFrom(alphabet).Draw(t, "put") + text[to:]
		}
		if !utf8.ValidString(text) {
			return
		}
		var want []map[string]any
		valid := true
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		for valid {
			var value any
			if err := decoder.Decode(&value); err == io.EOF {
				break
			} else if err != nil {
				valid = false
			}
			list, ok := value.([]any)
			if !ok {
				list = []any{value}
			}
			for _, record := range list {
				object, _ := record.(map[string]any)
				want = append(want, object)
			}
		}
		var got []map[string]string
		j := &jsonRecords{text: text, column: map[string]int{}}
		err := j.each(func(int, []string) error {
			cells := map[string]string{}
			for k, key := range j.keys {
				if j.last[k] == j.objects {
					cells[key] = j.cells[k]
				}
			}
			got = append(got, cells)
			return nil
		})
		if err == nil && !valid {
			t.Fatalf("%q is read, but is not valid JSON", text)
		}
		if valid && err != nil && (strings.Contains(err.Error(), "not valid JSON") || strings.Contains(err.Error(), "cut off")) {
			t.Fatalf("%q: %v, but it is valid JSON", text, err)
		}
		if err != nil || j.kind != '{' {
			return
		}
		want = slices.DeleteFunc(want, func(record map[string]any) bool { return len(record) == 0 })
		if len(got) != len(want) {
			t.Fatalf("%q: %d records, want %d", text, len(got), len(want))
		}
		for i, record := range want {
			for key, value := range record {
				text := ""
				if value != nil {
					text = strings.TrimSpace(fmt.Sprint(value))
				}
				if got[i][key] != text {
					t.Fatalf("record %d, %q is %q, want %q", i, key, got[i][key], text)
				}
			}
		}
	})
}
