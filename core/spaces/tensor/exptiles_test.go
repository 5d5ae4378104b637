package tensor

import (
	"testing"

	"lplab/core/numeric/dense"
)

// TestTilesFit checks that tiles are used exactly where Hölder's bound on the inner products of q-1 points and x,
// attained here, is below the highest power of two.
func TestTilesFit(t *testing.T) {
	alphas := [][]float64{{1}}
	line := newExpTiles(dense.Points{N: 1, D: 1, X: []float64{-2}}, 4, alphas)
	plane := newExpTiles(dense.Points{N: 1, D: 2, X: []float64{1, -1}}, 4, alphas)
	for _, c := range []struct {
		tiles *expTiles
		x     []float64
		want  bool
	}{
		{line, []float64{86.6}, true}, {line, []float64{-86.7}, false}, // 8 x / log 2 = 1000 at 86.64
		{plane, []float64{346, 346}, true}, {plane, []float64{347, -347}, false}, // 2 x / log 2 = 1000 at 346.6
	} {
		if got := c.tiles.fits(c.x); got != c.want {
			t.Errorf("%v of %d columns: %v", c.x, len(c.x), got)
		}
	}
}
