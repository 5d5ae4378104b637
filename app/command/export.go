//go:build !wasm

package command

import (
	"context"
	"flag"
	"os"

	"lplab/app/server"
)

const exportUsage = `[-root] SITE OUT

  SITE    the built site, bin/site
  OUT     a new directory for the copy
  -root   the copy is for the root of a host, with short links; without it the
          copy works in any folder, with full links only`

func export(_ context.Context, flags *flag.FlagSet, args []string, _ streams) error {
	root := flags.Bool("root", false, "")
	names, err := parse(flags, args, "SITE", "OUT")
	if err != nil {
		return err
	}
	if _, err := os.Stat(names[0]); err != nil {
		return unusable("export: there is no site at %s: build it with make build", names[0])
	}
	if _, err := server.New(os.DirFS(names[0])); err != nil {
		return asUnusable(err)
	}
	return asUnusable(server.Export(os.DirFS(names[0]), names[1], !*root))
}
