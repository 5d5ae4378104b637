// Package sha1 takes the place of crypto/sha1 in the page's program, which needs no such hashes. go-app's server and the
// module of unique identifiers import it, and the original is linked with it.
package sha1

import "hash"

// New panics.
func New() hash.Hash { panic("sha1: the page's program is built without SHA-1") }

// Sum panics.
func Sum([]byte) [20]byte { panic("sha1: the page's program is built without SHA-1") }
