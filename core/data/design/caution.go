package design

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"lplab/core/data/table"
	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

const (
	// leakCorrelation is the absolute correlation from which a feature is nearly the target.
	leakCorrelation = 0.999
	// leakRows is the number of training rows needed for that; for a correlation of ranks, of different values, in twice as
	// many rows; with more than two classes, of the rows for each value.
	leakRows = 10
	// rankedCorrelation is the absolute correlation from which that of the ranks is computed.
	rankedCorrelation = 0.5
	// repeatedShare is the share of repeated rows in a part from which there is a warning.
	repeatedShare = 0.05
	// rareShare, divided by the number of classes, is the share of the training rows below which
	// a class hardly affects the accuracy.
	rareShare = 0.2
	// tailShare: if most values of a positive target are below this share of the largest, a few rows
	// determine the mean squared error.
	tailShare = 0.01
	// Outliers of the target are farther from its median than outlierSpreads median distances, in one row or at
	// most outlierShare of the rows.
	outlierSpreads = 50
	outlierShare   = 0.02
	// fewUnseen is the number of validation or test rows below which the error on them is uncertain.
	fewUnseen = 20
)

// caution warns of data with misleading errors on unseen rows: a feature that is nearly the target or separates its classes,
// rows that repeat training rows, few unseen rows, classes coded as numbers, a target with a heavy
// tail or outliers, and rare classes. For sparse tables and bags it checks only the last of these.
func (d *Design) caution(s experiment.Spec) {
	target := s.Target
	if d.Classes != nil {
		d.warnOfRareClasses(target)
	}
	if d.Train.Sparse != nil || d.bags != nil {
		return
	}
	leaks := d.leaks()
	if leaks != nil {
		reason := fmt.Sprintf("with a correlation, or a rank correlation, of at least %g over the training rows", leakCorrelation)
		if len(d.Classes) > 2 {
			reason = "because rows with the same value are of one class"
		}
		d.warn("%s nearly the target %q, %s: leave out what is not known before the target", isOrAre(leaks), target, reason)
	}
	separating := slices.DeleteFunc(d.separating(), func(column string) bool { return slices.Contains(leaks, column) })
	switch len(separating) {
	case 0:
	case 1:
		d.warn("column %q alone separates the classes of target %q in the training rows: leave it out unless it is known before the target", separating[0], target)
	default:
		d.warn("each of the columns %s separates the classes of target %q in the training rows: leave out what is not known before the target", english.List(separating), target)
	}
	d.warnOfMissingClasses(target)
	training := make([]uint64, len(d.Train.Rows))
	for i := range training {
		training[i] = d.key(&d.Train, i)
	}
	slices.Sort(training)
	for k, name := range []string{"validation", "test"} {
		part, repeats, ambiguous := d.parts()[k+1], 0, 0
		for i := range part.Rows {
			key := d.key(part, i)
			if _, found := slices.BinarySearch(training, key); !found {
				continue
			}
			repeats++
			first, _ := slices.BinarySearch(training, key>>32<<32)
			after, _ := slices.BinarySearch(training, (key>>32+1)<<32)
			if training[first] != training[after-1] {
				ambiguous++
			}
		}
		// Rows with few features of few values repeat with different targets: they are not copies.
		if n := len(part.Rows); repeats > 1 && float64(repeats) >= repeatedShare*float64(n) && 2*ambiguous < repeats {
			d.warn("%s of the %s repeat a training row in every feature and the target: if they are copies of one observation, remove these, because on new rows errors are larger", english.Integer(repeats), english.Count(n, name+" row"))
		}
	}
	unseen := cmp.Or(len(d.Test.Rows), len(d.Validation.Rows))
	if s.Data.Source == experiment.SourceFile && unseen > 0 && unseen < fewUnseen {
		d.warn("the number of unseen rows, %d, is small: on other rows of the same source the score may be much higher or lower; compare it with the error of cross-validation", unseen)
	}
	if n := table.Codes(d.Train.Y); n > 0 && d.Classes == nil {
		d.warn("target %q has only %d different values in the training rows, all whole numbers: if they stand for classes, set task to %q", target, n, experiment.Classification)
	}
	largest, small := slices.Max(d.Train.Y), 0
	for _, y := range d.Train.Y {
		if y < tailShare*largest {
			small++
		}
	}
	if d.Classes == nil && slices.Min(d.Train.Y) > 0 && 2*small > len(d.Train.Y) {
		d.warn("most values of target %q are below 1 %% of the largest, %.4g, so a few rows decide the mean squared error: add its logarithm to the file as a column, and predict that", target, largest)
	} else if isSquared := s.Model.Kind() != experiment.ModelLP || s.Model.Loss.Type == experiment.LossSquared; d.Classes == nil && isSquared {
		d.warnOfOutliers(target)
	}
}

// warnOfOutliers warns of few rows with targets far from the others.
func (d *Design) warnOfOutliers(target string) {
	median := func(v []float64) float64 { return slices.Sorted(slices.Values(v))[len(v)/2] }
	middle := median(d.Train.Y)
	distances := lists.Map(d.Train.Y, func(y float64) float64 { return math.Abs(y - middle) })
	spread := median(distances)
	var far []int
	for i, distance := range distances {
		if distance > outlierSpreads*spread {
			far = append(far, i)
		}
	}
	if count := float64(len(far)); spread > 0 && count > 0 && count <= max(1, outlierShare*float64(len(distances))) {
		i := far[0]
		d.warn("target %q is %.4g in row %d of the data (counted from 0), far from its median of %.4g, so such rows decide the squared loss: check it, or choose the huber or absolute loss of an lp model", target, d.Train.Y[i], d.Train.Rows[i], middle)
	}
}

// warnOfRareClasses warns of the classes with few training rows, in a sentence for each of the reasons.
func (d *Design) warnOfRareClasses(target string) {
	counts := d.ClassCounts(d.Train.Y)
	var single, rare []string
	var sizes []int
	for k, n := range counts {
		switch {
		case n == 1 && len(counts) > 2:
			single = append(single, d.Classes[k])
		case float64(n*len(counts)) < rareShare*float64(len(d.Train.Y)):
			rare, sizes = append(rare, d.Classes[k]), append(sizes, n)
		}
	}
	if len(single) == 1 {
		d.warn("the class %q of target %q has only 1 training %s, too few for a model: add %[3]ss of that class, or remove it from the data", single[0], target, d.noun())
	} else if len(single) > 1 {
		d.warn("the classes %s of target %q have only 1 training %s each, too few for a model: add %[3]ss of these classes, or remove them from the data", english.List(single), target, d.noun())
	}
	if len(rare) == 1 {
		d.warn("the class %q of target %q has %d of the %s: the accuracy hardly depends on it; see the balanced accuracy and the confusion", rare[0], target, sizes[0], english.Count(len(d.Train.Y), "training "+d.noun()))
	} else if len(rare) > 1 {
		d.warn("the classes %s of target %q have %s of the %s: the accuracy hardly depends on them; see the balanced accuracy and the confusion", english.List(rare), target, english.List(sizes), english.Count(len(d.Train.Y), "training "+d.noun()))
	}
}

// leaks lists the columns that are nearly the target.
func (d *Design) leaks() (leaks []string) {
	if len(d.Train.Rows) < leakRows {
		return nil
	}
	isLeak := d.determinesClass
	if len(d.Classes) <= 2 {
		x := make([]float64, len(d.Train.Y))
		ranks := sync.OnceValue(func() []float64 { return ranksOf(d.Train.Y) })
		isLeak = func(features []int) bool {
			return slices.ContainsFunc(features, func(j int) bool { return d.correlates(j, x, ranks) })
		}
	}
	for _, of := range lists.Group(dense.UpTo(d.D()), d.Column) {
		if isLeak(of) {
			leaks = append(leaks, d.Column(of[0]))
		}
	}
	return leaks
}

// correlates reports whether a feature is nearly a linear function of the target, or its ranks one of those of the target. It
// writes the feature into x.
func (d *Design) correlates(feature int, x []float64, ranksOfTarget func() []float64) bool {
	for i := range x {
		x[i] = d.Train.X[i*d.D()+feature]
	}
	c := math.Abs(stat.Correlation(x, d.Train.Y, nil))
	if c >= rankedCorrelation && mayRankAlike(x, d.Train.Y) {
		if own, target := ranksOf(x), ranksOfTarget(); own != nil && target != nil {
			c = max(c, math.Abs(stat.Correlation(own, target, nil)))
		}
	}
	return c >= leakCorrelation
}

// mayRankAlike reports whether the ranks of a part of many values correlate nearly as much as those of a leak. It takes longer
// to rank all than to fit a linear model.
func mayRankAlike(x, y []float64) bool {
	const most, margin = 2000, 0.01
	if len(x) <= most {
		return true
	}
	part := func(values []float64) (few []float64) {
		for i := 0; i < len(values); i += len(values) / most {
			few = append(few, values[i])
		}
		ranks, _ := lists.Ranks(few, 0)
		return ranks
	}
	return math.Abs(stat.Correlation(part(x), part(y), nil)) >= leakCorrelation-margin
}

// ranksOf returns the ranks of values; nil if there are too few rows or different values for a correlation.
func ranksOf(values []float64) []float64 {
	ranks, different := lists.Ranks(values, 0)
	if len(values) < 2*leakRows || different < leakRows {
		return nil
	}
	return ranks
}

// determinesClass reports whether the rows with the same values of some features are of one class. Values of few rows each
// are no evidence, unless there are no more of them than classes.
func (d *Design) determinesClass(features []int) bool {
	classes := map[uint64]float64{}
	for i, class := range d.Train.Y {
		value := uint64(0)
		for _, j := range features {
			value = mix(value, d.Train.X[i*d.D()+j])
		}
		if first, seen := classes[value]; seen && first != class {
			return false
		}
		classes[value] = class
	}
	return len(classes) <= max(len(d.Classes), len(d.Train.Y)/leakRows)
}

// separating lists the columns of numbers with an interval for each class that has no number of another one, unless there are
// more features than rows, among which there may be one by chance.
func (d *Design) separating() (columns []string) {
	if d.Classes == nil || slices.Min(d.ClassCounts(d.Train.Y)) < leakRows || d.D() > len(d.Train.Y) {
		return nil
	}
	for j, c := range d.columns {
		if c.levels != nil {
			continue
		}
		least, most := slices.Repeat([]float64{math.Inf(1)}, len(d.Classes)), slices.Repeat([]float64{math.Inf(-1)}, len(d.Classes))
		for i, y := range d.Train.Y {
			x, k := d.Train.X[i*d.D()+j], d.Class(y)
			least[k], most[k] = min(least[k], x), max(most[k], x)
		}
		slices.Sort(least)
		slices.Sort(most)
		apart := true
		for k, from := range least[1:] {
			apart = apart && most[k] < from
		}
		if apart {
			columns = append(columns, d.Column(j))
		}
	}
	return columns
}

// warnOfMissingClasses warns of the columns with missing cells in all training rows of some classes and in no other one.
func (d *Design) warnOfMissingClasses(target string) {
	if d.Classes == nil {
		return
	}
	counts := d.ClassCounts(d.Train.Y)
	var columns []string
	var classes []string // of each column
	for _, s := range d.sources {
		if s.gaps == 0 {
			continue
		}
		missing := make([]int, len(counts))
		for i, row := range d.Train.Rows {
			if s.column.Missing[row] {
				missing[d.Class(d.Train.Y[i])]++
			}
		}
		var without []string
		rows, isMixed := 0, false
		for k, n := range missing {
			switch n {
			case 0:
			case counts[k]:
				without = append(without, d.Classes[k])
				rows += n
			default:
				isMixed = true
			}
		}
		if !isMixed && min(rows, len(d.Train.Rows)-rows) >= leakRows {
			columns, classes = append(columns, s.column.Name), append(classes, english.List(without))
		}
	}
	switch groups := lists.Group(classes, func(of string) string { return of }); {
	case len(columns) == 1:
		d.warn("column %q has no cell in the rows of %s of target %q, and one in all other training rows: leave it out unless it is known before the target",
			columns[0], classes[0], target)
	case len(columns) > 1:
		of := classes[0]
		if len(groups) > 1 {
			of = "one class or more"
		}
		d.warn("columns %s have no cell in the rows of %s of target %q, and one in all other training rows: leave them out unless they are known before the target",
			english.List(columns), of, target)
	}
}

// isOrAre lists columns, with the verb.
func isOrAre(columns []string) string {
	if len(columns) == 1 {
		return "column " + english.List(columns) + " is"
	}
	return "columns " + english.List(columns) + " are"
}

// mix adds a number to a hash.
func mix(hash uint64, x float64) uint64 {
	hash += math.Float64bits(x)
	return rng.SplitMix(&hash)
}

// key is a hash of the features of a row, in its upper half, and of the features and the target.
func (d *Design) key(part *Set, i int) uint64 {
	features, hash := d.D(), uint64(0)
	for _, x := range part.X[i*features : (i+1)*features] {
		hash = mix(hash, x)
	}
	return hash>>33<<32 | mix(hash, part.Y[i])>>32
}
