package page

import (
	"fmt"
	"math"
	"strings"

	"lplab/app/remaining"
	"lplab/core/data/formula"
	"lplab/core/experiment"
)

// The searches of a tuning.

// tunedFirst is one linear model, which is shown first if the first search takes longer.
func (s *state) tunedFirst() (experiment.Spec, bool) {
	spec := s.Spec
	spec.Search = experiment.Search{}
	return spec, tunedSolves*s.solveSeconds(s.width(1)) > firstSeconds
}

// validationShares is the split of a search on validation rows.
var validationShares = experiment.Split{Train: experiment.Part{Fraction: 0.6}, Validation: experiment.Part{Fraction: 0.2}, Test: experiment.Part{Fraction: 0.2}}

// tunedLinear is the first search: gamma of a linear model, over folds or on validation rows, where the split is by
// time or folds take long for it, or for products of two columns of a table that is not small. Folds leave the shares as
// they were given. With very many rows or classes the search is coarse.
func (s *state) tunedLinear() (experiment.Spec, bool) {
	spec := s.Spec
	spec.Split = withShares(spec.Split, s.backup.Split)
	setSearch(&spec, experiment.SearchCrossValidation)
	least := *s // the estimates are for the same rows, whichever shares are entered
	least.Spec.Split = withShares(spec.Split, validationShares)
	linear, products := least.solveSeconds(least.width(1)), least.solveSeconds(least.width(2))
	areScored := validationSolves*products <= stageSeconds && validationShares.Validation.Fraction*float64(s.Inspection.Rows) >= fewestScored
	slow := tunedSolves*linear > stageSeconds || tunedSolves*products > stageSeconds && areScored
	if !s.tuning.plain && (s.tuning.why != "" || slow || spec.Split.Order != "") {
		spec.Split = least.Spec.Split
		setSearch(&spec, experiment.SearchValidation)
	}
	if validationSolves*linear > longestLinear {
		enter(&spec, "search.count", coarseCount)
		enter(&spec, "search.refine", "0")
	}
	if s.hasRareClass() {
		enter(&spec, "search.metric", experiment.MetricAUC)
	}
	return spec, true
}

// hasRareClass reports whether few rows, but not very few, are of one of two classes. Models are then compared by AUC, because the
// accuracy of many is that of the most frequent class.
func (s *state) hasRareClass() bool {
	c, _ := s.Inspection.find(s.Spec.Target)
	if s.Spec.Task != experiment.Classification || !hasTwoClasses(c) || c.Counts == nil {
		return false
	}
	first, last := c.Counts[0], c.Counts[len(c.Counts)-1] // those between, of numbers, are 0
	rare := min(first, last)
	return rare >= fewestRare && float64(rare) <= rareShare*float64(first+last)
}

func setSearch(spec *experiment.Spec, criterion string) {
	enter(spec, "search.criterion", criterion)
	enter(spec, "search.count", fmt.Sprint(tunedCount))
	enter(spec, "search.refine", fmt.Sprint(tunedRefine))
}

// tunedDegree is the search with products of columns up to a degree. A degree above 2 is tried only
// after products of two columns, and with at least twice as many rows as monomials.
func (s *state) tunedDegree(degree int) (experiment.Spec, bool) {
	spec := s.Spec
	width, longest := s.width(degree), productSeconds
	if degree > 2 {
		longest = stageSeconds
	}
	if degree > 2 && (spec.Model.Kernel.Type == experiment.KernelLinear || width > s.trainingRows()/2) {
		return spec, false
	}
	time := s.searchSeconds(width)
	set(&spec, [2]string{"model.kernel.type", experiment.KernelPolynomial}, [2]string{"model.kernel.degree", fmt.Sprint(degree)}, [2]string{"model.kernel.constant", "1"}, [2]string{"model.gamma", experiment.Auto})
	if degree == 2 && time > longest {
		s.leaveOut(spec, "Products of two columns", time)
	}
	return spec, time <= longest
}

// leaveOut keeps a search that takes long, to be offered, unless there is one already.
func (s *state) leaveOut(spec experiment.Spec, models string, time float64) {
	if s.tuning.leftOut == nil {
		s.tuning.leftOut = &proposal{spec: spec, note: fmt.Sprintf("%s were not compared, because that search would take %s.", models, remaining.Words(time))}
	}
}

// tunedSparseProducts is a coarse search with products of three columns and steps of reweighting, which find a few
// products among more monomials than rows, also where products without steps are no better than a linear model.
func (s *state) tunedSparseProducts() (experiment.Spec, bool) {
	spec := s.Spec
	if spec.Model.Kernel.Degree > 2 || s.tuning.why != "" || s.tuning.score > 1-productGain {
		return spec, false
	}
	set(&spec, [2]string{"model.kernel.type", experiment.KernelPolynomial}, [2]string{"model.kernel.degree", "3"}, [2]string{"model.kernel.constant", "1"})
	enterSteps(&spec)
	width := s.width(3)
	time := s.sparseProductSeconds(width)
	if coarseShare*time > 2*stageSeconds && time <= longestOffer && width > s.trainingRows() {
		s.leaveOut(spec, "Sparse products of three columns", time)
	}
	enter(&spec, "model.steps", coarseSteps)
	enter(&spec, "search.r", "1")
	enter(&spec, "search.count", coarseCount)
	enter(&spec, "search.refine", "0")
	return spec, coarseShare*time <= 2*stageSeconds
}

// tunedSparse is the search with the exponents r and the steps of reweighting, which
// includes the model without them. After a coarse search it may take longer. Where a class has too few rows for folds,
// its separation has no bound, and the steps take long.
func (s *state) tunedSparse() (experiment.Spec, bool) {
	spec := s.Spec
	longest := 2 * stageSeconds
	if spec.Model.R != (experiment.P{}) {
		longest = productSeconds
	}
	if sparse, _ := s.sparseSeconds(); s.tuning.why != "" || sparse > longest {
		return spec, false
	}
	setSearch(&spec, spec.Search.Criterion)
	enterSteps(&spec)
	return spec, true
}

// enterSteps enters a search with the exponents r and the steps of reweighting.
func enterSteps(spec *experiment.Spec) {
	enter(spec, "model.gamma", experiment.Auto)
	enter(spec, "model.r", "1")
	enter(spec, "model.steps", tunedSteps)
	enter(spec, "search.r", "2/3, 1")
}

// tunedExponential is the search with an exponential kernel: products of all degrees.
func (s *state) tunedExponential() (experiment.Spec, bool) {
	spec := s.Spec
	if s.trainingRows() > exponentialRows || s.classModels() > 1 {
		return spec, false
	}
	set(&spec, [][2]string{{"model.r", ""}, {"selection.rule", experiment.SelectDeviation}, {"model.kernel.type", experiment.KernelExponential}, {"model.kernel.a", experiment.Auto}, {"model.gamma", experiment.Auto}}...)
	return spec, true
}

// tunedMachine is the search for a kernel machine, which may fit more than sums of products. With too many rows
// for it, kernel ridge regression is fitted to a subsample.
func (s *state) tunedMachine() (experiment.Spec, bool) {
	spec := s.Spec
	machine, cubes := experiment.ModelKernelRidge, tunedFolds+1.0 // one decomposition for all strengths
	if spec.Task == experiment.Classification {
		machine, cubes = experiment.ModelSVM, tunedSolves*s.classModels()
	}
	most := math.Cbrt(machineSeconds / (cubes * secondsPerCube))
	subsample := ""
	if s.foldRows() > most {
		subsample = fmt.Sprint(math.Floor(most/subsampleUnit) * subsampleUnit)
	}
	enter(&spec, "model.r", "")
	set(&spec, [2]string{"model.type", machine}, [2]string{"model.kernel.type", experiment.KernelGaussian}, [2]string{"model.subsample", subsample})
	return spec, subsample == "" || machine == experiment.ModelKernelRidge
}

// tunedNeighbours is the search for a number of nearest neighbours, of at most half of the rows of a fold.
func (s *state) tunedNeighbours() (experiment.Spec, bool) {
	spec, n := s.Spec, float64(s.trainingRows())
	var counts []string
	for _, k := range neighbourCounts {
		if float64(k) <= s.foldRows()/2 {
			counts = append(counts, fmt.Sprint(k))
		}
	}
	if counts == nil || secondsPerTerm*n*n*float64(pairTerms+s.width(1)) > machineSeconds {
		return spec, false
	}
	enter(&spec, "model.r", "")
	set(&spec, [2]string{"model.subsample", ""}, [2]string{"model.type", experiment.ModelKNN}, [2]string{"search.k", strings.Join(counts, ", ")})
	return spec, true
}

// tunedLogarithms is the last search with the logarithms of skewed columns in their place, unless columns were chosen.
func (s *state) tunedLogarithms() (experiment.Spec, bool) {
	spec := s.Spec
	for _, c := range s.Inspection.Columns {
		if log := logarithm(c); s.isFeature(c.Name) && log != "" {
			spec.Basis = append(spec.Basis, log)
		} else if s.isFeature(c.Name) {
			spec.Features = append(spec.Features, c.Name)
		}
	}
	if spec.Model.Kind() == experiment.ModelLP {
		enter(&spec, "model.gamma", experiment.Auto)
	}
	return spec, s.backup.All && s.Spec.Basis == nil && spec.Basis != nil && s.Inspection.complete()
}

// logarithm is the formula of the logarithm of a column of skewed numbers from 0 on; "" for another one.
func logarithm(c column) string {
	if c.Min == nil || *c.Min < 0 || *c.Min > 0 && *c.Max < leastRatio**c.Min || c.Codes > 0 || skewness(c.Counts) < leastSkewness {
		return ""
	}
	if *c.Min == 0 {
		return "log(" + formula.Quote(c.Name) + " + 1)"
	}
	return "log(" + formula.Quote(c.Name) + ")"
}

// skewness is that of the numbers with a histogram, 0 without any.
func skewness(counts []int) float64 {
	var n, mean, square, cube float64
	for i, count := range counts {
		n, mean = n+float64(count), mean+float64(count*i)
	}
	for i, count := range counts {
		d := float64(i) - mean/n
		square, cube = square+float64(count)*d*d, cube+float64(count)*d*d*d
	}
	if square == 0 {
		return 0
	}
	return cube / n / math.Pow(square/n, 1.5)
}

// enter sets a field like an entry on the page: fields that it adds have the suggested values.
func enter(s *experiment.Spec, path, value string) {
	if err := experiment.Lookup(path).Enter(s, value); err != nil {
		panic("page: " + err.Error())
	}
}
