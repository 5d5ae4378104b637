package sparse

import (
	"cmp"
	"context"
	"slices"

	"lplab/core/spaces/kernel"
)

// Features are phi_k(x_i), the features of N rows under a kernel, by columns: for every monomial k
// that is not 0 on some row, the rows where it is not 0. The monomials are in their order, by
// degree, then lexicographically. Features are immutable once made.
//
// A row with r nonzero coordinates has C(r+s-1, s) features of degree s, whatever D.
type Features struct {
	N, D int

	runs  []run
	last  []int32   // the last variable of a column's monomial; -1 of the constant
	start []int     // of a column's entries, and the end of the last one's
	row   []int32   // of an entry, ascending within a column
	value []float64 // of an entry

	// center is to be taken from all rows of a column; nil for 0. Only features of
	// degree 1 have one.
	center []float64
}

// run is a sequence of columns with monomials that share all variables but the last. Its Prefix stays valid.
type run struct {
	kernel.Run
	degree   int // 0: the one column of the constant, which is Rest
	from, to int // its columns
}

// Expand makes the features of rows under k. The kernel's degrees must be finite,
// and 1 at most where the rows have a center. All D monomials of degree 1 get a
// column, and so does the constant, with all rows. The error is the context's.
func Expand(ctx context.Context, k kernel.Kernel, rows *Rows, q float64) (*Features, error) {
	lowest, highest := k.Degrees()
	switch {
	case highest == kernel.Infinite:
		panic("sparse: a kernel of finitely many degrees is needed")
	case rows.Center != nil && highest > 1:
		panic("sparse: features of centred rows are sparse for degree 1 only")
	}
	f := &Features{N: rows.N, D: rows.D, start: []int{0}}
	entries := int(entriesOf(k, rows))
	f.row, f.value = make([]int32, 0, entries), make([]float64, 0, entries)
	e := expansion{ctx: ctx, rows: rows, features: f, kernel: k, q: q, count: make([]int, rows.D)}
	all := make([]item, rows.N)
	for i := range all {
		all[i] = item{int32(i), rows.Start[i], 1}
	}
	if lowest == 0 {
		c := kernel.Constant(k, nil, q)
		for i := range f.N {
			f.row, f.value = append(f.row, int32(i)), append(f.value, c)
		}
		f.last, f.start = append(f.last, -1), append(f.start, len(f.row))
		f.runs = append(f.runs, run{Run: kernel.Run{Rest: c}, to: 1})
	}
	for degree := max(1, lowest); degree <= highest; degree++ {
		if k.Coefficient(degree) == 0 {
			continue
		}
		e.levels = make([]level, degree)
		if err := e.walk(make(kernel.Monomial, 0, degree), all); err != nil {
			return nil, err
		}
	}
	if rows.Center != nil {
		u := f.runs[len(f.runs)-1] // of degree 1
		f.center = make([]float64, u.to)
		for j, c := range rows.Center {
			f.center[u.from+j] = u.Rest * c
		}
	}
	return f, nil
}

// expansion walks the monomials of rows, prefix by prefix.
type expansion struct {
	ctx      context.Context
	rows     *Rows
	features *Features
	kernel   kernel.Kernel
	q        float64
	count    []int   // by variable; 0 between calls
	levels   []level // by the length of the prefix
}

// item is a row on which a prefix is not 0.
type item struct {
	row     int32
	at      int     // the first of its entries that may follow the prefix
	product float64 // the prefix's value
}

// level is the items of a prefix's successors, grouped by the variable that is added.
type level struct {
	variables []int32 // ascending
	ends      []int   // of their items
	items     []item
}

// walk adds the features that begin with a prefix; items are the rows where it is not 0.
func (e *expansion) walk(prefix kernel.Monomial, items []item) error {
	if err := e.ctx.Err(); err != nil {
		return err
	}
	l := &e.levels[len(prefix)]
	e.group(l, items)
	if len(prefix)+1 == len(e.levels) {
		e.add(prefix, l)
		return nil
	}
	from := 0
	for k, v := range l.variables {
		if err := e.walk(append(prefix, int(v)), l.items[from:l.ends[k]]); err != nil {
			return err
		}
		from = l.ends[k]
	}
	return nil
}

// group sorts the successors of the items by variable, by counting.
func (e *expansion) group(l *level, items []item) {
	r := e.rows
	l.variables = l.variables[:0]
	n := 0
	for _, it := range items {
		for _, v := range r.Index[it.at:r.Start[it.row+1]] {
			if e.count[v] == 0 {
				l.variables = append(l.variables, v)
			}
			e.count[v]++
			n++
		}
	}
	if len(items) > 1 {
		slices.Sort(l.variables)
	}
	l.ends = slices.Grow(l.ends[:0], len(l.variables))[:len(l.variables)]
	l.items = slices.Grow(l.items[:0], n)[:n]
	begin := 0
	for _, v := range l.variables {
		begin, e.count[v] = begin+e.count[v], begin // where the next item of v goes
	}
	for _, it := range items {
		for at := it.at; at < r.Start[it.row+1]; at++ {
			v := r.Index[at]
			l.items[e.count[v]] = item{it.row, at, it.product * r.Value[at]}
			e.count[v]++
		}
	}
	for k, v := range l.variables {
		l.ends[k] = e.count[v]
		e.count[v] = 0
	}
}

// add appends the run of a prefix.
func (e *expansion) add(prefix kernel.Monomial, l *level) {
	f := e.features
	u := run{Run: kernel.Run{Prefix: slices.Clone(prefix)}, degree: len(prefix) + 1, from: len(f.last)}
	monomial := append(prefix, e.rows.D) // any variable not in the prefix
	u.Rest = kernel.Constant(e.kernel, monomial, e.q)
	u.First = u.Rest
	if n := len(prefix); n > 0 {
		u.From, monomial[n] = prefix[n-1], prefix[n-1]
		u.First = kernel.Constant(e.kernel, monomial, e.q)
	}
	from := 0
	for k, v := range l.variables {
		if len(prefix) == 0 {
			f.pad(u.from, v)
		}
		c := u.Constant(int(v))
		for _, it := range l.items[from:l.ends[k]] {
			f.row = append(f.row, it.row)
			f.value = append(f.value, c*it.product)
		}
		from = l.ends[k]
		f.last = append(f.last, v)
		f.start = append(f.start, len(f.row))
	}
	if len(prefix) == 0 {
		f.pad(u.from, int32(f.D))
	}
	u.to = len(f.last)
	f.runs = append(f.runs, u)
}

// pad appends empty columns of degree 1, which begin at column from, up to a variable.
func (f *Features) pad(from int, before int32) {
	for v := int32(len(f.last) - from); v < before; v++ {
		f.last = append(f.last, v)
		f.start = append(f.start, len(f.row))
	}
}

// Select returns the features of some distinct rows, ascending, with all columns.
func (f *Features) Select(rows []int) *Features {
	place := slices.Repeat([]int32{-1}, f.N)
	for at, i := range rows {
		place[i] = int32(at)
	}
	s := &Features{N: len(rows), D: f.D, runs: f.runs, last: f.last, start: []int{0}, center: f.center}
	for k := range f.last {
		in, values := f.Column(k)
		for e, i := range in {
			if place[i] >= 0 {
				s.row, s.value = append(s.row, place[i]), append(s.value, values[e])
			}
		}
		s.start = append(s.start, len(s.row))
	}
	return s
}

// Columns returns how many monomials have a column.
func (f *Features) Columns() int { return len(f.last) }

// Column returns the entries of column k, without the center. They alias the features.
func (f *Features) Column(k int) (rows []int32, values []float64) {
	from, to := f.start[k], f.start[k+1]
	return f.row[from:to], f.value[from:to]
}

// Center returns the number that is subtracted from all rows of each column, nil for 0.
func (f *Features) Center() []float64 { return f.center }

// Monomial returns the monomial of column k and the constant of its feature,
// phi_k(x) = constant x^k.
func (f *Features) Monomial(k int) (m kernel.Monomial, constant float64) {
	at, _ := slices.BinarySearchFunc(f.runs, k+1, func(u run, k int) int { return cmp.Compare(u.to, k) })
	u := &f.runs[at]
	if u.degree == 0 {
		return m, u.Rest
	}
	m = append(append(m, u.Prefix...), int(f.last[k]))
	return m, u.Constant(int(f.last[k]))
}

// Find returns the column of a monomial; ok is false where it has none.
func (f *Features) Find(m kernel.Monomial) (column int, ok bool) {
	if len(m) == 0 {
		return 0, len(f.runs) > 0 && f.runs[0].degree == 0
	}
	prefix, last := m[:len(m)-1], int32(m[len(m)-1])
	at, ok := slices.BinarySearchFunc(f.runs, prefix, func(u run, p kernel.Monomial) int {
		if c := cmp.Compare(u.degree, len(m)); c != 0 {
			return c // by degree, then lexicographically
		}
		return slices.Compare(u.Prefix, p)
	})
	if !ok {
		return 0, false
	}
	u := &f.runs[at]
	column, ok = slices.BinarySearch(f.last[u.from:u.to], last)
	return u.from + column, ok
}

// Adjoint stores u = Phi* alpha in dst, for every column: u_k = sum_i alpha_i phi_k(x_i).
func (f *Features) Adjoint(dst, alpha []float64) {
	var sum float64
	if f.center != nil {
		for _, a := range alpha {
			sum += a
		}
	}
	for k := range dst {
		var u float64
		rows, values := f.Column(k)
		for e, i := range rows {
			u += float64(alpha[i] * values[e])
		}
		if f.center != nil {
			u -= float64(f.center[k] * sum)
		}
		dst[k] = u
	}
}

// Apply stores Phi w in dst: dst_i = <w, Phi(x_i)> for the weights w of the columns.
func (f *Features) Apply(dst, w []float64) {
	clear(dst)
	for k, v := range w {
		if v == 0 {
			continue
		}
		rows, values := f.Column(k)
		for e, i := range rows {
			dst[i] += float64(values[e] * v)
		}
	}
	if f.center == nil {
		return
	}
	var shift float64
	for k, c := range f.center {
		shift += float64(c * w[k])
	}
	for i := range dst {
		dst[i] -= shift
	}
}
