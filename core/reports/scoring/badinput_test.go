package scoring

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lplab/core/experiment"
)

// TestBadRows checks that problems of rows to predict are reported with the row and the column, and
// that the other rows have predictions.
func TestBadRows(t *testing.T) {
	plain, dates := logistic(t, "drop"), ofDates(t)
	for _, c := range []struct {
		name, file, refused, noted string
		predicted                  int
	}{
		{"dates with the month first", "when,share\n02/13/2024,12%\n02/05/2024,8%\n", "", "", 2},
		{"ambiguous dates", "when,share\n02/05/2024,12%\n02/07/2024,8%\n", `column "when" has dates with an ambiguous day and month: write them as 2024-01-31`, "", 0},
		{"cells that are no dates", "when,share\n2024-02-05,8%\nsoon,8%\n2024-02-30,8%\n,8%\n", "", `3 of 4 rows have no prediction: row 2: column "when" holds "soon", which is no date; row 3: column "when" holds "2024-02-30", which is no date; row 4: column "when" has a missing cell`, 1},
		{"no dates", "when,share\n2024,8%\n", "", `row 1: column "when" holds "2024", which is no date`, 0},
		{"a column of dates that is missing", "day,share\n2024-02-05,8%\n", `the rows to predict lack the column "when", which`, "", 0},
		{"shares without a percent sign", "when,share\n2024-02-05,0.12\n", "", `column "share" has "%" beside its numbers in the training rows, and nothing in the rows to predict: write all in one unit`, 1},
		{"a missing column", "grade\nA\n", `the rows to predict lack the column "x"`, "", 0},
		{"two missing columns", "y\n1\n", `the rows to predict lack the 2 columns "x" and "grade"`, "", 0},
		{"texts for numbers", "x,grade\ntall,A\nshort,B\n", "", `2 of 2 rows have no prediction: row 1: column "x" holds "tall", which is not a number; row 2: column "x" holds "short", which is not a number`, 0},
		{"numbers for a category", "x,grade\n1,7\n2,A\n", "", `column "grade": 1 cell has a level that is not in the training rows, such as "7"; its features are their training means`, 2},
		{"an unseen level", "x,grade\n1,Z\n", "", `column "grade": 1 cell has a level that is not in the training rows`, 1},
		{"a NaN", "x,grade\nNaN,A\n1,B\n", "", `1 of 2 rows have no prediction: row 1: column "x" has a missing cell`, 1},
		{"an infinity", "x,grade\ninf,A\n1,B\n", "", `row 1: column "x" has a missing cell`, 1},
		{"a missing cell", "x,grade\n1,\n2,B\n", "", `row 1: column "grade" has a missing cell; to predict rows with missing cells, set “Missing cells” (preprocess.missing) to the mean`, 1},
		{"a short row", "x,grade\n1\n2,B\n", "line 2 has 1 cell where most lines have 2: give every line as many cells as the header, or remove such lines", "", 0},
		{"blank rows at the end", "x,grade\n,\n2,B\n,\n,\n\n", "", `3 of 4 rows have no prediction: rows 1, 3 and 4: column "x" has a missing cell`, 1},
		{"many missing cells", "x,grade\n" + strings.Repeat("NA,A\n", 8) + "1,\n2,B\n", "", `9 of 10 rows have no prediction: rows 1, 2, 3, 4, 5 and 3 more: column "x" has a missing cell; row 9: column "grade" has a missing cell`, 1},
		{"more reasons than are listed", "x,grade\na,A\nb,A\nc,A\nd,A\ne,A\nf,A\n2,B\n", "", `row 5: column "x" holds "e", which is not a number; ...`, 1},
		{"nothing", "", "empty", "", 0},
		{"a header alone", "x,grade\n", "no rows", "", 0},
	} {
		var out bytes.Buffer
		m := plain
		if strings.Contains(c.file, "share") {
			m = dates
		}
		s, err := Predict(context.Background(), m, strings.NewReader(c.file), &out)
		if c.refused != "" {
			if err == nil || !strings.Contains(err.Error(), c.refused) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
				t.Errorf("%s: %v, want %q; %q is written", c.name, err, c.refused, &out)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if !strings.Contains(s.String(), c.noted) || strings.Contains(s.String(), "to predict rows with") != strings.Contains(c.noted, "has a missing cell") || s.Rows-s.Unpredicted != c.predicted || len(lines) != 1+s.Rows {
			t.Errorf("%s: %q, %d of %d predicted, %d lines; want %q and %d", c.name, s, s.Rows-s.Unpredicted, s.Rows, len(lines), c.noted, c.predicted)
		}
	}
}

// ofDates returns a model of dates as 2024-01-31 and of shares with a percent sign.
func ofDates(t *testing.T) *experiment.ModelFile {
	t.Helper()
	var file strings.Builder
	file.WriteString("when,share,y\n")
	for i := range 40 {
		day := time.Date(2024, 1, 1+9*i, 0, 0, 0, 0, time.UTC)
		fmt.Fprintf(&file, "%s,%d%%,%d\n", day.Format(time.DateOnly), i*i%17, int(day.Month())+i*i%17)
	}
	m, _ := modelOf(t, decode(t, `{"data": {"source": "file", "name": "f.csv", "import": {"dates": "parts"}}, "target": "y", "split": {"train": 1}, "model": {"type": "ridge"}}`), []byte(file.String()))
	return m
}
