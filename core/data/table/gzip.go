package table

import (
	"bytes"
	"compress/gzip"
	"io"
)

// gzipMark begins a gzip file.
const gzipMark = "\x1f\x8b"

// unpack returns the contents of a gzip file, and any other file as it is. A few bytes may
// expand to gigabytes, so it stops at the limit of a file.
func unpack(b []byte) (text []byte, packed bool, err error) {
	if !bytes.HasPrefix(b, []byte(gzipMark)) {
		return b, false, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(r, int64(memory.bytes)+1))
	}
	if err != nil {
		return nil, true, errDamagedGzip
	}
	return text, true, checkBytes(len(text), "the file uncompresses to")
}
