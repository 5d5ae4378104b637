//go:build !wasm

package command

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
)

const bundleUsage = `SPEC.json -o FILE.html [-data FILE] [-test FILE] [-rows] [-site DIR]

  SPEC.json     the experiment, a .lplab.json file or the address of a link; "-"
                reads standard input
  -o FILE.html  one file with the experiment, its result and the program that
                computes it: it opens in a browser without a network and shows
                whether it reproduces the result
  -data FILE    the data file, if data.source of the experiment is "file"
  -test FILE    a file of test rows, with the columns of the data file (data.test)
  -rows         include the rows of these files in FILE.html, readable for everyone
                who has it; without it the reader chooses the files
  -site DIR     the built site; by default the directory site beside this program`

// The template of a bundle with its placeholder, and the limits of bytes and of listed weights.
const (
	bundleTemplate = "web/bundle.txt"
	bundlePlace    = "{{bundle}}"
	mostBundle     = 4_000_000
	bundledWeights = 20
)

func bundle(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	files := addDataFlags(flags)
	outName := addOutputFlag(flags)
	rows := flags.Bool("rows", false, "")
	siteDir := flags.String("site", "", "")
	names, err := parse(flags, args, "SPEC.json")
	if err != nil {
		return err
	}
	if *outName == "" {
		return unusable("bundle: -o is missing: name the file that is to be written")
	}
	dir, err := siteOf(*siteDir)
	if err != nil {
		return err
	}
	template, err := os.ReadFile(filepath.Join(dir, bundleTemplate))
	if err != nil {
		return unusable("bundle: the site at %s has no %s: build it with make build", dir, bundleTemplate)
	}
	d, session, file, err := readExperiment(names[0], files, std)
	if err != nil {
		return err
	}
	if *rows {
		if file == nil {
			return unusable("bundle: -rows is for the rows of a file: name it with -data")
		}
		if d, err = session.Inline(d, file); err != nil {
			return asUnusable(err)
		}
		file, session.Test = nil, nil
	}
	if err := checkOutput(*outName); err != nil {
		return err
	}
	report, err := runShown(ctx, session, d.Spec, file, lab.Options{}, std)
	if err != nil {
		return asUnusable(err)
	}
	part, err := bundleData(report)
	if err != nil {
		return err
	}
	html := strings.Replace(string(template), bundlePlace, string(part), 1)
	if len(html) > mostBundle {
		return unusable("bundle: the file would have %d bytes, more than %d: remove rows or columns, or omit -rows", len(html), mostBundle)
	}
	if err := writeResult([]byte(html), *outName, std.out); err != nil {
		return err
	}
	if text := shortfall(report); text != "" {
		return fmt.Errorf("the file is written, but %s", text)
	}
	return nil
}

// bundleData returns the data of a bundle: the experiment as it was run, with its result, and the parts of
// the report that the file shows. The page's Export writes the same (web/bundle.js).
func bundleData(report *experiment.Report) ([]byte, error) {
	result := map[string]any{"status": report.Status, "objective": map[string]any{}, "metrics": report.Metrics}
	if len(report.ByClass) == 0 { // with more classes it is a list, which the digest represents
		result["objective"] = struct {
			experiment.Objective
			History []experiment.Record `json:"history,omitempty"` // left out
		}{Objective: report.Objective}
		result["weights"] = nil
		if weights := report.Weights; report.Spec.Model.HasWeights() {
			weights.Top = weights.Top[:min(len(weights.Top), bundledWeights)]
			result["weights"] = weights
		}
	}
	document := experiment.Document{Spec: report.Spec, Result: &report.Result}
	return json.Marshal(map[string]any{"document": document, "report": result}) // which writes < as \u003c
}
