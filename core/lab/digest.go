package lab

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"

	"lplab/core/experiment"
)

// digestDigits is how many digits of a result are compared: those that every
// way of computing agrees in.
const digestDigits = 8

// Digest identifies what a run came to: the dual, and the listed weights, or without
// any the predictions of the training rows, to the digits that count beside the largest. It does not depend on how long the run
// took, nor on how the tensor was held.
func Digest(r *experiment.Report) experiment.Result {
	weights := slices.Clone(r.Weights.Top)
	slices.SortFunc(weights, func(a, b experiment.Weight) int { return cmp.Compare(a.Index, b.Index) })
	largest := 0.0
	for _, w := range weights {
		largest = max(largest, math.Abs(w.Value))
	}
	var result strings.Builder
	fmt.Fprintf(&result, "%s %s\n", r.Status, rounded(r.Objective.Dual, math.Abs(r.Objective.Dual)))
	for _, w := range weights {
		if digits := rounded(w.Value, largest); digits != "0" {
			fmt.Fprintf(&result, "%d %s\n", w.Index, digits)
		}
	}
	if r.Weights.Count == 0 {
		largest := 0.0 // of the predictions: the margins of support vectors are 1 but for rounding, from either side
		for _, f := range r.Predictions.Train {
			largest = max(largest, math.Abs(f))
		}
		for _, f := range r.Predictions.Train {
			fmt.Fprintf(&result, "%s\n", rounded(f, largest))
		}
	}
	var data strings.Builder
	for _, part := range []struct {
		rows   []int
		actual []float64
	}{
		{r.Rows.Train, r.Actual.Train}, {r.Rows.Validation, r.Actual.Validation}, {r.Rows.Test, r.Actual.Test},
	} {
		for i, row := range part.rows {
			fmt.Fprintf(&data, "%d %s\n", row, rounded(part.actual[i], math.Abs(part.actual[i])))
		}
		data.WriteByte('\n')
	}
	return experiment.Result{Engine: Engine, Data: short(data.String()), Digest: short(result.String())}
}

// rounded is x as a whole multiple of the last digit that counts beside a number
// of the given size, with the place of that digit; "0" where nothing is left.
func rounded(x, size float64) string {
	if size == 0 {
		return "0"
	}
	place := int(math.Floor(math.Log10(size))) - digestDigits + 1
	n := math.Round(x / math.Pow(10, float64(place)))
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%.0fe%d", n, place)
}

// short is the beginning of a text's SHA-256.
func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
