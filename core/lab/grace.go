package lab

import (
	"context"
	"sync"
)

// graceSeconds is the time for the report of a cancelled run.
const graceSeconds = 0.05

// grace is the context of a report: it ends graceSeconds after the end of the run's context is first
// noticed, or at once without a clock. It has no Done channel.
type grace struct {
	context.Context // of the run, without its end
	run             context.Context
	clock           func() float64 // nil: none
	notice          sync.Once
	end             float64
}

func (g *grace) Err() error {
	err := g.run.Err()
	if err == nil || g.clock == nil {
		return err
	}
	g.notice.Do(func() { g.end = g.clock() })
	if g.clock()-g.end <= graceSeconds {
		return nil
	}
	return err
}
