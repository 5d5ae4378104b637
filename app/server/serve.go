package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// Serve answers at addr until ctx ends, with a limit of connections. It prints the address, with
// the port that the system chose for port 0.
func Serve(ctx context.Context, addr string, connections int, handler http.Handler, stdout io.Writer) error {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is taken by another program: stop it, or choose another port with -addr", addr)
	}
	if err != nil {
		return fmt.Errorf("cannot listen at %s: %w; choose another address with -addr", addr, err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute}
	stop := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(grace) != nil {
			server.Close()
		}
	})
	defer stop()
	fmt.Fprintf(stdout, "lp Lab is at http://%s/\n", listener.Addr())
	if err := server.Serve(&limitListener{Listener: listener, most: max(1, connections), patience: writePatience}); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
