package optimize

import "context"

// Interruptibly calls a function that cannot be interrupted, and returns when it does or the
// context ends. In the latter case the function runs on: the caller must not use what it writes.
func Interruptibly(ctx context.Context, f func()) error {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-done:
		return nil
	}
}
