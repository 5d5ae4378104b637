package design

import (
	"reflect"
	"slices"
	"testing"
)

// bagged adds to a spec a bag column "of" and a model for bags.
const bagged = `"bag":"of","model":{"type":"kernel-ridge","kernel":{"type":"set"}}`

// TestBags checks that bags of different sizes with mixed rows are the rows of the design,
// in the order in which their names first appear, and that only the points of the training
// bags decide the standardisation.
func TestBags(t *testing.T) {
	data := rows(t, "of x y",
		[]any{"q", 1.0, 10.0}, []any{"p", 7.0, 20.0}, []any{"q", 3.0, 10.0}, []any{"r", 4.0, 30.0}, []any{"p", 9.0, 20.0}, []any{"p", 100.0, 20.0})
	d := build(t, data, bagged+`,"split":{"train":[2,0],"test":[1]},`+raw)
	if !slices.Equal(d.Bags, []string{"q", "p", "r"}) || !slices.Equal(d.Features, []string{"x"}) || d.Warnings != nil {
		t.Errorf("bags %q of %q, warnings %q", d.Bags, d.Features, d.Warnings)
	}
	for _, c := range []struct{ got, want Set }{
		{d.Train, Set{Rows: []int{2, 0}, X: []float64{4, 1, 3}, Y: []float64{30, 10}, Starts: []int{0, 1, 3}}},
		{d.Validation, Set{Rows: []int{}, X: []float64{}, Y: []float64{}, Starts: []int{0}}},
		{d.Test, Set{Rows: []int{1}, X: []float64{7, 9, 100}, Y: []float64{20}, Starts: []int{0, 3}}},
	} {
		if !reflect.DeepEqual(c.got, c.want) || c.got.Points() != len(c.want.X) {
			t.Errorf("got %+v, want %+v", c.got, c.want)
		}
	}
	d = build(t, data, bagged+`,"split":{"train":[2,0],"test":[1]}`)
	if !near(d.Mean, []float64{8.0 / 3}) {
		t.Errorf("the mean is %v, want the mean of the three training points", d.Mean)
	}
	d = build(t, data, bagged+`,"split":{"train":0.67,"test":0.33,"seed":4}`)
	if len(d.Train.Rows) != 2 || len(d.Test.Rows) != 1 || d.Train.Points()+d.Test.Points() != 6 {
		t.Errorf("of 3 bags, %v train and %v test", d.Train.Rows, d.Test.Rows)
	}
}

// TestBagsOfTwoClasses checks that a bag has the class of its rows, and that a numerical
// bag column is no feature.
func TestBagsOfTwoClasses(t *testing.T) {
	data := rows(t, "of x y", []any{1.0, 1.0, "no"}, []any{2.0, 2.0, "yes"}, []any{2.0, 3.0, "yes"}, []any{3.0, 4.0, "no"})
	d := build(t, data, `"task":"classification",`+bagged+`,"split":{"train":[0,1],"test":[2]}`)
	if !slices.Equal(d.Features, []string{"x"}) || !slices.Equal(d.Classes, []string{"no", "yes"}) ||
		!slices.Equal(d.Train.Y, []float64{-1, 1}) || !slices.Equal(d.Test.Y, []float64{-1}) {
		t.Errorf("%q, classes %q, targets %v and %v", d.Features, d.Classes, d.Train.Y, d.Test.Y)
	}
}

// TestBagsWithGaps checks that points with a missing cell are dropped, unless the mean
// replaces it, and that bags without a target and rows without a bag are dropped.
func TestBagsWithGaps(t *testing.T) {
	data := rows(t, "of x y",
		[]any{"p", 1.0, 10.0}, []any{"p", nil, 10.0}, []any{nil, 2.0, 10.0}, []any{"q", 3.0, 20.0}, []any{"r", 4.0, nil}, []any{"s", 5.0, 30.0})
	d := build(t, data, bagged+`,"split":{"train":1},`+raw)
	if !slices.Equal(d.Train.Rows, []int{0, 1, 3}) || !slices.Equal(d.Train.X, []float64{1, 3, 5}) || !slices.Equal(d.Train.Y, []float64{10, 20, 30}) {
		t.Errorf("%+v", d.Train)
	}
	assertWarnings(t, d, `1 row dropped: bag "of" missing`,
		`1 row dropped: target "y" missing`,
		`1 row dropped: missing cells in "x"`,
		`1 bag dropped: target "y" missing`)
	d = build(t, data, bagged+`,"split":{"train":1},"preprocess":{"standardize":false,"missing":"mean"}`)
	if !slices.Equal(d.Train.X, []float64{1, 3, 3, 5}) || !slices.Equal(d.Train.Starts, []int{0, 2, 3, 4}) {
		t.Errorf("%+v", d.Train)
	}
}

func TestBagRefusals(t *testing.T) {
	good := rows(t, "of x y", []any{"p", 1.0, 10.0}, []any{"q", 2.0, 20.0}, []any{"q", nil, 20.0})
	for _, c := range []struct {
		more, want string
		cells      [][]any
	}{
		{`"split":{"train":1},"bag":"off"`, `bag is "off": the data have no column of that name; did you mean "of"?`, nil},
		{`"split":{"train":1}`, `target "y" is 20 in row 1 and 21 in row 2 of the data (counted from 0), both of bag "q": a bag has one target; correct it, or choose another target or another column for bag`,
			[][]any{{"p", 1.0, 10.0}, {"q", 2.0, 20.0}, {"q", 3.0, 21.0}}},
		{`"split":{"train":1}`, `bag "q" is left without rows, each having a missing cell: fill them in, leave out the columns that miss them, or set preprocess.missing to "mean"`,
			[][]any{{"p", 1.0, 10.0}, {"q", nil, 20.0}, {"r", 3.0, 21.0}}},
		{`"split":{"train":1}`, `column "of" names 1 bag: at least 2 are needed; choose for bag the column that identifies the bags`,
			[][]any{{"p", 1.0, 10.0}, {"p", 2.0, 10.0}}},
		{`"split":{"train":[0,2]}`, `split.train[1] is 2: the data have 2 bags, counted from 0`, nil},
		{`"split":{"train":0.5}`, `the split has 1 training bag: at least 2 are needed; enlarge split.train, or set preprocess.missing to "mean" if missing cells are the cause`, nil},
		{`"split":{"train":1}`, `target "y" is 5 in all 2 training bags, so there is nothing to fit; choose another target or other training bags`,
			[][]any{{"p", 1.0, 5.0}, {"q", 2.0, 5.0}}},
		{`"task":"classification","split":{"train":[0,2],"test":[1]}`, `the training bags hold only the class "10" of target "y"; choose another split.seed or more training bags`,
			[][]any{{"p", 1.0, 10.0}, {"q", 2.0, 20.0}, {"r", 2.0, 10.0}}},
	} {
		data := good
		if c.cells != nil {
			data = rows(t, "of x y", c.cells...)
		}
		assertRefused(t, data, spec(t, bagged+","+c.more), c.want)
	}
}
