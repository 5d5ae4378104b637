package takeaway

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/reports/scoring"
)

// TestProgramsOfDates checks that programs compute the parts of dates in the notation of the file, also
// with missing dates and a time of day.
func TestProgramsOfDates(t *testing.T) {
	programs := newBatch(t)
	for order, layout := range map[string]string{"ymd": "2006-01-02", "dmy": "02/01/2006", "mdy": "1/2/2006", "dotted": "2.1.2006", "short": "2/1/06", "clock": "2006-01-02T15:04:05Z", "named": "2-Jan-06 3PM", "long": "January 2 2006 3:04 PM", "month": "2006-1", "month name": "Jan 2006", "spreadsheet month": "Jan-06", "slash month": "1/2006", "quarter": "2006Q", "quarter first": "Q 2006", "basic": "2006-01-02T150405", "dots": "2006-Jan-02 15.04.05", "dotted short": "02.01.06", "compact": "20060102", "month letter": "2006M01"} {
		for _, missing := range []string{"drop", "mean"} {
			if missing == "mean" && order != "ymd" && order != "mdy" {
				continue
			}
			var file, rows strings.Builder
			format := func(at time.Time) string {
				return strings.Replace(at.Format(layout), "Q", fmt.Sprintf("Q%d", (at.Month()+2)/3), 1)
			}
			file.WriteString("when,x,y\n")
			rows.WriteString("x,when\n")
			day := time.Date(1998, 2, 20, 7, 0, 0, 0, time.UTC)
			for i := range 60 {
				at, x := day.AddDate(0, i, 5*i*i%97).Add(time.Duration(i)*5*time.Hour), float64(i*i%13)
				cell := format(at)
				if i%11 == 10 {
					cell = ""
				}
				fmt.Fprintf(&file, "%s,%g,%g\n", cell, x, x/3+float64(at.Month())+float64(at.Weekday())+0.2*float64(at.Year()-2000)+0.3*float64(at.Hour()))
				fmt.Fprintf(&rows, "%g,%s\n", x+0.5, cell)
			}
			models := []string{`"kernel": {"type": "polynomial", "degree": 2}, "gamma": 1`, `"type": "knn", "k": 3`, `"kernel": {"type": "exponential", "a": "auto"}, "subsample": 10`}
			if order != "ymd" {
				models = models[:1] // dates are read before any model
			}
			for _, model := range models {
				m := runOn(t, `{"data": {"source": "file", "name": "dates.csv", "import": {"dates": "parts"}}, "target": "y", "preprocess": {"missing": "`+missing+`"}, "model": {`+model+`}}`, []byte(file.String()))
				programs.add(order+", "+model, m, rows.String())
				one := format(time.Date(2003, 4, 5, 0, 0, 0, 0, time.UTC)) // ambiguous without other rows
				row := "x,when\n1," + one + "\n"
				if s, err := scoring.Predict(context.Background(), m, strings.NewReader(row), io.Discard); err != nil || s.Unpredicted > 0 {
					t.Errorf("%s, %s: %v, %v", order, one, s, err)
				}
				programs.add(order+", one row", m, row)
			}
			if order != "ymd" && order != "clock" {
				continue // the parts are those of any notation
			}
			formulas := runOn(t, strings.NewReplacer("MONTH", "`when month`", "WEEKDAY", "`when weekday`").Replace(`{"data": {"source": "file", "name": "dates.csv", "import": {"dates": "parts"}}, "target": "y", "basis": ["x", "MONTH^2", "WEEKDAY*x"], "model": {"type": "ridge", "lambda": 0.1}}`), []byte(file.String()))
			programs.add(order+", formulas", formulas, rows.String())
		}
	}
}

// TestProgramsRefuseDates checks that invalid dates have no prediction, and that other rows have one.
func TestProgramsRefuseDates(t *testing.T) {
	m := runOn(t, `{"data": {"source": "file", "name": "dates.csv", "import": {"dates": "parts"}}, "target": "y", "model": {"type": "least-squares"}}`,
		[]byte("when,y\n2024-01-30,1\n2024-02-29,3\n2025-03-31,2\n2023-05-01,7\n2022-06-05,6\n2021-07-04,9\n"))
	assertPredicted(t, m, "when\n2024-02-29\n2024-02-30\n2024-13-01\n2024-04-00\nsoon\n02/05/2024\n5 Feb 2024\n", true, false, false, false, false, false, true)
}

// assertPredicted checks which rows the programs of a model predict.
func assertPredicted(t *testing.T, m *experiment.ModelFile, rows string, want ...bool) {
	t.Helper()
	for i, file := range programs(t, m) {
		path, _ := i.path()
		command := exec.Command(path, file)
		command.Stdin = strings.NewReader(rows)
		out, err := command.Output()
		lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(out), "\r", ""), "\n"), "\n")
		if got := lists.Map(lines, func(line string) bool { return line != "" }); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %q", i.language, err, out)
		}
	}
}
