package table

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/english"
)

// notes collects warnings. Cautions are those of cells that may spoil a model.
type notes struct {
	all    []*note
	shared map[string]*note // of several columns, by their predicate
}

// note is a warning, of columns that share it if it names them.
type note struct {
	columns   []string
	text      string // after the name of a single column, if it has one
	many      string // after the names of several columns
	isCaution bool
}

func (n *note) String() string {
	switch len(n.columns) {
	case 0:
		return n.text
	case 1:
		return fmt.Sprintf("column %q%s", n.columns[0], n.text)
	}
	return "columns " + english.List(n.columns) + n.many
}

func (n *notes) add(format string, args ...any) {
	n.all = append(n.all, &note{text: fmt.Sprintf(format, args...)})
}

func (n *notes) caution(format string, args ...any) {
	n.add(format, args...)
	n.all[len(n.all)-1].isCaution = true
}

// addOf adds a note of a column: text follows its name, and many the names of all columns with the same many, which share a note.
func (n *notes) addOf(column, text, many string) *note {
	if n.shared == nil {
		n.shared = map[string]*note{}
	}
	first, ok := n.shared[many]
	if !ok {
		first = &note{text: text, many: many}
		n.shared[many], n.all = first, append(n.all, first)
	}
	first.columns = append(first.columns, column)
	return first
}

// cautionOf is addOf for a caution.
func (n *notes) cautionOf(column, text, many string) {
	n.addOf(column, text, many).isCaution = true
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
	ofReading := len(n.all)
	remark(t, n)
	for i, note := range n.all {
		warning := note.String()
		t.Warnings = append(t.Warnings, warning)
		if note.isCaution {
			t.cautions = append(t.cautions, warning)
		}
		if i < ofReading || note.isCaution {
			t.ofCells = append(t.ofCells, warning)
		}
	}
}

// groupsAdvice ends the note that proposes a column for split.groups.
const groupsAdvice = "set split.groups to it if the model is for new values, because otherwise the test error is too small"

// WithoutGroups returns the warnings of a table without the note that proposes a column for split.groups.
func WithoutGroups(warnings []string, column string) []string {
	name := fmt.Sprintf("column %q ", column)
	return slices.DeleteFunc(slices.Clone(warnings), func(w string) bool { return strings.Contains(w, name) && strings.HasSuffix(w, groupsAdvice) })
}
