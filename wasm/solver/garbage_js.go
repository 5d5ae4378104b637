package solver

import (
	"runtime"
	"runtime/debug"
)

// A garbage collection takes as long as a small experiment, and the browser first compiles its code.
// So a worker collects nothing before it has answered its first request, unless this is large.
const (
	smallData = 4 << 20  // bytes
	smallHeap = 16 << 20 // bytes: smallPercent of the 4 MB from which Go collects

	smallPercent = 400 // for debug.SetGCPercent
	usualPercent = 100
)

var (
	answered  bool   // a request
	liveBytes uint64 // bytes in use after the last collection of tidy
)

// pace sets the percentage of garbage for a request.
func pace(small bool) {
	if !small || answered {
		debug.SetGCPercent(usualPercent)
	}
}

// tidy collects garbage after a request that left much of it, so that a large tensor is not held until
// the next run. Small requests do not traverse the memory of the session again.
func tidy() {
	answered = true
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if stats.HeapAlloc > liveBytes+smallHeap {
		runtime.GC()
		runtime.ReadMemStats(&stats)
		liveBytes = stats.HeapAlloc
	}
}
