package links

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
)

// Lengths of the tokens that delete links, in characters. The service's own have
// 26, of 128 bits.
const (
	shortestToken = 22
	longestToken  = 128
)

// tokenOf gives the token that a request bears, "" where it has none that could
// be one.
func tokenOf(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || len(token) < shortestToken || len(token) > longestToken {
		return ""
	}
	return token
}

// newToken makes a token.
func newToken() string { return strings.ToLower(rand.Text()) }

// opens reports, in a time that tells nothing, whether a token is that of a link.
func opens(token string, l Link) bool {
	hash := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(hash[:], l.Token[:]) == 1
}
