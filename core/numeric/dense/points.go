package dense

import "gonum.org/v1/gonum/floats"

// Points are n vectors of R^d, row-major: X[i*D+j] is coordinate j of point i.
type Points struct {
	N, D int
	X    []float64
}

// Check panics in the name of the caller's package if there are not as many coordinates as N and D state.
func (p Points) Check(name string) {
	if p.N < 0 || p.D < 0 || len(p.X) < p.N*p.D {
		panic(name + ": points without all their coordinates")
	}
}

// Row returns point i, aliasing X.
func (p Points) Row(i int) []float64 { return p.X[i*p.D : (i+1)*p.D] }

// Columns returns a function that gives column j, which it makes once.
func (p Points) Columns() func(j int) []float64 {
	cache := make([][]float64, p.D)
	return func(j int) []float64 {
		if cache[j] == nil {
			cache[j] = make([]float64, p.N)
			for i := range cache[j] {
				cache[j][i] = p.X[i*p.D+j]
			}
		}
		return cache[j]
	}
}

// Prefix returns the first m points, aliasing X.
func (p Points) Prefix(m int) Points { return Points{N: m, D: p.D, X: p.X[:m*p.D]} }

// Without lists the numbers below n that are not in rows, which ascends.
func Without(n int, rows []int) []int {
	rest := make([]int, 0, n-len(rows))
	for i := range n {
		if len(rows) > 0 && rows[0] == i {
			rows = rows[1:]
		} else {
			rest = append(rest, i)
		}
	}
	return rest
}

// At returns the elements of v at some places.
func At[T any](v []T, places []int) []T {
	rows := make([]T, len(places))
	for k, i := range places {
		rows[k] = v[i]
	}
	return rows
}

// Block returns the elements of a row-major matrix with n columns in some rows and columns.
func Block(a []float64, n int, rows, columns []int) []float64 {
	block := make([]float64, 0, len(rows)*len(columns))
	for _, i := range rows {
		row := a[i*n : (i+1)*n]
		for _, j := range columns {
			block = append(block, row[j])
		}
	}
	return block
}

// Spread returns n numbers: those of v at its places, and 0 elsewhere.
func Spread(v []float64, places []int, n int) []float64 {
	all := make([]float64, n)
	for k, i := range places {
		all[i] = v[k]
	}
	return all
}

// Nonzeros counts the numbers that are not 0.
func Nonzeros(v []float64) int { return floats.Count(isNonzero, v) }

// Places lists the places of the numbers that are not 0; nil if there are none.
func Places(v []float64) []int {
	places, _ := floats.Find(nil, isNonzero, v, -1)
	return places
}

func isNonzero(v float64) bool { return v != 0 }

// UpTo lists the numbers below n.
func UpTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
