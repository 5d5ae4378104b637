package solver

import (
	"context"
	"fmt"
	"slices"
	"syscall/js"

	"lplab/core/gram"
	"lplab/core/tensor"
)

// lost is the error of a kernel worker that is no more. Building returns it;
// contraction, which in core cannot fail, panics with it, and run recovers.
type lost struct{ sentence string }

func (l lost) Error() string { return l.sentence }

// pool is a number of kernel workers (wasm/kernel/worker.js), each with a memory
// of its own. It is of no more use once a call has failed: close it.
type pool struct {
	module  js.Value // kernel.wasm, compiled
	workers []*kernelWorker
	// events carries what the workers say, in order, from JavaScript's callbacks,
	// which must not block, to the one goroutine that waits.
	events chan event
}

type kernelWorker struct {
	worker    js.Value
	callbacks []js.Func // of its messages
	bytes     int64     // that its memory holds
}

// event is a message of a worker, or its end.
type event struct {
	from    *kernelWorker
	message js.Value
	lost    string // why the worker is lost, or ""
}

// newPool compiles the kernel; workers come with grow.
func newPool() (*pool, error) {
	module, err := await(js.Global().Get("WebAssembly").Call("compileStreaming",
		js.Global().Call("fetch", "kernel/kernel.wasm")))
	if err != nil {
		return nil, lost{"The tensor kernel could not be loaded: check the connection and run again."}
	}
	return &pool{module: module, events: make(chan event, 1024)}, nil
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
	fresh := len(p.workers)
	locks := map[*kernelWorker]string{}
	for len(p.workers) < n {
		w, lock := p.spawn()
		p.workers = append(p.workers, w)
		locks[w] = lock
	}
	return p.each(ctx, p.workers[fresh:], "started", func(w *kernelWorker, _ js.Value) {
		p.watch(w, locks[w])
	})
}

// retire ends the workers that hold much more than the next tensor needs:
// WebAssembly memory never shrinks.
func (p *pool) retire(need int64) {
	const small = 256 << 20
	kept := p.workers[:0]
	for _, w := range p.workers {
		if w.bytes > small && w.bytes > 2*need {
			w.end()
		} else {
			kept = append(kept, w)
		}
	}
	p.workers = kept
}

// spawn starts a worker, which will hold the lock it gives the name of.
func (p *pool) spawn() (*kernelWorker, string) {
	w := &kernelWorker{worker: js.Global().Get("Worker").New("kernel/worker.js",
		map[string]any{"type": "module", "name": "lp Lab kernel"})}
	w.on("message", func(e js.Value) { p.say(event{from: w, message: e.Get("data")}) })
	w.on("error", func(e js.Value) {
		e.Call("preventDefault")
		why := "its script did not load"
		if m := e.Get("message"); m.Truthy() {
			why = m.String()
		}
		p.say(event{from: w, lost: why})
	})
	lock := ""
	if locks := js.Global().Get("navigator").Get("locks"); locks.Truthy() {
		lock = "lp Lab kernel " + js.Global().Get("crypto").Call("randomUUID").String()
	}
	w.worker.Call("postMessage", map[string]any{"type": "start", "module": p.module, "lock": lock})
	return w, lock
}

// watch learns of the worker's end, for which the browser has no event, by the
// lock that becomes free then.
func (p *pool) watch(w *kernelWorker, lock string) {
	if lock == "" {
		return
	}
	var free js.Func
	free = js.FuncOf(func(js.Value, []js.Value) any {
		free.Release()
		p.say(event{from: w, lost: "it was ended"})
		return nil
	})
	js.Global().Get("navigator").Get("locks").Call("request", lock, free)
}

// say never blocks. The channel is as good as empty whenever nobody listens; a
// message of progress may be dropped, another may not.
func (p *pool) say(e event) {
	select {
	case p.events <- e:
	default:
		if e.lost != "" || e.message.Get("type").String() != "progress" {
			panic("solver: too many messages of kernel workers")
		}
	}
}

func (w *kernelWorker) on(name string, f func(js.Value)) {
	callback := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	w.callbacks = append(w.callbacks, callback)
	w.worker.Set("on"+name, callback)
}

// end ends a worker and frees its memory.
func (w *kernelWorker) end() {
	w.worker.Set("onmessage", js.Null())
	w.worker.Set("onerror", js.Null())
	w.worker.Call("terminate")
	for _, c := range w.callbacks {
		c.Release()
	}
}

func (p *pool) close() {
	for _, w := range p.workers {
		w.end()
	}
	p.workers = nil
}

// each waits until each of the workers has sent a message of the wanted type,
// which take sees, as it sees messages of progress on the way.
func (p *pool) each(ctx context.Context, workers []*kernelWorker, wanted string, take func(*kernelWorker, js.Value)) error {
	for left := len(workers); left > 0; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-p.events:
			if !p.has(e.from) {
				continue // a last word
			}
			if e.lost != "" {
				return lost{fmt.Sprintf("A worker that held a part of the tensor is lost (%s). "+
					"Run again; if it happens again, use fewer training rows (model.subsample).", e.lost)}
			}
			switch kind := e.message.Get("type").String(); kind {
			case wanted:
				left--
				take(e.from, e.message)
			case "progress":
				take(e.from, e.message)
			case "memory":
				return lost{"The browser has no memory for the tensor: use fewer training rows (model.subsample)."}
			default:
				return lost{fmt.Sprintf("The tensor kernel failed (%s); this is a bug in lp Lab.", e.message.Get("message").String())}
			}
		}
	}
	return nil
}

// sound tells, between runs, whether all workers are still there.
func (p *pool) sound() bool {
	for {
		select {
		case e := <-p.events:
			if e.lost != "" && p.has(e.from) {
				return false
			}
		default:
			return true
		}
	}
}

func (p *pool) has(w *kernelWorker) bool {
	return slices.Contains(p.workers, w)
}

// build has the workers make room for their shards of a tensor, and build those
// that are to be held.
func (p *pool) build(ctx context.Context, x tensor.Points, kernel map[string]any, d *gram.Deal, progress func(float64)) error {
	for w, worker := range p.workers {
		var own []any
		for _, s := range d.Own[w] {
			shard := d.Shards[s]
			own = append(own, map[string]any{"from": shard.From, "to": shard.To, "points": shard.Points, "held": shard.To <= d.Held})
		}
		points := float64Array(x.X[:x.N*x.D])
		worker.worker.Call("postMessage", map[string]any{
			"type": "build", "x": points, "n": x.N, "d": x.D, "kernel": kernel, "shards": own,
		}, []any{points.Get("buffer")})
	}
	var done float64
	return p.each(ctx, p.workers, "built", func(w *kernelWorker, m js.Value) {
		if entries := m.Get("entries"); entries.IsUndefined() {
			w.bytes = int64(m.Get("bytes").Float())
		} else {
			done += entries.Float()
			progress(done / float64(d.Held))
		}
	})
}

// contract has the workers contract their shards, and take gets the sums of each
// worker. progress, where not nil, hears how many entries were computed anew.
func (p *pool) contract(alpha []float64, hessian bool, progress func(entries float64), take func(worker int, sums js.Value)) error {
	values := float64Array(alpha)
	for _, w := range p.workers {
		w.worker.Call("postMessage", map[string]any{"type": "contract", "alpha": values, "hessian": hessian})
	}
	return p.each(context.Background(), p.workers, "contracted", func(w *kernelWorker, m js.Value) {
		if entries := m.Get("entries"); !entries.IsUndefined() {
			progress(entries.Float())
			return
		}
		take(slices.Index(p.workers, w), m.Get("sums"))
	})
}

// await waits for a promise. It must not be called in a callback.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	resolved := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- outcome{value: args[0]}
		return nil
	})
	rejected := js.FuncOf(func(_ js.Value, args []js.Value) any {
		settled <- outcome{err: js.Error{Value: args[0]}}
		return nil
	})
	defer resolved.Release()
	defer rejected.Release()
	promise.Call("then", resolved, rejected)
	o := <-settled
	return o.value, o.err
}
