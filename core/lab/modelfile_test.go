package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

// mixedTable returns a table of numbers, one column far from 0, two categories and, with gaps,
// missing cells. The column class depends on y.
func mixedTable(n int, gaps bool) experiment.Data {
	r := rand.New(rand.NewPCG(11, 3))
	d := experiment.Data{Source: experiment.SourceInline, Columns: []string{"u", "year", "grade", "sex", "w", "y", "class"}}
	for i := range n {
		u, year, w := 0.2+2*r.Float64(), 2000+math.Round(20*r.Float64()), 0.1+r.Float64()
		grade, sex := []string{"A", "B", "C"}[r.IntN(3)], []string{"f", "m"}[r.IntN(2)]
		y := u*u + 0.1*(year-2010)*w + map[string]float64{"A": 1, "B": -1, "C": 0.5}[grade] + 0.1*r.NormFloat64()
		class := "no"
		if y > 1.5 {
			class = "yes"
		}
		row := []any{u, year, grade, sex, w, y, class}
		if gaps && i%7 == 3 {
			row[i%5] = nil
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// roundTrip encodes and decodes the model of the last run of a session, and predicts all rows of
// its data.
func roundTrip(t *testing.T, s *Session) (*experiment.ModelFile, *Predictions) {
	t.Helper()
	m := mustModel(t, s)
	text := compact(m)
	again, err := experiment.DecodeModel(append([]byte("\ufeff"), text...)) // as some editors save it
	if err != nil {
		t.Fatalf("%v\n%.600s", err, text)
	}
	return again, mustPredict(t, again, s.source.table)
}

// assertRoundTrip checks that the predictions of a model file are those of the report for every
// part, to 1e-12 of their scale.
func assertRoundTrip(t *testing.T, name, spec string, file []byte) *experiment.ModelFile {
	t.Helper()
	s := new(Session)
	r := mustRunIn(t, s, mustDecode(t, spec), file, Options{})
	m, out := roundTrip(t, s)
	scale, worst, compared := 0.0, 0.0, 0
	for _, f := range r.Predictions.Train {
		scale = max(scale, math.Abs(f))
	}
	for k, rows := range [][]int{r.Rows.Train, r.Rows.Validation, r.Rows.Test} {
		want := [][]float64{r.Predictions.Train, r.Predictions.Validation, r.Predictions.Test}[k]
		for i, row := range rows {
			if s.design.Bags != nil { // the first row of the bag
				row = s.bagRow(row)
			}
			if out.Problems[row] != "" {
				t.Errorf("%s: row %d: %s", name, row, out.Problems[row])
				continue
			}
			each := len(want) / len(rows) // decision values per row
			for c := range each {
				worst = max(worst, math.Abs(out.Scores[c][row]-want[i*each+c]))
			}
			compared++
		}
	}
	tolerance := 1e-12
	if m.Type == experiment.ModelKernelGroupLasso {
		tolerance = 1e-8 // each prediction is a solve, to the tolerance of the solver
	}
	if !(worst <= tolerance*scale) || compared < 10 {
		t.Errorf("%s (%s, %s): predictions of %d rows differ by up to %.2g of their scale", name, m.Type, r.Solver.Strategy, compared, worst/scale)
	}
	return m
}

// TestModelFileOfClasses checks that the file of four classes has a function for each class.
func TestModelFileOfClasses(t *testing.T) {
	data := readFourClasses(t).labelled()
	for name, model := range map[string]string{
		"terms":     `{"kernel": {"type": "polynomial", "degree": 2}}`,
		"tensor":    `{"kernel": {"type": "exponential"}, "loss": {"type": "hinge"}}`,
		"reweighed": `{"kernel": {"type": "polynomial", "degree": 2}, "r": 1}`,
		"svm":       `{"type": "svm", "kernel": {"type": "gaussian"}}`,
		"logistic":  `{"type": "kernel-logistic", "kernel": {"type": "gaussian"}}`,
		"lasso":     `{"type": "lasso", "lambda": 0.1}`,
	} {
		m := assertRoundTrip(t, name, `{`+data+`, "task": "classification", "model": `+model+`}`, nil)
		if len(m.Functions) != 4 || m.Functions[2].Class != m.Classes[2] {
			t.Errorf("%s: %d functions of %q", name, len(m.Functions), m.Classes)
		}
	}
	for _, model := range []string{`{"type": "knn", "k": 4}`, `{"type": "kernel-group-lasso", "kernel": {"type": "gaussian"}, "lambda": 0.01}`} {
		m := assertRoundTrip(t, model, `{`+data+`, "task": "classification", "model": `+model+`}`, nil)
		if len(m.Functions) != 1 || slices.Max(m.Functions[0].Values) != 3 {
			t.Errorf("%s: %d functions", model, len(m.Functions))
		}
	}
}

// bagRow returns the first row of the table in a bag of the design.
func (s *Session) bagRow(bag int) int {
	column, _ := s.source.table.Column(s.coding.Bag)
	for row := range s.source.table.Rows {
		if column.Text(row) == s.design.Bags[bag] {
			return row
		}
	}
	return -1
}

// TestModelFilePredictsAsReport checks every type of model with every kernel, on standardised and
// raw columns, with categories and missing cells.
func TestModelFilePredictsAsReport(t *testing.T) {
	tensors := []string{`"linear"`, `"polynomial", "degree": 2`, `"polynomial", "degree": 3, "constant": 0.5`, `"exponential", "a": "auto"`,
		`"geometric", "radius": "auto"`, `"series", "coefficients": [1, 0.5, 0.2]`,
		`"sum", "of": [{"type": "linear"}, {"type": "polynomial", "degree": 2}]`, `"product", "of": [{"type": "linear"}, {"type": "exponential", "a": "auto"}]`}
	pairs := []string{`"linear"`, `"polynomial", "degree": 3, "constant": 0.5`, `"gaussian", "beta": "auto"`, `"anova"`, `"exponential", "a": "auto"`,
		`"series", "coefficients": [2, 0, 1]`, `"set", "of": [{"type": "gaussian", "beta": 0.2}]`, `"scale", "factor": 3, "of": [{"type": "anova"}]`,
		`"product", "of": [{"type": "linear"}, {"type": "gaussian", "beta": 0.4}]`, `"compose", "columns": ["u", "w"], "of": [{"type": "min"}]`,
		`"polynomial-of", "coefficients": [1, 0.5], "of": [{"type": "gaussian", "beta": 0.4}]`,
		`"matrix", "A": [[2,0,0,0,0,0,1],[0,1,0,0,0,0,0],[0,0,1,0,0,0,0],[0,0,0,1,0,0,0],[0,0,0,0,1,0,0],[0,0,0,0,0,1,0],[1,0,0,0,0,0,3]]`}
	both, regression, classes := []string{"y", "class"}, []string{"y"}, []string{"class"}
	type model struct {
		text    string
		targets []string
	}
	var models []model
	for _, k := range tensors {
		for _, p := range []string{"2", "4/3", "6/5"} {
			models = append(models, model{fmt.Sprintf(`"p": "%s", "kernel": {"type": %s}`, p, k), regression})
		}
		models = append(models, model{fmt.Sprintf(`"p": "4/3", "loss": {"type": "logistic"}, "kernel": {"type": %s}`, k), classes},
			model{fmt.Sprintf(`"p": "4/3", "loss": {"type": "epsilon-insensitive", "epsilon": 0.2}, "kernel": {"type": %s}`, k), regression})
	}
	models = append(models, model{`"p": 1.5, "kernel": {"type": "polynomial", "degree": 2}`, regression},
		model{`"p": "4/3", "r": 1, "steps": 3, "kernel": {"type": "polynomial", "degree": 2}`, regression},
		model{`"p": "4/3", "subsample": 20, "kernel": {"type": "polynomial", "degree": 2}`, regression},
		model{`"type": "kernel-ridge", "subsample": 20, "kernel": {"type": "gaussian", "beta": 0.3}`, both})
	for _, k := range pairs {
		models = append(models, model{`"type": "kernel-ridge", "kernel": {"type": ` + k + `}`, both},
			model{`"type": "svm", "C": 2, "kernel": {"type": ` + k + `}`, classes},
			model{`"type": "kernel-logistic", "kernel": {"type": ` + k + `}`, classes})
	}
	for _, k := range pairs[:3] {
		models = append(models, model{`"type": "kernel-group-lasso", "kernel": {"type": ` + k + `}`, classes})
	}
	for _, name := range []string{"least-squares", "ridge", "lasso", "elastic-net", "group-lasso"} {
		models = append(models, model{fmt.Sprintf(`"type": %q`, name), regression})
	}
	models = append(models, model{`"type": "knn", "k": 3`, both})
	for _, missing := range []string{"drop", "mean"} {
		data := compact(mixedTable(40, true))
		for i, m := range models {
			if testing.Short() && (i%2 == 0) != (missing == "drop") {
				continue // with -short each model with one of them
			}
			for _, target := range m.targets {
				standardize := !strings.Contains(m.text, `"min"`)
				task, features := "regression", `["u", "year", "grade", "sex", "w"]`
				if target == "class" {
					task = "classification"
				}
				if !standardize {
					features = `["u", "w"]`
				}
				if strings.Contains(m.text, `"type": "set"`) {
					features = `["u", "year", "w"]`
				}
				spec := fmt.Sprintf(`{"data": %s, "target": %q, "task": %q, "features": %s, "split": {"train": 0.7, "validation": 0.1, "test": 0.2, "seed": 3},
					"preprocess": {"standardize": %v, "intercept": %v, "missing": %q}, "model": {%s}}`,
					data, target, task, features, standardize, !strings.Contains(m.text, "group-lasso\", \"kernel"), missing, m.text)
				assertRoundTrip(t, m.text+" "+target+" "+missing, spec, nil)
			}
		}
	}
}

// TestModelFileOfFormulas checks that formulas are evaluated on raw cells, and that rows with an
// undefined value are reported.
func TestModelFileOfFormulas(t *testing.T) {
	for missing, features := range map[string]string{"drop": "", "mean": `"features": ["grade", "year"], `} {
		data := compact(mixedTable(40, true))
		spec := fmt.Sprintf(`{"data": %s, "target": "y", %s"basis": ["u^2", "sin(2*pi*u)*w", "log(w)", "max(u, w) - 1", "`+"`year`"+`/2000"],
			"preprocess": {"missing": %q}, "model": {"type": "ridge", "lambda": 0.5}}`, data, features, missing)
		m := assertRoundTrip(t, missing, spec, nil)
		p, err := NewPredictor(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		rows := mustTable(t, []string{"w", "u", "year", "grade"}, [][]any{{0.5, 1.0, 2001.0, "A"}, {-1.0, 1.0, 2001.0, "A"}})
		out, err := p.Predict(context.Background(), rows)
		if err != nil {
			t.Fatal(err)
		}
		if out.Problems[0] != "" || !strings.Contains(out.Problems[1], `log(w) is not finite, where "w" is -1`) {
			t.Errorf("problems %q", out.Problems)
		}
		if _, err := p.Predict(context.Background(), mustTable(t, []string{"w", "year", "grade"}, [][]any{{0.5, 2001.0, "A"}})); err == nil || !strings.Contains(err.Error(), `lack the column "u"`) {
			t.Errorf("without u: %v", err)
		}
	}
}

// TestModelFileOfUnusedColumns checks that columns without a term may be missing, and their cells.
func TestModelFileOfUnusedColumns(t *testing.T) {
	m := assertRoundTrip(t, "lasso", fmt.Sprintf(`{"data": %s, "target": "y", "features": ["u", "year", "grade", "sex"], "basis": ["log(w)"], "model": {"type": "lasso", "lambda": 3}}`, compact(mixedTable(40, false))), nil)
	reads := m.Reads()
	if !reads["u"] || !reads["grade"] || reads["w"] || reads["sex"] || !reads["year"] {
		t.Fatalf("reads %v", reads)
	}
	out := mustPredict(t, m, mustTable(t, []string{"grade", "u", "sex", "year"}, [][]any{{"B", 1.0, nil, 2005.0}, {"B", nil, "f", 2005.0}}))
	all := mustPredict(t, m, mustTable(t, []string{"u", "w", "grade", "sex", "year"}, [][]any{{1.0, 0.5, "B", "m", 2005.0}}))
	if out.Problems[0] != "" || out.Problems[1] != `column "u" has a missing cell` || out.Scores[0][0] != all.Scores[0][0] {
		t.Errorf("problems %q, %v and %v", out.Problems, out.Scores, all.Scores)
	}
}

func mustTable(t *testing.T, columns []string, rows [][]any) *table.Table {
	t.Helper()
	made, err := table.FromRows(columns, rows)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestModelFileOfBags checks the predictions of bags with mixed rows.
func TestModelFileOfBags(t *testing.T) {
	points, y := pointsOf(24)
	for _, model := range []string{`"type": "kernel-ridge", "lambda": 0.3, "kernel": {"type": "set", "of": [{"type": "gaussian", "beta": 0.4}]}`} {
		assertRoundTrip(t, model, bagSpec(t, longTable(points, y), `"model": {`+model+`}`), nil)
	}
}

// TestModelFileOfSparseRows checks the predictions of the rows of a LIBSVM file.
func TestModelFileOfSparseRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var text strings.Builder
	for range 60 {
		x := make([]float64, 30)
		var cells string
		for j := range x {
			if r.IntN(5) < 2 {
				x[j] = r.NormFloat64()
				cells += fmt.Sprintf(" %d:%g", j+1, x[j])
			}
		}
		fmt.Fprintf(&text, "%g%s\n", x[0]+x[1]*x[2]+0.1*r.NormFloat64()+1, cells)
	}
	for _, model := range []string{`"p": "4/3"`, `"p": "4/3", "kernel": {"type": "polynomial", "degree": 2}`, `"p": "4/3", "kernel": {"type": "polynomial", "degree": 4}`,
		`"type": "lasso"`, `"type": "kernel-ridge", "kernel": {"type": "gaussian", "beta": 0.1}`, `"type": "knn", "k": 2`} {
		for _, standardize := range []bool{false, true} {
			if standardize && strings.Contains(model, "degree") {
				continue // the features are not sparse
			}
			spec := fmt.Sprintf(`{"data": {"source": "file", "name": "a.svm"}, "target": "label", "preprocess": {"standardize": %v}, "model": {%s}%s}`, standardize, model,
				map[bool]string{true: `, "solver": {"strategy": "sparse"}`}[strings.Contains(model, "degree")])
			m := assertRoundTrip(t, model, spec, []byte(text.String()))
			if strings.Contains(model, `"degree": 4`) && (m.Points == nil || m.Points.Index == nil) {
				t.Errorf("%s: the points are not sparse", model)
			}
		}
	}
}

// TestModelFileRefused checks that the error of a damaged or malicious model file names the place.
func TestModelFileRefused(t *testing.T) {
	data := compact(mixedTable(40, true))
	file := func(model string) string {
		s := new(Session)
		mustRunIn(t, s, mustDecode(t, fmt.Sprintf(`{"data": %s, "target": "class", "task": "classification", "model": {%s}}`, data, model)), nil, Options{})
		return compact(mustModel(t, s))
	}
	lp := file(`"p": "4/3", "loss": {"type": "logistic"}, "kernel": {"type": "exponential", "a": "auto"}`)
	linear := file(`"p": "4/3", "loss": {"type": "logistic"}`)
	knn := file(`"type": "knn", "k": 3`)
	set := func(text string, path string, value any) string {
		var doc any
		if err := json.Unmarshal([]byte(text), &doc); err != nil {
			t.Fatal(err)
		}
		at := doc
		steps := strings.Split(path, "/")
		for _, step := range steps[:len(steps)-1] {
			var i int
			if list, ok := at.([]any); ok {
				fmt.Sscan(step, &i)
				at = list[i]
			} else {
				at = at.(map[string]any)[step]
			}
		}
		last := steps[len(steps)-1]
		if list, ok := at.([]any); ok {
			var i int
			fmt.Sscan(last, &i)
			list[i] = value
		} else if value == "delete" {
			delete(at.(map[string]any), last)
		} else {
			at.(map[string]any)[last] = value
		}
		return compact(doc)
	}
	for _, c := range []struct{ text, want string }{
		{"", "not valid JSON near line 1"},
		{"[1]", "not a JSON object"},
		{`{"kind": "other"}`, `no kind "lplab-model"`},
		{`{"kind": "lplab-model", "version": 2}`, "of version 2, and this lp Lab reads version 1"},
		{strings.Replace(lp, `"alpha":[`, `"alpha":[NaN,`, 1), "no NaN"},
		{strings.Replace(lp, `"alpha":[`, `"alpha":[1e999,`, 1), "functions"},
		{lp[:len(lp)/2], "ends too early"},
		{`{"spec": {}}`, "the report contains no model"},
		{set(lp, "functions/0/alpha/2", nil), "functions[0].alpha[2] is null"},
		{set(lp, "functions/0/alpha", []float64{1}), "has 1 numbers for"},
		{set(lp, "functions/0/alpha/0", "x"), "wrong type"},
		{set(lp, "functions", []any{}), "functions are 0, and there must be 1"},
		{set(lp, "points/rows/1", []float64{1, 2}), "points.rows[1] has 2 numbers for"},
		{set(lp, "points", "delete"), "for 0 points"},
		{set(linear, "features/1/mean", "delete"), "features[1].mean is missing"},
		{set(linear, "functions/0/intercept", "delete"), "functions[0].intercept is missing"},
		{set(linear, "functions/0/terms/0/coefficient", "delete"), "functions[0].terms[0].coefficient is missing"},
		{set(linear, "functions/0/terms/0/monomial", "delete"), "functions[0].terms[0].monomial is missing"},
		{set(lp, "functions/0/errors/distance", "delete"), "functions[0].errors.distance is missing"},
		{set(lp, "kernel", "delete"), "has no kernel"},
		{set(lp, "kernel/a", -1), "is -1: it must be a number greater than 0"},
		{set(lp, "p", 7), "model.p is 7"},
		{set(lp, "p", "7/6"), ""},
		{set(lp, "type", "ridge"), `type is "ridge"`},
		{set(lp, "extra", 1), `unknown field "extra"`},
		{set(lp, "columns/0/type", "date"), `columns[0].type is "date"`},
		{set(lp, "columns/0/name", "year"), "of another one"},
		{set(lp, "features/1/scale", 0), "features[1].scale must be greater than 0"},
		{set(lp, "features/1/column", "none"), `features[1].column is "none"`},
		{set(lp, "features/0/formula", "system(1)"), "features[0].formula cannot be read"},
		{set(lp, "features/0/formula", "grade + 1"), "not a column of numbers"},
		{set(lp, "missing", "guess"), `missing is "guess"`},
		{set(lp, "classes", []string{"no", "no"}), "two different labels"},
		{set(linear, "functions/0/terms/0/monomial", map[string]int{"zzz": 1}), `"zzz", which is not a feature`},
		{set(linear, "functions/0/terms/0/monomial", map[string]int{"u": 2000000000}), `the power 2000000000`},
		{set(linear, "functions/0/terms/0/monomial", map[string]int{"u": -1}), `the power -1`},
		{set(knn, "k", 3000), "fewer than k"},
		{set(knn, "functions/0/values/3", 0.5), "must be -1 or 1"},
		{strings.Replace(knn, `"kind"`, `"kind":"lplab-model","kind"`, 1), "given twice"},
	} {
		m, err := experiment.DecodeModel([]byte(c.text))
		if c.want == "" {
			if err == nil {
				_, err = NewPredictor(context.Background(), m)
			}
			if err == nil {
				t.Errorf("a p without a tensor is accepted for infinitely many features")
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80s: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestModelOf checks that the model of a run is found by the digest and the experiment of its report.
func TestModelOf(t *testing.T) {
	for _, text := range []string{
		`{"data": {"source": "synthetic", "n": 20, "d": 4, "relevant": 1}, "model": {"gamma": 3, "r": 0.5}, "search": {"criterion": "cross-validation", "gamma": [1, 3]}}`,
		`{"data": {"source": "inline", "columns": ["x", "z", "y"], "rows": [[0, "a", 1], [1, null, 3], [2, "b", 5], [5, "a", 11]]}, "target": "y", "features": ["x"],
			"split": {"train": [0, 1, 2]}, "model": {"type": "kernel-ridge", "kernel": {"type": "sum", "of": [{"type": "linear"}, {"type": "gaussian"}]}}}`,
	} {
		spec := mustDecode(t, text)
		var s Session
		r := mustRunIn(t, &s, spec, nil, Options{})
		again, err := experiment.DecodeReport([]byte(compact(r)))
		if err != nil {
			t.Fatal(err)
		}
		same := spec // another experiment with the same result
		same.Title = "again"
		if r, err := s.Run(context.Background(), same, nil, Options{}); err != nil || r.Result.Digest != again.Result.Digest {
			t.Fatalf("%s: another digest with another title, %v", text, err)
		}
		if m, err := s.ModelOf(context.Background(), again.Spec, again.Result.Digest); m == nil || err != nil || m.Type != spec.Model.Type {
			t.Errorf("%s: model %v, %v", text, m, err)
		}
		other := again.Spec
		other.Split.Seed++
		for _, c := range []struct {
			spec   experiment.Spec
			digest string
		}{{other, again.Result.Digest}, {again.Spec, "none"}} {
			if m, err := s.ModelOf(context.Background(), c.spec, c.digest); m != nil || err != nil {
				t.Errorf("%s: a model of another experiment is found: %v", text, err)
			}
		}
	}
}

// TestModelOfAConstant checks that a model without points predicts its constant, also from a file with an
// empty list.
func TestModelOfAConstant(t *testing.T) {
	for _, kernel := range []string{`{"type": "exponential"}`, `{"type": "polynomial", "degree": 2}`} {
		spec := mustDecode(t, `{"data": {"source": "inline", "columns": ["x", "y"], "rows": [[1, 3], [2, 4], [4, 3], [5, 4]]}, "target": "y",
			"split": {"train": 1, "validation": 0, "test": 0}, "model": {"kernel": `+kernel+`, "gamma": 1, "loss": {"type": "epsilon-insensitive", "epsilon": 5}}, "solver": {"strategy": "tensor"}}`)
		s := new(Session)
		r := mustRunIn(t, s, spec, nil, Options{Model: true})
		for _, alpha := range [][]float64{r.Model.Functions[0].Alpha, {}} { // {} as from "alpha": []
			r.Model.Functions[0].Alpha = alpha
			out := mustPredict(t, r.Model, s.source.table)
			for i, f := range out.Scores[0] {
				if f != r.Predictions.Train[i] {
					t.Errorf("%s: row %d is predicted as %g: %s", kernel, i, f, out.Problems[i])
				}
			}
		}
	}
}
