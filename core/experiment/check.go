package experiment

import (
	"fmt"
	"slices"
	"strconv"

	"lplab/core/data/formula"
	"lplab/core/spaces/kernel"
)

const (
	// maxSynthetic bounds rows times columns of synthetic data: 400 MB.
	maxSynthetic = 50_000_000
	// maxCells bounds the cells of inline rows, as the importer bounds a file's.
	maxCells = 5_000_000
)

// checks are the rules that tie several fields together and need no data.
var checks = []func(*Spec) *FieldError{checkSynthetic, checkInline, checkFeatures, checkSplit, checkTask, checkLoss, checkExponents, checkKernel, checkBag, checkBasis, checkSelection, checkSearch}

func check(s *Spec) *FieldError {
	for _, rule := range checks {
		if bad := rule(s); bad != nil {
			return bad
		}
	}
	return nil
}

func checkSynthetic(s *Spec) *FieldError {
	d := s.Data
	if d.Source != SourceSynthetic {
		return nil
	}
	if d.N*d.D > maxSynthetic {
		return &FieldError{"data.n", strconv.Itoa(d.N), fmt.Sprintf("with data.d %d that makes %d cells; n times d must be at most %d", d.D, d.N*d.D, maxSynthetic)}
	}
	if available := kernel.Count(d.D, d.Degree); int64(d.Relevant) > available {
		return &FieldError{"data.relevant", strconv.Itoa(d.Relevant), fmt.Sprintf("%d columns have only %d monomials of degree %d", d.D, available, d.Degree)}
	}
	return nil
}

func checkInline(s *Spec) *FieldError {
	columns := len(s.Data.Columns)
	for i, row := range s.Data.Rows {
		if len(row) != columns {
			return &FieldError{element("data.rows", i), fmt.Sprintf("a row of length %d", len(row)), fmt.Sprintf("data.columns names %d columns, so it must have as many cells", columns)}
		}
	}
	if cells := columns * len(s.Data.Rows); cells > maxCells {
		return &FieldError{"data.rows", fmt.Sprintf("a table of %d cells", cells), fmt.Sprintf("it must have at most %d; give large data as a file", maxCells)}
	}
	return nil
}

func checkFeatures(s *Spec) *FieldError {
	for i, name := range s.Features {
		if name == s.Target {
			return &FieldError{element("features", i), shown(name), "it is the target too; remove it, or choose another target"}
		}
	}
	return nil
}

func checkSplit(s *Spec) *FieldError {
	parts := []struct {
		path string
		part Part
	}{{"split.train", s.Split.Train}, {"split.validation", s.Split.Validation}, {"split.test", s.Split.Test}}

	sum, explicit, seen := 0.0, s.Split.Explicit(), map[int]string{}
	for _, p := range parts {
		if explicit != (p.part.Rows != nil) {
			return &FieldError{p.path, shownPart(p.part), "the parts must be all fractions or all lists of rows; omit an empty part"}
		}
		for i, row := range p.part.Rows {
			if where, dup := seen[row]; dup {
				return &FieldError{element(p.path, i), strconv.Itoa(row), "that row is in " + where + " already; list each row once"}
			}
			seen[row] = p.path
		}
		sum += p.part.Fraction
	}
	if explicit {
		if len(s.Split.Train.Rows) == 0 {
			return &FieldError{"split.train", "an empty list", "it must list the rows to fit the model to"}
		}
		if s.Split.Order != "" {
			return &FieldError{"split.order", shown(s.Split.Order), "the split lists rows; remove split.order, or give fractions"}
		}
		return nil
	}
	if s.Split.Train.Fraction == 0 {
		return &FieldError{"split.train", "0", "it must be greater than 0"}
	}
	if sum > 1+1e-9 {
		return &FieldError{"split", shown(sum) + " in sum", "train, validation and test together must be at most 1"}
	}
	return nil
}

func shownPart(p Part) string {
	if p.Rows != nil {
		return fmt.Sprintf("a list of length %d", len(p.Rows))
	}
	return shown(p.Fraction)
}

// taskPath is the field of the task.
const taskPath = "task"

// ofClasses reports whether a model is of classes alone, by its type or its loss.
func ofClasses(m Model) bool { return NeedsClasses(m) || OfClasses(m.Loss.Type) }

// checkTask refuses regression by models of two classes.
func checkTask(s *Spec) *FieldError {
	if kind := s.Model.Kind(); NeedsClasses(s.Model) && s.Task != Classification {
		return &FieldError{"model.type", shown(kind), fmt.Sprintf("it needs classes; set task to %q, or choose %q or %q", Classification, ModelKernelRidge, ModelKNN)}
	}
	return nil
}

func checkLoss(s *Spec) *FieldError {
	loss := s.Model.Loss.Type
	if !OfClasses(loss) || s.Task == Classification {
		return nil
	}
	var numbers []string
	for _, l := range lossTypes {
		if l.traits&classes == 0 {
			numbers = append(numbers, l.name)
		}
	}
	last := len(numbers) - 1
	return &FieldError{"model.loss.type", shown(loss), fmt.Sprintf("it needs classes; set task to %q, or choose %s or %q", Classification, quotedList(numbers[:last]), numbers[last])}
}

// checkExponents refuses exponents r that do not lie below p.
func checkExponents(s *Spec) *FieldError {
	m := s.Model
	if m.R == (P{}) {
		return nil
	}
	below := fmt.Sprintf("it must be less than model.p, which is %v; choose a smaller one, or remove it to keep the penalty of p", m.P)
	if m.R.Float() >= m.P.Float() {
		return &FieldError{"model.r", shownP(m.R), below}
	}
	for i, r := range s.Search.R {
		if r.Float() >= m.P.Float() {
			return &FieldError{element("search.r", i), shownP(r), below}
		}
	}
	return nil
}

// shownP is an exponent as it stands in the JSON.
func shownP(p P) string {
	if p.Den != 0 {
		return shown(p.String())
	}
	return shown(p.Number)
}

// WithPlainSelection is the experiment with a selection that fits no further models: by the
// same rule where it is by size alone, else by the default one.
func (s Spec) WithPlainSelection() Spec {
	plain := Selection{Rule: s.Selection.Rule, Count: s.Selection.Count, Share: s.Selection.Share}
	switch plain.Rule {
	case SelectPermutation, SelectStability, SelectKnockoffs:
		plain.Rule = lookup("selection.rule").defaultIn(&s).(string)
	}
	s.Selection = plain
	return s
}

// checkSelection refuses rules without what they need to select anything.
func checkSelection(s *Spec) *FieldError {
	switch sel := s.Selection; {
	case sel.Rule == SelectPermutation && sel.Level == 0:
		return &FieldError{"selection.level", "0", fmt.Sprintf("the rule %q needs a level above 0, such as 0.05", SelectPermutation)}
	case sel.Rule == SelectStability && (sel.Resamples < 20 || sel.Resamples%2 != 0):
		return &FieldError{"selection.resamples", strconv.Itoa(sel.Resamples), fmt.Sprintf("the rule %q needs an even number of at least 20, such as 100", SelectStability)}
	case sel.Folds == 1:
		return &FieldError{"selection.folds", "1", "it must be at least 2, or 0 for none"}
	}
	return nil
}

// checkSearch refuses what a search cannot choose by.
func checkSearch(s *Spec) *FieldError {
	search := s.Search
	classes := s.Task == Classification
	switch search.Metric {
	case MetricMSE, MetricMAE:
		if classes {
			return &FieldError{"search.metric", shown(search.Metric), fmt.Sprintf("task is %q; choose %q, %q, %q or %q", s.Task, MetricAccuracy, MetricBalancedAccuracy, MetricAUC, MetricLogLoss)}
		}
	case MetricAccuracy, MetricBalancedAccuracy, MetricAUC, MetricLogLoss:
		if !classes {
			return &FieldError{"search.metric", shown(search.Metric), fmt.Sprintf("task is %q; choose %q or %q", s.Task, MetricMSE, MetricMAE)}
		}
	}
	if search.Criterion == SearchValidation && !s.Split.Explicit() && s.Split.Validation.Fraction == 0 ||
		search.Criterion == SearchValidation && s.Split.Explicit() && len(s.Split.Validation.Rows) == 0 {
		return &FieldError{"search.criterion", shown(search.Criterion), fmt.Sprintf("there are no validation rows; give split.validation a share, or choose %q", SearchCrossValidation)}
	}
	if bad := checkForms(s); bad != nil {
		return bad
	}
	return checkSizes(s)
}

// checkForms refuses values of p that the kernel cannot take, degrees of a kernel that
// has none, and a given model that is not among those searched.
func checkForms(s *Spec) *FieldError {
	search, k := s.Search, s.Model.Kernel
	if len(search.Degree) > 0 && k.Type != KernelPolynomial {
		return &FieldError{"search.degree", "a list for the " + k.Type + " kernel", fmt.Sprintf("only the %s kernel has a degree; remove it, or change model.kernel.type", KernelPolynomial)}
	}
	for i, p := range search.P {
		form := *s
		form.Model.P = p
		if bad := checkKernel(&form); bad != nil {
			return &FieldError{element("search.p", i), p.String(), bad.Problem}
		}
	}
	if search.Rule != RuleGiven {
		return nil
	}
	if len(search.P) > 0 && !slices.Contains(search.P, s.Model.P) {
		return &FieldError{"model.p", s.Model.P.String(), fmt.Sprintf("search.rule is %q; give one of the values in search.p", RuleGiven)}
	}
	if len(search.Degree) > 0 && !slices.Contains(search.Degree, k.Degree) {
		return &FieldError{"model.kernel.degree", strconv.Itoa(k.Degree), fmt.Sprintf("search.rule is %q; give one of the degrees in search.degree", RuleGiven)}
	}
	return nil
}

// checkSizes looks at who chooses the size of the subsample.
func checkSizes(s *Spec) *FieldError {
	given := s.Search.Rule == RuleGiven
	switch {
	case len(s.Search.Subsample) == 0:
	case s.Model.Subsample != 0 && !given:
		return &FieldError{"model.subsample", strconv.Itoa(s.Model.Subsample), fmt.Sprintf("search.subsample chooses its size; remove one of the two, or choose search.rule %q", RuleGiven)}
	case given && !slices.Contains(s.Search.Subsample, s.Model.Subsample):
		return &FieldError{"model.subsample", strconv.Itoa(s.Model.Subsample), fmt.Sprintf("search.rule is %q; give one of the sizes in search.subsample", RuleGiven)}
	}
	return nil
}

// checkBag: bags are compared by set kernels, and so by the machines that take these.
func checkBag(s *Spec) *FieldError {
	if s.Bag == "" {
		return nil
	}
	if s.Bag == s.Target {
		return &FieldError{"bag", shown(s.Bag), "it is the target too; choose another target, or the column that names the bags"}
	}
	if i := slices.Index(s.Features, s.Bag); i >= 0 {
		return &FieldError{element("features", i), shown(s.Bag), "it names the bags; remove it, or choose another column for bag"}
	}
	if kind := s.Model.Kind(); !slices.Contains(machines, kind) {
		return &FieldError{"bag", shown(s.Bag), fmt.Sprintf("model.type is %q, which takes no bags; set it to %q and model.kernel.type to %q, or remove bag", kind, ModelKernelRidge, KernelSet)}
	}
	return ofSets(&s.Model.Kernel, kernelSection, true)
}

// ofSets refuses kernels that do not compare bags as sets; above says that bags are
// what they compare, and not the points of these.
func ofSets(k *Kernel, path string, above bool) *FieldError {
	switch {
	case k.Type == KernelSet && !above:
		return &FieldError{path + ".type", shown(k.Type), "it is inside another set kernel; choose another kernel for the points"}
	case k.Type == KernelSet && k.Dimension > 1:
		return &FieldError{path + ".dimension", shown(k.Dimension), "the points of a bag have a number for each feature; remove it, or remove bag"}
	case k.Type == KernelSet:
		above = false
	case above && !slices.Contains([]string{KernelSum, KernelProduct, KernelScale, KernelPolynomialOf}, k.Type):
		return &FieldError{path + ".type", shown(k.Type), fmt.Sprintf("with bag it must compare bags of points; choose %q with this kernel for the points, or remove bag", KernelSet)}
	}
	for i := range k.Of {
		if bad := ofSets(&k.Of[i], element(path+".of", i), above); bad != nil {
			return bad
		}
	}
	return nil
}

// checkBasis: formulas take the place of the features, and read neither what is to be
// predicted nor the names of bags.
func checkBasis(s *Spec) *FieldError {
	if s.Basis != nil && s.Features != nil {
		return &FieldError{"basis", fmt.Sprintf("a list of length %d", len(s.Basis)), "basis replaces features; remove one of the two, and list plain features among the formulas"}
	}
	for i, text := range s.Basis {
		f, err := formula.Parse(text)
		switch at := element("basis", i); {
		case err != nil:
			panic("experiment: a formula was read that is none: " + err.Error())
		case f.Reads(s.Target):
			return &FieldError{at, shown(text), "it uses the target; change the formula, or choose another target"}
		case s.Bag != "" && f.Reads(s.Bag):
			return &FieldError{at, shown(text), "it uses the column that names the bags; change the formula, or choose another column for bag"}
		}
	}
	return nil
}
