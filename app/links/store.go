package links

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"
)

// Link is a stored experiment. The JSON is that of its record in a file.
type Link struct {
	ID       string          `json:"-"`
	Hash     Hash            `json:"hash"`               // of the canonical bytes; ID is its beginning
	Document json.RawMessage `json:"document,omitempty"` // whole; nil where Blocked
	Claims   []Claim         `json:"claims,omitempty"`   // at most MaxClaims, one for each token; nil where Blocked
	Blocked  bool            `json:"blocked,omitempty"`  // taken down: it is neither shown nor stored again
}

// Claim is the claim of one author on a link. A link is kept as long as any of its claims lasts. The token
// removes only its own claim.
type Claim struct {
	Token   Hash  `json:"token"`             // of the token
	Expires int64 `json:"expires,omitempty"` // Unix time; 0: never
}

// Hash is a SHA-256, in JSON as base64.
type Hash [sha256.Size]byte

func (h Hash) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, h[:]), nil
}

func (h *Hash) UnmarshalText(text []byte) error {
	b, err := base64.StdEncoding.DecodeString(string(text))
	copy(h[:], b)
	return err
}

// MaxClaims is the largest number of claims on one link.
const MaxClaims = 512

// Expired reports whether the claim has ended at now.
func (c Claim) Expired(now time.Time) bool {
	return c.Expires != 0 && now.Unix() >= c.Expires
}

// Expires returns the end of the last claim as Unix time; 0: never.
func (l *Link) Expires() int64 {
	var end int64
	for i, c := range l.Claims {
		if i == 0 || outlasts(c.Expires, end) {
			end = c.Expires
		}
	}
	return end
}

// Expired reports whether the link has no claim that lasts at now.
func (l *Link) Expired(now time.Time) bool {
	lasts := func(c Claim) bool { return !c.Expired(now) }
	return !l.Blocked && !slices.ContainsFunc(l.Claims, lasts)
}

// Claim adds a claim, or lengthens the one of the same token, and removes those that have ended at now.
// It returns ErrClaimed if there are MaxClaims others.
func (l *Link) Claim(c Claim, now time.Time) error {
	claims := slices.DeleteFunc(slices.Clone(l.Claims), func(old Claim) bool { return old.Expired(now) })
	i := slices.IndexFunc(claims, func(old Claim) bool { return old.Token == c.Token })
	switch {
	case i < 0 && len(claims) >= MaxClaims:
		return ErrClaimed
	case i < 0:
		claims = append(claims, c)
	case outlasts(c.Expires, claims[i].Expires):
		claims[i].Expires = c.Expires
	}
	l.Claims = claims
	return nil
}

// Release removes the claim of a token.
func (l *Link) Release(token Hash) {
	l.Claims = slices.DeleteFunc(slices.Clone(l.Claims), func(c Claim) bool { return c.Token == token })
}

// ErrUnknown is returned for an id without a link.
var ErrUnknown = errors.New("there is no such link")

// ErrClaimed is returned for a link that has MaxClaims claims.
var ErrClaimed error = &refusal{http.StatusConflict, "this experiment was stored as often as it may be: use the full link"}

// Store stores links. Each call is atomic, and its effect is durable when it returns.
type Store interface {
	// Get returns the link of an id, also if it has expired or is blocked, or ErrUnknown.
	Get(ctx context.Context, id string) (Link, error)
	// Add stores a link unless its id has one that has not expired at now, and reports whether it did.
	Add(ctx context.Context, l Link, now time.Time) (bool, error)
	// Claim changes a link that is not blocked as Link.Claim does, or returns ErrUnknown.
	Claim(ctx context.Context, id string, c Claim, now time.Time) error
	// Release removes the claim of a token from a link that is not blocked, and a link without claims
	// that last at now. It reports whether the link is gone.
	Release(ctx context.Context, id string, token Hash, now time.Time) (gone bool, err error)
	// Sweep removes what has expired at now.
	Sweep(ctx context.Context, now time.Time) error
}

// Counter counts the events that Limits bound.
type Counter interface {
	// Count adds an event with its bytes to the count of a key, which lasts until end, and returns the
	// number of events and the sum of their bytes. Counts that have ended at now may be removed.
	Count(ctx context.Context, key string, bytes int, now, end time.Time) (n, sum int, err error)
}
