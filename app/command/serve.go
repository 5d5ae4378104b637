//go:build !wasm

package command

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"lplab/app/server"
)

const serveUsage = `[-addr 127.0.0.1:8000] [-data DIR] [-site DIR]

  -addr HOST:PORT   where to listen; port 0 takes a free one
  -data DIR         where the link service keeps its links (nothing is kept yet)
  -site DIR         the built site; by default the directory site beside this program`

func serve(ctx context.Context, args []string, std streams) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:8000", "")
	siteDir := flags.String("site", "", "")
	flags.String("data", "", "")
	if _, err := parse(flags, args); err != nil {
		return err
	}
	if *siteDir == "" {
		program, err := os.Executable()
		if err != nil {
			return fmt.Errorf("the program does not know its own place: %w; name the site with -site", err)
		}
		*siteDir = filepath.Join(filepath.Dir(program), "site")
	}
	if _, err := os.Stat(*siteDir); err != nil {
		return unusable("there is no site at %s: build it with make build, or name it with -site", *siteDir)
	}
	handler, err := server.New(os.DirFS(*siteDir))
	if err != nil {
		return &unusableError{err}
	}
	return server.Serve(ctx, *addr, handler, std.out)
}
