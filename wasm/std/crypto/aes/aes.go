// Package aes takes the place of crypto/aes in the page's program, which encrypts nothing. go-app imports it for values in
// the browser's storage, and the original is linked with it, with its self-tests and its generator of random numbers.
package aes

import (
	"crypto/cipher"
	"errors"
)

// NewCipher returns an error.
func NewCipher([]byte) (cipher.Block, error) {
	return nil, errors.New("aes: the page's program is built without encryption")
}
