package optimize

import (
	"context"
	"testing"
)

// TestInterruptibly checks that the call returns after the function, or as soon as the context ends.
func TestInterruptibly(t *testing.T) {
	done := false
	if err := Interruptibly(context.Background(), func() { done = true }); err != nil || !done {
		t.Errorf("done %v, %v", done, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	blocked := make(chan struct{})
	defer close(blocked)
	if err := Interruptibly(ctx, func() { cancel(); <-blocked }); err != context.Canceled {
		t.Errorf("a function that does not return: %v", err)
	}
}
