package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
)

const csv = "a,b,y\n1,2,3\n2,1,4\n3,5,5\n4,4,7\n5,1,8\n6,0,9\n7,3,12\n8,8,13\n"

func hashOf(file string) string {
	sum := sha256.Sum256([]byte(file))
	return hex.EncodeToString(sum[:])
}

func TestEverySource(t *testing.T) {
	for _, c := range []struct {
		name, data, target string
		file               []byte
		rows, features     int
	}{
		{"synthetic", `{"source": "synthetic", "n": 40, "d": 7, "relevant": 2, "seed": 3}`, "y", nil, 40, 7},
		{"wpbc", `{"source": "sample", "name": "wpbc"}`, "time", nil, 194, 33}, // 4 rows lack a cell
		{"prostate", `{"source": "sample", "name": "prostate"}`, "lpsa", nil, 97, 8},
		{"inline", `{"source": "inline", "columns": ["a", "b", "y"], "rows": [[1, 2, 3], [2, 0, 1], [4, 1, "5"], [3, 3, 3.5], [1, null, 2]]}`, "y", nil, 4, 2},
		{"file", `{"source": "file", "name": "small.csv"}`, "y", []byte(csv), 8, 2},
		{"hashed file", `{"source": "file", "name": "small.csv", "sha256": "` + hashOf(csv) + `"}`, "y", []byte(csv), 8, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustRun(t, `{"data": `+c.data+`, "target": "`+c.target+`"}`, c.file, Options{})
			if r.Status != experiment.Converged {
				t.Errorf("%s, gap %g", r.Status, r.Objective.Gap)
			}
			if n := len(r.Rows.Train) + len(r.Rows.Test); n != c.rows || len(r.Features) != c.features {
				t.Errorf("%d rows of %d features, want %d of %d", n, len(r.Features), c.rows, c.features)
			}
			if len(r.Alpha) != len(r.Rows.Train) || !slices.Equal(r.AlphaRows, r.Rows.Train) {
				t.Errorf("%d alphas of rows %v, trained on %v", len(r.Alpha), r.AlphaRows, r.Rows.Train)
			}
			if c.file != nil && r.Spec.Data.SHA256 != hashOf(csv) {
				t.Errorf("the report's spec has sha256 %q", r.Spec.Data.SHA256)
			}
		})
	}
}

func TestFileRefusals(t *testing.T) {
	const anyFile = `{"data": {"source": "file", "name": "mine.csv"}, "target": "y"}`
	another := strings.Replace(anyFile, `"}`, `", "sha256": "`+hashOf("something else")+`"}`, 1)
	refuses(t, "no file", anyFile, nil, Options{}, `"mine.csv"`, "choose that file")
	refuses(t, "another file", another, []byte(csv), Options{},
		`"mine.csv"`, hashOf(csv)[:12], hashOf("something else")[:12], "choose the original file", "data.sha256")
	refuses(t, "binary", anyFile, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00"), Options{}, "PNG", "CSV")
	refuses(t, "empty", anyFile, []byte{}, Options{}, "empty")
	refuses(t, "unknown sample", `{"data": {"source": "sample", "name": "iris"}, "target": "y"}`, nil, Options{}, `"iris"`, "wpbc", "prostate")
}

// refuses checks that an experiment is refused with one sentence that has all the
// words.
func refuses(t *testing.T, name, spec string, file []byte, o Options, words ...string) {
	t.Helper()
	s, err := experiment.Decode([]byte(spec))
	var r *experiment.Report
	if err == nil {
		r, err = Run(context.Background(), s, file, o)
	}
	if err == nil || r != nil {
		t.Errorf("%s: accepted", name)
		return
	}
	assertSentence(t, name, err.Error(), words...)
}

func assertSentence(t *testing.T, name, text string, words ...string) {
	t.Helper()
	if strings.ContainsAny(text, "\n") || strings.HasSuffix(text, ".") || strings.Contains(text, "%!") || len(text) < 20 || len(text) > 420 {
		t.Errorf("%s: not one sentence: %q", name, text)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s: %q lacks %q", name, text, w)
		}
	}
}

func TestInspect(t *testing.T) {
	i, err := new(Session).Inspect(experiment.Data{Source: experiment.SourceFile, Name: "small.csv"}, []byte(csv), 0, "")
	if err != nil || i.Rows != 8 || len(i.Columns) != 3 || i.Columns[2].Name != "y" {
		t.Errorf("%+v, %v", i, err)
	}
	if _, err = new(Session).Inspect(experiment.Data{}, nil, 0, ""); err == nil || !strings.Contains(err.Error(), "data.source") {
		t.Errorf("no source: %v", err)
	}
	if _, err = new(Session).Inspect(experiment.Data{Source: experiment.SourceFile, Name: "mine.csv"}, nil, 0, ""); err == nil || !strings.Contains(err.Error(), "mine.csv") {
		t.Errorf("no file: %v", err)
	}
}

const synthetic20 = `"data": {"source": "synthetic", "n": 20, "d": 6, "relevant": 2}, "split": {"train": 0.75, "test": 0.25}, "model": {"gamma": 2`

func TestSubsamplesAreNested(t *testing.T) {
	subsample := func(m int) *experiment.Report {
		return mustRun(t, fmt.Sprintf(`{%s, "subsample": %d, "subsampleSeed": 5}}`, synthetic20, m), nil, Options{})
	}
	large, small := subsample(11), subsample(4)
	if len(large.AlphaRows) != 11 || len(large.Alpha) != 11 || len(small.Alpha) != 4 || !slices.Equal(large.AlphaRows[:4], small.AlphaRows) {
		t.Errorf("rows %v are not the first of %v", small.AlphaRows, large.AlphaRows)
	}
	if slices.IsSorted(large.AlphaRows) {
		t.Errorf("rows %v are not in random order", large.AlphaRows)
	}
	for _, row := range large.AlphaRows {
		if !slices.Contains(large.Rows.Train, row) {
			t.Errorf("row %d is not a training row", row)
		}
	}
	other := mustRun(t, `{`+synthetic20+`, "subsample": 11, "subsampleSeed": 6}}`, nil, Options{})
	if slices.Equal(other.AlphaRows, large.AlphaRows) {
		t.Error("another seed draws the same subsample")
	}
	if whole := subsample(15); !slices.Equal(whole.AlphaRows, whole.Rows.Train) {
		t.Errorf("the subsample of all rows is %v", whole.AlphaRows)
	}
}

// TestSubsamplePredictsEveryTrainingRow checks that predictions are in the order of the
// training rows, and that alpha = gamma (y - f) for the rows of the subsample.
func TestSubsamplePredictsEveryTrainingRow(t *testing.T) {
	for _, strategy := range []string{"tensor", "features"} {
		r := mustRun(t, `{`+synthetic20+`, "subsample": 9}, "solver": {"tolerance": 1e-14, "strategy": "`+strategy+`"}}`, nil, Options{})
		if len(r.Predictions.Train) != 15 || len(r.Predictions.Test) != 5 {
			t.Fatalf("%d and %d predictions, want 15 and 5", len(r.Predictions.Train), len(r.Predictions.Test))
		}
		for k, row := range r.AlphaRows {
			i := slices.Index(r.Rows.Train, row)
			want := r.Gamma * (r.Actual.Train[i] - r.Predictions.Train[i])
			if !close(r.Alpha[k], want, 1e-5) {
				t.Errorf("%s: alpha of row %d is %v, want %v", strategy, row, r.Alpha[k], want)
			}
		}
	}
}

func TestSubsampleTooLarge(t *testing.T) {
	refuses(t, "subsample", `{`+synthetic20+`, "subsample": 16}}`, nil, Options{}, "model.subsample is 16", "15 training rows", "at most")
	_, err := Run(context.Background(), mustDecode(t, `{`+synthetic20+`, "subsample": 16}}`), nil, Options{})
	var field *experiment.FieldError
	if !errors.As(err, &field) || field.Path != "model.subsample" {
		t.Errorf("%v names no field", err)
	}
}

// TestStandardize checks that the objective depends on the units of the columns only
// without standardisation.
func TestStandardize(t *testing.T) {
	run := func(unit float64, standardize bool) *experiment.Report {
		x, y := randomData(14, 3, 8)
		for i := range x {
			x[i][1] = x[i][1]*unit + 7
			x[i][0] *= unit
		}
		return mustRun(t, fmt.Sprintf(`{%s, "target": "y", "preprocess": {"standardize": %v}, "model": {"gamma": 3}}`, inline(x, y), standardize), nil, Options{})
	}
	a, b := run(1, true), run(1e6, true)
	if !close(a.Objective.Dual, b.Objective.Dual, 1e-9*math.Abs(a.Objective.Dual)) {
		t.Errorf("the objective depends on a unit: %v and %v", a.Objective.Dual, b.Objective.Dual)
	}
	assertVector(t, "prediction", a.Predictions.Test, b.Predictions.Test, 1e-6)
	a, b = run(1, false), run(1e3, false)
	if close(a.Objective.Dual, b.Objective.Dual, 1e-3*math.Abs(a.Objective.Dual)) {
		t.Errorf("the objective does not depend on a unit: %v and %v", a.Objective.Dual, b.Objective.Dual)
	}
}
