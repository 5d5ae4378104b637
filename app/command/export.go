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
	dir, err := siteOf(names[0])
	if err != nil {
		return err
	}
	if _, err := server.New(os.DirFS(dir)); err != nil {
		return asUnusable(err)
	}
	return asUnusable(server.Export(os.DirFS(dir), names[1], !*root))
}
