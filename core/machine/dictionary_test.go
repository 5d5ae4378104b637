package machine

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/mercer"
	"lplab/core/rng"
	"lplab/core/solver"
)

// clusters draws points about three centres.
func clusters(n int, seed uint64) (points [][]float64, labels []float64) {
	random := rng.New(seed)
	centres := [][]float64{{0, 2}, {2, -1}, {-2, -1}}
	for i := range n {
		c := centres[i%3]
		points = append(points, []float64{c[0] + 0.7*random.Normal(), c[1] + 0.7*random.Normal()})
		labels = append(labels, float64(i%3))
	}
	return points, labels
}

// objective is P(b) from the kernel's values alone.
func objective(d *Data, cross, b []float64, square, lambda float64) float64 {
	p := square / 2
	groups := map[float64]float64{}
	for i, v := range b {
		p += v * (dot(d.row(i), b)/2 - cross[i])
		groups[d.Y[i]] += v * v
	}
	for _, s := range groups {
		p += lambda * math.Sqrt(s)
	}
	return p
}

// TestDictionary classifies points near the centres, and holds every b to the optimality
// conditions of the kernel's own objective.
func TestDictionary(t *testing.T) {
	ctx := context.Background()
	points, labels := clusters(45, 1)
	queries, truth := clusters(12, 2)
	for _, k := range kernels {
		data := &Data{K: gram(t, k, points), Y: labels}
		dictionary, err := NewDictionary(data.K, labels)
		if err != nil {
			t.Fatal(err)
		}
		cross, err := mercer.Cross(ctx, k, queries, points)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		for q, x := range queries {
			row, square := cross[q*45:(q+1)*45], k.At(x, x)
			scale := dictionary.Scale(row)
			for _, share := range []float64{1e-3, 0.1, 0.5} {
				lambda := share * scale
				r, err := dictionary.Represent(ctx, row, square, lambda, Settings{Tolerance: 1e-11, MaxIterations: 10000})
				if err != nil {
					t.Fatal(err)
				}
				b := r.Fit.Coefficients
				if r.Fit.Status != solver.Converged {
					t.Errorf("%v, point %d, %g of the scale: %v at a gap of %g", k, q, share, r.Fit.Status, r.Fit.Gap)
				}
				if p := objective(data, row, b, square, lambda); math.Abs(p-r.Fit.Primal) > 1e-9*square {
					t.Errorf("%v, point %d: primal %v, the kernel's values give %v", k, q, r.Fit.Primal, p)
				}
				correlation := slices.Clone(row) // with what is left of phi(x)
				for j, v := range b {
					addScaled(correlation, -v, data.row(j))
				}
				for c := range dictionary.classes {
					size := dictionary.norm(b, c)
					for _, j := range dictionary.method.Groups[c] {
						if size > 0 {
							correlation[j] -= lambda * b[j] / size
						}
					}
					if off := dictionary.norm(correlation, c); size > 0 && off > 1e-3*lambda || size == 0 && off > 1.001*lambda {
						t.Errorf("%v, point %d, %g of the scale: class %d is %g off its conditions of %g", k, q, share, c, off, lambda)
					}
				}
				if share == 0.1 && r.Label == truth[q] {
					right++
				}
			}
			none, err := dictionary.Represent(ctx, row, square, 1.001*scale, careful)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Max(none.Fit.Groups) != 0 || math.Abs(none.Fit.Primal-square/2) > 1e-9*square {
				t.Errorf("%v, point %d: beyond the scale the norms are %v", k, q, none.Fit.Groups)
			}
			most := 0
			for c := range dictionary.classes {
				if dictionary.norm(row, c) > dictionary.norm(row, most) {
					most = c
				}
			}
			if none.Label != dictionary.classes[most] {
				t.Errorf("%v, point %d: without coefficients the label is %g, want %d", k, q, none.Label, most)
			}
		}
		if gaussian := k == kernels[2]; gaussian && right < 10 {
			t.Errorf("%v: %d of 12 points are classified rightly", k, right)
		}
	}
}

// TestDictionaryDegenerate: one point, one class, no kernel, and what is refused.
func TestDictionaryDegenerate(t *testing.T) {
	ctx := context.Background()
	one, err := NewDictionary([]float64{4}, []float64{7})
	if err != nil {
		t.Fatal(err)
	}
	// P(b) = 1/2 (9 - 2 5 b + 4 b^2) + |b| is least at b = 1.
	r, err := one.Represent(ctx, []float64{5}, 9, 1, careful)
	if err != nil || math.Abs(r.Fit.Coefficients[0]-1) > 1e-6 || r.Label != 7 || math.Abs(r.Fit.Primal-2.5) > 1e-9 {
		t.Errorf("one point: %+v, %v", r, err)
	}
	zero, err := NewDictionary(make([]float64, 4), []float64{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := zero.Represent(ctx, []float64{0, 0}, 3, 1, careful); err != nil || r.Fit.Primal != 1.5 || r.Label != 1 {
		t.Errorf("K = 0: %+v, %v", r, err)
	}
	if _, err := NewDictionary(nil, nil); err == nil || !strings.Contains(err.Error(), "no training rows") {
		t.Errorf("no points: %v", err)
	}
	if _, err := one.Represent(ctx, []float64{5}, 9, -1, careful); err == nil || !strings.Contains(err.Error(), "lambda is -1") {
		t.Errorf("a negative lambda: %v", err)
	}
}
