//go:build !wasm

package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"lplab/app/links"
	"lplab/app/links/boltstore"
)

const takedownUsage = `-data DIR [-undo] ID

  -data DIR   directory of the short links; stop lplab serve first
  -undo       allow the experiment to be stored again
  ID          the last part of the short link; its experiment is removed and cannot
              be stored again`

func takedown(_ context.Context, flags *flag.FlagSet, args []string, std streams) (err error) {
	dir := flags.String("data", "", "")
	undo := flags.Bool("undo", false, "")
	words, err := parse(flags, args, "ID")
	if err != nil {
		return err
	}
	id, ok := links.ParseID(words[0])
	if !ok {
		return unusable("takedown: %q is no id of a short link: give the part after /s/", words[0])
	}
	if *dir == "" {
		return unusable("takedown: -data is missing: name the directory that lplab serve was given")
	}
	if _, err := os.Stat(*dir); err != nil { // Open would make it
		return asUnusable(err)
	}
	store, err := boltstore.Open(*dir)
	if err != nil {
		return asUnusable(err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	change, effect := store.Block, "is taken down"
	if *undo {
		change, effect = store.Unblock, "may be stored again"
	}
	if err := change(id); errors.Is(err, links.ErrUnknown) {
		return unusable("takedown: %s holds no link %s", *dir, id)
	} else if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s %s\n", id, effect)
	return err
}
