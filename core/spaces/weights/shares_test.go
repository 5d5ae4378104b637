package weights

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// TestShares checks that the sums of columns and of pairs are those over the list of all
// monomials, for every type that examines weights.
func TestShares(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	const n, d = 6, 5
	group := []int{0, 1, 1, 2, 3} // the second column has two levels
	m := Model{Q: 4, X: dense.Points{N: n, D: d, X: make([]float64, n*d)}, Alpha: make([]float64, n)}
	for i := range m.X.X {
		m.X.X[i] = r.NormFloat64()
	}
	for i := range m.Alpha {
		m.Alpha[i] = r.NormFloat64()
	}
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Polynomial{Degree: 3}} {
		m.Kernel = k
		all, err := m.Examine(context.Background(), Limits{Examined: 1000, Listed: 1000})
		if err != nil {
			t.Fatal(err)
		}
		var of [4]float64
		var pair [4][4]float64
		for _, w := range all.Top {
			var has [4]bool
			for _, v := range w.Monomial {
				has[group[v]] = true
			}
			power := math.Pow(math.Abs(w.Value), 4.0/3)
			for g := range has {
				for h := range g {
					if has[g] && has[h] {
						pair[h][g] += power
					}
				}
				if has[g] {
					of[g] += power
				}
			}
		}
		phi, err := sparse.Expand(context.Background(), k, sparse.FromDense(n, d, m.X.X), 4)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]float64, len(all.Top))
		for i, w := range all.Top {
			values[i] = w.Value
		}
		for name, way := range map[string]interface {
			Examine(context.Context, Limits) (Listing, error)
		}{"points": m, "sparse": NewSparse(k, 4, phi, m.Alpha), "terms": Terms{List: &all, Values: values, Q: 4}} {
			s := NewShares(group, k)
			if _, err := way.Examine(context.Background(), Limits{Examined: 1000, Shares: s}); err != nil {
				t.Fatal(err)
			}
			groups, pairs := s.Largest(100)
			for _, g := range groups {
				if want := of[g.Groups[0]]; math.Abs(g.Power-want) > 1e-12*want {
					t.Errorf("%v, %s: group %d has %v, want %v", k, name, g.Groups[0], g.Power, want)
				}
			}
			for i, p := range pairs {
				if want := pair[p.Groups[0]][p.Groups[1]]; math.Abs(p.Power-want) > 1e-12*want || i > 0 && p.Power > pairs[i-1].Power {
					t.Errorf("%v, %s: pair %v has %v, want %v", k, name, p.Groups, p.Power, want)
				}
			}
			if _, highest := k.Degrees(); len(groups) != 4 || len(pairs) != map[bool]int{true: 6, false: 0}[highest > 1] {
				t.Errorf("%v, %s: %d groups and %d pairs", k, name, len(groups), len(pairs))
			}
		}
	}
	linear := NewShares(group, kernel.Linear)
	c := Coefficients{Values: []float64{1, -2, 3, 0, 4}, Scale: []float64{1, 1, 1, 1, 1}, Q: math.Inf(1)}
	if _, err := c.Examine(context.Background(), Limits{Shares: linear}); err != nil || linear.Of[1] != 5 || linear.Of[2] != 0 {
		t.Errorf("%v, %v", linear.Of, err)
	}
	// The variables of a screened model keep their names.
	m.Kernel = kernel.Polynomial{Degree: 3}
	s := NewShares([]int{0, 1, 2, 3, 4}, m.Kernel)
	l, err := m.Examine(context.Background(), Limits{Examined: 10, Shares: s})
	if err != nil {
		t.Fatal(err)
	}
	for g, power := range s.Of {
		examined := false
		for _, v := range l.Variables {
			examined = examined || v == g
		}
		if (power > 0) != examined {
			t.Errorf("the examined variables are %[2]v, and variable %[1]d has the share %[3]v", g, l.Variables, power)
		}
	}
}
