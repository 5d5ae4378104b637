package page

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
)

// The answer: how well the model predicts unseen rows compared with a baseline, and the largest
// weights. The certificate is elsewhere.

// verdict is the score compared with the baseline; its text is public, in data-verdict.
type verdict string

const (
	good verdict = "good"
	weak verdict = "weak"
	poor verdict = "poor"
)

// Least shares of the variance that the baseline leaves unexplained, or of its wrong predictions,
// that a good and a weak model explain. The glossary names them.
const (
	goodSkill = 0.5
	weakSkill = 0.05
)

const (
	ranksAUC  = 0.7 // least AUC of useful decision values; the glossary names both
	goodAUC   = 0.85
	gradeRows = 5   // least number of unseen rows for a grade
	ranksRows = 5   // least number of unseen rows of the rarest class for which the AUC is a judgement
	aloneLoss = 0.1 // least loss of score for which the headline gives the score of the selected weights alone, or of the training mean
)

var verdictWords = map[verdict]string{good: "Good", weak: "Weak", poor: "No better than the baseline"}

// unseenMetric returns the metrics of rows that were not fitted: those of the test part or, without
// one, of the validation part, by which a search may have chosen.
func (r *result) unseenMetric() (part string, rows int, m experiment.Metric, ok bool) {
	part, m = r.Report.Judged()
	rows = map[string]int{"test": r.Rows.Test, "validation": r.Rows.Validation}[part]
	return part, rows, m, rows > 0
}

// baseline is the score of a constant prediction: R² of the mean, or the accuracy of the class
// that is most frequent in the training rows. ok is false if it is not known.
func (r *result) baseline() (value float64, ok bool) {
	_, _, m, ok := r.unseenMetric()
	if !ok || m.Accuracy == nil {
		return 0, ok && m.R2 != nil
	}
	if m.Baseline == nil {
		return 0, false
	}
	return *m.Baseline, true
}

// verdict compares the score on unseen rows with the baseline; "" where there is no score. Where the predicted classes are
// no better, it is that of the order of the rows.
func (r *result) verdict() verdict {
	if !r.ranks() {
		return r.errorVerdict()
	}
	if _, _, m, _ := r.unseenMetric(); *m.AUC < goodAUC {
		return weak
	}
	return good
}

// errorVerdict compares the errors on unseen rows with those of the baseline. A gain in accuracy within one standard error
// of the baseline, or of guessing, counts as none.
func (r *result) errorVerdict() verdict {
	_, rows, m, ok := r.unseenMetric()
	base, known := r.baseline()
	if !ok || !known {
		return ""
	}
	skill := 0.0
	switch {
	case m.Accuracy == nil:
		skill = *m.R2
	case base < 1:
		base = max(base, r.chance())
		skill = (*m.Accuracy - base) / (1 - base)
		if *m.Accuracy-base <= standardError(base, rows) {
			skill = min(skill, 0)
		}
	}
	return gradeOf(skill)
}

// gradeOf is the verdict of a share that a model explains.
func gradeOf(skill float64) verdict {
	switch {
	case skill >= goodSkill:
		return good
	case skill >= weakSkill:
		return weak
	}
	return poor
}

// grade is the verdict beside the headline, of the rows without one on which R² depends; "" where there are too few unseen
// rows for one.
func (r *result) grade() verdict {
	switch _, rows, m, _ := r.unseenMetric(); {
	case rows < gradeRows:
		return ""
	case m.R2WithoutRow != nil:
		return gradeOf(*m.R2WithoutRow)
	}
	return r.verdict()
}

// chance is the accuracy of guessing each class equally often. That of the most frequent class of the training rows is lower
// if it is rare among the unseen rows.
func (r *result) chance() float64 { return 1 / float64(max(2, len(r.Report.Classes))) }

// standardError returns the standard error of the accuracy of some rows that is expected to be a.
func standardError(a float64, rows int) float64 { return math.Sqrt(a * (1 - a) / float64(rows)) }

// ranks reports whether the decision values order the unseen rows although the predicted classes are no
// better than the most frequent one, as with a rare class. A few rows of a class may be in order by chance.
func (r *result) ranks() bool {
	_, _, m, _ := r.unseenMetric()
	isFew := func(c experiment.ClassMetric) bool { return c.AUC != nil && c.Rows < ranksRows }
	return m.AUC != nil && *m.AUC >= ranksAUC && r.errorVerdict() == poor && !slices.ContainsFunc(m.PerClass, isFew)
}

const metricAccuracy = "Accuracy"

// stated is the metric that the headline states: R², the accuracy, or the AUC of a model that ranks the rows.
func (r *result) stated() (name string, of func(experiment.Metric) *float64) {
	switch {
	case r.ranks():
		return "AUC", func(m experiment.Metric) *float64 { return m.AUC }
	case r.Report.Spec.Task == experiment.Classification:
		return metricAccuracy, func(m experiment.Metric) *float64 { return m.Accuracy }
	}
	return "R²", func(m experiment.Metric) *float64 { return m.R2 }
}

// statedWords is the value of that metric: "R² 0.88", "75.0 %", "AUC 0.83"; "" where there is none.
func (r *result) statedWords(m experiment.Metric) string {
	name, of := r.stated()
	switch score := of(m); {
	case score == nil:
		return ""
	case name == metricAccuracy:
		return percent(*score)
	default:
		return name + " " + scoreDigits(*score, 2)
	}
}

// trainingMeanR2 returns the R² of the mean of the training rows. It is far below 0 where later rows differ
// from earlier ones.
func trainingMeanR2(m experiment.Metric) (value float64, ok bool) {
	if m.Baseline == nil || m.MSE == nil || *m.MSE == 0 {
		return 0, false
	}
	return 1 - *m.Baseline*(1-*m.R2) / *m.MSE, true
}

// answerWords returns the headline, which is the score on unseen rows, and the text below it: the
// baseline and the largest weights.
func answerWords(r *result) (headline, more string) {
	target := r.Report.Spec.Target
	part, rows, m, ok := r.unseenMetric()
	base, known := r.baseline()
	unseen := english.Count(rows, "unseen "+rowWord(r))
	switch {
	case ok && rows == 1:
		return fmt.Sprintf("Cannot be judged: %s has only %s.", target, unseen), mattersWords(r)
	case !ok:
		headline, more = "Fits "+target+".", "There are no unseen rows to test it on."
	case m.Accuracy != nil && known && base == 1:
		headline = fmt.Sprintf("Cannot be judged: only the most frequent class of %s is among %s.", target, unseen)
	case r.ranks():
		headline = fmt.Sprintf("Ranks the rows by %s with %s on %s.", target, r.statedWords(m), unseen)
		more = fmt.Sprintf("Chance scores 0.5. Of the predicted classes %s are right. ", percent(*m.Accuracy))
	case m.Accuracy != nil && r.verdict() == poor:
		headline = fmt.Sprintf("Does not predict %s: %s of %s are right.", target, percent(*m.Accuracy), unseen)
	case m.Accuracy != nil:
		headline = fmt.Sprintf("Predicts %s correctly for %s of %s.", target, percent(*m.Accuracy), unseen)
	case m.R2 != nil && *m.R2 < -10:
		headline = fmt.Sprintf("Predicts %s far worse than the mean alone on %s.", target, unseen)
	case m.R2 != nil:
		headline, more = fmt.Sprintf("Predicts %s with R² %s on %s.", target, scoreDigits(*m.R2, 2), unseen), "Their mean alone scores 0."
		if r.verdict() == poor {
			headline = fmt.Sprintf("Does not predict %s: R² %s on %s.", target, scoreDigits(*m.R2, 2), unseen)
		}
		if trained, ok := trainingMeanR2(m); ok && trained < -aloneLoss {
			more = fmt.Sprintf("Their mean alone scores 0, the mean of the training rows %s.", scoreDigits(trained, 2))
		}
		if m.R2WithoutRow != nil {
			more += fmt.Sprintf(" Without one of these rows R² is %s.", scoreDigits(*m.R2WithoutRow, 2))
		}
	case m.MSE != nil:
		headline = fmt.Sprintf("Predicts %s with a mean squared error of %s on %s.", target, number(*m.MSE, 3), unseen)
	}
	if m.Accuracy != nil && ok && known {
		more += fmt.Sprintf("Always predicting the most frequent class scores %s", percent(base))
		if chance := r.chance(); base < chance-standardError(chance, rows) {
			more += fmt.Sprintf(", because it is rare among these rows; guessing scores %s", percent(chance))
		} else if gain := *m.Accuracy - base; gain > 0 && gain <= standardError(base, rows) {
			more += ", which is within one standard error"
		}
		more += "."
	}
	if part == "validation" && r.Report.Search != nil && r.Report.Search.Criterion == experiment.SearchValidation {
		more += " The search used these rows, so the score is optimistic."
	}
	if r.verdict() != poor {
		more += " " + mattersWords(r)
	}
	return headline, strings.TrimSpace(more)
}

const (
	mostNamed  = 3   // largest number of monomials that the headline names
	leastNamed = 0.1 // least size of their weights, as a share of the largest
)

// mattersWords names the selected weights if the rule controls an error, else, or if stability selects none or those alone
// do not predict, the largest; of a model without weights, the most important columns.
func mattersWords(r *result) string {
	if r.Report.Importance != nil {
		return importantWords(r.Report.Importance)
	}
	w, purpose := r.Report.Weights, ""
	if r.Class != "" {
		purpose = " to tell " + r.Class + " from the rest"
	}
	if s := r.Report.Selection; w.Marked && s != nil {
		switch {
		case len(s.Selected) > 0:
			return namesOfSelected(r, purpose)
		case s.Rule != experiment.SelectStability:
			return "No weight is selected" + purpose + "."
		}
		return "Fits to random halves of the rows agree on no weight. " + largestWords(r, purpose)
	}
	return largestWords(r, purpose)
}

// namesOfSelected names the selected weights, unless those alone do not predict, with their score if it is lower.
func namesOfSelected(r *result, purpose string) string {
	s := r.Report.Selection
	selected := "Selected" + purpose + ": " + joinNames(withoutLevelPowers(s.Selected), mostNamed)
	alone, lower := r.alone(s.Refit)
	switch {
	case !lower:
		return selected + "."
	case alone.R2 != nil && gradeOf(*alone.R2) == poor:
		return fmt.Sprintf("The selected weights alone do not predict %s (%s). ", r.Report.Spec.Target, r.statedWords(alone)) + largestWords(r, purpose)
	}
	return selected + " (alone " + r.statedWords(alone) + ")."
}

func largestWords(r *result, purpose string) string {
	var largest []string
	w, size, used := r.Report.Weights, 0.0, map[string]int{}
	for _, weight := range w.Top {
		abs := math.Abs(weight.Value)
		if weight.Label == "1" || abs == 0 || abs < leastNamed*size || len(withoutLevelPowers(largest)) == mostNamed {
			continue
		}
		largest, size = append(largest, weight.Label), max(size, abs)
		maps.Copy(used, weight.Monomial)
	}
	onlyThese := w.Nonzero == len(largest) && len(used) < r.Features
	largest = withoutLevelPowers(largest)
	switch {
	case largest == nil:
		return ""
	case onlyThese:
		return "The model uses only " + joinNames(largest, mostNamed) + purpose + "."
	case len(largest) == 1:
		return "Largest weight" + purpose + ": " + largest[0] + "."
	}
	return "Largest weights" + purpose + ": " + joinNames(largest, mostNamed) + "."
}

// importantWords names the columns without which the error is higher, by more than two standard errors.
func importantWords(columns []experiment.ColumnImportance) string {
	var names []string
	for _, c := range columns[:min(len(columns), mostNamed)] {
		if c.Increase > 2*c.Error && c.Increase >= leastNamed*columns[0].Increase {
			names = append(names, c.Column)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "Most important column: " + names[0] + "."
	}
	return "Most important columns: " + joinNames(names, mostNamed) + "."
}

// withoutLevelPowers removes the exponents of levels from the names of monomials, and then names that
// repeat: the powers of an indicator are linear functions of it.
func withoutLevelPowers(names []string) []string {
	var out []string
	for _, name := range names {
		factors := strings.Split(name, "·")
		for i, f := range factors {
			if strings.Contains(f, "=") {
				factors[i] = strings.TrimRight(f, "⁰¹²³⁴⁵⁶⁷⁸⁹")
			}
		}
		if name = strings.Join(factors, "·"); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// alone is the metric of the selected weights alone on unseen rows; lower reports whether the score of all weights is higher.
func (r *result) alone(f *experiment.Refit) (m experiment.Metric, lower bool) {
	part, _, all, ok := r.unseenMetric()
	if !ok || f == nil || r.Class != "" {
		return m, false
	}
	m = f.Metrics[part]
	_, score := r.stated()
	alone, of := score(m), score(all)
	return m, alone != nil && of != nil && *alone < *of-aloneLoss
}

// joinNames joins names with commas and "and". With most = 2 the names a to e give "a, b and 3 more". Names
// with a comma are quoted.
func joinNames(names []string, most int) string {
	more := len(names) - most
	names = slices.Clone(names[:min(len(names), most)])
	for i, name := range names {
		if strings.Contains(name, ",") {
			names[i] = `"` + name + `"`
		}
	}
	if more > 0 {
		names = append(names, english.Integer(more)+" more")
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// answerBlock is the headline with its verdict, the tiles, and remarks that the result is to be read with.
func (p *Page) answerBlock(r *result) app.UI {
	text, more, v, base := "The answer will appear here.", "", verdict(""), ""
	var tiles []app.UI
	var cautions []string
	lacksFile, class := p.s.lacksFile(), ""
	switch {
	case lacksFile: // any result is of another experiment
		class = "wanted"
		text, more = "The shared experiment needs the file "+p.s.Spec.Data.Name+".", "The link does not contain it: choose it under Data file."
	case p.s.Result != nil:
		cautions = p.s.cautions(r)
		text, more = answerWords(r)
		v = r.grade()
		if value, ok := r.baseline(); ok {
			base = formatFixed(value, 3)
		}
		tiles = p.tiles(r)
	}
	return app.Div().Class("answer-block").Body(
		app.Div().Class("row", "answer-line").Body(
			app.Div().ID("answer").Class("answer", class).Body(app.H2().Text(text), app.P().Text(more)),
			app.P().ID("verdict").Class(classIf(v != "", "verdict", "verdict-"+string(v))).DataSet("verdict", string(v)).Body(
				app.Text(verdictWords[v]), explainButton("result.grade", "the grade")),
		),
		app.Div().Class(classIf(!lacksFile, "figures")).DataSet("part", "errors").DataSet("baseline", base).Body(tiles...),
		app.Ul().ID("cautions").Class(classIf(len(cautions) > 0, "remarks")).Aria("label", "Remarks on the result").Body(items(cautions)...),
	)
}

// cautions are the warnings of a report, without those of how the file is read that spoil no model, which the panel Data
// has, and without the advice to search where a search chose a model without weights; and the columns of texts and dates
// that are no features.
func (s *state) cautions(r *result) []string {
	isChosen := s.Search != nil && s.resultEntries.Search.Criterion != "" && s.resultEntries.Search.Rule != experiment.RuleGiven
	list := slices.DeleteFunc(slices.Clone(r.Report.Warnings), func(text string) bool {
		return isChosen && strings.Contains(text, experiment.AllWeightsZero) ||
			s.Inspection != nil && slices.Contains(s.Inspection.Warnings, text) && !slices.Contains(s.Inspection.Cautions, text)
	})
	for _, kind := range []string{"text", "date"} {
		switch names := s.unusedColumns(r.Report.Spec, kind); len(names) {
		case 0:
		case 1:
			list = append(list, "the "+kind+" column "+joinNames(names, mostNamed)+" is not used")
		default:
			list = append(list, kind+" columns are not used: "+joinNames(names, mostNamed))
		}
	}
	return list
}

// unusedColumns are the columns of a type, "text" or "date", that an experiment on all usable columns of the data inspected
// leaves out.
func (s *state) unusedColumns(of experiment.Spec, kind string) (names []string) {
	d, named := s.Spec.Data, of.Named()
	leavesOut := func(c column) bool { return c.Usable && !of.HasRole(c.Name) && !named(c.Name) }
	if s.Inspection == nil || named != nil && slices.ContainsFunc(s.Inspection.Columns, leavesOut) || of.Data.Source != d.Source || of.Data.Name != d.Name || of.Data.SHA256 != d.SHA256 ||
		!reflect.DeepEqual(of.Data.Import, d.Import) ||
		kind == "date" && of.Data.Import.Dates != "" && of.Data.Import.Dates != table.DatesText {
		return nil
	}
	for _, c := range s.Inspection.Columns {
		if c.Type == kind && c.Missing < s.Inspection.Rows && !of.HasRole(c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}
