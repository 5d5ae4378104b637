//go:build !wasm

package command

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const gradesCSV = "height,grade,y\n1,A,2.1\n2,B,5.8\n3,A,6.2\n4,B,10.1\n5,A,9.8\n6,B,14.2\n7,A,14.1\n8,B,17.7\n"

// TestModelAndPredict checks that a report, and the model file made of it, give the predictions of
// the report for the file of the experiment.
func TestModelAndPredict(t *testing.T) {
	data, folder := write(t, "grades.csv", gradesCSV), t.TempDir()
	spec := write(t, "spec.json", `{"data": {"source": "file", "name": "grades.csv"}, "target": "y", "model": {"gamma": 10}}`)
	report, file, out := filepath.Join(folder, "r.json"), filepath.Join(folder, "m.json"), filepath.Join(folder, "out.csv")
	mustRun(t, "", "solve", spec, "-data", data, "-o", report)
	mustRun(t, "", "model", report, "-o", file)
	text := mustRead(t, report)
	r := mustReport(t, text)
	for _, model := range []string{report, file} {
		mustRun(t, "", "predict", model, "-data", data, "-o", out)
		text := mustRead(t, out)
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != 9 || strings.Join(rows[0], ",") != "height,grade,y,prediction" {
			t.Fatalf("%v: %q", err, text)
		}
		for i, row := range r.Rows.Train {
			f, err := strconv.ParseFloat(rows[1+row][3], 64)
			if err != nil || math.Abs(f-r.Predictions.Train[i]) > 1e-12*math.Abs(f) {
				t.Errorf("row %d: prediction %s, want %v of the report", row, rows[1+row][3], r.Predictions.Train[i])
			}
		}
	}

	// Options give the bounds of the optimisation error and the dependence on a column.
	if bounded := mustRun(t, "", "predict", file, "-data", data, "-errors"); !strings.HasPrefix(bounded, "height,grade,y,prediction,error\n") {
		t.Errorf("with -errors: %.80q", bounded)
	}
	if figure := mustRun(t, "", "plot", file, "-figure", "dependence", "-columns", "height,grade", "-data", data); !strings.Contains(figure, "Partial dependence of y on height and grade") {
		t.Errorf("%.200q", figure)
	}
	for _, c := range []struct{ columns, want string }{{"hight", `did you mean "height"?`}, {"", "give the columns with -columns"}} {
		assertUnusable(t, "", []string{"plot", file, "-figure", "dependence", "-columns", c.columns, "-data", data}, c.want)
	}

	// A report without a model is run again, on the same file.
	var without map[string]any
	if err := json.Unmarshal([]byte(text), &without); err != nil {
		t.Fatal(err)
	}
	delete(without, "model")
	b, err := json.Marshal(without)
	if err != nil {
		t.Fatal(err)
	}
	older := write(t, "older.json", string(b))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"model", older}, "give that with -data FILE"},
		{[]string{"model", older, "-data", write(t, "other.csv", gradesCSV+"9,B,20\n")}, `the file is not the "`},
		{[]string{"model", older, "-data", "../../testdata/import/workbook.xlsx"}, "save the sheet as CSV"},
		{[]string{"predict", file}, "give them with -data FILE"},
		{[]string{"predict", file, "-data", "none.csv"}, "none.csv cannot be read"},
		{[]string{"predict", file, "-data", write(t, "some.csv", "height\n1\n2\n")}, `lack the column "grade"`},
		{[]string{"predict", data, "-data", data}, "the model file is not valid JSON"},
		{[]string{"predict", spec, "-data", data}, `no kind "lplab-model"`},
		{[]string{"predict", file, "-data", "../../testdata/import/workbook.xlsx"}, "save the sheet as CSV"},
	} {
		assertUnusable(t, "", c.args, c.want)
	}
	if again := mustRun(t, "", "model", older, "-data", data); again != mustRead(t, file) {
		t.Error("the model of a report without a model differs")
	}
}

// TestPredictSomeRows checks that rows without a prediction are listed on standard error, and that
// the other rows are predicted.
func TestPredictSomeRows(t *testing.T) {
	data := write(t, "grades.csv", gradesCSV)
	report := mustRun(t, "", "solve", write(t, "spec.json", `{"data": {"source": "file", "name": "grades.csv"}, "target": "y"}`), "-data", data)
	var out, err bytes.Buffer
	status := Main(t.Context(), []string{"predict", "-", "-data", write(t, "rows.csv", "grade,height\nA,tall\nB,3\n,4\n")}, strings.NewReader(report), &out, &err)
	if status != Done || !strings.Contains(err.String(), `2 of 3 rows have no prediction: row 1: column "height" holds "tall", which is not a number; row 3: column "grade" has a missing cell`) {
		t.Errorf("status %d, %q", status, err.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 4 || lines[1] != "A,tall," || lines[3] != ",4," || strings.HasSuffix(lines[2], ",") {
		t.Errorf("%q", lines)
	}

	// A result replaces a file, also one that a link leads to, and nothing else.
	rows, dir := write(t, "rows.csv", "grade,height\nB,3\n"), t.TempDir()
	file, link, absent, pipe := filepath.Join(dir, "file.csv"), filepath.Join(dir, "link"), filepath.Join(dir, "absent"), filepath.Join(dir, "pipe")
	for _, err := range []error{os.WriteFile(file, nil, 0o600), os.WriteFile(file+".part", []byte("mine"), 0o600), os.Symlink(file, link), os.Symlink("new.csv", absent)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	read := make(chan string, 1)
	if exec.Command("mkfifo", pipe).Run() == nil {
		go func() {
			text, _ := os.ReadFile(pipe)
			read <- string(text)
		}()
	} else {
		pipe = file
	}
	for _, name := range []string{link, absent, pipe} {
		if status, _, stderr := run(t, report, "predict", "-", "-data", rows, "-o", name); status != Done {
			t.Errorf("%s: %s", name, stderr)
		}
	}
	if pipe != file {
		if text := <-read; !strings.HasPrefix(text, "grade,height,prediction\nB,3,") {
			t.Errorf("the pipe gives %q", text)
		}
	}
	modes := map[string]os.FileMode{"file.csv": 0, "file.csv.part": 0, "link": os.ModeSymlink, "absent": os.ModeSymlink, "new.csv": 0, "pipe": os.ModeNamedPipe}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if mode, ok := modes[e.Name()]; !ok || e.Type() != mode {
			t.Errorf("%s has the type %v", e.Name(), e.Type())
		}
	}
	if text := mustRead(t, file+".part"); text != "mine" {
		t.Errorf("file.csv.part: %q", text)
	}
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 || info.Size() == 0 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestTestFile checks that -test names the file of the test rows for every command that reads data,
// and that it is required if the experiment has such a file.
func TestTestFile(t *testing.T) {
	data, test := write(t, "grades.csv", gradesCSV), write(t, "new.csv", "y,grade,height\n3.2,A,1.5\n19,B,8.5\n")
	spec := write(t, "spec.json", `{"data": {"source": "file", "name": "grades.csv"}, "target": "y", "split": {"train": 1, "test": 0}, "model": {"gamma": 10}}`)
	report := filepath.Join(t.TempDir(), "r.json")
	mustRun(t, "", "solve", spec, "-data", data, "-test", test, "-o", report)
	r := mustReport(t, mustRead(t, report))
	if len(r.Rows.Train) != 8 || len(r.Rows.Test) != 2 || r.Rows.Test[0] != 8 || r.Spec.Data.Test.Name != "new.csv" {
		t.Errorf("rows %v, test file %q", r.Rows, r.Spec.Data.Test.Name)
	}
	predicted := mustRun(t, "", "predict", report, "-data", test)
	for i, line := range strings.Split(strings.TrimSpace(predicted), "\n")[1:] {
		f, err := strconv.ParseFloat(line[strings.LastIndexByte(line, ',')+1:], 64)
		if err != nil || math.Abs(f-r.Predictions.Test[i]) > 1e-12*math.Abs(f) {
			t.Errorf("%s, want %v of the report", line, r.Predictions.Test[i])
		}
	}
	dir := t.TempDir()
	mustRun(t, "", "compare", spec, "-data", data, "-test", test, "-models", "lp", "-o", dir)
	compared := mustReport(t, mustRead(t, filepath.Join(dir, "lp.json")))
	if len(compared.Rows.Test) != 2 || compared.Spec.Data.Test.SHA256 != r.Spec.Data.Test.SHA256 {
		t.Errorf("rows %v", compared.Rows)
	}
	address := mustRun(t, "", "link", "encode", spec, "-data", data, "-test", test)
	linked := mustReport(t, mustRun(t, "", "solve", "https://host/#e="+strings.TrimSpace(address)))
	if !reflect.DeepEqual(linked.Predictions.Test, r.Predictions.Test) {
		t.Errorf("%v, want %v", linked.Predictions.Test, r.Predictions.Test)
	}
	if csv := mustRun(t, "", "plot", report, "-figure", "dependence", "-columns", "height", "-data", data, "-test", test, "-csv"); csv == "" {
		t.Error("the dependence has no numbers")
	}
	site := t.TempDir()
	if err := os.Mkdir(filepath.Join(site, "web"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(site, bundleTemplate), []byte(bundlePlace), 0o666); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "", "bundle", spec, "-data", data, "-test", test, "-rows", "-site", site, "-o", filepath.Join(site, "b.html"))
	of, sample := `{"data": {"source": "file", "name": "grades.csv", "test": {"name": "new.csv"}}, "target": "y"}`, `{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa"}`
	for _, c := range []struct {
		spec, command string
		args          []string
		want          string
	}{
		{of, "solve", []string{"-data", data}, `the experiment's test rows are the file new.csv: give it with -test FILE`},
		{of, "compare", []string{"-data", data}, `the experiment's test rows are the file new.csv: give it with -test FILE`},
		{of, "link encode", []string{"-data", data}, `the experiment's test rows are the file new.csv: give it with -test FILE`},
		{of, "link encode", []string{"-test", test}, `the experiment's data are the file grades.csv: give it with -data FILE`},
		{of, "compare", []string{"-data", data, "-test", "-"}, `the experiment and the data cannot both come from standard input`},
		{sample, "solve", []string{"-test", test}, `-test is given, but the experiment's data.source is "sample"`},
	} {
		assertUnusable(t, c.spec, slices.Concat(strings.Fields(c.command), []string{"-"}, c.args), c.want)
	}
	assertUnusable(t, gradesCSV, []string{"solve", spec, "-data", "-", "-test", "-"}, "the data and the test rows cannot both come from standard input")
}

// TestSelectedModel checks that -selected writes the refit of the report, and that its predictions
// of the test rows have the errors in the report.
func TestSelectedModel(t *testing.T) {
	dir := t.TempDir()
	for _, model := range []string{`{"type":"lasso","lambda":3}`, `{"kernel":{"type":"polynomial","degree":2},"p":"4/3","gamma":3}`} {
		spec := write(t, "spec.json", `{"data":{"source":"sample","name":"prostate"},"target":"lpsa","split":{"train":0.7,"test":0.3},"model":`+model+`,"selection":{"rule":"count","count":3}}`)
		report, file, rows := filepath.Join(dir, "report.json"), filepath.Join(dir, "m.json"), filepath.Join(dir, "rows.csv")
		for _, args := range [][]string{{"solve", spec, "-o", report}, {"model", report, "-selected", "-o", file}, {"predict", file, "-data", "../../core/data/sample/prostate.csv", "-o", rows}} {
			mustRun(t, "", args...)
		}
		r := mustReport(t, mustRead(t, report))
		lines, err := csv.NewReader(strings.NewReader(mustRead(t, rows))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		at, mse := len(lines[0])-1, 0.0 // the predictions are last
		for i, row := range r.Rows.Test {
			f, err := strconv.ParseFloat(lines[1+row][at], 64)
			if err != nil {
				t.Fatal(err)
			}
			mse += (f - r.Actual.Test[i]) * (f - r.Actual.Test[i]) / float64(len(r.Rows.Test))
		}
		if want := *r.Selection.Refit.Metrics["test"].MSE; math.Abs(mse-want) > 1e-10*want {
			t.Errorf("%s: the predictions have the error %g, the report %g", model, mse, want)
		}
	}
}

// TestModelCancelled checks that cancelling the new run of a report is not reported as unusable input.
func TestModelCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	report := mustRun(t, small, "solve", "-")
	without := strings.Replace(report, `"model": {
    "kind"`, `"other": {
    "kind"`, 1)
	if without == report {
		t.Fatal("the report has no model")
	}
	if status, _, stderr := runContext(t, ctx, without, "model", "-"); status != Failed || stderr != "lplab: cancelled\n" {
		t.Errorf("status %d, %q", status, stderr)
	}
}
