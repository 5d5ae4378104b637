//go:build !wasm

package command

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"lplab/core/lab"
)

// memory is the flag of the memory limit of a run, in bytes. Its text is in gigabytes.
type memory int64

// addMemoryFlag adds the flag -memory: by default half of the available memory if the system reports it.
func addMemoryFlag(flags *flag.FlagSet) *memory {
	m := memory(max(available()/2, lab.DefaultMemoryBudget))
	flags.Var(&m, "memory", "")
	return &m
}

func (m memory) String() string { return fmt.Sprint(float64(m) / 1e9) }

// Set implements flag.Value.
func (m *memory) Set(gigabytes string) error {
	g, err := strconv.ParseFloat(gigabytes, 64)
	if err != nil || !(g > 0 && g < 1e6) {
		return errors.New("give a number of gigabytes above 0, such as 8")
	}
	*m = memory(g * 1e9)
	return nil
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
