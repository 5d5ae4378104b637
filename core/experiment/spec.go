// Package experiment is the public contract of lp Lab: the experiment that
// goes in (Spec), the report that comes out (Report), the table of fields that
// drives decoding, defaults, ranges and controls, and the strict decoder.
//
// Decode reads and checks an experiment, Validate checks one that is built in Go; after either
// it is a typed value that every other package relies on. Fields describes its fields.
//
// It depends only on small packages, such as the language of formulas, so it adds little to the page, the
// command line, the JavaScript API and the link service.
package experiment

import (
	"math"
	"slices"

	"lplab/core/data/formula"
)

// Version is the contract's version. A later version reads every earlier one.
const Version = 1

// Spec is one experiment, complete and reproducible. Decode fills every
// default, so a decoded Spec encodes to JSON that reproduces the run. The table in
// fields.go writes and reads the JSON; a test compares it with these tags.
type Spec struct {
	Version    int        `json:"version"`
	Title      string     `json:"title,omitempty"`
	Data       Data       `json:"data"`
	Target     string     `json:"target"`
	Features   []string   `json:"features,omitempty"` // nil: every usable column but the target
	Basis      []string   `json:"basis,omitempty"`    // formulas of columns, beside Features; without these, in place of columns
	Bag        string     `json:"bag,omitempty"`      // the column that names the bags: points with equal cells form one row; "": no bags
	Task       string     `json:"task"`               // Regression or Classification
	Split      Split      `json:"split"`
	Preprocess Preprocess `json:"preprocess"`
	Model      Model      `json:"model"`
	Selection  Selection  `json:"selection"`
	Solver     Solver     `json:"solver"`
	Search     Search     `json:"search"`
}

// The two tasks.
const (
	Regression     = "regression"
	Classification = "classification"
)

// Data names exactly one source of rows; the other sources' fields are absent.
type Data struct {
	Source string `json:"source"` // SourceSynthetic, SourceSample, SourceInline or SourceFile

	// synthetic: n rows, d standard normal columns x1..xd, Relevant planted
	// monomials of the given degree, noise standard deviation [H sec. 5.4].
	N        int     `json:"n,omitempty"`
	D        int     `json:"d,omitempty"`
	Relevant int     `json:"relevant,omitempty"`
	Noise    float64 `json:"noise,omitempty"`
	Degree   int     `json:"degree,omitempty"`
	Seed     uint64  `json:"seed,omitempty"`

	Name   string `json:"name,omitempty"`   // sample: its name; file: the file's name
	SHA256 string `json:"sha256,omitempty"` // file: hash of its bytes, 64 lower-case hex digits; "" takes any file

	// Test is a second file: all its rows are test rows, and the rows of the first file are divided
	// into training and validation rows in the ratio of their fractions.
	Test TestFile `json:"test,omitzero"`

	Import Import `json:"import,omitzero"` // file: the settings of reading it that are not detected

	Columns []string `json:"columns,omitempty"` // inline: column names
	Rows    [][]any  `json:"rows,omitempty"`    // inline: cells, each a float64, a string or nil (missing)
}

// TestFile is a file of test rows, with the columns of the data file. It is read with the same
// settings.
type TestFile struct {
	Name   string `json:"name,omitempty"`
	SHA256 string `json:"sha256,omitempty"` // as Data.SHA256
}

// Import is how a file is read. Settings that are left out are detected.
type Import struct {
	Format    string   `json:"format,omitempty"`    // "delimited", "libsvm", "json" or "arff"
	Encoding  string   `json:"encoding,omitempty"`  // "utf-8", "utf-16le", "utf-16be", "windows-1252"
	Delimiter string   `json:"delimiter,omitempty"` // one of the Delimiter constants
	Decimal   string   `json:"decimal,omitempty"`   // DecimalPoint or DecimalComma
	Start     int      `json:"start,omitempty"`     // line of the file in which the table begins, from 1; 0: detected
	Header    string   `json:"header,omitempty"`    // "yes" or "no": whether the first row names the columns
	Quote     string   `json:"quote,omitempty"`     // "enclose" cells, or "literal": ordinary characters
	Missing   []string `json:"missing,omitempty"`   // texts that mean a missing cell besides the usual ones
	Codes     []string `json:"codes,omitempty"`     // names of columns of categories with numbers, or with many texts
	Dates     string   `json:"dates,omitempty"`     // "text" (when left out), or "parts": columns of year, month, day, weekday and hour beside those of dates; "day-first", "month-first": the same, where the order of the numbers is ambiguous
	Ragged    string   `json:"ragged,omitempty"`    // "refuse" (when left out), "drop" or "pad" lines of another length
}

// The four sources of data.
const (
	SourceSynthetic = "synthetic"
	SourceSample    = "sample"
	SourceInline    = "inline"
	SourceFile      = "file"
)

// Split divides the usable rows. Parts are all fractions, drawn with Seed, or
// all explicit lists of 0-based rows of the data as given.
type Split struct {
	Train      Part   `json:"train"`
	Validation Part   `json:"validation"`
	Test       Part   `json:"test"`
	Seed       uint64 `json:"seed"`
	Stratify   bool   `json:"stratify,omitempty"` // of classes: each is divided by itself
	Order      string `json:"order,omitempty"`    // the column of times by which the fractions are cut, training rows first, in place of drawing; "": they are drawn
	Groups     string `json:"groups,omitempty"`   // the column that names the groups, such as persons, of which all rows are in one part and one fold; "": there are none
}

// Part is one share of a split: a fraction in [0,1], or explicit rows when
// Rows is not nil. It encodes to a number or to a list.
type Part struct {
	Fraction float64
	Rows     []int
}

// HasRole reports whether a column is the target, or names the bags or the groups of the split, so that it is no
// feature by default.
func (s *Spec) HasRole(column string) bool {
	return column == s.Target || column != "" && (column == s.Bag || column == s.Split.Groups)
}

// Named returns the function that reports whether a column is one of the features or is read by a formula. It is nil if
// the experiment has neither: all usable columns are features then.
func (s *Spec) Named() func(column string) bool {
	if s.Features == nil && s.Basis == nil {
		return nil
	}
	var formulas []*formula.Formula
	for _, text := range s.Basis {
		if f, err := formula.Parse(text); err == nil {
			formulas = append(formulas, f)
		}
	}
	return func(column string) bool {
		return slices.Contains(s.Features, column) || slices.ContainsFunc(formulas, func(f *formula.Formula) bool { return f.Reads(column) })
	}
}

// Explicit reports whether the parts are lists of rows rather than fractions.
func (s Split) Explicit() bool { return s.Train.Rows != nil }

// TrainingRows returns the number of training rows among n rows without missing cells.
func (s Split) TrainingRows(n int) int {
	if s.Explicit() {
		return len(s.Train.Rows)
	}
	return int(math.Round(s.Train.Fraction * float64(n)))
}

// Preprocess is the treatment of the columns before the kernel is applied.
// Statistics come from the training rows only.
type Preprocess struct {
	Standardize bool   `json:"standardize"`
	Intercept   bool   `json:"intercept"`
	Missing     string `json:"missing"` // "drop": rows with a missing cell are left out; "mean": the training mean (or mode) is imputed
}

// Model is what is fitted to the training rows: for the type lp the regularised
// problem gamma * sum_i L(y_i, <w, Phi(x_i)>) + (1/p) ||w||_p^p [S eq. 22], else
// one of the classical methods (models.go). Fields of other types are absent.
type Model struct {
	Type          string     `json:"type"` // one of the Model constants
	Kernel        Kernel     `json:"kernel"`
	P             P          `json:"p"`
	R             P          `json:"r,omitzero"`      // in [0.1, p[: reweighting brings the penalty to (1/r) sum |w|^r; zero: no reweighting
	Steps         int        `json:"steps,omitempty"` // of reweighting
	Loss          Loss       `json:"loss"`
	Gamma         Gamma      `json:"gamma"`
	Lambda        Gamma      `json:"lambda"`              // weight of the penalty
	Ratio         float64    `json:"ratio,omitempty"`     // elastic-net: share of the 1-norm in the penalty
	Groups        [][]string `json:"groups,omitempty"`    // group-lasso: features, or columns; nil: every column for itself
	C             Gamma      `json:"C"`                   // weight of the data
	K             int        `json:"k,omitempty"`         // knn: number of neighbours
	Subsample     int        `json:"subsample,omitempty"` // rows of a Nystrom-type subsample [H sec. 6]; 0: all training rows
	SubsampleSeed uint64     `json:"subsampleSeed,omitempty"`
}

// Kernel is a tensor kernel, a power series in S = sum_j x_1j ... x_qj: "linear"
// S, "polynomial" (Constant + S)^Degree, "exponential" exp(S), "geometric"
// 1/(1 - S/Radius), "series" with its Coefficients, or the "sum" or the "product"
// of others. A kernel machine has a kernel k(x, t) of two arguments: one of these, except "geometric",
// with S = x.t, and "exponential" as exp(Rate x.t); "gaussian" exp(-Beta ||x - t||^2);
// "anova" prod_j (1 + x_j t_j); "min" prod_j min(x_j, t_j); "matrix" x.At; "set", the
// mean of another kernel over the pairs of points of two rows; "scale", Factor times another;
// "compose", another on some Columns; or "polynomial-of", a polynomial of another with Coefficients.
type Kernel struct {
	Type         string      `json:"type"`
	Degree       int         `json:"degree,omitempty"`
	Constant     float64     `json:"constant,omitempty"`
	Radius       Gamma       `json:"radius"`                 // auto: 2 max_i ||x_i||_q^q over the training rows
	Coefficients []float64   `json:"coefficients,omitempty"` // of S^0, S^1, ..., or of the powers of another kernel
	Rate         Gamma       `json:"a"`                      // auto: 1 / max_i ||x_i||_q^q over the training rows
	Beta         Gamma       `json:"beta"`                   // auto: 1 / sum_j var(x_j)
	Matrix       [][]float64 `json:"A,omitempty"`
	Dimension    int         `json:"dimension,omitempty"` // of a set's points, where a row is a bag by itself
	Factor       float64     `json:"factor,omitempty"`
	Columns      []string    `json:"columns,omitempty"`
	Of           []Kernel    `json:"of,omitempty"`
}

// Loss is a loss by name with its parameter, where it has one.
type Loss struct {
	Type    string  `json:"type"`
	Epsilon float64 `json:"epsilon,omitempty"` // epsilon-insensitive
	Rho     float64 `json:"rho,omitempty"`     // huber
	Width   float64 `json:"width,omitempty"`   // quadratically-smoothed-hinge
}

// Selection is the rule by which weights count as selected.
type Selection struct {
	Rule  string  `json:"rule"`            // one of the Select constants
	Count int     `json:"count,omitempty"` // of the largest weights, for SelectCount
	Share float64 `json:"share,omitempty"` // of ||w||_p^p, for SelectShare

	// Level is the level of the noise floor, computed from the given number of Permutations of the target; 0:
	// no floor.
	Level        float64 `json:"level,omitempty"`
	Permutations int     `json:"permutations,omitempty"`
	// FalseSelections bounds the expected number of false selections, for SelectStability.
	FalseSelections float64 `json:"falseSelections,omitempty"`
	// FDR is the false discovery rate of SelectKnockoffs, among monomials or columns.
	FDR float64 `json:"fdr,omitempty"`
	Of  string  `json:"of,omitempty"` // SelectMonomials or SelectColumns

	// Resamples is the number of random halves of the training rows, drawn in complementary pairs, on
	// which the selection is repeated; 0: none.
	Resamples int `json:"resamples"`
	// Folds is the number of folds over which the selection and its refit are repeated; 0: none.
	Folds int    `json:"folds,omitempty"`
	Seed  uint64 `json:"seed,omitempty"` // of all that is drawn
}

// Search chooses gamma, or the corresponding parameter of the model, and the size of a subsample
// from several values.
type Search struct {
	Criterion string `json:"criterion,omitempty"` // "": there is no search
	Gamma     Grid   `json:"gamma"`
	Lambda    Grid   `json:"lambda"`
	C         Grid   `json:"C"`
	K         Grid   `json:"k"`
	Count     int    `json:"count,omitempty"` // of an automatic grid
	Decades   Gamma  `json:"decades"`         // that an automatic grid spans; auto: of gamma, from a tenth of its scale to 10,000 times it; of an elastic net, more for a target with large values
	// Folds is the number of parts of the n training rows. A model fitted to m of them has gamma or C times n/m, lambda
	// times m/n.
	Folds     int    `json:"folds,omitempty"`
	Subsample []int  `json:"subsample,omitempty"` // sizes of Nystrom-type subsamples; nil: all training rows
	Repeats   int    `json:"repeats,omitempty"`   // random orders of the training rows, each with subsamples of all sizes
	Refine    int    `json:"refine,omitempty"`    // values tried between the best of the grid and each of its neighbours
	P         []P    `json:"p,omitempty"`         // values of p to try besides the gammas; nil: that of the model
	Degree    []int  `json:"degree,omitempty"`    // degrees of a polynomial kernel to try; nil: that of the model
	R         []P    `json:"r,omitempty"`         // exponents to try; nil: that of the model
	Steps     bool   `json:"steps,omitempty"`     // whether the number of steps is chosen, from 0 to that of the model
	Metric    string `json:"metric,omitempty"`
	Rule      string `json:"rule,omitempty"`
	Seed      uint64 `json:"seed,omitempty"` // of folds and orders
}

// Solver chooses the method and its limits.
type Solver struct {
	Method        string  `json:"method"`
	Tolerance     float64 `json:"tolerance"` // on gap / max(|primal|, |dual|)
	MaxIterations int     `json:"maxIterations"`
	Strategy      string  `json:"strategy"`
}

// P is an exponent, p in ]1,2] or r in [0.1,p[, as it was written: a fraction such as "4/3"
// (kept exact, so that q = p/(p-1) is known to be an even integer) or a number.
// It encodes to what it was decoded from, a number in quotes to the number.
type P struct {
	Num, Den int     // the fraction as written; Den 0 where p was given as a number
	Number   float64 // where Den is 0
}

// Gamma is a positive number, such as the weight of the data term, or "auto": computed from the data,
// such as the scale gamma_0 at which the fit becomes as large as y.
type Gamma struct {
	Auto  bool
	Value float64
}

// Grid is a list of gammas or the like, ascending, or "auto": logarithmic about the
// scale that the data have.
type Grid struct {
	Auto   bool
	Values []float64
}
