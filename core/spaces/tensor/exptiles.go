package tensor

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lplab/core/numeric/dense"
)

// tileRows and tileColumns are the shape of a tile, which is stored by columns.
const tileRows, tileColumns, tileSize = 8, 4, 32

// tilesOfPowers stores 2^s of tiles for the inner products s of the eight rows of panel, interleaved,
// with the vectors of w numbers at y, four to a tile. No |s| may be above highestPower. It is nil
// where the processor has no fast implementation.
var tilesOfPowers func(dst, panel, y []float64, w, tiles int)

// highestPower is within the exponents of normal numbers.
const highestPower = 1000

// expTiles prepares the blocks of exp(<x_i o z, x_j>), i <= j <= k, in tiles: panels of eight rows i by groups
// of four columns j, from the group on that begins at the first row. It is immutable.
type expTiles struct {
	points dense.Points // zeros behind the last, up to whole panels
	panels []float64    // the points times 1/log 2, each eight interleaved
	groups int          // of columns
	norm   float64      // the largest ||x_i||_q
	q      float64      // above 2
	// pairs are, for every dual vector, a_i a_j for i < j and a_i^2/2 for i = j by tiles, 0 elsewhere.
	pairs [][]float64
}

// newExpTiles prepares the tiles of points for dual vectors.
func newExpTiles(p dense.Points, q int, alphas [][]float64) *expTiles {
	n, d := p.N, p.D
	panels := (n + tileRows - 1) / tileRows
	t := &expTiles{q: float64(q), groups: panels * tileRows / tileColumns, panels: make([]float64, panels*tileRows*d)}
	t.points = dense.Points{N: panels * tileRows, D: d, X: make([]float64, panels*tileRows*d)}
	copy(t.points.X, p.X[:n*d])
	for i := range n {
		for c, v := range p.Row(i) {
			t.panels[(i-i%tileRows)*d+c*tileRows+i%tileRows] = v * math.Log2E
		}
		t.norm = max(t.norm, floats.Norm(p.Row(i), t.q))
	}
	for _, alpha := range alphas {
		var pairs []float64
		for first := 0; first < n; first += tileRows {
			for j := first; j < t.points.N; j++ {
				for i := first; i < first+tileRows; i++ {
					v := 0.0
					if i <= j && j < n {
						v = alpha[i] * alpha[j]
					}
					if i == j {
						v /= 2
					}
					pairs = append(pairs, v)
				}
			}
		}
		t.pairs = append(t.pairs, pairs)
	}
	return t
}

// fits reports whether no product of q-1 points and x can be above highestPower, by Hölder's inequality.
func (t *expTiles) fits(x []float64) bool {
	return math.Pow(t.norm, t.q-1)*floats.Norm(x, t.q)*math.Log2E < highestPower
}

// from is the place of the first tile of a panel in pairs.
func (t *expTiles) from(panel int) int { return tileSize * panel * (t.groups - (panel - 1)) }

// expSums is the scratch memory of one processor.
type expSums struct {
	panel  []float64   // one, times z
	z      []float64   // as a panel has it
	values []float64   // of a panel
	last   [][]float64 // by dual vector: the weights of the group of columns with k, by panels
}

func newExpSums(t *expTiles) *expSums {
	s := &expSums{make([]float64, tileRows*t.points.D), make([]float64, tileRows*t.points.D), make([]float64, tileSize*t.groups), nil}
	for range t.pairs {
		s.last = append(s.last, make([]float64, tileSize*t.groups/2))
	}
	return s
}

// bound prepares sums over i <= j <= k, where k occurs m times among the outer indices.
func (s *expSums) bound(t *expTiles, k int, m float64) {
	group := k / tileColumns
	for f, pairs := range t.pairs {
		for panel := range k/tileRows + 1 {
			tile := s.last[f][panel*tileSize:][:tileSize]
			copy(tile, pairs[t.from(panel)+(group-2*panel)*tileSize:])
			column := tile[k%tileColumns*tileRows:]
			for r := range tileRows {
				column[r] /= m + 1
			}
			if r := k - panel*tileRows; r < tileRows {
				column[r] /= (m + 2) / 2
			}
			clear(column[tileRows:])
		}
	}
}

// add adds to sums, of each dual vector, those of its weights times exp(<x_i o z, x_j>).
func (s *expSums) add(t *expTiles, sums, z []float64, k int) {
	d := t.points.D
	for c, v := range z {
		for r := range tileRows {
			s.z[c*tileRows+r] = v
		}
	}
	for panel := range k/tileRows + 1 {
		dense.Multiply(s.panel, t.panels[panel*tileRows*d:], s.z)
		tiles := k/tileColumns - 2*panel // tiles without column k
		values := s.values[:(tiles+1)*tileSize]
		tilesOfPowers(values, s.panel, t.points.X[panel*tileRows*d:], d, tiles+1)
		for f, pairs := range t.pairs {
			sums[f] += loops.DotProduct(values[:tiles*tileSize], pairs[t.from(panel):]) +
				loops.DotProduct(values[tiles*tileSize:], s.last[f][panel*tileSize:])
		}
	}
}
