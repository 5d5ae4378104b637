package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lplab/core/english"
	"lplab/core/experiment"
)

var phases = map[string]string{
	"read": "Reading the data", "build": "Building the Gram tensor", "solve": "Solving", "search": "Searching",
	"stability": "Selecting on random halves", "permutation": "Fitting permuted targets",
	"knockoffs": "Making knockoffs", "selection folds": "Selecting without each fold",
	"weights": "Computing the weights", "predict": "Predicting",
}

// ProgressWords describes the progress of a run and its remaining time: "iteration 3, gap 1e-4, about
// 12 s left", "120 of 300 solves".
func ProgressWords(p experiment.Progress, left string) string {
	var words []string
	switch {
	case p.Solves > 0:
		words = append(words, fmt.Sprintf("%s of %s", english.Integer(p.Solved), english.Count(p.Solves, "solve")))
	case p.Iteration > 0:
		words = append(words, fmt.Sprintf("iteration %d", p.Iteration))
		if p.Gap > 0 {
			words = append(words, "gap "+number(p.Gap, 1))
		}
		if p.Fraction > 0 {
			words = append(words, "pass "+formatFixed(100*p.Fraction, 0)+" %")
		}
	case p.Fraction > 0:
		words = append(words, formatFixed(100*p.Fraction, 0)+" %")
	}
	if left != "" {
		words = append(words, left)
	}
	return strings.Join(words, ", ")
}

// withLabels returns a sentence of core with labels in place of the paths of fields and of their quoted
// values. The sentence has the labels of the fields in mentioned already.
func withLabels(sentence string, mentioned ...experiment.Field) string {
	fields, words := experiment.Fields(), strings.Split(sentence, " ")
	for i, word := range words {
		name := strings.Trim(word, "(),;:.")
		isPath := strings.Contains(name, ".") || i > 0 && words[i-1] == "set"
		if k := slices.IndexFunc(fields, func(f experiment.Field) bool { return isPath && f.Path == name }); k >= 0 {
			words[i] = strings.Replace(word, name, "“"+fields[k].Label+"”", 1)
			mentioned = append(mentioned, fields[k])
			continue
		}
		for _, f := range mentioned {
			for _, v := range f.Values {
				if name == strconv.Quote(v.Value) {
					words[i] = strings.Replace(word, name, "“"+v.Label+"”", 1)
				}
			}
		}
	}
	return strings.Join(words, " ")
}

// outcome is the status sentence of a finished run.
func outcome(r *result) string {
	rep := r.Report
	time := ""
	if r.Wall > 0 { // 0 without a clock
		time = ", " + seconds(r.Wall)
	}
	size := number(r.relativeGap(), 2)
	gap := "relative gap " + size
	switch iterations := english.Count(rep.Solver.Iterations, "iteration"); rep.Status {
	case experiment.Exact:
		return "Done: this model has no objective" + time
	case experiment.Converged:
		if rep.Solver.Iterations == 0 {
			return fmt.Sprintf("Solved without iterations, %s%s", gap, time)
		}
		return fmt.Sprintf("Converged in %s, %s%s", iterations, gap, time)
	case experiment.IterationLimit:
		return fmt.Sprintf("Not converged: stopped at the limit of %s, %s%s", iterations, gap, time)
	case experiment.Stalled:
		return fmt.Sprintf("Not converged: rounding limits the relative gap after %s to %s%s", iterations, size, time)
	case experiment.Truncated:
		return fmt.Sprintf("Truncated at degree %d: solved in %s, relative gap of the full problem %s%s", rep.Solver.Degree, iterations, size, time)
	case experiment.Cancelled:
		return "Cancelled"
	default:
		return fmt.Sprintf("%s after %s, %s%s", rep.Status, iterations, gap, time)
	}
}

// headline counts the selected weights in one sentence, with the threshold if they are selected by size.
func headline(r *result) string {
	w := r.Report.Weights
	if w.Count == 0 {
		return machineWords(r)
	}
	if w.Infinite && w.ExaminedShare < 0.5 {
		// Most of the model is not shown, so a count would mislead.
		return fmt.Sprintf("The weights shown have only %s of ‖w‖ₚᵖ; the rest is in monomials of higher degree.", percent(w.ExaminedShare))
	}
	many, one := "are selected", "is selected"
	switch {
	case r.Report.Spec.Selection.Rule == experiment.SelectNonzero:
		many, one = "are not zero", "is not zero"
	case !w.Marked && w.Threshold > 0:
		threshold := number(w.Threshold, 3)
		many, one = "exceed the threshold "+threshold, "exceeds the threshold "+threshold
	}
	text := fmt.Sprintf("%s of %s weights %s", english.Integer(w.Selected), english.Integer(w.Count), many)
	switch w.Selected {
	case 0:
		text = fmt.Sprintf("None of %s weights %s", english.Integer(w.Count), one)
		if r.Report.Spec.Selection.Rule == experiment.SelectNonzero {
			text = fmt.Sprintf("All %s weights are zero", english.Integer(w.Count))
		}
	case 1:
		text = fmt.Sprintf("One of %s weights %s", english.Integer(w.Count), one)
	}
	if w.Recovery == nil {
		return text + "."
	}
	hits := w.Recovery.Found
	switch {
	case hits == 1 && len(w.Truth) == 1 && w.Selected == 1:
		return text + ", exactly the planted one."
	case hits == len(w.Truth) && hits == w.Selected:
		return fmt.Sprintf("%s, exactly the %d planted ones.", text, hits)
	case hits == len(w.Truth):
		return fmt.Sprintf("%s, all %d planted ones among them.", text, hits)
	case hits == 0:
		return fmt.Sprintf("%s, none of the %d planted ones.", text, len(w.Truth))
	}
	return fmt.Sprintf("%s, %d of the %d planted ones among them.", text, hits, len(w.Truth))
}

// certificate explains the gap of the report's own model.
func certificate(rep experiment.Report) string {
	gap, converged := number(rep.Objective.RelativeGap, 2), rep.Status == experiment.Converged
	switch {
	case rep.Status == experiment.Exact:
		return "Nearest neighbours minimise no objective. Ties go to the first row."
	case converged && rep.Spec.Model.Kind() == experiment.ModelKernelGroupLasso:
		return fmt.Sprintf("The relative duality gap is %s, over all training rows: no other coefficients have an objective lower by more than that.", gap)
	case converged && rep.Weights.Count == 0:
		return fmt.Sprintf("The relative duality gap is %s: no other function has an objective lower by more than that.", gap)
	case converged && len(rep.Reweighting) > 1:
		text := fmt.Sprintf("The relative duality gap of the last reweighting step is %s: no other weights have an objective of this step lower by more than that.", gap)
		if rep.Objective.Local {
			text += fmt.Sprintf(" The objective with r = %s is not convex, so other weights may have a lower one.", reweightedR(rep))
		}
		return text
	case converged:
		return fmt.Sprintf("The relative duality gap is %s: no other weights have an objective lower by more than that.", gap)
	case rep.Status == experiment.Truncated:
		return fmt.Sprintf("The model is the kernel's series up to degree %d, solved within the tolerance. With a bound on the remainder of the series, the relative duality gap over all monomials is at most %s.", rep.Solver.Degree, gap)
	}
	return fmt.Sprintf("The relative duality gap is %s: the minimum may be lower by as much. This run has not converged.", gap)
}

// smallWords is a sentence on whether weights of a model can be exactly zero.
func smallWords(m experiment.Model) string {
	switch {
	case m.HasZeros() || m.R != (experiment.P{}):
		return "Weights can be exactly zero in this model. "
	case m.Kind() == experiment.ModelLP:
		return "For p > 1 weights are small, but not exactly zero. "
	}
	return "Weights are small in this model, but not exactly zero. "
}

// thresholdWords describes the rule of selection and its threshold.
func thresholdWords(r experiment.Report) string {
	text := ruleWords[r.Spec.Selection.Rule]
	if r.Weights.Marked || r.Spec.Selection.Rule == experiment.SelectNonzero {
		return text
	}
	return text + " The threshold is " + number(r.Weights.Threshold, 3) + "."
}

// lowerFirst is text within a sentence.
func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// upperFirst is text at the start of a sentence.
func upperFirst(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// share describes the part of the norm that the listed weights have.
func share(r *result) string {
	w := r.Report.Weights
	_, of := r.Report.Spec.Model.Norm()
	text := fmt.Sprintf("The %s carry %s of %s.", english.Count(r.Listed, "listed weight"), percent(w.ListedShare), of)
	switch r.Listed {
	case 0:
		text = "All weights are zero."
	case 1:
		text = fmt.Sprintf("The listed weight has %s of %s.", percent(w.ListedShare), of)
	}
	if w.Infinite {
		text += fmt.Sprintf(" The kernel has infinitely many monomials; the %s examined, up to degree %d, carry %s.",
			english.Integer(w.Count), w.MaxDegree, percent(w.ExaminedShare))
	}
	return text
}

// namedAlone are the kernels that are named without the parameters that they have.
var namedAlone = []string{experiment.KernelExponential, experiment.KernelGaussian, experiment.KernelMatrix}

// story describes a result in four parts: data, kernel, model, weights.
func story(r *result) [4]string {
	s := r.Report.Spec
	rows := r.Rows.Train + r.Rows.Validation + r.Rows.Test
	name := sourceWords(s.Data)
	if s.Data.Source == experiment.SourceSynthetic || s.Data.Source == experiment.SourceInline {
		name = upperFirst(name)
	}
	k := s.Model.Kernel
	if r.Report.Kernel != nil {
		k = *r.Report.Kernel // with values in place of "auto"
	}
	kernel := "kernel " + k.String()
	switch {
	case k.Type == "":
		kernel = ""
	case k.Type == experiment.KernelExponential && s.Model.Kernel.Rate.Auto:
		kernel = fmt.Sprintf("exponential kernel, a = %s", number(k.Rate.Value, 4))
	case k.String() == k.Type, slices.Contains(namedAlone, k.Type):
		kernel = k.Type + " kernel"
		if k.Type == experiment.KernelGaussian { // a name
			kernel = upperFirst(kernel)
		}
	case k.Type == experiment.KernelPolynomial && k.Constant == 0:
		kernel = fmt.Sprintf("polynomial kernel, degree %d", k.Degree)
	case k.Type == experiment.KernelPolynomial && len(k.Of) == 0:
		kernel = fmt.Sprintf("polynomial kernel, up to degree %d", k.Degree)
	}
	switch parameter := s.Model.Parameter(); {
	case kernel == "" && parameter == "":
		kernel = "plain features"
	case kernel == "":
		kernel = parameter + " = " + number(strengthOf(r.Report), 3)
	}
	last := "no weights"
	if n := r.Report.Weights.Count; n > 0 {
		last = english.Count(n, "weight")
	}
	model := s.Model
	if c := r.Report.Chosen; c != nil && c.Steps != nil {
		model.R = c.R
	}
	return [4]string{
		fmt.Sprintf("%s, %s × %s", name, english.Integer(rows), english.Integer(r.Features)),
		kernel,
		modelWords(model),
		last,
	}
}

// rowWord is the noun for the rows of a result.
func rowWord(r *result) string {
	if r.Report.Spec.Bag != "" {
		return "bag"
	}
	return "row"
}

// machineWords describes a model without weights.
func machineWords(r *result) string {
	m := r.Report.Spec.Model
	rows := english.Count(cmp.Or(m.Subsample, r.Rows.Train), "training "+rowWord(r))
	if m.Subsample > 0 {
		rows += " drawn at random"
	}
	switch m.Kind() {
	case experiment.ModelKNN:
		count := "" // of the neighbours; none for one
		if k := int(strengthOf(r.Report)); k > 1 {
			count = english.Integer(k) + " "
		}
		return fmt.Sprintf("Each row is predicted by the %snearest of %s.", count, rows)
	case experiment.ModelSVM:
		of := ""
		if len(r.ByClass) > 0 {
			of = " of the model of " + r.Class + " against the rest"
		}
		return fmt.Sprintf("%s of %s are support vectors%s; the others do not change the model.", english.Integer(r.Support), rows, of)
	case experiment.ModelKernelGroupLasso:
		return fmt.Sprintf("Each %s is represented by %s; the class with the larger part is predicted.", rowWord(r), rows)
	}
	return fmt.Sprintf("The function is a sum over %s, each with its alpha.", rows)
}

// withoutWeights explains why a model has no weights to show; "" where it has.
func withoutWeights(r *result) string {
	if r.Report.Weights.Count > 0 || r.Report.Status == "" {
		return ""
	}
	if r.Report.Spec.Model.Kind() == experiment.ModelKNN {
		return "Nearest neighbours have no weights. See How well, and Dependence under Use."
	}
	return fmt.Sprintf("A kernel machine has no weights: it predicts by the similarity k(x, t) of a %[1]s to the training %[1]ss. See How well, and Dependence under Use.", rowWord(r))
}

// modelWords names a model within a sentence: "p = 4/3, absolute loss", "ridge".
func modelWords(m experiment.Model) string {
	if m.Kind() != experiment.ModelLP {
		return lowerFirst(experiment.ModelLabel(m.Kind()))
	}
	words := "p = " + m.P.String()
	if m.R != (experiment.P{}) {
		words += ", r = " + m.R.String()
	}
	if loss := m.Loss.Type; loss != experiment.LossSquared && loss != experiment.LossLogistic {
		words += ", " + strings.Replace(loss, "huber", "Huber", 1) + " loss"
	}
	return words
}

// methodNames replaces the parts of the names of methods by words.
var methodNames = strings.NewReplacer("-", " ", "newton", "Newton", "fista", "FISTA", "ista", "ISTA")
