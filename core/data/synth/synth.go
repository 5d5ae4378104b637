// Package synth makes the synthetic data of [H sec. 5.4]: standard normal
// columns, and a target that is a sparse combination of a few monomials plus
// noise.
//
// The target of row x is
//
//	y = sum_k w_k phi_k(x) + noise * N(0,1),   w_k = sign(N(0,1)) * (1 - 0.3 U(0,1))
//
// over Relevant different monomials k of degree s in the D variables, drawn
// uniformly. phi_k is the normalised feature of the polynomial kernel of order
// q = 4, phi_k(x) = (s! / prod_j k_j!)^(1/4) x^k, so that w_k is the weight that
// an experiment with p = 4/3 estimates. For s = 1 this is [H eq. 5.17]: y is a
// sum of columns.
//
// The seed determines the data bit for bit, on every platform (see core/numeric/rng). Rows,
// weights and noise come from separate streams: with D and the seed kept, more
// rows continue the same rows, more relevant monomials continue the same list,
// and neither N nor Noise changes the weights.
package synth

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"lplab/core/lists"
	"lplab/core/numeric/rng"
)

// Params are the parameters of the data, as under "data" in an experiment.
type Params struct {
	N        int     // rows
	D        int     // columns
	Relevant int     // planted monomials
	Noise    float64 // standard deviation of the noise
	Degree   int     // degree of the planted monomials, at most 10
	Seed     uint64
}

// Data is a synthetic data set and the truth behind it.
type Data struct {
	Names   []string    // "x1" ... "xD"
	Columns [][]float64 // D columns of N rows, in one block of memory
	Y       []float64   // the target
	Truth   []Term      // as drawn
}

// Term is one monomial of the target: the product of the columns Vars,
// counted from 0, ascending, repeated according to their power.
type Term struct {
	Vars   []int
	Weight float64 // w_k, of the normalised feature of order q = 4
}

// blockRows is the number of rows made before they are copied into the columns:
// a block fills whole cache lines of every column.
const blockRows = 16

// Generate makes the data. It panics on parameters that experiment.Decode
// refuses.
func Generate(p Params) *Data {
	if p.N < 1 || p.D < 1 || p.Relevant < 0 || p.Degree < 1 || p.Degree > 10 || !(p.Noise >= 0) || math.IsInf(p.Noise, 0) {
		panic(fmt.Sprintf("synth: parameters out of range: %+v", p))
	}
	data := &Data{Names: make([]string, p.D), Columns: make([][]float64, p.D), Y: make([]float64, p.N)}
	cells := make([]float64, p.N*p.D)
	for j := range p.D {
		data.Names[j] = "x" + strconv.Itoa(j+1)
		data.Columns[j] = cells[j*p.N : (j+1)*p.N : (j+1)*p.N]
	}
	data.Truth = plant(p)
	scales := lists.Map(data.Truth, func(t Term) float64 { return float64(t.Weight * constant(t.Vars)) })

	rows, noise := rng.NewStream(p.Seed, "rows"), rng.NewStream(p.Seed, "noise")
	block := make([]float64, blockRows*p.D)
	for from := 0; from < p.N; from += blockRows {
		count := min(blockRows, p.N-from)
		for i := range count {
			x := block[i*p.D : (i+1)*p.D]
			for j := range x {
				x[j] = rows.Normal()
			}
			y := float64(p.Noise * noise.Normal())
			for k, t := range data.Truth {
				term := scales[k]
				for _, j := range t.Vars {
					term = float64(term * x[j])
				}
				y += term
			}
			data.Y[from+i] = y
		}
		for j, column := range data.Columns {
			for i := range count {
				column[from+i] = block[i*p.D+j]
			}
		}
	}
	return data
}

// plant draws the monomials, all different, and their weights.
func plant(p Params) []Term {
	r := rng.NewStream(p.Seed, "weights")
	seen := map[[10]int]bool{}
	truth := make([]Term, 0, p.Relevant)
	total := 1 // multisets, C(D+Degree-1, Degree), or some more than Relevant
	for k := 1; k <= p.Degree && total <= p.Relevant; k++ {
		total = total * (p.D + k - 1) / k
	}
	if p.Relevant > total {
		panic(fmt.Sprintf("synth: %d relevant monomials of only %d", p.Relevant, total))
	}
	for len(truth) < p.Relevant {
		vars := multiset(r, p.D, p.Degree)
		var key [10]int
		copy(key[:], vars)
		if seen[key] {
			continue
		}
		seen[key] = true
		sign := math.Copysign(1, r.Normal())
		truth = append(truth, Term{vars, float64(sign * (1 - float64(0.3*r.Float64())))})
	}
	return truth
}

// multiset draws uniformly from the multisets of the given size over 0..d-1,
// ascending. They correspond to the subsets {u_0 < u_1 < ...} of
// 0..d+size-2 by v_t = u_t - t.
func multiset(r *rng.Source, d, size int) []int {
	u := make([]int, 0, size)
	for len(u) < size {
		if x := r.IntN(d + size - 1); !slices.Contains(u, x) {
			u = append(u, x)
		}
	}
	slices.Sort(u)
	for t := range u {
		u[t] -= t
	}
	return u
}

// constant is (s! / prod_j k_j!)^(1/4), the factor of the monomial in the normalised
// feature of order 4. Two square roots round alike everywhere.
func constant(vars []int) float64 {
	permutations, run := 1, 0
	for t := range vars {
		run++
		if t > 0 && vars[t] != vars[t-1] {
			run = 1
		}
		// Exact: after t+1 factors this counts the orderings of the first t+1.
		permutations = permutations * (t + 1) / run
	}
	return math.Sqrt(math.Sqrt(float64(permutations)))
}
