//go:build !wasm

package command

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"lplab/app/page"
	"lplab/app/server"
	"lplab/core/experiment"
	"lplab/core/lab"
)

const siteUsage = `DIR

  DIR   the built files; the page and the opening experiment's result are added`

func site(ctx context.Context, flags *flag.FlagSet, args []string, _ streams) error {
	names, err := parse(flags, args, "DIR")
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(names[0], "web")); err != nil {
		return unusable("%s holds no built site: make build builds and completes one", names[0])
	}
	opening, err := openingResult(ctx)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(names[0], "web", "opening.json"), opening, 0o666); err != nil {
		return err
	}
	page.Opening = opening
	page.Register("/")
	return server.Complete(names[0])
}

// openingResult computes the result that the page shows first, without a clock, so that the same
// sources give the same site.
func openingResult(ctx context.Context) ([]byte, error) {
	report, err := lab.Run(ctx, experiment.Default(), nil, lab.Options{AllWeights: true})
	if err != nil {
		return nil, fmt.Errorf("the opening experiment failed: %w", err)
	}
	if !report.Status.IsSolved() {
		return nil, fmt.Errorf("the opening experiment ended with status %q", report.Status)
	}
	return json.Marshal(struct {
		Report  *experiment.Report `json:"report"`
		Weights []float64          `json:"weights"`
	}{report, report.Weights.Values})
}
