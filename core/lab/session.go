package lab

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"reflect"

	"lplab/core/data/design"
	"lplab/core/data/table"
	"lplab/core/experiment"
	"lplab/core/spaces/gram"
)

// Session runs experiments one after another and reuses the data, the design, the Gram tensor and,
// with Options.Warm, the model of the last one if they are the same. Only with Options.Warm does a
// report depend on earlier runs. The zero value is ready for use. A Session is not safe for concurrent
// use.
type Session struct {
	// Reading, if not nil, is called with the share of a file that has been read.
	Reading func(fraction float64)

	// Test holds the bytes of the test file if the experiment names one (data.test). They must not be
	// changed afterwards.
	Test []byte

	portable gram.Portable

	data   experiment.Data // of source
	files  [2]uint64       // hashes of the data file and the test file of source
	source *source

	coding experiment.Spec // of design
	design *design.Design

	start  warmStart
	models []*storedModel // of the last runs, the newest first
}

var seed = maphash.MakeSeed()

// warmStart is the start of a warm start.
type warmStart struct {
	design *design.Design
	rows   []int // of the training rows
	model  fit
}

// Run carries out an experiment, which must come from experiment.Decode or experiment.Validate. file
// holds the bytes of the user's file if spec.Data.Source is "file", and is nil otherwise; it must not
// be changed afterwards.
//
// The error is one sentence for the user. A run that does not reach its tolerance is no error: the
// report has a status for it. A cancelled context gives a report with status "cancelled" if there is a
// model, otherwise the context's error. Weights and predictions that then take longer than 50 ms by
// o.Clock (without a clock, all of them) are left out and listed in the report's warnings.
func (s *Session) Run(ctx context.Context, spec experiment.Spec, file []byte, o Options) (*experiment.Report, error) {
	r := &execution{run: newRun(s, spec, o), session: s, out: &experiment.Report{Version: experiment.Version}}
	r.strength, _ = spec.Model.Strength()
	if err := r.read(file); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{r.build, r.search, r.selectAcross, r.knockoffs, r.solve, r.permute, r.halves} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	// A cancelled solve is reported too.
	if err := r.report(&grace{Context: context.WithoutCancel(ctx), run: ctx, clock: o.Clock}); err != nil {
		return nil, err
	}
	if err := r.out.CheckFinite(); err != nil {
		return nil, fmt.Errorf("%w: the values are too large or too small; %sscale the columns, or scale the target", err, scaling(r.spec))
	}
	r.out.Result = digestOf(r.out)
	r.keep()
	if o.Model {
		s.addModel(ctx, r.out)
	}
	return r.out, nil
}

// Inspect reads the data of an experiment and describes them: the types of the first columns (0: of
// all), the first rows, and what was guessed or is odd. target is the column to predict, "" for a
// likely one. A run on the same data does not read them again.
func (s *Session) Inspect(d experiment.Data, file []byte, columns int, target string) (table.Inspection, error) {
	if d.Source == "" {
		return table.Inspection{}, errors.New("data.source is missing: choose synthetic, sample, inline or file")
	}
	if err := s.open(&d, file); err != nil {
		return table.Inspection{}, err
	}
	return s.source.table.Look(columns, target), nil
}

// Table returns the data of an experiment, which a run on them does not read again.
func (s *Session) Table(d experiment.Data, file []byte) (*table.Table, error) {
	if err := s.open(&d, file); err != nil {
		return nil, err
	}
	return s.source.table, nil
}

// open reads data, unless they are those of the last time, and sets the missing hash of a file.
func (s *Session) open(d *experiment.Data, file []byte) error {
	files := [2]uint64{maphash.Bytes(seed, file), maphash.Bytes(seed, s.Test)}
	if s.source == nil || !sameData(s.data, *d) || s.files != files {
		s.source, s.design = nil, nil // frees memory
		source, err := open(d, file, s.Test, s.Reading)
		if err != nil {
			return err
		}
		s.data, s.files, s.source = *d, files, source
	}
	*d = s.data
	return nil
}

// read returns the data and the design of the experiment, from the last run if nothing has changed.
func (s *Session) read(spec *experiment.Spec, file []byte) (*source, *design.Design, error) {
	if err := s.open(&spec.Data, file); err != nil {
		return nil, nil, err
	}
	s.source.suitTask(spec)
	coding := *spec
	coding.Title, coding.Model, coding.Solver = "", experiment.Model{}, experiment.Solver{}
	coding.Selection, coding.Search = experiment.Selection{}, experiment.Search{}
	if s.design == nil || !reflect.DeepEqual(coding, s.coding) {
		d, err := design.New(s.source.table, *spec)
		if err != nil {
			return nil, nil, err
		}
		s.coding, s.design = coding, d
	}
	return s.source, s.design, nil
}

// sameData reports whether the data that were read are the wanted ones. The hashes of read are set.
func sameData(read, wanted experiment.Data) bool {
	if wanted.SHA256 == "" {
		wanted.SHA256 = read.SHA256
	}
	if wanted.Test.SHA256 == "" {
		wanted.Test.SHA256 = read.Test.SHA256
	}
	return reflect.DeepEqual(read, wanted)
}
