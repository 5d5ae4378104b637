package links

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// Lengths of ids, in characters of 5 bits. Two different experiments out of a
// billion have the same 12 with a chance of less than one half; the one that
// comes second gets a longer id.
const (
	shortestID = 12
	longestID  = 52 // the whole hash
)

// alphabet is Crockford's, in lower case: no i, l, o or u to be taken for another.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

var crockford = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// nameOf writes a hash whole; its beginnings are the ids that it may have.
func nameOf(hash [sha256.Size]byte) string { return crockford.EncodeToString(hash[:]) }

// readAs lists what may be read for another character when an id is typed.
var readAs = strings.NewReplacer("o", "0", "i", "1", "l", "1")

// ParseID gives the id that a text stands for, and whether it is one.
func ParseID(text string) (string, bool) {
	if len(text) < shortestID || len(text) > longestID {
		return "", false
	}
	id := readAs.Replace(strings.ToLower(text))
	return id, len(id) <= longestID && strings.Trim(id, alphabet) == ""
}
