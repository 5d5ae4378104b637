package page

import (
	"lplab/core/data/table"
	"lplab/core/experiment"
)

// inspection is the result of lab.inspect for the data. Of very many columns it has the first ones.
type inspection table.Inspection

type column = table.ColumnSummary

// complete reports whether Columns has all columns, not just the first.
func (i *inspection) complete() bool { return i != nil && i.Total <= len(i.Columns) }

func (i *inspection) find(name string) (column, bool) {
	if i != nil {
		for _, c := range i.Columns {
			if c.Name == name {
				return c, true
			}
		}
	}
	return column{}, false
}

// targetSought takes an inspection for a target that was not among the first columns.
func (s *state) targetSought(i *inspection) {
	if s.oldTarget == nil {
		return
	}
	target, before := s.Spec.Target, *s.oldTarget
	s.oldTarget = nil
	if c, ok := i.find(target); ok {
		s.setTask(taskOf(c))
		return
	}
	s.Spec.Target, s.Drafts["target"] = before, draft{target, "There is no column called " + target}
}

// isTarget reports whether a column can be predicted.
func isTarget(c column) bool { return c.Usable || c.Classes > 0 }

// taskOf is the task for a target. A few whole numbers under a usual name of classes are codes of them.
func taskOf(c column) string {
	if hasTwoClasses(c) || c.Codes > 0 && table.NamesClasses(c.Name) || c.Type == "category" || c.Type == "text" {
		return experiment.Classification
	}
	return experiment.Regression
}

// hasTwoClasses reports whether a column has two values.
func hasTwoClasses(c column) bool { return len(c.Levels) == 2 }
