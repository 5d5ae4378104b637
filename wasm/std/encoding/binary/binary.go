// Package binary takes the place of encoding/binary in the program of the page
// (web/build/overlay.mjs). It has what the program needs of the byte orders. Only gonum's encoding of matrices uses Read, Write and Size, which
// need reflection; the program does not call it.
package binary

import "io"

// ByteOrder specifies how numbers are stored as bytes.
type ByteOrder interface {
	Uint16([]byte) uint16
}

// The byte orders.
var (
	LittleEndian littleEndian
	BigEndian    bigEndian
)

type (
	littleEndian struct{}
	bigEndian    struct{}
)

func (littleEndian) Uint16(b []byte) uint16 { return uint16(b[1])<<8 | uint16(b[0]) }
func (o littleEndian) Uint32(b []byte) uint32 {
	return uint32(o.Uint16(b[2:]))<<16 | uint32(o.Uint16(b))
}
func (o littleEndian) Uint64(b []byte) uint64 {
	return uint64(o.Uint32(b[4:]))<<32 | uint64(o.Uint32(b))
}
func (littleEndian) PutUint16(b []byte, v uint16) { b[1], b[0] = byte(v>>8), byte(v) }

// PutUint32 stores v in the first four bytes.
func (o littleEndian) PutUint32(b []byte, v uint32) {
	o.PutUint16(b[2:], uint16(v>>16))
	o.PutUint16(b, uint16(v))
}

// PutUint64 stores v in the first eight bytes.
func (o littleEndian) PutUint64(b []byte, v uint64) {
	o.PutUint32(b[4:], uint32(v>>32))
	o.PutUint32(b, uint32(v))
}

func (bigEndian) Uint16(b []byte) uint16       { return uint16(b[0])<<8 | uint16(b[1]) }
func (o bigEndian) Uint32(b []byte) uint32     { return uint32(o.Uint16(b))<<16 | uint32(o.Uint16(b[2:])) }
func (bigEndian) PutUint16(b []byte, v uint16) { b[0], b[1] = byte(v>>8), byte(v) }

// PutUint32 stores v in the first four bytes.
func (o bigEndian) PutUint32(b []byte, v uint32) {
	o.PutUint16(b, uint16(v>>16))
	o.PutUint16(b[2:], uint16(v))
}

const missing = "binary: the page's program has no encoding by reflection"

// Read panics.
func Read(io.Reader, ByteOrder, any) error { panic(missing) }

// Write panics.
func Write(io.Writer, ByteOrder, any) error { panic(missing) }

// Size returns -1, as for a value without a fixed size. gonum calls it when the program starts.
func Size(any) int { return -1 }
