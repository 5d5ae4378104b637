package lab

import (
	"fmt"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestExtrapolations checks that test rows outside the range of the training rows, and those predicted outside the range
// of their targets, are named if R² is another one without them, and only then; and so is a row with a target far from the mean.
func TestExtrapolations(t *testing.T) {
	run := func(model string, y func(a, size int) int, far ...[3]float64) *experiment.Report { // rows after the others
		var file strings.Builder
		file.WriteString("a,size,y\n")
		rows := []string{}
		for i := range 40 {
			a, size := i*i%7, 100+i%13
			fmt.Fprintf(&file, "%d,%d,%d\n", a, size, y(a, size))
			rows = append(rows, fmt.Sprint(i))
		}
		for k, row := range far {
			fmt.Fprintf(&file, "%g,%g,%g\n", row[0], row[1], row[2])
			rows = append(rows, fmt.Sprint(40+k))
		}
		r := mustRun(t, fmt.Sprintf(`{"data": {"source": "file", "name": "f.csv"}, "target": "y", "model": %s, "split": {"train": [%s], "test": [%s]}}`,
			model, strings.Join(rows[:30], ","), strings.Join(rows[30:], ",")), []byte(file.String()), Options{})
		return r
	}
	const row = "so the model extrapolates: in row 40 of the data (counted from 0) \"size\" is 900, and 100 to 112 in the training rows; "
	const least, products = `{"type": "least-squares"}`, `{"type": "lp", "p": 2, "gamma": 1e6, "kernel": {"type": "polynomial", "degree": 2, "constant": 1}}`
	sum, product := func(a, size int) int { return a + size - 100 }, func(a, size int) int { return a * (size - 100) }
	noisy := func(a, size int) int { return 2*a + 5*size%13 }
	for _, c := range []struct {
		model string
		y     func(a, size int) int
		far   [][3]float64
		want  string
	}{
		{least, sum, [][3]float64{{1, 900, 5}}, "1 test row is far outside the range of the training rows, " + row + "without it R² on the test rows is 1.00; check the row"},
		{least, sum, [][3]float64{{1, 900, 5}, {1, -5.5, 6}}, "2 test rows are far outside the range of the training rows, " + row + "without them R² on the test rows is 1.00; check the rows"},
		{least, sum, [][3]float64{{1, 123, 5}}, ""},  // within the width of the range
		{least, sum, [][3]float64{{1, 126, 27}}, ""}, // outside, and predicted well
		{products, product, [][3]float64{{8, 123, 5}}, "1 test row is predicted far outside the range of the training targets, so the model extrapolates: the prediction of row 40 of the data (counted from 0) is 184, and the training targets are 0 to 48; without it R² on the test rows is 1.00; check the row"},
		{products, product, [][3]float64{{8, 123, 184}}, ""},
		{least, noisy, [][3]float64{{8, 106, 22}}, "the score depends on row 40 of the data (counted from 0), with the target 22: without it R² on the test rows is -0.20"},
	} {
		got := ""
		for _, w := range run(c.model, c.y, c.far...).Warnings {
			if strings.Contains(w, "extrapolates") || strings.Contains(w, "the score depends on") {
				got = w
			}
		}
		if got != c.want {
			t.Errorf("%s, %v: %s, want %s", c.model, c.far, got, c.want)
		}
	}
}
