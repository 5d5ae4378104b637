package table

import (
	"fmt"
	"runtime"
)

// Limits of a table that do not depend on memory.
const (
	maxColumns = 200_000
	MaxLevels  = 20  // distinct texts of a category column that Options.Codes does not name
	MaxCoded   = 200 // distinct cells of one that it names
	MaxClasses = 50  // distinct values of a target of classes; rare ones are never merged
)

// limits are set by memory: a file is held whole while it is read, and each of its numbers
// takes 8 bytes in the table and 8 more in the matrix that a model is fitted to.
type limits struct {
	bytes  int // of a file, uncompressed
	cells  int // of a table; in the LIBSVM format, of those in the file
	remedy string
}

var nativeLimits = limits{1 << 30, 300_000_000, "remove rows or columns"}

// memory is changed only by tests.
var memory = func() limits {
	if runtime.GOARCH == "wasm" { // at most 4 GB
		return limits{300 << 20, 75_000_000, fmt.Sprintf("remove rows or columns, or use the command line (lplab solve), which reads %d MB", nativeLimits.bytes>>20)}
	}
	return nativeLimits
}()

// MaxBytes returns the largest number of bytes of a file, uncompressed.
func MaxBytes() int { return memory.bytes }

// CheckBytes refuses a file that is too long.
func CheckBytes(n int) error {
	return checkBytes(n, fmt.Sprintf("the file has %.1f MB,", float64(n)/(1<<20)))
}

// checkBytes returns an error for a file that is too long; has is the beginning of its message.
func checkBytes(n int, has string) error {
	if n <= memory.bytes {
		return nil
	}
	return fmt.Errorf("%s more than the %d MB that fit into memory: %s", has, memory.bytes>>20, memory.remedy)
}

// checkCells refuses a table that is too large, before it is made. what describes it.
func checkCells(rows, columns int, what string) error {
	if rows <= memory.cells/max(1, columns) {
		return nil
	}
	return fmt.Errorf("%s exceed the %d million cells that fit into memory: %s", what, memory.cells/1_000_000, memory.remedy)
}

func tooManyColumns(where, what string) error {
	return fmt.Errorf("%s has more than %d %s: leave some out, or check the delimiter and the line ends", where, maxColumns, what)
}
