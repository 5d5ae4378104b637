//go:build !wasm

// Package command is the command line of lp Lab.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"lplab/core/experiment"
	"lplab/core/lab"
)

// Exit statuses.
const (
	Done     = 0 // the result is written and complete
	Failed   = 1 // the run failed, was cancelled or stopped short of its tolerance
	Unusable = 2 // the command line or the input cannot be used
)

// streams are the input and the outputs of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// subcommand is one verb of the command line. Its run gets an empty set of flags with its name and
// returns nil when all is done; an error is shown as one line and decides the exit status.
type subcommand struct {
	name    string
	usage   string // arguments, after the name
	summary string
	run     func(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error
}

// subcommands returns the verbs in the order of the help text.
func subcommands() []subcommand {
	return []subcommand{
		{"serve", serveUsage, "serve the app on this machine", serve},
		{"solve", solveUsage, "run an experiment and print its report", solve},
		{"model", modelUsage, "write the model of a report as a file or as code", model},
		{"predict", predictUsage, "predict the rows of a file with a model", predict},
		{"compare", compareUsage, "run several models on the same rows and print their scores", compare},
		{"plot", plotUsage, "draw a figure of a report as SVG", plot},
		{"link", linkUsage, "write an experiment as a link, or read one", linkText},
		{"bundle", bundleUsage, "write an experiment as one self-contained HTML file", bundle},
		{"inspect", inspectUsage, "show as JSON how a file is read", inspect},
		{"bench", benchUsage, "measure the speed on this machine", benchmark},
		{"trials", trialsUsage, "measure the rules of selection on synthetic data with known relevant features", try},
		{"repro", reproUsage, "repeat the tables and figures of the papers", reproduce},
		{"export", exportUsage, "copy the site for a static host (make site)", export},
		{"takedown", takedownUsage, "take a short link down", takedown},
		{"site", siteUsage, "complete the directory that serve serves (part of make build)", site},
	}
}

// Main runs the command line args (without the name of the program) and returns the
// exit status. It writes results to stdout only; stderr gets progress, if it is a terminal, and at
// most one line about an error.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := dispatch(ctx, args, streams{stdin, stdout, stderr})
	if err == nil {
		return Done
	}
	if errors.Is(err, context.Canceled) {
		err = errors.New("cancelled")
	}
	fmt.Fprintf(stderr, "lplab: %s\n", oneLine(err.Error()))
	if unusable := (*unusableError)(nil); errors.As(err, &unusable) {
		return Unusable
	}
	return Failed
}

func dispatch(ctx context.Context, args []string, std streams) error {
	if len(args) == 0 {
		return unusable("no command given; lplab -h lists them")
	}
	if help := []string{"-h", "-help", "--help", "help"}; slices.Contains(help, args[0]) {
		if len(args) > 1 && !slices.Contains(help, args[1]) {
			return dispatch(ctx, []string{args[1], "-h"}, std)
		}
		fmt.Fprint(std.out, overview())
		return nil
	}
	for _, c := range subcommands() {
		if c.name != args[0] {
			continue
		}
		flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		flags.Usage = func() {}
		err := c.run(ctx, flags, args[1:], std)
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(std.out, c.help())
			return nil
		}
		return err
	}
	return unusable("%q is not a command; lplab -h lists them", args[0])
}

func overview() string {
	var b strings.Builder
	b.WriteString("lp Lab " + lab.Engine + ": regularisation with lp norms and tensor kernels\n\n")
	for _, c := range subcommands() {
		fmt.Fprintf(&b, "  lplab %-8s %s\n", c.name, c.summary)
	}
	b.WriteString("\nlplab COMMAND -h explains a command. Exit status: 0 done, 1 the run failed or\n" +
		"stopped short of its tolerance, 2 the input cannot be used.\n")
	return b.String()
}

func (c subcommand) help() string {
	head, details, _ := strings.Cut(c.usage, "\n\n")
	return fmt.Sprintf("usage: lplab %s %s\n\n%s.\n\n%s\n", c.name, head, strings.ToUpper(c.summary[:1])+c.summary[1:], details)
}

type unusableError struct{ error }

func (e *unusableError) Unwrap() error { return e.error }

func unusable(format string, args ...any) error {
	return &unusableError{fmt.Errorf(format, args...)}
}

// asUnusable marks an error as unusableError; nil stays nil.
func asUnusable(err error) error {
	if err == nil {
		return nil
	}
	return &unusableError{err}
}

// parse reads flags and the given number of positional arguments, in any order.
func parse(flags *flag.FlagSet, args []string, names ...string) ([]string, error) {
	positional, err := parseAll(flags, args)
	switch {
	case err != nil:
		return nil, err
	case len(positional) < len(names):
		return nil, unusable("%s: %s is missing; lplab %[1]s -h explains", flags.Name(), names[len(positional)])
	case len(positional) > len(names):
		return nil, unusable("%s: unexpected argument %q; lplab %[1]s -h explains", flags.Name(), positional[len(names)])
	}
	return positional, nil
}

// parseAll reads flags and any number of positional arguments, in any order.
func parseAll(flags *flag.FlagSet, args []string) ([]string, error) {
	var positional []string
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, err
		} else if err != nil {
			if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
				return nil, unknownFlag(flags, name)
			}
			return nil, unusable("%s: %w; lplab %[1]s -h explains", flags.Name(), err)
		}
		if flags.NArg() == 0 {
			return positional, nil
		}
		positional = append(positional, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// unknownFlag returns the error of a flag that a command does not have, with the flag that may be meant.
func unknownFlag(flags *flag.FlagSet, name string) error {
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if nearest, ok := experiment.Nearest(name, names); ok {
		return unusable("%s: -%s is unknown: did you mean -%s?", flags.Name(), name, nearest)
	}
	return unusable("%s: -%s is unknown; lplab %[1]s -h explains", flags.Name(), name)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
