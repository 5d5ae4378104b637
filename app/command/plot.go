//go:build !wasm

package command

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
	"lplab/core/reports/figure"
	"lplab/core/reports/scoring"
)

var plotUsage = `[REPORT.json...] [-figure NAME] [-class CLASS] [-columns NAMES] [-data FILE] [-test FILE] [-csv] [-o FILE]

  REPORT.json    reports of lplab solve; "-" reads standard input; none for a figure of the theory
  -figure NAME   name of the figure:
` + figureList() + `  -class CLASS   with more than two classes, the class to draw; by default the first
  -columns NAMES for the figure dependence: the column, or two with a comma, as in CSV
  -data FILE     for the figure dependence: the data file, if any
  -test FILE     for the figure dependence: the file of test rows, if any
  -csv           the numbers of the figure as CSV, instead of the picture
  -o FILE        write the SVG or the CSV to FILE instead of standard output`

// figureList lists the names of figures for the help text.
func figureList() string {
	var b strings.Builder
	for i, k := range figure.Kinds() {
		note := ""
		switch {
		case i == 0:
			note = " (the default)"
		case k.Theory:
			note = " (theory)"
		}
		fmt.Fprintf(&b, "                 %-21s  %s%s\n", k.Name, k.Shows, note)
	}
	fmt.Fprintf(&b, "                 %-21s  %s\n", dependence, "mean prediction by a column, or by two: see -columns; of a model file, too")
	return b.String()
}

// dependence is the name of the figure that needs the model and its data.
const dependence = "dependence"

// drawDependence draws the partial dependence of the model of a report, or of a model file, on
// columns of its data.
func drawDependence(ctx context.Context, files []string, columns, class string, data *dataFlags, numbers bool, std streams) ([]byte, error) {
	names, err := csv.NewReader(strings.NewReader(columns)).Read()
	if err != nil || len(files) != 1 {
		return nil, errors.New("plot: the figure dependence is of one report, or model file, and of one or two columns: give the columns with -columns")
	}
	m, err := readModel(ctx, files[0], data, false, std)
	if err != nil {
		return nil, err
	}
	session, file, err := data.read(&m.Experiment, std)
	if err != nil {
		return nil, err
	}
	t, err := session.Table(m.Experiment.Data, file)
	if err != nil {
		return nil, err
	}
	p, err := lab.NewPredictor(ctx, m)
	if err != nil {
		return nil, err
	}
	d, err := scoring.Dependence(ctx, p, t, names, class)
	switch {
	case err != nil:
		return nil, err
	case numbers:
		return figure.DependenceCSV(d), nil
	}
	return figure.Dependence(d).SVG(), nil
}

func plot(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	name := flags.String("figure", figure.Kinds()[0].Name, "")
	class := flags.String("class", "", "")
	columns := flags.String("columns", "", "")
	data := addDataFlags(flags)
	numbers := flags.Bool("csv", false, "")
	outName := addOutputFlag(flags)
	files, err := parseAll(flags, args)
	if err != nil {
		return err
	}
	if err := checkOutput(*outName); err != nil {
		return err
	}
	if *name == dependence {
		out, err := drawDependence(ctx, files, *columns, *class, data, *numbers, std)
		if err != nil {
			return asUnusable(err)
		}
		return writeResult(out, *outName, std.out)
	}
	if *columns != "" {
		return unusable("plot: -columns is for the figure dependence: add -figure dependence, or leave -columns out")
	}
	kind, err := figure.Find(*name)
	if err != nil {
		return unusable("plot: %v", err)
	}
	if len(files) == 0 && !kind.Theory {
		return unusable("plot: REPORT.json is missing; lplab plot -h explains")
	}
	reports, err := readReports(files, std.in)
	if err != nil {
		return err
	}
	out, err := render(kind.OfClass(*class), *numbers, reports)
	if err != nil {
		return asUnusable(err)
	}
	return writeResult(out, *outName, std.out)
}

// render returns a figure as SVG, or its numbers as CSV.
func render(kind figure.Kind, numbers bool, reports []*experiment.Report) ([]byte, error) {
	if numbers {
		return kind.CSV(reports...)
	}
	picture, err := kind.Draw(reports...)
	if err != nil {
		return nil, err
	}
	return picture.SVG(), nil
}

func readReports(files []string, stdin io.Reader) ([]*experiment.Report, error) {
	if first := slices.Index(files, "-"); first >= 0 && slices.Contains(files[first+1:], "-") {
		return nil, unusable("plot: only one report can come from standard input")
	}
	var reports []*experiment.Report
	for _, name := range files {
		text, err := readInput(name, stdin)
		if err != nil {
			return nil, err
		}
		r, err := experiment.DecodeReport(text)
		if err != nil {
			return nil, unusable("%s cannot be drawn: %w", shownFile(name), err)
		}
		reports = append(reports, r)
	}
	return reports, nil
}

func shownFile(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
