package table

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// unpack returns what a gzip file holds, and any other file as it is. A few bytes
// may stand for gigabytes, so that it never reads on beyond the limit of a file.
func unpack(b []byte) (text []byte, packed bool, err error) {
	const mark = "\x1f\x8b"
	if !bytes.HasPrefix(b, []byte(mark)) {
		return b, false, nil
	}
	damaged := errors.New("the file is compressed with gzip, and damaged or cut off: compress it anew, or give it uncompressed")
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, true, damaged
	}
	text, err = io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
		return nil, true, damaged
	case len(text) > MaxBytes:
		return nil, true, fmt.Errorf("the file uncompresses to more than the %d MB that can be read: leave out rows or columns", MaxBytes>>20)
	}
	return text, true, nil
}
