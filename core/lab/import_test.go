package lab

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// TestImportSettings checks that a session reads a file again for other settings, and that
// a run reads it as the inspection does.
func TestImportSettings(t *testing.T) {
	const file = "a;b;y\n1,5;-9;3\n2;1;4,5\n3\n4,5;4;5\n5;5;7,5\n"
	var s Session
	inspect := func(settings string) (table.Inspection, error) {
		t.Helper()
		spec := mustDecode(t, `{"data": {"source": "file", "name": "f.csv", "import": {`+settings+`}}, "target": "y"}`)
		return s.Inspect(spec.Data, []byte(file), 0, "")
	}
	_, err := inspect("")
	refused := new(table.Refused)
	if !errors.As(err, &refused) || refused.Setting != "ragged" || refused.Findings.Delimiter.Value != ";" {
		t.Fatalf("%v, %+v", err, refused)
	}
	for _, c := range []struct {
		settings string
		rows     int
		column   string // name and kind of the second column
		missing  int
	}{
		{`"ragged": "drop"`, 4, "b number", 0},
		{`"ragged": "pad"`, 5, "b number", 1},
		{`"ragged": "drop", "missing": ["-9"]`, 4, "b number", 1},
		{`"ragged": "drop", "header": "no", "decimal": "comma"`, 5, "x2 text", 0},
		{`"format": "delimited", "delimiter": "tab"`, 5, "", 0},
		{`"encoding": "windows-1252", "quote": "literal", "ragged": "drop", "delimiter": "semicolon"`, 4, "b number", 0},
	} {
		in, err := inspect(c.settings)
		if err != nil {
			t.Errorf("%s: %v", c.settings, err)
			continue
		}
		column, missing := "", 0
		if len(in.Columns) > 1 {
			column, missing = in.Columns[1].Name+" "+in.Columns[1].Type, in.Columns[1].Missing
		}
		if in.Rows != c.rows || column != c.column || missing != c.missing {
			t.Errorf("%s: %d rows, second column %q with %d missing", c.settings, in.Rows, column, missing)
		}
	}
	r := mustRun(t, `{"data": {"source": "file", "name": "f.csv", "import": {"ragged": "drop"}}, "target": "y"}`, []byte(file), Options{})
	if n := len(r.Rows.Train) + len(r.Rows.Test); n != 4 || r.Spec.Data.Import.Ragged != "drop" {
		t.Errorf("a run on %d rows, with %+v", n, r.Spec.Data.Import)
	}
}

// TestEveryImportSetting checks that the importer supports every import setting of experiments; it panics
// at an unknown format or encoding.
func TestEveryImportSetting(t *testing.T) {
	settings := map[string][]string{
		"data.import.quote":  {table.QuoteEnclose, table.QuoteLiteral},
		"data.import.dates":  {table.DatesText, table.DatesParts, table.DatesDayFirst, table.DatesMonthFirst},
		"data.import.ragged": {table.RaggedRefuse, table.RaggedDrop, table.RaggedPad},
	}
	for _, f := range experiment.Fields() {
		if !strings.HasPrefix(f.Path, "data.import.") {
			continue
		}
		for _, v := range f.Values {
			spec := experiment.Spec{Data: experiment.Data{Source: experiment.SourceFile, Name: "f"}}
			if err := f.Set(&spec, v.Value); err != nil {
				t.Fatal(err)
			}
			new(Session).Inspect(spec.Data, []byte(csv), 0, "")
			if known := settings[f.Path]; known != nil && !slices.Contains(known, v.Value) {
				t.Errorf("%s %s is unknown", f.Path, v.Value)
			}
			if o := readingOf(spec.Data.Import); o.Format+o.Encoding+o.Quote+o.Ragged+o.Dates+o.Decimal+o.Header == "" && o.Delimiter == 0 {
				t.Errorf("%s %s has no effect", f.Path, v.Value)
			}
		}
	}
}

// TestCodes checks that codes of categories have separate effects, which a linear function of the
// numbers cannot fit.
func TestCodes(t *testing.T) {
	var file strings.Builder
	file.WriteString("code,noise,y\n")
	for i := range 120 {
		fmt.Fprintf(&file, "%d,%d,%d\n", i*i%7%3+1, i*i%13, []int{0, 10, 1}[i*i%7%3]+i%2)
	}
	for imported, least := range map[string]float64{``: -1, `, "import": {"codes": ["code"]}`: 0.95} {
		spec := mustDecode(t, `{"data": {"source": "file", "name": "f.csv"`+imported+`}, "target": "y", "model": {"gamma": 1e6}, "split": {"train": 0.7, "test": 0.3}}`)
		report := mustRunIn(t, new(Session), spec, []byte(file.String()), Options{})
		if r2 := *report.Metrics["test"].R2; r2 < least || least < 0 && r2 > 0.9 {
			t.Errorf("%s: R² %v", imported, r2)
		}
	}
}

// TestDatesAsFeatures checks that a model of the parts of dates finds the month of which the target
// is a function, that the test rows are the latest, and that the model file has the same predictions.
func TestDatesAsFeatures(t *testing.T) {
	var file strings.Builder
	file.WriteString("when,noise,y\n")
	for i := range 200 {
		at := time.Date(2020, 1, 1+5*(i*37%200), 0, 0, 0, 0, time.UTC)
		fmt.Fprintf(&file, "%s,%d,%d\n", at.Format("2006-01-02"), i*i%13, 10*int(at.Month())+i%3)
	}
	spec := mustDecode(t, `{"data": {"source": "file", "name": "f.csv", "import": {"dates": "parts"}}, "target": "y", "model": {"gamma": 1e6}, "split": {"train": 0.7, "test": 0.3, "order": "when"}}`)
	var s Session
	report := mustRunIn(t, &s, spec, []byte(file.String()), Options{})
	if top := report.Weights.Top[0].Label; top != "when month" || *report.Metrics["test"].R2 < 0.99 {
		t.Errorf("the largest weight is of %q, R² %v", top, *report.Metrics["test"].R2)
	}
	data, err := table.Read([]byte(file.String()), readingOf(spec.Data.Import))
	if err != nil {
		t.Fatal(err)
	}
	year, _ := data.Column("when year")
	latest := 0.0
	for _, row := range report.Rows.Train {
		latest = max(latest, year.Number(row))
	}
	for _, row := range report.Rows.Test {
		if year.Number(row) < latest {
			t.Errorf("test row %d is from %v, before %v", row, year.Number(row), latest)
		}
	}
	out := mustPredict(t, mustModel(t, &s), data)
	for i, row := range report.Rows.Test {
		if got, want := out.Scores[0][row], report.Predictions.Test[i]; math.Abs(got-want) > 1e-9*math.Abs(want) {
			t.Errorf("row %d: %v, want %v of the report", row, got, want)
		}
	}
}
