package lab

import (
	"fmt"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestExtrapolations checks that test rows outside the range of the training rows are named if R² is another one
// without them, and only then.
func TestExtrapolations(t *testing.T) {
	run := func(far ...[2]float64) *experiment.Report { // size and y of rows after the others
		var file strings.Builder
		file.WriteString("a,size,y\n")
		rows := []string{}
		for i := range 40 {
			fmt.Fprintf(&file, "%d,%d,%d\n", i*i%7, 100+i%13, i*i%7+i%13)
			rows = append(rows, fmt.Sprint(i))
		}
		for k, row := range far {
			fmt.Fprintf(&file, "1,%g,%g\n", row[0], row[1])
			rows = append(rows, fmt.Sprint(40+k))
		}
		spec, err := experiment.Decode([]byte(fmt.Sprintf(`{"data": {"source": "file", "name": "f.csv"}, "target": "y", "model": {"type": "least-squares"}, "split": {"train": [%s], "test": [%s]}}`,
			strings.Join(rows[:30], ","), strings.Join(rows[30:], ","))))
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(t.Context(), spec, []byte(file.String()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const row = "so the model extrapolates: in row 40 of the data (counted from 0) \"size\" is 900, and 100 to 112 in the training rows; "
	for _, c := range []struct {
		far  [][2]float64
		want string
	}{
		{[][2]float64{{900, 5}}, "1 test row is far outside the range of the training rows, " + row + "without it R² on the test rows is 1.00; check the row"},
		{[][2]float64{{900, 5}, {-5.5, 6}}, "2 test rows are far outside the range of the training rows, " + row + "without them R² on the test rows is 1.00; check the rows"},
		{[][2]float64{{123, 5}}, ""},  // within the width of the range
		{[][2]float64{{126, 27}}, ""}, // outside, and predicted well
	} {
		got := ""
		for _, w := range run(c.far...).Warnings {
			if strings.Contains(w, "extrapolates") {
				got = w
			}
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.far, got, c.want)
		}
	}
}
