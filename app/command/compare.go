//go:build !wasm

package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/lists"
	"lplab/core/reports/figure"
)

const compareUsage = `SPEC.json [-data FILE] [-test FILE] [-models LIST] [-o DIR] [-memory GB]

  SPEC.json      the experiment: all models share its data, split and preprocessing;
                 "-" reads standard input
  -data FILE     the data file, if data.source of the experiment is "file"
  -test FILE     a file of test rows, with the columns of the data file (data.test)
  -models LIST   comma-separated types of models, or lp-reweighted for the lp model
                 with an exponent r; by default all that support the task
  -o DIR         directory for the reports, a file for each model, and the figure
                 of their scores, methods.svg
  -memory GB     memory limit of a run; by default half of the available memory

The strength of each model is chosen from an automatic grid, by the criterion of the
experiment or by cross-validation. The table goes to standard output. The exit status is 1 if a
run, or a model of its search, did not reach its tolerance.`

func compare(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	files := addDataFlags(flags)
	models := flags.String("models", "", "")
	dir := flags.String("o", "", "")
	budget := addMemoryFlag(flags)
	names, err := parse(flags, args, "SPEC.json")
	if err != nil {
		return err
	}
	document, session, file, err := readExperiment(names[0], files, std)
	if err != nil {
		return err
	}
	specs, err := wantedVariants(document.Spec, *models)
	if err != nil {
		return err
	}
	if *dir != "" {
		if err := os.MkdirAll(*dir, 0o777); err != nil {
			return unusable("the reports cannot be written: %w; choose another place with -o", err)
		}
	}
	var reports []*experiment.Report
	for _, spec := range specs {
		report, err := runShown(ctx, session, spec, file, lab.Options{MemoryBudget: int64(*budget)}, std)
		if err != nil {
			return unusable("%s: %w", spec.Model.Method(), err)
		}
		reports = append(reports, report)
		if *dir != "" {
			if err := writeJSON(report, filepath.Join(*dir, spec.Model.Method()+".json"), std.out); err != nil {
				return err
			}
		}
	}
	if err := writeTable(reports, std.out); err != nil {
		return err
	}
	if *dir != "" && len(reports) > 1 {
		picture, err := figure.Methods(reports)
		if err != nil {
			return err
		}
		if err := writeResult(picture.SVG(), filepath.Join(*dir, "methods.svg"), std.out); err != nil {
			return err
		}
	}
	return shortfalls(reports)
}

// shortfalls returns an error that names the runs and models of searches that did not converge; nil
// if all did.
func shortfalls(reports []*experiment.Report) error {
	var short []string
	for _, r := range reports {
		if text := shortfall(r); text != "" {
			short = append(short, r.Spec.Model.Method()+": "+text)
		}
	}
	if short == nil {
		return nil
	}
	return errors.New(strings.Join(short, "; "))
}

// wantedVariants returns the variants of an experiment with a type in a comma-separated list;
// all if the list is empty.
func wantedVariants(s experiment.Spec, list string) ([]experiment.Spec, error) {
	all, err := experiment.Variants(s)
	if err != nil || list == "" {
		return all, asUnusable(err)
	}
	names := lists.Map(all, func(s experiment.Spec) string { return s.Model.Method() })
	var specs []experiment.Spec
	for _, name := range strings.Split(list, ",") {
		i := slices.Index(names, strings.TrimSpace(name))
		if i < 0 {
			return nil, unusable("-models names %q, which is none that this experiment can take: %s", name, strings.Join(names, ", "))
		}
		specs = append(specs, all[i])
	}
	return specs, nil
}

// writeTable writes a line for each report: its errors, its selection, its time and its certificate.
func writeTable(reports []*experiment.Report, out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	comparison := figure.Compared(reports)
	fmt.Fprint(table, "Model")
	for _, c := range comparison.Columns {
		fmt.Fprint(table, "\t", c.Title)
	}
	for i, row := range comparison.Rows {
		fmt.Fprint(table, "\n", reports[i].Spec.Model.Method())
		for _, c := range row {
			fmt.Fprint(table, "\t", c.Text)
		}
	}
	fmt.Fprintln(table)
	return table.Flush()
}
