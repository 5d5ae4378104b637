package experiment

import (
	"fmt"
	"slices"
	"strconv"

	"lplab/core/data/formula"
	"lplab/core/lists"
)

const (
	// maxSynthetic bounds rows times columns of synthetic data: 400 MB.
	maxSynthetic = 50_000_000
	// maxCells bounds the cells of inline rows; the importer has the same bound for files.
	maxCells = 5_000_000
)

// checks are the rules over several fields that need no data.
var checks = []func(*Spec) *FieldError{
	checkSynthetic, checkInline, checkFeatures, checkSplit, checkTask, checkLoss, checkExponents,
	checkKernel, checkBag, checkBasis, checkSelection, checkSearch, checkForms, checkSizes,
}

func checkSynthetic(s *Spec) *FieldError {
	d := s.Data
	if d.Source != SourceSynthetic {
		return nil
	}
	if d.N*d.D > maxSynthetic {
		return &FieldError{"data.n", strconv.Itoa(d.N), fmt.Sprintf("with data.d %d that makes %d cells; n times d must be at most %d", d.D, d.N*d.D, maxSynthetic)}
	}
	count := 1.0 // C(D + Degree - 1, Degree), exact where it is below Relevant
	for i := range d.Degree {
		count = count * float64(d.D+i) / float64(i+1)
	}
	if float64(d.Relevant) > count {
		return &FieldError{"data.relevant", strconv.Itoa(d.Relevant), fmt.Sprintf("%d columns have only %.0f monomials of degree %d", d.D, count, d.Degree)}
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
	if i := slices.Index(s.Features, s.Target); i >= 0 {
		return &FieldError{element("features", i), quoteValue(s.Target), "it is the target too; remove it, or choose another target"}
	}
	return nil
}

func checkSplit(s *Spec) *FieldError {
	sum, explicit, seen := 0.0, s.Split.Explicit(), map[int]string{}
	for k, part := range []Part{s.Split.Train, s.Split.Validation, s.Split.Test} {
		path := partPaths[k]
		if explicit != (part.Rows != nil) {
			return &FieldError{path, shownPart(part), "the parts must be all fractions or all lists of rows; omit an empty part"}
		}
		for i, row := range part.Rows {
			if where, dup := seen[row]; dup {
				return &FieldError{element(path, i), strconv.Itoa(row), "that row is in " + where + " already; list each row once"}
			}
			seen[row] = path
		}
		sum += part.Fraction
	}
	switch {
	case explicit && len(s.Split.Train.Rows) == 0:
		return &FieldError{partPaths[0], "an empty list", "it must list the rows to fit the model to"}
	case explicit && s.Split.Order != "":
		return &FieldError{"split.order", quoteValue(s.Split.Order), "the split lists rows; remove split.order, or give fractions"}
	case explicit && s.Split.Groups != "":
		return &FieldError{"split.groups", quoteValue(s.Split.Groups), "the split lists rows; remove split.groups, or give fractions"}
	case s.Split.Groups != "" && s.Split.Groups == s.Target:
		return &FieldError{"split.groups", quoteValue(s.Split.Groups), "it is the target; choose another column"}
	case !explicit && s.Split.Train.Fraction == 0:
		return &FieldError{partPaths[0], "0", "it must be greater than 0"}
	case !explicit && sum > 1+1e-9:
		return &FieldError{partPaths[0], shownPart(s.Split.Train), fmt.Sprintf("the training, validation and test shares are %s in sum; together they must be at most 1", quoteValue(sum))}
	}
	return nil
}

func shownPart(p Part) string {
	if p.Rows != nil {
		return quoteValue(p.Rows)
	}
	return quoteValue(p.Fraction)
}

const taskPath = "task"

// ofClasses reports whether a model is for classes only, by its type or its loss.
func ofClasses(m Model) bool { return NeedsClasses(m) || OfClasses(m.Loss.Type) }

func checkTask(s *Spec) *FieldError {
	if kind := s.Model.Kind(); NeedsClasses(s.Model) && s.Task != Classification {
		return &FieldError{"model.type", quoteValue(kind), fmt.Sprintf("it needs classes; set task to %q, or choose %q or %q", Classification, ModelKernelRidge, ModelKNN)}
	}
	return nil
}

func checkLoss(s *Spec) *FieldError {
	loss := s.Model.Loss.Type
	if !OfClasses(loss) || s.Task == Classification {
		return nil
	}
	numbers := slices.DeleteFunc(lists.Map(lossTypes, func(l entry) string { return l.name }), OfClasses)
	return &FieldError{"model.loss.type", quoteValue(loss), fmt.Sprintf("it needs classes; set task to %q, or choose %s", Classification, oneOf(numbers))}
}

// oneOf is `"a", "b" or "c"`, of two words or more.
func oneOf(words []string) string {
	last := len(words) - 1
	return quotedList(words[:last]) + " or " + strconv.Quote(words[last])
}

// checkExponents refuses exponents r that do not lie below p.
func checkExponents(s *Spec) *FieldError {
	m := s.Model
	if m.R == (P{}) {
		return nil
	}
	below := fmt.Sprintf("it must be less than model.p, which is %v; choose a smaller one, or remove it to keep the penalty of p", m.P)
	if m.R.Float() >= m.P.Float() {
		return &FieldError{"model.r", jsonText(m.R), below}
	}
	for i, r := range s.Search.R {
		if r.Float() >= m.P.Float() {
			return &FieldError{element("search.r", i), jsonText(r), below}
		}
	}
	for i, r := range append([]P{m.R}, s.Search.R...) {
		if len(s.Search.P) > 0 && s.Search.P[0].Float() <= r.Float() { // the least of them
			field := "model.r"
			if i > 0 {
				field = element("search.r", i-1)
			}
			return &FieldError{"search.p[0]", jsonText(s.Search.P[0]), fmt.Sprintf("it must be greater than %s, which is %v; choose a larger one, or remove it", field, r)}
		}
	}
	return nil
}

// WithPlainSelection returns the experiment with a selection that fits no further models: the same
// rule if it selects by size alone, and the default rule otherwise.
func (s Spec) WithPlainSelection() Spec {
	plain := Selection{Rule: s.Selection.Rule, Count: s.Selection.Count, Share: s.Selection.Share}
	switch plain.Rule {
	case SelectPermutation, SelectStability, SelectKnockoffs:
		plain.Rule = lookup("selection.rule").defaultIn(&s).(string)
	}
	s.Selection = plain
	return s
}

func checkSelection(s *Spec) *FieldError {
	switch sel := s.Selection; {
	case sel.Rule == SelectPermutation && sel.Level == 0:
		return &FieldError{"selection.level", "0", fmt.Sprintf("selection.rule %q needs a level above 0, such as 0.05", SelectPermutation)}
	case sel.Rule == SelectStability && (sel.Resamples < 20 || sel.Resamples%2 != 0):
		return &FieldError{"selection.resamples", strconv.Itoa(sel.Resamples), fmt.Sprintf("selection.rule %q needs an even number of at least 20, such as 100", SelectStability)}
	case sel.Folds == 1:
		return &FieldError{"selection.folds", "1", "it must be at least 2, or 0 for none"}
	}
	return nil
}

// checkSearch refuses a metric of the other task, and a search on validation rows without any.
func checkSearch(s *Spec) *FieldError {
	search, validation := s.Search, s.Split.Validation
	switch metrics := MetricsOf(s.Task); {
	case search.Metric != "" && !slices.Contains(metrics, search.Metric):
		return &FieldError{"search.metric", quoteValue(search.Metric), fmt.Sprintf("task is %q; choose %s", s.Task, oneOf(metrics))}
	case search.Criterion == SearchValidation && validation.Fraction == 0 && len(validation.Rows) == 0:
		return &FieldError{"search.criterion", quoteValue(search.Criterion), fmt.Sprintf("there are no validation rows; give split.validation a share, or choose %q", SearchCrossValidation)}
	}
	return nil
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
	if bad := checkGiven(s, "model.p", s.Model.P, "values in search.p", search.P); bad != nil {
		return bad
	}
	return checkGiven(s, "model.kernel.degree", k.Degree, "degrees in search.degree", search.Degree)
}

// checkGiven refuses a value of a given model that is not among the values of the search.
func checkGiven[T comparable](s *Spec, path string, value T, name string, list []T) *FieldError {
	if s.Search.Rule != RuleGiven || len(list) == 0 || slices.Contains(list, value) {
		return nil
	}
	return &FieldError{path, fmt.Sprint(value), fmt.Sprintf("search.rule is %q; give one of the %s", RuleGiven, name)}
}

// checkSizes refuses two sizes of the subsample, and a given size that is not searched.
func checkSizes(s *Spec) *FieldError {
	const path = "model.subsample"
	size, sizes := s.Model.Subsample, s.Search.Subsample
	if len(sizes) > 0 && size != 0 && s.Search.Rule != RuleGiven {
		return &FieldError{path, strconv.Itoa(size), fmt.Sprintf("search.subsample chooses its size; remove one of the two, or choose search.rule %q", RuleGiven)}
	}
	return checkGiven(s, path, size, "sizes in search.subsample", sizes)
}

// checkBag refuses bags where they cannot be compared, which takes a kernel machine with a set kernel.
func checkBag(s *Spec) *FieldError {
	if s.Bag == "" {
		return nil
	}
	at := slices.Index(s.Features, s.Bag)
	switch {
	case s.Bag == s.Target:
		return &FieldError{"bag", quoteValue(s.Bag), "it is the target too; choose another target, or the column that names the bags"}
	case at >= 0:
		return &FieldError{element("features", at), quoteValue(s.Bag), "it names the bags; remove it, or choose another column for bag"}
	case !s.Model.onGram():
		return &FieldError{"bag", quoteValue(s.Bag), fmt.Sprintf("model.type is %q, which takes no bags; set it to %q and model.kernel.type to %q, or remove bag", s.Model.Kind(), ModelKernelRidge, KernelSet)}
	}
	return ofSets(&s.Model.Kernel, kernelSection, true)
}

// ofSets refuses kernels that do not compare bags as sets; above is true where k compares
// bags, and false where it compares the points of bags.
func ofSets(k *Kernel, path string, above bool) *FieldError {
	switch {
	case k.Type == KernelSet && !above:
		return &FieldError{path + ".type", quoteValue(k.Type), "it is inside another set kernel; choose another kernel for the points"}
	case k.Type == KernelSet && k.Dimension > 1:
		return &FieldError{path + ".dimension", quoteValue(k.Dimension), "the points of a bag have a number for each feature; remove it, or remove bag"}
	case k.Type == KernelSet:
		above = false
	case above && !slices.Contains([]string{KernelSum, KernelProduct, KernelScale, KernelPolynomialOf}, k.Type):
		return &FieldError{path + ".type", quoteValue(k.Type), fmt.Sprintf("with bag it must compare bags of points; choose %q with this kernel for the points, or remove bag", KernelSet)}
	}
	for i := range k.Of {
		if bad := ofSets(&k.Of[i], element(path+".of", i), above); bad != nil {
			return bad
		}
	}
	return nil
}

// checkBasis refuses formulas that are features too, and formulas of the target or of the bags.
func checkBasis(s *Spec) *FieldError {
	for i, text := range s.Basis {
		f, err := formula.Parse(text)
		switch at := element("basis", i); {
		case err != nil:
			panic("experiment: an accepted formula does not parse: " + err.Error())
		case slices.Contains(s.Features, text):
			return &FieldError{at, quoteValue(text), "it is among the features too; keep one of the two"}
		case f.Reads(s.Target):
			return &FieldError{at, quoteValue(text), "it uses the target; change the formula, or choose another target"}
		case s.Bag != "" && f.Reads(s.Bag):
			return &FieldError{at, quoteValue(text), "it uses the column that names the bags; change the formula, or choose another column for bag"}
		}
	}
	return nil
}
