package tensor

import (
	"context"
	"fmt"
	"math"
	"testing"

	"lplab/core/numeric/dense"
)

// usePortable puts the portable loops in the place of the processor's until the
// test ends.
func usePortable(tb testing.TB) {
	products := dense.UseKernels(dense.Portable())
	omega, omegaM, multiple, dot := blockOmega, blockOmegaM, addMultiple, dotProduct
	read, chains, flops := readAll, multiplyAdd, multiplyAddFlops
	four, tiles := passFour, tilesOfPowers
	tb.Cleanup(func() {
		passFour, tilesOfPowers = four, tiles
		dense.UseKernels(products)
		blockOmega, blockOmegaM, addMultiple, dotProduct = omega, omegaM, multiple, dot
		readAll, multiplyAdd, multiplyAddFlops = read, chains, flops
	})
	passFour, tilesOfPowers = nil, nil
	blockOmega, blockOmegaM = portableBlockOmega, portableBlockOmegaM
	addMultiple, dotProduct = portableAddMultiple, portableDotProduct
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

// TestPassesAgainstDenseTriangle compares the passes with T + T' written out,
// for every size from one column to several times four, and at odd addresses.
func TestPassesAgainstDenseTriangle(t *testing.T) {
	onBoth(t, func(t *testing.T) {
		const c = 0.7
		for k := range 70 {
			n, entries := k+1, (k+1)*(k+2)/2
			shift := k % 4
			block := randomVector(shift+entries, uint64(k))[shift:]
			alpha := randomVector(shift+n, 2)[shift:]
			before := randomVector(entries, 3)
			wantV, wantHalf := make([]float64, n), make([]float64, entries)
			for j := range n {
				for i := range j + 1 {
					e := j*(j+1)/2 + i
					wantV[i] += block[e] * alpha[j]
					wantV[j] += block[e] * alpha[i]
					wantHalf[e] = before[e] + c*block[e]
				}
			}
			v, half := make([]float64, n+4), append(append([]float64(nil), before...), canary)
			check := func(what string) {
				t.Helper()
				what = fmt.Sprintf("%s of %d columns", what, n)
				assertClose(t, what+": v", v[:n], wantV, 1e-13)
				for _, beyond := range v[n:] {
					if beyond != canary {
						t.Fatalf("%s writes beyond v", what)
					}
				}
				if half[entries] != canary {
					t.Fatalf("%s writes beyond H", what)
				}
			}
			fill(v, canary)
			blockOmega(v, block, alpha, k)
			check("omega")
			fill(v, canary)
			blockOmegaM(v, half, block, alpha, c, k)
			check("omegaM")
			assertClose(t, fmt.Sprintf("H of %d columns", n), half[:entries], wantHalf, 1e-15)
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

func fill(v []float64, x float64) {
	for i := range v {
		v[i] = x
	}
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
				clear(alpha[:zeros])
				got := contracted(packed, alpha)
				t.Run("", func(t *testing.T) {
					usePortable(t)
					assertClose(t, fmt.Sprintf("q=%d, n=%d, %d zeros", q, n, zeros), got, contracted(packed, alpha), 1e-12)
				})
			}
		}
	}
}
