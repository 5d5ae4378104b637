package solver

import (
	"context"
	"fmt"
	"slices"
	"syscall/js"

	"lplab/core/numeric/dense"
	"lplab/core/spaces/gram"
)

// lostError is the error of kernel workers that failed: a message to the user.
type lostError string

func (l lostError) Error() string { return string(l) }

// pool is a number of kernel workers (wasm/kernel/worker.js), each with a memory of its own. The page
// starts and ends them. After a call has failed, the pool can only be closed.
type pool struct {
	module  js.Value // kernel.wasm, compiled
	workers []*kernelWorker
	// events carries the messages of the workers, and of the page about them, in order from
	// callbacks, which must not block, to the one goroutine that waits.
	events   chan event
	callback js.Func // of the page's messages
}

type kernelWorker struct {
	number   int      // by which the page refers to it
	port     js.Value // for its requests; undefined until it has started
	callback js.Func  // of its messages
	bytes    int64    // that its memory holds
}

var lastKernel int // the number of the newest kernel worker

// event is a message of a worker or about it.
type event struct {
	from    int // the worker's number
	message js.Value
}

// newPool compiles the kernel; workers come with grow.
func newPool() (*pool, error) {
	module, err := await(js.Global().Get("WebAssembly").Call("compileStreaming",
		js.Global().Call("fetch", "kernel/kernel.wasm")))
	if err != nil {
		return nil, lostError("The tensor kernel could not be loaded: check the connection and run again.")
	}
	p := &pool{module: module, events: make(chan event, 1024)}
	p.callback = js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.queue(event{from: args[0].Get("kernel").Int(), message: args[0]})
		return nil
	})
	js.Global().Set("lplabKernel", p.callback)
	return p, nil
}

// grow starts and ends workers until there are n.
func (p *pool) grow(ctx context.Context, n int) error {
	for len(p.workers) > n {
		last := len(p.workers) - 1
		p.workers[last].end()
		p.workers = p.workers[:last]
	}
	if len(p.workers) == n {
		return nil
	}
	first := len(p.workers)
	for len(p.workers) < n {
		lastKernel++
		w := &kernelWorker{number: lastKernel}
		p.workers = append(p.workers, w)
		post(map[string]any{"type": "start kernel", "kernel": w.number, "module": p.module})
	}
	return p.each(ctx, p.workers[first:], "kernel started", func(w *kernelWorker, m js.Value) {
		w.callback = js.FuncOf(func(_ js.Value, args []js.Value) any {
			p.queue(event{from: w.number, message: args[0].Get("data")})
			return nil
		})
		w.port = m.Get("port")
		w.port.Set("onmessage", w.callback)
	})
}

// retire ends the workers that hold much more than the next tensor needs:
// WebAssembly memory never shrinks.
func (p *pool) retire(need int64) {
	const small = 256 << 20
	workers := p.workers[:0]
	for _, w := range p.workers {
		if w.bytes > small && w.bytes > 2*need {
			w.end()
		} else {
			workers = append(workers, w)
		}
	}
	p.workers = workers
}

// queue adds a message without blocking. If the channel is full, it drops a message of progress;
// another panics.
func (p *pool) queue(e event) {
	select {
	case p.events <- e:
	default:
		if e.message.Get("type").String() != "progress" {
			panic("solver: too many messages of kernel workers")
		}
	}
}

// end ends a worker and frees its memory.
func (w *kernelWorker) end() {
	post(map[string]any{"type": "end kernel", "kernel": w.number})
	if w.port.Truthy() {
		w.port.Set("onmessage", js.Null()) // Firefox still delivers what has arrived before close
		w.port.Call("close")
		w.callback.Release()
	}
}

func (p *pool) close() {
	for _, w := range p.workers {
		w.end()
	}
	p.workers = nil
	js.Global().Delete("lplabKernel")
	p.callback.Release()
}

// each waits until each of the workers has sent a message of the wanted type. It calls take with these
// messages and with those of progress.
func (p *pool) each(ctx context.Context, workers []*kernelWorker, reply string, take func(*kernelWorker, js.Value)) error {
	for left := len(workers); left > 0; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-p.events:
			w := p.worker(e.from)
			if w == nil {
				continue // the last message of a worker that was ended
			}
			switch kind := e.message.Get("type").String(); kind {
			case reply:
				left--
				take(w, e.message)
			case "progress":
				take(w, e.message)
			case "memory":
				return lostError("The browser has no more memory for this run: use fewer training rows (model.subsample).")
			case "kernel lost":
				why := e.message.Get("message").String()
				if !w.port.Truthy() {
					return lostError(fmt.Sprintf("A worker for the tensor could not be started (%s). "+
						"Check the connection and run again; if it happens again, reload the page.", why))
				}
				return lostError(fmt.Sprintf("A worker that did a part of the run is lost (%s). "+
					"Run again; if it happens again, use fewer training rows (model.subsample).", why))
			case "failed":
				return lostError(fmt.Sprintf("The tensor kernel failed (%s); this is a bug in lp Lab.", e.message.Get("message").String()))
			default:
				panic(fmt.Sprintf("solver: unknown message %q of a kernel worker", kind))
			}
		}
	}
	return nil
}

// isSound reports, between runs, whether all workers are still there.
func (p *pool) isSound() bool {
	for {
		select {
		case e := <-p.events:
			if e.message.Get("type").String() == "kernel lost" && p.worker(e.from) != nil {
				return false
			}
		default:
			return true
		}
	}
}

// worker returns the worker of that number, or nil.
func (p *pool) worker(number int) *kernelWorker {
	i := slices.IndexFunc(p.workers, func(w *kernelWorker) bool { return w.number == number })
	if i < 0 {
		return nil
	}
	return p.workers[i]
}

// build lets the workers allocate their shards of a tensor, and compute those that are to be held.
func (p *pool) build(ctx context.Context, x dense.Points, kernel map[string]any, d *gram.ShardAssignment, progress func(float64)) error {
	for w, worker := range p.workers {
		var shards []any
		for _, s := range d.Own[w] {
			shard := d.Shards[s]
			shards = append(shards, map[string]any{"from": shard.From, "to": shard.To, "points": shard.Points, "held": shard.To <= d.Held, "rounded": d.Rounded && shard.To > d.Held})
		}
		points := float64Array(x.X[:x.N*x.D])
		worker.port.Call("postMessage", map[string]any{
			"type": "build", "x": points, "n": x.N, "d": x.D, "kernel": kernel, "shards": shards,
		}, []any{points.Get("buffer")})
	}
	var done float64
	return p.each(ctx, p.workers, "built", func(w *kernelWorker, m js.Value) {
		if entries := m.Get("entries"); entries.IsUndefined() {
			w.bytes = int64(m.Get("bytes").Float())
		} else {
			done += entries.Float()
			progress(done / float64(d.Stored()))
		}
	})
}

// contract contracts the shards of all workers with each of the vectors in alphas, of which there are
// sides: the entries themselves (""), their absolute values ("absolute") or the rounded entries ("rounded").
// It calls take with the sums of each worker, and progress with the number of entries computed again.
func (p *pool) contract(alphas []float64, sides int, hessian bool, entries string, progress func(entries float64), take func(worker int, sums js.Value)) error {
	values := float64Array(alphas)
	for _, w := range p.workers {
		w.port.Call("postMessage", map[string]any{"type": "contract", "alpha": values, "hessian": hessian, "sides": sides, "entries": entries})
	}
	return p.each(context.Background(), p.workers, "contracted", func(w *kernelWorker, m js.Value) {
		if entries := m.Get("entries"); !entries.IsUndefined() {
			progress(entries.Float())
			return
		}
		take(slices.Index(p.workers, w), m.Get("sums"))
	})
}

// evaluate lets the workers evaluate functions, of which dst and alphas have one slice each, over the
// points x at a share of the points of rows.
func (p *pool) evaluate(ctx context.Context, dst [][]float64, kernel map[string]any, x dense.Points, alphas [][]float64, rows dense.Points) error {
	from := make([]int, len(p.workers)+1) // by worker: its first row
	for w, worker := range p.workers {
		from[w+1] = rows.N * (w + 1) / len(p.workers)
		worker.port.Call("postMessage", map[string]any{
			"type": "evaluate", "x": float64Array(x.X), "n": x.N, "d": x.D, "kernel": kernel,
			"alphas": float64Array(slices.Concat(alphas...)), "rows": float64Array(rows.X[from[w]*rows.D : from[w+1]*rows.D]),
		})
	}
	return p.each(ctx, p.workers, "evaluated", func(worker *kernelWorker, m js.Value) {
		w := slices.Index(p.workers, worker)
		count := from[w+1] - from[w]
		values := make([]float64, len(dst)*count)
		copyFloat64s(values, m.Get("values"))
		for f := range dst {
			copy(dst[f][from[w]:], values[f*count:(f+1)*count])
		}
	})
}

// await waits for a promise. It must not be called in a callback.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	outcomes := make(chan outcome, 1)
	onResolve := js.FuncOf(func(_ js.Value, args []js.Value) any {
		outcomes <- outcome{value: args[0]}
		return nil
	})
	onReject := js.FuncOf(func(_ js.Value, args []js.Value) any {
		outcomes <- outcome{err: js.Error{Value: args[0]}}
		return nil
	})
	defer onResolve.Release()
	defer onReject.Release()
	promise.Call("then", onResolve, onReject)
	o := <-outcomes
	return o.value, o.err
}
