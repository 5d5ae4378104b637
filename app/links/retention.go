package links

import (
	"fmt"
	"time"
)

// retentions lists the periods for which a link can be kept; 0 means without end.
var retentions = []struct {
	name string
	days int
}{{"30d", 30}, {"1y", 365}, {"keep", 0}}

// usualRetention is the default.
const usualRetention = "1y"

// endOf returns the end of a retention that begins now; zero if it has none.
func endOf(retention string, now time.Time) (time.Time, error) {
	for _, r := range retentions {
		switch {
		case r.name != retention:
		case r.days == 0:
			return time.Time{}, nil
		default:
			return now.AddDate(0, 0, r.days).Truncate(time.Second), nil
		}
	}
	return time.Time{}, fmt.Errorf("keep is %.20q: it must be 30d, 1y or keep", retention)
}

// outlasts reports whether the end a is later than the end b; zero stands for no end.
func outlasts(a, b time.Time) bool {
	return !b.IsZero() && (a.IsZero() || a.After(b))
}
