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
