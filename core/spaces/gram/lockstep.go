package gram

import (
	"context"
	"iter"

	"lplab/core/spaces/tensor"
)

// Batch is a form that evaluates several right-hand sides faster than one by one, with the same digits.
type Batch interface {
	Form
	// All stores omega, and M where there is room for it, for every alpha.
	All(ctx context.Context, sides []tensor.Evaluation) error
	// HasRounded reports whether rounded entries are held, and Rounded is All over these.
	HasRounded() bool
	Rounded(ctx context.Context, sides []tensor.Evaluation) error
}

var _ Batch = (*Tensor)(nil)

// Lockstep gathers the evaluations of several solves of the same form. The solves run as coroutines, one at a
// time, each until it evaluates the form, so they may share memory. When all wait, the form is evaluated for
// all at once. Outside Run, and for all other methods, it is the form itself.
type Lockstep struct {
	Batch
	wait func(*request) // of the coroutine that runs; nil: none
}

// request is an evaluation that a solve waits for.
type request struct {
	ctx     context.Context
	side    tensor.Evaluation
	rounded bool
	err     error
}

// Run runs the jobs, all at once where the form is a *Lockstep, and else one after another, as in jobs of Run.
func Run(form Form, jobs ...func()) {
	l, ok := form.(*Lockstep)
	if !ok || l.wait != nil || len(jobs) < 2 {
		for _, job := range jobs {
			job()
		}
		return
	}
	defer func() { l.wait = nil }()
	type coroutine struct {
		next func() (*request, bool)
		wait func(*request)
	}
	runs := make([]*coroutine, len(jobs))
	for k, job := range jobs {
		c := new(coroutine)
		next, stop := iter.Pull(func(yield func(*request) bool) {
			c.wait = func(r *request) {
				if !yield(r) { // another job panicked
					r.err = context.Canceled
				}
			}
			l.wait = c.wait
			job()
		})
		defer stop()
		c.next, runs[k] = next, c
	}
	for len(runs) > 0 {
		var left []*coroutine
		var requests []*request
		for _, c := range runs {
			l.wait = c.wait
			if r, ok := c.next(); ok {
				left, requests = append(left, c), append(requests, r)
			}
		}
		runs = left
		l.evaluate(requests)
	}
}

func (l *Lockstep) evaluate(requests []*request) {
	for _, rounded := range []bool{false, true} {
		var alike []*request
		var sides []tensor.Evaluation
		for _, r := range requests {
			if r.rounded == rounded {
				alike, sides = append(alike, r), append(sides, r.side)
			}
		}
		if len(alike) == 0 {
			continue
		}
		all := l.All
		if rounded {
			all = l.Rounded
		}
		err := all(alike[0].ctx, sides)
		for _, r := range alike {
			r.err = err
		}
	}
}

func (l *Lockstep) OmegaM(ctx context.Context, dst, m, alpha []float64) error {
	return l.take(&request{ctx: ctx, side: tensor.Evaluation{Omega: dst, M: m, Alpha: alpha}})
}

// take evaluates the form for a request, with those of the other jobs where there are any.
func (l *Lockstep) take(r *request) error {
	if l.wait == nil {
		l.evaluate([]*request{r})
	} else {
		l.wait(r)
	}
	return r.err
}
