//go:build !wasm

package command

import (
	"context"
	"flag"
	"strings"

	"lplab/app/trials"
)

const trialsUsage = `[-only CASE] [-sets N]

  -only CASE   one kind of data: its name, or how it begins (null-linear,
               null-products, planted-linear, planted-pairs, planted-many-pairs,
               planted-triples)
  -sets N      so many data sets of each, of the seeds 1 to N

Measures the rules of selection on synthetic data whose truth is known, and prints
a table in Markdown with two standard errors: web/docs/selection.md.`

func try(ctx context.Context, args []string, std streams) error {
	flags := flag.NewFlagSet("trials", flag.ContinueOnError)
	only := flags.String("only", "", "")
	sets := flags.Int("sets", 0, "")
	if _, err := parse(flags, args); err != nil {
		return err
	}
	known := false
	for _, c := range trials.Cases() {
		if !strings.HasPrefix(c.Name, *only) {
			continue
		}
		if !known {
			trials.WriteHeader(std.out)
		}
		known = true
		r, err := trials.Run(ctx, c, *sets)
		if err != nil {
			return err
		}
		trials.Write(std.out, r)
	}
	if !known {
		return unusable("trials: there is no case %q; lplab trials -h lists them", *only)
	}
	return nil
}
