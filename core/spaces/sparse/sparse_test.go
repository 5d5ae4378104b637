package sparse

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lplab/core/spaces/kernel"
)

var kernels = []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 1}, kernel.Polynomial{Degree: 2},
	kernel.Polynomial{Degree: 3}, kernel.Polynomial{Degree: 4},
	kernel.Finite(0, 2, 0, 0.5), kernel.Finite(3, 1), kernel.Shifted(3, 0.5)}

// randomRows draws n points of R^d with a share of nonzero coordinates.
func randomRows(n, d int, share float64, seed uint64) *Rows {
	r := rand.New(rand.NewPCG(seed, uint64(n*d)))
	x := make([]float64, n*d)
	for e := range x {
		if r.Float64() < share {
			x[e] = 2*r.Float64() - 1
		}
	}
	return FromDense(n, d, x)
}

func randomVector(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 5))
	v := make([]float64, n)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return v
}

func expand(t testing.TB, k kernel.Kernel, rows *Rows, q float64) *Features {
	t.Helper()
	f, err := Expand(context.Background(), k, rows, q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// walkAll calls f for every monomial of k on d variables, in order, with its
// feature constant.
func walkAll(k kernel.Kernel, d int, q float64, f func(m kernel.Monomial, constant float64)) {
	lowest, highest := k.Degrees()
	if lowest == 0 {
		f(nil, kernel.Constant(k, nil, q))
	}
	kernel.Runs(k, d, highest, q, func(r kernel.Run) bool {
		for v := r.From; v < d; v++ {
			c := r.Rest
			if v == r.From {
				c = r.First
			}
			f(append(slices.Clone(r.Prefix), v), c)
		}
		return true
	})
}

func monomialAt(x []float64, m kernel.Monomial) float64 {
	p := 1.0
	for _, v := range m {
		p *= x[v]
	}
	return p
}

// TestExpandAgainstAllMonomials checks that every nonzero feature of every row is present, in
// order, and no other, except for empty columns of degree 1.
func TestExpandAgainstAllMonomials(t *testing.T) {
	for _, k := range kernels {
		for _, share := range []float64{0, 0.1, 0.4, 1} {
			const n, d, q = 5, 6, 4
			rows := randomRows(n, d, share, 1)
			x := rows.Dense()
			f := expand(t, k, rows, q)
			column, entries := 0, 0
			walkAll(k, d, q, func(m kernel.Monomial, constant float64) {
				if found, ok := f.Find(m); ok && found != column {
					t.Errorf("%v: %v found in column %d, want %d", k, []int(m), found, column)
				}
				var want []float64
				var where []int32
				for i := range n {
					if v := monomialAt(x[i*d:(i+1)*d], m); v != 0 {
						want, where = append(want, constant*v), append(where, int32(i))
					}
				}
				if want == nil && len(m) > 1 {
					return
				}
				got, c := f.Monomial(column)
				rows, values := f.Column(column)
				if !slices.Equal(got, m) || c != constant || !slices.Equal(rows, where) {
					t.Fatalf("%v, %g filled: column %d is %v on rows %v with constant %v, want %v on %v with %v", k, share, column, got, rows, c, m, where, constant)
				}
				for e := range want {
					if math.Abs(values[e]-want[e]) > 1e-15*math.Abs(want[e]) {
						t.Errorf("%v: %v of row %d is %v, want %v", k, m, where[e], values[e], want[e])
					}
				}
				column++
				entries += len(where)
			})
			if column != f.Columns() {
				t.Errorf("%v, %g filled: %d columns, want %d", k, share, f.Columns(), column)
			}
			size, pairs := Size(k, rows)
			var wantPairs float64
			for c := range f.Columns() {
				rows, _ := f.Column(c)
				wantPairs += float64(len(rows)*(len(rows)+1)) / 2
			}
			if size != float64(entries) || math.Abs(pairs-wantPairs) > 1e-9*wantPairs {
				t.Errorf("%v, %g filled: %v entries and %v pairs estimated, there are %d and %v", k, share, size, pairs, entries, wantPairs)
			}
		}
	}
}

// TestPairsOfManyRows checks that the estimate is close for similar rows.
func TestPairsOfManyRows(t *testing.T) {
	rows := randomRows(500, 40, 0.2, 3)
	for _, k := range kernels[:3] {
		f := expand(t, k, rows, 4)
		var want float64
		for c := range f.Columns() {
			rows, _ := f.Column(c)
			want += float64(len(rows)*(len(rows)+1)) / 2
		}
		if _, pairs := Size(k, rows); math.Abs(pairs/want-1) > 0.1 {
			t.Errorf("%v: %v pairs estimated, there are %v", k, pairs, want)
		}
	}
}

// TestCenter checks that the features of centred rows, of degree 1 and the constant, are those of the points.
func TestCenter(t *testing.T) {
	const n, d, q = 6, 5, 3
	rows := randomRows(n, d, 0.4, 2)
	rows.Center = randomVector(d, 3)
	x := rows.Dense()
	alpha := randomVector(n, 4)
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 1}, kernel.Finite(3, 2)} {
		f := expand(t, k, rows, q)
		u := make([]float64, f.Columns())
		f.Adjoint(u, alpha)
		w := randomVector(f.Columns(), 6)
		omega := make([]float64, n)
		f.Apply(omega, w)
		predicted, err := f.Predict(context.Background(), w, rows)
		if err != nil {
			t.Fatal(err)
		}
		want, column := make([]float64, n), 0
		walkAll(k, d, q, func(m kernel.Monomial, constant float64) {
			var adjoint float64
			for i := range n {
				phi := constant * monomialAt(x[i*d:(i+1)*d], m)
				adjoint += alpha[i] * phi
				want[i] += phi * w[column]
			}
			if math.Abs(u[column]-adjoint) > 1e-14 {
				t.Errorf("%v: u of %v is %v, want %v", k, []int(m), u[column], adjoint)
			}
			column++
		})
		for i := range n {
			if math.Abs(omega[i]-want[i]) > 2e-14 || math.Abs(predicted[i]-want[i]) > 2e-14 {
				t.Errorf("%v: row %d gives %v and %v, want %v", k, i, omega[i], predicted[i], want[i])
			}
		}
	}
}

// TestPredictAgainstAllMonomials checks rows with monomials that no training row has, and the converse.
func TestPredictAgainstAllMonomials(t *testing.T) {
	for _, k := range kernels {
		const d, q = 7, 4
		rows, fresh := randomRows(6, d, 0.4, 7), randomRows(9, d, 0.5, 8)
		f := expand(t, k, rows, q)
		w := randomVector(f.Columns(), 9)
		weight := map[string]float64{}
		for c := range w {
			m, _ := f.Monomial(c)
			weight[m.Label([]string{"a", "b", "c", "d", "e", "f", "g"})] = w[c]
		}
		got, err := f.Predict(context.Background(), w, fresh)
		if err != nil {
			t.Fatal(err)
		}
		x := fresh.Dense()
		for i := range fresh.N {
			var want float64
			walkAll(k, d, q, func(m kernel.Monomial, constant float64) {
				want += weight[m.Label([]string{"a", "b", "c", "d", "e", "f", "g"})] * constant * monomialAt(x[i*d:(i+1)*d], m)
			})
			if math.Abs(got[i]-want) > 1e-13 {
				t.Errorf("%v: row %d gives %v, want %v", k, i, got[i], want)
			}
		}
	}
}

func TestRows(t *testing.T) {
	x := []float64{0, 1, 0, 2, 0, 3, 0, 0, 0, -4, 5, 6}
	r := FromDense(4, 3, x)
	if !slices.Equal(r.Dense(), x) || len(r.Value) != 6 {
		t.Errorf("%+v", r)
	}
	columns := []Column{{[]int32{1, 3}, []float64{2, -4}}, {[]int32{0, 3}, []float64{1, 5}}, {[]int32{1, 3}, []float64{3, 6}}}
	if c := FromColumns(4, columns); !slices.Equal(c.Start, r.Start) || !slices.Equal(c.Index, r.Index) || !slices.Equal(c.Value, r.Value) {
		t.Errorf("%+v, want %+v", c, r)
	}
	s := r.Select([]int{3, 0, 3})
	if want := []float64{-4, 5, 6, 0, 1, 0, -4, 5, 6}; !slices.Equal(s.Dense(), want) {
		t.Errorf("%v, want %v", s.Dense(), want)
	}
	s.Center = []float64{1, 0, -1}
	if want := []float64{-5, 5, 7, -1, 1, 1, -5, 5, 7}; !slices.Equal(s.Dense(), want) {
		t.Errorf("%v, want %v", s.Dense(), want)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rows := randomRows(4, 5, 0.5, 1)
	if _, err := Expand(ctx, kernel.Polynomial{Degree: 2}, rows, 4); err != context.Canceled {
		t.Errorf("expand: %v", err)
	}
	f := expand(t, kernel.Linear, rows, 4)
	if _, err := f.Predict(ctx, make([]float64, f.Columns()), rows); err != context.Canceled {
		t.Errorf("predict: %v", err)
	}
}
