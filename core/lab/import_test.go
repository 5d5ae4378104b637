package lab

import (
	"errors"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/table"
)

// A session reads a file anew where it is to be read otherwise, and a run reads it
// as its inspection did.
func TestImportSettings(t *testing.T) {
	const file = "a;b;y\n1,5;-9;3\n2;1;4,5\n3\n4,5;4;5\n5;5;7,5\n"
	var s Session
	inspect := func(settings string) (table.Inspection, error) {
		t.Helper()
		spec, err := experiment.Decode([]byte(`{"data": {"source": "file", "name": "f.csv", "import": {` + settings + `}}, "target": "y"}`))
		if err != nil {
			t.Fatal(err)
		}
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
		column   string // the second: its name, kind and missing cells
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

// Every setting that an experiment may have is one that the importer knows.
func TestEveryImportSetting(t *testing.T) {
	for _, f := range experiment.Fields() {
		if !strings.HasPrefix(f.Path, "data.import.") {
			continue
		}
		for _, v := range f.Values {
			spec := experiment.Spec{Data: experiment.Data{Source: experiment.SourceFile, Name: "f"}}
			if err := f.Set(&spec, v.Value); err != nil {
				t.Fatal(err)
			}
			if _, err := Inspect(spec.Data, []byte(csv)); err != nil && strings.Contains(err.Error(), "unknown") {
				t.Errorf("%s %s: %v", f.Path, v.Value, err)
			}
			if o := ReadingOf(spec.Data.Import); o.Format+o.Encoding+o.Quote+o.Ragged == "" && o.Delimiter == 0 && o.Decimal == 0 && o.Header == table.Detect {
				t.Errorf("%s %s means nothing", f.Path, v.Value)
			}
		}
	}
}
