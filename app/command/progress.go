//go:build !wasm

package command

import (
	"fmt"
	"io"
	"os"
	"time"

	"lplab/app/remaining"
	"lplab/core/experiment"
)

// progressLine rewrites one line on a terminal; elsewhere it stays silent.
type progressLine struct {
	w    io.Writer // nil: silent
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

// describe writes progress as "build, 34 %, about 12 s left",
// "solve, iteration 5, gap 1.2e-08", "search, 120 of 300 solves".
func (l *progressLine) describe(p experiment.Progress) string {
	words := p.Phase
	switch {
	case p.Iteration > 0 && p.Fraction > 0:
		return fmt.Sprintf("%s, iteration %d, gap %.2g, pass %.0f %%", p.Phase, p.Iteration, p.Gap, 100*p.Fraction)
	case p.Solves > 0:
		words += fmt.Sprintf(", %d of %d solves", p.Solved, p.Solves)
	case p.Iteration > 0:
		words += fmt.Sprintf(", iteration %d, gap %.2g", p.Iteration, p.Gap)
	case p.Fraction > 0:
		words += fmt.Sprintf(", %.0f %%", 100*p.Fraction)
	}
	if left := l.left.Left(p.Remaining); left != "" {
		words += ", " + left
	}
	return words
}

// clear erases the line.
func (l *progressLine) clear() {
	if l.w != nil && !l.last.IsZero() {
		fmt.Fprint(l.w, eraseLine)
	}
}
