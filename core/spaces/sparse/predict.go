package sparse

import (
	"cmp"
	"context"
	"slices"

	"lplab/core/spaces/kernel"
)

// Predict returns <w, Phi(x)> for other rows x with the same center, for the weights w of the
// columns and 0 for all other monomials. The error is the context's.
func (f *Features) Predict(ctx context.Context, w []float64, rows *Rows) ([]float64, error) {
	values := make([]float64, rows.N)
	var shift float64
	for k, c := range f.center {
		shift += float64(c * w[k])
	}
	l := lookup{features: f, w: w}
	for i := range values {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l.index, l.value = rows.Row(i)
		l.sum = 0 - shift
		for from := 0; from < len(f.runs); { // degree by degree
			l.degree = f.runs[from].degree
			to := from
			for to < len(f.runs) && f.runs[to].degree == l.degree {
				to++
			}
			if l.degree == 0 {
				l.sum += float64(f.runs[from].Rest * w[0])
			} else {
				l.walk(f.runs[from:to], nil, 0, 1)
			}
			from = to
		}
		values[i] = l.sum
	}
	return values, nil
}

// lookup sums the weights of one row's monomials.
type lookup struct {
	features *Features
	w        []float64
	index    []int32 // the row
	value    []float64
	degree   int
	sum      float64
}

// walk adds the monomials that begin with a prefix: product is the value of the prefix, and the
// row's entry from its last variable. runs are those that begin with the prefix.
func (l *lookup) walk(runs []run, prefix kernel.Monomial, from int, product float64) {
	if len(runs) == 0 {
		return
	}
	t := len(prefix)
	if t == l.degree-1 {
		l.add(&runs[0], from, product)
		return
	}
	for e := from; e < len(l.index); e++ {
		v := int(l.index[e])
		begin, found := slices.BinarySearchFunc(runs, v, func(u run, v int) int { return cmp.Compare(u.Prefix[t], v) })
		runs = runs[begin:]
		if !found {
			continue
		}
		end, _ := slices.BinarySearchFunc(runs, v+1, func(u run, v int) int { return cmp.Compare(u.Prefix[t], v) })
		l.walk(runs[:end], append(prefix, v), e, product*l.value[e])
		runs = runs[end:]
	}
}

// add adds the columns of a run that the row has, from its entry from on.
func (l *lookup) add(u *run, from int, product float64) {
	last, w := l.features.last[u.from:u.to], l.w[u.from:u.to]
	for e := from; e < len(l.index); e++ {
		v := l.index[e]
		k, found := slices.BinarySearch(last, v)
		if found {
			l.sum += float64(u.Constant(int(v)) * product * l.value[e] * w[k])
		}
		last, w = last[k:], w[k:]
	}
}
