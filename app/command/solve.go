//go:build !wasm

package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"lplab/core/english"
	"lplab/core/experiment"
	"lplab/core/lab"
)

const solveUsage = `SPEC.json [-data FILE] [-test FILE] [-o FILE] [-memory GB]

  SPEC.json    the experiment, a .lplab.json file or the address of a link; "-" reads standard input
  -data FILE   the data file, if data.source of the experiment is "file"
  -test FILE   a file of test rows, with the columns of the data file (data.test)
  -o FILE      write the report to FILE instead of standard output
  -memory GB   memory limit of the tensor; by default half of the available memory.
               The rest is recomputed in every pass

The steps of reweighting (model.r) are written as a table to standard output if the
report is written to a file, and otherwise to standard error if that is a terminal.

If the run, or a model of its search, does not reach its tolerance, the report is
written, and the exit status is 1.`

func solve(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	files := addDataFlags(flags)
	outName := addOutputFlag(flags)
	budget := addMemoryFlag(flags)
	names, err := parse(flags, args, "SPEC.json")
	if err != nil {
		return err
	}
	document, session, file, err := readExperiment(names[0], files, std)
	if err != nil {
		return err
	}
	if err := checkOutput(*outName); err != nil {
		return err
	}
	report, err := runShown(ctx, session, document.Spec, file, lab.Options{MemoryBudget: int64(*budget), Model: true}, std)
	if err != nil {
		return asUnusable(err)
	}
	if err := writeJSON(report, *outName, std.out); err != nil {
		return err
	}
	text := std.out
	if *outName == "" {
		text = terminal(std.err) // standard output has the report
	}
	if text != nil {
		if err := writeSteps(report, text); err != nil {
			return err
		}
	}
	if text := shortfall(report); text != "" {
		return fmt.Errorf("the report is written, but %s", text)
	}
	return nil
}

// runShown runs an experiment and shows its progress if standard error is a terminal.
func runShown(ctx context.Context, session *lab.Session, s experiment.Spec, file []byte, o lab.Options, std streams) (*experiment.Report, error) {
	bar := newProgressLine(std.err)
	defer bar.clear()
	o.Progress, o.Clock = bar.show, stopwatch()
	return session.Run(ctx, s, file, o)
}

// writeSteps writes a line for each step of reweighting; nothing without any.
func writeSteps(r *experiment.Report, out io.Writer) error {
	if len(r.Reweighting) == 0 {
		return nil
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "step\tfeatures\tnot zero\tobjective\tgap\titerations\tstatus")
	for _, s := range r.Reweighting {
		step := strconv.Itoa(s.Step)
		if s.Moved {
			step += ", after a search"
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%.8g\t%.1g\t%d\t%s\n", step, s.Features, s.Nonzero, s.Objective, s.Gap, s.Iterations, s.Status)
	}
	return table.Flush()
}

// shortfall returns a clause on the models of a report that did not converge; "" if all did.
func shortfall(r *experiment.Report) string {
	if r.Status.IsSolved() {
		return r.Unsolved()
	}
	if r.Status == experiment.Truncated {
		return fmt.Sprintf("the kernel's series is truncated at degree %d, which leaves a relative gap of %.3g to the whole series, above the tolerance of %g", r.Solver.Degree, r.Objective.RelativeGap, r.Spec.Solver.Tolerance)
	}
	if o := r.Objective; r.Status == experiment.Cancelled && o.RelativeGap <= r.Spec.Solver.Tolerance {
		return fmt.Sprintf("the run was cancelled when the relative gap, %.3g, was within the tolerance, so only the report is incomplete", o.RelativeGap)
	}
	text := fmt.Sprintf("the run did not converge (%s): relative gap %.3g after %s", r.Status, r.Objective.RelativeGap, english.Count(r.Solver.Iterations, "iteration"))
	if others := r.Unsolved(); others != "" {
		text += "; " + others
	}
	return text
}

func stopwatch() func() float64 {
	start := time.Now()
	return func() float64 { return time.Since(start).Seconds() }
}
