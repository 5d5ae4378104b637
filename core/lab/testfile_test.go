package lab

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// twoFiles returns a data file, a test file of the same columns in another order with one more
// column, and both as one file.
func twoFiles() (data, test, joined string) {
	var first, second, both strings.Builder
	first.WriteString("x,kind,y\n")
	second.WriteString("extra,y,kind,x\n")
	both.WriteString("x,kind,y\n")
	for i := range 60 {
		x, kind := float64(i*i%17)/4, []string{"red", "green", "blue"}[i*i%7%3]
		y := 2*x - x*x/9 + float64(len(kind)) + 0.1*float64(i%5)
		line := fmt.Sprintf("%g,%s,%g\n", x, kind, y)
		both.WriteString(line)
		if i < 40 {
			first.WriteString(line)
		} else {
			fmt.Fprintf(&second, "%d,%g,%s,%g\n", i, y, kind, x)
		}
	}
	return first.String(), second.String(), both.String()
}

// TestTestFile checks that the rows of a test file are the test rows, coded by the training rows, as
// in one file with listed rows.
func TestTestFile(t *testing.T) {
	data, test, joined := twoFiles()
	spec := func(more string) experiment.Spec {
		return mustDecode(t, `{"data": {"source": "file", "name": "a.csv"`+more+`, "model": {"kernel": {"type": "polynomial", "degree": 2}, "gamma": 3}}`)
	}
	session := &Session{Test: []byte(test)}
	ofTwo := mustRunIn(t, session, spec(`, "test": {"name": "b.csv"}}, "target": "y", "split": {"train": 0.6, "validation": 0.2, "test": 0.2, "seed": 4}`), []byte(data), Options{})
	if n := [3]int{len(ofTwo.Rows.Train), len(ofTwo.Rows.Validation), len(ofTwo.Rows.Test)}; n != [3]int{30, 10, 20} {
		t.Fatalf("%v rows, want 3/4 of 40, the rest of these, and all 20 of the test file", n)
	}
	if len(ofTwo.Spec.Data.SHA256) != 64 || len(ofTwo.Spec.Data.Test.SHA256) != 64 {
		t.Errorf("hashes %q and %q", ofTwo.Spec.Data.SHA256, ofTwo.Spec.Data.Test.SHA256)
	}
	ofOne := mustRunIn(t, new(Session), spec(`}, "target": "y", "split": `+compact(ofTwo.Rows)), []byte(joined), Options{})
	if !reflect.DeepEqual(ofTwo.Predictions, ofOne.Predictions) || !reflect.DeepEqual(ofTwo.Metrics, ofOne.Metrics) {
		t.Errorf("metrics %+v, with one file %+v", ofTwo.Metrics, ofOne.Metrics)
	}
	inline, err := session.Inline(experiment.Document{Spec: ofTwo.Spec}, []byte(data))
	if err != nil {
		t.Fatal(err)
	}
	within := mustRunIn(t, new(Session), inline.Spec, nil, Options{})
	if mse, want := *within.Metrics["test"].MSE, *ofTwo.Metrics["test"].MSE; math.Abs(mse-want) > 1e-12 {
		t.Errorf("rows in the experiment: MSE %v, want %v", mse, want)
	}

	// The model does not depend on the test rows.
	other := &Session{Test: []byte("x,kind,y,day\n900%,violet,1,20240131\n,red,2,20240201\n3%,red,5,20240202\n")}
	changed, err := other.Run(context.Background(), spec(`, "test": {"name": "c.csv"}}, "target": "y", "split": {"train": 0.6, "validation": 0.2, "test": 0.2, "seed": 4}`), []byte(data), Options{})
	if err != nil || !reflect.DeepEqual(changed.Alpha, ofTwo.Alpha) || len(changed.Rows.Test) != 2 {
		t.Errorf("%v; the model depends on the test rows, or a row with a missing cell is among these", err)
	}
	if want := `column "x" has nothing beside its numbers in the data file, and "%" in the test file: write all in one unit`; !slices.Contains(changed.Warnings, want) {
		t.Errorf("warnings %q, want %q", changed.Warnings, want)
	}
	for _, warning := range changed.Warnings {
		if strings.HasSuffix(warning, "not a feature") || strings.HasSuffix(warning, "not features") {
			t.Errorf("the warning %q of a file of two rows is not of their use", warning)
		}
	}

	grouped := mustRunIn(t, session, spec(`, "test": {"name": "b.csv"}}, "target": "y", "features": ["x"], "split": {"train": 1, "test": 0, "groups": "kind"}`), []byte(data), Options{})
	if want := `the test file has 20 rows in groups of "kind" that the data file has too, so the test error can be smaller than for new groups`; !slices.Contains(grouped.Warnings, want) {
		t.Errorf("warnings %q, want %q", grouped.Warnings, want)
	}
}

func TestTestFileRefused(t *testing.T) {
	data, test, _ := twoFiles()
	for _, c := range []struct{ data, test, more, want string }{
		{data, "", ``, `the experiment uses the test file "b.csv", which it does not contain: choose that file`},
		{data, "x,y\n1,2\n3,4\n", ``, `the test file "b.csv" lacks the column "kind" of the data file: add what is missing, or choose another file`},
		{data, "a,b\n1,2\n3,4\n", ``, `the test file "b.csv" lacks the 3 columns "x", "kind" and "y" of the data file: add what is missing, or choose another file`},
		{data, "x,kind,y\n1,red,2\nmuch,red,3\nmore,blue,4\n", ``, `column "x" holds numbers in the data file, and "much" in row 2 of the test file "b.csv": correct that cell, or remove its row`},
		{data, "x,kind,y\nnAn,red,2\n1,red,3\n2,blue,4\n", ``, `column "x" holds numbers in the data file, and "nAn" in row 1 of the test file "b.csv": correct that cell, or remove its row`},
		{data, "x,kind,y\n1,red\n", ``, `test file "b.csv": `},
		{data, test, `, "split": {"train": [0, 1, 2], "test": [3]}`, `split.train is a list of rows: the test rows are those of the test file; give fractions, or leave data.test out`},
		{"1 1:2 3:1\n2 1:1\n3 2:5\n", test, ``, `the test file "b.csv" cannot go with a file in the LIBSVM format`},
	} {
		s := mustDecode(t, `{"data": {"source": "file", "name": "a.csv", "test": {"name": "b.csv"}}, "target": "y"`+c.more+`}`)
		var bytes []byte
		if c.test != "" {
			bytes = []byte(c.test)
		}
		_, err := (&Session{Test: bytes}).Run(context.Background(), s, []byte(c.data), Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v\nwant %s", c.test, err, c.want)
		}
	}
	for more, want := range map[string]string{`"source": "file", "name": "a.csv"`: "a test file is given, but", `"source": "sample", "name": "prostate"`: `a data file is given, but the experiment's data.source is "sample"`} {
		s := mustDecode(t, `{"data": {`+more+`}, "target": "y"}`)
		if _, err := (&Session{Test: []byte(test)}).Run(context.Background(), s, []byte(data), Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", more, err)
		}
	}
	if _, err := experiment.Decode([]byte(`{"data": {"source": "file", "name": "a.csv", "test": {"name": "b.csv", "sha256": "12"}}, "target": "y"}`)); err == nil || !strings.Contains(err.Error(), "data.test.sha256") {
		t.Error(err)
	}
}
