//go:build !wasm

package command

import (
	"context"
	"flag"
	"path/filepath"

	"lplab/core/experiment"
	"lplab/core/lab"
)

const inspectUsage = `FILE

  FILE   delimited text or LIBSVM; "-" reads standard input`

func inspect(_ context.Context, args []string, std streams) error {
	names, err := parse(flag.NewFlagSet("inspect", flag.ContinueOnError), args, "FILE")
	if err != nil {
		return err
	}
	file, err := readInput(names[0], std.in)
	if err != nil {
		return err
	}
	inspection, err := lab.Inspect(experiment.Data{Source: experiment.SourceFile, Name: filepath.Base(names[0])}, file)
	if err != nil {
		return &unusableError{err}
	}
	return writeJSON(inspection, "", std.out)
}
