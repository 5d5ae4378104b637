//go:build !wasm

package command

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"lplab/core/lab"
)

// memoryBudget is what a run may take of the machine's memory: the gigabytes
// that the user allows, or half of what is available, where the system reports that.
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

// available is the memory in bytes that Linux says programs may still take; 0
// on other systems.
func available() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "MemAvailable:"); ok {
			var kilobytes int64
			if _, err := fmt.Sscanf(rest, "%d kB", &kilobytes); err == nil {
				return kilobytes << 10
			}
		}
	}
	return 0
}
