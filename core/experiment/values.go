package experiment

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// Names of the choices in the contract that code refers to, beside the tasks and sources in spec.go.
const (
	MissingDrop = "drop"
	MissingMean = "mean"

	FormatDelimited = "delimited"

	DelimiterComma     = "comma"
	DelimiterSemicolon = "semicolon"
	DelimiterTab       = "tab"
	DelimiterBar       = "bar"
	DelimiterSpace     = "space"

	DecimalPoint = "point"
	DecimalComma = "comma"

	ModelLP               = "lp"
	ModelLeastSquares     = "least-squares"
	ModelRidge            = "ridge"
	ModelLasso            = "lasso"
	ModelRelaxedLasso     = "relaxed-lasso"
	ModelElasticNet       = "elastic-net"
	ModelGroupLasso       = "group-lasso"
	ModelKernelRidge      = "kernel-ridge"
	ModelSVM              = "svm"
	ModelKernelLogistic   = "kernel-logistic"
	ModelKNN              = "knn"
	ModelKernelGroupLasso = "kernel-group-lasso"

	KernelLinear       = "linear"
	KernelPolynomial   = "polynomial"
	KernelExponential  = "exponential"
	KernelGeometric    = "geometric"
	KernelSeries       = "series"
	KernelSum          = "sum"
	KernelProduct      = "product"
	KernelGaussian     = "gaussian"
	KernelAnova        = "anova"
	KernelMin          = "min"
	KernelMatrix       = "matrix"
	KernelSet          = "set"
	KernelScale        = "scale"
	KernelCompose      = "compose"
	KernelPolynomialOf = "polynomial-of"

	LossSquared            = "squared"
	LossAbsolute           = "absolute"
	LossEpsilonInsensitive = "epsilon-insensitive"
	LossHuber              = "huber"
	LossLogistic           = "logistic"
	LossHinge              = "hinge"
	LossSmoothedHinge      = "smoothed-hinge"               // [H eq. 3.6]
	LossQuadraticHinge     = "quadratically-smoothed-hinge" // [H eq. 3.7]

	Auto = "auto" // method, strategy, gamma and its like

	MethodNewton            = "newton"
	MethodDualGradient      = "dual-gradient"
	MethodProximalGradient  = "proximal-gradient"
	MethodPrimalGradient    = "primal-gradient"
	MethodFista             = "fista"
	MethodCoordinateDescent = "coordinate-descent"
	MethodIsta              = "ista"
	MethodPrimal            = "primal"
	MethodDual              = "dual"

	SelectNonzero     = "nonzero"
	SelectDeviation   = "deviation" // above twice the standard deviation [H sec. 6.3]
	SelectGap         = "gap"       // above the largest gap between neighbours by size
	SelectCount       = "count"
	SelectShare       = "share"
	SelectPermutation = "permutation" // above the largest weights of permuted targets
	SelectStability   = "stability"   // in most of the random halves of the rows
	SelectKnockoffs   = "knockoffs"

	SelectMonomials = "monomials"
	SelectColumns   = "columns"

	SearchPath            = "path" // solves for every gamma and chooses none
	SearchValidation      = "validation"
	SearchCrossValidation = "cross-validation"

	RuleMinimum  = "minimum"
	RuleOneError = "1-se"
	RuleGiven    = "given" // the model entered; the search only shows where it stands

	MetricMSE              = "mse"
	MetricMAE              = "mae"
	MetricAccuracy         = "accuracy"
	MetricBalancedAccuracy = "balanced-accuracy"
	MetricAUC              = "auc"
	MetricLogLoss          = "log-loss"

	StrategyTensor    = "tensor"
	StrategyStreamed  = "streamed"
	StrategyFeatures  = "features"
	StrategySparse    = "sparse"
	StrategyTruncated = "truncated"
)

// maxTerm bounds numerator and denominator of p.
const maxTerm = 9999

// Float returns p.
func (p P) Float() float64 {
	if p.Den != 0 {
		return float64(p.Num) / float64(p.Den)
	}
	return p.Number
}

// Q returns the conjugate exponent q = p/(p-1).
func (p P) Q() float64 {
	if p.Den != 0 {
		return float64(p.Num) / float64(p.Num-p.Den)
	}
	return p.Number / (p.Number - 1)
}

// EvenQ returns q if it is an even integer, so that a tensor kernel of order q exists. A fraction is
// evaluated exactly; of a number, q must be within a relative 1e-12 of an even integer.
func (p P) EvenQ() (q int, ok bool) {
	if p.Den != 0 {
		if p.Num <= p.Den || p.Num%(p.Num-p.Den) != 0 {
			return 0, false
		}
		q = p.Num / (p.Num - p.Den)
		return q, q%2 == 0
	}
	exact := p.Q()
	nearest := math.Round(exact)
	if !(nearest >= 2 && nearest <= 1<<53) || math.Abs(exact-nearest) > 1e-12*nearest {
		return 0, false
	}
	q = int(nearest)
	return q, q%2 == 0
}

// String writes p as it was given: "4/3", "1.1"; "" for the zero P.
func (p P) String() string {
	switch {
	case p.Den != 0:
		return strconv.Itoa(p.Num) + "/" + strconv.Itoa(p.Den)
	case p.Number == 0:
		return ""
	}
	return strconv.FormatFloat(p.Number, 'g', -1, 64)
}

// MarshalJSON writes a fraction as a string, a number as a number.
func (p P) MarshalJSON() ([]byte, error) { return marshal(p.Den != 0, p.String(), p.Number) }

// marshal writes one of two values as JSON.
func marshal(first bool, a, b any) ([]byte, error) {
	if first {
		return json.Marshal(a)
	}
	return json.Marshal(b)
}

// UnmarshalJSON reads what Decode accepts for model.p or model.r.
func (p *P) UnmarshalJSON(b []byte) error {
	if unmarshalField("model.r", p, b) == nil {
		return nil
	}
	return unmarshalField("model.p", p, b)
}

// exponentOf reads a fraction "a/b" of small whole numbers, or a number, which may be a
// string too.
func exponentOf(v any) (P, bool) {
	if p, ok := v.(P); ok && p.Den != 0 {
		v = p.String()
	} else if ok {
		v = p.Number
	}
	text, ok := v.(string)
	if !ok {
		x, ok := finite(v)
		return P{Number: x}, ok
	}
	num, den, ok := strings.Cut(text, "/")
	if !ok {
		x, isNumber := finite(json.Number(text))
		return P{Number: x}, isNumber && json.Valid([]byte(text))
	}
	a, okA := smallInt(num)
	b, okB := smallInt(den)
	return P{Num: a, Den: b}, okA && okB
}

// smallInt reads 1 .. maxTerm without sign, space or leading zero.
func smallInt(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= maxTerm && strconv.Itoa(n) == text
}

// String writes gamma as a control shows it: "auto" or the number.
func (g Gamma) String() string {
	if g.Auto {
		return Auto
	}
	return strconv.FormatFloat(g.Value, 'g', -1, 64)
}

// MarshalJSON writes "auto" or a number.
func (g Gamma) MarshalJSON() ([]byte, error) { return marshal(g.Auto, Auto, g.Value) }

// UnmarshalJSON reads what Decode accepts for model.gamma, and for its like.
func (g *Gamma) UnmarshalJSON(b []byte) error { return unmarshalField("model.gamma", g, b) }

// String writes the grid as a control shows it: "auto", or "0.1, 1, 10".
func (g Grid) String() string {
	if g.Auto {
		return Auto
	}
	return separated[float64](g.Values)
}

// MarshalJSON writes "auto" or a list.
func (g Grid) MarshalJSON() ([]byte, error) { return marshal(g.Auto, Auto, g.Values) }

// UnmarshalJSON reads what Decode accepts for search.gamma.
func (g *Grid) UnmarshalJSON(b []byte) error { return unmarshalField("search.gamma", g, b) }

// MarshalJSON writes a fraction as a number, explicit rows as a list.
func (p Part) MarshalJSON() ([]byte, error) { return marshal(p.Rows != nil, p.Rows, p.Fraction) }

// UnmarshalJSON reads what Decode accepts for a part of the split.
func (p *Part) UnmarshalJSON(b []byte) error { return unmarshalField("split.train", p, b) }

// unmarshalField reads one value by the rules of the field at path.
func unmarshalField[T any](path string, dst *T, b []byte) error {
	tree, err := parse(b)
	if err != nil {
		return err
	}
	f := lookup(path)
	v, bad := kindTable[f.Kind].read(f, new(Spec), tree)
	if bad != nil {
		return bad
	}
	*dst = v.(T)
	return nil
}

// finite reads a number that fits a float64.
func finite(v any) (x float64, ok bool) {
	switch v := v.(type) {
	case json.Number:
		var err error
		if x, err = strconv.ParseFloat(string(v), 64); err != nil {
			return 0, false
		}
	case float64:
		x = v
	case int:
		x = float64(v)
	case uint64:
		x = float64(v)
	default:
		return 0, false
	}
	return x, !math.IsInf(x, 0) && !math.IsNaN(x)
}

// wholeNumber reads an integer that JavaScript would keep exact; 2.0 and 1e3 are integers.
func wholeNumber(v any) (int, bool) {
	x, ok := finite(v)
	return int(x), ok && x == math.Trunc(x) && math.Abs(x) <= maxSeed
}
