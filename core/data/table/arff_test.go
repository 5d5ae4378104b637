package table

import "testing"

const (
	arffFound = `format "arff"`
	arffHead  = "@relation r\n@attribute a numeric\n@attribute b {0,1}\n@data\n"
)

var arffInputs = []readCase{
	{name: "declared categories of digits", input: arffHead + "1,0\n2,1\n", found: arffFound, want: "a number 1 2 | b category 0 1"},
	{name: "declared numbers with zeros in front", input: "@attribute id integer\n@data\n007\n008\n", found: arffFound, want: "id number 7 8", warnings: []string{noFeature}},
	{name: "tabs, CR LF, comments, cases", input: "% c\r\n@Relation 'a b'\r\n\r\n@Attribute\t'x y'\tREAL\r\n@ATTRIBUTE z\tstring\r\n@DATA\r\n% c\r\n1e-3 , 'p, q'\r\n2,r\r\n", found: arffFound,
		want: "x y number 0.001 2 | z text p, q r", warnings: []string{`column "z" is text and is not a feature`, noFeature}},
	{name: "codes", input: arffHead + "1,1\n2,0\n1,0\n", options: Options{Codes: []string{"a"}}, found: arffFound, want: "a category 1 2 1 | b category 1 0 0", warnings: []string{"no column holds numbers"}},
	{name: "missing", input: arffHead + "?,1\n2,?\n3,0\n-999,1\n", options: Options{MissingCodes: []string{"-999"}}, found: arffFound, want: "a number - 2 3 - | b category 1 - 0 1"},
	{name: "codes of texts", input: "@attribute a string\n@attribute b date\n@attribute c real\n@attribute d real\n@data\nu,2024-01-31,1,2\nv,2024-01-31,3,1\nu,2024-02-01,4,2\n", options: Options{Codes: []string{"a", "b"}}, found: arffFound,
		want: "a category u v u | b category 2024-01-31 2024-01-31 2024-02-01 | c number 1 3 4 | d number 2 1 2"},
	{name: "a level called NA", input: "@attribute a {NA,EU}\n@attribute b real\n@data\nNA,1\nEU,2\n", found: arffFound, want: "a category NA EU | b number 1 2"},
	{name: "sparse rows", input: arffHead + "{0 2}\n{1 1}\n{}\n", found: arffFound, want: "a number 2 0 0 | b category 0 1 0"},
	{name: "the same name twice", input: "@attribute a real\n@attribute a real\n@data\n1,2\n3,5\n", found: arffFound, want: "a number 1 3 | a_2 number 2 5",
		warnings: []string{`column 2, "a", is called "a_2"`}},
	{name: "ragged dropped", input: arffHead + "1,0\n2\n3,1\n", options: Options{Ragged: RaggedDrop}, found: arffFound, want: "a number 1 3 | b category 0 1",
		warnings: []string{"1 row was left out for having more or fewer than 2 cells (line 6)"}},

	{name: "ragged", input: arffHead + "1,0\n2\n3,1\n", err: "line 6 has 1 cell where most lines have 2: give every line as many cells as the header, or choose to drop or to pad such lines"},
	{name: "more cells than columns", input: arffHead + "1,0,3\n2,1,3\n3,1,3\n", options: Options{Ragged: RaggedPad}, err: "2 columns are declared and the rows have 3 cells: declare each column once with @attribute"},
	{name: "no number", input: arffHead + "1,0\nx,1\n", err: `line 6, column "a": "x" is not a number, as the column is declared to hold: correct it, or give it as a missing code`},
	{name: "decimal comma in quotes", input: arffHead + "1,0\n'1,5',1\n", err: `line 6, column "a": "1,5" is not a number, as the column is declared to hold: correct it, or give it as a missing code`},
	{name: "beyond range", input: arffHead + "1,0\n1e309,1\n", err: `line 6, column "a": 1e309 is beyond the largest number (about 1.8e308): correct it, or give it as a missing code`},
	{name: "not declared", input: arffHead + "1,0\n2,2\n", err: `line 6, column "b": "2" is not among the declared values: declare it, or give it as a missing code`},
	{name: "relational", input: "@attribute a relational\n@data\n1\n", err: `line 1: "relational" is not a supported column type: use numeric, {a, b}, string or date`},
	{name: "no declaration", input: "@relation r\na,b\n1,2\n", err: `line 2: "a,b" is no declaration: before @data write @attribute with a name and a type`},
	{name: "no columns", input: "@relation r\n@data\n1,2\n", err: "no line declares a column: write @attribute with a name and a type, or choose another format"},
	{name: "no rows", input: arffHead, err: "the file declares columns but has no rows: add some after a line @data"},
	{name: "unclosed quote", input: arffHead + "1,'0\n", err: `line 5: the quote before "0" is never closed: close it`},
	{name: "text after a quote", input: arffHead + "1,'0'1\n", err: `line 5: a comma is missing before "1": put one there`},
	{name: "unclosed brace", input: arffHead + "{0 1\n", err: "line 5: the brace that opens the row is never closed: close it"},
	{name: "index twice", input: arffHead + "{0 1, 0 2}\n", err: `line 5: the index "0" is not one of the columns, which count from 0 and ascend: correct it`},
	{name: "index beyond", input: arffHead + "{2 1}\n", err: `line 5: the index "2" is not one of the columns, which count from 0 and ascend: correct it`},
}

func TestARFF(t *testing.T) {
	for _, n := range arffInputs {
		t.Run(n.name, func(t *testing.T) { n.check(t, []byte(n.input)) })
	}
}
