package links

import (
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"
)

// Lengths of the tokens that delete links, in characters. newToken makes 26, with 128 bits.
const (
	shortestToken = 22
	longestToken  = 128
)

// tokenOf returns the bearer token of a request; "" if it has none of a permitted length.
func tokenOf(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || len(token) < shortestToken || len(token) > longestToken {
		return ""
	}
	return token
}

func newToken() string { return strings.ToLower(rand.Text()) }

// opens reports whether a hash is that of the token of a claim that lasts at now. The time does not
// depend on the number of correct bytes.
func (l *Link) opens(hash Hash, now time.Time) bool {
	equal := 0
	for _, c := range l.Claims {
		if !c.Expired(now) {
			equal |= subtle.ConstantTimeCompare(hash[:], c.Token[:])
		}
	}
	return equal == 1
}
