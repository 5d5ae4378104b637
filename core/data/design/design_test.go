package design

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// rows returns a table from rows of cells; nil is a missing cell.
func rows(t *testing.T, columns string, cells ...[]any) *table.Table {
	t.Helper()
	made, err := table.FromRows(strings.Fields(columns), cells)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// spec returns an experiment with target y on a sample, and the given further fields.
func spec(t testing.TB, more string) experiment.Spec {
	t.Helper()
	doc := map[string]any{}
	if err := json.Unmarshal([]byte(`{"data":{"source":"sample","name":"s"},"target":"y",`+more+`}`), &doc); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	s, err := experiment.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func build(t *testing.T, data *table.Table, more string) *Design {
	t.Helper()
	return mustBuild(t, data, spec(t, more))
}

func mustBuild(t *testing.T, data *table.Table, s experiment.Spec) *Design {
	t.Helper()
	d, err := New(data, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// assertWarnings checks all warnings of a design.
func assertWarnings(t *testing.T, d *Design, want ...string) {
	t.Helper()
	if !slices.Equal(d.Warnings, want) {
		t.Errorf("warnings %q\nwant     %q", d.Warnings, want)
	}
}

// assertRefused checks the whole error of an experiment on a table.
func assertRefused(t *testing.T, data *table.Table, s experiment.Spec, want string) {
	t.Helper()
	if _, err := New(data, s); err == nil || err.Error() != want {
		t.Errorf("got:  %v\nwant: %s", err, want)
	}
}

// mustRead returns the table of the text of a file.
func mustRead(t *testing.T, text string) *table.Table {
	t.Helper()
	data, err := table.Read([]byte(text), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const raw = `"preprocess":{"standardize":false}`

func near(got, want []float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) <= 1e-15*max(1, math.Abs(b)) })
}

func TestByHand(t *testing.T) {
	data := rows(t, "a y b", []any{1.0, 10.0, 5.0}, []any{3.0, 20.0, 5.0}, []any{8.0, 30.0, 7.0}, []any{5.0, 40.0, -1.0})
	d := build(t, data, `"split":{"train":[1,0],"validation":[3],"test":[2]},`+raw)
	if !slices.Equal(d.Features, []string{"a", "b"}) || d.D() != 2 || d.Classes != nil || d.Warnings != nil {
		t.Errorf("%+v", d)
	}
	for _, c := range []struct{ got, want Set }{
		{d.Train, Set{Rows: []int{1, 0}, X: []float64{3, 5, 1, 5}, Y: []float64{20, 10}}},
		{d.Validation, Set{Rows: []int{3}, X: []float64{5, -1}, Y: []float64{40}}},
		{d.Test, Set{Rows: []int{2}, X: []float64{8, 7}, Y: []float64{30}}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
	if !slices.Equal(d.Mean, []float64{0, 0}) || !slices.Equal(d.Scale, []float64{1, 1}) {
		t.Errorf("mean %v, scale %v", d.Mean, d.Scale)
	}

	// Standardised: a has mean 2 and deviation 1, b is constant in training.
	d = build(t, data, `"split":{"train":[1,0],"test":[2,3]}`)
	if !slices.Equal(d.Features, []string{"a"}) || !slices.Equal(d.Mean, []float64{2}) || !slices.Equal(d.Scale, []float64{1}) ||
		!slices.Equal(d.Train.X, []float64{1, -1}) || !slices.Equal(d.Test.X, []float64{6, 3}) {
		t.Errorf("%+v", d)
	}
	assertWarnings(t, d, `1 column dropped, constant over the training rows: "b"`)
	// Listed features are in the order of the list.
	d = build(t, data, `"features":["b","a"],"split":{"train":[0,1,2]},`+raw)
	if !slices.Equal(d.Features, []string{"b", "a"}) || !slices.Equal(d.Train.X, []float64{5, 1, 5, 3, 7, 8}) || len(d.Test.Rows) != 0 || len(d.Test.X) != 0 {
		t.Errorf("%+v", d)
	}
}

func TestCategories(t *testing.T) {
	data := rows(t, "sex grade y",
		[]any{"M", "b", 1.0}, []any{"F", "a", 2.0}, []any{"F", "c", 3.0}, []any{"M", "b", 4.0},
		[]any{"F", "d", 5.0}, []any{"X", "a", 6.0})
	d := build(t, data, `"split":{"train":[0,1,2,3],"test":[4,5]},`+raw)
	if want := []string{"sex=M", "grade=a", "grade=b", "grade=c"}; !slices.Equal(d.Features, want) {
		t.Errorf("features %v", d.Features)
	}
	if want := []float64{1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0}; !slices.Equal(d.Train.X, want) {
		t.Errorf("train %v", d.Train.X)
	}
	// Levels that only test rows have, d and X, are coded as the training means.
	if want := []float64{0, 0.25, 0.5, 0.25, 0.5, 1, 0, 0}; !slices.Equal(d.Test.X, want) {
		t.Errorf("test %v", d.Test.X)
	}
	assertWarnings(t, d, `2 cells with a level that is not in the training rows replaced by training means in "sex" and "grade"`)
	// With standardisation an unknown level is coded as 0.
	d = build(t, data, `"split":{"train":[0,1,2,3],"test":[4,5]}`)
	if !near(d.Test.X[1:4], []float64{0, 0, 0}) || d.Test.X[4] != 0 {
		t.Errorf("test %v", d.Test.X)
	}
}

func TestMissing(t *testing.T) {
	cells := [][]any{
		{1.0, "u", 1.0, nil}, {nil, "v", 2.0, nil}, {3.0, nil, 3.0, nil}, {8.0, "v", 4.0, nil},
		{nil, nil, 5.0, nil}, {1.0, "u", nil, nil},
	}
	split := `"split":{"train":[0,1,2,3],"test":[4,5]},`
	d := build(t, rows(t, "a g y void", cells...), split+raw)
	if !slices.Equal(d.Train.Rows, []int{0, 3}) || !slices.Equal(d.Train.X, []float64{1, 0, 8, 1}) || len(d.Test.Rows) != 0 {
		t.Errorf("drop: %+v", d)
	}
	assertWarnings(t, d, `1 row dropped: target "y" missing`,
		`3 rows dropped: missing cells in "a" and "g"`,
		`split.train lists 2 rows that were dropped for missing cells`,
		`split.test lists 2 rows that were dropped for missing cells`)

	d = build(t, rows(t, "a g y void", cells...), split+`"preprocess":{"standardize":false,"missing":"mean"}`)
	// The mean of a over the training rows is 4, the most frequent level of g is v.
	if !slices.Equal(d.Train.X, []float64{1, 0, 4, 1, 3, 1, 8, 1}) || !slices.Equal(d.Test.X, []float64{4, 1}) || !slices.Equal(d.Test.Rows, []int{4}) {
		t.Errorf("mean: %+v", d)
	}
	if want := `4 missing cells replaced by the training mean or the most frequent level in "a" and "g"`; !slices.Contains(d.Warnings, want) {
		t.Errorf("mean: %q", d.Warnings)
	}

	// A column without a cell in the training rows has no mean.
	d = build(t, rows(t, "a b y", []any{nil, 1.0, 1.0}, []any{nil, 2.0, 2.0}, []any{3.0, 3.0, 3.0}, []any{4.0, 4.0, 4.0}), `"split":{"train":[0,1],"test":[2,3]},"preprocess":{"missing":"mean"}`)
	assertWarnings(t, d, `1 column dropped, without any cell in the training rows: "a"`)
	if !slices.Equal(d.Features, []string{"b"}) {
		t.Errorf("no cell: %v", d.Features)
	}
	// A constant column with missing cells costs no row.
	d = build(t, rows(t, "a b y", []any{nil, 1.0, 1.0}, []any{"x", 2.0, 2.0}, []any{nil, 3.0, 3.0}), `"split":{"train":[0,1,2]}`)
	assertWarnings(t, d, `1 column dropped, constant: "a"`)
	if len(d.Train.Rows) != 3 {
		t.Errorf("constant: %v", d.Train.Rows)
	}
	// The mean of equal numbers is this number, although their sum is rounded.
	d = build(t, rows(t, "a b y", []any{0.1, 1.0, 1.0}, []any{0.1, 2.0, 2.0}, []any{0.1, 3.0, 3.0}, []any{nil, 4.0, 4.0}, []any{5.0, 5.0, 5.0}),
		`"split":{"train":[0,1,2,3],"test":[4]},"preprocess":{"missing":"mean"}`)
	if !slices.Equal(d.Features, []string{"b"}) {
		t.Errorf("constant apart from a missing cell: %v with scales %v", d.Features, d.Scale)
	}
	// A column of numbers that are all missing is dropped.
	numeric := mustRead(t, "@attribute a numeric\n@attribute b numeric\n@attribute y numeric\n@data\n?,1,1\n?,2,2\n")
	d = build(t, numeric, `"split":{"train":[0,1]}`)
	assertWarnings(t, d, `1 column dropped, without any cell: "a"`)
}

func TestClasses(t *testing.T) {
	for name, c := range map[string]struct {
		y       []any
		classes []string
	}{
		"numbers":  {[]any{10.0, 9.0, 10.0, 9.0}, []string{"9", "10"}},
		"texts":    {[]any{"yes", "no", "yes", "no"}, []string{"no", "yes"}},
		"negative": {[]any{1.0, -1.0, 1.0, -1.0}, []string{"-1", "1"}},
		"zeros":    {[]any{0.5, math.Copysign(0, -1), 0.5, 0.0}, []string{"0", "0.5"}},
	} {
		var cells [][]any
		for i, y := range c.y {
			cells = append(cells, []any{float64(i), y})
		}
		d := build(t, rows(t, "x y", cells...), `"task":"classification","split":{"train":[0,1,3],"test":[2]}`)
		if !slices.Equal(d.Classes, c.classes) || !slices.Equal(d.Train.Y, []float64{1, -1, -1}) || !slices.Equal(d.Test.Y, []float64{1}) {
			t.Errorf("%s: %v, %v, %v", name, d.Classes, d.Train.Y, d.Test.Y)
		}
	}
	// Listed rows may pick two classes of three.
	data := rows(t, "x y", []any{1.0, "a"}, []any{2.0, "b"}, []any{3.0, "c"}, []any{4.0, "c"})
	if d := build(t, data, `"task":"classification","split":{"train":[0,2,3]}`); !slices.Equal(d.Classes, []string{"a", "c"}) {
		t.Errorf("classes %v", d.Classes)
	}
}

func TestDrawnSplit(t *testing.T) {
	const n = 125
	columns := [][]float64{make([]float64, n), make([]float64, n)}
	for i := range n {
		columns[0][i], columns[1][i] = float64(i), float64(i*i)
	}
	data := table.NewNumeric([]string{"x", "y"}, columns)
	for _, c := range []struct {
		split                   string
		train, validation, test int
	}{
		{`"train":0.68,"test":0.32`, 85, 0, 40},
		{`"train":0.75,"test":0.25`, 94, 0, 31},
		{`"train":0.6,"validation":0.2,"test":0.2`, 75, 25, 25},
		{`"train":0.3333333333333333,"validation":0.3333333333333333,"test":0.3333333333333333`, 42, 41, 42},
		{`"train":0.5,"test":0.1`, 63, 0, 12},
		{`"train":1`, 125, 0, 0},
	} {
		d := build(t, data, `"split":{`+c.split+`}`)
		if len(d.Train.Rows) != c.train || len(d.Validation.Rows) != c.validation || len(d.Test.Rows) != c.test {
			t.Errorf("%s: %d, %d, %d", c.split, len(d.Train.Rows), len(d.Validation.Rows), len(d.Test.Rows))
		}
		seen := map[int]bool{}
		for _, part := range d.parts() {
			if !slices.IsSorted(part.Rows) {
				t.Errorf("%s: rows not in order", c.split)
			}
			for i, row := range part.Rows {
				if seen[row] || part.Y[i] != float64(row*row) {
					t.Errorf("%s: row %d", c.split, row)
				}
				seen[row] = true
			}
		}
	}
	one := build(t, data, `"split":{"train":0.5,"seed":1}`)
	again := build(t, data, `"split":{"train":0.5,"seed":1}`)
	other := build(t, data, `"split":{"train":0.5,"seed":2}`)
	if !slices.Equal(one.Train.Rows, again.Train.Rows) || slices.Equal(one.Train.Rows, other.Train.Rows) {
		t.Error("the seed does not decide the split")
	}
	// Frozen, because stored experiments depend on it.
	if want := []int{0, 1, 6, 7, 13, 14}; !slices.Equal(one.Train.Rows[:6], want) {
		t.Errorf("frozen split: %v", one.Train.Rows[:6])
	}
}

// TestNoLeakage checks that no change to test rows changes the training or validation matrix.
func TestNoLeakage(t *testing.T) {
	cells := func(test []any) [][]any {
		return [][]any{{1.0, "u", 1.0}, {2.0, "v", 2.0}, {4.0, nil, 3.0}, {nil, "v", 4.0}, {5.0, "w", 5.0}, test}
	}
	for _, preprocess := range []string{`"drop"`, `"mean"`} {
		more := `"split":{"train":[0,1,2,3],"validation":[4],"test":[5]},"preprocess":{"missing":` + preprocess + `}`
		before := build(t, rows(t, "a g y", cells([]any{6.0, "u", 6.0})...), more)
		for _, test := range [][]any{{1e300, "z", -1e9}, {nil, nil, 0.0}, {-7.0, "new", 2.0}} {
			after := build(t, rows(t, "a g y", cells(test)...), more)
			if !reflect.DeepEqual(after.Train, before.Train) || !slices.Equal(after.Features, before.Features) ||
				!slices.Equal(after.Mean, before.Mean) || !slices.Equal(after.Scale, before.Scale) ||
				!slices.Equal(after.Validation.X, before.Validation.X) {
				t.Errorf("%s: the test row %v changed the training part:\n%+v\n%+v", preprocess, test, before, after)
			}
		}
	}
}

func TestStandardiseExtremes(t *testing.T) {
	for _, scale := range []float64{1, 1e308, 1e-308, 5e-320, 3e-5} {
		data := table.NewNumeric([]string{"x", "y"}, [][]float64{{scale, -scale, scale, -scale, 0}, {1, 2, 3, 4, 5}})
		d := build(t, data, `"split":{"train":[0,1,2,3],"test":[4]}`)
		if !near(d.Train.X, []float64{1, -1, 1, -1}) || !near(d.Test.X, []float64{0}) || d.Mean[0] != 0 || math.Abs(d.Scale[0]/scale-1) > 1e-15 {
			t.Errorf("%g: %v, %v, mean %v, scale %v", scale, d.Train.X, d.Test.X, d.Mean, d.Scale)
		}
	}
	// Against the definition, on ordinary numbers.
	x := []float64{2.5, -1, 7, 3.25, 100}
	d := build(t, table.NewNumeric([]string{"x", "y"}, [][]float64{x, {1, 2, 3, 4, 5}}), `"split":{"train":[0,1,2,3,4]}`)
	mean := (2.5 - 1 + 7 + 3.25 + 100) / 5
	variance := 0.0
	for _, v := range x {
		variance += (v - mean) * (v - mean) / 5
	}
	for i, v := range x {
		if want := (v - mean) / math.Sqrt(variance); math.Abs(d.Train.X[i]-want) > 1e-14 {
			t.Errorf("x[%d]: %g, want %g", i, d.Train.X[i], want)
		}
	}
}

// TestUnknownCodes checks that a misspelt column of codes is warned about.
func TestUnknownCodes(t *testing.T) {
	d := build(t, rows(t, "grade y", []any{1.0, 2.0}, []any{2.0, 5.0}, []any{1.0, 4.0}),
		`"data":{"source":"file","name":"f.csv","import":{"codes":["grade","gradd"]}},"split":{"train":1}`)
	assertWarnings(t, d, `data.import.codes[1] is "gradd": the data have no column of that name; did you mean "grade"?`)
}

// TestErrors checks the whole message of every refusal.
func TestErrors(t *testing.T) {
	numbers := rows(t, "height weight y", []any{1.0, 2.0, 3.0}, []any{2.0, 5.0, 4.0}, []any{3.0, 1.0, 4.0}, []any{4.0, 1.0, 5.0})
	status := rows(t, "x y", []any{1.0, "on"}, []any{2.0, "off"}, []any{3.0, "off"})
	three := rows(t, "x y", []any{1.0, "a"}, []any{2.0, "b"}, []any{3.0, "c"})
	date := rows(t, "x when y", []any{1.0, "2020-01-02", 1.0}, []any{2.0, "2020-01-03", 2.0}, []any{3.0, "2020-01-04", 3.0})
	gaps := rows(t, "x y", []any{1.0, 1.0}, []any{nil, 2.0}, []any{nil, 3.0}, []any{2.0, nil})
	constant := rows(t, "x y", []any{7.0, 1.0}, []any{7.0, 2.0}, []any{8.0, 3.0})
	classification := `"task":"classification",`
	all := `"split":{"train":1}`
	for _, c := range []struct {
		data *table.Table
		more string
		want string
	}{
		{rows(t, "a b yy", []any{1.0, 2.0, 3.0}, []any{1.0, 2.0, 3.0}), all, `target is "y": the data have no column of that name; did you mean "yy"?`},
		{rows(t, "a b", []any{1.0, 2.0}, []any{1.0, 2.0}), all, `target is "y": the data have no column of that name; they have "a" and "b"`},
		{numbers, `"features":["hieght"],` + all, `features[0] is "hieght": the data have no column of that name; did you mean "height"?`},
		{date, `"features":["x","when"],` + all, `features[1] "when" is a column of dates: only numbers and categories of at most 20 levels can be features; leave it out`},
		{rows(t, "y", []any{1.0}, []any{2.0}), all, `there is no column to predict "y" from: the data need at least one more column of numbers or of categories`},
		{rows(t, "x y", []any{1.0, 1.0}, []any{2.0, 2.0}, []any{"oops", 3.0}), all, `there is no column to predict "y" from: the data need at least one more column of numbers or of categories; column "x" is not read as numbers because of 1 other cell, first "oops" in row 3: correct it, or give it as a missing code`},
		{numbers, `"split":{"train":[0,1],"test":[2,4]}`, `split.test[1] is 4: the data have 4 rows, counted from 0`},
		{numbers, `"split":{"train":0.25}`, `the split has 1 training row: at least 2 are needed; enlarge split.train, or set preprocess.missing to "mean" if missing cells are the cause`},
		{gaps, `"split":{"train":[1,2]}`, `the split has 0 training rows: at least 2 are needed; enlarge split.train, or set preprocess.missing to "mean" if missing cells are the cause`},
		{status, all, `target "y" is text with 2 levels; set task to "classification", or choose a numeric column`},
		{three, all, `target "y" is text with 3 levels; set task to "classification", or choose a numeric column`},
		{numbers, `"split":{"train":[1,2],"test":[0]}`, `target "y" is 4 in all 2 training rows, so there is nothing to fit; choose another target or other training rows`},
		{classes(t, table.MaxClasses+1, true), classification + all, `target "y" has 51 classes: "c0", "c1", "c10", "c11", "c12" and 46 more; classification takes at most 50: choose a target with fewer, or merge rare classes in the data`},
		{classes(t, table.MaxClasses+1, false), `"model":{"type":"knn"},` + classification + all, `target "y" has 51 different numbers, too many for classes, of which there are at most 50: set task to "regression", or choose another target`},
		{classes(t, table.MaxClasses+1, false), `"model":{"loss":{"type":"hinge"}},` + all, `target "y" has 51 different numbers, too many for classes, of which there are at most 50: set task to "regression" and model.loss.type to one for it, such as "squared", or choose another target`},
		{classes(t, table.MaxClasses+1, false), `"model":{"type":"svm"},` + all, `target "y" has 51 different numbers, too many for classes, of which there are at most 50: set task to "regression" and model.type to one for it, such as "lp", or choose another target`},
		{classes(t, 12, false), `"model":{"loss":{"type":"hinge"}},"split":{"train":[0,1],"test":[2,3,4,5,6,7,8,9,10,11]}`, `target "y" has 12 different numbers, and 10 of them in no training row, as a class needs: set task to "regression" and model.loss.type to one for it, such as "squared", or choose another target`},
		{status, classification + `"split":{"train":[1,2]}`, `target "y" has 1 class in the rows that are used: "off"; classification needs at least two: choose another target`},
		{rows(t, "x y", []any{nil, "on"}, []any{2.0, "off"}, []any{3.0, "off"}), classification + all, `target "y" has 1 class in the rows that are used: "off"; classification needs at least two: choose another target, or set preprocess.missing to "mean" if missing cells are the cause`},
		{rows(t, "x y", []any{1.0, "a"}, []any{2.0, "a"}, []any{3.0, "b"}), classification + `"split":{"order":"x","train":0.6,"test":0.4}`, `the training rows hold only the class "a" of target "y"; choose more training rows, or leave split.order out`},
		{three, classification + `"split":{"train":[0,1],"test":[2]}`, `the training rows lack "c" in target "y"; choose another split.seed or more training rows, or leave the rows with "c" out of the data`},
		{status, classification + `"split":{"train":[1,2],"test":[0]}`, `the training rows hold only the class "off" of target "y"; choose another split.seed or more training rows`},
		{constant, `"split":{"train":[0,1],"test":[2]}`, `no feature is left: each column is constant or empty over the training rows; choose other features or more training rows`},
	} {
		assertRefused(t, c.data, spec(t, c.more), c.want)
	}
}

func TestWarningsCountLongLists(t *testing.T) {
	var names []string
	var cells [][]any
	for j := range 9 {
		names = append(names, fmt.Sprintf("c%d", j))
	}
	for i := range 3 {
		row := []any{}
		for range 9 {
			row = append(row, 1.0)
		}
		cells = append(cells, append(row, float64(i), float64(i)))
	}
	d := build(t, rows(t, strings.Join(names, " ")+" x y", cells...), `"split":{"train":[0,1,2]}`)
	assertWarnings(t, d, `9 columns dropped, constant over the training rows: "c0", "c1", "c2", "c3", "c4" and 4 more`)
}

func BenchmarkNew(b *testing.B) {
	const n, width = 1400, 5000
	names, columns := make([]string, width+1), make([][]float64, width+1)
	for j := range columns {
		names[j] = fmt.Sprintf("x%d", j)
		columns[j] = make([]float64, n)
		for i := range columns[j] {
			columns[j][i] = float64((i*7919+j*104729)%1009) / 100
		}
	}
	names[width] = "y"
	data := table.NewNumeric(names, columns)
	s := spec(b, `"split":{"train":0.75,"test":0.25}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(data, s); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSplitByTime checks that a split by time trains on the earliest rows and tests on the latest, in
// any order in the file, that rows without a time are left out, and that an unknown column is refused.
func TestSplitByTime(t *testing.T) {
	text := "when,x,y\n"
	order := []int{7, 2, 9, 0, 5, 3, 8, 1, 6, 4}
	for _, k := range order {
		text += fmt.Sprintf("2023-%02d-15,%d,%d\n", k+1, k*k, 3*k)
	}
	text += ",5,7\n"
	data := mustRead(t, text)
	s := experiment.Spec{Target: "y", Task: experiment.Regression, Preprocess: experiment.Preprocess{Missing: experiment.MissingDrop},
		Split: experiment.Split{Train: experiment.Part{Fraction: 0.5}, Validation: experiment.Part{Fraction: 0.2}, Test: experiment.Part{Fraction: 0.3}, Order: "when"}}
	d := mustBuild(t, data, s)
	from := 0
	for _, part := range d.parts() {
		var months []int
		for _, row := range part.Rows {
			months = append(months, order[row])
		}
		slices.Sort(months)
		for i, month := range months {
			if month != from+i {
				t.Errorf("rows %v, months %v, want those from %d on", part.Rows, months, from)
				break
			}
		}
		from += len(months)
	}
	if from != len(order) || !slices.Contains(d.Warnings, `1 row dropped: time "when" missing`) {
		t.Errorf("%d rows, warnings %q", from, d.Warnings)
	}
	s.Split.Order = "x"
	if _, err := New(data, s); err != nil {
		t.Errorf("a column of numbers: %v", err)
	}
	s.Split.Order = "where"
	if _, err := New(data, s); err == nil || !strings.Contains(err.Error(), "split.order") {
		t.Errorf("no such column: %v", err)
	}
}

// TestSplitByGroups checks that the rows of a group are in one part of about the share given, that rows without a
// group are left out, that the column of groups is no feature, and that too few groups are refused.
func TestSplitByGroups(t *testing.T) {
	text := "who,x,y\n"
	for i := range 200 {
		text += fmt.Sprintf("%d,%d,%d\n", i*i%41, i*7%23, i*5%13) // 21 groups of different sizes
	}
	text += ",5,7\n"
	data := mustRead(t, text)
	who, _ := data.Column("who")
	s := experiment.Spec{Target: "y", Task: experiment.Regression, Preprocess: experiment.Preprocess{Missing: experiment.MissingDrop},
		Split: experiment.Split{Train: experiment.Part{Fraction: 0.6}, Validation: experiment.Part{Fraction: 0.2}, Test: experiment.Part{Fraction: 0.2}, Groups: "who"}}
	drawn := map[string]bool{}
	for seed := range uint64(5) {
		s.Split.Seed = seed
		d := mustBuild(t, data, s)
		parts, rows := map[float64]int{}, 0
		for k, part := range d.parts() {
			if n, want := len(part.Rows), []int{120, 40, 40}[k]; n < want-10 || n > want+10 || !slices.IsSorted(part.Rows) {
				t.Errorf("seed %d: part %d has %d rows, want about %d", seed, k, n, want)
			}
			rows += len(part.Rows)
			for _, row := range part.Rows {
				if before, ok := parts[who.Numbers[row]]; ok && before != k {
					t.Fatalf("seed %d: group %v is in the parts %d and %d", seed, who.Numbers[row], before, k)
				}
				parts[who.Numbers[row]] = k
			}
		}
		if rows != 200 || len(parts) != 21 || !slices.Equal(d.Features, []string{"x"}) || !slices.Contains(d.Warnings, `1 row dropped: group "who" missing`) {
			t.Errorf("%d rows, %d groups, features %q, warnings %q", rows, len(parts), d.Features, d.Warnings)
		}
		for i, row := range d.Train.Rows {
			for j, other := range d.Train.Rows {
				if (who.Numbers[row] == who.Numbers[other]) != (d.Groups[i] == d.Groups[j]) {
					t.Fatalf("the groups of the rows %d and %d are %d and %d", row, other, d.Groups[i], d.Groups[j])
				}
			}
		}
		drawn[fmt.Sprint(d.Train.Rows)] = true
	}
	if len(drawn) < 4 {
		t.Errorf("five seeds give %d splits", len(drawn))
	}
	s.Split.Groups = "where"
	if _, err := New(data, s); err == nil || !strings.Contains(err.Error(), "split.groups") {
		t.Errorf("no such column: %v", err)
	}
	none := mustRead(t, "who,x,y\n,1,2\n,2,1\n,3,4\n")
	s.Split.Groups = "who"
	if _, err := New(none, s); err == nil || !strings.Contains(err.Error(), "it has 0 groups") {
		t.Errorf("no row has a group: %v", err)
	}
	lines := "who,x,y\n" // one large group and four of one row, for three parts
	for i := range 10 {
		lines += fmt.Sprintf("%d,%d,%d\n", max(0, i-5), i, i*i%7)
	}
	uneven := mustRead(t, lines)
	s.Split = experiment.Split{Train: experiment.Part{Fraction: 0.8}, Validation: experiment.Part{Fraction: 0.1}, Test: experiment.Part{Fraction: 0.1}, Groups: "who"}
	for seed := range uint64(20) {
		s.Split.Seed = seed
		if d, err := New(uneven, s); err != nil || min(len(d.Train.Rows), len(d.Validation.Rows), len(d.Test.Rows)) == 0 {
			t.Errorf("uneven groups, seed %d: %v", s.Split.Seed, err)
		}
	}
	few := mustRead(t, "who,x,y\na,1,2\na,2,1\nb,3,4\nb,4,3\n")
	s.Split = experiment.Split{Train: experiment.Part{Fraction: 0.6}, Validation: experiment.Part{Fraction: 0.2}, Test: experiment.Part{Fraction: 0.2}, Groups: "who"}
	assertRefused(t, few, s, `split.groups is "who": it has 2 groups, too few for all parts of the split; choose a column with more groups, or fewer parts`)
}
