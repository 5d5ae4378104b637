package gram

import (
	"context"
	"slices"
	"testing"

	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// countingBatch records the number of right-hand sides of each evaluation of a form.
type countingBatch struct {
	Batch
	sides []int
}

func (c *countingBatch) All(ctx context.Context, sides []tensor.Evaluation) error {
	c.sides = append(c.sides, len(sides))
	return c.Batch.All(ctx, sides)
}

// TestLockstep checks that jobs that evaluate a form, restrictions of it, and its bounds have the same digits as alone,
// and that what several wait for is evaluated at once.
func TestLockstep(t *testing.T) {
	const n = 12
	x := randomPoints(n, 3)
	form := newTensor(t, kernel.Exponential{}, x, 4)
	rows := []int{0, 2, 3, 7, 11}
	job := func(f Form, k int, got *[]float64) func() {
		return func() {
			alpha := randomAlpha(n)
			alpha[k] = 0
			for step := range k + 1 { // jobs of different length
				*got = append(*got, evaluate(f, alpha)...)
				alpha[step%n] *= 2
			}
			r, err := Restrict(context.Background(), f, rows)
			if err != nil {
				t.Error(err)
			}
			if k%2 == 0 {
				r = r.Another()
			}
			*got = append(*got, evaluate(r, alpha[:len(rows)])...)
			errors := make([]float64, n)
			if err := f.Accurate(context.Background(), make([]float64, n), errors, alpha); err != nil {
				t.Error(err)
			}
			*got = append(*got, errors...)
		}
	}
	c := &countingBatch{Batch: form}
	l := &Lockstep{Batch: c}
	const jobs = 4
	got, want := make([][]float64, jobs), make([][]float64, jobs)
	var together []func()
	for k := range jobs {
		Run(nil, job(form, k, &want[k]))
		together = append(together, job(l, k, &got[k]))
	}
	Run(l, together...)
	for k := range jobs {
		if !slices.Equal(got[k], want[k]) {
			t.Errorf("job %d: %v, alone %v", k, got[k], want[k])
		}
	}
	if len(c.sides) == 0 || c.sides[0] != jobs || !slices.IsSortedFunc(c.sides, func(a, b int) int { return b - a }) {
		t.Errorf("evaluations of %v right-hand sides, expected %d and fewer as jobs end", c.sides, jobs)
	}
	// Jobs within a job run one after another; outside Run the form evaluates directly.
	c.sides = nil
	nested := make([][]float64, 2*jobs)
	Run(l, func() { Run(l, job(l, 0, &nested[0]), job(l, 1, &nested[1])) }, func() { Run(l, job(l, 2, &nested[2]), job(l, 3, &nested[3])) })
	for k := range jobs {
		if !slices.Equal(nested[k], want[k]) {
			t.Errorf("nested job %d: %v, alone %v", k, nested[k], want[k])
		}
	}
	if slices.Max(c.sides) != 2 {
		t.Errorf("nested jobs: evaluations of %v right-hand sides", c.sides)
	}
	if alone := evaluate(l, randomAlpha(n)); !slices.Equal(alone, evaluate(form, randomAlpha(n))) {
		t.Error("the form has other digits outside Run")
	}
	// The end of the context reaches every job, and the error of one does not end the others.
	ended, end := context.WithCancel(context.Background())
	end()
	failed := 0
	fail := func() {
		if l.OmegaM(ended, make([]float64, n), nil, make([]float64, n)) == context.Canceled {
			failed++
		}
	}
	if Run(l, fail, fail); failed != 2 {
		t.Errorf("%d of 2 jobs failed", failed)
	}
	// A panic of a job is raised by Run, and the form can be used afterwards.
	func() {
		defer func() {
			if recover() != "broken" {
				t.Error("the panic of a job is lost")
			}
		}()
		Run(l, fail, func() { panic("broken") })
	}()
	if err := l.OmegaM(context.Background(), make([]float64, n), nil, make([]float64, n)); err != nil {
		t.Error(err)
	}
}
