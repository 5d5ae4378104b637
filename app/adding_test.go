//go:build !wasm

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lplab/core/experiment"
)

var (
	block = regexp.MustCompile("(?s)```\\w+\n(?://|<!--) (.*?)(?: -->)?\n(.*?\n)```")
	place = regexp.MustCompile(`^(?:new file (\S+)|in (\S+), after (.+))$`)
)

// TestAdding applies the pages of web/docs/adding to a copy of the sources and checks that the
// tests, the types of the JavaScript API and the command line include the additions, that the
// lesson is built, and that ARCHITECTURE.md has the number of source files of each page.
func TestAdding(t *testing.T) {
	if testing.Short() {
		t.Skip("left out with -short: it builds a copy of the program")
	}
	copied := copySources(t)
	architecture, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range strings.Fields("loss kernel model method format figure lesson") {
		page, err := os.ReadFile("../web/docs/adding/" + kind + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(page), "\n"); lines > 40 {
			t.Errorf("the page %s has %d lines, more than 40", kind, lines)
		}
		files := 0
		for _, b := range block.FindAllStringSubmatch(string(page), -1) {
			at := place.FindStringSubmatch(b[1])
			if at == nil {
				t.Fatalf("the page %s has a block without a place: %s", kind, b[1])
			}
			if file := at[1] + at[2]; !strings.HasPrefix(file, "web/docs/") {
				files++
			}
			if at[1] != "" {
				write(t, filepath.Join(copied, at[1]), b[2])
			} else {
				insert(t, filepath.Join(copied, at[2]), at[3], b[2])
			}
		}
		row := regexp.MustCompile(fmt.Sprintf(`\| %d \|[^|]*\(web/docs/adding/%s\.md\)`, files, kind))
		if !row.Match(architecture) {
			t.Errorf("ARCHITECTURE.md has no row with the %d files of %s.md", files, kind)
		}
	}

	run := func(name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = copied
		command.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly -trimpath -ldflags=-s") // with -trimpath the build cache does not depend on the directory
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	expect := func(text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s is missing in %.2000s", part, text)
			}
		}
	}
	if unformatted := run("gofmt", "-l", "core"); unformatted != "" {
		t.Errorf("the code of the pages is not formatted: %s", unformatted)
	}
	run("go", "test", "-short", "-vet=off", "-run", "Loss|All|Subgradients|Gap|Prox|Domain|Curve|PositiveSemidefinite|UnitsOfTheTarget|OfOtherLength|Extremes|NamesHave|FormatsAre|LessonsAreTrue/12-slope|FamilyIsPrinted|ModelsRoundTrip",
		"./core/solvers/loss", "./core/spaces/mercer", "./core/solvers/linear", "./core/reports/figure", "./core/experiment", "./core/lab", "./app/command")
	run("go", "run", "./app/typings")
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(copied, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	expect(read("web/docs/model.schema.json"), `"pair-lasso"`)
	expect(read("web/lplab.d.ts"), `| "upper-quartile"`, `"anova" | "min"`, `"cauchy"`, `| "pair-lasso"`, `| "markdown"`, `| "spread"`, `| "monotone"`)

	run("go", "build", "-o", "bin/lplab", "./app")
	type report struct { // experiment.Report would refuse the spec, which only the copy accepts
		Status              experiment.Status
		Actual, Predictions experiment.Parts[float64]
		Solver              struct{ Method string }
	}
	solve := func(model string) (r report) {
		t.Helper()
		write(t, filepath.Join(copied, "spec.json"), `{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "split": {"train": 1, "test": 0}, "model": `+model+`}`)
		run("bin/lplab", "solve", "spec.json", "-o", "report.json")
		if err := json.Unmarshal([]byte(read("report.json")), &r); err != nil || !r.Status.IsSolved() {
			t.Fatalf("%s: %s, %v", model, r.Status, err)
		}
		return r
	}
	below := 0.0
	r := solve(`{"loss": {"type": "upper-quartile"}, "gamma": 1}`)
	for i, f := range r.Predictions.Train {
		if r.Actual.Train[i] < f-1e-6 {
			below++
		}
	}
	if n := float64(len(r.Actual.Train)); below > 0.75*n || below < 0.75*n-10 { // a few rows are fitted exactly
		t.Errorf("%g of %g rows are below their upper quartile", below, n)
	}
	r = solve(`{"type": "kernel-ridge", "kernel": {"type": "cauchy"}, "lambda": 1e-6}`)
	for i, f := range r.Predictions.Train {
		if math.Abs(f-r.Actual.Train[i]) > 1e-3 {
			t.Errorf("row %d: with a tiny lambda the model does not interpolate: %g, actual value %g", i, f, r.Actual.Train[i])
		}
	}
	expect(run("bin/lplab", "model", "report.json", "-as", "python"), "lambda t, x: 1 / (1 + distance(x, t))")
	if r = solve(`{}, "solver": {"method": "monotone", "tolerance": 1e-4, "maxIterations": 100000}`); r.Solver.Method != "monotone" {
		t.Errorf("the method is %q", r.Solver.Method)
	}
	solve(`{"type": "pair-lasso", "lambda": 5}`)
	expect(run("bin/lplab", "plot", "report.json", "-figure", "spread"), "</svg>", "absolute residual")
	run("bin/lplab", "model", "report.json", "-o", "pairs.lplab-model.json")
	expect(run("bin/lplab", "predict", "pairs.lplab-model.json", "-data", "core/data/sample/prostate.csv"), "prediction")
	write(t, filepath.Join(copied, "table.txt"), "| age | height |\n|-----|-------:|\n| 3 | 95.5 |\n| 4 | 103 |\n| 6 | 116 |\n")
	expect(run("bin/lplab", "inspect", "table.txt"), "markdown", "age", "height")

	if _, err := os.Stat(filepath.Join(copied, "web/node_modules/markdown-it")); err != nil {
		t.Skip("the lesson is not built: web/node_modules is missing (make web/node_modules)")
	}
	if err := os.MkdirAll(filepath.Join(copied, "bin/site/web"), 0o755); err != nil {
		t.Fatal(err)
	}
	run("node", "web/build/lessons.mjs", "bin/site", "bin/lplab")
	expect(read("bin/site/lessons/slope.html"), "Lesson 12", "The slope of a line", "Theoria motus")
}

// TestReadme compiles the Go code of README.md.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindSubmatch(readme)
	if code == nil {
		t.Fatal("README.md has no Go code")
	}
	file := filepath.Join(t.TempDir(), "readme.go")
	write(t, file, `package readme

import (
	"context"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/numeric/dense"
	"lplab/core/solvers/loss"
	"lplab/core/solvers/lp"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
)

func use(ctx context.Context, text, file []byte, points dense.Points, y []float64, settings optimize.Settings) (any, any, error) {
	`+string(code[1])+`
	return report, result, err
}
`)
	if out, err := exec.Command("go", "build", file).CombinedOutput(); err != nil {
		t.Errorf("the Go code of README.md: %v\n%s", err, out)
	}
}

// copySources copies the sources to a temporary directory, with a link to the modules of npm.
func copySources(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := strings.TrimPrefix(strings.TrimPrefix(path, root), string(filepath.Separator))
		switch {
		case err != nil:
			return err
		case name == ".git", name == "bin", entry.Name() == "node_modules":
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o755)
		case !entry.Type().IsRegular():
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, name), content, 0o644)
	})
	if err == nil {
		err = os.Symlink(filepath.Join(root, "web/node_modules"), filepath.Join(to, "web/node_modules"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// insert puts text after the one line of a file that begins with anchor.
func insert(t *testing.T, file, anchor, text string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(content), "\n")
	found := 0
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), anchor) {
			lines[i] += text
			found++
		}
	}
	if found != 1 {
		t.Fatalf("%s has %d lines that begin with %s", file, found, anchor)
	}
	write(t, file, strings.Join(lines, ""))
}
