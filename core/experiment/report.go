package experiment

import (
	"math"
	"slices"
)

// Report is the outcome of an experiment. With more than two classes, the JSON has objective,
// alpha, support, coefficients, intercept, linear, curve, weights, reweighting and stability as
// lists by class, and a list of decision values, one for each class, as prediction of a row; the
// class of the largest is predicted.
type Report struct {
	Version   int          `json:"version"`
	Spec      Spec         `json:"spec"` // every default filled in
	Status    Status       `json:"status"`
	Solver    SolverReport `json:"solver"`
	ClassPart              // of two classes or of none
	// Strength is the value used of gamma, lambda, C or k, also where the spec has
	// "auto".
	Strength[float64]
	// Kernel is the kernel used, with numbers in place of "auto"; absent for models without a kernel.
	Kernel    *Kernel           `json:"kernel,omitempty"`
	AlphaRows []int             `json:"alphaRows"`         // 0-based data rows that the model is fitted to: the training rows, or a subsample of them
	Rows      Parts[int]        `json:"rows"`              // 0-based data rows, or bags, of each part, in order
	Bags      []string          `json:"bags,omitempty"`    // names of the bags; with bags, each is one row of the report
	Actual    Parts[float64]    `json:"actual"`            // y (two classes: -1 or +1; more: the index in Classes), in the order of Rows
	Classes   []string          `json:"classes,omitempty"` // classification: the labels; with two classes those of -1 and +1
	Metrics   map[string]Metric `json:"metrics"`           // by part with rows: "train", "validation" and "test"
	Tensor    *Tensor           `json:"tensor,omitempty"`  // absent if q is not an even integer, so there is no tensor kernel
	Search    *Searched         `json:"search,omitempty"`
	Chosen    *Chosen           `json:"chosen,omitempty"` // the model that the search chose: the other fields belong to it
	Features  []string          `json:"features"`         // names of the design's columns, one-hot columns included
	// Importance lists the columns of a model without weights, the most important first; absent with
	// bags, a single judged row, or a very large model.
	Importance []ColumnImportance `json:"importance,omitempty"`
	Warnings   []string           `json:"warnings,omitempty"`
	// Model predicts further rows. It is absent unless it was requested.
	Model  *ModelFile `json:"model,omitempty"`
	Result Result     `json:"result"` // hashes by which two runs are compared
	// ByClass has what the JSON lists by class: of more than two classes.
	ByClass []ClassPart `json:"-"`
}

// Status is how a run ended.
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
	// Truncated: the series of the kernel is truncated, and the certificate of the truncated problem
	// is within the tolerance, but not that of the whole series.
	Truncated Status = "truncated"
)

// IsSolved reports whether the certificate is within the tolerance, or nothing is minimised.
func (s Status) IsSolved() bool { return s == Converged || s == Exact }

// CertificateExact takes the place of the duality gap where nothing is minimised.
const CertificateExact = "exact"

// StoredHalf is the size of rounded entries of a tensor.
const StoredHalf = "32 bits"

// SolverReport describes the run: its method and strategy, the reason for the strategy, and the cost.
type SolverReport struct {
	Method   string `json:"method"`
	Strategy string `json:"strategy"`
	Reason   string `json:"reason"` // why this strategy, with the costs compared
	// Degree is the degree at which the series of the kernel is truncated; absent if it is not truncated.
	Degree int `json:"degree,omitempty"`
	// Stored is StoredHalf if entries of the tensor are held in 32 bits for lack of memory, and otherwise
	// absent. The result and its certificate are computed with these entries as float64. The history
	// begins with the iterations on the tensor with rounded entries.
	Stored     string  `json:"stored,omitempty"` // StoredHalf
	Iterations int     `json:"iterations"`
	Passes     int     `json:"passes"` // contractions, linesearch trials included
	Seconds    Seconds `json:"seconds"`
}

// Seconds is wall time by phase; zero where the caller supplied no clock.
type Seconds struct {
	Build float64 `json:"build"`
	Solve float64 `json:"solve"`
}

// Objective is the certificate at the returned alpha, and the history of the iterations.
type Objective struct {
	Dual   float64 `json:"dual"`
	Primal float64 `json:"primal"`
	Gap    float64 `json:"gap"` // primal + dual >= 0, summed without cancellation
	// Rounding is a bound on the difference of the exact gap and Gap that is due to rounding in the
	// fitted values.
	Rounding float64 `json:"rounding,omitempty"`
	// Truncation is a bound on the part of the dual beyond the degree of a truncated series. Dual and
	// Gap include it, so they are upper bounds on those of the whole series.
	Truncation float64 `json:"truncation,omitempty"`
	// RelativeGap is (Gap + Rounding) / max(|Primal|, |Dual|), which does not depend on
	// units.
	RelativeGap float64 `json:"relativeGap"`
	// Certificate is the type of the certificate; absent if it is the gap.
	Certificate string `json:"certificate,omitempty"` // CertificateExact
	// Local is set if the solution is a local minimum: for reweighting with r < 1.
	Local bool `json:"local,omitempty"`
	// Status is the status of the model of a class, with more than two classes.
	Status Status `json:"status,omitempty"`
	// Residual is the residual of the optimality conditions, relative to the size of their terms.
	Residual float64 `json:"residual,omitempty"`
	// Errors are bounds on the distance from the exact minimum; for lp models without reweighting.
	Errors  *Errors  `json:"errors,omitempty"`
	History []Record `json:"history"`
}

// Errors are bounds, computed from the gap, on the distance of a model from the model at the exact
// minimum of the objective, in the units of the target. They are not sampling errors. A prediction
// at x differs from that of the exact minimum by at most
//
//	Distance ||Phi(x)||_q + Intercept,   ||Phi(x)||_q^q = K(x, ..., x).
type Errors struct {
	Distance  float64 `json:"distance"`  // of the weights, in the p-norm
	Intercept float64 `json:"intercept"` // of the intercept
	// Prediction is the largest of these bounds over the rows that the model is fitted to.
	Prediction float64 `json:"prediction"`
}

// Goal returns the largest gap of a solution that meets a relative tolerance.
func (o Objective) Goal(tolerance float64) float64 {
	return tolerance * max(math.Abs(o.Primal), math.Abs(o.Dual))
}

// Linear describes a method with a hat matrix H: the fit is H y.
type Linear struct {
	Rank      int       `json:"rank,omitempty"`      // of the features, least squares
	Freedom   float64   `json:"freedom,omitempty"`   // effective degrees of freedom, the trace of H
	Leverages []float64 `json:"leverages,omitempty"` // the diagonal of H, by training row
	// LeaveOneOut is the residual of each training row for the model of the other rows; null if these
	// do not determine it.
	LeaveOneOut []*float64 `json:"leaveOneOut,omitempty"`
	// LeaveOneOutMSE is the mean of the squares of LeaveOneOut.
	LeaveOneOutMSE *float64 `json:"leaveOneOutMSE,omitempty"`
	Subsets        *Subsets `json:"subsets,omitempty"` // least squares on few features
}

// Subsets has the best subset of features of each size, among all subsets.
type Subsets struct {
	Examined int      `json:"examined"`
	Best     []Subset `json:"best"` // of 0, 1, 2, ... features
}

// Subset is a set of features, with the residual sum of squares of least squares on them.
type Subset struct {
	Features []string `json:"features"`
	Squares  float64  `json:"squares"`
}

// Record is one iteration of the history.
type Record struct {
	Dual float64 `json:"dual"`
	Gap  float64 `json:"gap"`
	// Primal is the primal objective at the weights of the iterate: gap - dual, except for a method of
	// the primal, which has other weights than those of its alpha.
	Primal  float64 `json:"primal"`
	Seconds float64 `json:"seconds"`
	// Step is the step of the reweighting, 0 for the lp problem. Every step minimises a function of
	// its own.
	Step int `json:"step,omitempty"`
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
// counts; for the model of the report, but not for those of a path, also baseline, perClass and r2WithoutRow. A value that is
// not defined (r2 of a constant target, auc of one class) is nil.
type Metric struct {
	MSE *float64 `json:"mse,omitempty"`
	MAE *float64 `json:"mae,omitempty"`
	R2  *float64 `json:"r2,omitempty"`
	// R2WithoutRow is r2 without the row with the target farthest from the mean, if r2 is positive and higher by more than 0.2.
	R2WithoutRow *float64 `json:"r2WithoutRow,omitempty"`
	Accuracy     *float64 `json:"accuracy,omitempty"`
	// BalancedAccuracy is the mean over the classes of the share of their rows that is predicted correctly.
	BalancedAccuracy *float64 `json:"balancedAccuracy,omitempty"`
	// AUC is, with more than two classes, the mean of the AUC of each class against the rest.
	AUC *float64 `json:"auc,omitempty"`
	// LogLoss is, for the logistic loss alone, the mean of log(1 + exp(-y f)); with more than two
	// classes the mean of -log p, where p is the share of 1/(1 + exp(-f)) of the row's class in the
	// sum over the classes.
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

// ClassMetric holds the metrics of one class against the others. A value that is not defined for lack
// of rows is absent.
type ClassMetric struct {
	Rows      int      `json:"rows"`
	Recall    *float64 `json:"recall,omitempty"`    // share of the rows of the class that are predicted as the class
	Precision *float64 `json:"precision,omitempty"` // share of the rows predicted as the class that belong to it
	F1        *float64 `json:"f1,omitempty"`        // harmonic mean of the two
	AUC       *float64 `json:"auc,omitempty"`       // of the class's decision value
}

// ColumnImportance is the increase of the error on the rows of Judged, at most 500, when the values of a column
// are permuted among them: of the mean squared error as a share of the variance of the target, which is the fall
// of R², or of the share of rows that are classified wrongly. Error is its standard error over the rows.
type ColumnImportance struct {
	Column   string  `json:"column"`
	Increase float64 `json:"increase"`
	Error    float64 `json:"error"`
}

// Curve is the model as a function of its single input, in the units of the data.
type Curve struct {
	Feature string         `json:"feature"`
	X       []float64      `json:"x"`  // ascending; somewhat wider than the range of the data
	Y       []float64      `json:"y"`  // f(x), as in Predictions
	At      Parts[float64] `json:"at"` // the input of the rows of each part
}

// Judged returns the part of the rows by which the model is judged, with its metrics: the test rows,
// or else the validation rows, or else the training rows; "" of a report without metrics.
func (r *Report) Judged() (part string, m Metric) {
	for _, part := range slices.Backward(PartNames) {
		if m, ok := r.Metrics[part]; ok {
			return part, m
		}
	}
	return "", Metric{}
}

// TotalSeconds is how long the search, building and solving took.
func (r *Report) TotalSeconds() float64 {
	total := r.Solver.Seconds.Build + r.Solver.Seconds.Solve
	if r.Search != nil {
		total += r.Search.Seconds
	}
	return total
}

// Tensor is the size of the packed Gram tensor of the problem, also if it was not built.
type Tensor struct {
	Order   int   `json:"order"`
	Points  int   `json:"points"`
	Entries int64 `json:"entries"`
	Bytes   int64 `json:"bytes"`
}

// Progress is the progress of a running experiment.
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
