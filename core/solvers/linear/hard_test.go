package linear

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"lplab/core/solvers/optimize"
)

// hardProblem draws data that are hard for sweeps: more features than points, features that share a
// factor, rare binary ones, chains of neighbours that are nearly equal, and copies.
func hardProblem(seed uint64) *problem {
	r := rand.New(rand.NewPCG(seed, 71))
	n, d, kind, shared := 1+r.IntN(30), 1+r.IntN(60), seed%5, r.Float64()
	rows, y := make([]float64, n*d), make([]float64, n)
	for i := range n {
		row := rows[i*d : (i+1)*d]
		factor := r.NormFloat64()
		for j := range row {
			row[j] = r.NormFloat64()
			switch {
			case kind == 1:
				row[j] = shared*factor + (1-shared)*row[j]
			case kind == 2:
				row[j] = float64(r.IntN(5) / 4)
			case kind == 3 && j > 0:
				row[j] = row[j-1] + 0.05*row[j]
			case kind == 4 && j >= (d+1)/2:
				row[j] = row[j-(d+1)/2]
			}
			if j < 5 {
				y[i] += row[j] * float64(j-2)
			}
		}
		y[i] += r.NormFloat64() / 2
	}
	return newProblem(fmt.Sprintf("hard %d, n=%d d=%d", seed, n, d), n, d, rows, y, r.IntN(2) == 0)
}

// overlappingGroups groups d features by threes, each with up to two features of the previous group.
func overlappingGroups(d int) [][]int {
	var groups [][]int
	for from := 0; from < d; from += 3 {
		var g []int
		for j := max(0, from-from/3%3); j < min(d, from+3); j++ {
			g = append(g, j)
		}
		groups = append(groups, g)
	}
	return groups
}

// TestHardProblemsConverge checks convergence with the lab's tolerance and smallest iteration
// limit, from a cold start, for small lambdas too.
func TestHardProblemsConverge(t *testing.T) {
	problems := uint64(60)
	if testing.Short() {
		problems = 20
	}
	for seed := range problems {
		p := hardProblem(seed)
		for _, m := range []Method{Lasso(CoordinateDescent), ElasticNet{Ratio: 0.7}, ElasticNet{Ratio: 0.05}, GroupLasso{Groups: overlappingGroups(p.d)}} {
			scale, err := m.Scale(p.data)
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range []float64{1e-5, 1e-3, 1e-2, 0.1, 0.5} {
				f := fit(t, m, p, max(scale, 1e-3)*share, nil, optimize.Settings{Tolerance: 1e-10, MaxIterations: 500})
				if f.Status != optimize.Converged {
					t.Errorf("%v, %s, at %g of its scale: status %v after %d iterations, gap %g of %g", m, p.name, share, f.Status, f.Iterations, f.Gap, f.Primal)
				}
			}
		}
	}
}
