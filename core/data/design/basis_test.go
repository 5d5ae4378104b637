package design

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestBasis checks that formulas replace the columns, have their text as name, and have a
// missing cell if one of their columns has one.
func TestBasis(t *testing.T) {
	data := rows(t, "x z y text",
		[]any{1.0, 4.0, 1.0, "a"}, []any{2.0, nil, 2.0, "b"}, []any{3.0, 9.0, 3.0, "c"}, []any{-1.0, -1.0, nil, "d"})
	const basis = `"basis":["x^2","sqrt(z) - x"],"split":{"train":1},`
	d := build(t, data, basis+raw)
	if !slices.Equal(d.Features, []string{"x^2", "sqrt(z) - x"}) || !near(d.Train.X, []float64{1, 1, 9, 0}) || !slices.Equal(d.Train.Rows, []int{0, 2}) {
		t.Errorf("%q: %v of rows %v", d.Features, d.Train.X, d.Train.Rows)
	}
	assertWarnings(t, d, `1 row dropped: target "y" missing`, `1 row dropped: missing cells in "sqrt(z) - x"`)
	d = build(t, data, basis+`"preprocess":{"missing":"mean"}`)
	if !near(d.Mean, []float64{14.0 / 3, 0.5}) || len(d.Train.Rows) != 3 {
		t.Errorf("means %v", d.Mean)
	}
}

// TestBasisBesideFeatures checks features with formulas beside them against a table with the computed column.
func TestBasisBesideFeatures(t *testing.T) {
	data := rows(t, "x z class y", []any{1.0, 4.0, "a", 1.0}, []any{2.0, 7.0, "b", 2.0}, []any{3.0, 9.0, "a", 3.0})
	computed := rows(t, "z class x^2 y", []any{4.0, "a", 1.0, 1.0}, []any{7.0, "b", 4.0, 2.0}, []any{9.0, "a", 9.0, 3.0})
	d, want := build(t, data, `"features":["z","class"],"basis":["x^2"],"split":{"train":1}`), build(t, computed, `"split":{"train":1}`)
	if !slices.Equal(d.Features, want.Features) || !slices.Equal(d.Train.X, want.Train.X) {
		t.Errorf("%q: %v, want %q: %v", d.Features, d.Train.X, want.Features, want.Train.X)
	}
}

// TestColumnsBeforeConstants checks that a column with the name of a constant replaces it,
// with a warning unless the name is in back-quotes.
func TestColumnsBeforeConstants(t *testing.T) {
	data := rows(t, "e x y", []any{5.0, 1.0, 1.0}, []any{7.0, 2.0, 2.0})
	for formulas, warned := range map[string]bool{`["e*x + pi"]`: true, "[\"`e`*x + pi\"]": false} {
		d := build(t, data, `"basis":`+formulas+`,"split":{"train":1},`+raw)
		if !near(d.Train.X, []float64{5 + math.Pi, 14 + math.Pi}) {
			t.Errorf("%s: %v", formulas, d.Train.X)
		}
		if got := slices.Contains(d.Warnings, `in formulas, "e" is the column of that name and not the constant; rename the column to use the constant`); got != warned {
			t.Errorf("%s: warnings %q", formulas, d.Warnings)
		}
	}
}

// TestFold checks that a fold learns its coding without the held-out rows, and which
// settings have a coding to learn.
func TestFold(t *testing.T) {
	data := rows(t, "a g h y", []any{1.0, "u", "p", 1.0}, []any{2.0, "v", "p", 2.0}, []any{nil, "u", "p", 3.0}, []any{6.0, "w", "q", 4.0}, []any{8.0, "v", "p", 5.0})
	d := build(t, data, `"split":{"train":[0,2,3,4],"test":[1]},"preprocess":{"missing":"mean"}`)
	f, err := d.Fold([]int{2})
	if err != nil {
		t.Fatal(err)
	}
	want := build(t, data, `"split":{"train":[0,2,4],"test":[3]},"preprocess":{"missing":"mean"}`)
	if !slices.Equal(f.Train.X, want.Train.X) || !slices.Equal(f.Validation.X, want.Test.X) || !slices.Equal(f.Features, want.Features) ||
		!slices.Equal(f.Train.Rows, []int{0, 2, 4}) || !slices.Equal(f.Train.Y, []float64{1, 3, 5}) || !slices.Equal(f.Validation.Y, []float64{4}) {
		t.Errorf("%+v, want %+v", f, want)
	}
	if !f.LeftOut("h") || f.LeftOut("a") || d.LeftOut("h") {
		t.Error("h, constant only in the fold, is not noted as left out")
	}
	if _, err := build(t, data, `"features":["h"],"split":{"train":1}`).Fold([]int{3}); err == nil || !strings.HasPrefix(err.Error(), "without the 1 row of one fold, no feature is left") {
		t.Error(err)
	}
	for preprocess, learns := range map[string]bool{
		`"features":["g"],"preprocess":{"standardize":false}`:                  true,
		`"features":["a"],"preprocess":{"standardize":false}`:                  false,
		`"features":["a"],"preprocess":{"standardize":false,"missing":"mean"}`: true,
		`"features":["a"]`: true,
	} {
		if got := build(t, data, `"split":{"train":1},`+preprocess).Learns(); got != learns {
			t.Errorf("%s: %v", preprocess, got)
		}
	}
}

// TestBasisOfBags checks that the formulas are evaluated at the points of the bags.
func TestBasisOfBags(t *testing.T) {
	data := rows(t, "of x y", []any{"p", 1.0, 10.0}, []any{"q", 2.0, 20.0}, []any{"p", 3.0, 10.0})
	d := build(t, data, bagged+`,"basis":["x","x^2"],"split":{"train":1},`+raw)
	if !near(d.Train.X, []float64{1, 1, 3, 9, 2, 4}) || !slices.Equal(d.Train.Starts, []int{0, 2, 3}) {
		t.Errorf("%+v", d.Train)
	}
}

// TestBasisOfSparse checks that formulas of sparse tables use the implicit zeros.
func TestBasisOfSparse(t *testing.T) {
	sparse, dense := bothWays(t, 20, 6, 0.4)
	const basis = `"target":"label","basis":["x1*x2 + 1","abs(x6)"]`
	got, want := build(t, sparse, basis), build(t, dense, basis)
	if !slices.EqualFunc(got.Train.X, want.Train.X, func(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }) || len(want.Train.X) != 2*15 {
		t.Errorf("%v, want %v", got.Train.X, want.Train.X)
	}
}

func TestBasisFormulasRefused(t *testing.T) {
	data := rows(t, "x z y text", []any{1.0, 4.0, 1.0, "a"}, []any{-2.0, 0.5, 2.0, "b"})
	for basis, want := range map[string]string{
		`["x","log(x)"]`: `basis[1] is "log(x)": it is not finite in row 1 of the data (counted from 0), where "x" is -2; change the formula, or correct or remove that row`,
		`["z^(1e4*x)"]`:  `basis[0] is "z^(1e4*x)": it is not finite in row 0 of the data (counted from 0), where "z" is 4 and "x" is 1; change the formula, or correct or remove that row`,
		`["0/0"]`:        `basis[0] is "0/0": it is not finite in row 0 of the data (counted from 0); change the formula, or correct or remove that row`,
		`["x","2*tex"]`:  `basis[1] is "2*tex": it reads "tex": the data have no column of that name; did you mean "text"?`,
		`["2*text"]`:     `basis[0] is "2*text": it reads "text", which is text with 2 levels, and formulas are of columns of numbers; change it, or leave it out`,
	} {
		assertRefused(t, data, spec(t, `"split":{"train":1},"basis":`+basis), want)
	}
}
