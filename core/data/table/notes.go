package table

import "fmt"

// notes collects warnings. Cautions are those of cells that may spoil a model.
type notes struct{ all, cautions []string }

func (n *notes) add(format string, args ...any) {
	n.all = append(n.all, fmt.Sprintf(format, args...))
}

func (n *notes) caution(format string, args ...any) {
	n.add(format, args...)
	n.cautions = append(n.cautions, n.all[len(n.all)-1])
}

// Caution returns the first warning of cells that may spoil a model, "" for none.
func (t *Table) Caution() string {
	if len(t.cautions) == 0 {
		return ""
	}
	return t.cautions[0]
}

// give gives the warnings to a table.
func (n *notes) give(t *Table) { t.Warnings, t.cautions = n.all, n.cautions }
