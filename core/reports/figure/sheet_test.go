package figure_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"lplab/core/experiment"
	"lplab/core/reports/figure"
)

// numeral matches a negative number at the start of a line that is one cell with another separator.
var numeral = regexp.MustCompile(`^-\d[^;|\t]*`)

// TestNoCellIsAFormula checks that, with any names of title, columns and classes, no cell of
// the table of a figure is a formula of a spreadsheet.
func TestNoCellIsAFormula(t *testing.T) {
	names := []string{`=HYPERLINK("http://example.org")`, "+1+1", "-2+3|cmd", "@SUM(A1)", "＝1", "a;=1+1", "b\";\" =2&\"", "c|@d", "y"}
	rows := make([][]any, 40)
	for i := range rows {
		for j := range names[1:] {
			rows[i] = append(rows[i], float64((i+1)*(i+3*j+2)%(7+2*j)))
		}
		rows[i] = append(rows[i], []string{"=a", "@b"}[i*i%5%2])
	}
	data, err := json.Marshal(map[string]any{"source": "inline", "columns": names, "rows": rows})
	if err != nil {
		t.Fatal(err)
	}
	r := solve(t, fmt.Sprintf(`{"title": "=1+1", "data": %s, "target": "y", "task": "classification", "split": {"train": 0.7, "test": 0.3},
		"model": {"loss": {"type": "logistic"}}, "search": {"criterion": "cross-validation", "gamma": [0.1, 1], "folds": 3}, "selection": {"resamples": 4}}`, data))
	other := clone(t, r)
	other.Spec.Title = "\n=2"
	listed, guarded := 0, 0
	for _, k := range figure.Kinds() {
		for _, reports := range [][]*experiment.Report{{r}, {r, other}} {
			text, err := k.CSV(reports...)
			if err != nil {
				continue // the figure needs other reports
			}
			listed++
			for _, separator := range ",;|\t" { // programs have different separators
				reader := csv.NewReader(strings.NewReader(string(text)))
				reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = separator, separator != ',', -1
				records, err := reader.ReadAll()
				if err != nil {
					t.Fatalf("%s: %v", k.Name, err)
				}
				for _, cell := range slices.Concat(records...) {
					cell = strings.TrimLeft(cell, ` "`)
					first, _ := utf8.DecodeRuneInString(cell)
					_, err := strconv.ParseFloat(cell, 64)
					if err != nil && strings.ContainsRune("=+-@＝＋－＠\t\r\n", first) && !numeral.MatchString(cell) && cell != "" {
						t.Errorf("%s: the cell %q is a formula with the separator %q", k.Name, cell, separator)
					}
					if strings.HasPrefix(cell, "'") {
						guarded++
					}
				}
			}
		}
	}
	if listed < 10 || guarded < 10 {
		t.Errorf("%d lists with %d guarded cells", listed, guarded)
	}
}
