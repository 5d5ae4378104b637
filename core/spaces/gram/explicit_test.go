package gram

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/sparse"
)

// TestExplicitAgainstDefinition checks that the two products give omega = Phi J_q(Phi* alpha), and
// that <Phi w, alpha> = <w, Phi* alpha> for any w.
func TestExplicitAgainstDefinition(t *testing.T) {
	const n = 7
	x := thinOut(randomPoints(n, 5), 3)
	rows := []int{6, 0, 3, 4}
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 3}, kernel.Finite(2, 0, 1)} {
		for _, q := range []float64{2, 3, 4} {
			features := mustFeatures(t, k, x, q)
			forms := map[string]Explicit{
				"features":   features,
				"sparse":     newSparse(t, k, sparse.FromDense(x.N, x.D, x.X), q),
				"restricted": mustRestrict(t, features, rows).Form().(Explicit),
			}
			for name, f := range forms {
				points := x
				if name == "restricted" {
					points.N, points.X = len(rows), nil
					for _, i := range rows {
						points.X = append(points.X, x.Row(i)...)
					}
				}
				alpha := randomAlpha(points.N)
				want, _ := byDefinition(k, points, q, alpha)
				w, u, omega := make([]float64, f.Dimension()), make([]float64, f.Dimension()), make([]float64, points.N)
				f.Adjoint(context.Background(), u, alpha)
				for i, v := range u {
					w[i] = math.Copysign(math.Pow(math.Abs(v), q-1), v)
				}
				f.Apply(context.Background(), omega, w)
				assertClose(t, name, omega, want, 1e-12)

				var left, right, size float64
				for i := range w {
					w[i] = math.Cos(float64(i))
					right += w[i] * u[i]
					size += math.Abs(w[i] * u[i])
				}
				f.Apply(context.Background(), omega, w)
				for i, a := range alpha {
					left += omega[i] * a
				}
				if math.Abs(left-right) > 1e-12*size {
					t.Errorf("%s, %v, q=%g: <Phi w, alpha> = %v, <w, Phi* alpha> = %v", name, k, q, left, right)
				}
			}
		}
	}
}

func mustRestrict(t testing.TB, whole Form, rows []int) *Restriction {
	t.Helper()
	r, err := Restrict(context.Background(), whole, rows)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTallAgainstDefinition checks that features by columns give the same products as features by
// rows, Phi' diag(c) Phi, blocks of Phi diag(e) Phi' and its diagonal, also for a selection of
// rows with a covariance matrix computed by subtraction.
func TestTallAgainstDefinition(t *testing.T) {
	ctx := context.Background()
	x := randomPoints(23, 3)
	for _, k := range []kernel.Kernel{kernel.Linear, kernel.Polynomial{Degree: 2}, kernel.Finite(2, 1, 0, 1)} {
		rows := mustFeatures(t, k, x, 3)
		tall, err := NewFeatures(ctx, k, x, 3, Dimensions)
		if err != nil {
			t.Fatal(err)
		}
		if err := tall.Covariance(ctx, make([]float64, tall.d*tall.d), nil); err != nil {
			t.Fatal(err)
		}
		some := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 20, 22}
		selected, err := tall.Select(ctx, some)
		if err != nil {
			t.Fatal(err)
		}
		part := selected.(*Features)
		if part.covariance == nil {
			t.Error("the covariance matrix of most rows is not computed by subtraction")
		}
		check := func(name string, f *Features, of []int) {
			n, d := len(of), f.d
			c, e := randomAlpha(n), randomAlpha(d)
			phi := func(i, k int) float64 { return rows.phi.Row(of[i])[k] }
			for what, c := range map[string][]float64{"weighted": c, "plain": nil} {
				got, want := make([]float64, d*d), make([]float64, d*d)
				for i := range n {
					weight := 1.0
					if c != nil {
						weight = c[i]
					}
					for k := range d {
						for l := range d {
							want[l*d+k] += weight * phi(i, k) * phi(i, l)
						}
					}
				}
				if err := f.Covariance(ctx, got, c); err != nil {
					t.Fatal(err)
				}
				assertClose(t, name+" covariance, "+what, got, want, 1e-12)
			}
			points := []int{4, 2, 9}
			got, want := make([]float64, 9), make([]float64, 9)
			squares, wantSquares := make([]float64, n), make([]float64, n)
			for k := range d {
				for a, i := range points {
					for b, j := range points {
						want[b*3+a] += e[k] * phi(i, k) * phi(j, k)
					}
				}
				for i := range n {
					wantSquares[i] += e[k] * phi(i, k) * phi(i, k)
				}
			}
			if err := f.Block(ctx, got, points, e); err != nil {
				t.Fatal(err)
			}
			assertClose(t, name+" block", got, want, 1e-12)
			if err := f.Squares(ctx, squares, e); err != nil {
				t.Fatal(err)
			}
			assertClose(t, name+" squares", squares, wantSquares, 1e-12)
			alpha := randomAlpha(n)
			u, omega := make([]float64, d), make([]float64, n)
			wantU, wantOmega := make([]float64, d), make([]float64, n)
			for i, a := range alpha {
				for k := range d {
					wantU[k] += a * phi(i, k)
				}
			}
			for i := range n {
				for k, v := range wantU {
					wantOmega[i] += phi(i, k) * v * math.Abs(v)
				}
			}
			if err := f.Adjoint(ctx, u, alpha); err != nil {
				t.Fatal(err)
			}
			assertClose(t, name+" adjoint", u, wantU, 1e-12)
			if err := f.OmegaM(ctx, omega, nil, alpha); err != nil {
				t.Fatal(err)
			}
			assertClose(t, name+" omega", omega, wantOmega, 1e-12)
		}
		all := make([]int, x.N)
		for i := range all {
			all[i] = i
		}
		check("all rows", tall, all)
		check("some rows", part, some)
	}
}

// TestMagnitude compares |K|[|alpha|, ..., .] of a held and of a streamed tensor with the sum over all tuples.
func TestMagnitude(t *testing.T) {
	ctx := context.Background()
	const n = 6
	x := randomPoints(n, 2)
	k := kernel.Shifted(3, 0.5)
	alpha := randomAlpha(n)
	want := make([]float64, n)
	value := make([]float64, 1)
	for i := range want {
		for r := range n * n * n {
			of := [4]int{i, r % n, r / n % n, r / n / n}
			value[0] = 0
			for j := range x.D {
				product := 1.0
				for _, p := range of {
					product *= x.Row(p)[j]
				}
				value[0] += product
			}
			k.Apply(value)
			want[i] += math.Abs(value[0] * alpha[of[1]] * alpha[of[2]] * alpha[of[3]])
		}
	}
	streamed, err := new(Portable).Tensor(ctx, k, x, 4, 0, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]*Tensor{"held": newTensor(t, k, x, 4), "streamed": streamed.(*Tensor)} {
		got := make([]float64, n)
		if err := f.Magnitude(ctx, got, alpha); err != nil {
			t.Fatal(err)
		}
		assertClose(t, name, got, want, 1e-12)
	}
}

// TestRestrictedTensorIsNotExplicit checks that a tensor restricted to some points does not become explicit.
func TestRestrictedTensorIsNotExplicit(t *testing.T) {
	form := mustRestrict(t, newTensor(t, kernel.Linear, randomPoints(5, 2), 4), []int{1, 3}).Form()
	if _, explicit := form.(Explicit); explicit {
		t.Error("the form is explicit")
	}
}

// TestFromColumns checks that features given by columns and scales are those of scaled points, on every side.
func TestFromColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const n, d = 9, 5
	x := dense.Points{N: n, D: d, X: make([]float64, n*d)}
	columns, scale := make([][]float64, d), make([]float64, d)
	for k := range columns {
		columns[k], scale[k] = make([]float64, n), 0.5+r.Float64()
		for i := range columns[k] {
			columns[k][i] = r.NormFloat64()
			x.X[i*d+k] = scale[k] * columns[k][i]
		}
	}
	alpha := make([]float64, n)
	for i := range alpha {
		alpha[i] = r.NormFloat64()
	}
	for _, side := range []Side{Points, Dimensions, Neither} {
		got, err := FromColumns(columns, scale, n, 4, side)
		if err != nil {
			t.Fatal(err)
		}
		want, err := NewFeatures(context.Background(), kernel.Linear, x, 4, side)
		if err != nil {
			t.Fatal(err)
		}
		a, b := make([]float64, n), make([]float64, n)
		if err := errors.Join(got.OmegaM(context.Background(), a, nil, alpha), want.OmegaM(context.Background(), b, nil, alpha)); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a, b) {
			t.Errorf("side %v: omega %g and %g", side, a, b)
		}
	}
	columns[2][3] = 1e200
	var over *Overflow
	if _, err := FromColumns(columns, scale, n, 4, Points); !errors.As(err, &over) || over.Point != 3 {
		t.Errorf("a feature that is too large: %v", err)
	}
}
