//go:build !wasm

package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"

	"lplab/app/bench"
)

const benchUsage = `[-json] [-large] [-only CASE] [-dexter FILE] [-memory GB]

  -json         print the figures as JSON
  -large        measure the cases that take minutes, too
  -only CASE    measure one case: its name in the JSON; rows- measures all that begin so
  -dexter FILE  the training rows of DEXTER (NIPS 2003) as lines of LIBSVM; without
                it that case is left out
  -memory GB    what a tensor may take of memory, as for lplab solve`

// benchResult is what -json prints.
type benchResult struct {
	Go    string      `json:"go"`
	Cores int         `json:"cores"`
	Rows  []bench.Row `json:"rows"`
}

func benchmark(ctx context.Context, args []string, std streams) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "")
	large := flags.Bool("large", false, "")
	only := flags.String("only", "", "")
	dexter := flags.String("dexter", "", "")
	gigabytes := flags.String("memory", "", "")
	if _, err := parse(flags, args); err != nil {
		return err
	}
	budget, err := memoryBudget(*gigabytes)
	if err != nil {
		return err
	}
	o := bench.Options{Large: *large, Only: *only, MemoryBudget: budget, Clock: stopwatch()}
	if *dexter != "" {
		if o.File, err = readInput(*dexter, std.in); err != nil {
			return err
		}
	}
	result := benchResult{Go: runtime.Version(), Cores: runtime.NumCPU()}
	if !*asJSON {
		fmt.Fprintf(std.out, "lp Lab, native: %s, %s/%s, %d processors\n\n", result.Go, runtime.GOOS, runtime.GOARCH, result.Cores)
	}
	err = bench.Run(ctx, o, func(r bench.Row) {
		result.Rows = append(result.Rows, r)
		if !*asJSON {
			printRow(std.out, r)
		}
	})
	switch {
	case err != nil:
		return err
	case len(result.Rows) == 0:
		return unusable("bench: there is no case %q; lplab bench -json names them", *only)
	case *asJSON:
		return writeJSON(result, "", std.out)
	}
	return nil
}

// printRow writes a figure, and beneath it what it is compared with.
func printRow(w io.Writer, r bench.Row) {
	fmt.Fprintf(w, "%-64s %s\n", r.What, r.Figure())
	var notes []string
	if r.Share > 0 {
		notes = append(notes, fmt.Sprintf("%.0f %% of %s", 100*r.Share, r.Limit))
	}
	if r.Detail != "" {
		notes = append(notes, r.Detail)
	}
	if r.Target > 0 && r.Failed == "" {
		notes = append(notes, "target "+bench.Seconds(r.Target))
	}
	if r.Paper != nil {
		notes = append(notes, fmt.Sprintf("%s %s", r.Paper.Source, r.Paper.Text))
	}
	if len(notes) > 0 {
		fmt.Fprintf(w, "    %s\n", strings.Join(notes, "; "))
	}
}
