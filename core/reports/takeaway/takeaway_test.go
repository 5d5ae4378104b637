package takeaway

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lplab/core/data/sample"
	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/scoring"
)

// run fits the model of an experiment without a file.
func run(t *testing.T, spec string) *experiment.ModelFile {
	t.Helper()
	return runOn(t, spec, nil)
}

// runOn fits a model to a file.
func runOn(t *testing.T, spec string, file []byte) *experiment.ModelFile {
	t.Helper()
	s, err := experiment.Decode([]byte(spec))
	if err != nil {
		t.Fatalf("%v\n%.300s", err, spec)
	}
	var session lab.Session
	if _, err := session.Run(context.Background(), s, file, lab.Options{}); err != nil {
		t.Fatal(err)
	}
	m, err := session.Model(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// interpreters run the generated programs, if they are installed.
var interpreters = []interpreter{
	{"javascript", "node", "js"}, {"python", "python3", "py"}, {"r", "Rscript", "R"},
}

type interpreter struct{ language, command, extension string }

// path returns the program that runs a language, and false if it is not run; see TestInterpreters.
func (i interpreter) path() (path string, ok bool) {
	if testing.Short() && i.language != "javascript" {
		return "", false
	}
	path, err := exec.LookPath(i.command)
	return path, err == nil
}

// programs writes the programs of a model that can be run, and returns their files.
func programs(t *testing.T, m *experiment.ModelFile) map[interpreter]string {
	t.Helper()
	files := map[interpreter]string{}
	for _, i := range interpreters {
		text, err := Write(m, i.language)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := i.path(); ok {
			files[i] = filepath.Join(t.TempDir(), "model."+i.extension)
			if err := os.WriteFile(files[i], []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return files
}

// batch has the programs of a test. An interpreter is started once for all of them, to save
// time.
type batch struct {
	t      *testing.T
	trials map[string][]trial // by language
}

// trial is a program and its expected predictions.
type trial struct {
	name, program, rows, out string // the files of the program, its input and its output
	m                        *experiment.ModelFile
	want                     []string
	scale                    float64 // of the predictions
}

// newBatch returns a batch. Its programs are run at the end of the test.
func newBatch(t *testing.T) *batch {
	b := &batch{t, map[string][]trial{}}
	t.TempDir() // is removed after the cleanup that follows
	t.Cleanup(b.run)
	return b
}

// add adds the programs of a model for the rows of a file. Their output must be the predictions of
// lplab predict to 1e-10 of their scale, with the same rows without a prediction.
func (b *batch) add(name string, m *experiment.ModelFile, rows string) {
	t := b.t
	t.Helper()
	var out bytes.Buffer
	if _, err := scoring.Predict(context.Background(), m, strings.NewReader(rows), &out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	commas := bytes.Contains(out.Bytes(), []byte(";prediction")) // decimal commas, as in the rows
	predictions := csv.NewReader(&out)
	if commas {
		predictions.Comma = ';'
	}
	records, err := predictions.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := len(records[0]) - len(scoring.Columns(m))
	var want []string
	scale := 0.0
	for _, r := range records[1:] {
		if commas && m.Classes == nil {
			r[at] = strings.Replace(r[at], ",", ".", 1)
		}
		want = append(want, r[at])
		if f, err := strconv.ParseFloat(r[at], 64); err == nil && m.Classes == nil {
			scale = max(scale, math.Abs(f))
		}
	}
	for _, i := range interpreters {
		text, err := Write(m, i.language)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, ok := i.path(); !ok {
			continue
		}
		folder := t.TempDir()
		c := trial{name, filepath.Join(folder, "model."+i.extension), filepath.Join(folder, "rows.csv"), filepath.Join(folder, "out"), m, want, scale}
		for file, text := range map[string]string{c.program: text, c.rows: rows} {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		b.trials[i.language] = append(b.trials[i.language], c)
	}
}

// run runs the programs and checks their output.
func (b *batch) run() {
	for _, i := range interpreters {
		path, _ := i.path()
		trials := b.trials[i.language]
		var commands []*exec.Cmd
		switch {
		case len(trials) == 0:
		case i.language == "python":
			commands = []*exec.Cmd{inPython(path, trials)}
		case i.language == "r":
			commands = []*exec.Cmd{inR(path, trials)}
		default:
			for _, c := range trials {
				commands = append(commands, exec.Command("sh", "-c", `exec "$0" "$1" <"$2" >"$3"`, path, c.program, c.rows, c.out))
			}
		}
		var problems string
		for _, command := range commands {
			out, err := command.CombinedOutput()
			if problems += string(out); err != nil {
				b.t.Errorf("%s: %v\n%.3000s", i.language, err, out)
			}
		}
		for _, c := range trials {
			c.check(b.t, i.language, problems)
		}
	}
}

// inPython returns a command that runs each program in a forked process.
func inPython(path string, trials []trial) *exec.Cmd {
	arguments := []string{"-c", `
import os, runpy, sys
files, failed = sys.argv[1:], False
for program, rows, out in zip(files[::3], files[1::3], files[2::3]):
    child = os.fork()
    if child == 0:
        os.dup2(os.open(rows, os.O_RDONLY), 0)
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT), 1)
        sys.argv = [program]
        runpy.run_path(program, run_name="__main__")
        sys.exit()
    failed |= os.waitpid(child, 0)[1] != 0
sys.exit(failed)`}
	for _, c := range trials {
		arguments = append(arguments, c.program, c.rows, c.out)
	}
	return exec.Command(path, arguments...)
}

// inR returns a command that runs one program after another in a script, without the objects of
// the others, with its rows as standard input.
func inR(path string, trials []trial) *exec.Cmd {
	var script strings.Builder
	for _, c := range trials {
		text, err := os.ReadFile(c.program)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&script, "rm(list = ls())\nfile <- function(name) base::file(if (name == \"stdin\") %q else name)\nsink(%q)\n%s\nsink()\n", c.rows, c.out, text)
	}
	file := filepath.Join(filepath.Dir(trials[0].program), "all.R")
	if err := os.WriteFile(file, []byte(script.String()), 0o666); err != nil {
		panic(err)
	}
	return exec.Command(path, file)
}

// check compares the output of a program with the expected one; problems is the output of all
// commands.
func (c trial) check(t *testing.T, language, problems string) {
	printed, err := os.ReadFile(c.out)
	if err != nil {
		t.Errorf("%s, %s: %v", c.name, language, err)
		return
	}
	got := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(printed), "\r", ""), "\n"), "\n")
	if len(got) != len(c.want) {
		t.Errorf("%s, %s: %d lines for %d rows\n%.500s", c.name, language, len(got), len(c.want), problems)
		return
	}
	for row, w := range c.want {
		f, _ := strconv.ParseFloat(w, 64)
		g, err := strconv.ParseFloat(got[row], 64)
		if c.m.Classes != nil || w == "" {
			if got[row] != w {
				t.Errorf("%s, %s: row %d is predicted as %q, want %q", c.name, language, row+1, got[row], w)
			}
		} else if err != nil || !(math.Abs(f-g) <= 1e-10*c.scale) {
			t.Errorf("%s, %s: row %d is predicted as %q, want %v", c.name, language, row+1, got[row], w)
		}
	}
}

// TestInterpreters reports the languages that the other tests leave out, and requires Node.
func TestInterpreters(t *testing.T) {
	for _, i := range interpreters {
		t.Run(i.language, func(t *testing.T) {
			switch _, ok := i.path(); {
			case ok:
			case i.language == "javascript":
				t.Errorf("%s is not installed", i.command)
			case testing.Short():
				t.Skipf("programs in %s are written but not run: their start takes most of the time of these tests, so -short skips it", i.language)
			default:
				t.Skipf("%s is not installed, so programs in %s are not run", i.command, i.language)
			}
		})
	}
}

// mixedTable returns a table with special characters in names, two categories and missing cells, and its
// rows as CSV.
func mixedTable(t *testing.T) (data, rows string) {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 9))
	d := experiment.Data{Source: experiment.SourceInline, Columns: []string{"u", "the \"year\", né", "class", "sex", "w 2", "y", "yes"}}
	for i := range 30 {
		u, year, w := 0.2+2*r.Float64(), 2000+math.Round(20*r.Float64()), 0.1+r.Float64()
		grade := []string{"A b", "B\"", "C,é"}[r.IntN(3)]
		y := u*u + 0.1*(year-2010)*w + float64(len(grade)) + 0.1*r.NormFloat64()
		row := []any{u, year, grade, []string{"f", "m"}[r.IntN(2)], w, y, map[bool]string{true: "it's", false: `no"`}[y > 5]}
		if i%7 == 3 {
			row[i%5] = nil
		}
		d.Rows = append(d.Rows, row)
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(d.Columns)
	for i, row := range d.Rows {
		cells := make([]string, len(row))
		for j, v := range row {
			switch v := v.(type) {
			case float64:
				cells[j] = strconv.FormatFloat(v, 'g', -1, 64)
			case string:
				cells[j] = v
			}
		}
		switch i {
		case 5:
			cells[0] = "abc"
		case 6:
			cells[2] = "unknown"
		case 8:
			cells[4] = "NA"
		}
		w.Write(cells)
	}
	w.Flush()
	return string(text), b.String()
}

// TestProgramsPredictAsTheCommand checks every kind of function and kernel in each installed
// language.
func TestProgramsPredictAsTheCommand(t *testing.T) {
	programs := newBatch(t)
	data, rows := mixedTable(t)
	tensors := []string{`"linear"`, `"polynomial", "degree": 3, "constant": 0.5`, `"exponential", "a": "auto"`, `"geometric", "radius": "auto"`,
		`"product", "of": [{"type": "linear"}, {"type": "exponential", "a": "auto"}]`}
	pairs := []string{`"linear"`, `"polynomial", "degree": 3, "constant": 0.5`, `"gaussian", "beta": "auto"`, `"anova"`, `"exponential", "a": 0.02`,
		`"scale", "factor": 3, "of": [{"type": "series", "coefficients": [2, 0, 0.01]}]`,
		`"sum", "of": [{"type": "compose", "columns": ["u", "w 2"], "of": [{"type": "min"}]}, {"type": "linear"}]`,
		`"polynomial-of", "coefficients": [1, 0.5], "of": [{"type": "gaussian", "beta": 0.4}]`,
		`"matrix", "A": [[2,0,0,0,0,0,1],[0,1,0,0,0,0,0],[0,0,1,0,0,0,0],[0,0,0,1,0,0,0],[0,0,0,0,1,0,0],[0,0,0,0,0,1,0],[1,0,0,0,0,0,3]]`}
	spec := func(target, missing, rest string) string {
		task := map[bool]string{true: "classification", false: "regression"}[target == "yes"]
		return fmt.Sprintf(`{"data": %s, "target": %q, "task": %q, "features": ["u", "the \"year\", né", "class", "sex", "w 2"], "preprocess": {"missing": %q}, "model": {%s}}`, data, target, task, missing, rest)
	}
	for _, missing := range []string{"drop", "mean"} {
		for _, k := range tensors[:map[string]int{"drop": len(tensors), "mean": 1}[missing]] {
			programs.add(k, run(t, spec("y", missing, `"p": "4/3", "subsample": 12, "kernel": {"type": `+k+`}`)), rows)
		}
		programs.add("logistic", run(t, spec("yes", missing, `"p": "4/3", "loss": {"type": "logistic"}`)), rows)
		programs.add("knn", run(t, spec("yes", missing, `"type": "knn", "k": 2`)), rows)
	}
	programs.add("knn regression", run(t, spec("y", "mean", `"type": "knn", "k": 3`)), rows)
	programs.add("p = 2", run(t, spec("y", "mean", `"p": 2, "kernel": {"type": "exponential", "a": "auto"}`)), rows)
	programs.add("svm", run(t, spec("yes", "mean", `"type": "svm", "kernel": {"type": "gaussian", "beta": "auto"}`)), rows)
	for _, k := range pairs {
		s := spec("y", "drop", `"type": "kernel-ridge", "kernel": {"type": `+k+`}`)
		if strings.Contains(k, "min") {
			s = strings.Replace(s, `"preprocess": {`, `"preprocess": {"standardize": false, `, 1)
			s = strings.Replace(s, `["u", "the \"year\", né", "class", "sex", "w 2"]`, `["u", "w 2"]`, 1)
		}
		programs.add(k, run(t, s), rows)
	}
	// Many terms are written as a list.
	many := run(t, spec("y", "mean", `"p": "4/3", "kernel": {"type": "polynomial", "degree": 6}`))
	if len(many.Functions[0].Terms) <= fewTerms {
		t.Fatal("there are too few terms")
	}
	programs.add("many terms", many, rows)
	for missing, features := range map[string]string{"drop": "", "mean": `"features": ["class", "sex", "w 2"], `} {
		basis := strings.Replace(spec("y", missing, `"type": "ridge", "lambda": 0.5`), `"features": ["u", "the \"year\", né", "class", "sex", "w 2"]`,
			features+"\"basis\": [\"-u^2^0.5\", \"sin(2*pi*u)*`w 2`\", \"log(`w 2`)/(u - 3)\", \"max(u, `w 2`, 1) - min(u, 2)\", \"step(u - 1)*abs(u - 2)\", \"tanh(u) + sqrt(u)*exp(-u) + log10(u)\", \"min(u, (`w 2` - 77)/(`w 2` - 77))\"]", 1)
		programs.add("formulas", run(t, basis), rows+"-1,2001,A b,f,1,,\n1,2001,A b,f,0,,\n3,2001,A b,f,1,,\n1,2001,A b,f,77,,\n")
	}
}

// TestProgramsReadHeaders checks that columns have the names of the model where names repeat, are empty or are long, and rows
// with an empty cell at the end, and empty rows.
func TestProgramsReadHeaders(t *testing.T) {
	programs := newBatch(t)
	long := strings.Repeat("How satisfied are you with the opening hours? ", 2) + "1 = not at all and é = very"
	header := "x,x,,x_2,x," + long + ",y\n"
	file := header
	for i := range 40 {
		file += fmt.Sprintf("%d,%d,%d,%d,%d,%d,%d\n", i%7, i*i%11, i%5, i*3%8, i*i%13, i%4, i*i%17+i%3)
	}
	m := runOn(t, `{"data": {"source": "file", "name": "survey.csv"}, "target": "y", "preprocess": {"missing": "mean"}, "model": {"type": "least-squares"}}`, []byte(file))
	if len(m.Columns) != 6 {
		t.Fatalf("%d columns", len(m.Columns))
	}
	programs.add("header", m, file)
	programs.add("names in single quotes", m, strings.Replace(file, "x,x,", "'x',' x ',", 1))
	programs.add("empty cells at the end", m, "x,x,,x_2,x,"+long+"\n1,2,3,4,5,6,\n6,5,4,3,2,1,\n,,,,,,\n,,,,,,\n\n")
}

// TestProgramsReadOneColumn checks that an empty cell in quotes is a row, and a blank line is none, and that spaces may
// surround quotes.
func TestProgramsReadOneColumn(t *testing.T) {
	programs := newBatch(t)
	file := "u\ty\n"
	for i := range 20 {
		file += fmt.Sprintf("%d\t%d\n", i, i*i%11)
	}
	m := runOn(t, `{"data": {"source": "file", "name": "one.tsv"}, "target": "y", "model": {"type": "least-squares"}}`, []byte(file))
	programs.add("one column", m, "u\n1\n\"\"\n  \n\n 3\n")
	programs.add("spaces after quotes", m, "\"u\" ,\"v\" \n \"1\"  ,\"a \"\" ,b\" \r\n2,\"\" \n\"3\" ,4\n5,\"6\"  ")
}

// TestProgramsReadOtherMarks checks rows with semicolons or tabs between the cells and with decimal commas, as in the file
// of the model.
func TestProgramsReadOtherMarks(t *testing.T) {
	programs := newBatch(t)
	var file strings.Builder
	file.WriteString("u;\"w, in m\";grade;y\n")
	for i := range 30 {
		fmt.Fprintf(&file, "%d,%d;-%d,25;%s;%d,5\n", i%7, i%10, i%5, []string{"A;1", "1,5", "C"}[i%3], i*i%11+i%3)
	}
	european := strings.NewReplacer("A;1", `"A;1"`).Replace(file.String())
	m := runOn(t, `{"data": {"source": "file", "name": "marks.csv"}, "target": "y", "preprocess": {"missing": "mean"}, "model": {"type": "least-squares"}}`, []byte(european))
	if len(m.Columns) != 3 {
		t.Fatalf("%d columns", len(m.Columns))
	}
	programs.add("decimal commas", m, "\ufeff"+european+";2,5;C;\n3;+,75; 1,5 ;\n")
	programs.add("tabs", m, "\"w, in m\"\tgrade\tu\n-1,5\tA;1\t0,25\n-2\tC\t3,5\n")
	programs.add("decimal points", m, "grade;\"w, in m\";u\n1,5;-1.5;0.25\nC;;3.5\n")
	programs.add("spaces before quotes", m, "u, \"w, in m\", \"grade\"\n0.5, \"-2.5\", \"1,5\"\n1.5,  -1.5, \"C\"\n")
	programs.add("windows-1252", m, "u;\"w, in m\";grade\n0,5;-2,5;caf\xe9\n")
}

// TestProgramsReadWrittenNumbers checks numbers with marks between thousands, currencies, units and percent signs, as in the
// file of the model.
func TestProgramsReadWrittenNumbers(t *testing.T) {
	programs := newBatch(t)
	for name, write := range map[string]func(v float64) (cells [4]string){
		"English": func(v float64) [4]string {
			return [4]string{fmt.Sprintf("1,%03.0f,%03.0f", v, 999-v), fmt.Sprintf("$%.2f", v), fmt.Sprintf("(%.1f)", v), fmt.Sprintf("%.0f%%", v)}
		},
		"German": func(v float64) [4]string {
			return [4]string{fmt.Sprintf("1.%03.0f,5", v), fmt.Sprintf("%.0f,25\u00a0€", v), fmt.Sprintf("−%.0f,5", v), fmt.Sprintf("%.0f %%", v)}
		},
		"French": func(v float64) [4]string {
			return [4]string{fmt.Sprintf("1\u00a0%03.0f,5", v), fmt.Sprintf("€ %.0f,25", v), fmt.Sprintf("%.0f m²", v), fmt.Sprintf("%.0f,5", v)}
		},
		"codes": func(v float64) [4]string {
			return [4]string{fmt.Sprintf("USD 1,%03.0f", v), fmt.Sprintf("US$%.2f", v), fmt.Sprintf("-EUR %.1f", v), fmt.Sprintf("%.0f", v)}
		},
		"Swiss": func(v float64) [4]string {
			return [4]string{fmt.Sprintf("1'%03.0f.5", v), fmt.Sprintf("£ -%.2f", v), fmt.Sprintf("%.0fkg", v), fmt.Sprintf("%.1f", v)}
		},
	} {
		file := "a\tb\tc\td\ty\n"
		for i := range 30 {
			cells := write(float64((i*i*i + 7*i) % 97))
			for j := range 3 {
				cells[j] = write(float64((i*i + 11*i*j) % 89))[j]
			}
			file += strings.Join(cells[:], "\t") + fmt.Sprintf("\t%d\n", i*i%13)
		}
		m := runOn(t, `{"data": {"source": "file", "name": "written.tsv"}, "target": "y", "model": {"type": "least-squares"}}`, []byte(file))
		if len(m.Features) != 4 {
			t.Fatalf("%s: %d features", name, len(m.Features))
		}
		programs.add(name, m, file)
	}
}

// TestProgramsRefuseNumbers checks that numbers that are not finite, or can be read in two ways, have no prediction.
func TestProgramsRefuseNumbers(t *testing.T) {
	file := "u\tv\ty\n"
	for i := range 20 {
		file += fmt.Sprintf("%d.5\t%d\t%d\n", i, i*i%7, i*i%11)
	}
	m := runOn(t, `{"data": {"source": "file", "name": "points.tsv"}, "target": "y", "model": {"type": "least-squares"}}`, []byte(file))
	assertPredicted(t, m, "u\tv\n1.234\t1\n1,234\t1\n1e400\t1\n1.5\t1\n$5\t2 kg\n5\t2kg\n(5)\t2\n5\t2 A 1\n", true, false, false, true, true, true, true, false)
	assertPredicted(t, m, "u\tv\n1.234\t1\n1,5\t1\n", false, true) // with decimal commas, 1.234 may be 1234
	m = runOn(t, `{"data": {"source": "file", "name": "points.tsv"}, "target": "y", "model": {"type": "least-squares"}}`, []byte(strings.ReplaceAll(strings.Replace(file, "0.5", "20.5", 1), ".5", ",234,567")))
	assertPredicted(t, m, "u\tv\n1,234\t1\n1,234,567\t1\n", true, true)
	assertPredicted(t, m, "u\tv\n1,23\t1\n1,234\t1\n1,5\t1\n1,234,567\t1\n", true, false, true, true)
}

// TestProgramsOfGoldenModels checks the golden experiments and the bundled tables.
func TestProgramsOfGoldenModels(t *testing.T) {
	programs := newBatch(t)
	files, err := filepath.Glob("../../../testdata/golden/*.json")
	if err != nil || len(files) < 14 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var golden struct {
			Spec json.RawMessage `json:"spec"`
		}
		if err := json.Unmarshal(text, &golden); err != nil {
			t.Fatal(err)
		}
		m := run(t, string(golden.Spec))
		programs.add(filepath.Base(file), m, columnsOf(m, 5))
	}
	for _, s := range []string{
		`{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "model": {"kernel": {"type": "polynomial", "degree": 2}}}`,
		`{"data": {"source": "sample", "name": "wpbc"}, "target": "time", "model": {"kernel": {"type": "polynomial", "degree": 2}}}`,
	} {
		m := run(t, s)
		made, err := sample.Open(m.Experiment.Data.Name)
		if err != nil {
			t.Fatal(err)
		}
		var rows bytes.Buffer
		w := csv.NewWriter(&rows)
		header := make([]string, len(made.Columns))
		for j, c := range made.Columns {
			header[j] = c.Name
		}
		w.Write(header)
		for i := range made.Rows {
			for j, c := range made.Columns {
				header[j] = c.Text(i)
			}
			w.Write(header)
		}
		w.Flush()
		programs.add(m.Experiment.Data.Name, m, rows.String())
	}
}

// TestProgramsOfClasses checks models of four classes and of the ten digits.
func TestProgramsOfClasses(t *testing.T) {
	programs := newBatch(t)
	text, err := os.ReadFile("../../../testdata/reference/onevsrest.json")
	if err != nil {
		t.Fatal(err)
	}
	var four struct {
		Labels []string
		Rows   [][]float64
	}
	if err := json.Unmarshal(text, &four); err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	file.WriteString("a,b,c,side\n")
	for i, x := range four.Rows {
		fmt.Fprintf(&file, "%v,%v,%v,%s\n", x[0], x[1], x[2], four.Labels[i])
	}
	for _, model := range []string{`"loss": {"type": "logistic"}, "kernel": {"type": "polynomial", "degree": 2}`, `"loss": {"type": "hinge"}, "kernel": {"type": "exponential", "a": "auto"}, "subsample": 12`,
		`"type": "svm", "kernel": {"type": "gaussian"}`, `"type": "lasso", "lambda": 0.1`, `"type": "knn", "k": 4`, `"type": "lasso", "lambda": 1e6`, `"loss": {"type": "hinge"}, "gamma": 1e-12`} { // the last two with equal functions
		m := runOn(t, `{"data": {"source": "file", "name": "four.csv"}, "target": "side", "task": "classification", "model": {`+model+`}}`, []byte(file.String()))
		programs.add(model, m, file.String())
	}
	m := run(t, `{"data": {"source": "inline", "columns": ["x", "side"], "rows": [[0, "on\nthe left"], [1, "on\nthe left"], [4, "right"], [5, "right"]]}, "target": "side", "task": "classification", "split": {"train": 1}, "model": {"type": "knn", "k": 1}}`)
	assertPredicted(t, m, "x\n0\n5\n", true, true) // one line each
	packed, err := os.ReadFile("../../../testdata/digits.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	digits, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	some := strings.Join(strings.SplitAfter(string(digits), "\n")[:16], "")
	for _, model := range []string{`"type": "ridge", "lambda": 10`, `"type": "knn", "k": 3`} {
		m := runOn(t, `{"data": {"source": "file", "name": "digits.csv"}, "target": "digit", "task": "classification", "split": {"train": 0.05, "seed": 1}, "model": {`+model+`}}`, digits)
		programs.add("digits, "+model, m, some)
	}
}

// columnsOf returns rows of random numbers for the columns of a model as CSV.
func columnsOf(m *experiment.ModelFile, rows int) string {
	r := rand.New(rand.NewPCG(8, 8))
	var b strings.Builder
	for i := range rows + 1 {
		for j, c := range m.Columns {
			if j > 0 {
				b.WriteByte(',')
			}
			if i == 0 {
				b.WriteString(c.Name)
			} else {
				fmt.Fprintf(&b, "%.6g", 0.7*r.NormFloat64())
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestFormula checks the text and LaTeX of a short model, and the errors for others.
func TestFormula(t *testing.T) {
	m := run(t, `{"data": {"source": "inline", "columns": ["x_1", "y"], "rows": [[0, 1], [1, 3], [2, 5], [5, 11]]}, "target": "y",
		"split": {"train": [0, 1, 2, 3]}, "model": {"type": "least-squares"}}`)
	got, err := Write(m, "formula")
	if want := "y = 5 + 2*(x_1 - 2)\n\n\\mathrm{y} = 5 + 2\\,(\\mathrm{x\\_1} - 2)\n"; err != nil || got != want {
		t.Errorf("%q, want %q; %v", got, want, err)
	}
	data, _ := mixedTable(t)
	spec := `{"data": %s, "target": "y", "model": {%s}}`
	for model, want := range map[string]string{
		`"type": "knn", "k": 2`:                         "depends on its 20 training points",
		`"kernel": {"type": "polynomial", "degree": 3}`: "of more than 30 is not readable",
	} {
		if _, err := Write(run(t, fmt.Sprintf(spec, data, model)), "formula"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", model, err, want)
		}
	}
	if _, err := Write(&experiment.ModelFile{}, "python"); err == nil {
		t.Error("a model without functions is written")
	}
	if _, err := Write(m, "cobol"); err == nil || !strings.Contains(err.Error(), "choose one of python") {
		t.Error(err)
	}
}

// TestProgramsAreData checks that names in a model file are escaped in strings and comments.
func TestProgramsAreData(t *testing.T) {
	m := run(t, `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[0, 1], [1, 3], [2, 5], [5, 11]]}, "target": "y",
		"split": {"train": [0, 1, 2, 3]}, "model": {"type": "least-squares"}}`)
	hostile := "\"); throw 1; */ throw 2; \"\"\" \n raise X\n stop(1) # "
	m.Columns[0].Name, m.Features[0].Column, m.Features[0].Name = hostile, hostile, hostile
	m.Functions[0].Terms[0].Monomial = map[string]int{hostile: 1}
	m.Target, m.Experiment.Target, m.Functions[0].Class = hostile, hostile, hostile
	m.Result.Engine, m.Result.Digest = hostile, hostile
	for i, file := range programs(t, m) {
		path, _ := i.path()
		command := exec.Command(path, file)
		command.Stdin = strings.NewReader("other\n1\n")
		if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), "the rows have no column") {
			t.Errorf("%s: %v, %s", i.language, err, out)
		}
	}
}

// TestProgramsNeedTheColumns checks that rows without a column have no prediction, although a missing
// cell is replaced by the mean, and that spaces in the header are normalised.
func TestProgramsNeedTheColumns(t *testing.T) {
	m := run(t, `{"data": {"source": "inline", "columns": ["the x", "y"], "rows": [[0, 1], [1, 3], [2, 5], [5, 11]]}, "target": "y",
		"split": {"train": [0, 1, 2, 3]}, "preprocess": {"missing": "mean"}, "model": {"type": "least-squares"}}`)
	newBatch(t).add("spaces", m, "y, the  x\n1,4\n1,\n")
	for i, file := range programs(t, m) {
		path, _ := i.path()
		for _, c := range []struct{ rows, want string }{
			{"y|the x\n1|4\n", `the rows have no column "the x"`},
			{"", "standard input has no rows"},
			{"the x,y\n", "standard input has no rows"},
			{"the x,y\n1,2\n1\n", "row 2 has 1 cells, and the header 2"},
			{"the x,y\n1,2\n1,2,,\n1,2,3\n", "row 3 has 3 cells, and the header 2"},
			{"the x,y\n1,\"2\n3,4\n", ""},
		} {
			command := exec.Command(path, file)
			command.Stdin = strings.NewReader(c.rows)
			out, err := command.CombinedOutput()
			if text := strings.TrimSpace(string(out)); err == nil || c.want != "" && text != c.want || strings.Contains(text, "\n") {
				t.Errorf("%s: %q: %v, %s", i.language, c.rows, err, out)
			}
		}
		if i.language == "javascript" { // also as an ES module
			module := strings.TrimSuffix(file, "js") + "mjs"
			if err := os.Rename(file, module); err != nil {
				t.Fatal(err)
			}
			command := exec.Command(path, module)
			command.Stdin = strings.NewReader("the x\n4\n")
			if out, err := command.CombinedOutput(); err != nil || string(out) != "9\n" {
				t.Errorf("as a module: %v, %q", err, out)
			}
		}
	}
}

// TestProgramsOmitUnusedColumns checks that a column of no term may be missing, as in lplab predict.
func TestProgramsOmitUnusedColumns(t *testing.T) {
	var file strings.Builder
	file.WriteString("a,b,of,y\n")
	for i := range 40 {
		fmt.Fprintf(&file, "%d,%d,%c,%d\n", i*i%17, i*i*i%19, 'u'+i%3, 5*(i*i%17))
	}
	programs := newBatch(t)
	for _, missing := range []string{"drop", "mean"} {
		m := runOn(t, `{"data": {"source": "file", "name": "f.csv"}, "target": "y", "preprocess": {"missing": "`+missing+`"}, "model": {"type": "lasso", "lambda": 30}}`, []byte(file.String()))
		if terms := m.Functions[0].Terms; len(terms) != 1 || len(m.Features) < 4 {
			t.Fatalf("%d terms of %d features", len(terms), len(m.Features))
		}
		programs.add(missing+", columns left out", m, "a\n3\nNA\n7\n")
		programs.add(missing+", cells missing", m, "of,a,b\n,3,1\nu,,2\nw,7,\n")
	}
}

// TestPointsInR checks that each point of an R program is a statement of its own: Rscript takes 40 s to read a list of
// 5,000 lines.
func TestPointsInR(t *testing.T) {
	m := run(t, `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[0, 1], [1, 3], [2, 5], [5, 11]]}, "target": "y",
		"split": {"train": [0, 1, 2, 3]}, "model": {"type": "knn", "k": 1}}`)
	program, err := Write(m, "r")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(program, "\nPOINTS[[length(POINTS) + 1]] <- c("); n != 4 {
		t.Errorf("%d statements for 4 points", n)
	}
}

// TestCodesOfTables checks that, in Python, a code of a category may be a float, as in a table of
// numbers with missing cells.
func TestCodesOfTables(t *testing.T) {
	var file strings.Builder
	file.WriteString("code,x,y\n")
	for i := range 30 {
		fmt.Fprintf(&file, "%d,%d,%d\n", i%3+1, i%7, []int{0, 10, 1}[i%3]+i%7)
	}
	m := runOn(t, `{"data": {"source": "file", "name": "f.csv", "import": {"codes": ["code"]}}, "target": "y", "model": {"gamma": 1e3}}`, []byte(file.String()))
	program, ok := programs(t, m)[interpreters[1]]
	if !ok {
		return // TestInterpreters reports it
	}
	python, _ := interpreters[1].path()
	command := exec.Command(python, "-c", "from model import predict\nvalues = [predict({'code': c, 'x': 1}) for c in (2, '2', 2.0, 2.5)]\nassert len(set(values[:3])) == 1 and values[3] != values[0], values")
	command.Dir = filepath.Dir(program)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
