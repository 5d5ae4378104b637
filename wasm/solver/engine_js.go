package solver

import (
	"context"
	"fmt"
	"math"
	"slices"
	"syscall/js"
	"unsafe"

	"gonum.org/v1/gonum/floats"

	"lplab/core/lists"
	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
	"lplab/core/spaces/weights"
)

// Limits and measured rates of the kernel workers.
const (
	order         = 4          // of the tensors of kernel.ts
	mostPoints    = 1024       // of these tensors
	mostWorkers   = 8          // if their memory suffices
	mostNeeded    = 16         // for a tensor that needs the memory of more
	workerBytes   = 4000 << 20 // what one worker's memory holds of a tensor
	ownFlops      = 10e9       // of Gram triangles in the solver itself, a second
	workerFlops   = 16e9       // a second and worker
	workerEntry   = 6e-9       // seconds that an entry costs a worker besides its products
	workerExp     = 6e-9       // seconds of a worker for an exponential
	workerStep    = 0.6e-9     // seconds of a worker for a step of a series
	workerRead    = 11e9       // bytes of the tensor in a contraction, a second and worker
	sharedRead    = 20e9       // bytes a second of all workers together
	worthSeconds  = 0.05       // of portable work: for less, workers are not started
	unknownDevice = 4 << 30    // bytes of memory assumed where the browser reports none
	worthPasses   = 15         // assumed in an estimate of the portable work
)

// engine computes tensors of order 4 and passes over monomials in kernel workers, if this is faster than
// gram.Portable, which does the rest. A tensor stays in the workers for the next run.
type engine struct {
	workerCount int   // workers; 0: the number of processors
	budget      int64 // bytes; 0: by the device's memory

	portable   gram.Portable
	pool       *pool
	key        gram.TensorKey        // the tensor in the pool
	assignment *gram.ShardAssignment // of its shards; nil without a tensor
	monomials  *gram.Monomials       // in the pool
}

var _ gram.Engine = (*engine)(nil)

func (e *engine) Rates(r gram.Request) gram.Rates {
	rates := e.ownRates(r)
	if _, ok := describe(r.Kernel); !ok || r.Q != order || !e.worth(r, rates) {
		return rates
	}
	workers := float64(e.workers())
	rates.Flops = workerFlops * workers
	rates.Entry = workerEntry / workers
	exponentials, steps := kernel.Work(r.Kernel)
	rates.Entry += (workerExp*float64(exponentials) + workerStep*float64(steps)) / workers
	rates.Read = min(workerRead*workers, sharedRead)
	if e.budget == 0 {
		memory := int64(unknownDevice)
		if g := js.Global().Get("navigator").Get("deviceMemory"); g.Truthy() {
			memory = int64(g.Float() * (1 << 30))
		}
		rates.Room = memory / 2
	}
	return rates
}

// ownRates are the rates without kernel workers.
func (e *engine) ownRates(r gram.Request) gram.Rates {
	rates := e.portable.Rates(r)
	if isVectorised() {
		rates.Flops, rates.Products = ownFlops, ownFlops
	}
	return rates
}

// worth reports whether the workers, which need SIMD, compute a tensor faster than the solver with its
// own rates. It does not depend on their number, because the digits must not.
func (e *engine) worth(r gram.Request, rates gram.Rates) bool {
	if r.N > mostPoints || !isVectorised() {
		return false
	}
	seconds := float64(tensor.Count(r.N, order)) *
		(2*float64(r.D)/rates.Flops + rates.Entry + worthPasses*8/rates.Read)
	return e.workerCount > 0 || seconds > worthSeconds
}

// workers is the number of kernel workers, unless the tensor needs the memory of more.
func (e *engine) workers() int {
	if e.workerCount > 0 {
		return e.workerCount
	}
	cores := 1
	if c := js.Global().Get("navigator").Get("hardwareConcurrency"); c.Truthy() {
		cores = c.Int()
	}
	return min(max(cores, 1), mostWorkers)
}

func (e *engine) Tensor(ctx context.Context, k kernel.Kernel, x dense.Points, q int, room int64, rounded bool, progress func(float64)) (gram.Form, error) {
	description, ok := describe(k)
	request := gram.Request{Kernel: k, N: x.N, D: x.D, Q: float64(q)}
	if !ok || q != order || !e.worth(request, e.ownRates(request)) {
		return e.portable.Tensor(ctx, k, x, q, room, rounded, progress)
	}
	e.dropUnsound()
	held := tensor.Holds(x.N, q, room)
	if !e.has(k, x, held, rounded) {
		if err := e.build(ctx, k, description, x, held, rounded, progress); err != nil {
			return nil, err
		}
	}
	return newPoolForm(e, x.N, progress), nil
}

// has reports whether the workers have the tensor, or one that it is a prefix of.
func (e *engine) has(k kernel.Kernel, x dense.Points, held int64, rounded bool) bool {
	entries := tensor.Count(x.N, order)
	return e.assignment != nil && len(e.pool.workers) >= e.workers() &&
		e.key.Covers(k, x, order) && min(e.assignment.Held, entries) == held && (held == entries || e.assignment.Rounded == rounded)
}

func (e *engine) build(ctx context.Context, k kernel.Kernel, description map[string]any, x dense.Points, held int64, rounded bool, progress func(float64)) (err error) {
	if err := gram.Check(k, x, order); err != nil {
		return err
	}
	assignment, ok := gram.AssignShards(x.N, order, held, rounded, e.workers(), mostNeeded, workerBytes)
	if !ok {
		return fmt.Errorf("the packed tensor takes %d GB, and the workers of a browser hold %d GB of it at most; use fewer training rows (model.subsample)",
			assignment.Bytes()/1e9, int64(mostNeeded)*workerBytes/1e9)
	}
	e.assignment, e.monomials = nil, nil
	defer func() {
		if err != nil {
			e.release()
		}
	}()
	if err := e.openPool(); err != nil {
		return err
	}
	e.pool.retire(assignment.Bytes() / int64(len(assignment.Own)))
	if err := e.pool.grow(ctx, len(assignment.Own)); err != nil {
		return err
	}
	if err := e.pool.build(ctx, x, description, assignment, progress); err != nil {
		return err
	}
	e.key, e.assignment = gram.TensorKey{Kernel: k, X: x, Q: order}, assignment
	return nil
}

// evaluate is weights.Evaluate, in kernel workers if they have the kernel and are faster.
func (e *engine) evaluate(ctx context.Context, dst [][]float64, m weights.Model, alphas [][]float64, x dense.Points) error {
	description, ok := describe(m.Kernel)
	support, values := tensor.Support(m.X, alphas)
	if ok = ok && m.Q == order && isVectorised() && support.N > 0; ok {
		rates := e.portable.Rates(gram.Request{Kernel: m.Kernel})
		seconds := float64(tensor.Count(support.N, order-1)) * float64(x.N) * (2*float64(x.D)/ownFlops + rates.Entry)
		ok = e.workerCount > 0 || seconds > worthSeconds
	}
	if !ok {
		return weights.Evaluate(ctx, dst, m, alphas, x)
	}
	err := e.ready(ctx)
	if err == nil {
		err = e.pool.evaluate(ctx, dst, description, support, values, x)
	}
	if err != nil {
		e.release()
	}
	return err
}

// openPool makes the pool unless there is one.
func (e *engine) openPool() (err error) {
	if e.pool == nil {
		e.pool, err = newPool()
	}
	return err
}

// ready starts workers unless there are some, all of them sound.
func (e *engine) ready(ctx context.Context) error {
	e.dropUnsound()
	if err := e.openPool(); err != nil || len(e.pool.workers) > 0 {
		return err
	}
	return e.pool.grow(ctx, e.workers())
}

// dropUnsound ends the workers where one of them is lost.
func (e *engine) dropUnsound() {
	if e.pool != nil && !e.pool.isSound() {
		e.release()
	}
}

// release ends the workers.
func (e *engine) release() {
	if e.pool != nil {
		e.pool.close()
	}
	e.pool, e.assignment, e.monomials = nil, nil, nil
}

// describe returns a kernel as kernel.ts reads it; ok is false for others.
func describe(k kernel.Kernel) (description map[string]any, ok bool) {
	switch k := k.(type) {
	case kernel.Polynomial:
		if k == kernel.Linear {
			return map[string]any{"kind": "linear"}, true
		}
		return map[string]any{"kind": "power", "degree": k.Degree}, true
	case kernel.Exponential:
		return map[string]any{"kind": "exponential"}, true
	case kernel.Series:
		return map[string]any{"kind": "series", "program": float64Array(program(k))}, true
	}
	return nil, false
}

// program is a series as kernel.ts reads it.
func program(k kernel.Series) []float64 {
	p := []float64{float64(len(k.Terms()))}
	for _, t := range k.Terms() {
		p = append(p, float64(len(t.P)))
		for _, c := range slices.Backward(t.P) {
			p = append(p, c)
		}
		p = append(p, t.Exponent, float64(len(t.Poles)))
		p = append(p, t.Poles...)
	}
	return p
}

// poolForm is the form on the tensor in the workers, or on a prefix of it.
type poolForm struct {
	engine *engine
	pool   *pool
	n      int
	shards []tensor.Shard
	sums   [][]float64 // by worker, for each alpha: the shares of its shards, one after another
	parts  []*tensor.PartialSum

	progress func(float64) // called with the fraction of a pass that computes entries anew
	computed int64         // entries, in every pass
}

var _ gram.Batch = (*poolForm)(nil)

func newPoolForm(e *engine, n int, progress func(float64)) *poolForm {
	f := &poolForm{engine: e, pool: e.pool, n: n, shards: tensor.Shards(n, order), sums: make([][]float64, len(e.assignment.Own)),
		progress: progress, computed: tensor.Count(n, order) - e.assignment.Held}
	for range f.shards {
		f.parts = append(f.parts, &tensor.PartialSum{})
	}
	return f
}

// share is the length of a shard's share: of omega, and of the triangle H.
func share(points int, hessian bool) int {
	if hessian {
		return points + points*(points+1)/2
	}
	return points
}

func (f *poolForm) Points() int { return f.n }

func (f *poolForm) Q() float64 { return order }

func (f *poolForm) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	return f.All(ctx, []tensor.Evaluation{{Omega: dst, M: m, Alpha: alpha}})
}

func (f *poolForm) All(ctx context.Context, sides []tensor.Evaluation) error {
	return f.all(ctx, sides, "")
}

func (f *poolForm) HasRounded() bool { return f.engine.assignment.Rounded && f.computed > 0 }

func (f *poolForm) Rounded(ctx context.Context, sides []tensor.Evaluation) error {
	return f.all(ctx, sides, "rounded")
}

// all contracts in as few passes as possible; entries is as for the pool.
func (f *poolForm) all(ctx context.Context, sides []tensor.Evaluation, entries string) error {
	most := tensor.MostSides(f.shards)
	for _, hessian := range []bool{true, false} {
		var alike []tensor.Evaluation
		for _, s := range sides {
			if (s.M != nil) == hessian {
				alike = append(alike, s)
			}
		}
		for group := range slices.Chunk(alike, most) {
			if err := f.contract(ctx, group, hessian, entries); err != nil {
				return err
			}
		}
	}
	return nil
}

// Accurate implements gram.Form, as Tensor of core does.
func (f *poolForm) Accurate(ctx context.Context, _, errors, alpha []float64) error {
	absolute := lists.Map(alpha, math.Abs)
	err := f.contract(ctx, []tensor.Evaluation{{Omega: errors, Alpha: absolute}}, false, "absolute")
	floats.Scale(gram.Digits, errors)
	return err
}

// contract contracts with all alphas in one pass; hessian: for omega and M; entries is as for the pool.
func (f *poolForm) contract(ctx context.Context, sides []tensor.Evaluation, hessian bool, entries string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var alphas []float64
	for _, s := range sides {
		alphas = append(alphas, s.Alpha...)
	}
	var done float64
	err := f.pool.contract(alphas, len(sides), hessian, entries, func(more float64) {
		done += more
		f.progress(done / float64(f.computed))
	}, func(w int, sums js.Value) {
		if length := sums.Length(); length > len(f.sums[w]) {
			f.sums[w] = make([]float64, length)
		}
		copyFloat64s(f.sums[w], sums)
	})
	if err != nil {
		f.engine.release()
		return err
	}
	left := slices.Clone(f.sums)
	for _, side := range sides {
		for w, shards := range f.engine.assignment.Own {
			for _, s := range shards {
				if s >= len(f.shards) { // beyond the prefix
					continue
				}
				points := f.shards[s].Points
				length := share(points, hessian)
				f.parts[s].Omega, f.parts[s].Half = left[w][:points], left[w][points:length]
				left[w] = left[w][length:]
			}
		}
		tensor.Reduce(side.Omega, side.M, order, f.parts)
	}
	return nil
}

// copyFloat64s copies a Float64Array to the beginning of dst.
func copyFloat64s(dst []float64, array js.Value) {
	if len(dst) == 0 {
		return
	}
	bytes := js.Global().Get("Uint8Array").New(array.Get("buffer"))
	js.CopyBytesToGo(unsafe.Slice((*byte)(unsafe.Pointer(&dst[0])), 8*len(dst)), bytes)
}
