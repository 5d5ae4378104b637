package table

import (
	"fmt"
)

// notes collects warnings.
type notes []string

func (n *notes) add(format string, args ...any) {
	*n = append(*n, fmt.Sprintf(format, args...))
}
