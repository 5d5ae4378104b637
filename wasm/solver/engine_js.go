package main

import (
	"context"
	"fmt"
	"slices"
	"syscall/js"
	"unsafe"

	"lplab/core/gram"
	"lplab/core/kernel"
	"lplab/core/tensor"
)

// Limits and measured rates of the kernel workers.
const (
	mostPoints    = 1024       // kernel.ts takes no more
	mostWorkers   = 8          // unless the tensor needs more memory
	workerBytes   = 4000 << 20 // what one worker's memory holds of a tensor
	workerFlops   = 14e9       // a second and worker
	entryFlops    = 100        // what it costs besides to store an entry in fresh memory, in flops
	expFlops      = 100        // the exponential of an entry
	workerRead    = 8e9        // bytes of the tensor in a contraction, a second and worker
	sharedRead    = 16e9       // the same of all workers together
	worthSeconds  = 0.05       // of portable work: less does not pay for starting workers
	unknownDevice = 4 << 30    // bytes of a device that does not tell
	plannedPasses = 15         // as in the cost model
	order         = 4          // the one that the kernel knows
)

// engine does tensor work of order 4 in kernel workers, and leaves to
// gram.Portable what they cannot do or what is not worth it. What it built stays
// in the workers, and the next run of the same points and kernel finds it there.
type engine struct {
	wanted int   // workers; 0: as the device has processors
	budget int64 // bytes; 0: by the device's memory

	pool  *pool
	built *built
}

// built is the tensor that the pool holds.
type built struct {
	kernel kernel.Kernel
	x      tensor.Points
	shards []tensor.Shard
}

var _ gram.Engine = (*engine)(nil)

// Rates implements gram.Engine.
func (e *engine) Rates(r gram.Request) gram.Rates {
	portable := gram.Portable{}.Rates(r)
	if _, ok := describe(r.Kernel); !ok || r.Q != order || !e.worth(r.N, r.D, portable) {
		return portable
	}
	workers := float64(e.workers())
	products := 2 * float64(r.D)
	entry := products + entryFlops
	if _, ok := r.Kernel.(kernel.Exponential); ok {
		entry += expFlops
	}
	rates := gram.Rates{BuildFlops: workerFlops * workers * products / entry, ContractionBytes: min(workerRead*workers, sharedRead)}
	if e.budget == 0 {
		rates.Room = deviceMemory() / 2
	}
	return rates
}

// worth tells whether the tensor of n points is for the workers. It does not
// depend on their number, as the digits must not.
func (e *engine) worth(n, d int, portable gram.Rates) bool {
	if n > mostPoints || js.Global().Get("Worker").IsUndefined() { // some browsers' workers start no others
		return false
	}
	seconds := float64(tensor.Count(n, order)) *
		(2*float64(d)/portable.BuildFlops + plannedPasses*8/portable.ContractionBytes)
	return e.wanted > 0 || seconds > worthSeconds
}

// workers is the number of kernel workers, if memory does not ask for more.
func (e *engine) workers() int {
	if e.wanted > 0 {
		return e.wanted
	}
	cores := 1
	if c := js.Global().Get("navigator").Get("hardwareConcurrency"); c.Truthy() {
		cores = c.Int()
	}
	return min(max(cores, 1), mostWorkers)
}

func deviceMemory() int64 {
	if g := js.Global().Get("navigator").Get("deviceMemory"); g.Truthy() {
		return int64(g.Float() * (1 << 30))
	}
	return unknownDevice
}

// Tensor implements gram.Engine.
func (e *engine) Tensor(ctx context.Context, k kernel.Kernel, x tensor.Points, q int, progress func(float64)) (gram.Form, error) {
	description, ok := describe(k)
	request := gram.Request{Kernel: k, N: x.N, D: x.D, Q: float64(q)}
	if !ok || q != order || !e.worth(x.N, x.D, gram.Portable{}.Rates(request)) {
		return gram.Portable{}.Tensor(ctx, k, x, q, progress)
	}
	shards := tensor.Shards(x.N, q)
	workers, err := spread(shards, e.workers())
	if err != nil {
		return nil, err
	}
	if e.pool != nil && !e.pool.sound() {
		e.release()
	}
	if !e.holds(k, x, workers) {
		if err := e.build(ctx, k, description, x, shards, workers, progress); err != nil {
			return nil, err
		}
	}
	return newPoolForm(e, x.N, shards), nil
}

func (e *engine) holds(k kernel.Kernel, x tensor.Points, workers int) bool {
	b := e.built
	return b != nil && len(e.pool.workers) == workers && b.kernel == k &&
		b.x.N == x.N && b.x.D == x.D && slices.Equal(b.x.X, x.X)
}

func (e *engine) build(ctx context.Context, k kernel.Kernel, description map[string]any, x tensor.Points, shards []tensor.Shard, workers int, progress func(float64)) (err error) {
	e.built = nil
	defer func() {
		if err != nil {
			e.release()
		}
	}()
	if e.pool == nil {
		if e.pool, err = newPool(); err != nil {
			return err
		}
	}
	e.pool.retire(8 * shards[len(shards)-1].To / int64(workers))
	if err := e.pool.grow(ctx, workers); err != nil {
		return err
	}
	bad, err := e.pool.build(ctx, x, description, shards, progress)
	if err != nil {
		return err
	}
	if bad >= 0 {
		over := &tensor.Overflow{Order: order}
		tensor.Unrank(over.Points[:order], bad)
		return over
	}
	e.built = &built{k, x, shards}
	return nil
}

// release ends the workers.
func (e *engine) release() {
	if e.pool != nil {
		e.pool.close()
	}
	e.pool, e.built = nil, nil
}

// spread is the number of workers that hold the shards: the wanted number, or as
// many as their memories need, but no more than there are shards.
func spread(shards []tensor.Shard, wanted int) (int, error) {
	var largest int64
	for _, s := range shards {
		largest = max(largest, 8*(s.To-s.From))
	}
	each := workerBytes / largest
	if each == 0 {
		return 0, fmt.Errorf("the packed tensor takes %d GB, and workers of a browser hold %d GB of it at most; use fewer training rows (model.subsample)",
			8*shards[len(shards)-1].To/1e9, int64(len(shards))*workerBytes/1e9)
	}
	needed := (int64(len(shards)) + each - 1) / each
	return min(max(wanted, int(needed)), len(shards)), nil
}

// describe names a kernel as kernel.ts knows it.
func describe(k kernel.Kernel) (description map[string]any, ok bool) {
	switch k := k.(type) {
	case kernel.Linear:
		return map[string]any{"kind": "linear"}, true
	case kernel.Polynomial:
		return map[string]any{"kind": "power", "degree": k.Degree}, true
	case kernel.Exponential:
		return map[string]any{"kind": "exponential"}, true
	}
	return nil, false
}

// poolForm is the form on the tensor in the workers.
type poolForm struct {
	engine *engine
	pool   *pool
	n      int
	shards int
	sums   [][]float64 // by worker: omega and half of each of its shards
	parts  []*tensor.Partial
}

var _ gram.Form = (*poolForm)(nil)

func newPoolForm(e *engine, n int, shards []tensor.Shard) *poolForm {
	f := &poolForm{engine: e, pool: e.pool, n: n, shards: len(shards), sums: make([][]float64, len(e.pool.workers))}
	for s := range shards {
		f.parts = append(f.parts, &tensor.Partial{})
		w := s % len(f.sums)
		f.sums[w] = append(f.sums[w], make([]float64, f.partial(true))...)
	}
	return f
}

// partial is the length of one shard's sums.
func (f *poolForm) partial(hessian bool) int {
	if hessian {
		return f.n + f.n*(f.n+1)/2
	}
	return f.n
}

// Points implements gram.Form.
func (f *poolForm) Points() int { return f.n }

// Q implements gram.Form.
func (f *poolForm) Q() float64 { return order }

// Omega implements gram.Form.
func (f *poolForm) Omega(dst, alpha []float64) { f.contract(dst, nil, alpha) }

// OmegaM implements gram.Form.
func (f *poolForm) OmegaM(dst, m, alpha []float64) { f.contract(dst, m, alpha) }

func (f *poolForm) contract(dst, m, alpha []float64) {
	hessian := m != nil
	err := f.pool.contract(alpha, hessian, func(w int, sums js.Value) {
		copyFloat64s(f.sums[w], sums)
	})
	if err != nil {
		f.engine.release()
		panic(err)
	}
	length := f.partial(hessian)
	for s, p := range f.parts {
		w := s % len(f.sums)
		sums := f.sums[w][s/len(f.sums)*length:][:length]
		p.Omega, p.Half = sums[:f.n], sums[f.n:]
	}
	tensor.Reduce(dst, m, order, f.parts)
}

// copyFloat64s copies a Float64Array to dst, which is as long or longer.
func copyFloat64s(dst []float64, array js.Value) {
	bytes := js.Global().Get("Uint8Array").New(array.Get("buffer"))
	js.CopyBytesToGo(unsafe.Slice((*byte)(unsafe.Pointer(&dst[0])), 8*len(dst)), bytes)
}
