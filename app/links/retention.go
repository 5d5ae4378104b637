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

// endOf gives the end of the time that a link is to last from now on.
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

// outlasts reports whether one end of time comes after another.
func outlasts(a, b time.Time) bool {
	return !b.IsZero() && (a.IsZero() || a.After(b))
}
