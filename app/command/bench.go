//go:build !wasm

package command

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"lplab/app/bench"
)

const benchUsage = `[-json] [-large] [-only CASE] [-dexter FILE] [-memory GB] [-processor] [-against LPLAB] [-rounds N]

  -json         print the figures as JSON
  -large        also measure the cases that take minutes
  -only CASE    measure one case, by its name in the JSON; rows- measures all with this prefix
  -dexter FILE  the training rows of DEXTER (NIPS 2003) as lines of LIBSVM; without
                it that case is skipped
  -memory GB    memory limit of a tensor, as for lplab solve
  -processor    measure the processor time of all threads, which depends less on
                other programs
  -against LPLAB  compare with another build of lplab (make bench-against): both run
                alternately, and the ratio of the times is printed with its interval;
                fails if a case is slower
  -rounds N     number of rounds of -against, 12 by default`

// benchResult is what -json prints.
type benchResult struct {
	Go    string      `json:"go"`
	Cores int         `json:"cores"`
	Rows  []bench.Row `json:"rows"`
}

func benchmark(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	asJSON := flags.Bool("json", false, "")
	large := flags.Bool("large", false, "")
	only := flags.String("only", "", "")
	dexter := flags.String("dexter", "", "")
	budget := addMemoryFlag(flags)
	processor := flags.Bool("processor", false, "")
	against := flags.String("against", "", "")
	rounds := flags.Int("rounds", 12, "")
	if _, err := parse(flags, args); err != nil {
		return err
	}
	if *against != "" {
		return compareBuilds(ctx, *against, *rounds, withoutComparison(flags), std)
	}
	o := bench.Options{Large: *large, Only: *only, MemoryBudget: int64(*budget), Clock: stopwatch()}
	if *processor {
		o.Clock = processorTime
	}
	if *dexter != "" {
		var err error
		if o.File, err = readInput(*dexter, std.in); err != nil {
			return err
		}
	}
	result := benchResult{Go: runtime.Version(), Cores: runtime.NumCPU()}
	if !*asJSON {
		fmt.Fprintf(std.out, "lp Lab, native: %s, %s/%s, %d processors\n\n", result.Go, runtime.GOOS, runtime.GOARCH, result.Cores)
	}
	err := bench.Run(ctx, o, func(r bench.Row) {
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

// withoutComparison returns the arguments for a build under comparison: the given flags without
// those of the comparison.
func withoutComparison(flags *flag.FlagSet) []string {
	args := []string{"bench", "-json"}
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "json" && f.Name != "against" && f.Name != "rounds" {
			args = append(args, fmt.Sprintf("-%s=%s", f.Name, f.Value))
		}
	})
	return args
}

// compareBuilds runs the benchmark by another build and by this one in turns. Each is first in every
// other round.
func compareBuilds(ctx context.Context, other string, rounds int, args []string, std streams) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if rounds < 1 {
		return unusable("-rounds is %d: give a number above 0", rounds)
	}
	builds, rows := [2]string{other, program}, [2][][]bench.Row{}
	for turn := range 2 * rounds {
		which := (turn ^ turn>>1) & 1 // 0, 1, 1, 0
		out, err := exec.CommandContext(ctx, builds[which], args...).Output()
		if err != nil {
			return fmt.Errorf("bench by %s: %w", builds[which], err)
		}
		var result benchResult
		if err := json.Unmarshal(out, &result); err != nil {
			return fmt.Errorf("bench by %s: %w", builds[which], err)
		}
		rows[which] = append(rows[which], result.Rows)
	}
	ratios, err := bench.Against(rows[0], rows[1])
	if err != nil {
		return err
	}
	var slower []string
	for _, r := range ratios {
		fmt.Fprintf(std.out, "%-64s %s\n", r.What, r)
		if r.IsSlower() {
			slower = append(slower, r.ID)
		}
	}
	if slower != nil {
		return fmt.Errorf("slower than %s: %s", other, strings.Join(slower, ", "))
	}
	return nil
}

// printRow writes a figure, and below it the values for comparison.
func printRow(w io.Writer, r bench.Row) {
	fmt.Fprintf(w, "%-64s %s\n", r.What, r.Figure())
	notes := []string{r.Spread()}
	if r.Share > 0 {
		notes = append(notes, fmt.Sprintf("%.0f %% of %s", 100*r.Share, r.Limit))
	}
	notes = append(notes, r.Detail)
	if r.Target > 0 && r.Failed == "" {
		notes = append(notes, "target "+bench.Seconds(r.Target))
	}
	if r.Paper != nil {
		notes = append(notes, fmt.Sprintf("%s %s", r.Paper.Source, r.Paper.Text))
	}
	if notes = slices.DeleteFunc(notes, func(note string) bool { return note == "" }); len(notes) > 0 {
		fmt.Fprintf(w, "    %s\n", strings.Join(notes, "; "))
	}
}
