//go:build !wasm

// Command lplab is lp Lab on the command line, and the server of its page.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"lplab/app/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends a command that waits for its input
	os.Exit(command.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
