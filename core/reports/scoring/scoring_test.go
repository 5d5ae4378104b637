package scoring

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// logistic returns a model of two classes with a number and a category as columns.
func logistic(t *testing.T, missing string) *experiment.ModelFile {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	d := experiment.Data{Source: experiment.SourceInline, Columns: []string{"x", "grade", "out"}}
	for range 40 {
		x, grade := r.NormFloat64(), []string{"A", "B", "C"}[r.IntN(3)]
		out := "no"
		if x+float64(grade[0]-'A')+0.5*r.NormFloat64() > 1 {
			out = "yes"
		}
		d.Rows = append(d.Rows, []any{x, grade, out})
	}
	s := experiment.Spec{Version: 1, Data: d, Target: "out", Task: experiment.Classification}
	s.Split.Train.Fraction = 1
	s.Model.Loss.Type, s.Model.P, s.Model.Type = experiment.LossLogistic, experiment.P{Num: 4, Den: 3}, experiment.ModelLP
	s.Model.Kernel.Type, s.Model.Gamma.Auto = experiment.KernelLinear, true
	s.Preprocess = experiment.Preprocess{Standardize: true, Intercept: true, Missing: missing}
	s.Solver = experiment.Solver{Method: "auto", Tolerance: 1e-10, MaxIterations: 500, Strategy: "auto"}
	s.Selection.Rule = experiment.SelectDeviation
	s, err := experiment.Validate(s)
	if err != nil {
		t.Fatal(err)
	}
	m, _ := modelOf(t, s, nil)
	return m.WithoutErrors()
}

// modelOf returns the model of an experiment on a file, or on its own data for nil, and the session of its run.
func modelOf(t *testing.T, s experiment.Spec, file []byte) (*experiment.ModelFile, *lab.Session) {
	t.Helper()
	session := new(lab.Session)
	if _, err := session.Run(context.Background(), s, file, lab.Options{}); err != nil {
		t.Fatal(err)
	}
	m, err := session.Model(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m, session
}

// decode decodes an experiment.
func decode(t *testing.T, spec string) experiment.Spec {
	t.Helper()
	s, err := experiment.Decode([]byte(spec))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// predict predicts the rows of a file, and returns the result as a file.
func predict(t *testing.T, m *experiment.ModelFile, rows string) (string, *Summary) {
	t.Helper()
	var out strings.Builder
	s, err := Predict(context.Background(), m, strings.NewReader(rows), &out)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), s
}

// TestPredictClasses checks the class, the score and the probability of each class, unseen levels,
// missing cells, and guarded cells that a spreadsheet would compute.
func TestPredictClasses(t *testing.T) {
	rows := "grade,x,prediction,note\nA,1.5,old,=1+1\nZ,0.5,old,-7\n,0.5,old,\nB,inf,old,b\nB,none,old,c\n"
	for missing, unpredicted := range map[string]int{"drop": 3, "mean": 2} {
		out, s := predict(t, logistic(t, missing), rows)
		got, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"grade", "x", "prediction", "note", "prediction_2", "score:no", "score:yes", "probability:no", "probability:yes"}; !slices.Equal(got[0], want) {
			t.Errorf("columns %q", got[0])
		}
		if s.Rows != 5 || s.Unpredicted != unpredicted || !strings.Contains(s.String(), `column "grade": 1 cell has a level that is not in the training rows`) {
			t.Errorf("%s: %v", missing, s)
		}
		if got[1][3] != "'=1+1" || got[2][3] != "-7" {
			t.Errorf("notes %q and %q", got[1][3], got[2][3])
		}
		for i, row := range got[1:] {
			if (row[4] == "") != slices.ContainsFunc(s.Problems, func(p string) bool { return strings.HasPrefix(p, fmt.Sprintf("row %d:", i+1)) }) {
				t.Errorf("%s: row %d has the prediction %q; %v", missing, i+1, row[4], s.Problems)
			}
			if row[4] == "" {
				continue
			}
			var v [4]float64
			for k := range v {
				if v[k], err = strconv.ParseFloat(row[5+k], 64); err != nil {
					t.Fatal(err)
				}
			}
			if v[0] != -v[1] || math.Abs(v[2]+v[3]-1) > 1e-15 || math.Abs(v[3]-1/(1+math.Exp(-v[1]))) > 1e-15 || (row[4] == "yes") != (v[1] >= 0) {
				t.Errorf("row %d: %q", i+1, row)
			}
		}
	}
}

// TestOutcomeOfMany checks that, with more than two classes, the class has the largest decision
// value, and that the probabilities sum to 1.
func TestOutcomeOfMany(t *testing.T) {
	m := &experiment.ModelFile{Classes: []string{"a", "b", "c"}, Probability: experiment.LossLogistic}
	o := OutcomeOf(m, []float64{-1, 0.5, 0.25})
	sum := o.Probabilities[0] + o.Probabilities[1] + o.Probabilities[2]
	if o.Class != 1 || math.Abs(sum-1) > 1e-15 || math.Abs(o.Probabilities[0]/o.Probabilities[1]-(1+math.Exp(-0.5))/(1+math.Exp(1))) > 1e-15 {
		t.Errorf("%+v", o)
	}
}

// TestPredictByParts checks the predictions and row numbers of a file that is longer than one part.
// LPLAB_LONG=1 uses 1,000,000 rows.
func TestPredictByParts(t *testing.T) {
	m := logistic(t, "drop")
	var rows strings.Builder
	rows.WriteString("x,grade,note\n")
	n := 70_000
	if os.Getenv("LPLAB_LONG") != "" {
		n = 1_000_000
	}
	note := strings.Repeat("n", 80)
	for i := range n {
		if i == n-3 {
			rows.WriteString("oops,B,\n")
			continue
		}
		fmt.Fprintf(&rows, "%d.25,%c,%s\n", i%7-3, 'A'+i%3, note)
	}
	if rows.Len() < 5<<20 {
		t.Fatal("the file fits into one part")
	}
	out, s := predict(t, m, rows.String())
	if want := fmt.Sprintf(`1 of 70,000 rows have no prediction: row %d: column "x" holds "oops", which is not a number`, n-2); s.String() != want {
		t.Errorf("%s, want %s", s, want)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != n+1 {
		t.Fatalf("%d lines", len(lines))
	}
	for i := 22; i <= n; i++ { // 21 different rows
		if lines[i] != lines[1+(i-1)%21] && i != n-2 {
			t.Fatalf("line %d is %q, want %q", i, lines[i], lines[1+(i-1)%21])
		}
	}
}

// nearestNeighbour returns the model of the target y of the nearest row of a file.
func nearestNeighbour(t *testing.T, file string) *experiment.ModelFile {
	t.Helper()
	m, _ := modelOf(t, decode(t, `{"data": {"source": "file", "name": "marks.csv"}, "target": "y", "split": {"train": 1}, "model": {"type": "knn", "k": 1}}`), []byte(file))
	return m
}

// TestPredictByTheMarkOfTheTrainingRows checks that numbers that can be read with both decimal marks are read with that of the
// training rows.
func TestPredictByTheMarkOfTheTrainingRows(t *testing.T) {
	for file, want := range map[string]string{
		"x;y\n1.234,5;1\n2.345,5;2\n3.456,5;4\n4.567,5;3\n":    "1.234;", // 1234
		"x\ty\n1,234.5\t1\n2,345.5\t2\n3,456\t4\n4,567.5\t3\n": "1,234\t",
		"x\ty\n1234,5\t1\n2345,5\t2\n3456\t4\n4567,5\t3\n":     "1.234\t",
		"x;y\n1234.5;1\n2345.5;2\n3456;4\n4567.5;3\n":          "1,234;",
	} {
		m := nearestNeighbour(t, file)
		separator := want[len(want)-1:]
		// The largest training number is the nearest to 9999 and not to 9.999.
		row := strings.NewReplacer("1", "9", "2", "9", "3", "9", "4", "9").Replace(want)
		if out, _ := predict(t, m, "x"+separator+"z\n"+row+"1\n"); !strings.HasSuffix(strings.TrimRight(out, "\n"), "3") || !strings.Contains(out, "prediction\n") {
			t.Errorf("%q after %q: %s", row, file, out)
		}
	}
}

// TestPredictionsHaveTheMarkOfTheirFile checks that predictions beside numbers with decimal commas have decimal commas, with semicolons
// between the cells.
func TestPredictionsHaveTheMarkOfTheirFile(t *testing.T) {
	for trained, cases := range map[string]map[string]string{
		"x;y\n1,5;0,25\n2,5;0,5\n3,5;0,75\n": {
			"x;z\n1,4;-2,5\n":        "x;z;prediction\n\"1,4\";\"-2,5\";\"0,25\"\n",
			"x;z\n2;a\n":             "x;z;prediction\n2;a;\"0,25\"\n",
			"x,z\n1.4,-2.5\n":        "x,z,prediction\n1.4,-2.5,0.25\n",
			`[{"x": 3.5, "z": 1.5}]`: "x,z,prediction\n3.5,1.5,0.75\n",
		},
		"x,y\n1.5,0.25\n2.5,0.5\n3.5,0.75\n": {
			"x;z\n1,4;1e-7\n": "x;z;prediction\n\"1,4\";1e-7;\"0,25\"\n",
			"x\n2\n":          "x,prediction\n2,0.25\n",
		},
	} {
		m := nearestNeighbour(t, trained)
		for file, want := range cases {
			if out, _ := predict(t, m, file); out != want {
				t.Errorf("%q after %q: %q, want %q", file, trained, out, want)
			}
		}
	}
}
