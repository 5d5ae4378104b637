// Package canceltest ends contexts at a point of a program instead of a time, for tests of
// cancellation.
package canceltest

import (
	"context"
	"math"
	"sync/atomic"
)

// Context is a context that ends at a given look at it: a call of Err. It is safe for
// concurrent use.
type Context struct {
	context.Context
	cancel context.CancelFunc
	looks  atomic.Int64
	at     int64
}

// EndingAt returns a context that ends at the given look, counted from 1.
func EndingAt(look int64) *Context {
	c := &Context{at: look}
	c.Context, c.cancel = context.WithCancel(context.Background())
	return c
}

// Counting returns a context that counts the looks at it and does not end.
func Counting() *Context { return EndingAt(math.MaxInt64) }

// Err implements context.Context.
func (c *Context) Err() error {
	if c.looks.Add(1) == c.at {
		c.cancel()
	}
	return c.Context.Err()
}

// Looks returns how often Err was called.
func (c *Context) Looks() int64 { return c.looks.Load() }
