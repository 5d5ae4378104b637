package tensor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"lplab/core/numeric/dense"
)

// usePortable replaces the processor's loops by the portable ones until the test ends.
func usePortable(tb testing.TB) {
	products, ownLoops := dense.UseKernels(dense.Portable()), UseLoops(PortableLoops())
	read, chains, flops, tiles := readAll, multiplyAdd, multiplyAddFlops, tilesOfPowers
	tb.Cleanup(func() {
		dense.UseKernels(products)
		UseLoops(ownLoops)
		readAll, multiplyAdd, multiplyAddFlops, tilesOfPowers = read, chains, flops, tiles
	})
	readAll, multiplyAdd, multiplyAddFlops, tilesOfPowers = portableReadAll, portableMultiplyAdd, portableMultiplyAddFlops, nil
}

// onBoth runs a test with the portable loops and with those of the processor.
func onBoth(t *testing.T, f func(t *testing.T)) {
	t.Run("portable", func(t *testing.T) {
		usePortable(t)
		f(t)
	})
	t.Run("native", f)
}

// canary is the number behind those that a loop may write.
const canary = 1234.5

// TestColumnsAgainstDenseTriangles compares Columns with products with T + T', for every size from one column to
// several times four, from every fourth column, for one to six blocks, and at odd addresses.
func TestColumnsAgainstDenseTriangles(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		for k := range 70 {
			for from := 0; from <= k; from += 4 {
				count := 1 + (k+from/4)%6
				n, at, c := k+count, []int{k % 4}, randomVector(count, 4)
				for b := range count - 1 {
					at = append(at, at[b]+triangle(k+b+1))
				}
				stride := (n + 7) &^ 3
				blocks := randomVector(at[count-1]+triangle(n), uint64(n))
				v, half := make([]float64, (groupSize+1)*stride), append(randomVector(paddedPlace(n), 3), canary)
				alpha := append(randomVector(n, 2), 0, 0, 0)
				wantV, wantHalf := make([]float64, count*stride), slices.Clone(half)
				for b := range count {
					for j := from; j <= k+b; j++ {
						for i, e := range blocks[at[b]+triangle(j):][:j+1] {
							wantV[b*stride+i] += e * alpha[j]
							wantV[b*stride+j] += e * alpha[i]
							wantHalf[paddedPlace(j)+i] += e * c[b]
						}
					}
				}
				loops.Columns(v, half, blocks, alpha, c, at, stride, k, from, n)
				what := fmt.Sprintf("%d blocks, columns from %d, k = %d", count, from, k)
				assertClose(t, what+": v", v[:len(wantV)], wantV, 1e-13)
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
			if got := loops.DotProduct(v[:n], a); math.Abs(got-product) > 1e-13 {
				t.Errorf("inner product of %d numbers is %g, want %g", n, got, product)
			}
			loops.AddMultiple(a, v[:n], -1.5)
			for i := range want {
				if a[i] != want[i] {
					t.Fatalf("number %[2]d of %[1]d is %[3]g, want %[4]g", n, i, a[i], want[i])
				}
			}
		}
	})
}

// TestPortableLoopsBuildTheSameTensor checks that the processor's loops and the portable ones
// build tensors with the same digits, and that the passes agree.
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
			t.Fatalf("entry %d is %v, with the portable loops %v", e, data[e], wantData[e])
		}
	}
	assertClose(t, "omega", omega, wantOmega, 1e-12)
	assertClose(t, "M", m, wantM, 1e-12)
}

// TestLimitsDoWhatTheySay checks that ReadLimit reads all numbers and MultiplyAddLimit does every round.
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
		// Each chain s -> s/2 + 1/4 begins at 0 and takes 2 flops per round.
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

// TestBlocksSideBySide checks that passes over four blocks at once agree with passes over one
// after another, for rows of every length and with zeros in alpha.
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
				got := contract(packed, alpha)
				assertClose(t, fmt.Sprintf("q=%d, n=%d, %d zeros: omega alone", q, n, zeros), got[n+n*n:], got[:n], 1e-12)
				t.Run("", func(t *testing.T) {
					usePortable(t)
					assertClose(t, fmt.Sprintf("q=%d, n=%d, %d zeros", q, n, zeros), got, contract(packed, alpha), 1e-12)
				})
			}
		}
	}
}
