//go:build !unix && !wasm

package command

// processorTime is the time that has passed, where the system does not count that of processors.
var processorTime = stopwatch()
