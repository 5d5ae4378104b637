package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"lplab/core/data/sample"
	"lplab/core/data/synth"
	"lplab/core/data/table"
	"lplab/core/experiment"
)

// source is an experiment's data as a table, with the planted weights if it has any.
type source struct {
	table *table.Table
	truth []synth.Term
}

// open reads the data of an experiment. It sets the missing hash of a file, for the report.
func open(d *experiment.Data, file, test []byte, progress func(fraction float64)) (*source, error) {
	switch {
	case file != nil && d.Source != experiment.SourceFile:
		return nil, fmt.Errorf(`a data file is given, but the experiment's data.source is %q: leave the file out or set data.source to "file"`, d.Source)
	case test != nil && d.Test.Name == "":
		return nil, errors.New("a test file is given, but the experiment names none: leave the file out or set data.test.name")
	}
	switch d.Source {
	case experiment.SourceSynthetic:
		data := synth.Generate(synth.Params{N: d.N, D: d.D, Relevant: d.Relevant, Noise: d.Noise, Degree: d.Degree, Seed: d.Seed})
		return &source{
			table: table.NewNumeric(append(data.Names, "y"), append(data.Columns, data.Y)),
			truth: data.Truth,
		}, nil
	case experiment.SourceSample:
		t, err := sample.Open(d.Name)
		return &source{table: t}, err
	case experiment.SourceInline:
		t, err := table.FromRows(d.Columns, d.Rows, d.Import.Codes...)
		return &source{table: t}, err
	case experiment.SourceFile:
		o := readingOf(d.Import)
		o.Progress = progress
		t, err := readFile("file", "data", d.Name, &d.SHA256, file, o)
		if err == nil && d.Test.Name != "" {
			var more *table.Table
			o.AsWritten = true
			o.Likely = t.Findings.Mark
			if more, err = readFile("test file", "data.test", d.Test.Name, &d.Test.SHA256, test, o); err == nil {
				t, err = t.WithTest(more, d.Test.Name)
			} else if _, refused := errors.AsType[*table.Refused](err); refused {
				err = fmt.Errorf("test file %q: %w", d.Test.Name, err)
			}
		}
		return &source{table: t}, err
	}
	panic("lab: unknown source " + d.Source)
}

// readFile reads the user's file of a field of the experiment. It sets the hash if there is none.
func readFile(what, field, name string, want *string, file []byte, o table.Options) (*table.Table, error) {
	if file == nil {
		return nil, fmt.Errorf("the experiment uses the %s %q, which it does not contain: choose that file", what, name)
	}
	sum := sha256.Sum256(file)
	hash := hex.EncodeToString(sum[:])
	if *want != "" && *want != hash {
		if err := table.Recognise(file); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("the %s is not the %q of the experiment: its SHA-256 is %s… and the experiment's %s…; choose the original file, or remove %s.sha256", what, name, hash[:12], (*want)[:12], field)
	}
	*want = hash
	return table.Read(file, o)
}

// readingOf returns the options of reading a file from an experiment.
func readingOf(i experiment.Import) table.Options {
	return table.Options{
		Format:   i.Format,
		Encoding: i.Encoding,
		Delimiter: map[string]rune{experiment.DelimiterComma: ',', experiment.DelimiterSemicolon: ';', experiment.DelimiterTab: '\t',
			experiment.DelimiterBar: '|', experiment.DelimiterSpace: ' '}[i.Delimiter],
		Decimal:      map[string]string{experiment.DecimalPoint: ".", experiment.DecimalComma: ","}[i.Decimal],
		Start:        i.Start,
		Header:       i.Header,
		Quote:        i.Quote,
		Ragged:       i.Ragged,
		Dates:        i.Dates,
		MissingCodes: i.Missing,
		Codes:        i.Codes,
	}
}

// suitTask sets the task of an experiment to classification if its target is text. A metric of
// regression is then replaced by the accuracy.
func (s *source) suitTask(spec *experiment.Spec) {
	target, ok := s.table.Column(spec.Target)
	if !ok || spec.Task == experiment.Classification || target.Kind != table.Category && target.Kind != table.Text {
		return
	}
	spec.Task = experiment.Classification
	if slices.Contains(experiment.MetricsOf(experiment.Regression), spec.Search.Metric) {
		spec.Search.Metric = experiment.MetricAccuracy
	}
}
