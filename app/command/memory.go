//go:build !wasm

package command

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"lplab/core/lab"
)

// memoryBudget returns the memory limit of a run in bytes: the gigabytes that the user gives, or half
// of the available memory if the system reports it.
func memoryBudget(gigabytes string) (int64, error) {
	if gigabytes == "" {
		return max(available()/2, lab.DefaultMemoryBudget), nil
	}
	g, err := strconv.ParseFloat(gigabytes, 64)
	if err != nil || !(g > 0 && g < 1e6) {
		return 0, unusable("-memory is %q: give a number of gigabytes above 0, such as 8", gigabytes)
	}
	return int64(g * 1e9), nil
}

// available returns the available memory in bytes, as Linux reports it; 0 on other systems.
func available() int64 {
	info, _ := os.ReadFile("/proc/meminfo")
	_, rest, _ := strings.Cut(string(info), "MemAvailable:")
	var kilobytes int64
	if _, err := fmt.Sscanf(rest, "%d kB", &kilobytes); err != nil {
		return 0
	}
	return kilobytes << 10
}
