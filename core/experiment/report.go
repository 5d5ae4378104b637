package experiment

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Report is the outcome of an experiment. Of more than two classes, the JSON has objective,
// alpha, support, coefficients, intercept, linear, curve, weights, reweighting and
// stability as lists by class, and a list of decision values, one for each class, as
// prediction of a row; the predicted class is that of the largest.
type Report struct {
	Version   int          `json:"version"`
	Spec      Spec         `json:"spec"` // every default filled in
	Status    Status       `json:"status"`
	Solver    SolverReport `json:"solver"`
	Objective Objective    `json:"objective"`
	// Strength is the value used of gamma, lambda, C or k, also where the spec says
	// "auto".
	Strength[float64]
	// Kernel is the one used, with numbers where the spec's has "auto"; absent where it
	// has none.
	Kernel    *Kernel   `json:"kernel,omitempty"`
	Alpha     []float64 `json:"alpha,omitempty"`   // absent without a kernel
	AlphaRows []int     `json:"alphaRows"`         // 0-based data rows that the model is of: the training rows, or a subsample of them
	Support   []int     `json:"support,omitempty"` // svm: the data rows whose alpha is not 0
	// Coefficients of a linear model, by feature: of the features as the model sees
	// them, standardised where they are. Intercept and they make the predictions.
	Coefficients map[string]float64 `json:"coefficients,omitempty"`
	Intercept    float64            `json:"intercept"`
	// Linear describes the hat matrix of least squares, ridge and kernel ridge, of the last
	// only with few enough rows.
	Linear      *Linear           `json:"linear,omitempty"`
	Rows        Parts[int]        `json:"rows"`                  // 0-based data rows of each part, in order; bags where there are such
	Bags        []string          `json:"bags,omitempty"`        // names of the bags, which are the rows then
	Actual      Parts[float64]    `json:"actual"`                // y (two classes: -1, +1; more: the place in Classes, from 0), in the same order
	Predictions Parts[float64]    `json:"predictions"`           // f(x), in the same order; the decision value for classification
	Classes     []string          `json:"classes,omitempty"`     // classification: the labels in their order; of two classes, those of -1 and +1
	Metrics     map[string]Metric `json:"metrics"`               // by part: "train", "validation", "test", where it has rows
	Curve       *Curve            `json:"curve,omitempty"`       // where there is a single input
	Weights     Weights           `json:"weights,omitzero"`      // absent where a model has none
	Reweighting []Reweighting     `json:"reweighting,omitempty"` // with model.r: the lp problem, and each step after it
	Tensor      *Tensor           `json:"tensor,omitempty"`      // where the kernel of order q exists (q even)
	Stability   *Stability        `json:"stability,omitempty"`
	Selection   *Selected         `json:"selection,omitempty"` // of models with weights
	Search      *Searched         `json:"search,omitempty"`
	Chosen      *Chosen           `json:"chosen,omitempty"` // what the search picked: everything else is of that model
	Features    []string          `json:"features"`         // names of the design's columns, one-hot columns included
	Warnings    []string          `json:"warnings,omitempty"`
	// Model, where asked for, is what predicts further rows.
	Model  *ModelFile `json:"model,omitempty"`
	Result Result     `json:"result"` // by which two runs are compared
	// ByClass has what the JSON lists by class: of more than two classes.
	ByClass []ClassPart `json:"-"`
}

// Status says how a run ended.
type Status string

// The ways a run ends. Only Converged carries a certificate within the tolerance:
//
//	gap <= tolerance * max(|primal|, |dual|),
//
// or, where the optimality conditions are solved directly, a residual within it.
const (
	Converged      Status = "converged"
	Exact          Status = "exact" // nothing is minimised
	IterationLimit Status = "iteration-limit"
	Cancelled      Status = "cancelled"
	Stalled        Status = "stalled" // no further progress in floating point before the tolerance was met
	// Truncated: the series of the kernel is truncated, and the certificate of that problem
	// is within the tolerance; what is left out may be more than it.
	Truncated Status = "truncated"
)

// IsSolved reports whether nothing is left to reach: the certificate is within the
// tolerance, or nothing is minimised.
func (s Status) IsSolved() bool { return s == Converged || s == Exact }

// CertificateExact takes the place of the duality gap where nothing is minimised.
const CertificateExact = "exact"

// SolverReport says what was run, why, and what it cost.
type SolverReport struct {
	Method   string `json:"method"`
	Strategy string `json:"strategy"`
	Reason   string `json:"reason"` // why this strategy, with the costs compared
	// Degree is that at which the series of the kernel is truncated; absent where it is not.
	Degree     int     `json:"degree,omitempty"`
	Iterations int     `json:"iterations"`
	Passes     int     `json:"passes"` // contractions, linesearch trials included
	Seconds    Seconds `json:"seconds"`
}

// Seconds is wall time by phase; zero where the caller supplied no clock.
type Seconds struct {
	Build float64 `json:"build"`
	Solve float64 `json:"solve"`
}

// Objective is the certificate at the returned alpha, and the way to it.
type Objective struct {
	Dual   float64 `json:"dual"`
	Primal float64 `json:"primal"`
	Gap    float64 `json:"gap"` // primal + dual >= 0, summed without cancellation
	// Rounding bounds how far Gap may lie below the exact gap because of rounding in the
	// fitted values.
	Rounding float64 `json:"rounding,omitempty"`
	// Truncation bounds what a truncated series leaves out of the dual. It is part of Dual,
	// which then bounds that of the whole series from above, and of Gap.
	Truncation float64 `json:"truncation,omitempty"`
	// RelativeGap is (Gap + Rounding) / max(|Primal|, |Dual|), which does not depend on
	// units.
	RelativeGap float64 `json:"relativeGap"`
	// Certificate says what certifies the solution: the gap, where it is absent.
	Certificate string `json:"certificate,omitempty"` // CertificateExact
	// Local is set where the solution is only a local one: of reweighting with r < 1.
	Local bool `json:"local,omitempty"`
	// Status is that of the model of the class, where there are more than two.
	Status Status `json:"status,omitempty"`
	// Residual is that of the optimality conditions, beside the size of their terms.
	Residual float64 `json:"residual,omitempty"`
	// Errors bound how far the solution lies from the exact minimum, of lp models without
	// reweighting.
	Errors  *Errors  `json:"errors,omitempty"`
	History []Record `json:"history"`
}

// Errors bound by the gap how far a model lies from the one with the exact minimum of the
// objective, in the units of the target. They say nothing about other samples of rows. A
// prediction at x is that of the exact minimum to within
//
//	Distance ||Phi(x)||_q + Intercept,   ||Phi(x)||_q^q = K(x, ..., x).
type Errors struct {
	Distance  float64 `json:"distance"`  // of the weights, in the p-norm
	Intercept float64 `json:"intercept"` // of the intercept
	// Prediction is the largest such bound of the rows that the model is fitted to.
	Prediction float64 `json:"prediction"`
}

// Goal is the largest gap of a solution within a tolerance.
func (o Objective) Goal(tolerance float64) float64 {
	return tolerance * max(math.Abs(o.Primal), math.Abs(o.Dual))
}

// Linear describes a method with a hat matrix H: the fit is H y.
type Linear struct {
	Rank      int       `json:"rank,omitempty"`      // of the features, least squares
	Freedom   float64   `json:"freedom,omitempty"`   // effective degrees of freedom, the trace of H
	Leverages []float64 `json:"leverages,omitempty"` // the diagonal of H, by training row
	// LeaveOneOut is the residual of each training row in the model of the others; null
	// where these say nothing of it.
	LeaveOneOut []*float64 `json:"leaveOneOut,omitempty"`
	// LeaveOneOutMSE is the mean of their squares.
	LeaveOneOutMSE *float64 `json:"leaveOneOutMSE,omitempty"`
	Subsets        *Subsets `json:"subsets,omitempty"` // least squares on few features
}

// Subsets are the best features of each number, found among all subsets.
type Subsets struct {
	Examined int      `json:"examined"`
	Best     []Subset `json:"best"` // of 0, 1, 2, ... features
}

// Subset is a choice of features, with the sum of squares that least squares leaves.
type Subset struct {
	Features []string `json:"features"`
	Squares  float64  `json:"squares"`
}

// Record is one iteration of the history.
type Record struct {
	Dual float64 `json:"dual"`
	Gap  float64 `json:"gap"`
	// Primal is F at the method's own weights: gap - dual, but for a method of the
	// primal, whose weights are not those of its alpha.
	Primal  float64 `json:"primal"`
	Seconds float64 `json:"seconds"`
}

// Parts holds one list for each part of the split.
type Parts[T any] struct {
	Train      []T `json:"train"`
	Validation []T `json:"validation,omitempty"`
	Test       []T `json:"test,omitempty"`
}

// PartNames are the names of the parts, in their order.
var PartNames = []string{"train", "validation", "test"}

// Of is the list of a part.
func (p *Parts[T]) Of(part string) *[]T {
	switch part {
	case "train":
		return &p.Train
	case "validation":
		return &p.Validation
	}
	return &p.Test
}

// Metric holds the errors of one part. Regression: mse, mae, r2.
// Classification: accuracy, balancedAccuracy, auc, logLoss, and the confusion
// counts. Of the model itself, and not of a path, there are baseline and perClass too. A figure that is not
// defined there (r2 of a constant target, auc of one class) is nil.
type Metric struct {
	MSE      *float64 `json:"mse,omitempty"`
	MAE      *float64 `json:"mae,omitempty"`
	R2       *float64 `json:"r2,omitempty"`
	Accuracy *float64 `json:"accuracy,omitempty"`
	// BalancedAccuracy is the mean of the classes' shares of rows that are predicted right.
	BalancedAccuracy *float64 `json:"balancedAccuracy,omitempty"`
	// AUC is, of more than two classes, the mean of those of each class against the rest.
	AUC *float64 `json:"auc,omitempty"`
	// LogLoss is the mean of log(1 + exp(-y f)); of more than two classes, for the
	// logistic loss alone, that of -log p, p being the share of 1/(1 + exp(-f)) of the
	// row's class in the sum over the classes.
	LogLoss *float64 `json:"logLoss,omitempty"`
	// Confusion counts rows as [actual][predicted], in the order of the classes; absent
	// along a path of more than two.
	Confusion [][]int `json:"confusion,omitempty"`
	// Baseline is the accuracy of always predicting the most frequent class of the
	// training rows; in a regression, the MSE of always predicting their mean.
	Baseline *float64 `json:"baseline,omitempty"`
	// PerClass is in the order of the classes.
	PerClass []ClassMetric `json:"perClass,omitempty"`
}

// ClassMetric measures how well one class is separated from the others. What is not defined
// because rows are missing is absent.
type ClassMetric struct {
	Rows      int      `json:"rows"`
	Recall    *float64 `json:"recall,omitempty"`    // share of the rows of the class that are predicted so
	Precision *float64 `json:"precision,omitempty"` // share of the rows that are predicted so that are of the class
	F1        *float64 `json:"f1,omitempty"`        // harmonic mean of the two
	AUC       *float64 `json:"auc,omitempty"`       // of the class's decision value
}

// Curve is the model as a function of its single input, in the units of the data.
type Curve struct {
	Feature string         `json:"feature"`
	X       []float64      `json:"x"`  // ascending, from somewhat below the data to somewhat above
	Y       []float64      `json:"y"`  // f(x), as in Predictions
	At      Parts[float64] `json:"at"` // the input of the rows of each part
}

// Weights describes the vector w over monomials.
type Weights struct {
	Count         int      `json:"count"`              // weights examined: all of them for a finite feature map
	Infinite      bool     `json:"infinite,omitempty"` // the feature map has more than were examined (exponential, say)
	MaxDegree     int      `json:"maxDegree"`          // highest degree examined
	Degrees       []int    `json:"degrees"`            // of the examined monomials, ascending
	Norm          float64  `json:"norm"`               // ||w||_p
	NormPower     float64  `json:"normPower"`          // ||w||_p^p = alpha . omega, exact
	ListedShare   float64  `json:"listedShare"`        // share of ||w||_p^p that Top carries
	ExaminedShare float64  `json:"examinedShare"`      // share of ||w||_p^p that all examined weights carry: 1 for a finite map
	Threshold     float64  `json:"threshold"`          // by the selection's rule: twice the standard deviation of the examined weights [H sec. 6.3], or where the others end
	Selected      int      `json:"selected"`           // how many are selected: those whose |value| exceeds Threshold, unless they are marked
	Marked        bool     `json:"marked,omitempty"`   // the selection is not by size: those of Top that are selected say so, and Threshold is 0
	Nonzero       int      `json:"nonzero"`            // how many of those examined are not 0
	Top           []Weight `json:"top"`                // by falling |value|
	Truth         []Weight `json:"truth,omitempty"`    // synthetic data: the planted weights
	// Importance lists the columns, and Interactions the pairs of columns, by the share of
	// ||w||_p^p that all examined monomials with them carry: the largest, falling. A monomial
	// counts for each of its columns, so that the shares add up to more than 1.
	Importance   []ColumnShare `json:"importance,omitempty"`
	Interactions []ColumnShare `json:"interactions,omitempty"`
	// Recovery counts the selected weights against the planted ones.
	Recovery *Recovery `json:"recovery,omitempty"`
	// TrustRows is, after reweighting, from how many training rows on a selection of so many
	// weights is to be trusted; a warning says so where there are fewer.
	TrustRows int `json:"trustRows,omitempty"`
	// Values holds every examined weight in monomial order; it is not part of the
	// JSON (it may hold 200,000 numbers) and present only where asked for.
	Values []float64 `json:"-"`
}

// Weight is one component of w. Value is w_k, the weight of the normalised
// feature phi_k; Coefficient is what multiplies the plain monomial.
type Weight struct {
	Index       int            `json:"index"` // place in monomial order: by degree, then lexicographic
	Monomial    map[string]int `json:"monomial"`
	Label       string         `json:"label"` // "x1·x7", "x3²", "1" for the constant
	Value       float64        `json:"value"`
	Coefficient float64        `json:"coefficient"`
	// Below and Above bound how far below and above Value the weight of the exact minimum of
	// the objective may lie, by the gap; absent where the gap says nothing of single weights.
	Below    float64 `json:"below,omitempty"`
	Above    float64 `json:"above,omitempty"`
	Relevant bool    `json:"relevant,omitempty"` // planted in synthetic data
	Selected bool    `json:"selected,omitempty"` // of a selection that is not by size
}

// Selects reports whether one of the listed weights is selected.
func (w *Weights) Selects(k Weight) bool {
	if w.Marked {
		return k.Selected
	}
	return math.Abs(k.Value) > w.Threshold
}

// ColumnShare is what one column or several together carry of ||w||_p^p.
type ColumnShare struct {
	Columns []string `json:"columns"`
	Share   float64  `json:"share"`
}

// Reweighting is one step from the penalty of p to that of r; step 0 is the lp problem
// over all monomials. The steps after it are fitted to the largest weights of that.
type Reweighting struct {
	Step        int     `json:"step"`
	Features    int     `json:"features"`    // that the step is fitted to
	ListedShare float64 `json:"listedShare"` // share of ||w||_p^p of the step before that they carry
	// Objective is gamma sum L + (1/r) sum |w|^r: of step 0 for the weights that the next
	// step begins with.
	Objective  float64 `json:"objective"`
	Status     Status  `json:"status"`
	Gap        float64 `json:"gap"` // of the lp problem of the step
	Iterations int     `json:"iterations"`
	Nonzero    int     `json:"nonzero"` // weights that are not 0
	// LassoGap is, for r = 1, the gap of the lasso's problem with the features of step 1.
	LassoGap *float64 `json:"lassoGap,omitempty"`
	// Moved reports that the step begins with weights of a lower objective that the search
	// found by letting features in again, not with those of the step before.
	Moved bool `json:"moved,omitempty"`
}

// TotalSeconds is how long the search, building and solving took.
func (r *Report) TotalSeconds() float64 {
	total := r.Solver.Seconds.Build + r.Solver.Seconds.Solve
	if r.Search != nil {
		total += r.Search.Seconds
	}
	return total
}

// Recovery is how well the selected weights are the planted ones.
type Recovery struct {
	Found     int     `json:"found"`  // planted and selected
	Missed    int     `json:"missed"` // planted and not selected
	False     int     `json:"false"`  // selected and not planted
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
}

// Stability is how often each monomial is selected by models of random halves of
// the training rows (Meinshausen and Buehlmann, Stability selection, JRSS B
// 2010).
type Stability struct {
	Resamples int         `json:"resamples"`
	Top       []Frequency `json:"top"` // by falling share
	Endings               // of the resamples, in order
}

// Selected is what a rule of selection selects, and how well that does by itself.
type Selected struct {
	Rule     string   `json:"rule"`
	Of       string   `json:"of,omitempty"` // knockoffs: SelectMonomials or SelectColumns
	Selected []string `json:"selected"`     // labels of monomials, or names of columns; by falling weight, 1000 at the most
	// Level, Bound or FDR is the error that the rule controls; all are absent of one that
	// controls none. Bound is on the expected number of false selections.
	Level float64 `json:"level,omitempty"`
	Bound float64 `json:"bound,omitempty"`
	FDR   float64 `json:"fdr,omitempty"`
	// Threshold is what the statistic of a selected one reaches: of stability the share of
	// the halves, of knockoffs the difference. Absent where it is infinite, so that nothing
	// is selected, and where the selection is by size: see Weights.Threshold.
	Threshold float64 `json:"threshold,omitempty"`
	PerHalf   int     `json:"perHalf,omitempty"` // stability: how many of the largest each half selects
	// Statistics are the differences of sizes between the original and its knockoff, the
	// largest by size.
	Statistics []Statistic `json:"statistics,omitempty"`
	Knockoffs  *Knockoffs  `json:"knockoffs,omitempty"`
	// Assumptions are sentences: what the rule takes for granted, and what is known to
	// violate it.
	Assumptions []string `json:"assumptions"`
	// Orphans are the selected products with columns that are not selected by themselves.
	Orphans []Orphan `json:"orphans,omitempty"`
	// Refit is least squares on the selected ones alone; absent where they are too many.
	Refit *Refit `json:"refit,omitempty"`
}

// Statistic is that of a monomial or a column.
type Statistic struct {
	Label string  `json:"label"`
	Value float64 `json:"value"`
}

// Knockoffs says how knockoffs were made.
type Knockoffs struct {
	Fixed     bool    `json:"fixed,omitempty"` // fixed-X, else second-order Gaussian
	Shrinkage float64 `json:"shrinkage,omitempty"`
	Distance  float64 `json:"distance"` // mean of 1 less the correlation of a feature with its knockoff
}

// Orphan is a selected product with the columns of it that are not selected by themselves.
type Orphan struct {
	Label   string   `json:"label"`
	Columns []string `json:"columns"`
}

// Refit is least squares, with the experiment's intercept, on the selected monomials alone; of
// classes on labels -1 and +1.
type Refit struct {
	Terms     []RefitTerm       `json:"terms"`
	Intercept float64           `json:"intercept"`
	Metrics   map[string]Metric `json:"metrics"` // by part
	// Folds are the metrics of rows held out of the selection and of the refit, and All
	// those of the model with all weights on the same rows; with selection.folds.
	Folds *Metric `json:"folds,omitempty"`
	All   *Metric `json:"all,omitempty"`
	// PerFold is how many were selected without each fold.
	PerFold []int `json:"perFold,omitempty"`
}

// RefitTerm is a monomial with its coefficient, both as Weight has them.
type RefitTerm struct {
	Label       string         `json:"label"`
	Monomial    map[string]int `json:"monomial"`
	Coefficient float64        `json:"coefficient"`
}

// Frequency is the share of the resamples that select a monomial.
type Frequency struct {
	Index    int     `json:"index"` // as in Weight
	Label    string  `json:"label"`
	Share    float64 `json:"share"`
	Relevant bool    `json:"relevant,omitempty"`
}

// Searched is what a search found.
type Searched struct {
	Criterion           string  `json:"criterion"`
	Metric              string  `json:"metric,omitempty"`
	Scale               float64 `json:"scale"` // such as gamma_0, by which an automatic grid is placed
	Strength[[]float64]         // the grid, ascending
	Subsample           []int   `json:"subsample,omitempty"` // ascending; absent: all training rows
	// Scores has a row for each size in Subsample, or one, with a score for each
	// gamma, of the best r and number of steps. It is empty for a path, which scores nothing.
	Scores [][]Score `json:"scores,omitempty"`
	// Minimum and OneError are the choices by the two rules: the best mean, and
	// the smallest gamma, at that size, within one standard error of it.
	Minimum  *Place `json:"minimum,omitempty"`
	OneError *Place `json:"oneError,omitempty"`
	// Rules are those choices by the name of their parameter.
	Rules *Rules `json:"rules,omitempty"`
	// Forms has the scores of every value of p with every degree that was searched; the
	// rest of what is reported is of the form of Minimum.
	Forms []Form `json:"forms,omitempty"`
	// Draws has for each size in Subsample the metric of every draw at that size's
	// best gamma, on the validation and on the test rows [H fig. 20].
	Draws []Draws `json:"draws,omitempty"`
	// Reweighted has the scores of each r and number of steps.
	Reweighted []Reweighted `json:"reweighted,omitempty"`
	// Path is of the training rows, or of the chosen subsample.
	Path    Path    `json:"path"`
	Passes  int     `json:"passes"`
	Seconds float64 `json:"seconds"`
}

// Reweighted has the scores of one r and number of steps at each gamma at which these are
// compared: those given, or some of an automatic grid. Without steps there is no R.
type Reweighted struct {
	R      P         `json:"r,omitzero"`
	Steps  int       `json:"steps"`
	Gamma  []float64 `json:"gamma"`
	Scores []Score   `json:"scores"`
}

// Score is a metric over folds, over repeats, or over the rows of one validation
// part.
type Score struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"` // standard error of the mean; 0 where it is not known
	// Values are those of the folds or repeats; absent for a single validation part,
	// which the models of the path predict.
	Values  []float64 `json:"values,omitempty"`
	Endings           // of the models of the folds or repeats, in order
}

// Endings say how each of some fits ended.
type Endings struct {
	Statuses     []Status  `json:"statuses,omitempty"`
	RelativeGaps []float64 `json:"relativeGaps,omitempty"` // as Objective.RelativeGap
}

// Place is an entry of Scores.
type Place struct {
	Subsample int `json:"subsample"`      // index of the row
	Gamma     int `json:"gamma"`          // index in the row, of whatever parameter the grid is
	Form      int `json:"form,omitempty"` // index of Forms, where there are such; Scores are of the best
}

// Rules are the models that the two rules choose.
type Rules struct {
	Minimum  Chosen `json:"minimum"`
	OneError Chosen `json:"oneError"`
}

// ScoreRow is the scores of a search by the strengths, for one form, or one size of the
// subsample.
type ScoreRow struct {
	Label  string // "p = 4/3, degree 2", "40"
	Grid   []float64
	Scores []Score
}

// Rows are those of all forms, or of all sizes; one where there are no several.
func (s *Searched) Rows() []ScoreRow {
	var rows []ScoreRow
	parameter, grid := s.Grid()
	for _, form := range s.Forms {
		rows = append(rows, ScoreRow{form.label(s.Forms), *form.Of(parameter), form.Scores})
	}
	if rows != nil {
		return rows
	}
	for i, scores := range s.Scores {
		label := ""
		if i < len(s.Subsample) {
			label = strconv.Itoa(s.Subsample[i])
		}
		rows = append(rows, ScoreRow{label, grid, scores})
	}
	return rows
}

// Row is the index of a place in Rows.
func (s *Searched) Row(p Place) int {
	if len(s.Forms) > 0 {
		return p.Form
	}
	return p.Subsample
}

// label says by what a form differs from the others.
func (f Form) label(of []Form) string {
	var words []string
	if slices.ContainsFunc(of, func(o Form) bool { return o.P != f.P }) {
		words = append(words, "p = "+f.P.String())
	}
	if f.Degree > 0 && (len(words) == 0 || slices.ContainsFunc(of, func(o Form) bool { return o.Degree != f.Degree })) {
		words = append(words, "degree "+strconv.Itoa(f.Degree))
	}
	return strings.Join(words, ", ")
}

// Form is a model of a search by its p and its degree, with its scores.
type Form struct {
	P                   P       `json:"p"`
	Degree              int     `json:"degree,omitempty"` // of a polynomial kernel
	Scale               float64 `json:"scale"`
	Strength[[]float64]         // its grid, ascending
	Scores              []Score `json:"scores"`
	Minimum             int     `json:"minimum"` // index of the best mean
}

// Draws are the metrics of repeated subsamples of one size.
type Draws struct {
	Gamma      float64   `json:"gamma"`
	Validation []float64 `json:"validation"`
	Test       []float64 `json:"test,omitempty"`
}

// Path is the solution for every gamma of a search.
type Path struct {
	Points  []PathPoint  `json:"points"`  // by gamma
	Weights []PathWeight `json:"weights"` // of the monomials that are largest anywhere on the path
}

// PathPoint is the solution at one gamma.
type PathPoint struct {
	Strength[float64]
	Status Status  `json:"status"`
	Passes int     `json:"passes"`
	Dual   float64 `json:"dual"`
	Gap    float64 `json:"gap"`
	// RelativeGap is that of Objective.
	RelativeGap float64           `json:"relativeGap"`
	NormPower   float64           `json:"normPower"` // ||w||_p^p
	Selected    int               `json:"selected"`
	Metrics     map[string]Metric `json:"metrics"`
}

// PathWeight is one weight along the path.
type PathWeight struct {
	Index    int       `json:"index"` // as in Weight
	Label    string    `json:"label"`
	Class    string    `json:"class,omitempty"` // where there are more than two
	Values   []float64 `json:"values"`          // w_k by gamma
	Relevant bool      `json:"relevant,omitempty"`
}

// Chosen is the model that a search picked.
type Chosen struct {
	Strength[float64]
	Subsample int `json:"subsample,omitempty"`
	// P and Degree are those that a search of several chose; the spec's model has them too.
	P      *P  `json:"p,omitempty"`
	Degree int `json:"degree,omitempty"`
	// R and Steps are those of a search over them; without steps there is no R.
	R     P    `json:"r,omitzero"`
	Steps *int `json:"steps,omitempty"`
}

// Model is m with the p and the degree that the search chose.
func (c Chosen) Model(m Model) Model {
	if c.P != nil {
		m.P = *c.P
	}
	if c.Degree > 0 {
		m.Kernel.Degree = c.Degree
	}
	return m
}

// Tensor sizes the packed Gram tensor of this problem, whether or not it was built.
type Tensor struct {
	Order   int   `json:"order"`
	Points  int   `json:"points"`
	Entries int64 `json:"entries"`
	Bytes   int64 `json:"bytes"`
}

// Progress is what a running experiment says while it runs.
type Progress struct {
	Phase     string  `json:"phase"`               // "read", "build", "search", "solve", "stability", "weights", "predict"
	Fraction  float64 `json:"fraction"`            // of this phase, or of a long pass of the solve, in [0,1]; 0 where unknown
	Remaining float64 `json:"remaining,omitempty"` // estimated seconds until the solve ends; 0 where unknown
	Iteration int     `json:"iteration,omitempty"`
	Dual      float64 `json:"dual,omitempty"`
	Gap       float64 `json:"gap,omitempty"`
	Primal    float64 `json:"primal,omitempty"` // as in Record
	Solved    int     `json:"solved,omitempty"` // of a search's or a stability selection's Solves
	Solves    int     `json:"solves,omitempty"`
}
