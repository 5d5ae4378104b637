// Package canceltest provides contexts that end at a given call of Err instead of a time,
// for tests of cancellation.
package canceltest

import (
	"context"
	"math"
	"sync/atomic"
)

// Context is a context that ends at a given call of Err. It is safe for concurrent use.
type Context struct {
	context.Context
	cancel context.CancelFunc
	calls  atomic.Int64
	at     int64
}

// CancelAt returns a context that ends at the given call of Err, counted from 1.
func CancelAt(call int64) *Context {
	c := &Context{at: call}
	c.Context, c.cancel = context.WithCancel(context.Background())
	return c
}

// CountCalls returns a context that counts the calls of Err and does not end.
func CountCalls() *Context { return CancelAt(math.MaxInt64) }

// Err implements context.Context.
func (c *Context) Err() error {
	if c.calls.Add(1) == c.at {
		c.cancel()
	}
	return c.Context.Err()
}

// Calls returns the number of calls of Err.
func (c *Context) Calls() int64 { return c.calls.Load() }
