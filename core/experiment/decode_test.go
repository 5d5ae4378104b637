package experiment

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// small is the shortest document: every other field has a default.
const small = `{"data":{"source":"synthetic"}}`

func decode(t *testing.T, doc string) Spec {
	t.Helper()
	s, err := Decode([]byte(doc))
	if err != nil {
		t.Fatalf("%s\n%v", doc, err)
	}
	return s
}

// assertRefused checks that Decode refuses a document because of a field, with this message.
func assertRefused(t *testing.T, doc, want string) {
	t.Helper()
	_, err := Decode([]byte(doc))
	if _, ok := errors.AsType[*FieldError](err); !ok || err.Error() != want {
		t.Errorf("%s\ngot:  %v\nwant: %s", doc, err, want)
	}
}

func TestDefaultsAreFrozen(t *testing.T) {
	want := Spec{
		Version: 1,
		Data:    Data{Source: "synthetic", N: 125, D: 1500, Relevant: 6, Noise: 0.05, Degree: 1, Seed: 1},
		Target:  "y", Task: "regression",
		Split:      Split{Train: Part{Fraction: 0.75}, Test: Part{Fraction: 0.25}, Seed: 1},
		Preprocess: Preprocess{Standardize: true, Intercept: true, Missing: "drop"},
		Model:      Model{Type: ModelLP, Kernel: Kernel{Type: "linear"}, P: P{Num: 4, Den: 3}, Loss: Loss{Type: "squared"}, Gamma: Gamma{Auto: true}},
		Selection:  Selection{Rule: "deviation"},
		Solver:     Solver{Method: "auto", Tolerance: 1e-10, MaxIterations: 500, Strategy: "auto"},
	}
	if got := decode(t, small); !reflect.DeepEqual(got, want) {
		t.Errorf("defaults:\ngot  %+v\nwant %+v", got, want)
	}
	s := decode(t, `{"data":{"source":"synthetic"},"task":"classification",
		"model":{"kernel":{"type":"polynomial"},"subsample":5}}`)
	if s.Model.Loss.Type != "logistic" || s.Model.Kernel.Degree != 2 || s.Model.SubsampleSeed != 1 {
		t.Errorf("dependent defaults: %+v", s.Model)
	}
	for loss, want := range map[string]Loss{"epsilon-insensitive": {Type: "epsilon-insensitive", Epsilon: 0.1}, "huber": {Type: "huber", Rho: 1}} {
		if got := decode(t, `{"data":{"source":"synthetic"},"model":{"loss":{"type":"`+loss+`"}}}`).Model.Loss; got != want {
			t.Errorf("%s: %+v", loss, got)
		}
	}
	open := Default()
	if open.Title == "" || open.Data.D != 30 || open.Split.Train.Fraction != 0.625 || open.Preprocess.Standardize || open.Preprocess.Intercept || open.Model.Gamma.Value != 1 || open.Model.R.String() != "1/2" || open.Selection.Rule != SelectNonzero {
		t.Errorf("opening experiment: %+v", open)
	}
}

// TestRefusals checks the whole message of one document for each kind of error.
func TestRefusals(t *testing.T) {
	in := func(rest string) string { return `{"data":{"source":"synthetic"},` + rest + `}` }
	model := func(rest string) string { return in(`"model":{` + rest + `}`) }
	inline := func(rest string) string {
		return `{"target":"y","data":{"source":"inline","columns":["x","y"],` + rest + `}}`
	}
	for _, c := range []struct{ doc, want string }{
		{`[]`, `the experiment is a list of length 0: it must be an object with version, title, data, target, features, basis, bag, task, split, preprocess, model, selection, solver, search`},
		{`{}`, `data.source is missing: it must be one of "synthetic", "sample", "inline", "file"`},
		{in(`"version":2`), `version is 2: this lp Lab reads version 1; use the lp Lab that wrote the experiment`},
		{in(`"version":"1"`), `version is "1": this lp Lab reads version 1; use the lp Lab that wrote the experiment`},
		{in(`"version":3,"new":1`), `version is 3: this lp Lab reads version 1; use the lp Lab that wrote the experiment`},

		// keys
		{in(`"search":{"criterion":"path","gamma":[1,10,2]}`), `search.gamma[2] is 2: it must be larger than the one before it`},
		{in(`"search":{"criterion":"path","gamma":[]}`), `search.gamma is a list of length 0: it must be a list of ascending numbers greater than 0, or "auto"`},
		{in(`"search":{"criterion":"path","gamma":[-1,2]}`), `search.gamma[0] is -1: it must be a list of ascending numbers greater than 0, or "auto"`},
		{in(`"search":{"criterion":"path","folds":3}`), `search.folds is 3: it belongs to search.criterion "cross-validation", and search.criterion is "path"; remove it, or change search.criterion`},
		{in(`"search":{"gamma":[1]}`), `search.gamma is a list of length 1: it belongs with search.criterion, which is absent; remove it, or give search.criterion`},
		{in(`"search":{"criterion":"path","gamma":[1,2],"count":3}`), `search.count is 3: it belongs with search.gamma "auto"; remove it, or change search.gamma`},
		{in(`"search":{"criterion":"validation"}`), `search.criterion is "validation": there are no validation rows; give split.validation a share, or choose "cross-validation"`},
		{in(`"search":{"criterion":"cross-validation","metric":"auc"}`), `search.metric is "auc": task is "regression"; choose "mse" or "mae"`},
		{in(`"split":{"train":0.5,"validation":0.5},"search":{"criterion":"validation","subsample":[20,40.5]}`), `search.subsample[1] is 40.5: it must be a list of ascending whole numbers from 2 to 1000000`},
		{in(`"lookup":{}`), `lookup is unknown: an experiment has version, title, data, target, features, basis, bag, task, split, preprocess, model, selection, solver, search`},
		{in(`"Target":"y"`), `Target is unknown: did you mean target?`},
		{model(`"GAMMA":1`), `model.GAMMA is unknown: did you mean model.gamma?`},
		{in(`"degree":2`), `degree is unknown: did you mean data.degree?`},
		{in(`"tolerance":1`), `tolerance is unknown: did you mean solver.tolerance?`},
		{model(`"kernel":{"type":"linear","sigma":1}`), `model.kernel.sigma is unknown: model.kernel has type, degree, constant, radius, coefficients, a, beta, A, dimension, factor, columns, of`},
		{in(`"split":{"train":0.5,"validation":0.5},"search":{"criterion":"validation","subsample":[20,40]},"model":{"subsample":20}`), `model.subsample is 20: search.subsample chooses its size; remove one of the two, or choose search.rule "given"`},
		{in(`"split":{"train":0.5,"validation":0.5},"search":{"criterion":"validation","subsample":[20,40],"rule":"given"},"model":{"subsample":30}`), `model.subsample is 30: search.rule is "given"; give one of the sizes in search.subsample`},
		{model(`"a b":1`), `model."a b" is unknown: model has type, kernel, p, r, steps, loss, gamma, lambda, ratio, groups, C, k, subsample, subsampleSeed`},
		{in(`"":1`), `"" is unknown: an experiment has version, title, data, target, features, basis, bag, task, split, preprocess, model, selection, solver, search`},
		{model(`"p":1.5,"p":2`), `model.p is given twice: keep one of the two`},
		{in(`"model":{},"model":{}`), `model is given twice: keep one of the two`},
		{model(`"kernel":"linear"`), `model.kernel is "linear": it must be an object with type, degree, constant, radius, coefficients, a, beta, A, dimension, factor, columns, of`},
		{in(`"solver":null`), `solver is null: it must be an object with method, tolerance, maxIterations, strategy`},

		// types and ranges
		{model(`"gamma":-3`), `model.gamma is -3: it must be a number greater than 0, or "auto"`},
		{model(`"gamma":0`), `model.gamma is 0: it must be a number greater than 0, or "auto"`},
		{model(`"gamma":"Auto"`), `model.gamma is "Auto": it must be a number greater than 0, or "auto"`},
		{model(`"gamma":"1"`), `model.gamma is "1": it must be a number greater than 0, or "auto"`},
		{model(`"gamma":1e999`), `model.gamma is 1e999: it is too large; it must be at most 1e+300`},
		{model(`"gamma":1e301`), `model.gamma is 1e301: it is too large; it must be at most 1e+300`},
		{model(`"gamma":null`), `model.gamma is null: it must be a number greater than 0, or "auto"`},
		{model(`"p":1`), `model.p is 1: it must be greater than 1 and at most 2, as a number or as a fraction of numbers up to 9999 such as "4/3"`},
		{model(`"p":"3/4"`), `model.p is "3/4": it must be greater than 1 and at most 2, as a number or as a fraction of numbers up to 9999 such as "4/3"`},
		{model(`"p":"4/0"`), `model.p is "4/0": it must be greater than 1 and at most 2, as a number or as a fraction of numbers up to 9999 such as "4/3"`},
		{model(`"p":" 1.5"`), `model.p is " 1.5": it must be greater than 1 and at most 2, as a number or as a fraction of numbers up to 9999 such as "4/3"`},
		{model(`"p":"40000/30000"`), `model.p is "40000/30000": it must be greater than 1 and at most 2, as a number or as a fraction of numbers up to 9999 such as "4/3"`},
		{model(`"kernel":{"type":"polynomial","degree":2.5}`), `model.kernel.degree is 2.5: it must be a whole number from 1 to 10`},
		{model(`"kernel":{"type":"polynomial","degree":11}`), `model.kernel.degree is 11: it must be a whole number from 1 to 10`},
		{model(`"kernel":{"type":"polynomial","degree":"2"}`), `model.kernel.degree is "2": it must be a whole number from 1 to 10`},
		{model(`"kernel":{"type":"polynomail"}`), `model.kernel.type is "polynomail": it must be one of "linear", "polynomial", "exponential", "geometric", "series", "sum", "product"; did you mean "polynomial"?`},
		{model(`"kernel":{"type":"Linear"}`), `model.kernel.type is "Linear": it must be one of "linear", "polynomial", "exponential", "geometric", "series", "sum", "product"; did you mean "linear"?`},
		{model(`"kernel":{"type":"gaussian"}`), `model.kernel.type is "gaussian": it belongs to model.type "kernel-ridge" or "svm" or "kernel-logistic" or "kernel-group-lasso", and model.type is "lp"; remove it, or change model.type`},
		{model(`"subsample":1`), `model.subsample is 1: it must be a whole number from 2 to 1000000`},
		{in(`"solver":{"tolerance":0}`), `solver.tolerance is 0: it must be a number from 1e-15 to 1`},
		{in(`"solver":{"maxIterations":0}`), `solver.maxIterations is 0: it must be a whole number from 1 to 1000000`},
		{in(`"solver":{"method":7}`), `solver.method is 7: it must be one of "auto", "newton", "dual-gradient", "proximal-gradient", "primal-gradient", "fista"`},
		{in(`"preprocess":{"standardize":"yes"}`), `preprocess.standardize is "yes": it must be true or false`},
		{in(`"split":{"train":0.5,"seed":9007199254740992}`), `split.seed is 9007199254740992: it must be a whole number from 0 to 9007199254740991`},
		{in(`"title":"` + strings.Repeat("x", 81) + `"`), `title is "` + strings.Repeat("x", 37) + `...": it must be a text of at most 80 characters`},
		{`{"data":{"source":"synthetic","noise":-0.1}}`, `data.noise is -0.1: it must be a number of at least 0`},
		{`{"data":{"source":"synthetic","n":1}}`, `data.n is 1: it must be a whole number from 2 to 100000`},
		{`{"data":{"source":"synthetic","n":100000,"d":1000}}`, `data.n is 100000: with data.d 1000 that makes 100000000 cells; n times d must be at most 50000000`},
		{`{"data":{"source":"synthetic","d":3,"degree":2,"relevant":7}}`, `data.relevant is 7: 3 columns have only 6 monomials of degree 2`},

		// fields that belong elsewhere
		{model(`"kernel":{"type":"linear","degree":2}`), `model.kernel.degree is 2: it belongs to model.kernel.type "polynomial", and model.kernel.type is "linear"; remove it, or change model.kernel.type`},
		{model(`"loss":{"type":"huber","epsilon":2}`), `model.loss.epsilon is 2: it belongs to model.loss.type "epsilon-insensitive", and model.loss.type is "huber"; remove it, or change model.loss.type`},
		{model(`"subsampleSeed":2`), `model.subsampleSeed is 2: it belongs with model.subsample, which is absent; remove it, or give model.subsample`},
		{`{"data":{"source":"synthetic","name":"wpbc"}}`, `data.name is "wpbc": it belongs to data.source "sample" or "file", and data.source is "synthetic"; remove it, or change data.source`},
		{`{"data":{"source":"sample","name":"wpbc","sha256":"00"},"target":"y"}`, `data.sha256 is "00": it belongs to data.source "file", and data.source is "sample"; remove it, or change data.source`},
		{`{"data":{"source":"sample"},"target":"y"}`, `data.name is missing: name the bundled data set or the file`},
		{`{"data":{"source":"sample","name":"wpbc"}}`, `target is missing: name the column to predict`},
		{`{"data":{"source":"file","name":"a","sha256":"xyz"},"target":"y"}`, `data.sha256 is "xyz": it must be the 64 hexadecimal digits of the file's SHA-256`},

		{`{"data":{"source":"file","name":"a","import":{"delimiter":";"}},"target":"y"}`, `data.import.delimiter is ";": it must be one of "comma", "semicolon", "tab", "bar", "space"`},
		{`{"data":{"source":"file","name":"a","import":{"ragged":"Drop"}},"target":"y"}`, `data.import.ragged is "Drop": it must be one of "refuse", "drop", "pad"; did you mean "drop"?`},
		{`{"data":{"source":"file","name":"a","import":{"missing":["-999",-999]}},"target":"y"}`, `data.import.missing[1] is -999: it must be a text that means a missing cell`},
		{`{"data":{"source":"file","name":"a","import":{"missing":["-9","-9"]}},"target":"y"}`, `data.import.missing[1] is "-9": it stands at data.import.missing[0] too; keep one of the two`},
		{`{"data":{"source":"file","name":"a","import":{"missing":[]}},"target":"y"}`, `data.import.missing is a list of length 0: it must be a list of 1 to 20 texts`},
		{`{"data":{"source":"file","name":"a","import":{"sep":";"}},"target":"y"}`, `data.import.sep is unknown: data.import has format, encoding, delimiter, decimal, start, header, quote, missing, codes, ragged, dates`},
		{`{"data":{"source":"file","name":"a","import":"csv"},"target":"y"}`, `data.import is "csv": it must be an object with format, encoding, delimiter, decimal, start, header, quote, missing, codes, ragged, dates`},
		{`{"data":{"source":"sample","name":"wpbc","import":{"header":"no"}},"target":"y"}`, `data.import.header is "no": it belongs to data.source "file", and data.source is "sample"; remove it, or change data.source`},

		// inline rows, names
		{inline(`"rows":[[1,2],[3]]`), `data.rows[1] is a row of length 1: data.columns names 2 columns, so it must have as many cells`},
		{inline(`"rows":[[1,true]]`), `data.rows[0][1] is true: a cell must be a number, a text or null`},
		{inline(`"rows":[[1,[2]]]`), `data.rows[0][1] is a list of length 1: a cell must be a number, a text or null`},
		{inline(`"rows":[[1,1e309]]`), `data.rows[0][1] is 1e309: it is beyond the range of numbers, about 1.8e308`},
		{inline(`"rows":[1]`), `data.rows[0] is 1: it must be a list with a cell for each column`},
		{inline(`"rows":[]`), `data.rows is a list of length 0: it must be a list of 1 to 1000000 rows`},
		{`{"target":"y","data":{"source":"inline","columns":["x","x"],"rows":[[1,2]]}}`, `data.columns[1] is "x": it stands at data.columns[0] too; keep one of the two`},
		{`{"target":"y","data":{"source":"inline","columns":["x",""],"rows":[[1,2]]}}`, `data.columns[1] is "": it must be a column's name`},
		{in(`"features":["x1","y"]`), `features[1] is "y": it is the target too; remove it, or choose another target`},
		{in(`"features":[]`), `features is a list of length 0: it must be a list of 1 to 200000 names`},

		// split
		{in(`"split":{"train":0.8,"test":0.3}`), `split.train is 0.8: the training, validation and test shares are 1.1 in sum; together they must be at most 1`},
		{in(`"split":{"train":0}`), `split.train is 0: it must be greater than 0`},
		{in(`"split":{"test":0.5}`), `split.train is missing: give the training rows too, as a fraction or as a list`},
		{in(`"split":{"train":[0],"test":0.5}`), `split.test is 0.5: the parts must be all fractions or all lists of rows; omit an empty part`},
		{in(`"split":{"train":[0,1],"test":[2],"groups":"x"}`), `split.groups is "x": the split lists rows; remove split.groups, or give fractions`},
		{in(`"split":{"train":0.5,"test":0.5,"groups":"y"}`), `split.groups is "y": it is the target; choose another column`},
		{in(`"split":{"train":0.5,"test":0.5,"groups":"x","order":"t"}`), `split.groups is "x": it does not go with split.order; remove one of the two`},
		{in(`"task":"classification","split":{"train":0.5,"test":0.5,"groups":"x","stratify":true}`), `split.stratify is true: it does not go with split.groups; remove one of the two`},
		{in(`"split":{"train":0.5,"test":[1]}`), `split.test is a list of length 1: the parts must be all fractions or all lists of rows; omit an empty part`},
		{in(`"split":{"train":[0,1],"test":[2,1]}`), `split.test[1] is 1: that row is in split.train already; list each row once`},
		{in(`"split":{"train":[0,0]}`), `split.train[1] is 0: that row is in split.train already; list each row once`},
		{in(`"split":{"train":[0,-1]}`), `split.train[1] is -1: it must be a row number, counted from 0`},
		{in(`"split":{"train":[0,0.5]}`), `split.train[1] is 0.5: it must be a row number, counted from 0`},
		{in(`"split":{"train":[]}`), `split.train is an empty list: it must list the rows to fit the model to`},
		{in(`"split":{"train":1.5}`), `split.train is 1.5: it must be a fraction from 0 to 1, or a list of row numbers counted from 0`},

		{model(`"r":0`), `model.r is 0: it must be from 0.1 to 2, as a number or as a fraction of numbers up to 9999 such as "4/3"`},
		{model(`"r":"4/3"`), `model.r is "4/3": it must be less than model.p, which is 4/3; choose a smaller one, or remove it to keep the penalty of p`},
		{model(`"r":1,"steps":0`), `model.steps is 0: it must be a whole number from 1 to 20`},
		{model(`"steps":3`), `model.steps is 3: it belongs with model.r, which is absent; remove it, or give model.r`},
		{in(`"search":{"criterion":"cross-validation","r":[1]}`), `search.r is a list of length 1: it belongs with model.r, which is absent; remove it, or give model.r`},
		{in(`"model":{"r":1},"search":{"criterion":"path","steps":true}`), `search.steps is true: it belongs to search.criterion "validation" or "cross-validation", and search.criterion is "path"; remove it, or change search.criterion`},
		{in(`"model":{"r":1.2},"search":{"criterion":"cross-validation","p":["8/7","4/3"]}`), `search.p[0] is "8/7": it must be greater than model.r, which is 1.2; choose a larger one, or remove it`},
		{in(`"model":{"r":1},"search":{"criterion":"cross-validation","p":["8/7","4/3"],"r":[0.5,1.2]}`), `search.p[0] is "8/7": it must be greater than search.r[1], which is 1.2; choose a larger one, or remove it`},
		{in(`"model":{"r":1},"search":{"criterion":"cross-validation","r":[0.5,1.5]}`), `search.r[1] is 1.5: it must be less than model.p, which is 4/3; choose a smaller one, or remove it to keep the penalty of p`},
		{in(`"model":{"r":1},"search":{"criterion":"cross-validation","r":["1/2",0.5]}`), `search.r[1] is 0.5: it must be larger than the one before it`},
		{in(`"model":{"r":1},"search":{"criterion":"cross-validation","r":[]}`), `search.r is a list of length 0: it must be a list of ascending values from 0.1 to 2, each a number or a fraction of numbers up to 9999 such as "4/3"`},
		{in(`"selection":{"rule":"nonzero"}`), `selection.rule is "nonzero": it belongs to model.type "least-squares" or "ridge" or "lasso" or "relaxed-lasso" or "elastic-net" or "group-lasso", and model.type is "lp"; remove it, or change model.type`},

		// combinations
		{in(`"task":"regression","model":{"loss":{"type":"hinge"}}`), `model.loss.type is "hinge": it needs classes; set task to "classification", or choose "squared", "absolute", "epsilon-insensitive" or "huber"`},
		{in(`"task":"regression","model":{"loss":{"type":"smoothed-hinge"}}`), `model.loss.type is "smoothed-hinge": it needs classes; set task to "classification", or choose "squared", "absolute", "epsilon-insensitive" or "huber"`},
		{model(`"kernel":{"type":"exponential"},"p":1.1`), `model.p is 1.1: the exponential kernel needs p = q/(q-1) with q even: p = 2, 4/3, 6/5 or 8/7`},
		{model(`"kernel":{"type":"exponential"},"p":"3/2"`), `model.p is 3/2: the exponential kernel needs p = q/(q-1) with q even: p = 2, 4/3, 6/5 or 8/7`},
	} {
		assertRefused(t, c.doc, c.want)
	}
}

func TestNotJSON(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{``, `line 1, column 1: it ends too early`},
		{"{\n  \"data\": {", `line 2, column 11: it ends too early`},
		{`{"a":1,}`, `near line 1, column 7`},
		{`{"a":[1,]}`, `not valid JSON`},
		{`{"a":NaN}`, `JSON has no NaN and no Infinity`},
		{`{"a":Infinity}`, `JSON has no NaN and no Infinity`},
		{`{"a":01}`, `not valid JSON`},
		{`{"a":.5}`, `not valid JSON`},
		{`{a:1}`, `not valid JSON`},
		{small + ` {}`, `there is text after the experiment`},
		{small + `x`, `there is text after the experiment`},
		{small + `]`, `there is text after the experiment`},
		{"\"x\",\"y\"\n1,2\n", `the experiment is not JSON: it must begin with "{"`},
		{"{\"title\":\"\xff\"}", `not UTF-8`},
		{strings.Repeat("[", 100_000), `nested more than 16 levels deep`},
		{strings.Repeat(`{"a":`, 100_000), `nested more than 16 levels deep`},
	} {
		_, err := Decode([]byte(c.doc))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60s\ngot:  %v\nwant: ...%s...", c.doc, err, c.want)
		}
	}
	if _, err := Decode([]byte("\ufeff" + small)); err != nil {
		t.Errorf("a byte order mark: %v", err)
	}
}

// roundTrip checks that the full document and the delta of s both decode to s.
// mustMarshal returns the JSON of a value.
func mustMarshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%+v: %v", v, err)
	}
	return string(b)
}

func roundTrip(t *testing.T, s Spec) {
	t.Helper()
	full := mustMarshal(t, s)
	delta, err := Document{Spec: s}.Delta()
	if err != nil {
		t.Fatalf("%+v: %v", s, err)
	}
	for _, text := range []string{full, string(delta)} {
		if again := decode(t, text); !reflect.DeepEqual(again, s) {
			t.Fatalf("%s\ngot  %+v\nwant %+v", text, again, s)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, doc := range []string{
		small,
		`{"data":{"source":"synthetic","noise":0,"seed":0,"relevant":0},"title":"a \"b\" <c> \u2028"}`,
		`{"data":{"source":"sample","name":"wpbc"},"target":"outcome","task":"classification","model":{"loss":{"type":"hinge"}}}`,
		`{"data":{"source":"file","name":"a.csv","sha256":"` + strings.Repeat("AB", 32) + `"},"target":"y","features":["a","b"]}`,
		`{"data":{"source":"file","name":"a.csv","import":{"format":"delimited","encoding":"utf-16le","delimiter":"tab","decimal":"comma","header":"no","quote":"literal","missing":["-999","n. a."],"ragged":"pad"}},"target":"y"}`,
		`{"data":{"source":"inline","columns":["x","y"],"rows":[[1,"a"],[null,-0.0],[1e-400,1.7976931348623157e308]]},"target":"y"}`,
		`{"data":{"source":"synthetic"},"model":{"loss":{"type":"epsilon-insensitive","epsilon":0},"subsample":5,"subsampleSeed":0}}`,
		`{"data":{"source":"synthetic"},"split":{"train":[3,1,2],"test":[0]}}`,
		`{"data":{"source":"synthetic"},"model":{"r":"1/2","steps":20},"selection":{"rule":"deviation"}}`,
		`{"data":{"source":"synthetic"},"model":{"r":0.5},"search":{"criterion":"cross-validation","r":["1/2",0.75,"1/1"],"steps":false}}`,
		`{"data":{"source":"synthetic"},"model":{"r":1},"search":{"criterion":"path"}}`,
		`{"data":{"source":"synthetic"},"split":{"train":1,"seed":0}}`,
		`{"data":{"source":"synthetic"},"split":{"train":0.75}}`,
		`{"data":{"source":"synthetic"},"basis":["x1"," max(x1, x2)^2","sin(2*pi*` + "`x 3`" + `)"]}`,
		`{"data":{"source":"synthetic"},"model":{"p":"2/1","gamma":1e300,"kernel":{"type":"polynomial","degree":1e0}}}`,
		`{"data":{"source":"synthetic"},"model":{"p":1.1,"kernel":{"type":"linear"}}}`,
	} {
		roundTrip(t, decode(t, doc))
	}
	roundTrip(t, Default())
}

func TestDeltaIsShort(t *testing.T) {
	got, err := Document{Spec: decode(t, small)}.Delta()
	if err != nil || string(got) != small {
		t.Errorf("got %s, %v", got, err)
	}
	s := decode(t, `{"data":{"source":"synthetic"},"split":{"train":0.5},"model":{"gamma":3}}`)
	want := `{"data":{"source":"synthetic"},"split":{"train":0.5},"model":{"gamma":3}}`
	if got, err := (Document{Spec: s}).Delta(); err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}

func TestGoldenSpecs(t *testing.T) {
	files, err := filepath.Glob("../../testdata/golden/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden experiments: %v", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var golden struct{ Spec json.RawMessage }
		if err := json.Unmarshal(b, &golden); err != nil {
			t.Fatal(err)
		}
		s, err := Decode(golden.Spec)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if s.Solver.Tolerance != 1e-12 || s.Preprocess.Standardize || s.Preprocess.Intercept || !s.Split.Explicit() {
			t.Errorf("%s: %+v", file, s)
		}
		roundTrip(t, s)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(small))
	opening, _ := json.Marshal(Default())
	f.Add(opening)
	f.Add([]byte(`{"version":1,"data":{"source":"inline","columns":["x","y"],"rows":[[1,"a"],[null,2e3]]},"target":"y","features":["x"],"split":{"train":[0],"test":[1]},"model":{"kernel":{"type":"polynomial","degree":3},"p":1.2,"loss":{"type":"huber","rho":2},"subsample":2}}`))
	f.Add([]byte(`{"data":{"source":"file","name":"f"},"target":"t","task":"classification","model":{"loss":{"type":"epsilon-insensitive","epsilon":0}}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Decode(b)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		roundTrip(t, s)
	})
}
