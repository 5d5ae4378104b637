package lab

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"lplab/core/experiment"
)

// TestForms checks that a search over p and degree scores every form as a search of that form
// alone, chooses the best one, and reports its model, path and spec.
func TestForms(t *testing.T) {
	spec := func(p, degree, search string) string {
		return fmt.Sprintf(`{%s, "target": "y", "split": {"train": 0.6, "validation": 0.4}, "model": {"p": %s, "kernel": {"type": "polynomial", "degree": %s, "constant": 1}},
			"search": {"count": 4, %s}}`, searchData(experiment.Regression, 40), p, degree, search)
	}
	ps, degrees := []string{`"4/3"`, `2`}, []string{"1", "2", "3"}
	for _, how := range []string{`"criterion": "validation", "refine": 1`, `"criterion": "cross-validation", "folds": 3, "rule": "1-se"`} {
		r := mustRun(t, spec(`"3/2"`, "5", how+`, "p": ["4/3", 2], "degree": [1, 2, 3]`), nil, Options{})
		if len(r.Search.Forms) != len(ps)*len(degrees) {
			t.Fatalf("%s: %d forms", how, len(r.Search.Forms))
		}
		best, least := -1, 0.0
		for i, form := range r.Search.Forms {
			one := mustRun(t, spec(ps[i/len(degrees)], degrees[i%len(degrees)], how), nil, Options{})
			if form.P != one.Spec.Model.P || form.Degree != one.Spec.Model.Kernel.Degree || form.Scale != one.Search.Scale || form.Minimum != one.Search.Minimum.Gamma ||
				!reflect.DeepEqual(form.Gamma, one.Search.Gamma) || !reflect.DeepEqual(form.Scores, one.Search.Scores[0]) {
				t.Errorf("%s: form %d is %+v, alone %+v", how, i, form, one.Search)
			}
			if mean := form.Scores[form.Minimum].Mean; best < 0 || mean < least {
				best, least = i, mean
			}
		}
		form := r.Search.Forms[best]
		if c := r.Chosen; c == nil || c.P == nil || *c.P != form.P || c.Degree != form.Degree || c.Gamma != r.Gamma || r.Spec.Model.P != form.P || r.Spec.Model.Kernel.Degree != form.Degree {
			t.Errorf("%s: chosen %+v for a model of p = %v, degree %d; want form %+v", how, r.Chosen, r.Spec.Model.P, r.Spec.Model.Kernel.Degree, form)
		}
		one := mustRun(t, spec(ps[best/len(degrees)], degrees[best%len(degrees)], how), nil, Options{})
		if !slices.Equal(r.Alpha, one.Alpha) || !reflect.DeepEqual(r.Predictions, one.Predictions) || !reflect.DeepEqual(r.Search.Path, one.Search.Path) || r.Gamma != one.Gamma {
			t.Errorf("%s: the model differs from a search of form %d alone", how, best)
		}
		again, err := experiment.Validate(r.Spec)
		if err != nil {
			t.Fatal(err)
		}
		if repeated := mustRun(t, compact(again), nil, Options{}); !slices.Equal(repeated.Alpha, r.Alpha) || !reflect.DeepEqual(repeated.Chosen, r.Chosen) {
			t.Errorf("%s: the spec of the report does not reproduce it", how)
		}
		given := mustRun(t, spec(`2`, "2", `"criterion": "cross-validation", "folds": 3, "rule": "given", "p": ["4/3", 2], "degree": [1, 2]`), nil, Options{})
		if given.Chosen != nil || given.Spec.Model.P.Float() != 2 || given.Spec.Model.Kernel.Degree != 2 || len(given.Search.Forms) != 4 {
			t.Errorf("a given model: %+v of p = %v", given.Chosen, given.Spec.Model.P)
		}
	}
}

// TestFormsOfAutomaticKernels checks that each p has its own automatic rate.
func TestFormsOfAutomaticKernels(t *testing.T) {
	spec := func(p, search string) string {
		return `{` + searchData(experiment.Regression, 30) + `, "target": "y", "model": {"p": ` + p + `, "kernel": {"type": "exponential", "a": "auto"}}, "search": {"criterion": "cross-validation", "count": 3, "folds": 3` + search + `}}`
	}
	r := mustRun(t, spec(`2`, `, "p": ["4/3", 2]`), nil, Options{})
	for i, p := range []string{`"4/3"`, `2`} {
		one := mustRun(t, spec(p, ``), nil, Options{})
		if !reflect.DeepEqual(r.Search.Forms[i].Scores, one.Search.Scores[0]) {
			t.Errorf("p = %s: %+v, alone %+v", p, r.Search.Forms[i].Scores, one.Search.Scores[0])
		}
		if r.Chosen.P.Float() == one.Spec.Model.P.Float() && !reflect.DeepEqual(r.Kernel, one.Kernel) {
			t.Errorf("p = %s: the kernel %v, alone %v", p, r.Kernel, one.Kernel)
		}
	}
}

// TestProgressOfForms checks that the fraction of a search over forms never falls and ends at 1.
func TestProgressOfForms(t *testing.T) {
	last := 0.0
	mustRun(t, `{`+searchData(experiment.Regression, 30)+`, "target": "y", "search": {"criterion": "cross-validation", "count": 3, "folds": 3, "p": ["4/3", "3/2", 2]}}`, nil,
		Options{Progress: func(p experiment.Progress) {
			if p.Phase != "search" {
				return
			}
			if p.Fraction < last || !near(p.Fraction, float64(p.Solved)/float64(p.Solves), 1e-12) {
				t.Errorf("%d of %d solves is the fraction %g, after %g", p.Solved, p.Solves, p.Fraction, last)
			}
			last = p.Fraction
		}})
	if last != 1 {
		t.Errorf("the search ends at the fraction %g", last)
	}
}
