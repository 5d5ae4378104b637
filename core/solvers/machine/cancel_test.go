package machine

import (
	"context"
	"errors"
	"testing"

	"gonum.org/v1/gonum/floats"

	"lplab/core/internal/canceltest"
	"lplab/core/solvers/optimize"
	"lplab/core/spaces/mercer"
)

// TestCancelledAnywhere ends the context at checks throughout every method: in the certificate of
// the first iterate, in the reduction, in factors, in sweeps and in certificates. Few checks
// follow, at most one for each block of rows, and the result is certified.
func TestCancelledAnywhere(t *testing.T) {
	const n = 300
	tries := int64(60)
	if testing.Short() {
		tries = 12
	}
	points, target, classes := sample(n, 4, 4)
	for i := range n / 10 {
		classes[i] = -classes[i]
	}
	k := gram(t, mercer.Gaussian{Beta: 0.3}, points)
	for _, c := range []struct {
		method   Method
		y        []float64
		strength float64
		least    int64 // checks of a run that is not cancelled
	}{
		{KernelRidge{}, target, 1e-2, 30},
		{SVM{}, classes, 100, n},
		{KernelLogistic{}, classes, 10, 50},
	} {
		s := optimize.Settings{Tolerance: 1e-10, MaxIterations: 1000}
		all := canceltest.CountCalls()
		if f, err := c.method.Fit(all, &Data{K: k, Y: c.y, Intercept: true}, c.strength, nil, s); err != nil || f.Status != optimize.Converged {
			t.Fatalf("%v: %v, %v", c.method, f, err)
		}
		total := all.Calls()
		if total < c.least {
			t.Errorf("%v checks the context %d times, want at least %d", c.method, total, c.least)
		}
		failed, cancelled := 0, 0
		for end := int64(1); end < total; end += 1 + total/tries {
			ctx := canceltest.CancelAt(end)
			d := &Data{K: k, Y: c.y, Intercept: true}
			f, err := c.method.Fit(ctx, d, c.strength, nil, s)
			if after := ctx.Calls() - end; after > 30 {
				t.Errorf("%v, ended at check %d of %d: %d checks after it", c.method, end, total, after)
			}
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%v, ended at check %d: %v", c.method, end, err)
				}
				failed++
				continue
			}
			cancelled++
			if f.Status != optimize.Cancelled {
				t.Errorf("%v, ended at check %d of %d: %v", c.method, end, total, f.Status)
			}
			fitted := make([]float64, n)
			d.multiply(context.Background(), fitted, f.Alpha)
			floats.AddConst(f.Intercept, fitted)
			if e := distance(fitted, f.Fitted); e > 1e-12 {
				t.Errorf("%v, ended at check %d: the fitted values differ from K alpha by %g", c.method, end, e)
			}
		}
		if failed == 0 || cancelled == 0 {
			t.Errorf("%v: %d runs end without a fit and %d with one, want both", c.method, failed, cancelled)
		}
	}
}

// TestHatCancelled checks that the computation of leverages ends at any check, and that the data stay usable.
func TestHatCancelled(t *testing.T) {
	points, target, _ := sample(300, 4, 4)
	d := &Data{K: gram(t, mercer.Gaussian{Beta: 0.3}, points), Y: target, Intercept: true}
	f := mustFit(t, KernelRidge{}, d, 1, nil, tightSettings)
	all := canceltest.CountCalls()
	want, _, err := KernelRidge{}.Hat(all, f)
	if err != nil || all.Calls() < 300 {
		t.Fatalf("%d checks, %v", all.Calls(), err)
	}
	for end := int64(1); end < all.Calls(); end += 29 {
		ctx := canceltest.CancelAt(end)
		if _, _, err := (KernelRidge{}).Hat(ctx, f); !errors.Is(err, context.Canceled) || ctx.Calls() > end+10 {
			t.Errorf("ended at check %d: %d checks, %v", end, ctx.Calls(), err)
		}
	}
	if again, _, err := (KernelRidge{}).Hat(context.Background(), f); err != nil || distance(again, want) > 0 {
		t.Errorf("after a cancelled computation, the leverages differ by %g, %v", distance(again, want), err)
	}
}
