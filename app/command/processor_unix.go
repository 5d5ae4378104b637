//go:build unix

package command

import "syscall"

// processorTime is what all threads of the program have taken, in seconds.
func processorTime() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // only of a wrong argument
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + 1e-6*float64(t.Usec) }
	return seconds(usage.Utime) + seconds(usage.Stime)
}
