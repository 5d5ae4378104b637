// Package lab runs experiments: a Spec and, where it names one, the user's
// file go in; a Report comes out.
package lab

import (
	"context"
	"errors"

	"lplab/core/experiment"
)

// Options are what the surroundings supply to a run. The zero value is valid.
type Options struct {
	// Progress, where not nil, hears how the run goes, from the caller's goroutine.
	Progress func(experiment.Progress)
	// Clock returns seconds since any fixed moment. Nil: durations are reported as zero.
	Clock func() float64
	// MemoryBudget bounds the bytes of the packed tensor or the feature matrix; 0 means DefaultMemoryBudget.
	MemoryBudget int64
	// AllWeights asks for Report.Weights.Values.
	AllWeights bool
}

// DefaultMemoryBudget is 2 GiB: what one WebAssembly memory holds with room to work.
const DefaultMemoryBudget = 2 << 30

// Run carries out the experiment. file holds the bytes of the user's own file
// where s.Data.Source is "file", and is nil otherwise.
//
// The error is one sentence for the user. A run that ended without reaching its
// tolerance is not an error: the report's status says so. A cancelled context
// gives a report with status "cancelled" if there is an alpha to report, and
// context.Canceled otherwise.
func Run(ctx context.Context, s experiment.Spec, file []byte, o Options) (*experiment.Report, error) {
	return nil, errors.New("lab: under construction")
}
