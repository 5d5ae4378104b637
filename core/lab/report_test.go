package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lplab/core/experiment"
	"lplab/core/spaces/kernel"
	"lplab/core/spaces/tensor"
)

// TestPlantedWeights checks that the indices of the truth are those of the weights with
// the same labels.
func TestPlantedWeights(t *testing.T) {
	for _, c := range []struct {
		planted int
		kernel  string
		known   bool
	}{
		{1, `{"type": "linear"}`, true},
		{2, `{"type": "polynomial", "degree": 2}`, true},
		{3, `{"type": "polynomial", "degree": 3}`, true},
		{2, `{"type": "exponential"}`, true},
		{2, `{"type": "linear"}`, false},
		{1, `{"type": "polynomial", "degree": 2}`, false},
	} {
		for _, p := range []string{"4/3", "2/1"} {
			r := mustRun(t, fmt.Sprintf(`{"data": {"source": "synthetic", "n": 24, "d": 4, "relevant": 3, "degree": %d},
				"model": {"kernel": %s, "p": %q, "gamma": 2}}`, c.planted, c.kernel, p), nil, Options{AllWeights: true})
			name := fmt.Sprintf("degree %d, kernel %s, p = %s", c.planted, c.kernel, p)
			w := r.Weights
			if len(w.Truth) != 3 || len(w.Values) != w.Count {
				t.Fatalf("%s: %d planted, %d values, count %d", name, len(w.Truth), len(w.Values), w.Count)
			}
			relevant := 0
			for _, top := range w.Top {
				if top.Value != w.Values[top.Index] {
					t.Errorf("%s: %s is %v, but %v at its index", name, top.Label, top.Value, w.Values[top.Index])
				}
				isTrue := slices.ContainsFunc(w.Truth, func(u experiment.Weight) bool { return u.Label == top.Label })
				if top.Relevant != isTrue {
					t.Errorf("%s: %s is relevant: %v", name, top.Label, top.Relevant)
				}
				if top.Relevant {
					relevant++
				}
			}
			for _, truth := range w.Truth {
				degree := 0
				for _, k := range truth.Monomial {
					degree += k
				}
				if !truth.Relevant || degree != c.planted {
					t.Errorf("%s: planted %+v", name, truth)
				}
				if !c.known {
					if truth.Index != -1 {
						t.Errorf("%s: %s has the index %d", name, truth.Label, truth.Index)
					}
					continue
				}
				// Coefficients of the monomial do not depend on the constant of the feature.
				for _, top := range w.Top {
					if top.Label == truth.Label && (top.Index != truth.Index || !close(top.Value*truth.Coefficient, top.Coefficient*truth.Value, 1e-12*math.Abs(top.Value))) {
						t.Errorf("%s: planted %+v, found %+v", name, truth, top)
					}
				}
				if p == "4/3" && !strings.Contains(c.kernel, "exponential") && !close(truth.Value, math.Copysign(1, truth.Value), 0.3) {
					t.Errorf("%s: planted %v", name, truth.Value)
				}
			}
			if c.known && relevant != 3 || !c.known && relevant != 0 {
				t.Errorf("%s: %d of the listed weights are relevant", name, relevant)
			}
		}
	}
}

// TestTruthOfLeftOutColumns checks that monomials of columns outside the model have
// their names and no index.
func TestTruthOfLeftOutColumns(t *testing.T) {
	r := mustRun(t, `{"data": {"source": "synthetic", "n": 24, "d": 4, "relevant": 4}, "features": ["x3", "x1"], "model": {"gamma": 2}}`, nil, Options{AllWeights: true})
	var got []string
	for _, w := range r.Weights.Truth {
		got = append(got, fmt.Sprintf("%s at %d", w.Label, w.Index))
		if w.Monomial[w.Label] != 1 {
			t.Errorf("monomial %v of %s", w.Monomial, w.Label)
		}
	}
	slices.Sort(got)
	if fmt.Sprint(got) != "[x1 at 1 x2 at -1 x3 at 0 x4 at -1]" {
		t.Errorf("%v", got)
	}
}

func TestShares(t *testing.T) {
	power := func(w []float64, p float64) (s float64) {
		for _, v := range w {
			s += math.Pow(math.Abs(v), p)
		}
		return s
	}
	for _, c := range []struct {
		kernel   string
		d        int
		infinite bool
	}{{`{"type": "linear"}`, 150, false}, {`{"type": "polynomial", "degree": 2}`, 20, false}, {`{"type": "exponential"}`, 4, true}} {
		r := mustRun(t, fmt.Sprintf(`{"data": {"source": "synthetic", "n": 24, "d": %d, "relevant": 3}, "model": {"kernel": %s, "gamma": 2}, "solver": {"tolerance": 1e-13}}`, c.d, c.kernel), nil, Options{AllWeights: true})
		w, p := r.Weights, 4.0/3
		var top []float64
		for i, v := range w.Top {
			top = append(top, v.Value)
			if i > 0 && math.Abs(v.Value) > math.Abs(top[i-1]) {
				t.Errorf("%s: weight %d is larger than the one before", c.kernel, i)
			}
		}
		if len(top) != listedWeights {
			t.Errorf("%s: %d listed", c.kernel, len(top))
		}
		if want := power(top, p) / w.NormPower; !close(w.ListedShare, want, 1e-9) {
			t.Errorf("%s: listed share %v, want %v", c.kernel, w.ListedShare, want)
		}
		if want := power(w.Values, p) / w.NormPower; !close(w.ExaminedShare, want, 1e-9) || w.ExaminedShare > 1 || w.ListedShare > w.ExaminedShare {
			t.Errorf("%s: examined share %v, want %v; listed %v", c.kernel, w.ExaminedShare, want, w.ListedShare)
		}
		if !close(w.Norm, math.Pow(w.NormPower, 1/p), 1e-12*w.Norm) || w.Infinite != c.infinite {
			t.Errorf("%s: norm %v, power %v, infinite %v", c.kernel, w.Norm, w.NormPower, w.Infinite)
		}
		if n, finite := kernel.Dimension(kernelOf(r.Spec.Model.Kernel), c.d); finite != !c.infinite || finite && (int64(w.Count) != n || !close(w.ExaminedShare, 1, 1e-9)) {
			t.Errorf("%s: %d examined with a share of %v", c.kernel, w.Count, w.ExaminedShare)
		}
		if c.infinite && (w.Count > examinedSeries || w.MaxDegree < 5 || w.ExaminedShare >= 1) {
			t.Errorf("%s: %d examined up to degree %d with a share of %v", c.kernel, w.Count, w.MaxDegree, w.ExaminedShare)
		}
		selected := 0
		for _, v := range w.Values {
			if math.Abs(v) > w.Threshold {
				selected++
			}
		}
		if selected != w.Selected || selected == 0 {
			t.Errorf("%s: %d selected, want %d", c.kernel, w.Selected, selected)
		}
	}
	if w := mustRun(t, `{"data": {"source": "synthetic", "n": 24, "d": 5, "relevant": 2}, "model": {"gamma": 2}}`, nil, Options{}).Weights; w.Values != nil || len(w.Top) != 5 {
		t.Errorf("%d values without AllWeights, %d listed", len(w.Values), len(w.Top))
	}
}

func TestTensorSize(t *testing.T) {
	for p, order := range map[string]int{`"2/1"`: 2, `2`: 2, `"4/3"`: 4, `"6/5"`: 6, `"8/7"`: 8, `"3/2"`: 0, `"10/9"`: 0, `1.7`: 0} {
		r := mustRun(t, `{"data": {"source": "synthetic", "n": 12, "d": 5, "relevant": 2}, "model": {"gamma": 1, "p": `+p+`}}`, nil, Options{})
		if order == 0 {
			if r.Tensor != nil {
				t.Errorf("p = %s has the tensor %+v", p, r.Tensor)
			}
			continue
		}
		want := experiment.Tensor{Order: order, Points: 9, Entries: tensor.Count(9, order), Bytes: 8 * tensor.Count(9, order)}
		if r.Tensor == nil || *r.Tensor != want {
			t.Errorf("p = %s: %+v, want %+v", p, r.Tensor, want)
		}
	}
}

// TestWarningsOfTableAndDesign checks that the report has the warnings of the table and
// then those of the design.
func TestWarningsOfTableAndDesign(t *testing.T) {
	const file = "a,a,y\n1,2,3\n2,7,5\n3,1,4\n4,4,9\n,3,2\n5,1,8\n"
	r := mustRun(t, `{"data": {"source": "file", "name": "f.csv"}, "target": "y"}`, []byte(file), Options{})
	all := strings.Join(r.Warnings, "\n")
	naming, missing := strings.Index(all, `"a_2"`), strings.Index(all, "missing cells")
	if naming < 0 || missing < naming {
		t.Errorf("warnings:\n%s", all)
	}
}

// TestReportReproduces checks that the spec of a report, through JSON, gives the same
// report to the last digit.
func TestReportReproduces(t *testing.T) {
	x, y := randomData(16, 3, 3)
	for name, spec := range map[string]string{
		"synthetic": `{"data": {"source": "synthetic", "n": 30, "d": 8, "relevant": 2}, "model": {"subsample": 12}}`,
		"sample":    `{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "model": {"p": 1.4}}`,
		"file":      `{"data": {"source": "file", "name": "small.csv"}, "target": "y", "split": {"train": 1, "test": 0}}`,
		"inline":    `{` + inline(x, labels(y)) + `, "target": "y", "task": "classification", "model": {"kernel": {"type": "polynomial"}, "loss": {"type": "hinge"}}}`,
	} {
		var file []byte
		if name == "file" {
			file = []byte(csv)
		}
		first := mustRun(t, spec, file, Options{})
		encoded := compact(first)
		var read struct {
			Spec  json.RawMessage
			Alpha []float64
		}
		if err := json.Unmarshal([]byte(encoded), &read); err != nil {
			t.Fatal(err)
		}
		again := mustRun(t, string(read.Spec), file, Options{})
		if !slices.Equal(first.Alpha, again.Alpha) || !slices.Equal(read.Alpha, again.Alpha) {
			t.Errorf("%s: alpha is %v, then %v", name, first.Alpha, again.Alpha)
		}
		encodedAgain, err := json.Marshal(again)
		if err != nil || encoded != string(encodedAgain) {
			t.Errorf("%s: the reports differ (%v)", name, err)
		}
	}
}
