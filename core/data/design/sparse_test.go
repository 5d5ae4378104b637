package design

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lplab/core/data/table"
)

// bothWays writes the same random cells in the LIBSVM format and as CSV and reads
// them. A share of the cells is not 0; x3 is far from 0 everywhere, x4 is 0 in rows
// 0 to 9, and x5 is 0 except possibly in row 0.
func bothWays(t *testing.T, rows, columns int, share float64) (sparse, dense *table.Table) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(rows), uint64(columns)))
	var lines, cells strings.Builder
	cells.WriteString("label")
	for j := range columns {
		fmt.Fprintf(&cells, ",x%d", j+1)
	}
	for i := range rows {
		y := r.NormFloat64()
		fmt.Fprintf(&lines, "\n%v", y)
		fmt.Fprintf(&cells, "\n%v", y)
		for j := range columns {
			x := 0.0
			if r.Float64() < share {
				x = 1 + 5*r.NormFloat64()
			}
			switch {
			case j == 2:
				x = 1e6 + r.NormFloat64()
			case j == 3 && i < 10 || j == 4 && i > 0:
				x = 0
			}
			if x != 0 {
				fmt.Fprintf(&lines, " %d:%v", j+1, x)
			}
			fmt.Fprintf(&cells, ",%v", x)
		}
	}
	return mustRead(t, lines.String()), mustRead(t, cells.String())
}

// TestSparseAgainstDense checks that both formats give the same points.
func TestSparseAgainstDense(t *testing.T) {
	sparse, dense := bothWays(t, 25, 12, 0.3)
	for _, more := range []string{
		`"target":"label"`,
		`"target":"label","preprocess":{"standardize":false}`,
		`"target":"label","preprocess":{"missing":"mean"}`,
		`"target":"label","split":{"train":[0,1,2,3,4,5,6,7,8,9],"validation":[20,10],"test":[11,12]}`,
		`"target":"label","features":["x7","x3","x1"]`,
		`"target":"x1","features":["x2","label","x6"]`,
		`"target":"x1","features":["label","x4"],"preprocess":{"standardize":false}`,
	} {
		got, want := build(t, sparse, more), build(t, dense, more)
		if !slices.Equal(got.Features, want.Features) || !slices.Equal(got.Warnings, want.Warnings) {
			t.Errorf("%s: features %q, want %q; warnings %q, want %q", more, got.Features, want.Features, got.Warnings, want.Warnings)
		}
		for j := range want.Mean {
			if math.Abs(got.Mean[j]-want.Mean[j]) > 1e-13*math.Abs(want.Mean[j]) || math.Abs(got.Scale[j]-want.Scale[j]) > 1e-13*want.Scale[j] {
				t.Errorf("%s: mean %v and scale %v of column %d, want %v and %v", more, got.Mean[j], got.Scale[j], j, want.Mean[j], want.Scale[j])
			}
		}
		for k, part := range got.parts() {
			other := want.parts()[k]
			if part.X != nil || part.Sparse == nil || other.Sparse != nil {
				t.Fatalf("%s: part %d is not in the format of its table", more, k)
			}
			if !slices.Equal(part.Rows, other.Rows) || !slices.Equal(part.Y, other.Y) {
				t.Errorf("%s: part %d has rows %v and targets %v", more, k, part.Rows, part.Y)
			}
			// x3 is near 1e6, so it has few correct digits after standardisation.
			if x := part.Sparse.Dense(); !slices.EqualFunc(x, other.X, func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }) {
				t.Errorf("%s: part %d is %v, want %v", more, k, x, other.X)
			}
		}
	}
}

// TestCenterIsSmall checks that the centre that products subtract is at most one standard
// deviation, so no digits are lost.
func TestCenterIsSmall(t *testing.T) {
	for _, share := range []float64{0.05, 0.45, 0.5, 0.55, 0.95} {
		sparse, _ := bothWays(t, 80, 15, share)
		d := build(t, sparse, `"target":"label"`)
		for j, c := range d.Train.Sparse.Center {
			if math.Abs(c) > 1+1e-12 {
				t.Errorf("share %g: the center of %s is %v", share, d.Features[j], c)
			}
		}
	}
	sparse, _ := bothWays(t, 80, 15, 0.3)
	d := build(t, sparse, `"target":"label","preprocess":{"standardize":false}`)
	if d.Train.Sparse.Center != nil {
		t.Error("a center without standardisation")
	}
	if n, most := len(d.Train.Sparse.Value), 60*15/2; n > most {
		t.Errorf("%d numbers kept, more than %d", n, most)
	}
}
