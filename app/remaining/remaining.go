// Package remaining writes estimates of the time of a run in words.
package remaining

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// least is the time, in seconds, below which no time is shown.
const least = 5

// steps are the times that are shown, in seconds: estimates are not more exact, and a text that
// changes all the time is hard to read.
var steps = []float64{
	least, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 90,
	2 * 60, 3 * 60, 4 * 60, 5 * 60, 6 * 60, 8 * 60, 10 * 60, 12 * 60, 15 * 60, 20 * 60, 25 * 60, 30 * 60, 40 * 60, 50 * 60,
	3600, 1.5 * 3600, 2 * 3600, 3 * 3600, 4 * 3600, 6 * 3600, 8 * 3600, 12 * 3600, 18 * 3600, 24 * 3600,
}

// tolerance is the ratio of an estimate to the shown time from which the shown time increases.
const tolerance = 1.5

// Time shows the remaining time of one run. The time decreases, and increases only if the estimate
// is much larger, because estimates fluctuate. The zero value has shown nothing.
type Time struct{ shown float64 }

// Left returns the text for an estimate in seconds, such as "about 12 s left"; "" for 0, which means
// unknown.
func (t *Time) Left(estimate float64) string {
	if !(estimate > 0) {
		return ""
	}
	if step := nearest(estimate); t.shown == 0 || step < t.shown || estimate > tolerance*t.shown {
		t.shown = step
	}
	return Words(t.shown) + " left"
}

// Words writes an estimate in seconds: "about 12 s", "about 3 min".
func Words(estimate float64) string {
	switch s := nearest(estimate); {
	case s <= least:
		return "a few seconds"
	case s <= 90:
		return fmt.Sprintf("about %g s", s)
	case s < 3600:
		return fmt.Sprintf("about %g min", s/60)
	case s < steps[len(steps)-1]:
		return fmt.Sprintf("about %g h", s/3600)
	}
	return "a day or more"
}

// nearest is the step with the ratio to t that is nearest to 1.
func nearest(t float64) float64 {
	distance := func(s float64) float64 { return math.Abs(math.Log(s / t)) }
	return slices.MinFunc(steps, func(a, b float64) int { return cmp.Compare(distance(a), distance(b)) })
}
