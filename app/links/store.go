package links

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"
)

// Link is a stored experiment.
type Link struct {
	ID       string
	Hash     [sha256.Size]byte // of the canonical bytes, of which ID shows the beginning
	Document []byte            // whole, as JSON; nil where Blocked
	Token    [sha256.Size]byte // SHA-256 of the token that deletes the link
	Expires  time.Time         // zero: never; to the second
	Blocked  bool              // taken down: it is neither shown nor stored again
}

// Expired reports whether the link's time is over at now.
func (l *Link) Expired(now time.Time) bool {
	return !l.Blocked && !l.Expires.IsZero() && !now.Before(l.Expires)
}

// ErrUnknown is what a store says of an id under which it has nothing.
var ErrUnknown = errors.New("there is no such link")

// Store keeps links. Each call is atomic by itself and lasting once it returns:
// a store without transactions can be one.
type Store interface {
	// Get gives the link of an id, expired or blocked ones too, or ErrUnknown.
	Get(ctx context.Context, id string) (Link, error)
	// Add keeps a link unless its id has another, which has not expired at now;
	// it reports whether it did.
	Add(ctx context.Context, l Link, now time.Time) (bool, error)
	// Extend moves the end of a link's time; the zero time means never.
	Extend(ctx context.Context, id string, expires time.Time) error
	// Delete removes a link that is not blocked; one that is gone is no error.
	Delete(ctx context.Context, id string) error
	// Sweep removes what has expired at now.
	Sweep(ctx context.Context, now time.Time) error
}

// Counter counts what is limited.
type Counter interface {
	// Count adds one to the count of a key and gives the sum. Until end the count
	// is kept; at now, what has ended may be forgotten.
	Count(ctx context.Context, key string, now, end time.Time) (int, error)
}
