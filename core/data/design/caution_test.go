package design

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/lists"
)

// TestCautions checks the warnings of doubtful data, such as a feature that is the target in another
// unit, copies of training rows among the test rows, few test rows and a rare class, and that there
// are none without them.
func TestCautions(t *testing.T) {
	const rows = 80
	tested := 20
	warnings := func(x, leak, y []float64, task string) []string {
		t.Helper()
		s := experiment.Spec{Data: experiment.Data{Source: experiment.SourceFile}, Target: "y", Task: task, Model: experiment.Model{Loss: experiment.Loss{Type: experiment.LossSquared}}, Preprocess: experiment.Preprocess{Standardize: true, Missing: experiment.MissingDrop}}
		for i := range rows {
			part := &s.Split.Train
			if i >= rows-tested {
				part = &s.Split.Test
			} else if i >= 60 {
				continue
			}
			part.Rows = append(part.Rows, i)
		}
		d := mustBuild(t, table.NewNumeric([]string{"x", "leak", "y"}, [][]float64{x, leak, y}), s)
		return d.Warnings
	}
	var x, other, y, kelvin, half, rare []float64
	for i := range rows {
		x, other, y = append(x, math.Sin(float64(i))), append(other, math.Cos(float64(i*i))), append(y, math.Sin(float64(3*i))+float64(i%7))
		kelvin = append(kelvin, y[i]+273.15)
		half, rare = append(half, float64(i%2)), append(rare, map[bool]float64{true: 1}[i%20 == 0])
	}
	for _, task := range []string{experiment.Regression, experiment.Classification} {
		target := map[string][]float64{experiment.Regression: y, experiment.Classification: half}[task]
		if w := warnings(x, other, target, task); w != nil {
			t.Errorf("%s: %q", task, w)
		}
	}
	want := func(w []string, part string) {
		t.Helper()
		if len(w) != 1 || !strings.Contains(w[0], part) {
			t.Errorf("%q, want %q", w, part)
		}
	}
	want(warnings(x, kelvin, y, experiment.Regression), `column "leak" is nearly the target "y"`)
	var classes, codes []float64
	for i := range rows {
		classes, codes = append(classes, float64(i%3)), append(codes, []float64{2, 3, 1}[i%3])
	}
	want(warnings(x, codes, classes, experiment.Classification), `column "leak" is nearly the target "y", because rows with the same value are of one class`)
	var groups, finer []float64 // two groups of three classes, and two parts of each class
	for i := range rows {
		groups, finer = append(groups, map[bool]float64{true: 1}[classes[i] == 1]), append(finer, codes[i]+10*float64(i%2))
	}
	want(warnings(x, finer, classes, experiment.Classification), `column "leak" is nearly the target "y"`)
	if w := warnings(x, groups, classes, experiment.Classification); w != nil {
		t.Errorf("%q", w)
	}
	var after, bands []float64 // known after the classes
	for i := range rows {
		after, bands = append(after, half[i]*(1+float64(i%9))), append(bands, float64(20*(i%3)+i%11))
	}
	want(warnings(x, after, half, experiment.Classification), `column "leak" alone separates the classes of target "y" in the training rows`)
	want(warnings(x, bands, classes, experiment.Classification), `column "leak" alone separates the classes of target "y" in the training rows`)
	bands[4] = bands[9] // of another class
	if w := warnings(x, bands, classes, experiment.Classification); w != nil {
		t.Errorf("%q", w)
	}
	want(warnings(x, lists.Map(y, math.Exp), y, experiment.Regression), `column "leak" is nearly the target "y", with a correlation, or a rank correlation,`)
	want(warnings(x, other, rare, experiment.Classification), `the class "1" of target "y" has 3 of the 60 training rows`)
	tested = 19
	want(warnings(x, other, y, experiment.Regression), "the number of unseen rows, 19, is small")
	tested = 20
	var grades []float64
	for i := range rows {
		grades = append(grades, float64(i%4))
	}
	var tail []float64
	for i := range rows {
		tail = append(tail, math.Exp(24*math.Abs(x[i])))
	}
	want(warnings(x, other, tail, experiment.Regression), `most values of target "y" are below 1 % of the largest`)
	apart := slices.Clone(y)
	apart[7] = -1e6
	want(warnings(x, other, apart, experiment.Regression), `target "y" is -1e+06 in row 7 of the data (counted from 0), far from its median of 3.`)
	want(warnings(x, other, grades, experiment.Regression), `target "y" has only 4 different values in the training rows, all whole numbers`)
	for _, column := range [][]float64{x, other, y} {
		copy(column[60:65], column[:5])
	}
	want(warnings(slices.Clone(x), other, y, experiment.Regression), "5 of the 20 test rows repeat a training row in every feature and the target")
	if w := warnings(half, half, x, experiment.Regression); w != nil { // rows with equal features have different targets
		t.Errorf("%q", w)
	}
}

// TestLeaksOfManyRows checks that columns with the ranks of the target are found where a part of the rows is ranked first, and
// not columns that have them in that part alone, or nearly.
func TestLeaksOfManyRows(t *testing.T) {
	const rows = 5000
	var text strings.Builder
	text.WriteString("same,part,near,y\n")
	for i := range rows {
		y := math.Sin(float64(i * i))
		same, noise := math.Exp(2*y), math.Cos(float64(7*i))
		part := same
		if i%2 > 0 {
			part += 4 * noise
		}
		fmt.Fprintf(&text, "%g,%g,%g,%g\n", same, part, y+noise/5, y)
	}
	d := mustBuild(t, mustRead(t, text.String()), spec(t, `"split": {"train": 1}`))
	if leaks := d.leaks(); !slices.Equal(leaks, []string{"same"}) {
		t.Errorf("leaks %q", leaks)
	}
}

// ofClasses is the design of a file for a target of classes, with missing cells replaced.
func ofClasses(t *testing.T, file, target string) *Design {
	in := mustRead(t, file)
	d := mustBuild(t, in, experiment.Spec{Data: experiment.Data{Source: experiment.SourceFile}, Target: target, Task: experiment.Classification,
		Split: experiment.Split{Train: experiment.Part{Fraction: 0.75}, Test: experiment.Part{Fraction: 0.25}}, Preprocess: experiment.Preprocess{Missing: experiment.MissingMean}})
	return d
}

// TestMissingCellsOfAClass checks the warning of a column that has cells in the rows of one class alone.
func TestMissingCellsOfAClass(t *testing.T) {
	for name, c := range map[string]struct {
		has  func(row int) bool
		want bool
	}{
		"of one class": {func(row int) bool { return row%2 == 0 }, true},
		"but one":      {func(row int) bool { return row%2 == 0 && row%10 != 8 }, false},
		"of all":       {func(row int) bool { return row%3 > 0 }, false},
	} {
		file := "x,reason,left\n"
		for i := range 100 {
			reason := ""
			if c.has(i) {
				reason = []string{"price", "moved", "other"}[i/2%3]
			}
			file += fmt.Sprintf("%d,%s,%s\n", i*i%17, reason, []string{"yes", "no"}[i%2])
		}
		d := ofClasses(t, file, "left")
		const want = `column "reason" has no cell in the rows of "no" of target "left", and one in all other training rows: leave it out unless it is known before the target`
		if got := slices.Contains(d.Warnings, want); got != c.want {
			t.Errorf("%s: %q", name, d.Warnings)
		}
	}
}

// TestMissingCellsShareAWarning checks that columns with cells in the rows of one class alone share a warning, which names
// the classes if they are the same for all.
func TestMissingCellsShareAWarning(t *testing.T) {
	for _, c := range []struct {
		second int // the class without cells of the second column
		want   string
	}{
		{1, `columns "a" and "b" have no cell in the rows of "k1" of target "class", and one in all other training rows: leave them out unless they are known before the target`},
		{2, `columns "a" and "b" have no cell in the rows of one class or more of target "class", and one in all other training rows: leave them out unless they are known before the target`},
	} {
		file := "x,a,b,class\n"
		for i := range 150 {
			cells := []string{strconv.Itoa(i * i % 13), strconv.Itoa(i * i % 11)}
			for j, without := range []int{1, c.second} {
				if i%3 == without {
					cells[j] = ""
				}
			}
			file += fmt.Sprintf("%d,%s,k%d\n", i*i%17, strings.Join(cells, ","), i%3)
		}
		d := ofClasses(t, file, "class")
		if got := slices.DeleteFunc(slices.Clone(d.Warnings), func(w string) bool { return !strings.Contains(w, "no cell in") }); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestRowsInOrderOfDates checks the warning of a random split of rows that are in the order of their dates.
func TestRowsInOrderOfDates(t *testing.T) {
	days := map[string]func(i int) int{
		"ascending":  func(i int) int { return i },
		"repeated":   func(i int) int { return i / 3 },
		"descending": func(i int) int { return 90 - i },
		"shuffled":   func(i int) int { return 7 * i % 100 },
		"constant":   func(int) int { return 4 },
	}
	for name, day := range days {
		file := "x,when,y\n"
		for i := range 100 {
			cell := time.Date(2024, 3, 1+day(i), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			if i == 50 {
				cell = ""
			}
			file += fmt.Sprintf("%d,%s,%g\n", i*i%17, cell, math.Sin(float64(i*i)))
		}
		data := mustRead(t, file)
		for _, order := range []string{"", "when", "tests in a second file"} {
			if data.Tests = 0; order == "tests in a second file" {
				data.Tests, order = 20, ""
			}
			d := mustBuild(t, data, experiment.Spec{Data: experiment.Data{Source: experiment.SourceFile}, Target: "y", Task: experiment.Regression,
				Split: experiment.Split{Train: experiment.Part{Fraction: 0.75}, Test: experiment.Part{Fraction: 0.25}, Order: order}})
			warned := slices.ContainsFunc(d.Warnings, func(w string) bool { return strings.Contains(w, `in the order of "when"`) })
			if want := order == "" && data.Tests == 0 && name != "shuffled" && name != "constant"; warned != want {
				t.Errorf("%s, split by %q: %q", name, order, d.Warnings)
			}
		}
	}
}
