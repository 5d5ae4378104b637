package dense

// Points are n vectors of R^d, row-major: X[i*D+j] is coordinate j of point i.
type Points struct {
	N, D int
	X    []float64
}

// Row returns point i, aliasing X.
func (p Points) Row(i int) []float64 { return p.X[i*p.D : (i+1)*p.D] }

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
