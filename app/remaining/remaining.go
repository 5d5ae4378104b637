// Package remaining says in words how long a run still takes.
package remaining

import (
	"fmt"
	"math"
)

// few is the time, in seconds, below which no time is shown.
const few = 5

// steps are the times that are shown, in seconds: an estimate has no more
// digits, and words that change with every estimate are not read.
var steps = []float64{
	few, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 90,
	2 * 60, 3 * 60, 4 * 60, 5 * 60, 6 * 60, 8 * 60, 10 * 60, 12 * 60, 15 * 60, 20 * 60, 25 * 60, 30 * 60, 40 * 60, 50 * 60,
	3600, 1.5 * 3600, 2 * 3600, 3 * 3600, 4 * 3600, 6 * 3600, 8 * 3600, 12 * 3600, 18 * 3600, 24 * 3600,
}

// worse is by how much an estimate must exceed what was told to be told.
const worse = 1.5

// Teller tells the remaining time of one run. It counts down, and up only where
// it was far too early: estimates waver. The zero value has told nothing.
type Teller struct{ told float64 }

// Left takes an estimate in seconds and returns its words, "about 12 s left";
// "" where it is 0, which means unknown.
func (t *Teller) Left(estimate float64) string {
	if !(estimate > 0) {
		return ""
	}
	if step := nearest(estimate); t.told == 0 || step < t.told || estimate > worse*t.told {
		t.told = step
	}
	switch s := t.told; {
	case s <= few:
		return "a few seconds left"
	case s <= 90:
		return fmt.Sprintf("about %g s left", s)
	case s < 3600:
		return fmt.Sprintf("about %g min left", s/60)
	case s < steps[len(steps)-1]:
		return fmt.Sprintf("about %g h left", s/3600)
	}
	return "a day or more left"
}

// nearest is the step whose ratio to t is nearest to 1.
func nearest(t float64) float64 {
	best := steps[0]
	for _, s := range steps {
		if math.Abs(math.Log(s/t)) < math.Abs(math.Log(best/t)) {
			best = s
		}
	}
	return best
}
