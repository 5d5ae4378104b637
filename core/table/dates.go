package table

import "strings"

// isDate recognises calendar dates: 2024-01-31, 31/1/2024, 1/31/24, 31.01.2024,
// optionally followed by a time of day. The month in 01/02/2024 is ambiguous, so a
// date is recognised and never turned into a number.
func isDate(cell string) bool {
	date, time := cell, ""
	if k := strings.IndexAny(cell, "T "); k >= 0 {
		date, time = cell[:k], cell[k+1:]
	}
	if strings.Trim(time, "0123456789:.,+-ZAPMapm ") != "" {
		return false
	}
	k := strings.IndexAny(date, "-/.")
	if k < 0 || len(date) > len("2024-01-31") {
		return false
	}
	part := strings.Split(date, date[k:k+1])
	if len(part) != 3 {
		return false
	}
	for _, p := range part {
		if p == "" || leadingDigits(p) < len(p) {
			return false
		}
	}
	first, middle, last := len(part[0]), len(part[1]), len(part[2])
	if middle > 2 {
		return false
	}
	return first == 4 && last <= 2 ||
		first <= 2 && last == 4 ||
		first <= 2 && last == 2 && date[k] == '/'
}
