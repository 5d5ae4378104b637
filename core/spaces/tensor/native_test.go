package tensor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
)

// usePortable puts the portable loops in the place of the processor's until the
// test ends.
func usePortable(tb testing.TB) {
	products := dense.UseKernels(dense.Portable())
	columns, widenAll, multiple, dot := passColumns, widen, addMultiple, dotProduct
	read, chains, flops := readAll, multiplyAdd, multiplyAddFlops
	four, tiles := passFours, tilesOfPowers
	tb.Cleanup(func() {
		passFours, tilesOfPowers = four, tiles
		dense.UseKernels(products)
		passColumns, widen, addMultiple, dotProduct = columns, widenAll, multiple, dot
		readAll, multiplyAdd, multiplyAddFlops = read, chains, flops
	})
	passFours, tilesOfPowers = portablePassFours, nil
	passColumns = portablePassColumns
	widen, addMultiple, dotProduct = portableWiden, portableAddMultiple, portableDotProduct
	readAll, multiplyAdd, multiplyAddFlops = portableReadAll, portableMultiplyAdd, portableMultiplyAddFlops
}

// onBoth runs a test with the portable loops and with those of the processor.
func onBoth(t *testing.T, f func(t *testing.T)) {
	t.Run("portable", func(t *testing.T) {
		usePortable(t)
		f(t)
	})
	t.Run("native", f)
}

// canary stands behind the numbers that a loop may write.
const canary = 1234.5

// TestColumnsAgainstDenseTriangles compares passColumns with T + T' written out, for every size from one column to
// several times four, from every fourth column, and at odd addresses.
func TestColumnsAgainstDenseTriangles(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		for n := 1; n < 70; n++ {
			for from := 0; from < n; from += 4 {
				shift, stride := n%4, (n+3)&^3
				blocks := randomVector(shift+4*triangle(n), uint64(n))
				f := four{at: [4]int{shift}, c: [4]float64{0.7, -1, 0, 2}}
				for b := 1; b < 4; b++ {
					f.at[b] = f.at[b-1] + triangle(n) - triangle(from)
					f.v[b] = f.v[b-1] + stride
				}
				v, half := make([]float64, f.v[3]+stride+1), append(randomVector(padded(n)-padded(from), 3), canary)
				v[len(v)-1] = canary
				alpha := append(randomVector(n, 2), 0, 0, 0)
				wantV, wantHalf := slices.Clone(v), slices.Clone(half)
				for b := range 4 {
					block := blocks[f.at[b]:]
					for j := from; j < n; j++ {
						for i := range j + 1 {
							wantV[f.v[b]+i] += block[i] * alpha[j]
							wantV[f.v[b]+j] += block[i] * alpha[i]
							wantHalf[padded(j)-padded(from)+i] += block[i] * f.c[b]
						}
						block = block[j+1:]
					}
				}
				passColumns(v, half, blocks, alpha, &f, from, n)
				what := fmt.Sprintf("columns %d to %d", from, n)
				assertClose(t, what+": v", v, wantV, 1e-13)
				assertClose(t, what+": H", half, wantHalf, 1e-15)
			}
		}
	})
}

func TestVectorLoops(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		for n := range 40 {
			shift := n % 3
			v, a := randomVector(shift+n+1, 4)[shift:], randomVector(n+1, 5)
			want, product := append([]float64(nil), a...), 0.0
			for i, vi := range v[:n] {
				product += vi * a[i]
				want[i] += -1.5 * vi
			}
			if got := dotProduct(v[:n], a); math.Abs(got-product) > 1e-13 {
				t.Errorf("inner product of %d numbers is %g, want %g", n, got, product)
			}
			addMultiple(a, v[:n], -1.5)
			for i := range want {
				if a[i] != want[i] {
					t.Fatalf("of %d numbers, number %d is %g, want %g", n, i, a[i], want[i])
				}
			}
		}
	})
}

// TestPortableLoopsBuildTheSameTensor: a tensor has the same digits whether the
// processor's loops or the portable ones build it, and the passes agree.
func TestPortableLoopsBuildTheSameTensor(t *testing.T) {
	p := randomPoints(27, 256+9, 13)
	alpha := randomVector(p.N, 14)
	run := func() (data, omega, m []float64) {
		packed, err := Build(context.Background(), p, 4, square, nil)
		if err != nil {
			t.Fatal(err)
		}
		omega, m = make([]float64, p.N), make([]float64, p.N*p.N)
		NewContraction(packed).OmegaM(context.Background(), omega, m, alpha)
		return packed.data, omega, m
	}
	data, omega, m := run()
	usePortable(t)
	wantData, wantOmega, wantM := run()
	for e := range wantData {
		if data[e] != wantData[e] {
			t.Fatalf("entry %d is %v, from the portable loops %v", e, data[e], wantData[e])
		}
	}
	assertClose(t, "omega", omega, wantOmega, 1e-12)
	assertClose(t, "M", m, wantM, 1e-12)
}

// TestLimitsDoWhatTheySay: all numbers are read, and every round is done.
func TestLimitsDoWhatTheySay(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		for n := range 200 {
			data := make([]float64, n)
			for i := range data {
				data[i] = float64(i + 1)
			}
			for _, four := range []bool{false, true} {
				if got, want := (&Packed{data: data}).ReadLimit(four), float64(n*(n+1)/2); got != want {
					t.Fatalf("the sum of 1..%d is %g, want %g", n, got, want)
				}
			}
		}
		// Each chain s -> s/2 + 1/4 begins at 0, and takes 2 flops a round.
		for rounds := range 20 {
			sum, flops := MultiplyAddLimit(rounds)
			chains := float64(multiplyAddFlops) / 2
			if want := chains * (1 - math.Pow(0.5, float64(rounds))) / 2; sum != want {
				t.Errorf("%d rounds end at %g, want %g", rounds, sum, want)
			}
			if want := 2 * chains * float64(rounds); flops != want {
				t.Errorf("%d rounds are %g flops, want %g", rounds, flops, want)
			}
		}
	})
}

// TestBlocksSideBySide: passes over four blocks give what passes over one after
// another do, for rows of every length, and zeros in alpha.
func TestBlocksSideBySide(t *testing.T) {
	for q, top := range map[int]int{4: 34, 6: 11} {
		for n := 1; n <= top; n++ {
			packed, err := Build(context.Background(), randomPoints(n, 2, uint64(n)), q, square, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, zeros := range []int{0, n / 2, n - 1} {
				alpha := randomVector(n, uint64(n+zeros))
				clear(alpha[n-1-zeros : n-1])
				got := contracted(packed, alpha)
				assertClose(t, fmt.Sprintf("q=%d, n=%d, %d zeros: omega alone", q, n, zeros), got[n+n*n:], got[:n], 1e-12)
				t.Run("", func(t *testing.T) {
					usePortable(t)
					assertClose(t, fmt.Sprintf("q=%d, n=%d, %d zeros", q, n, zeros), got, contracted(packed, alpha), 1e-12)
				})
			}
		}
	}
}
