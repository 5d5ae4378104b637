package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/english"
	"lplab/core/experiment"
)

func TestUnits(t *testing.T) {
	for got, want := range map[string]string{
		english.Integer(211575): "211,575", english.Integer(12): "12", english.Integer(-1234567): "−1,234,567",
		english.Count(1, "row"): "1 row", english.Count(1500, "row"): "1,500 rows",
		seconds(0.044): "0.04 s", seconds(0.003): "3 ms", seconds(12.4): "12 s", seconds(0): "0 s",
		formatFixed(-1.234e32, 3): "−1.2e32", fixedDigits(69766.5579): "69,767", fixedDigits(-12.5): "−12.5000", (&search{}).errorWords(experiment.Score{Mean: 7.4e6, Error: 955767}): "± 0.96e6",
		(&search{Searched: experiment.Searched{Metric: experiment.MetricAccuracy}}).errorWords(experiment.Score{Mean: 0.9997, Error: 0.00012}): "± 0.012\u00a0%",
		percent(0.9971): "99.7\u00a0%", percent(1): "100\u00a0%", percent(35.0 / 37): "94.6\u00a0%", percent(0.9995): "99.9\u00a0%", percent(0.99997): "99.9970\u00a0%", percent(0.5): "50.0\u00a0%",
		sentence("features are cheaper"): "Features are cheaper.", sentence(""): "",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	r := sampleResult()
	if got, want := headline(&r), "One of 1,500 weights exceeds the threshold 0.1, exactly the planted one."; got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
	if got, want := mattersWords(&r), "Largest weight: x7."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	robust := experiment.Default().Model
	robust.Loss.Type, robust.R = experiment.LossHuber, experiment.P{}
	if got, want := modelWords(robust), "p = 4/3, Huber loss"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	sparse := sampleResult()
	sparse.Report.Spec.Model = experiment.Model{Type: experiment.ModelLasso}
	for want, of := range map[string]*result{"Weights selected": &r, "Weights not zero": &sparse} {
		if html := app.HTMLString(app.Div().Body((&Page{s: newState()}).tiles(of)...)); !strings.Contains(html, want) {
			t.Errorf("no tile %q in %s", want, html)
		}
	}
	marked := sampleResult()
	marked.Class, marked.Report.Weights.Marked, marked.Report.Selection = "setosa", true, &experiment.Selected{Selected: []string{"x7", "job=clerk, retired"}}
	if got, want := mattersWords(&marked), `Selected to tell setosa from the rest: x7 and "job=clerk, retired".`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	unstable := sampleResult()
	unstable.Report.Weights.Marked, unstable.Report.Selection = true, &experiment.Selected{Rule: experiment.SelectStability}
	if got, want := mattersWords(&unstable), "Fits to random halves of the rows agree on no weight. Largest weight: x7."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	alone := sampleResult()
	low := 0.24
	alone.Report.Weights.Marked, alone.Report.Selection = true, &experiment.Selected{Selected: []string{"x2"}, Refit: &experiment.Refit{Metrics: map[string]experiment.Metric{"test": {R2: &low}}}}
	if got, want := mattersWords(&alone), "Selected: x2 (alone R² 0.24)."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	low = -0.03
	if got, want := mattersWords(&alone), "The selected weights alone do not predict y (R² −0.03). Largest weight: x7."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	every := sampleResult()
	every.Features, every.Report.Weights.Nonzero, every.Report.Weights.Top = 1, 2, []experiment.Weight{
		{Label: "a²", Value: 2, Monomial: map[string]int{"a": 2}}, {Label: "a", Value: 1, Monomial: map[string]int{"a": 1}}}
	if got, want := mattersWords(&every), "Largest weights: a² and a."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	powers := result{Features: 3}
	for i, label := range []string{"job=clerk³", "age²", "job=clerk", "age·job=clerk²", "x"} {
		powers.Report.Weights.Top = append(powers.Report.Weights.Top, experiment.Weight{Label: label, Value: 2 - 0.1*float64(i)})
	}
	powers.Report.Weights.Nonzero = 5
	if got, want := mattersWords(&powers), "Largest weights: job=clerk, age² and age·job=clerk."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for want, columns := range map[string][]experiment.ColumnImportance{
		"Most important columns: a and b.": {{Column: "a", Increase: 0.5, Error: 0.1}, {Column: "b", Increase: 0.3, Error: 0.1}, {Column: "c", Increase: 0.2, Error: 0.15}},
		"Most important column: a.":        {{Column: "a", Increase: 0.5, Error: 0.1}, {Column: "b", Increase: 0.04, Error: 0.01}},
		"":                                 {{Column: "a", Increase: 0.1, Error: 0.1}},
	} {
		without := result{}
		without.Report.Importance = columns
		if got := mattersWords(&without); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	hidden := sampleResult()
	hidden.Report.Weights.Infinite, hidden.Report.Weights.ExaminedShare = true, 0.1
	if got, want := headline(&hidden), "The weights shown have only 10.0\u00a0% of ‖w‖ₚᵖ; the rest is in monomials of higher degree."; got != want {
		t.Errorf("headline %q, want %q", got, want)
	}
	if got, want := share(&r), "The 2 listed weights carry 99.7\u00a0% of ‖w‖ₚᵖ."; got != want {
		t.Errorf("share %q, want %q", got, want)
	}
	if got, want := certificate(r.Report), "The relative duality gap is 3e-13: no other weights have an objective lower by more than that."; got != want {
		t.Errorf("certificate %q, want %q", got, want)
	}
	reweighted := sampleResult().Report
	reweighted.Reweighting, reweighted.Objective.Local = make([]experiment.Reweighting, 5), true
	reweighted.Spec.Model.R = experiment.P{Num: 2, Den: 3}
	if got, want := certificate(reweighted), "The relative duality gap of the last reweighting step is 3e-13: no other weights have an objective of this step lower by more than that. The objective with r = 2/3 is not convex, so other weights may have a lower one."; got != want {
		t.Errorf("certificate %q, want %q", got, want)
	}
	searched := sampleResult()
	searched.Report.Search = &experiment.Searched{Path: experiment.Path{Points: []experiment.PathPoint{{Status: experiment.Converged}, {Status: experiment.Stalled, RelativeGap: 0.1}}}}
	if got, want := app.HTMLString(certificateCard(&searched)), "1 of the 2 models of the path did not converge (relative gap up to 0.1)."; !strings.Contains(got, want) {
		t.Errorf("the certificate is %s without %q", got, want)
	}
	for status, want := range map[experiment.Status]string{
		experiment.Converged:      "Converged in 8 iterations, relative gap 3e-13, 0.10 s",
		experiment.IterationLimit: "Not converged: stopped at the limit of 8 iterations, relative gap 3e-13, 0.10 s",
		experiment.Stalled:        "Not converged: rounding limits the relative gap after 8 iterations to 3e-13, 0.10 s",
		experiment.Cancelled:      "Cancelled",
	} {
		r.Report.Status = status
		if got := outcome(&r); got != want {
			t.Errorf("outcome %q, want %q", got, want)
		}
	}
	if got := story(&r); got != [4]string{"Synthetic, 125 × 1,500", "linear kernel", "p = 4/3", "1,500 weights"} {
		t.Errorf("story %q", got)
	}
}

// TestCautions checks that the warnings beside the answer are about the result or about cells that may spoil it; the panel
// Data has the others about the file.
func TestCautions(t *testing.T) {
	s, r := openedState(t), sampleResult()
	s.Inspection = &inspection{Warnings: []string{"of the file", "of its last row"}, Cautions: []string{"of its last row"}}
	r.Report.Warnings = []string{"of the file", "of its last row", "of the rows"}
	if got := s.cautions(&r); !slices.Equal(got, []string{"of its last row", "of the rows"}) {
		t.Errorf("%q", got)
	}
}

// TestTextColumnsAreNamed checks that unused text columns are named beside the answer, but not those of
// other data.
func TestTextColumnsAreNamed(t *testing.T) {
	u := upload(t, "diabetes.csv", firstRows(read(t, "diabetes.csv"), 100), "", nil)
	before := u.s.Result
	if got := u.s.cautions(before); len(got) > 0 {
		t.Errorf("without text columns: %q", got)
	}
	file := "state,county,x,y\n"
	for i := range 40 {
		file += fmt.Sprintf("state %d,county %d,%d,%d\n", i, i/2, i*7%13, 2*(i*7%13)+i%3)
	}
	u.give(t, "states.csv", []byte(file))
	const one, both = "the text column state is not used", "text columns are not used: state and county"
	if got := u.s.cautions(u.s.Result); !slices.Contains(got, one) {
		t.Errorf("one text column: %q", got)
	}
	u.give(t, "counties.csv", []byte(strings.Replace(file, "county 0,", "county 20,", 1)))
	if got := u.s.cautions(u.s.Result); !slices.Contains(got, both) {
		t.Errorf("two text columns: %q", got)
	}
	if got := u.s.cautions(before); len(got) > 0 {
		t.Errorf("of other data: %q", got)
	}
	u.answer(t, u.s.enter("data.import.delimiter", "tab"))
	if got := u.s.unusedColumns(u.s.Result.Report.Spec, "text"); len(got) > 0 {
		t.Errorf("of a file read in another way: %q", got)
	}
}

// TestLabelsInSentences checks that field paths and their values in messages of core are replaced by their
// labels on the page, and that other words with a point and other quoted words are not.
func TestLabelsInSentences(t *testing.T) {
	const sentence = `choose a smaller model.gamma (model.subsample), 0.5, model.price, or selection.resamples.`
	if got := withLabels(sentence); got != `choose a smaller “Gamma” (“Subsample”), 0.5, model.price, or “Resamples”.` {
		t.Error(got)
	}
	const choice = `column "day-first" has no order: set data.import.dates to "day-first" or "other", set task to "classification".`
	if got := withLabels(choice); got != `column "day-first" has no order: set “Dates” to “Parts, day first” or "other", set “Task” to “Classification”.` {
		t.Error(got)
	}
}

// TestRuleInRefusal checks that a refusal which depends on the rule of selection has the label of the rule.
func TestRuleInRefusal(t *testing.T) {
	s := openedState(t)
	s.enter("selection.rule", "stability")
	s.enter("selection.resamples", "4")
	s.run()
	if got := s.Errors["selection.resamples"]; got != "Resamples is 4: “Selection” “Stable over halves” needs an even number of at least 20, such as 100" {
		t.Error(got)
	}
}

// TestDependence checks that the square of a level or of a column with two values, and the product of
// two levels of a column, are explained, and that other monomials are not.
func TestDependence(t *testing.T) {
	s := openedState(t)
	s.Inspection = &inspection{Columns: []column{{Name: "phase", Type: "category", Levels: []string{"a", "b", "c"}}, {Name: "sex", Type: "number", Levels: []string{"0", "1"}}, {Name: "age", Type: "number"}}}
	for _, c := range []struct {
		monomial map[string]int
		want     string
	}{
		{map[string]int{"phase=b": 2}, "“phase=b” has two values, "},
		{map[string]int{"sex": 2}, "“sex” has two values, "},
		{map[string]int{"age": 1, "phase=a": 1, "phase=c": 1}, "No row has two levels of “phase”, so “m” is "},
		{map[string]int{"phase=b": 1}, ""},
		{map[string]int{"age": 2}, ""},
		{map[string]int{"unknown": 2}, ""},
		{map[string]int{"age": 1, "phase=a": 1, "sex": 1}, ""},
	} {
		got := s.dependence([]experiment.Weight{{Monomial: c.monomial, Label: "m"}})
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%v: %q", c.monomial, got)
		}
	}
}

// TestClassesDrift checks that a score below that of guessing is no prediction, although the most frequent class of the
// training rows scores less.
func TestClassesDrift(t *testing.T) {
	r := sampleResult()
	accuracy, base := 0.2, 0.04
	r.Report.Metrics["test"] = experiment.Metric{Accuracy: &accuracy, Baseline: &base}
	headline, more := answerWords(&r)
	if headline != "Does not predict y: 20.0\u00a0% of 40 unseen rows are right." ||
		more != "Always predicting the most frequent class scores 4.0\u00a0%, because it is rare among these rows; guessing scores 50.0\u00a0%." {
		t.Errorf("%q, %q", headline, more)
	}
	base = 0.45 // less than guessing by chance
	if _, more := answerWords(&r); strings.Contains(more, "guessing") {
		t.Errorf("%q", more)
	}
}

// TestTrainingMean checks the headline if the mean of the training rows is far from that of the unseen rows.
func TestTrainingMean(t *testing.T) {
	r := sampleResult()
	r2, mse, base := -1.64, 8.0, 16.0
	r.Report.Metrics["test"] = experiment.Metric{R2: &r2, MSE: &mse, Baseline: &base}
	if headline, more := answerWords(&r); headline != "Does not predict y: R² −1.64 on 40 unseen rows." ||
		!strings.HasPrefix(more, "Their mean alone scores 0, the mean of the training rows −4.28.") {
		t.Errorf("%q, %q", headline, more)
	}
	base = mse / (1 - r2)
	if _, more := answerWords(&r); !strings.HasPrefix(more, "Their mean alone scores 0.") {
		t.Errorf("%q", more)
	}
}

// TestRareClass checks the headline if the accuracy is no better than the most frequent class, with and
// without an AUC above chance, or with too few rows of the rare class for one.
func TestRareClass(t *testing.T) {
	r := sampleResult()
	r.Report.Spec.Task = experiment.Classification
	accuracy, base := 0.86, 0.859
	const unordered = "Always predicting the most frequent class scores 85.9\u00a0%, which is within one standard error."
	for _, c := range []struct {
		auc  float64
		rare int
		want [2]string
		verdict
	}{
		{0.83, 5, [2]string{"Ranks the rows by y with AUC 0.83 on 40 unseen rows.",
			"Chance scores 0.5. Of the predicted classes 86.0\u00a0% are right. " + unordered + " Largest weight: x7."}, weak},
		{0.91, 5, [2]string{"Ranks the rows by y with AUC 0.91 on 40 unseen rows.",
			"Chance scores 0.5. Of the predicted classes 86.0\u00a0% are right. " + unordered + " Largest weight: x7."}, good},
		{0.52, 5, [2]string{"Does not predict y: 86.0\u00a0% of 40 unseen rows are right.", unordered}, poor},
		{1, 4, [2]string{"Does not predict y: 86.0\u00a0% of 40 unseen rows are right.", unordered}, poor},
	} {
		classes := []experiment.ClassMetric{{Rows: 40 - c.rare, AUC: &c.auc}, {Rows: c.rare, AUC: &c.auc}, {}}
		r.Report.Metrics["test"] = experiment.Metric{Accuracy: &accuracy, AUC: &c.auc, Baseline: &base, PerClass: classes}
		headline, more := answerWords(&r)
		score := map[bool]string{false: "86.0\u00a0%", true: "AUC " + scoreDigits(c.auc, 2)}[c.verdict != poor]
		if [2]string{headline, more} != c.want || r.grade() != c.verdict || r.scoreWords() != score {
			t.Errorf("%q, %q, grade %q, score %q", headline, more, r.grade(), r.scoreWords())
		}
	}
}

// TestCautionOfNoWeights checks that a model without weights that a search chose has no advice to search.
func TestCautionOfNoWeights(t *testing.T) {
	s, r := newState(), sampleResult()
	warning := experiment.AllWeightsZero + ": choose a larger model.gamma, or a search.criterion"
	r.Report.Warnings = []string{warning, `class "c": ` + warning}
	s.Search = new(search)
	s.resultEntries.Search.Criterion = experiment.SearchCrossValidation
	for rule, want := range map[string]int{experiment.RuleOneError: 0, experiment.RuleGiven: 2} {
		s.resultEntries.Search.Rule = rule
		if got := s.cautions(&r); len(got) != want {
			t.Errorf("%s: %q", rule, got)
		}
	}
}

// TestUnseenRowsOfOneClass checks that test rows of only one class give no judgement.
func TestUnseenRowsOfOneClass(t *testing.T) {
	r := sampleResult()
	all := 1.0
	r.Report.Metrics["test"] = experiment.Metric{Accuracy: &all, Baseline: &all}
	if headline, _ := answerWords(&r); headline != "Cannot be judged: only the most frequent class of y is among 40 unseen rows." {
		t.Error(headline)
	}
}

// TestFewUnseenRows checks that one unseen row is no judgement, that a few get no grade, and that one does not decide it.
func TestFewUnseenRows(t *testing.T) {
	for rows, want := range map[int]string{1: "Cannot be judged: y has only 1 unseen row.", 4: "Predicts y with R² 0.94 on 4 unseen rows.", 5: "Predicts y with R² 0.94 on 5 unseen rows."} {
		r := sampleResult()
		r.Rows.Test = rows
		if headline, _ := answerWords(&r); headline != want || (r.grade() == good) != (rows > 4) {
			t.Errorf("%q, grade %q", headline, r.grade())
		}
	}
	r := sampleResult()
	m := r.Report.Metrics["test"]
	m.R2WithoutRow = new(0.3)
	r.Report.Metrics["test"] = m
	if r.grade() != weak {
		t.Errorf("a score that depends on a row has the grade %q", r.grade())
	}
	if _, more := answerWords(&r); !strings.Contains(more, "Without one of these rows R² is 0.30.") {
		t.Errorf("a score that depends on a row: %q", more)
	}
}

// TestBallPath checks that the outline of the ball starts at a corner.
func TestBallPath(t *testing.T) {
	if got := ballPath(4.0/3, 1)[:7]; got != "M1.00 0" {
		t.Errorf("the outline starts %q", got)
	}
}
