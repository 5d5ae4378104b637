package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// BenchmarkSearch runs a search over 50 strengths with five folds of 1,500 rows, from
// spec to report.
func BenchmarkSearch(b *testing.B) {
	s := mustDecode(b, `{"data": {"source": "synthetic", "n": 1500, "d": 10, "relevant": 4, "noise": 0.5}, "split": {"train": 1, "test": 0},
		"search": {"criterion": "cross-validation", "count": 50, "folds": 5}}`)
	for b.Loop() {
		if r, err := Run(context.Background(), s, nil, Options{}); err != nil || r.Status != experiment.Converged {
			b.Fatal(r, err)
		}
	}
}

// BenchmarkVariants runs a search over 20 strengths with five folds, alone and with r and the
// steps of reweighting, 13 variants in all; web/docs/sparse.md has the ratios. LPLAB_TABLES
// names further files, separated by commas, each as PATH:TARGET, or PATH:TARGET:logistic for
// classes.
func BenchmarkVariants(b *testing.B) {
	type table struct{ name, text, fields string }
	const products, linear = `"kernel": {"type": "polynomial", "degree": 2}`, `"kernel": {"type": "linear"}`
	tables := []table{
		{"prostate", "", `"data": {"source": "sample", "name": "prostate"}, "target": "lpsa", "model": {` + products},
		{"planted", "", `"data": {"source": "synthetic", "n": 400, "d": 13, "relevant": 4, "degree": 2, "noise": 0.5}, "model": {` + products},
		{"wide", "", `"data": {"source": "synthetic", "n": 85, "d": 1500, "relevant": 6, "noise": 0.5}, "model": {` + linear},
		{"triples", "", `"data": {"source": "synthetic", "n": 160, "d": 100, "relevant": 4, "degree": 3, "noise": 0.05}, "model": {"kernel": {"type": "polynomial", "degree": 3, "constant": 0}`},
		{"pairs", "", `"data": {"source": "synthetic", "n": 120, "d": 150, "relevant": 4, "degree": 2, "noise": 0.3}, "model": {` + products},
		{"expo", "", `"data": {"source": "synthetic", "n": 120, "d": 20, "relevant": 4, "degree": 2, "noise": 0.3}, "model": {"kernel": {"type": "exponential", "a": "auto"}`},
	}
	for _, file := range strings.FieldsFunc(os.Getenv("LPLAB_TABLES"), func(r rune) bool { return r == ',' }) {
		parts := strings.Split(file, ":")
		text, err := os.ReadFile(parts[0])
		if err != nil {
			b.Fatal(err)
		}
		name, model := filepath.Base(parts[0]), products
		if len(parts) > 2 {
			model = `"loss": {"type": "logistic"}, ` + linear
		}
		tables = append(tables, table{name, string(text), fmt.Sprintf(`"data": {"source": "file", "name": %q}, "target": %q, "model": {%s`, name, parts[1], model)})
	}
	searches := map[string]string{"gamma": `}, "search": {`, "variants": `, "r": "1/2", "steps": 8}, "search": {"r": ["1/2", "2/3", 1], "steps": true, `}
	for _, t := range tables {
		for _, search := range []string{"gamma", "variants"} {
			b.Run(t.name+"/"+search, func(b *testing.B) {
				s := mustDecode(b, `{"preprocess": {"standardize": true}, "split": {"train": 1, "test": 0}, `+t.fields+searches[search]+`"criterion": "cross-validation", "count": 20, "folds": 5}}`)
				var file []byte
				if t.text != "" {
					file = []byte(t.text)
				}
				for b.Loop() {
					if r, err := Run(context.Background(), s, file, Options{}); err != nil || r.Status != experiment.Converged {
						b.Fatal(r, err)
					}
				}
			})
		}
	}
}
