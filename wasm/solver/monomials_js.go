package solver

import (
	"context"
	"slices"
	"syscall/js"

	"lplab/core/spaces/gram"
)

func (e *engine) Passes(m *gram.Monomials) gram.Passes {
	const worthPass = 0.2e-3 // seconds of a pass in the solver itself from which workers are faster: they take many
	seconds := 2 * float64(m.X.N) * float64(m.Count) / ownFlops
	if !isVectorised() || e.workerCount == 0 && seconds < worthPass {
		return e.portable.Passes(m)
	}
	return &poolPasses{engine: e, m: m}
}

// poolPasses is the passes in kernel workers, each of which has some of the shares.
type poolPasses struct {
	engine *engine
	m      *gram.Monomials
}

func (p *poolPasses) Apply(ctx context.Context, dst, w []float64, squared bool) error {
	kind := "apply"
	if squared {
		kind = "squares"
	}
	values := float64Array(w)
	return p.pass(ctx, kind, func(_, _ int) js.Value { return values }, func(first, end int, sums js.Value) {
		copyFloat64s(dst[p.m.Shares[first]:p.m.Shares[end]], sums)
	})
}

func (p *poolPasses) Adjoint(ctx context.Context, dst, alpha []float64) error {
	parts := make([][]float64, len(p.m.Shares)-1)
	err := p.pass(ctx, "adjoint", func(first, end int) js.Value {
		return float64Array(alpha[p.m.Shares[first]:p.m.Shares[end]])
	}, func(first, end int, sums js.Value) {
		all := make([]float64, (end-first)*p.m.Count)
		copyFloat64s(all, sums)
		for s := first; s < end; s++ {
			parts[s], all = all[:p.m.Count], all[p.m.Count:]
		}
	})
	if err == nil {
		gram.AddShares(dst, parts)
	}
	return err
}

// pass sends every worker the values for its shares, and calls take with its sums.
func (p *poolPasses) pass(ctx context.Context, kind string, values func(first, end int) js.Value, take func(first, end int, sums js.Value)) (err error) {
	e := p.engine
	defer func() {
		if err != nil {
			e.release()
		}
	}()
	if err := p.load(ctx); err != nil {
		return err
	}
	for w, worker := range e.pool.workers {
		worker.port.Call("postMessage", map[string]any{"type": "pass", "sums": kind, "values": values(p.shares(w))})
	}
	return e.pool.each(ctx, e.pool.workers, "passed", func(worker *kernelWorker, m js.Value) {
		first, end := p.shares(slices.Index(e.pool.workers, worker))
		take(first, end, m.Get("sums"))
	})
}

// load sends the workers their points, unless they have them.
func (p *poolPasses) load(ctx context.Context) error {
	e := p.engine
	if err := e.ready(ctx); err != nil || e.monomials == p.m {
		return err
	}
	d, shares := p.m.X.D, p.m.Shares
	for w, worker := range e.pool.workers {
		first, end := p.shares(w)
		points := []any{}
		for s := first; s < end; s++ {
			points = append(points, shares[s+1]-shares[s])
		}
		worker.port.Call("postMessage", map[string]any{
			"type": "monomials", "x": float64Array(p.m.X.X[shares[first]*d : shares[end]*d]), "d": d, "shares": points,
			"columns": int32Array(p.m.Columns), "runs": int32Array(p.m.Runs), "count": p.m.Count,
		})
	}
	e.monomials = p.m
	return nil
}

// shares returns the shares of a worker: the first, and the one after the last.
func (p *poolPasses) shares(worker int) (first, end int) {
	shares, workers := len(p.m.Shares)-1, len(p.engine.pool.workers)
	return shares * worker / workers, shares * (worker + 1) / workers
}

func int32Array(v []int32) js.Value {
	return js.Global().Get("Int32Array").New(copyOf(v).Get("buffer"))
}
