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

// groupsAdvice ends the note that proposes a column for split.groups.
const groupsAdvice = "set split.groups to it if the model is for new values, because otherwise the test error is too small"

// WithoutGroups returns the warnings of a table without the note that proposes a column for split.groups.
func WithoutGroups(warnings []string, column string) []string {
	name := fmt.Sprintf("column %q ", column)
	return slices.DeleteFunc(slices.Clone(warnings), func(w string) bool { return strings.Contains(w, name) && strings.HasSuffix(w, groupsAdvice) })
}
