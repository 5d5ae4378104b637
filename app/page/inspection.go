package page

import "lplab/core/experiment"

// inspection is the result of lab.inspect for the data.
type inspection struct {
	Rows     int        `json:"rows"`
	Columns  []column   `json:"columns"` // the first of them, where there are very many
	Total    int        `json:"total"`   // number of all columns
	Target   string     `json:"target"`  // the column that is probably to be predicted
	Against  string     `json:"against"` // the column that the others are correlated with
	Warnings []string   `json:"warnings"`
	Preview  [][]string `json:"preview"` // the first rows, as written, of the first columns
	Findings *findings  `json:"findings"`
	Unsure   []string   `json:"unsure"` // findings that the reader should check
}

// column is one variable of the data.
type column struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // number, category, text, date, id
	Missing int      `json:"missing"`
	Min     *float64 `json:"min"`
	Max     *float64 `json:"max"`
	Mean    *float64 `json:"mean"`
	Levels  []string `json:"levels"`
	Codes   int      `json:"codes"`  // the number of values if they may stand for classes, else 0
	Usable  bool     `json:"usable"` // as a feature, and so as the target

	Counts      []int    `json:"counts"`      // of the bins of a histogram, or of the levels
	Correlation *float64 `json:"correlation"` // with Against
}

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
func (s *state) targetSought(found *inspection) {
	if s.sought == nil {
		return
	}
	target, before := s.Spec.Target, *s.sought
	s.sought = nil
	if c, ok := found.find(target); ok {
		s.setTask(c.task())
		return
	}
	s.Spec.Target, s.Drafts["target"] = before, target
	s.Wrong["target"] = "There is no column called " + target
}

// task is the task of predicting the column.
func (c column) task() string {
	if c.twoClasses() || c.Type == "category" || c.Type == "text" {
		return experiment.Classification
	}
	return experiment.Regression
}

// twoClasses reports whether the column has two values.
func (c column) twoClasses() bool { return len(c.Levels) == 2 }
