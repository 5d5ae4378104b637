package selection

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"lplab/core/numeric/dense"
	"lplab/core/numeric/rng"
)

// Knockoffs are copies of features, independent of the target given the features.
type Knockoffs struct {
	X         []float64 // n x d, row-major
	S         []float64 // by feature: 1 minus the correlation with the knockoff
	Shrinkage float64   // of the correlations towards 0; 0 of FixedX

	mix, noise *mat.Dense // Sigma^-1 S and C, both d x d
}

var errDependent = errors.New("some features are linear combinations of others, of which no knockoffs can be made; leave them out")

// Gaussian draws second-order model-X knockoffs [C sec. 3.4.1]: swapping features with their
// knockoffs leaves the mean and the covariance of (X, X~) unchanged,
//
//	X~ = X - (X - mu) Sigma^-1 S + Z C,   C'C = 2S - S Sigma^-1 S.
//
// The correlations are shrunk towards 0 by the optimal intensity of [Sch eq. 10]. Up to 500 features,
// the diagonal S minimises reconstructability [SJ]; beyond, it is the same for all features
// [C sec. 3.4.2, equicorrelated]. The error is the context's.
func Gaussian(ctx context.Context, x dense.Points, source *rng.Source) (*Knockoffs, error) {
	z, mean, deviation := standardise(x, true)
	sigma := correlations(z)
	k := &Knockoffs{Shrinkage: shrinkage(z, sigma)}
	var chol mat.Cholesky
	estimate := shrink(sigma, k.Shrinkage)
	for !chol.Factorize(estimate) || !(chol.Cond() < 1e10) {
		k.Shrinkage = min(1, k.Shrinkage+0.01)
		estimate = shrink(sigma, k.Shrinkage)
	}
	if err := k.solve(ctx, estimate, &chol); err != nil {
		return nil, err
	}
	k.combine(z, mat.NewDense(x.N, x.D, normals(x.N*x.D, source)), 1, mean, deviation)
	return k, ctx.Err()
}

// FixedX makes fixed-X knockoffs [BC sec. 2.1], which need n >= 2d rows, one more with an
// intercept:
//
//	X~ = X (I - Sigma^-1 S) + U C,   Sigma = X'X,   C'C = 2S - S Sigma^-1 S,
//
// with columns of norm 1, centred with an intercept, and a random orthonormal U that is
// orthogonal to X. Then X~'X~ = X'X and X'X~ = X'X - S exactly. The error is for features that
// are linearly dependent, or the context's.
func FixedX(ctx context.Context, x dense.Points, intercept bool, source *rng.Source) (*Knockoffs, error) {
	z, mean, deviation := standardise(x, intercept)
	k := &Knockoffs{}
	sigma := correlations(z)
	var chol mat.Cholesky
	if !chol.Factorize(sigma) || chol.Cond() > 1e10 {
		return nil, errDependent
	}
	if err := k.solve(ctx, sigma, &chol); err != nil {
		return nil, err
	}
	n, d := x.N, x.D
	columns := make([][]float64, 0, 2*d+1)
	if intercept {
		columns = append(columns, slices.Repeat([]float64{1}, n))
	}
	for j := range d {
		columns = append(columns, mat.Col(nil, j, z))
	}
	first := len(columns)
	for range d {
		columns = append(columns, normals(n, source))
	}
	if err := orthonormalise(ctx, columns); err != nil {
		return nil, err
	}
	u := mat.NewDense(n, d, nil)
	for j, c := range columns[first:] {
		u.SetCol(j, c)
	}
	k.combine(z, u, math.Sqrt(float64(n)), mean, deviation) // z'z = n Sigma
	return k, nil
}

func normals(n int, source *rng.Source) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = source.Normal()
	}
	return values
}

// combine sets X to mean + deviation (Z - Z Sigma^-1 S + scale U C) for features Z and U, both n x d.
func (k *Knockoffs) combine(z, u *mat.Dense, scale float64, mean, deviation []float64) {
	n, d := z.Dims()
	var copies, rest mat.Dense
	copies.Mul(z, k.mix)
	rest.Mul(u, k.noise)
	k.X = make([]float64, n*d)
	for i := range n {
		for j := range d {
			k.X[i*d+j] = mean[j] + deviation[j]*(z.At(i, j)-copies.At(i, j)+scale*rest.At(i, j))
		}
	}
}

// standardise returns the columns with mean square 1, with the means that were subtracted and
// the deviations that they were divided by. A constant column becomes 0.
func standardise(x dense.Points, centre bool) (z *mat.Dense, mean, deviation []float64) {
	n, d := x.N, x.D
	z = mat.NewDense(n, d, nil)
	mean, deviation = make([]float64, d), make([]float64, d)
	for j := range d {
		if centre {
			for i := range n {
				mean[j] += x.X[i*d+j] / float64(n)
			}
		}
		for i := range n {
			v := x.X[i*d+j] - mean[j]
			z.Set(i, j, v)
			deviation[j] += v * v / float64(n)
		}
		deviation[j] = math.Sqrt(deviation[j])
		for i := range n {
			if deviation[j] > 0 {
				z.Set(i, j, z.At(i, j)/deviation[j])
			}
		}
	}
	return z, mean, deviation
}

// correlations returns z'z/n, with 1 on the diagonal.
func correlations(z *mat.Dense) *mat.SymDense {
	n, d := z.Dims()
	s := mat.NewSymDense(d, nil)
	s.SymOuterK(1/float64(n), z.T())
	for j := range d {
		s.SetSym(j, j, 1)
	}
	return s
}

// shrinkage returns the optimal intensity lambda of [Sch eq. 10], sum Var(r_ij) / sum r_ij^2.
func shrinkage(z *mat.Dense, r *mat.SymDense) float64 {
	n, d := z.Dims()
	squares := mat.NewDense(n, d, nil)
	squares.MulElem(z, z)
	second := mat.NewSymDense(d, nil)
	second.SymOuterK(1, squares.T())
	var variance, power float64
	m := float64(n)
	for i := range d {
		for j := range i {
			v := r.At(i, j)
			// The variables there are divided by deviations with n - 1.
			correction := (m - 1) / m
			variance += m / math.Pow(m-1, 3) * (second.At(i, j)*correction*correction - m*v*v*correction*correction)
			power += v * v
		}
	}
	if power == 0 {
		return 0
	}
	return min(1, max(0, variance/power))
}

// shrink returns correlations multiplied by 1 - by, with 1 on the diagonal.
func shrink(r *mat.SymDense, by float64) *mat.SymDense {
	d := r.SymmetricDim()
	s := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range i {
			s.SetSym(i, j, (1-by)*r.At(i, j))
		}
		s.SetSym(i, i, 1)
	}
	return s
}

// solve chooses S, and computes Sigma^-1 S and C with C'C = 2S - S Sigma^-1 S.
func (k *Knockoffs) solve(ctx context.Context, sigma *mat.SymDense, chol *mat.Cholesky) error {
	const mostRefined = 500 // features for which S is chosen feature by feature
	d := sigma.SymmetricDim()
	if err := ctx.Err(); err != nil {
		return err
	}
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return errDependent
	}
	// A little less than 2 lambda_min, so that 2 Sigma - S stays positive definite.
	start := 0.999 * min(1, 2*smallestEigenvalue(chol, d))
	k.S = slices.Repeat([]float64{start}, d)
	for rest := (mat.Cholesky{}); !rest.Factorize(k.rest(sigma)); { // the estimate is too large where eigenvalues are close
		floats.Scale(0.99, k.S)
	}
	if d <= mostRefined && start < 0.999 {
		if err := k.refine(ctx, sigma); err != nil {
			return err
		}
	}
	k.mix = mat.NewDense(d, d, nil)
	v := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range d {
			k.mix.Set(i, j, inverse.At(i, j)*k.S[j])
			if j <= i {
				v.SetSym(i, j, -k.S[i]*inverse.At(i, j)*k.S[j])
			}
		}
		v.SetSym(i, i, v.At(i, i)+2*k.S[i])
	}
	var root mat.Cholesky
	for jitter := 0.0; !root.Factorize(v); jitter = max(1e-12, 10*jitter) {
		if jitter > 1e-6 {
			return errDependent
		}
		for i := range d {
			v.SetSym(i, i, v.At(i, i)+jitter)
		}
	}
	var upper mat.TriDense
	root.UTo(&upper)
	k.noise = mat.DenseCopyOf(&upper)
	return ctx.Err()
}

// rest returns 2 Sigma - S.
func (k *Knockoffs) rest(sigma *mat.SymDense) *mat.SymDense {
	d := sigma.SymmetricDim()
	rest := mat.NewSymDense(d, nil)
	for i := range d {
		for j := range i + 1 {
			rest.SetSym(i, j, 2*sigma.At(i, j))
		}
		rest.SetSym(i, i, rest.At(i, i)-k.S[i])
	}
	return rest
}

// smallestEigenvalue estimates the smallest eigenvalue of a factorised matrix, by inverse iteration to a relative change of
// 1e-4.
func smallestEigenvalue(chol *mat.Cholesky, d int) float64 {
	v := mat.NewVecDense(d, normals(d, rng.New(1)))
	largest := 0.0 // of the inverse
	for range 200 {
		v.ScaleVec(1/mat.Norm(v, 2), v)
		if err := chol.SolveVecTo(v, v); err != nil && math.IsInf(chol.Cond(), 1) {
			return 0
		}
		norm, last := mat.Norm(v, 2), largest
		if largest = norm; math.Abs(norm-last) <= 1e-4*norm {
			break
		}
	}
	return 1 / (largest * 1.002)
}

// refine minimises tr (2 Sigma - S)^-1 + tr S^-1 [SJ eq. 10] coordinate by coordinate. With D =
// 2 Sigma - S and v = D^-1 e_j, a change of s_j by t changes the objective by
// t |v|^2/(1 - t v_j) + 1/(s_j + t) - 1/s_j, which is minimal at t = (1 - |v| s_j)/(|v| + v_j).
func (k *Knockoffs) refine(ctx context.Context, sigma *mat.SymDense) error {
	d := sigma.SymmetricDim()
	for range 20 {
		var chol mat.Cholesky
		inverse := mat.NewSymDense(d, nil)
		if !chol.Factorize(k.rest(sigma)) || chol.InverseTo(inverse) != nil {
			return nil // no further progress in floating point
		}
		var change float64
		v := mat.NewVecDense(d, nil)
		for j := range d {
			if err := ctx.Err(); err != nil {
				return err
			}
			for i := range d {
				v.SetVec(i, inverse.At(i, j))
			}
			norm, diagonal := mat.Norm(v, 2), v.AtVec(j)
			t := (1 - norm*k.S[j]) / (norm + diagonal)
			k.S[j] += t
			inverse.SymRankOne(inverse, t/(1-t*diagonal), v)
			change = max(change, math.Abs(t)/k.S[j])
		}
		if change < 1e-3 {
			break
		}
	}
	floats.Scale(0.999, k.S)
	return nil
}

// orthonormalise applies the Gram-Schmidt process, twice for orthogonality in floating point.
func orthonormalise(ctx context.Context, columns [][]float64) error {
	for j, c := range columns {
		if err := ctx.Err(); err != nil {
			return err
		}
		vector := mat.NewVecDense(len(c), c)
		before := mat.Norm(vector, 2)
		for range 2 {
			for _, other := range columns[:j] {
				o := mat.NewVecDense(len(c), other)
				vector.AddScaledVec(vector, -mat.Dot(o, vector), o)
			}
		}
		norm := mat.Norm(vector, 2)
		if norm <= 1e-9*before {
			return errDependent
		}
		vector.ScaleVec(1/norm, vector)
	}
	return nil
}
