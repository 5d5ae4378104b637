package lab

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"lplab/core/data/table"
	"lplab/core/experiment"
)

func mustRun(t testing.TB, spec string, file []byte, o Options) *experiment.Report {
	t.Helper()
	return mustRunIn(t, new(Session), mustDecode(t, spec), file, o)
}

func mustRunIn(t testing.TB, session *Session, s experiment.Spec, file []byte, o Options) *experiment.Report {
	t.Helper()
	r, err := session.Run(context.Background(), s, file, o)
	if err != nil {
		t.Fatalf("%s: %v", s.Model.Kind(), err)
	}
	return r
}

// runUntil runs an experiment and cancels it where stop is true of its progress.
func runUntil(s experiment.Spec, o Options, stop func(p experiment.Progress) bool) (*experiment.Report, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o.Progress = func(p experiment.Progress) {
		if stop(p) {
			cancel()
		}
	}
	return Run(ctx, s, nil, o)
}

func mustDecode(t testing.TB, spec string) experiment.Spec {
	t.Helper()
	s, err := experiment.Decode([]byte(spec))
	if err != nil {
		t.Fatalf("%v, in %.500s", err, spec)
	}
	return s
}

// mustModel returns the model of the last run of a session.
func mustModel(t testing.TB, s *Session) *experiment.ModelFile {
	t.Helper()
	m, err := s.Model(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// mustPredict returns the predictions of the rows of a table by a model file.
func mustPredict(t testing.TB, m *experiment.ModelFile, rows *table.Table) *Predictions {
	t.Helper()
	p, err := NewPredictor(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Predict(context.Background(), rows)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func mustReadFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// compact returns the JSON of a value, with sorted keys.
func compact(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func close(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// assertVector compares vectors with tolerance times the largest |want|.
func assertVector(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	scale := 0.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i := range want {
		if !close(got[i], want[i], tolerance*scale) {
			t.Errorf("%s %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// randomData draws n rows of d columns and a target that depends on the first.
func randomData(n, d int, seed uint64) (x [][]float64, y []float64) {
	r := rand.New(rand.NewPCG(seed, 4))
	x, y = make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
		for j := range x[i] {
			x[i][j] = r.NormFloat64()
		}
		y[i] = 1 + 2*x[i][0] + x[i][0]*x[i][d-1] + 0.3*r.NormFloat64()
	}
	return x, y
}

// scaled returns rows with each column multiplied by the factor of its place, in turn.
func scaled(x [][]float64, factor ...float64) [][]float64 {
	out := make([][]float64, len(x))
	for i, row := range x {
		for j, v := range row {
			out[i] = append(out[i], v*factor[j%len(factor)])
		}
	}
	return out
}

// labels returns the classes -1 and +1 by the sign of y minus its mean.
func labels(y []float64) []float64 {
	var mean float64
	for _, v := range y {
		mean += v / float64(len(y))
	}
	c := make([]float64, len(y))
	for i, v := range y {
		c[i] = math.Copysign(1, v-mean)
	}
	return c
}

// inline writes rows x1, x2, ..., y as the "data" field of an experiment.
func inline(x [][]float64, y []float64) string {
	d := experiment.Data{Source: experiment.SourceInline, Rows: make([][]any, len(x))}
	for j := range x[0] {
		d.Columns = append(d.Columns, "x"+strconv.Itoa(j+1))
	}
	d.Columns = append(d.Columns, "y")
	for i, row := range x {
		for _, v := range row {
			d.Rows[i] = append(d.Rows[i], v)
		}
		d.Rows[i] = append(d.Rows[i], y[i])
	}
	return `"data": ` + compact(d)
}
