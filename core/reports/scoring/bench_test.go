package scoring_test

import (
	"context"
	"strings"
	"testing"

	"lplab/core/data/table"
	"lplab/core/lab"
	"lplab/core/reports/scoring"
)

// BenchmarkOneRow predicts one row in JSON with a ready model, as What if of the page does.
func BenchmarkOneRow(b *testing.B) {
	m, err := fit(`{"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "model": {"kernel": {"type": "polynomial", "degree": 3}}}`)
	if err != nil {
		b.Fatal(err)
	}
	p, err := lab.NewPredictor(context.Background(), m)
	if err != nil {
		b.Fatal(err)
	}
	row := `[{"lcavol":1,"lweight":3,"age":60,"lbph":0,"svi":0,"lcp":0,"gleason":7,"pgg45":10}]`
	for b.Loop() {
		err := table.ReadParts(strings.NewReader(row), scoring.Options(m), table.MaxBytes(), func(t *table.Table) error {
			_, err := p.Predict(context.Background(), t)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
