package solver

import (
	"runtime"
	"runtime/debug"
)

// A collection of garbage takes as long as a small experiment, and what it runs must
// first be compiled. So a worker starts and answers its first request before it
// collects anything, if that is small; later ones, and large ones, must not gather
// several times what they hold.
const (
	smallData = 4 << 20  // bytes
	smallHeap = 16 << 20 // bytes: what smallPercent makes of the 4 MB from which on Go collects

	smallPercent = 400 // of what is in use may gather; see debug.SetGCPercent
	usualPercent = 100
)

var (
	answered bool   // a request
	held     uint64 // bytes in use after the last collection of tidy
)

// pace sets how soon garbage is collected in a request.
func pace(small bool) {
	if !small || answered {
		debug.SetGCPercent(usualPercent)
	}
}

// tidy gives back what requests left, where that is much: the worker idles now, and
// a large tensor should not wait for the next run. What a session keeps is not gone through
// again after each small request.
func tidy() {
	answered = true
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if stats.HeapAlloc > held+smallHeap {
		runtime.GC()
		runtime.ReadMemStats(&stats)
		held = stats.HeapAlloc
	}
}
