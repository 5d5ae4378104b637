package repro

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"lplab/core/experiment"
	"lplab/core/reports/chart/charttest"
	"lplab/core/spaces/tensor"
)

// quick returns the options of a quick run with a clock that starts at 0.
func quick() Options {
	begin := time.Now()
	return Options{Quick: true, Clock: func() float64 { return time.Since(begin).Seconds() }}
}

// TestAll checks that every table and figure, at its quick size, has rows as long as their
// heads, valid pictures and valid experiments, and that the claims of the papers hold for
// any random numbers.
func TestAll(t *testing.T) {
	names := map[string]bool{}
	for _, r := range All() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			result, err := r.Run(t.Context(), quick())
			if err != nil {
				t.Fatal(err)
			}
			if len(result.Tables) == 0 {
				t.Error("there is no table")
			}
			for _, table := range result.Tables {
				if len(table.Rows) == 0 {
					t.Error("a table has no rows")
				}
				for _, row := range table.Rows {
					if len(row) != len(table.Head) {
						t.Errorf("row %q below %q", row, table.Head)
					}
				}
			}
			for _, p := range result.Pictures {
				svg := p.Figure.SVG()
				charttest.Parse(t, svg)
				if names[p.Name] || p.Caption == "" || bytes.Contains(svg, []byte("NaN")) || len(svg) > 200_000 {
					t.Errorf("picture %q, %q, of %d bytes", p.Name, p.Caption, len(svg))
				}
			}
			for _, c := range result.Claims {
				if !c.Holds {
					t.Errorf("does not hold: %s", c.Text)
				}
			}
			for _, s := range result.Experiments {
				if text, err := (experiment.Document{Spec: s}).Delta(); err != nil {
					t.Error(err)
				} else if _, err := experiment.Decode(text); err != nil {
					t.Errorf("%s: %v", text, err)
				}
			}
			var text strings.Builder
			if err := (Document{Figures: "there/"}).Write(&text, result); err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{r.Name, r.Source, result.Tables[0].Rows[0][0]} {
				if !strings.Contains(text.String(), want) {
					t.Errorf("the document does not contain %q", want)
				}
			}
			if got := strings.Count(text.String(), "](there/"+r.Name); got != len(result.Pictures) {
				t.Errorf("the document shows %d of %d pictures", got, len(result.Pictures))
			}
		})
	}
}

// TestEntriesByCounting checks the number of packed entries of the tables against a count of
// the ascending indices.
func TestEntriesByCounting(t *testing.T) {
	var count func(least, n, q int) int64
	count = func(least, n, q int) int64 {
		if q == 0 {
			return 1
		}
		var sum int64
		for i := least; i < n; i++ {
			sum += count(i, n, q-1)
		}
		return sum
	}
	for _, n := range []int{1, 2, 5, 10, 20} {
		for q := 2; q <= 4; q++ {
			if want, got := count(0, n, q), tensor.Count(n, q); got != want {
				t.Errorf("order %d over %d points: %d entries, want %d", q, n, got, want)
			}
		}
		if want, got := float64(count(0, n, 4))*8/math.Exp2(30), packedBytes(n); math.Abs(got-want) > 1e-12*want {
			t.Errorf("%d points: %v GB, want %v", n, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	all, err := Find("all")
	for _, r := range all {
		if r.Name[0] != 'S' && r.Name[0] != 'H' {
			t.Errorf("all contains %s, which is not from a paper", r.Name)
		}
	}
	if err != nil || len(all) != len(All())-3 {
		t.Errorf("all: %d, %v", len(all), err)
	}
	if one, err := Find("h.TABLE1"); err != nil || len(one) != 1 || one[0].Name != "H.table1" {
		t.Errorf("%v, %v", one, err)
	}
	_, err = Find("S.table9")
	if err == nil {
		t.Fatal("S.table9 is found")
	}
	for _, r := range All() {
		if !strings.Contains(err.Error(), r.Name) {
			t.Errorf("%q does not name %s", err, r.Name)
		}
	}
}

// TestCancelled checks that a run that is cancelled within an experiment returns the error of the
// context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := quick()
	o.Progress = func(p experiment.Progress) {
		if p.Phase == "solve" && p.Iteration == 2 {
			cancel()
		}
	}
	found, err := Find("S.table1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := found[0].Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestCourse checks that the number of iterations ends at the precision of the objective of the
// method: F of a primal method, Lambda of a dual one.
func TestCourse(t *testing.T) {
	p := &problem{optimum: 2}
	history := []experiment.Record{
		{Dual: 0, Primal: 5}, {Dual: -2 + 1e-6, Primal: 2 + 1e-3, Seconds: 1}, {Dual: -2 + 1e-9, Primal: 2 + 1e-6, Seconds: 2}, {Dual: -2, Primal: 2, Seconds: 3},
	}
	for _, c := range []struct {
		method     string
		iterations int
	}{{experiment.MethodDualGradient, 2}, {experiment.MethodNewton, 2}, {experiment.MethodFista, 3}, {experiment.MethodPrimalGradient, 3}} {
		r := &experiment.Report{Solver: experiment.SolverReport{Method: c.method}, ClassPart: experiment.ClassPart{Objective: experiment.Objective{History: history}}}
		got := p.course(r)
		if got.iterations() != c.iterations || !got.hasArrived() || got.seconds != float64(c.iterations) {
			t.Errorf("%s: %d iterations in %v s, want %d", c.method, got.iterations(), got.seconds, c.iterations)
		}
		short := p.course(&experiment.Report{Solver: r.Solver, ClassPart: experiment.ClassPart{Objective: experiment.Objective{History: history[:2]}}})
		if short.hasArrived() || !strings.HasPrefix(short.words(), "> 1 (at ") || short.sooner(got) || !got.sooner(&course{distance: make([]float64, 9)}) {
			t.Errorf("%s, stopped early: %s", c.method, short.words())
		}
	}
}
