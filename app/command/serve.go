//go:build !wasm

package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"lplab/app/links"
	"lplab/app/links/boltstore"
	"lplab/app/server"
)

const serveUsage = `[-addr 127.0.0.1:8000] [-data DIR] [-site DIR] [-connections N]
      [-links-per-hour N] [-links-per-network N] [-links-per-day N] [-link-bytes-per-day N]

  -addr HOST:PORT        address to listen on; port 0 selects a free one
  -data DIR              directory for short links; without it there are no short links
  -site DIR              the built site; by default the directory site beside this program
  -connections N         largest number of open connections; beyond it the oldest one
                         of the network with the most is closed
  -links-per-hour N      links that a network may store per hour
  -links-per-network N   links that a network may store per day
  -links-per-day N       links that may be stored per day
  -link-bytes-per-day N  bytes that may be stored per day`

func serve(ctx context.Context, flags *flag.FlagSet, args []string, std streams) (err error) {
	addr := flags.String("addr", "127.0.0.1:8000", "")
	siteDir := flags.String("site", "", "")
	dataDir := flags.String("data", "", "")
	limits := links.UsualLimits
	flags.IntVar(&limits.PerHour, "links-per-hour", limits.PerHour, "")
	flags.IntVar(&limits.OfANetwork.Links, "links-per-network", limits.OfANetwork.Links, "")
	flags.IntVar(&limits.OfAll.Links, "links-per-day", limits.OfAll.Links, "")
	flags.IntVar(&limits.OfAll.Bytes, "link-bytes-per-day", limits.OfAll.Bytes, "")
	connections := flags.Int("connections", server.Connections, "")
	if _, err := parse(flags, args); err != nil {
		return err
	}
	if *connections < 1 || min(limits.PerHour, limits.OfANetwork.Links, limits.OfAll.Links, limits.OfAll.Bytes) < 0 {
		return unusable("serve: -connections must be at least 1, and the limits of links at least 0")
	}
	dir, err := siteOf(*siteDir)
	if err != nil {
		return err
	}
	site, err := server.New(os.DirFS(dir))
	if err != nil {
		return asUnusable(err)
	}
	if *dataDir == "" {
		return server.Serve(ctx, *addr, *connections, site.With(links.Absent(), links.Owns), std.out)
	}
	store, err := boltstore.Open(*dataDir)
	if err != nil {
		return asUnusable(err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Sweep(ctx, time.Now()); err != nil {
		return err
	}
	return server.Serve(ctx, *addr, *connections, withLinks(site, store, limits, std), std.out)
}

// withLinks returns a site with the service of short links.
func withLinks(site *server.Site, store links.Store, limits links.Limits, std streams) http.Handler {
	service := links.New(links.Config{
		Store:    store,
		Counter:  new(links.MemoryCounter),
		Limits:   limits,
		Now:      time.Now,
		Shell:    site.Shell,
		Complain: func(err error) { fmt.Fprintf(std.err, "lplab: %s\n", oneLine(err.Error())) },
	})
	return site.With(service, links.Owns)
}

// siteOf returns the directory of the built site: the one that is named, or the one beside
// this program.
func siteOf(dir string) (string, error) {
	if dir == "" {
		program, err := os.Executable()
		if err != nil {
			return "", fmt.Errorf("the program's own place is unknown: %w; name the site with -site", err)
		}
		dir = filepath.Join(filepath.Dir(program), "site")
	}
	if _, err := os.Stat(dir); err != nil {
		return "", unusable("there is no site at %s: build it with make build, or name another", dir)
	}
	return dir, nil
}
