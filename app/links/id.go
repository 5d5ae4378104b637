package links

import (
	"encoding/base32"
	"strings"
)

// Lengths of ids, in characters of 5 bits. Among a billion experiments, the probability that any
// two have the same 12 is less than one half; the later one gets a longer id.
const (
	shortestID = 12
	longestID  = 52 // the whole hash
)

// alphabet is Crockford's, in lower case, without i, l, o and u.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

var crockford = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// nameOf writes a whole hash; its prefixes are the possible ids.
func nameOf(hash Hash) string { return crockford.EncodeToString(hash[:]) }

// readAs replaces letters that are typed for similar digits.
var readAs = strings.NewReplacer("o", "0", "i", "1", "l", "1")

// ParseID returns the id that a text stands for, and whether it is one.
func ParseID(text string) (string, bool) {
	if len(text) < shortestID || len(text) > longestID {
		return "", false
	}
	id := readAs.Replace(strings.ToLower(text))
	return id, len(id) <= longestID && strings.Trim(id, alphabet) == ""
}
