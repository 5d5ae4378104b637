package tensor

import (
	"syscall"
	"unsafe"
)

func init() { preferLargePages = adviseLargePages }

const largePage = 2 << 20

// adviseLargePages is a hint to the kernel, which may ignore it.
func adviseLargePages(data []float64) {
	if 8*len(data) < 2*largePage {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&data[0])), 8*len(data))
	first := -uintptr(unsafe.Pointer(&data[0])) & (largePage - 1)
	whole := (uintptr(len(bytes)) - first) &^ (largePage - 1)
	_ = syscall.Madvise(bytes[first:first+whole], syscall.MADV_HUGEPAGE)
}
