package table

import (
	"fmt"
	"slices"
	"strings"
)

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

// give gives the warnings to a table, with those about it as a whole.
func (n *notes) give(t *Table) {
	remark(t, n)
	t.Warnings, t.cautions = n.all, n.cautions
}

// groupsNote is the beginning of the note that proposes a column for split.groups.
const groupsNote = "column %q is named like an identifier, but its values repeat: "

// WithoutGroups returns the warnings of a table without the note that proposes a column for split.groups.
func WithoutGroups(warnings []string, column string) []string {
	note := fmt.Sprintf(groupsNote, column)
	return slices.DeleteFunc(slices.Clone(warnings), func(w string) bool { return strings.Contains(w, note) })
}
