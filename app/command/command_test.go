//go:build !wasm

package command

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// run runs a command line and checks that standard error has at most one line, and none
// after a success.
func run(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	return runContext(t, t.Context(), stdin, args...)
}

func runContext(t *testing.T, ctx context.Context, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	status = Main(ctx, args, strings.NewReader(stdin), &out, &err)
	if lines := strings.Count(err.String(), "\n"); lines > 1 || (status == Done) != (lines == 0) {
		t.Errorf("status %d with standard error %q", status, err.String())
	}
	return status, out.String(), err.String()
}

// mustRun runs a command line that must succeed and returns its standard output.
func mustRun(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	status, stdout, stderr := run(t, stdin, args...)
	if status != Done {
		t.Fatalf("%s: status %d, %s", args[0], status, stderr)
	}
	return stdout
}

// assertUnusable checks that a command line is refused without output, and why.
func assertUnusable(t *testing.T, stdin string, args []string, why ...string) {
	t.Helper()
	status, stdout, stderr := run(t, stdin, args...)
	if status != Unusable || stdout != "" {
		t.Errorf("%q: status %d, standard output %q", args, status, stdout)
	}
	for _, want := range why {
		if !strings.Contains(stderr, want) {
			t.Errorf("%q: standard error %q does not contain %s", args, stderr, want)
		}
	}
}

// mustRead reads a file.
func mustRead(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// mustReport decodes a report.
func mustReport(t *testing.T, text string) *experiment.Report {
	t.Helper()
	r, err := experiment.DecodeReport([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const small = `{"data": {"source": "synthetic", "n": 20, "d": 5, "relevant": 2}, "model": {"gamma": 10}}`

// write writes a file into a temporary directory and returns its path.
func write(t *testing.T, name, body string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(body), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSolve(t *testing.T) {
	report := mustReport(t, mustRun(t, small, "solve", "-"))
	if report.Status != experiment.Converged || len(report.Alpha) != 15 {
		t.Errorf("status %q, %d alphas", report.Status, len(report.Alpha))
	}

	if _, again, _ := run(t, small, "solve", "-", "-o", "-"); len(again) == 0 {
		t.Error("-o - wrote nothing to standard output")
	}

	// From a file to a file, with the flags before the argument.
	spec, out := write(t, "spec.json", small), filepath.Join(t.TempDir(), "report.json")
	if stdout := mustRun(t, "", "solve", "-o", out, spec); stdout != "" {
		t.Fatalf("standard output %q", stdout)
	}
	again := mustReport(t, mustRead(t, out))
	if again.Objective.Dual != report.Objective.Dual {
		t.Errorf("the same experiment gave %v and %v", report.Objective.Dual, again.Objective.Dual)
	}
}

func TestSolveOwnFile(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("a;b;y\n")
	for i := range 20 {
		rows.WriteString(strings.Join([]string{string(rune('0' + i%7)), string(rune('0' + i%3)), string(rune('0' + i%5))}, ";") + "\n")
	}
	spec := `{"data": {"source": "file", "name": "own.csv"}, "target": "y"}`
	stdout := mustRun(t, spec, "solve", "-", "-data", write(t, "own.csv", rows.String()))
	if !strings.Contains(stdout, `"sha256": "`) {
		t.Error("the report has no digest of its file")
	}
}

func TestSolveStoppedShort(t *testing.T) {
	short := strings.Replace(small, `"model"`, `"solver": {"maxIterations": 1, "tolerance": 1e-15}, "model"`, 1)
	status, stdout, stderr := run(t, short, "solve", "-")
	if status != Failed || !strings.Contains(stderr, "did not converge (iteration-limit)") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if !strings.Contains(stdout, `"status": "iteration-limit"`) {
		t.Error("the report is not written")
	}
}

// TestSolveWithAPathStoppedShort checks the error where the model converges but one model of its
// path does not.
func TestSolveWithAPathStoppedShort(t *testing.T) {
	status, stdout, stderr := run(t, `{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "model": {"type": "lasso", "lambda": 1000},
		"search": {"criterion": "path", "lambda": [1e-4, 1000]}, "solver": {"method": "ista", "maxIterations": 60, "tolerance": 1e-6}}`, "solve", "-")
	if status != Failed || !strings.Contains(stderr, "the report is written, but 1 of the 2 models of the path did not converge") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", status, stderr)
	}
	if !strings.Contains(stdout, `"status": "converged"`) || !strings.Contains(stdout, `"status": "iteration-limit"`) {
		t.Error("the report lacks a status")
	}
}

func TestSolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out := filepath.Join(t.TempDir(), "report.json")
	status, stdout, stderr := runContext(t, ctx, small, "solve", "-", "-o", out)
	if status != Failed || stdout != "" || !strings.Contains(stderr, "cancelled") {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}

func TestUnusable(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.json")
	spec := write(t, "spec.json", small)
	for _, c := range []struct {
		stdin string
		args  string // separated by spaces
		says  []string
	}{
		{"", "", []string{"lplab -h"}},
		{"", "solv", []string{`"solv"`, "lplab -h"}},
		{"", "solve", []string{"SPEC.json is missing", "lplab solve -h"}},
		{"", "solve a.json b.json", []string{`"b.json"`}},
		{"", "solve -x a.json", []string{"-x"}},
		{"", "solve -dta a.csv a.json", []string{"-dta is unknown: did you mean -data?"}},
		{"", "help solv", []string{`"solv"`, "lplab -h"}},
		{"", "solve " + missing, []string{missing, "no such file"}},
		{"{", "solve -", []string{"JSON"}},
		{`{"gamma": 1}`, "solve -", []string{"gamma", "model.gamma"}},
		{strings.Replace(small, "10", "-3", 1), "solve -", []string{"model.gamma", "-3"}},
		{small, "solve - -data " + spec, []string{"-data", `"synthetic"`}},
		{`{"data": {"source": "file", "name": "own.csv"}, "target": "y"}`, "solve -", []string{"own.csv", "-data"}},
		{small, "solve - -data -", []string{"standard input"}},
		{small, "solve - -memory 2GB", []string{"-memory", `"2GB"`, "gigabytes"}},
		{small, "solve - -memory 0", []string{"-memory", "above 0"}},
		{small, "solve - -o " + filepath.Join(missing, "report.json"), []string{"-o"}},
		{"", "inspect", []string{"FILE is missing"}},
		{"", "inspect " + missing, []string{missing}},
		{"", "inspect -", []string{"empty"}},
		{"a\n1\n", "inspect - -delimiter ;", []string{"data.import.delimiter", "semicolon"}},
		{"a,b\n1,2\n3\n", "inspect -", []string{"line 3", "drop"}},
		{"", "plot", []string{"REPORT.json is missing", "lplab plot -h"}},
		{"", "plot " + missing, []string{missing, "no such file"}},
		{small, "plot -", []string{"standard input", "not a report", "lplab solve"}},
		{"<svg/>", "plot -", []string{"standard input", "not a report"}},
		{small, "plot - -", []string{"only one"}},
		{small, "plot - -figure wieghts", []string{`"wieghts"`, "did you mean weights?"}},
		{small, "plot - -figure foo", []string{`"foo"`, "the figures are weights, fit, "}},
		{small, "plot - -figure histogram", []string{`"histogram"`, "heat-map"}},
		{"", "plot -x r.json", []string{"-x", "lplab plot -h"}},
		{"", "repro", []string{"NAME is missing", "lplab repro -h"}},
		{"", "repro S.table9", []string{`"S.table9"`, "S.table1", "H.fig25-27"}},
		{"", "repro all -quick -memory none", []string{"-memory"}},
		{"", "repro H.fig12 -o " + spec, []string{"-o"}},
		{"", "trials -sets -1", []string{"-sets is -1", "above 0"}},
		{"", "trials -sets 0", []string{"-sets is 0", "above 0"}},
		{"", "serve extra", []string{`"extra"`}},
		{"", "serve -connections 0", []string{"-connections must be at least 1"}},
		{"", "serve -links-per-hour -1", []string{"limits of links at least 0"}},
		{"", "site " + filepath.Dir(missing), []string{filepath.Dir(missing), "make build"}},
		{small, "plot - -columns x", []string{"-columns", "-figure dependence"}},
		{"5", "plot -", []string{"not a report, which is a JSON object"}},
		{"", "serve -site " + missing, []string{missing, "make build"}},
		{"", "export " + missing + " out", []string{missing, "make build"}},
	} {
		assertUnusable(t, c.stdin, strings.Fields(c.args), c.says...)
	}
}

func TestInspect(t *testing.T) {
	for _, c := range []struct {
		stdin, args, column string
		rows                int
		delimiter, header   string
	}{
		{"a,b\n1,x\n2,y\n3,x\n", "inspect -", "a", 3, ",", "yes"},
		{"a,b\n1,x\n2,y\n3,x\n", "inspect -header no -", "x1", 4, ",", "no"},
		{"a\tb\n1,5\t-9\n2\n4\t5\n", "inspect -delimiter tab -ragged pad -missing -9 -", "a", 3, "\t", "yes"},
	} {
		status, stdout, stderr := run(t, c.stdin, strings.Fields(c.args)...)
		var seen struct {
			Rows     int
			Columns  []struct{ Name, Type string }
			Findings struct {
				Delimiter, Header struct {
					Value, Reason string
					Confidence    float64
				}
			}
		}
		if err := json.Unmarshal([]byte(stdout), &seen); err != nil {
			t.Fatal(err, stderr)
		}
		found := seen.Findings
		if status != Done || seen.Rows != c.rows || len(seen.Columns) != 2 || seen.Columns[0].Name != c.column ||
			found.Delimiter.Value != c.delimiter || found.Header.Value != c.header || found.Header.Reason == "" || found.Header.Confidence == 0 {
			t.Errorf("%s: status %d, %s", c.args, status, stdout)
		}
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"-h"}, {"--help"}, {"help"}, {"solve", "-h"}, {"serve", "--help"}, {"inspect", "-h"}, {"bench", "-h"}, {"plot", "-h"}, {"repro", "-h"}, {"site", "-h"}} {
		if stdout := mustRun(t, "", args...); !strings.Contains(stdout, "lplab") {
			t.Errorf("%v: %q", args, stdout)
		}
	}
	want := mustRun(t, "", "solve", "-h")
	for _, args := range []string{"help solve", "-h solve"} {
		if stdout := mustRun(t, "", strings.Fields(args)...); stdout != want {
			t.Errorf("%s: standard output %q", args, stdout)
		}
	}
	for _, args := range []string{"help", "-h -h"} {
		if stdout := mustRun(t, "", strings.Fields(args)...); !strings.HasPrefix(stdout, "lp Lab "+lab.Engine) {
			t.Errorf("%s: standard output %q", args, stdout)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		progress experiment.Progress
		want     string
	}{
		{experiment.Progress{Phase: "read"}, "read"},
		{experiment.Progress{Phase: "build", Fraction: 0.256}, "build, 26 %"},
		{experiment.Progress{Phase: "build", Fraction: 0.34, Remaining: 11.8}, "build, 34 %, about 12 s left"},
		{experiment.Progress{Phase: "search", Solved: 120, Solves: 300, Fraction: 0.4, Remaining: 11.8}, "search, 120 of 300 solves, about 12 s left"},
		{experiment.Progress{Phase: "solve", Iteration: 5, Gap: 1.2e-8}, "solve, iteration 5, gap 1e-8"},
		{experiment.Progress{Phase: "solve", Iteration: 5, Gap: 1.2e-8, Fraction: 0.4}, "solve, iteration 5, gap 1e-8, pass 40 %"},
	} {
		if got := new(progressLine).describe(c.progress); got != c.want {
			t.Errorf("describe gives %q, want %q", got, c.want)
		}
	}
}

func TestBench(t *testing.T) {
	status, stdout, _ := run(t, "", "bench", "-only", "dexter")
	if status != Done || !strings.Contains(stdout, "left out") || !strings.Contains(stdout, "[H table 2] 2,714 s") {
		t.Errorf("status %d, %q", status, stdout)
	}
	status, stdout, _ = run(t, "", "bench", "-json", "-only", "contract-150")
	var result benchResult
	if err := json.Unmarshal([]byte(stdout), &result); status != Done || err != nil || len(result.Rows) < 2 || !(result.Rows[0].Value > 0) {
		t.Errorf("status %d, %q (%v)", status, stdout, err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-rounds", "0", "-against", program}, {"-rounds", "1", "-against", filepath.Join(t.TempDir(), "none")}} {
		if status, stdout, _ := run(t, "", append([]string{"bench"}, args...)...); status == Done || stdout != "" {
			t.Errorf("%v: status %d, %q", args, status, stdout)
		}
	}
	status, _, stderr := run(t, "", "bench", "-only", "nothing")
	if status != Unusable || !strings.Contains(stderr, `"nothing"`) {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// TestSolveWritesSteps checks that the steps of reweighting are written to standard output as a
// table if the report goes to a file.
func TestSolveWritesSteps(t *testing.T) {
	const spec = `{"data": {"source": "synthetic", "n": 60, "d": 20, "relevant": 2}, "split": {"train": 1}, "model": {"kernel": {"type": "linear"}, "r": "1/2", "gamma": 10}}`
	name := filepath.Join(t.TempDir(), "r.json")
	status, out, complaint := run(t, spec, "solve", "-", "-o", name)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if status != Done || complaint != "" || !strings.HasPrefix(out, "step") || len(lines) < 4 || !strings.HasSuffix(lines[len(lines)-1], "converged") || strings.Fields(lines[len(lines)-1])[2] != "2" {
		t.Errorf("status %d, %s%s", status, out, complaint)
	}
}
