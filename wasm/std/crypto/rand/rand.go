//go:build js && wasm

// Package rand takes the place of crypto/rand, of which go-app reads a few random bytes. The original has a generator of
// its own for systems without one, with the ciphers and self-tests for it.
package rand

import (
	"io"
	"syscall/js"
)

// Reader reads random bytes of the browser's Web Crypto, at most 65,536 at a time.
var Reader io.Reader = reader{}

type reader struct{}

func (reader) Read(b []byte) (int, error) {
	random := js.Global().Get("Uint8Array").New(len(b))
	js.Global().Get("crypto").Call("getRandomValues", random)
	return js.CopyBytesToGo(b, random), nil
}
