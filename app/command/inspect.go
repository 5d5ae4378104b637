//go:build !wasm

package command

import (
	"context"
	"flag"
	"path/filepath"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
)

const inspectUsage = `FILE [-SETTING VALUE ...]

  FILE               delimited text, JSON records, ARFF or LIBSVM, optionally
                     compressed with gzip; "-" reads standard input

The settings are detected, with reasons. These flags override them, as data.import does
in an experiment:

  -format NAME       delimited, libsvm, json, arff
  -encoding NAME     utf-8, windows-1252, utf-16le, utf-16be
  -delimiter NAME    comma, semicolon, tab, bar, space
  -decimal NAME      point, comma
  -start LINE        line in which the table begins, with its header or its first row
  -header NAME       yes, no: whether the first row names the columns
  -quote NAME        enclose, literal: whether double quotes enclose a cell
  -missing CODES     codes of missing cells, separated by commas
  -codes NAMES       columns of categories with numbers, or with up to 200
                     texts, as JSON: ["grade"]
  -ragged NAME       refuse, drop, pad: lines of another length
  -dates NAME        text, parts: columns of year, month, day, weekday and hour;
                     day-first, month-first: the same, if the order is ambiguous`

func inspect(_ context.Context, flags *flag.FlagSet, args []string, std streams) error {
	spec := experiment.Spec{Data: experiment.Data{Source: experiment.SourceFile}}
	for _, f := range experiment.Fields() {
		if name, ok := strings.CutPrefix(f.Path, "data.import."); ok {
			flags.Func(name, f.Help, func(text string) error { return f.Set(&spec, text) })
		}
	}
	names, err := parse(flags, args, "FILE")
	if err != nil {
		return err
	}
	file, err := readInput(names[0], std.in)
	if err != nil {
		return err
	}
	spec.Data.Name = filepath.Base(names[0])
	inspection, err := new(lab.Session).Inspect(spec.Data, file, 0, "")
	if err != nil {
		return asUnusable(err)
	}
	return writeJSON(inspection, "", std.out)
}
