//go:build !wasm

package command

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"lplab/app/repro"
)

var reproUsage = `NAME | all [-quick] [-o DIR] [-dexter DIR] [-memory GB]

  NAME          a table or figure, or all for those of the papers:
` + reproList() + `  -quick        smaller sizes, which take seconds
  -o DIR        also write repro.md and the figures (repro/*.svg) to DIR
  -dexter DIR   where dexter_train.data and dexter_train.labels of the NIPS 2003
                challenge are; without them the rows of DEXTER are skipped
  -memory GB    memory limit of a tensor, as for lplab solve`

// reproList lists the names of tables and figures for the help text.
func reproList() string {
	var b strings.Builder
	for _, r := range repro.All() {
		fmt.Fprintf(&b, "                  %-11s  %s\n", r.Name, r.Title)
	}
	return b.String()
}

func reproduce(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	quick := flags.Bool("quick", false, "")
	dir := flags.String("o", "", "")
	dexter := flags.String("dexter", "", "")
	budget := addMemoryFlag(flags)
	names, err := parse(flags, args, "NAME")
	if err != nil {
		return err
	}
	parts, err := repro.Find(names[0])
	if err != nil {
		return unusable("repro: %w", err)
	}
	o := repro.Options{Quick: *quick, MemoryBudget: int64(*budget), Clock: stopwatch()}
	if *dexter != "" {
		if o.Dexter, err = readDexter(*dexter, std.in); err != nil {
			return err
		}
	}
	document := repro.Document{Machine: machine(), Quick: *quick}
	if *dir != "" {
		document.Figures = "repro/"
		if err := os.MkdirAll(filepath.Join(*dir, document.Figures), 0o777); err != nil {
			return unusable("the figures cannot be written: %w; choose another place with -o", err)
		}
	}

	var text bytes.Buffer
	out := io.MultiWriter(std.out, &text)
	if err := document.Head(out); err != nil {
		return writeError(err)
	}
	bar := newProgressLine(std.err)
	o.Progress = bar.show
	for _, r := range parts {
		result, err := r.Run(ctx, o)
		bar.clear()
		if err != nil {
			return err
		}
		if err := document.Write(out, result); err != nil {
			return writeError(err)
		}
		if *dir == "" {
			continue
		}
		for _, p := range result.Pictures {
			if err := writeResult(p.Figure.SVG(), filepath.Join(*dir, document.Figures, p.File()), nil); err != nil {
				return err
			}
		}
	}
	if *dir == "" {
		return nil
	}
	return writeResult(text.Bytes(), filepath.Join(*dir, "repro.md"), nil)
}

// readDexter reads the training part of DEXTER as LIBSVM, with a label before each line of data.
func readDexter(dir string, stdin io.Reader) ([]byte, error) {
	data, err := readInput(filepath.Join(dir, "dexter_train.data"), stdin)
	if err != nil {
		return nil, err
	}
	labels, err := readInput(filepath.Join(dir, "dexter_train.labels"), stdin)
	if err != nil {
		return nil, err
	}
	rows, classes := lines(data), lines(labels)
	if len(rows) != len(classes) {
		return nil, unusable("%s has %d rows of data and %d labels: give the files of the NIPS 2003 challenge as they are", dir, len(rows), len(classes))
	}
	var b bytes.Buffer
	for i, row := range rows {
		fmt.Fprintf(&b, "%s %s\n", classes[i], row)
	}
	return b.Bytes(), nil
}

func lines(text []byte) []string { return strings.Split(strings.TrimRight(string(text), "\r\n"), "\n") }

// idleLoad is the largest load average of a machine without other work.
const idleLoad = 0.3

// machine describes in a sentence the machine of the measured times.
func machine() string {
	text := fmt.Sprintf("%s, %s/%s, %d processors", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	processors, _ := os.ReadFile("/proc/cpuinfo")
	if _, rest, found := strings.Cut(string(processors), "model name"); found {
		name, _, _ := strings.Cut(rest, "\n")
		text += " (" + strings.Trim(name, ": \t") + ")"
	}
	load, _ := os.ReadFile("/proc/loadavg")
	average, _, _ := strings.Cut(string(load), " ")
	if v, err := strconv.ParseFloat(average, 64); err == nil && v > idleLoad {
		text += fmt.Sprintf("; busy with other work (the load average was %s at the start), so times are too long", average)
	}
	return text + "."
}
