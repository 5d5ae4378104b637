package page

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/numeric/rng"
)

// tuner handles the requests of a page for one file like the workers of the page.
type tuner struct {
	s       *state
	session lab.Session
	bytes   []byte
	asked   []experiment.Spec // the experiments run
	// end, if not nil, returns how a run ends without a report: an error, "cancelled", or "" for a report.
	end   func(s *state) string
	after func() // called after every event, unless nil
}

// upload gives a page a file, with the guessed target or another one.
func upload(t *testing.T, name string, bytes []byte, target string, end func(s *state) string) *tuner {
	t.Helper()
	s := newState()
	s.takeOpening(nil, true)
	s.Phase = ready
	u := &tuner{s: &s, end: end}
	u.give(t, name, bytes)
	if target != "" && target != u.s.Spec.Target {
		u.s.takeCancellation(u.s.runID)
		u.asked = nil
		u.answer(t, u.s.enter("target", target))
	}
	return u
}

// give gives the page a file.
func (u *tuner) give(t *testing.T, name string, bytes []byte) {
	t.Helper()
	u.bytes, u.asked = bytes, nil
	sum := sha256.Sum256(bytes)
	u.answer(t, u.s.takeFile(file{Name: name, Size: int64(len(bytes)), SHA256: hex.EncodeToString(sum[:])}))
}

// answer handles requests, and the requests that follow from them, until none remain.
func (u *tuner) answer(t *testing.T, effects []effect) {
	t.Helper()
	settle := func() {
		u.s.record()
		if u.after != nil {
			u.after()
		}
	}
	defer settle()
	for len(effects) > 0 {
		settle()
		e := effects[0]
		effects = effects[1:]
		switch e.Do {
		case "inspect":
			var of inspectRequest
			decode(t, []byte(e.Text), &of)
			found, err := u.session.Inspect(of.Data, u.bytes, 0, of.Column)
			if err != nil {
				t.Fatal(err)
			}
			var seen inspection
			decode(t, encode(t, found), &seen)
			effects = append(effects, u.s.takeInspection(e.ID, seen)...)
		case "run", "trial":
			spec, err := experiment.Decode([]byte(e.Text))
			if err != nil {
				t.Fatal(err)
			}
			u.asked = append(u.asked, spec)
			if u.end != nil {
				if how := u.end(u.s); how == "cancelled" {
					u.s.takeCancellation(e.ID)
					break
				} else if how != "" {
					effects = append(effects, u.s.failRun(e.ID, how)...)
					break
				}
			}
			report, err := u.session.Run(context.Background(), spec, u.bytes, lab.Options{})
			if err != nil {
				effects = append(effects, u.s.failRun(e.ID, err.Error())...)
				break
			}
			effects = append(effects, u.s.takeReport(e.ID, resultOf(*report))...)
		}
	}
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func decode(t *testing.T, text []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	bytes, err := os.ReadFile(filepath.Join("../../testdata/tables", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// TestTuningOfRareClasses checks that classes of few rows do not prevent the folds.
func TestTuningOfRareClasses(t *testing.T) {
	for rows := range 4 {
		u := upload(t, "iris.csv", append(read(t, "iris.csv"), strings.Repeat("5,3,4,1,unknown\n", rows+1)...), "", nil)
		r := u.s.Result.Report
		if f := u.s.Search; f == nil || f.Criterion != experiment.SearchCrossValidation || f.spec.Search.Folds != tunedFolds || u.s.Note != "" {
			t.Errorf("%d rows: %+v, note %q", rows+1, f, u.s.Note)
		}
		if m := r.Metrics["test"]; *m.Accuracy < 0.85 {
			t.Errorf("%d rows: accuracy %g", rows+1, *m.Accuracy)
		}
	}
}

// TestTuningOfARareClass checks that models are compared by AUC where one of two classes has few rows, texts or numbers, and
// that the headline states it.
func TestTuningOfARareClass(t *testing.T) {
	for _, c := range []struct {
		levels [2]string
		offset float64
		metric string
	}{{[2]string{"no", "yes"}, 3.5, experiment.MetricAUC}, {[2]string{"0", "1"}, 3.5, experiment.MetricAUC}, {[2]string{"no", "yes"}, 1, experiment.MetricAccuracy}} {
		source := rng.NewStream(1, "rare")
		var file strings.Builder
		file.WriteString("a,b,buys\n")
		for range 1200 {
			a, b := source.Normal(), source.Normal()
			level := c.levels[0]
			if source.Float64() < 1/(1+math.Exp(c.offset-a)) {
				level = c.levels[1]
			}
			fmt.Fprintf(&file, "%.4f,%.4f,%s\n", a, b, level)
		}
		s := upload(t, "customers.csv", []byte(file.String()), "buys", nil).s
		if s.Search.Metric != c.metric {
			t.Errorf("%s: searched by %s", c.levels, s.Search.Metric)
		}
		headline, _ := answerWords(s.Result)
		if isRanked := strings.HasPrefix(headline, "Ranks the rows by buys"); isRanked != (c.metric == experiment.MetricAUC) || s.Result.grade() != weak {
			t.Errorf("%s: %q, grade %q", c.levels, headline, s.Result.grade())
		}
		checkHeadline(t, headline, s.Result)
	}
}

// oneOfTwo is a table of two classes, one of which has only one row.
func oneOfTwo(t *testing.T) []byte {
	return append(firstRows(read(t, "iris.csv"), 50), "5,3,4,1,unknown\n"...)
}

// TestTuningOfAClassOfOneRow checks that the search uses validation rows, with a note, if one of two classes has
// only one row, so that no fold has both.
func TestTuningOfAClassOfOneRow(t *testing.T) {
	u := upload(t, "iris.csv", oneOfTwo(t), "species", nil)
	r := u.s.Result
	if r.Report.Search == nil || r.Report.Search.Criterion != experiment.SearchValidation || r.Rows.Test == 0 || u.s.isStale() {
		t.Fatalf("the result is of %+v, status %q", r.Report.Spec, u.s.Status)
	}
	const said = `Searched on validation rows, because folds are not possible: class "unknown" has too few training rows for folds.`
	if u.s.Note != said {
		t.Errorf("note %q", u.s.Note)
	}
}

// TestTuningOfFewRows checks that the search uses folds where there are too few validation rows to score on, although
// products of many columns take long over folds.
func TestTuningOfFewRows(t *testing.T) {
	const rows, columns = 40, 900
	r := rng.New(1)
	var file strings.Builder
	for j := range columns {
		fmt.Fprintf(&file, "x%d,", j)
	}
	file.WriteString("y\n")
	for range rows {
		first := r.Normal()
		fmt.Fprintf(&file, "%g,", first)
		for range columns - 1 {
			fmt.Fprintf(&file, "%g,", r.Normal())
		}
		fmt.Fprintf(&file, "%g\n", 2*first+0.3*r.Normal())
	}
	u := upload(t, "genes.csv", []byte(file.String()), "", nil)
	if f := u.s.Search; f == nil || f.Criterion != experiment.SearchCrossValidation {
		t.Errorf("no search over folds, status %q", u.s.Status)
	}
}

// TestTuningStartsAnew checks that tuning starts with the entered shares and selection, not with those
// of an earlier tuning.
func TestTuningStartsAnew(t *testing.T) {
	rare := append(read(t, "iris.csv"), "5,3,4,1,unknown\n"...)
	diabetes := firstRows(read(t, "diabetes.csv"), 40)
	fresh := upload(t, "diabetes.csv", diabetes, "", nil).asked
	for _, before := range []struct {
		name, target string
		bytes        []byte
		validation   float64
		rule         string
	}{
		{"iris.csv", "species", oneOfTwo(t), 0.2, experiment.SelectDeviation},
		{"iris.csv", "petal_width", rare, 0, experiment.SelectStability},
	} {
		u := upload(t, before.name, before.bytes, "", nil)
		u.answer(t, u.s.enter("target", before.target))
		spec := u.s.Spec
		if spec.Split.Validation.Fraction != before.validation || spec.Selection.Rule != before.rule {
			t.Errorf("%s: shares %+v, rule %q", before.name, spec.Split, spec.Selection.Rule)
		}
		if spec.Search.Criterion == experiment.SearchCrossValidation && spec.Split.Train.Fraction != 0.75 {
			t.Errorf("%s: shares %+v with folds", before.name, spec.Split)
		}
		var saved entries
		decode(t, encode(t, u.s.entries()), &saved)
		if saved.Backup == nil || !reflect.DeepEqual(saved.Backup, u.s.backup) {
			t.Errorf("a session is saved with %+v", saved.Backup)
		}
		u.give(t, "diabetes.csv", diabetes)
		if !reflect.DeepEqual(u.asked, fresh) {
			t.Errorf("after %s, target %q, another file is tuned with %+v", before.name, before.target, u.asked)
		}
	}
}

// firstRows returns the header and the first n rows of a file.
func firstRows(file []byte, n int) []byte {
	return bytes.Join(bytes.SplitAfterN(file, []byte("\n"), n+2)[:n+1], nil)
}

// TestTuningKeepsEnteredSettings checks that entered shares and an entered selection stay with another
// file.
func TestTuningKeepsEnteredSettings(t *testing.T) {
	u := upload(t, "iris.csv", append(read(t, "iris.csv"), "5,3,4,1,unknown\n"...), "", nil)
	for _, e := range [][2]string{{"split.train", "0.5"}, {"split.validation", "0"}, {"split.test", "0.5"}, {"selection.rule", experiment.SelectCount}} {
		u.s.enter(e[0], e[1])
		u.s.record()
	}
	u.give(t, "diabetes.csv", read(t, "diabetes.csv"))
	first := u.asked[0]
	if s := first.Split; s.Train.Fraction != 0.5 || s.Validation.Fraction != 0 || s.Test.Fraction != 0.5 || first.Selection.Rule != experiment.SelectCount {
		t.Errorf("shares %+v, rule %q", s, first.Selection.Rule)
	}
}

// TestNoSearchIsPossible checks that the first model stays if no search is possible, with a note on the
// reason.
func TestNoSearchIsPossible(t *testing.T) {
	for _, first := range []bool{false, true} { // whether a model is shown before the first search
		u := upload(t, "diabetes.csv", read(t, "diabetes.csv"), "", func(s *state) string {
			if s.runSpec.Search.Criterion == "" {
				return ""
			}
			if first && !s.tuning.began {
				s.tuning.began, s.Result = true, new(sampleResult())
			}
			return map[bool]string{false: `search.criterion is "x"`, true: "search.folds is 5"}[first] + `: class "." has only 1 row, too few for it; choose another`
		})
		if u.s.tuning != nil || u.s.Phase != ready || u.s.Result.Report.Search != nil || len(u.asked) < 2 {
			t.Fatalf("phase %q after %d experiments, status %q", u.s.Phase, len(u.asked), u.s.Status)
		}
		assertNames(t, "without a search", u.s.history.past, "Data = diabetes.csv")
		if s := u.s.Spec.Split; s.Train.Fraction != 0.75 || s.Validation.Fraction != 0 {
			t.Errorf("shares %+v without a search", s)
		}
		if u.s.Note != `Not tuned, because no search is possible: class "." has only 1 row, too few for it.` {
			t.Errorf("note %q", u.s.Note)
		}
	}
}

// TestTuningPrefersFewerWeights checks that a model with fewer weights and nearly the best score replaces
// the best, and that the best stays if that model fails or is cancelled.
func TestTuningPrefersFewerWeights(t *testing.T) {
	u := upload(t, "diabetes.csv", read(t, "diabetes.csv"), "", nil)
	r := u.s.Result.Report
	if u.s.Spec.Search.Rule != experiment.RuleOneError || u.s.isStale() || u.s.tuning != nil || !strings.HasSuffix(u.s.Status, "; the best of 5 searches") {
		t.Fatalf("rule %q, stale %t, status %q", u.s.Spec.Search.Rule, u.s.isStale(), u.s.Status)
	}
	assertNames(t, "steps of the upload", u.s.history.past, "Data = diabetes.csv")
	if f := u.s.Search; strengthOf(r) != f.grid()[f.OneError.Gamma] || r.Weights.Nonzero != 5 || !slices.Equal(r.Selection.Selected, []string{"bmi", "s5", "bp"}) {
		t.Errorf("gamma %g, %d weights, selected %v", strengthOf(r), r.Weights.Nonzero, r.Selection.Selected)
	}
	for _, end := range []string{"out of memory", "cancelled"} {
		u := upload(t, "diabetes.csv", read(t, "diabetes.csv"), "", func(s *state) string {
			if s.tuning.best == nil {
				return ""
			}
			return end
		})
		if u.s.Spec.Search.Rule != experiment.RuleMinimum || u.s.isStale() || u.s.tuning != nil || u.s.Phase != ready {
			t.Errorf("%s: rule %q, stale %t, phase %q", end, u.s.Spec.Search.Rule, u.s.isStale(), u.s.Phase)
		}
		assertNames(t, end, u.s.history.past, "Data = diabetes.csv")
	}
}

// TestTuningKeepsTheFit checks that the best model stays, with its weights selected, if the one with fewer weights fits the
// training rows worse than models of its strength predict the folds.
func TestTuningKeepsTheFit(t *testing.T) {
	runs := 0
	u := upload(t, "diabetes.csv", read(t, "diabetes.csv"), "", func(s *state) string {
		if s.tuning.best != nil {
			if runs++; runs == 1 {
				s.tuning.best.Result.Report.Search.Scores[0][s.Search.OneError.Gamma].Mean = 0
			}
		}
		return ""
	})
	if s := u.s.Spec; runs != 2 || s.Search.Rule != experiment.RuleMinimum || s.Selection.Rule != experiment.SelectStability || u.s.isStale() || u.s.tuning != nil {
		t.Errorf("%d runs, rule %q, selection %q, stale %t", runs, s.Search.Rule, s.Selection.Rule, u.s.isStale())
	}
	if f := u.s.Search; strengthOf(u.s.Result.Report) != f.grid()[f.Minimum.Gamma] {
		t.Errorf("gamma %g", strengthOf(u.s.Result.Report))
	}
}

// TestTuningOfTwoWeights checks that tuning selects by the default rule with two weights, because
// stability selection can select neither of them.
func TestTuningOfTwoWeights(t *testing.T) {
	var file strings.Builder
	file.WriteString("x,z,y\n")
	for i := range 50 {
		fmt.Fprintf(&file, "%d,%d,%d\n", i*7%13, i*5%11, 2*(i*7%13)+1)
	}
	r := upload(t, "line.csv", []byte(file.String()), "", nil).s.Result
	if _, more := answerWords(r); r.Report.Weights.Count != 2 || more != "Their mean alone scores 0. The model uses only x." {
		t.Errorf("%d weights: %s", r.Report.Weights.Count, more)
	}
}

// TestTuningOffersABetterModel checks that a better model that is not entered is offered, and that
// accepting it enters and runs it.
func TestTuningOffersABetterModel(t *testing.T) {
	u := upload(t, "prostate.csv", read(t, "../../core/data/sample/prostate.csv"), "", nil)
	const note = "With an exponential kernel the score on the folds is R² 0.58; with this model R² 0.55. Such models extrapolate badly."
	if u.s.Proposal == nil || u.s.Note != note || !strings.Contains(u.s.Status, "; chosen from ") {
		t.Fatalf("note %q, status %q", u.s.Note, u.s.Status)
	}
	shown := u.s.Spec
	effects := u.s.useProposal()
	u.s.record() // as the page does at the end of a press
	u.answer(t, effects)
	if score, ok := goodness(u.s.Result.Report); !ok || math.Abs(score-0.578) > 1e-3 || u.s.Spec.Model.Kernel.Type != experiment.KernelExponential || u.s.isStale() {
		t.Errorf("%v scores %g", u.s.Spec.Model, score)
	}
	u.s.undo()
	if !reflect.DeepEqual(u.s.Spec, shown) {
		t.Errorf("Undo gives %+v", u.s.Spec.Model)
	}
}

// TestOfferOfTheSameKernel checks that an offer of the kernel shown, but without reweighting, says so.
func TestOfferOfTheSameKernel(t *testing.T) {
	s := openedState(t)
	enter(&s.Spec, "model.kernel.type", experiment.KernelPolynomial)
	s.tuning = &tuning{score: 0.21, top: proposal{words: "products of two columns", score: 0.25, spec: s.Spec}}
	enter(&s.tuning.top.spec, "model.r", "")
	enterSteps(&s.Spec)
	for words, of := range map[string]experiment.Spec{
		"Without reweighting the score on the folds is R² 0.25; with this model R² 0.21.": s.tuning.top.spec, "With products of two columns the score on the folds is R² 0.25; with this model R² 0.21.": s.Spec,
	} {
		if s.tuning.top.spec = of; s.proposalWords() != words {
			t.Errorf("%q", s.proposalWords())
		}
	}
}

// TestNoOfferBelowTheBaseline checks that a model is offered only if it predicts better than the mean, or than the most
// frequent class.
func TestNoOfferBelowTheBaseline(t *testing.T) {
	for _, c := range []struct {
		task      string
		score     float64
		isOffered bool
	}{
		{experiment.Regression, -0.03, false},
		{experiment.Regression, 0.03, true},
		{experiment.Classification, 0.55, false},
		{experiment.Classification, 0.65, true},
	} {
		s := openedState(t)
		s.Result.Report.Spec.Task, s.Spec.Task, s.Spec.Search.Criterion = c.task, c.task, experiment.SearchCrossValidation
		s.Result.Report.Metrics = map[string]experiment.Metric{"train": {Baseline: new(0.6)}}
		s.tuning = &tuning{runs: 2, score: c.score - 0.04, top: proposal{words: "an exponential kernel", score: c.score, spec: s.Spec}}
		if s.finishTuning(); (s.Proposal != nil) != c.isOffered || strings.Contains(s.Note, "exponential") != c.isOffered {
			t.Errorf("with the score %g of a %s the offer is %v, the note %q", c.score, c.task, s.Proposal, s.Note)
		}
	}
}

// TestTuningOffersProductsLeftOut checks that a long search over products of two columns is skipped and
// offered with its time.
func TestTuningOffersProductsLeftOut(t *testing.T) {
	u := upload(t, "diabetes.csv", read(t, "diabetes.csv"), "", func(s *state) string {
		s.Inspection.Total = 400 // for the estimates
		return ""
	})
	const note = "Products of two columns were not compared, because that search would take about 6 min."
	if s := u.s; s.Spec.Model.Kernel.Type != experiment.KernelLinear || s.Note != note || s.Proposal == nil || s.Proposal.note != note {
		t.Fatalf("kernel %q, note %q, offered %+v", s.Spec.Model.Kernel.Type, s.Note, s.Proposal)
	}
	before, _ := goodness(u.s.Result.Report)
	if saved := u.s.answer(1).saved().restored(1).proposal; saved.shown == nil || *saved.shown != before {
		t.Errorf("after a reload the score to compare with is %v, want %g", saved.shown, before)
	}
	u.answer(t, u.s.useProposal())
	after, _ := goodness(u.s.Result.Report)
	scores := fmt.Sprintf("With this model the score on the folds is %s; with the model before %s.", u.s.scoreText(after), u.s.scoreText(before))
	if after < before {
		scores += " Undo returns to that."
	}
	if r := u.s.Result.Report; r.Spec.Model.Kernel.Degree != 2 || r.Search == nil || u.s.Note != scores {
		t.Errorf("degree %d, note %q, want %q", r.Spec.Model.Kernel.Degree, u.s.Note, scores)
	}
}

// TestTuningFindsSparseProducts checks that products of three columns are found that neither a linear model nor products
// of two columns predict, and that a search for them among very many monomials is offered with its time.
func TestTuningFindsSparseProducts(t *testing.T) {
	source := rng.NewStream(2, "products")
	var file strings.Builder
	file.WriteString("x1,x2,x3,x4,x5,x6,x7,x8,x9,y\n")
	x := make([]float64, 9)
	for range 110 {
		for j := range x {
			x[j] = source.Normal()
			fmt.Fprintf(&file, "%.3f,", x[j])
		}
		fmt.Fprintf(&file, "%.3f\n", 2*x[0]*x[1]*x[2]-1.5*x[3]*x[4]*x[5]+0.2*source.Normal())
	}
	u := upload(t, "products.csv", []byte(file.String()), "", nil)
	r := u.s.Result.Report
	var largest []string
	for _, w := range r.Weights.Top[:2] {
		largest = append(largest, w.Label)
	}
	if slices.Sort(largest); !slices.Equal(largest, []string{"x1·x2·x3", "x4·x5·x6"}) || *r.Metrics["test"].R2 < 0.9 || u.s.Note != "" || u.s.isStale() {
		t.Errorf("%q, R² %g, note %q", largest, *r.Metrics["test"].R2, u.s.Note)
	}

	u = upload(t, "products.csv", []byte(file.String()), "", func(s *state) string {
		s.Inspection.Total = 160 // for the estimates
		return ""
	})
	const note = "Sparse products of three columns were not compared, because that search would take about 25 s."
	if r := u.s.Result.Report; *r.Metrics["test"].R2 > 0.2 || u.s.Note != note || u.s.Proposal == nil || u.s.Proposal.note != note {
		t.Fatalf("R² %g, note %q", *r.Metrics["test"].R2, u.s.Note)
	}
	if spec := u.s.Proposal.spec; spec.Model.Kernel.Degree != 3 || spec.Search.Count != tunedCount || len(spec.Search.R) != 2 {
		t.Errorf("offered %+v, %+v", spec.Model, spec.Search)
	}
}

// TestTuningOfLocalModels checks that a model without weights is entered where products of columns predict little: a
// Gaussian kernel on a subsample of many rows of a smooth function, and nearest neighbours of a function with steps.
func TestTuningOfLocalModels(t *testing.T) {
	for _, c := range []struct {
		kind, word    string
		rows, trained int
		r2            float64
		value         func(u, v float64) float64
	}{
		{experiment.ModelKernelRidge, "A Gaussian kernel", 2200, 1200, 0.95, func(u, v float64) float64 { return math.Sin(9*u) * math.Sin(9*v) }},
		{experiment.ModelKNN, "Nearest neighbours", 800, 600, 0.5, func(u, v float64) float64 { return float64((int(8*u) + int(8*v)) % 2) }},
	} {
		source := rng.NewStream(1, c.kind)
		var file strings.Builder
		file.WriteString("u,v,y\n")
		for range c.rows {
			u, v := source.Float64(), source.Float64()
			fmt.Fprintf(&file, "%.4f,%.4f,%.4f\n", u, v, c.value(u, v)+0.05*source.Normal())
		}
		s := upload(t, "local.csv", []byte(file.String()), "", nil).s
		r := s.Result.Report
		if m := r.Spec.Model; m.Kind() != c.kind || !strings.HasPrefix(s.Note, c.word) || s.isStale() || *r.Metrics["test"].R2 < c.r2 || len(r.AlphaRows) != c.trained {
			t.Errorf("%s: %s with R² %g, fitted to %d rows; note %q", c.kind, m.Kind(), *r.Metrics["test"].R2, len(r.AlphaRows), s.Note)
		}
		s.undo()
		if s.Spec.Model.Kind() == c.kind {
			t.Errorf("Undo keeps %s", c.kind)
		}
	}
}

// TestTuningOfLogarithms checks that logarithms take the place of skewed columns where they lower the error, that Undo
// returns to the columns, and that the next tuning starts with all columns unless they were entered.
func TestTuningOfLogarithms(t *testing.T) {
	source := rng.NewStream(1, "logarithms")
	file := func(value func(amount, visits float64) float64) []byte {
		var text strings.Builder
		text.WriteString("amount in $,visits,kind,u,y\n")
		for range 200 {
			amount, visits, kind := math.Exp(2*source.Normal()), math.Floor(math.Exp(1.5*source.Normal())), source.IntN(2)
			fmt.Fprintf(&text, "%.4f,%g,%s,%.4f,%.4f\n", amount, visits, []string{"new", "old"}[kind], source.Float64(), value(amount, visits)+float64(kind)+0.1*source.Normal())
		}
		return []byte(text.String())
	}
	u := upload(t, "sales.csv", file(func(amount, visits float64) float64 { return math.Log(amount) + math.Log(visits+1) }), "", nil)
	s := u.s
	formulas := []string{"log(`amount in $`)", "log(visits + 1)"}
	if !slices.Equal(s.Spec.Basis, formulas) || !slices.Equal(s.Spec.Features, []string{"kind", "u"}) || !strings.HasPrefix(s.Note, "Logarithms") || *s.Result.Report.Metrics["test"].R2 < 0.99 {
		t.Errorf("features %q and %q, R² %g; note %q", s.Spec.Features, s.Spec.Basis, *s.Result.Report.Metrics["test"].R2, s.Note)
	}
	s.undo()
	if s.Spec.Basis != nil || s.Spec.Features != nil {
		t.Errorf("Undo keeps %q and %q", s.Spec.Features, s.Spec.Basis)
	}
	u.give(t, "iris.csv", read(t, "iris.csv"))
	if s.Spec.Basis != nil || s.Spec.Features != nil {
		t.Errorf("another file is predicted from %q and %q", s.Spec.Features, s.Spec.Basis)
	}
	u = upload(t, "sales.csv", file(func(amount, visits float64) float64 { return amount }), "", nil)
	if u.s.Spec.Basis != nil {
		t.Errorf("a sum of columns is predicted by %q", u.s.Spec.Basis)
	}
}

// TestGoodnessOfAnExactFit checks that the goodness of a model does not depend on its error on the training rows.
func TestGoodnessOfAnExactFit(t *testing.T) {
	for _, mse := range []float64{0, 0.5, 2} {
		r := experiment.Report{
			Search:  &experiment.Searched{Metric: experiment.MetricMSE, Scores: [][]experiment.Score{{{Mean: 3}}}, Minimum: &experiment.Place{}},
			Metrics: map[string]experiment.Metric{"train": {MSE: new(mse), R2: new(1 - mse/4), Baseline: new(4.0)}},
		}
		if value, ok := goodness(r); !ok || value != 0.25 {
			t.Errorf("training error %g: goodness %g", mse, value)
		}
	}
}

// TestGoodnessOnValidationRows checks that the goodness of a search on validation rows is relative to the variance of these.
func TestGoodnessOnValidationRows(t *testing.T) {
	r := experiment.Report{
		Search:  &experiment.Searched{Criterion: experiment.SearchValidation, Metric: experiment.MetricMSE, Scores: [][]experiment.Score{{{Mean: 3}}}, Minimum: &experiment.Place{}},
		Metrics: map[string]experiment.Metric{"train": {Baseline: new(9.0)}, "validation": {Baseline: new(3.0)}},
	}
	if value, ok := goodness(r); !ok || value != 0 {
		t.Errorf("a constant model has the goodness %g", value)
	}
}

// TestTuningOffersPartsOfDates checks that dates are named as unused, and that a press adds their parts
// as columns and tunes again.
func TestTuningOffersPartsOfDates(t *testing.T) {
	var file strings.Builder
	file.WriteString("when,x,y\n")
	for row := range 60 {
		i := row * 7 % 60                                   // not in the order of the dates
		at := time.Date(2024, 1, 1+i, 0, 0, 0, 0, time.UTC) // from a Monday on
		fmt.Fprintf(&file, "%s,%d,%d\n", at.Format(time.DateOnly), i*i%17, 5*(i%7)+i*i%17)
	}
	u := upload(t, "days.csv", []byte(file.String()), "y", nil)
	const note = "Columns can be made of the dates, such as year, month and weekday."
	if u.s.Note != note || u.s.Proposal == nil || u.s.Proposal.note != note || !slices.Contains(u.s.cautions(u.s.Result), "the date column when is not used") {
		t.Fatalf("note %q, remarks %q", u.s.Note, u.s.cautions(u.s.Result))
	}
	isOfUnused := func(remark string) bool { return strings.HasSuffix(remark, "not used") }
	u.answer(t, u.s.useProposal())
	names := []string{}
	for _, w := range u.s.Result.Report.Weights.Top {
		names = append(names, w.Label)
	}
	if u.s.Note == note || u.s.tuning != nil || u.s.Search == nil || !slices.Contains(names, "when weekday") || slices.ContainsFunc(u.s.cautions(u.s.Result), isOfUnused) {
		t.Errorf("note %q, weights of %q, remarks %q", u.s.Note, names, u.s.cautions(u.s.Result))
	}
}

// TestTuningOffersMissingCodes checks that a press reads the suspected codes as missing cells and tunes again.
func TestTuningOffersMissingCodes(t *testing.T) {
	var file strings.Builder
	file.WriteString("a,b,y\n")
	for i := range 60 {
		a := i * 7 % 11
		cell := fmt.Sprint(a)
		if i%9 == 4 {
			cell = "-99"
		}
		fmt.Fprintf(&file, "%s,%d,%d\n", cell, i*i%17, 5*a+i*i%17)
	}
	u := upload(t, "codes.csv", []byte(file.String()), "y", nil)
	const note = "Cells with -99 can be read as missing, in all columns."
	if u.s.Proposal == nil || u.s.Proposal.note != u.s.Note || !strings.HasSuffix(u.s.Note, note) {
		t.Fatalf("note %q", u.s.Note)
	}
	u.answer(t, u.s.useProposal())
	if got := u.s.Result.Report.Spec.Data.Import.Missing; !slices.Equal(got, []string{"-99"}) || u.s.Search == nil || strings.Contains(u.s.Note, note) {
		t.Errorf("codes %q, note %q", got, u.s.Note)
	}
}

// TestTuningOffersCategories checks that a press makes a column of many texts one of categories and tunes again.
func TestTuningOffersCategories(t *testing.T) {
	var file strings.Builder
	file.WriteString("city,x,y\n")
	for i := range 240 {
		fmt.Fprintf(&file, "c%d,%d,%d\n", i*7%30, i*i%17, 9*(i*7%30%4)+i*i%17)
	}
	u := upload(t, "cities.csv", []byte(file.String()), "y", nil)
	const note = "city can be used as categories."
	if u.s.Proposal == nil || u.s.Proposal.note != u.s.Note || !strings.HasSuffix(u.s.Note, note) {
		t.Fatalf("note %q", u.s.Note)
	}
	before := *u.s.Result.Report.Metrics["test"].R2
	u.answer(t, u.s.useProposal())
	r := u.s.Result.Report
	if !strings.HasPrefix(u.s.Note, "With this model the score on the folds is R² 0.9") || strings.Contains(u.s.Note, "Undo") {
		t.Errorf("note %q", u.s.Note)
	}
	if after := *r.Metrics["test"].R2; !slices.Equal(r.Spec.Data.Import.Codes, []string{"city"}) || u.s.Search == nil || after < before+0.5 || strings.Contains(u.s.Note, note) {
		t.Errorf("codes %q, R² %g and %g before, note %q", r.Spec.Data.Import.Codes, after, before, u.s.Note)
	}
	u.answer(t, u.s.undo())
	if got := u.s.Spec.Data.Import.Codes; len(got) > 0 {
		t.Errorf("one Undo leaves the codes %q", got)
	}

	// No columns are offered where the model explains the target.
	var exact strings.Builder
	exact.WriteString("city,x,y\n")
	for i := range 240 {
		fmt.Fprintf(&exact, "c%d,%d,%d\n", i*7%30, i*i%17, 3*(i*i%17)+1)
	}
	if u := upload(t, "exact.csv", []byte(exact.String()), "y", nil); u.s.Proposal != nil {
		t.Errorf("with R² 1: note %q", u.s.Note)
	}
}

// TestTuningOffersGroups checks that repeated identifiers are named, and that a press splits by them and tunes again.
func TestTuningOffersGroups(t *testing.T) {
	var file strings.Builder
	file.WriteString("patient_id,x,y\n")
	for i := range 80 {
		fmt.Fprintf(&file, "P%02d,%d,%d\n", i/4, i*i%17, 3*(i*i%17)+i/4%5)
	}
	u := upload(t, "visits.csv", []byte(file.String()), "y", nil)
	const note = "The training rows and the unseen rows share values of “patient_id”: for the error on new ones, split by groups."
	isNoted := func() bool { return strings.Contains(app.HTMLString((&Page{s: *u.s}).preview()), ", 1 remark") }
	if u.s.Note != note || u.s.Proposal == nil || u.s.Proposal.note != note || !isNoted() {
		t.Fatalf("note %q", u.s.Note)
	}
	u.s.Open = map[string]bool{columnSection: true}
	if html := app.HTMLString((&Page{s: *u.s}).preview()); strings.Count(html, `<td class="num">P`) > 0 || strings.Count(html, `<th class="num" scope="col">`)+strings.Count(html, `<th scope="col" class="num">`) < 3 {
		t.Error("texts are not at the left, or numbers not at the right: ", html)
	}
	u.answer(t, u.s.useProposal())
	if r := u.s.Result.Report; u.s.Note == note || isNoted() || u.s.tuning != nil || u.s.Search == nil || r.Spec.Split.Groups != "patient_id" || u.s.isStale() {
		t.Errorf("note %q, split %+v", u.s.Note, r.Spec.Split)
	}
	// Without tuning the press runs the model in view.
	u = upload(t, "visits.csv", []byte(file.String()), "y", nil)
	u.s.enter(entryTune, "false")
	u.answer(t, u.s.useProposal())
	if r := u.s.Result.Report; u.s.Note != "" || r.Spec.Split.Groups != "patient_id" || u.s.isStale() {
		t.Errorf("untuned: note %q, split %+v", u.s.Note, r.Spec.Split)
	}
}

// TestTuningKeepsIncompleteRows checks that few missing cells in each of many columns, and a constant column with missing
// cells, cost no row.
func TestTuningKeepsIncompleteRows(t *testing.T) {
	const columns, rows = 10, 100
	file := ""
	for j := range columns {
		file += fmt.Sprintf("x%d,", j)
	}
	file += "flag,y\n"
	for i := range rows {
		for j := range columns {
			if i/2 != j { // two missing cells in each column
				file += fmt.Sprint(i * (j + 3) % 17)
			}
			file += ","
		}
		flag := ""
		if i < 5 {
			flag = "x"
		}
		file += fmt.Sprintf("%s,%d\n", flag, i*3%17+i%4)
	}
	u := upload(t, "holes.csv", []byte(file), "y", nil)
	if r := u.s.Result.Report; len(r.Rows.Train)+len(r.Rows.Test) != rows || slices.Contains(r.Features, "flag") {
		t.Errorf("%q: %q", r.Features, r.Warnings)
	}
}

// TestFileWithoutFeatures checks that a file without features is not run, and that the status gives the
// reason.
func TestFileWithoutFeatures(t *testing.T) {
	text := "state,rate\n" // the names are all different, so they are no classes
	for i := range 50 {
		text += fmt.Sprintf("state %d,%d\n", i, i*i)
	}
	u := upload(t, "states.csv", []byte(text), "", nil)
	const said = "states.csv: no column is left to predict rate from: choose a file with more columns, or change the import settings"
	if u.s.Status != said || u.s.Phase != failed || u.asked != nil {
		t.Errorf("phase %q, status %q, %d experiments", u.s.Phase, u.s.Status, len(u.asked))
	}
	// The reason is in one place, and no search is offered.
	enter(&u.s.Spec, "search.criterion", experiment.SearchCrossValidation)
	u.s.Search = &search{Searched: experiment.Searched{Criterion: experiment.SearchCrossValidation}, spec: experiment.Spec{Data: u.s.Spec.Data}}
	notices := func() string { return app.HTMLString((&Page{s: *u.s}).runNotices()) }
	if html := notices(); strings.Contains(html, `class="wrong"`) || strings.Contains(html, "Run searches again") {
		t.Error(html)
	}
	if u.s.Status = "Undone"; !strings.Contains(notices(), `class="wrong"`) {
		t.Error(notices())
	}
}

// TestRepairEndsTheError checks that an import setting that repairs the data ends their error, and that they are tuned.
func TestRepairEndsTheError(t *testing.T) {
	text := "dose,rate\nspoilt,3\n"
	for i := range 50 {
		text += fmt.Sprintf("%d.5,%d\n", i, i*i)
	}
	u := upload(t, "doses.csv", []byte(text), "", nil)
	if u.s.Phase != failed || !strings.Contains(u.s.Status, "no column is left") {
		t.Fatalf("phase %q, status %q", u.s.Phase, u.s.Status)
	}
	u.answer(t, u.s.enter("data.import.missing", "spoilt"))
	if u.s.Phase != ready || !strings.HasPrefix(u.s.Status, "Converged") {
		t.Errorf("phase %q, status %q", u.s.Phase, u.s.Status)
	}
}

// TestSeriesByDate checks that a series of one column by date is predicted from the parts of its dates.
func TestSeriesByDate(t *testing.T) {
	text := "month,passengers\n"
	for i := range 96 {
		text += fmt.Sprintf("%d-%02d-01,%d\n", 1949+i/12, i%12+1, 110+3*i+(i%12)*(i%12))
	}
	u := upload(t, "series.csv", []byte(text), "", nil)
	if u.s.Result == nil || u.s.Spec.Data.Import.Dates != "parts" {
		t.Fatalf("status %q", u.s.Status)
	}
	if m := u.s.Result.Report.Metrics["test"]; m.R2 == nil || *m.R2 < 0.9 {
		t.Errorf("metrics %+v", m)
	}
	// A press splits by time, and tunes again on validation rows, which are later than the training rows.
	const note = "For the error of forecasts, split by time."
	if u.s.Note != note || u.s.Proposal == nil {
		t.Fatalf("note %q", u.s.Note)
	}
	u.answer(t, u.s.useProposal())
	r := u.s.Result.Report
	if r.Spec.Split.Order != "month" || slices.Max(r.Rows.Train) > slices.Min(r.Rows.Validation) || slices.Max(r.Rows.Validation) > slices.Min(r.Rows.Test) {
		t.Errorf("split %+v", r.Spec.Split)
	}
	if u.s.Note != "" || u.s.tuning != nil || u.s.Search == nil || u.s.Search.Criterion != experiment.SearchValidation || u.s.isStale() {
		t.Errorf("note %q, search %+v", u.s.Note, u.s.Search)
	}
	if u.s.undo(); u.s.Status != "Undone: Split by time = month" || u.s.Spec.Split.Order != "" || u.s.Spec.Split.Validation.Fraction > 0 {
		t.Errorf("status %q, split %+v", u.s.Status, u.s.Spec.Split)
	}
}

// TestOfferedTimeIsNotStratified checks that the unseen rows of an offered split by time are later in all classes.
func TestOfferedTimeIsNotStratified(t *testing.T) {
	s := newState()
	s.Inspection, s.Spec.Split.Stratify = &inspection{Sorted: "when"}, true
	if split, reason := s.dependentSplit(); split.Order != "when" || split.Stratify || reason == "" {
		t.Errorf("%+v because of %q", split, reason)
	}
}

// TestEffort checks that the estimated time of solves for classes grows with the number of passes.
func TestEffort(t *testing.T) {
	u := upload(t, "iris.csv", read(t, "iris.csv"), "", nil)
	r := u.s.Search.Searched
	report := u.s.Result.Report
	report.Search = &r
	usual := 4 * tunedSolves * 3
	for passes, want := range map[int]float64{usual / 2: 1, usual: 1, 3 * usual: 3} {
		r.Passes = passes
		if got := u.s.effort(report); got != want {
			t.Errorf("%d passes of %d solves: %g, want %g", passes, 3*tunedSolves, got, want)
		}
	}
	u.s.tuning = &tuning{effort: 1}
	classes := u.s.solveSeconds(4)
	u.s.tuning.effort = 3
	if got := u.s.solveSeconds(4); math.Abs(got-3*classes) > 1e-12 {
		t.Errorf("%g s with three times the passes, %g s before", got, classes)
	}
}

// TestSearchesOfClasses checks that products of two columns are searched if that search is quick, and
// support vector machines only if the runs of all classes, strengths and folds are quick.
func TestSearchesOfClasses(t *testing.T) {
	u := upload(t, "iris.csv", read(t, "iris.csv"), "", nil)
	u.s.tuning = &tuning{effort: 4}
	columns := u.s.Inspection.Columns
	for range 4 {
		u.s.Inspection.Columns = append(u.s.Inspection.Columns, columns[:4]...)
	}
	for rows, want := range map[int][2]bool{150: {true, true}, 1300: {true, false}, 90000: {false, false}} {
		u.s.Inspection.Rows = rows
		u.s.Spec.Model = experiment.Default().Model
		setSearch(&u.s.Spec, experiment.SearchValidation)
		_, products := u.s.tunedDegree(2)
		_, machine := u.s.tunedMachine()
		if got := [2]bool{products, machine}; got != want {
			t.Errorf("%d rows: products and a machine %v, want %v", rows, got, want)
		}
	}
}

// TestLinearSearchOfManyClasses checks that the search of a linear model is coarse if each of its strengths takes long.
func TestLinearSearchOfManyClasses(t *testing.T) {
	u := upload(t, "iris.csv", read(t, "iris.csv"), "", nil)
	u.s.tuning = &tuning{effort: 1}
	for rows, want := range map[int]int{20000: tunedCount, 200000: 4} {
		u.s.Inspection.Rows = rows
		if spec, _ := u.s.tunedLinear(); spec.Search.Count != want {
			t.Errorf("%d rows: %d strengths", rows, spec.Search.Count)
		}
	}
}

// candidates returns the models that a careful user would try with the rows, folds and preprocessing of an
// experiment, by name: every method, with several kernels if it has kernels. Without all, the models that
// take long are left out.
func candidates(t *testing.T, spec experiment.Spec, rows int, all bool) map[string]experiment.Spec {
	t.Helper()
	spec.Selection, spec.Search.Rule = experiment.Default().Selection, experiment.RuleMinimum
	enter(&spec, "model.r", "")
	machine := experiment.ModelKernelRidge
	if spec.Task == experiment.Classification {
		machine = experiment.ModelSVM
	}
	polynomial := func(degree string) [][2]string {
		return [][2]string{{"model.type", experiment.ModelLP}, {"model.kernel.type", experiment.KernelPolynomial}, {"model.kernel.degree", degree}, {"model.kernel.constant", "1"}, {"model.gamma", experiment.Auto}}
	}
	named := map[string]experiment.Spec{}
	for _, values := range [][][2]string{
		{{"model.type", experiment.ModelLP}, {"model.kernel.type", experiment.KernelLinear}, {"model.gamma", experiment.Auto}},
		polynomial("2"), polynomial("3"),
		{{"model.type", experiment.ModelLP}, {"model.kernel.type", experiment.KernelExponential}, {"model.kernel.a", experiment.Auto}, {"model.gamma", experiment.Auto}},
		{{"model.type", machine}, {"model.kernel.type", experiment.KernelGaussian}},
	} {
		own := spec
		for _, v := range values {
			enter(&own, v[0], v[1])
		}
		own, err := experiment.Validate(own)
		if err != nil {
			t.Fatal(err)
		}
		variants, err := experiment.Variants(own)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range variants {
			name, k := v.Model.Kind(), v.Model.Kernel
			grouped, reweighted := name == experiment.ModelKernelGroupLasso, v.Model.R != experiment.P{}
			if !v.Search.IsScored() || grouped && rows > 200 || !all && (grouped || reweighted || k.Degree > 2 || k.Type == experiment.KernelExponential) {
				continue
			}
			if k.Type != "" {
				name += ", " + k.Type
			}
			if k.Degree > 0 {
				name += fmt.Sprint(" of degree ", k.Degree)
			}
			if reweighted {
				name += ", r"
			}
			named[name] = v
		}
	}
	return named
}

// tunedWithin is the largest difference between the best score and the score of the model of the page.
const tunedWithin = 0.05

// TestTunedModelIsNearTheBest checks that the model that the page chooses for a file, or one that it
// offers, scores nearly as well as the best model of the lab on the same folds, and that the headline
// states the score on the test rows. LPLAB_TABLES replaces the files, each with an optional target after
// a colon, and adds all models.
func TestTunedModelIsNearTheBest(t *testing.T) {
	more := strings.Fields(os.Getenv("LPLAB_TABLES"))
	tables := more
	if len(more) == 0 {
		for _, name := range []string{"diabetes.csv", "iris.csv", "pima.csv"} {
			tables = append(tables, filepath.Join("../../testdata/tables", name))
		}
	}
	for _, table := range tables {
		path, target, _ := strings.Cut(table, ":")
		bytes, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		u := upload(t, name, bytes, target, nil)
		f, r := u.s.Search, u.s.Result.Report
		if f == nil {
			t.Errorf("%s: no search was run: %s, %s", name, u.s.Status, u.s.Note)
			continue
		}
		at, ok := u.s.here()
		if !ok {
			t.Fatalf("%s: the result is not a model of the search", name)
		}
		scale := r
		scale.Search = &f.Searched
		score, best, of := goodnessAt(scale, at), math.Inf(-1), ""
		others := candidates(t, f.entries, len(r.Rows.Train), len(more) > 0)
		for _, other := range slices.Sorted(maps.Keys(others)) { // the first of equal scores is named
			report, err := u.session.Run(context.Background(), others[other], bytes, lab.Options{})
			if err != nil {
				t.Errorf("%s: %s: %v", name, other, err)
				continue
			}
			if value, scored := goodness(*report); scored && value > best {
				best, of = value, other
			}
		}
		headline, rest := answerWords(u.s.Result)
		offered := "-"
		if proposal := u.s.Proposal; proposal != nil && u.s.Note == proposal.note && proposal.words != "" {
			offered = fmt.Sprintf("%s, %.3f", proposal.words, proposal.score)
			score = max(score, proposal.score)
		}
		t.Logf("| %s | %s | %.3f | %s | %.3f, %s | %s %s | %s |", name, r.Spec.Target, goodnessAt(scale, at), offered, best, of, headline, rest, verdictWords[u.s.Result.grade()])
		if score < best-tunedWithin {
			t.Errorf("%s: the tuned model scores %.3f, but %s %.3f", name, score, of, best)
		}
		checkHeadline(t, headline, u.s.Result)
	}
}

// checkHeadline compares the numbers of a headline with the predictions of the test rows.
func checkHeadline(t *testing.T, headline string, r *result) {
	t.Helper()
	f, y := r.Report.Predictions.Test, r.Report.Actual.Test
	score := ""
	if r.Report.Spec.Task == experiment.Regression {
		residual := math.Pow(floats.Distance(f, y, 2), 2)
		score = "R² " + scoreDigits(1-residual/(float64(len(y))*stat.PopVariance(y, nil)), 2) + " on"
	} else if strings.HasPrefix(headline, "Ranks") {
		ordered, pairs := 0, 0
		for i := range y {
			for j := range y {
				if y[i] > y[j] {
					pairs++
					if f[i] > f[j] {
						ordered++
					}
				}
			}
		}
		score = "AUC " + scoreDigits(float64(ordered)/float64(pairs), 2) + " on"
	} else {
		right := 0
		for i := range y {
			class := 0.0
			if of := r.Report.ByClass; len(of) > 2 {
				for k := range of {
					if of[k].Predictions.Test[i] > of[int(class)].Predictions.Test[i] {
						class = float64(k)
					}
				}
			} else {
				class = math.Copysign(1, f[i])
			}
			if class == y[i] {
				right++
			}
		}
		score = percent(float64(right)/float64(len(y))) + " of"
	}
	if !strings.Contains(headline, score) || !strings.Contains(headline, fmt.Sprintf(" %d unseen row", len(y))) {
		t.Errorf("%q, but the predictions give %q of %d rows", headline, score, len(y))
	}
}

// TestTuningOfAClassThatBeginsLate checks the note where the earlier rows that a search by time needs lack a class.
func TestTuningOfAClassThatBeginsLate(t *testing.T) {
	text := "when,x,y\n"
	for i := range 80 {
		text += fmt.Sprintf("%s,%d,%t\n", time.Date(2024, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), i*i%17, i > 52)
	}
	u := upload(t, "late.csv", []byte(text), "y", nil)
	u.answer(t, u.s.useProposal())
	const note = `Not tuned, because no search is possible: the training rows hold only the class "false" of target "y". `
	if !strings.HasPrefix(u.s.Note, note) {
		t.Errorf("note %q, status %q", u.s.Note, u.s.Status)
	}
}
