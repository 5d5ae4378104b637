package experiment

import (
	"cmp"
	"slices"

	"lplab/core/lists"
)

// entry is a type of model, of kernel or of loss, or a method.
type entry struct {
	name, label string // in the JSON and on the page
	traits      trait
	detail      string   // of a model: the parameter it is searched over; of a kernel: see Expression
	models      []string // of a kernel or method: the types of models that take it; nil: all
}

// kinds are the types of models.
var kinds = []entry{
	{ModelLP, "lp model", 0, "gamma", nil},
	{ModelLeastSquares, "Least squares", linear | direct, "", nil},
	{ModelRidge, "Ridge", linear | direct, "lambda", nil},
	{ModelLasso, "Lasso", linear | zeros, "lambda", nil},
	{ModelRelaxedLasso, "Relaxed lasso", linear | zeros | direct, "lambda", nil},
	{ModelElasticNet, "Elastic net", linear | zeros, "lambda", nil},
	{ModelGroupLasso, "Group lasso", linear | zeros, "lambda", nil},
	{ModelKernelRidge, "Kernel ridge", onGram, "lambda", nil},
	{ModelSVM, "Support vector machine", onGram | classes, "C", nil},
	{ModelKernelLogistic, "Kernel logistic", onGram | classes | logOdds, "C", nil},
	{ModelKernelGroupLasso, "Kernel group lasso", onGram | classes, "lambda", nil},
	{ModelKNN, "Nearest neighbours", 0, "k", nil},
}

var kernelTypes = []entry{
	{KernelLinear, "Linear", 0, "{s}", nil},
	{KernelPolynomial, "Polynomial", 0, "{s}^{degree}", nil},
	{KernelExponential, "Exponential", infinite, "exp({rate} * {s})", nil},
	{KernelGeometric, "Geometric", infinite, "1 / (1 - {s} / {radius})", lpOnly},
	{KernelSeries, "Power series", 0, "horner({coefficients}, {s})", nil},
	{KernelGaussian, "Gaussian", 0, "exp({-beta} * distance({x}, {t}))", machines},
	{KernelAnova, "ANOVA", 0, "anova({x}, {t})", machines},
	{KernelMin, "Minimum", 0, "minimum({x}, {t})", machines},
	{KernelMatrix, "Matrix", 0, "bilinear({x}, {matrix}, {t})", machines},
	{KernelSet, "Set", ofOne, "", machines},
	{KernelSum, "Sum", ofSeveral, "{sum}", nil},
	{KernelProduct, "Product", ofSeveral, "{product}", nil},
	{KernelScale, "Multiple", ofOne, "{factor} * ({of})", machines},
	{KernelCompose, "Of some columns", ofOne, "{of}", machines},
	{KernelPolynomialOf, "Polynomial of another", ofOne, "horner({coefficients}, {of})", machines},
}

// lossTypes are the losses of lp models.
var lossTypes = []entry{
	{LossSquared, "Squared", 0, "", nil},
	{LossAbsolute, "Absolute", 0, "", nil},
	{LossEpsilonInsensitive, "Epsilon-insensitive", 0, "", nil},
	{LossHuber, "Huber", 0, "", nil},
	{LossLogistic, "Logistic", classes | logOdds, "", nil},
	{LossHinge, "Hinge", classes, "", nil},
	{LossSmoothedHinge, "Smoothed hinge", classes, "", nil},
	{LossQuadraticHinge, "Quadratically smoothed hinge", classes, "", nil},
}

// methodTypes are the values of solver.method.
var methodTypes = []entry{
	{Auto, "Auto", 0, "", nil},
	{MethodNewton, "Newton", 0, "", lpOnly},
	{MethodDualGradient, "Dual gradient", firstOrder, "", lpOnly},
	{MethodProximalGradient, "Proximal gradient", firstOrder, "", lpOnly},
	{MethodPrimalGradient, "Primal gradient", firstOrder, "", lpOnly},
	{MethodCoordinateDescent, "Coordinate descent", 0, "", zeroModels},
	{MethodIsta, "ISTA", firstOrder, "", zeroModels},
	{MethodFista, "FISTA", firstOrder, "", slices.Concat(lpOnly, zeroModels)},
	{MethodPrimal, "Primal", 0, "", []string{ModelRidge}},
	{MethodDual, "Dual", 0, "", []string{ModelRidge}},
}

// trait is what types of models, kernels or losses, or methods have in common.
type trait int

const (
	linear     trait = 1 << iota // a coefficient for each feature
	zeros                        // weights can be exactly 0
	direct                       // the solution of a linear system, without a course of iterations to compare
	onGram                       // fitted to the Gram matrix of a kernel of two arguments
	classes                      // for two classes only
	logOdds                      // the decision values are log-odds
	infinite                     // a kernel with infinitely many features
	ofOne                        // a kernel made of one other
	ofSeveral                    // a kernel made of several others
	firstOrder                   // a method by gradients, of many cheap iterations
)

// Types of models that share fields.
var (
	lpOnly       = []string{ModelLP}
	linearModels = namesWith(linear, kinds)
	zeroModels   = namesWith(zeros, kinds)
	machines     = namesWith(onGram, kinds)
	weightModels = slices.Concat(lpOnly, linearModels)
	kernelModels = slices.Concat(lpOnly, machines)
	lambdaModels = modelsOf("lambda")
	searchModels = modelsOf("gamma", "lambda", "C", "k")
)

// find returns the entry of a name; the zero entry for an unknown name.
func find(table []entry, name string) entry {
	for _, e := range table {
		if e.name == name {
			return e
		}
	}
	return entry{}
}

// namesWith lists the names of a table's entries that have a trait.
func namesWith(t trait, table []entry) (names []string) {
	for _, e := range table {
		if e.traits&t != 0 {
			names = append(names, e.name)
		}
	}
	return names
}

// modelsOf lists the types of models that are searched over the given parameters.
func modelsOf(parameters ...string) (names []string) {
	for _, p := range parameters {
		for _, k := range kinds {
			if k.detail == p {
				names = append(names, k.name)
			}
		}
	}
	return names
}

// valuesOf are a table's entries as the values of a field.
func valuesOf(table []entry) []Value {
	return lists.Map(table, func(e entry) Value { return Value{e.name, e.label} })
}

// takenBy returns the types of models of each entry of a table that not all models take.
func takenBy(table []entry) map[string][]string {
	models := map[string][]string{}
	for _, e := range table {
		if e.models != nil {
			models[e.name] = e.models
		}
	}
	return models
}

// IterativeMethods returns the methods of each type of model that have a course of iterations.
func IterativeMethods() map[string][]string {
	methods := map[string][]string{}
	for _, m := range methodTypes {
		for _, model := range m.models {
			if find(kinds, model).traits&direct == 0 {
				methods[model] = append(methods[model], m.name)
			}
		}
	}
	return methods
}

// IsFirstOrder reports whether a method uses gradients alone, so that it takes many cheap iterations.
func IsFirstOrder(method string) bool { return find(methodTypes, method).traits&firstOrder != 0 }

// Kind returns the type of the model; a Model made in Go without one is of the type lp.
func (m Model) Kind() string { return cmp.Or(m.Type, ModelLP) }

// Parameter names the number that balances the data and the penalty, over which the
// model is searched: "gamma", "lambda", "C" or "k"; "" for none.
func (m Model) Parameter() string { return find(kinds, m.Kind()).detail }

// Strength returns the value of that parameter; ok is false if it is chosen from the data.
func (m Model) Strength() (value float64, ok bool) {
	if m.Parameter() == "k" {
		return float64(m.K), true
	}
	g := m.strength()
	return g.Value, !g.Auto
}

// WithStrength returns the model with a value of that parameter.
func (m Model) WithStrength(value float64) Model {
	if m.Parameter() == "k" {
		m.K = int(value)
	} else {
		*m.strength() = Gamma{Value: value}
	}
	return m
}

// ScaledStrength converts a strength for some rows to one for another number of rows, in which the penalty has the same
// effect: their number is share times that of the first. The data term is a sum over rows, so that gamma and C are divided
// by share and lambda is multiplied by it. Nearest neighbours and the kernel group lasso have no such sum.
func (m Model) ScaledStrength(strength, share float64) float64 {
	switch parameter := m.Parameter(); {
	case parameter == "gamma" || parameter == "C":
		return strength / share
	case parameter == "lambda" && m.Kind() != ModelKernelGroupLasso:
		return strength * share
	}
	return strength
}

// Decades is the default number of powers of ten of an automatic grid of the parameter.
func (m Model) Decades() float64 {
	if m.HasZeros() || m.Kind() == ModelKernelGroupLasso {
		return 3
	}
	return 6
}

// strength returns the parameter, if it is a number other than k.
func (m *Model) strength() *Gamma {
	switch m.Parameter() {
	case "gamma":
		return &m.Gamma
	case "lambda":
		return &m.Lambda
	case "C":
		return &m.C
	}
	return new(Gamma)
}

// HasWeights reports whether models of this type have a weight for each monomial or
// feature.
func (m Model) HasWeights() bool { return slices.Contains(weightModels, m.Kind()) }

// HasZeros reports whether weights of models of this type can be exactly 0.
func (m Model) HasZeros() bool { return slices.Contains(zeroModels, m.Kind()) }

// Norm returns the norm by which a report measures the weights, and its power that is a sum over
// weights: of |w|^p, of |w|, or of w^2. The penalty of reweighted weights is another one.
func (m Model) Norm() (norm, power string) {
	switch {
	case m.Kind() == ModelLP:
		return "‖w‖ₚ", "‖w‖ₚᵖ"
	case m.HasZeros():
		return "‖w‖₁", "‖w‖₁"
	}
	return "‖w‖₂", "‖w‖₂²"
}

// NeedsClasses reports whether a model is for two classes only.
func NeedsClasses(m Model) bool { return find(kinds, m.Kind()).traits&classes != 0 }

// GivesProbabilities reports whether the decision values of a model are log-odds.
func GivesProbabilities(m Model) bool {
	return (find(kinds, m.Kind()).traits|find(lossTypes, m.Loss.Type).traits)&logOdds != 0
}

// OfClasses reports whether a loss is for two classes only, and not for numbers.
func OfClasses(loss string) bool { return find(lossTypes, loss).traits&classes != 0 }

// MetricsOf lists the metrics of searches for a task.
func MetricsOf(task string) []string {
	if task == Classification {
		return []string{MetricAccuracy, MetricBalancedAccuracy, MetricAUC, MetricLogLoss}
	}
	return []string{MetricMSE, MetricMAE}
}

// IsScore reports whether larger values of a metric are better; of other metrics smaller ones are.
func IsScore(metric string) bool {
	return metric == MetricAccuracy || metric == MetricBalancedAccuracy || metric == MetricAUC
}

// IsShare reports whether a metric is a share of rows, which is written in percent.
func IsShare(metric string) bool {
	return metric == MetricAccuracy || metric == MetricBalancedAccuracy
}

// SimplifiesModel reports whether a larger value of a parameter makes a simpler model.
func SimplifiesModel(parameter string) bool { return parameter == "lambda" || parameter == "k" }

// Grid returns the grid of a model's parameter.
func (s *Search) Grid(parameter string) Grid {
	return *cmp.Or((&Strength[Grid]{s.Gamma, s.Lambda, s.C, s.K}).Of(parameter), &s.Gamma)
}

// Grid returns what was searched: the parameter's name, and its values, ascending.
func (s *Searched) Grid() (parameter string, values []float64) {
	for _, name := range []string{"lambda", "C", "k"} {
		if grid := *s.Of(name); len(grid) > 0 {
			return name, grid
		}
	}
	return "gamma", s.Gamma
}

// Strength holds something under the name of a model's parameter: its value, or a
// list of values.
type Strength[T any] struct {
	Gamma  T `json:"gamma,omitzero"`
	Lambda T `json:"lambda,omitzero"`
	C      T `json:"C,omitzero"`
	K      T `json:"k,omitzero"`
}

// Of returns a pointer to the value of a parameter; nil for an unknown name.
func (s *Strength[T]) Of(parameter string) *T {
	switch parameter {
	case "gamma":
		return &s.Gamma
	case "lambda":
		return &s.Lambda
	case "C":
		return &s.C
	case "k":
		return &s.K
	}
	return nil
}

// Named returns a Strength with the value v of a parameter.
func Named[T any](parameter string, v T) (s Strength[T]) {
	if at := s.Of(parameter); at != nil {
		*at = v
	}
	return s
}

// onGram reports whether models of this type are fitted to the Gram matrix of a kernel
// of two arguments.
func (m Model) onGram() bool { return find(kinds, m.Kind()).traits&onGram != 0 }

// ModelLabel is the name of a type of model on the page.
func ModelLabel(kind string) string {
	if kind == reweightedLP {
		return "Reweighted lp"
	}
	return cmp.Or(find(kinds, kind).label, kind)
}

// reweightedLP is the method of an lp model with an exponent r.
const reweightedLP = "lp-reweighted"

// Method returns the name of the model in comparisons: its type, or lp-reweighted.
func (m Model) Method() string {
	if m.R != (P{}) {
		return reweightedLP
	}
	return m.Kind()
}
