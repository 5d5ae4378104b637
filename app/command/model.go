//go:build !wasm

package command

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/scoring"
	"lplab/core/reports/takeaway"
)

const modelUsage = `REPORT [-data FILE] [-test FILE] [-selected] [-as FORM] [-o FILE]

  REPORT       a report of lplab solve, or a model file; "-" reads standard input
  -data FILE   the file of the experiment, for a report without a model, such as
               one exported by the page: the experiment is run again
  -test FILE   the file of its test rows, if any
  -selected    the least squares fit of the selected monomials, in place of the model
  -as FORM     json (the default), python, javascript, r, or formula, for models of
               at most 30 terms
  -o FILE      write the model to FILE instead of standard output

Generated code predicts as lplab predict does and has no dependencies: it defines
predict(row); run as a program, it reads CSV from standard input and prints one
prediction per line. The model file (*` + experiment.ModelFileExtension + `) is the input of lplab predict.`

func model(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	files := addDataFlags(flags)
	outName := addOutputFlag(flags)
	form := flags.String("as", "json", "")
	selected := flags.Bool("selected", false, "")
	names, err := parse(flags, args, "REPORT")
	if err != nil {
		return err
	}
	if *form != "json" && !slices.Contains(takeaway.Languages, *form) {
		return unusable("model: there is no form %q; choose json, %s", *form, strings.Join(takeaway.Languages, ", "))
	}
	m, err := readModel(ctx, names[0], files, *selected, std)
	if err != nil {
		return err
	}
	if err := checkOutput(*outName); err != nil {
		return err
	}
	if *form == "json" {
		return writeJSON(m, *outName, std.out)
	}
	text, err := takeaway.Write(m, *form)
	if err != nil {
		return asUnusable(err)
	}
	return writeResult([]byte(text), *outName, std.out)
}

// readModel reads a model file or the model of a report, or the refit of a report's selection. A
// report without a model is run again on its data.
func readModel(ctx context.Context, name string, files *dataFlags, selected bool, std streams) (*experiment.ModelFile, error) {
	text, err := readInput(name, std.in)
	if err != nil {
		return nil, err
	}
	m, err := modelOf(ctx, text, name, files, std)
	if err != nil || !selected {
		return m, err
	}
	report, err := experiment.DecodeReport(text)
	if err != nil {
		return nil, unusable("%s: -selected needs the report: %w", shownFile(name), err)
	}
	if m, err = m.Selected(report); err != nil {
		return nil, asUnusable(err)
	}
	return m, nil
}

// modelOf returns the model of a model file or of a report. A report without a model is run again
// on its data.
func modelOf(ctx context.Context, text []byte, name string, files *dataFlags, std streams) (*experiment.ModelFile, error) {
	var report struct {
		Spec  *json.RawMessage `json:"spec"`
		Model *json.RawMessage `json:"model"`
	}
	if json.Unmarshal(text, &report) != nil || report.Spec == nil || report.Model != nil {
		m, err := experiment.DecodeModel(text)
		if err != nil {
			return nil, unusable("%s: %w", shownFile(name), err)
		}
		return m, nil
	}
	oldReport, err := experiment.DecodeReport(text)
	if err != nil {
		return nil, unusable("%s: %w", shownFile(name), err)
	}
	if oldReport.Spec.Data.Source == experiment.SourceFile && files.data == "" {
		return nil, unusable("the report holds no model, and its data are the file %s: give that with -data FILE to lplab model", oldReport.Spec.Data.Name)
	}
	session, file, err := files.read(&oldReport.Spec, std)
	if err != nil {
		return nil, err
	}
	newReport, err := session.Run(ctx, oldReport.Spec, file, lab.Options{Clock: stopwatch()})
	if err != nil {
		return nil, asUnusable(err)
	}
	if newReport.Result.Digest != oldReport.Result.Digest {
		return nil, fmt.Errorf("the run did not repeat the report's result (digest %s, not %s): run the experiment anew with lplab solve", newReport.Result.Digest, oldReport.Result.Digest)
	}
	return session.Model(ctx)
}

const predictUsage = `MODEL -data FILE [-errors] [-o FILE]

  MODEL        a model file, or a report of solve; "-" reads standard input
  -data FILE   the rows to predict, with the columns of the model in any order; "-"
               reads standard input. Delimited text may have any length
  -errors      add a column "error" for a model of type lp, or "error:CLASS" for each of
               more than two classes: a bound on the distance of a decision value from its
               value at the exact minimum of the objective. It is an optimisation error,
               not a sampling error
  -o FILE      write the rows to FILE instead of standard output

The result is CSV in the order of the rows: their columns, then "prediction" (a
number, or the class), and for a classification "score:CLASS" and, if the loss
has probabilities, "probability:CLASS" for every class. Rows that cannot be predicted
have empty cells there; standard error lists their number and the reasons. A name
that the file has already gets a number: "prediction_2". If the numbers of the file
have decimal commas, those of the result have them too, between semicolons.`

func predict(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	dataName := flags.String("data", "", "")
	outName := addOutputFlag(flags)
	errorsToo := flags.Bool("errors", false, "")
	names, err := parse(flags, args, "MODEL")
	switch {
	case err != nil:
		return err
	case *dataName == "":
		return unusable("predict: the rows to predict are missing: give them with -data FILE")
	case *dataName == "-" && names[0] == "-":
		return unusable("the model and the rows cannot both come from standard input: give one of them as a file")
	}
	m, err := readModel(ctx, names[0], new(dataFlags), false, std)
	if err != nil {
		return err
	}
	if !*errorsToo {
		m = m.WithoutErrors()
	}
	from := std.in
	if *dataName != "-" {
		file, err := os.Open(*dataName)
		if err != nil {
			return readError(*dataName, err)
		}
		defer file.Close()
		from = file
	}
	if err := checkOutput(*outName); err != nil {
		return err
	}
	summary, err := writePredictions(ctx, m, from, *outName, std.out)
	if err != nil {
		return err
	}
	if text := summary.String(); text != "" {
		fmt.Fprintf(std.err, "lplab: %s\n", oneLine(text))
	}
	return nil
}

// writePredictions predicts the rows of a file. A result that goes to a named file is
// written beside it and takes its place once it is whole; to a device or a pipe it is written as it comes.
func writePredictions(ctx context.Context, m *experiment.ModelFile, from io.Reader, name string, stdout io.Writer) (*scoring.Summary, error) {
	if name == "" {
		return predictTo(ctx, m, from, stdout)
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	part, mode := name, os.FileMode(0o666)
	info, err := os.Lstat(name)
	if err == nil {
		mode = info.Mode().Perm()
	}
	if err != nil || info.Mode().IsRegular() {
		folder, err := os.MkdirTemp(filepath.Dir(name), ".lplab-")
		if err != nil {
			return nil, writeError(err)
		}
		defer os.RemoveAll(folder)
		part = filepath.Join(folder, filepath.Base(name))
	}
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return nil, writeError(err)
	}
	summary, err := predictTo(ctx, m, from, file)
	if closeErr := file.Close(); err == nil {
		err = writeError(closeErr)
	}
	if err == nil && part != name {
		err = writeError(os.Rename(part, name))
	}
	return summary, err
}

func predictTo(ctx context.Context, m *experiment.ModelFile, from io.Reader, to io.Writer) (*scoring.Summary, error) {
	w := bufio.NewWriterSize(to, 1<<16)
	summary, err := scoring.Predict(ctx, m, from, w)
	if flushErr := w.Flush(); flushErr != nil { // the first error of to
		return nil, writeError(flushErr)
	}
	return summary, asUnusable(err)
}
