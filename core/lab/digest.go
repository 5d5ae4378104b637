package lab

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"lplab/core/experiment"
)

// digestDigits is the number of digits of a result that all ways of computing have in common.
const digestDigits = 8

// digestOf returns the hash of a result: of the dual and the listed weights, or, without weights, of the
// predictions of the training rows, each to 8 digits of the largest. It does not depend on the time
// of the run or on how the tensor was stored. Of more than two classes it hashes the results of all.
func digestOf(r *experiment.Report) experiment.Result {
	return experiment.Result{Engine: Engine, Data: digestData(r), Digest: digestResult(r)}
}

// digestResult returns the hash of the dual, the weights or the predictions; see digestOf.
func digestResult(r *experiment.Report) string {
	var result []byte
	for k := range r.ByClass {
		result = append(append(result, digestResult(r.OfClass(k))...), '\n')
	}
	if result != nil {
		return short(result)
	}
	weights := slices.SortedFunc(slices.Values(r.Weights.Top), func(a, b experiment.Weight) int { return cmp.Compare(a.Index, b.Index) })
	largest := 0.0
	for _, w := range weights {
		largest = max(largest, math.Abs(w.Value))
	}
	dual := r.Objective.Dual
	result = append([]byte(r.Status), ' ')
	result = append(placeBeside(dual).append(result, dual), '\n')
	place := placeBeside(largest)
	for _, w := range weights {
		if n := place.round(w.Value); n != 0 {
			result = append(strconv.AppendInt(result, int64(w.Index), 10), ' ')
			result = append(place.append(result, w.Value), '\n')
		}
	}
	if r.Weights.Count == 0 {
		// Beside the largest one: margins of support vectors are 1 except for rounding, from either side.
		place := placeBeside(floats.Norm(r.Predictions.Train, math.Inf(1)))
		for _, f := range r.Predictions.Train {
			result = append(place.append(result, f), '\n')
		}
	}
	return short(result)
}

// digestData returns the hash of the rows and targets of all parts.
func digestData(r *experiment.Report) string {
	var data []byte
	for _, name := range experiment.PartNames {
		y := *r.Actual.Of(name)
		for i, row := range *r.Rows.Of(name) {
			data = append(strconv.AppendInt(data, int64(row), 10), ' ')
			data = append(placeBeside(y[i]).append(data, y[i]), '\n')
		}
		data = append(data, '\n')
	}
	return short(data)
}

// place is the power of ten of the last digit that is compared.
type place int

// placeBeside returns the place for numbers up to x in size.
func placeBeside(x float64) place {
	if x == 0 {
		return 0
	}
	return place(int(math.Floor(math.Log10(math.Abs(x)))) - digestDigits + 1)
}

// round returns x as a multiple of the place.
func (p place) round(x float64) float64 { return math.Round(x / math.Pow10(int(p))) }

// append appends x, rounded, as the multiple and the place; "0" if it rounds to 0.
func (p place) append(text []byte, x float64) []byte {
	n := p.round(x)
	if n == 0 {
		return append(text, '0')
	}
	text = append(strconv.AppendFloat(text, n, 'f', 0, 64), 'e')
	return strconv.AppendInt(text, int64(p), 10)
}

// short returns the beginning of the SHA-256 of a text.
func short(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
