// Package weights computes from a dual vector the weights
//
//	w_k = J_q(u_k),  u_k = sum_i a_i phi_k(x_i)            [S eq. 25]
//
// by monomial, and predictions from them. Both are streamed over runs of monomials, without an
// n x N matrix. A Model is a solution with its points and its kernel: Examine lists its largest
// weights, a Rule sets the threshold of the selection, and Predict evaluates the model.
package weights

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/kernel"
)

// Model is a solved problem: training points, the kernel, and alpha.
type Model struct {
	Kernel kernel.Kernel
	Q      float64
	X      dense.Points
	Alpha  []float64
}

// Limits bound what is examined and listed.
type Limits struct {
	Examined int // weights at the most; they are kept while examining, 8 bytes each
	Listed   int // length of the top list
	// InOrder requests the top list in monomial order.
	InOrder bool
	// Values requests Listing.Values also where most of them are 0.
	Values bool
	// Rule sets the threshold of the selection; nil means TwiceDeviation.
	Rule Rule
	// Shares, where not nil, adds up what is examined by variable.
	Shares *Shares
}

// Listing is the weights of a model, examined monomial by monomial.
type Listing struct {
	// Count is the number of weights examined, and Values are the weights in monomial order; nil
	// where most of them are 0, unless Limits.Values is set.
	Count  int64
	Values []float64
	// Power is the sum of |w_k|^p over the examined weights.
	Power float64
	// Top are the largest by |value|, falling, or in monomial order with Limits.InOrder; ties are in
	// monomial order.
	Top []Weight
	// Threshold is the rule's, and Selected the number of weights above it by |value|.
	Threshold float64
	Selected  int
	// MaxDegree is the highest degree examined; Variables are those in the monomials examined.
	MaxDegree int
	Variables []int

	values []float64          // weights, in monomial order: all that are not 0
	place  func(kept int) int // in monomial order
}

// Weight is one weight with its place and its monomial.
type Weight struct {
	Index    int // place in monomial order
	Monomial kernel.Monomial
	Value    float64 // w_k, of the normalised feature phi_k
	Constant float64 // phi_k(x) = Constant x^k
}

// Examine computes the weights of the model: all of a finite feature map of at most limits.Examined
// monomials, or those up to the highest degree that fits. Where even the lowest degree has too many,
// it takes the variables with the largest share in the function's pure powers. The error is the
// context's.
func (m Model) Examine(ctx context.Context, limits Limits) (Listing, error) {
	l := Listing{Variables: dense.UpTo(m.X.D)}
	lowest, highest := m.Kernel.Degrees()
	l.MaxDegree = max(1, lowest)
	for l.MaxDegree < highest && kernel.HasExactConstants(m.Kernel, l.MaxDegree+1) &&
		kernel.Features(m.Kernel, m.X.D, l.MaxDegree+1) <= int64(limits.Examined) {
		l.MaxDegree++
	}
	x := m.X
	if kernel.Features(m.Kernel, x.D, l.MaxDegree) > int64(limits.Examined) {
		l.Variables = m.screen(l.MaxDegree, limits.Examined)
		x = dense.Points{N: x.N, D: len(l.Variables), X: dense.Block(x.X, x.D, dense.UpTo(x.N), l.Variables)}
	}
	if err := l.stream(ctx, Model{m.Kernel, m.Q, x, m.Alpha}, limits.Shares); err != nil {
		return Listing{}, err
	}
	l.Count = int64(len(l.Values))
	l.values, l.place = l.Values, func(i int) int { return i }
	l.apply(limits.Rule, m.Q)
	return l, l.pickTop(ctx, m, limits)
}

// Place returns the place of a monomial of the model's variables in monomial order, -1 where it was
// not examined.
func (l *Listing) Place(k kernel.Kernel, m kernel.Monomial) int {
	among := make(kernel.Monomial, len(m))
	for t, v := range m {
		place, ok := slices.BinarySearch(l.Variables, v)
		if !ok {
			return -1
		}
		among[t] = place
	}
	index, ok := kernel.Index(k, len(l.Variables), among)
	if !ok || index >= l.Count {
		return -1
	}
	return int(index)
}

// screen returns as many variables as can be examined, in order: those with the largest
// |sum_i a_i x_ij^degree|.
func (m Model) screen(degree, most int) []int {
	score := make([]float64, m.X.D)
	for i, a := range m.Alpha {
		for j, v := range m.X.Row(i) {
			score[j] += a * kernel.Power(v, degree)
		}
	}
	order := dense.UpTo(m.X.D)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(score[b]), math.Abs(score[a])) })
	keep := 1
	for keep < len(order) && kernel.Features(m.Kernel, keep+1, degree) <= int64(most) {
		keep++
	}
	order = order[:keep]
	slices.Sort(order)
	return order
}

// stream fills Values and Power, and adds to the shares.
func (l *Listing) stream(ctx context.Context, m Model, shares *Shares) error {
	l.Values = make([]float64, 0, kernel.Features(m.Kernel, m.X.D, l.MaxDegree))
	powers := make([]float64, 0, m.X.D)
	add := func(u float64) {
		w, power := dualityMap(u, m.Q)
		l.Values = append(l.Values, w)
		l.Power += power
		powers = append(powers, power)
	}
	if c := constantFeature(m.Kernel, m.Q); c != 0 {
		add(m.ofConstant(c))
	}
	return m.walk(ctx, l.MaxDegree, func(r kernel.Run, u []float64) {
		powers = powers[:0]
		for _, v := range u {
			add(v)
		}
		shares.add(r.Prefix, r.From, powers, l.Variables)
	})
}

// ofConstant returns sum_i a_i c, 0 if it is rounding alone: beside an intercept alpha sums to 0, and
// the constant monomial has no weight.
func (m Model) ofConstant(c float64) float64 {
	var u, size float64
	for _, a := range m.Alpha {
		u += a * c
		size += math.Abs(a * c)
	}
	if math.Abs(u) <= 2*unitRounding*float64(len(m.Alpha)+8)*size {
		return 0
	}
	return u
}

// constantFeature is phi of the constant monomial, 0 where the kernel has none.
func constantFeature(k kernel.Kernel, q float64) float64 {
	if lowest, _ := k.Degrees(); lowest > 0 {
		return 0
	}
	return kernel.Constant(k, nil, q)
}

// walk evaluates u = Phi* a: it calls f with every run and its part of u, which is valid during the
// call only. The error is the context's.
func (m Model) walk(ctx context.Context, maxDegree int, f func(kernel.Run, []float64)) error {
	buffer := make([]float64, m.X.D)
	products := newProducts(m.X, m.Alpha)
	var err error
	kernel.Runs(m.Kernel, m.X.D, maxDegree, m.Q, func(run kernel.Run) bool {
		if err = ctx.Err(); err != nil {
			return false
		}
		u := buffer[run.From:]
		clear(u)
		dense.AddRows(u, m.X.X[run.From:], m.X.D, products.of(run.Prefix))
		u[0] *= run.First
		for j := range u[1:] {
			u[1+j] *= run.Rest
		}
		f(run, u)
		return true
	})
	return err
}

// products computes a_i x_i^k for every point and one monomial k after another. It keeps the products
// of the monomial's first variables, which most monomials share with the one before.
type products struct {
	x        dense.Points
	column   func(j int) []float64 // of x
	last     kernel.Monomial
	prefixes [][]float64 // prefixes[t] is of the first t variables of last
}

func newProducts(x dense.Points, a []float64) *products {
	return &products{x: x, column: x.Columns(), prefixes: [][]float64{a}}
}

// of returns the products of a monomial. They are valid until the next call.
func (p *products) of(m kernel.Monomial) []float64 {
	t := 0
	for t < min(len(m), len(p.last)) && m[t] == p.last[t] {
		t++
	}
	p.last = append(p.last[:t], m[t:]...)
	for ; t < len(m); t++ {
		if t+1 == len(p.prefixes) {
			p.prefixes = append(p.prefixes, make([]float64, p.x.N))
		}
		dense.Multiply(p.prefixes[t+1], p.prefixes[t], p.column(m[t]))
	}
	return p.prefixes[len(m)]
}

// dualityMap returns J_q(u) = sign(u)|u|^(q-1) and |J_q(u)|^p = |u|^q.
func dualityMap(u, q float64) (w, power float64) {
	if q == 2 {
		return u, u * u
	}
	if q == math.Trunc(q) && q <= 64 {
		w = kernel.Power(math.Abs(u), int(q)-1)
	} else {
		w = math.Pow(math.Abs(u), q-1)
	}
	return math.Copysign(w, u), w * math.Abs(u)
}

// take completes the listing by the kept weights, which are all that are not 0; at returns each with
// its monomial. Values are set where limits.Values is, and they are at most limits.Examined.
func (l *Listing) take(limits Limits, q float64, values []float64, at func(i int) Weight) {
	l.values, l.place = values, func(i int) int { return at(i).Index }
	for i, w := range values {
		power := math.Pow(math.Abs(w), Conjugate(q))
		l.Power += power
		if limits.Shares != nil {
			if m := at(i).Monomial; len(m) > 0 {
				limits.Shares.add(m[:len(m)-1], m[len(m)-1], []float64{power}, nil)
			}
		}
	}
	l.apply(limits.Rule, q)
	for _, i := range dense.Largest(values, limits.Listed) {
		if values[i] != 0 {
			w := at(i)
			w.Value = values[i]
			l.Top = append(l.Top, w)
		}
	}
	if limits.Values && l.Count <= int64(limits.Examined) {
		l.Values = make([]float64, l.Count)
		for i, w := range values {
			l.Values[l.place(i)] = w
		}
	}
}

// apply sets the threshold by a rule, and counts the weights above it.
func (l *Listing) apply(rule Rule, q float64) {
	if rule == nil {
		rule = TwiceDeviation
	}
	l.Threshold = rule(l, q)
	for _, v := range l.values {
		if math.Abs(v) > l.Threshold {
			l.Selected++
		}
	}
}

// At returns the weight of a monomial of the model's variables.
func (m Model) At(monomial kernel.Monomial) float64 {
	c := kernel.Constant(m.Kernel, monomial, m.Q)
	var u float64
	for i, a := range m.Alpha {
		x := m.X.Row(i)
		for _, v := range monomial {
			a *= x[v]
		}
		u += a
	}
	w, _ := dualityMap(c*u, m.Q)
	return w
}

// pickTop lists the largest weights with their monomials.
func (l *Listing) pickTop(ctx context.Context, m Model, limits Limits) error {
	places := dense.LargestInOrder(l.Values, limits.Listed)
	l.Top = make([]Weight, 0, len(places))
	variables := make(kernel.Monomial, 0, len(places)*l.MaxDegree)
	next := 0 // the place of the run's first monomial
	if c := constantFeature(m.Kernel, m.Q); c != 0 {
		if next = 1; len(places) > 0 && places[0] == 0 {
			l.Top = append(l.Top, Weight{Monomial: kernel.Monomial{}, Value: l.Values[0], Constant: c})
		}
	}
	var err error
	kernel.Runs(m.Kernel, len(l.Variables), l.MaxDegree, m.Q, func(r kernel.Run) bool {
		if err = ctx.Err(); err != nil {
			return false
		}
		first := next - r.From
		for next = first + len(l.Variables); len(l.Top) < len(places) && places[len(l.Top)] < next; {
			place, from := places[len(l.Top)], len(variables)
			for _, v := range r.Prefix {
				variables = append(variables, l.Variables[v])
			}
			variables = append(variables, l.Variables[place-first])
			l.Top = append(l.Top, Weight{Index: place, Monomial: variables[from:len(variables):len(variables)], Value: l.Values[place], Constant: r.Constant(place - first)})
		}
		return len(l.Top) < len(places)
	})
	if !limits.InOrder {
		slices.SortStableFunc(l.Top, func(a, b Weight) int { return cmp.Compare(math.Abs(b.Value), math.Abs(a.Value)) })
	}
	return err
}
