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

const usualRetention = "1y"

// endOf returns the end of a retention that begins now as Unix time; 0 if it has none.
func endOf(retention string, now time.Time) (int64, error) {
	for _, r := range retentions {
		switch {
		case r.name != retention:
		case r.days == 0:
			return 0, nil
		default:
			return now.AddDate(0, 0, r.days).Unix(), nil
		}
	}
	return 0, fmt.Errorf("keep is %.20q: it must be 30d, 1y or keep", retention)
}

// outlasts reports whether the end a is later than the end b; 0 stands for no end.
func outlasts(a, b int64) bool {
	return b != 0 && (a == 0 || a > b)
}
