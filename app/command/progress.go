//go:build !wasm

package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"lplab/app/page"
	"lplab/app/remaining"
	"lplab/core/experiment"
)

// progressLine rewrites one line on a terminal; to other outputs it writes nothing.
type progressLine struct {
	w    io.Writer // nil if it is not a terminal
	last time.Time
	left remaining.Time
}

const (
	progressPause = 100 * time.Millisecond
	eraseLine     = "\r\x1b[K"
)

func newProgressLine(w io.Writer) *progressLine { return &progressLine{w: terminal(w)} }

// terminal returns w if it is a terminal, and nil otherwise.
func terminal(w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return w
		}
	}
	return nil
}

func (l *progressLine) show(p experiment.Progress) {
	if l.w == nil || time.Since(l.last) < progressPause {
		return
	}
	l.last = time.Now()
	fmt.Fprint(l.w, eraseLine, l.describe(p))
}

// describe writes progress as "build, 34 %, about 12 s left" or "solve, iteration 5, gap 1e-8".
func (l *progressLine) describe(p experiment.Progress) string {
	words := page.ProgressWords(p, l.left.Left(p.Remaining))
	if words == "" {
		return p.Phase
	}
	return p.Phase + ", " + words
}

func (l *progressLine) clear() {
	if l.w != nil && !l.last.IsZero() {
		fmt.Fprint(l.w, eraseLine)
	}
}
