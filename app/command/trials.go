//go:build !wasm

package command

import (
	"context"
	"flag"
	"slices"
	"strings"

	"lplab/app/trials"
)

const trialsUsage = `[-only CASE] [-sets N]

  -only CASE   run one kind of data, given by its name or a prefix of it (null-linear,
               null-products, planted-linear, planted-pairs, planted-noisy-pairs,
               planted-many-pairs, planted-triples)
  -sets N      run N data sets of each kind, with the seeds 1 to N

The table is printed in Markdown, each figure with two standard errors, as in
web/docs/selection.md.`

func try(ctx context.Context, flags *flag.FlagSet, args []string, std streams) error {
	only := flags.String("only", "", "")
	sets := flags.Int("sets", 0, "")
	if _, err := parse(flags, args); err != nil {
		return err
	}
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == "sets" })
	if given && *sets < 1 {
		return unusable("trials: -sets is %d: give a number above 0", *sets)
	}
	cases := slices.DeleteFunc(trials.Cases(), func(c *trials.Case) bool { return !strings.HasPrefix(c.Name, *only) })
	if len(cases) == 0 {
		return unusable("trials: there is no case %q; lplab trials -h lists them", *only)
	}
	trials.WriteHeader(std.out)
	for _, c := range cases {
		r, err := trials.Run(ctx, c, *sets)
		if err != nil {
			return err
		}
		trials.Write(std.out, r)
	}
	return nil
}
