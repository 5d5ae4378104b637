package page

import (
	"slices"
	"strings"
)

// inspection is what the importer saw, as lab.inspect gives it.
type inspection struct {
	Rows     int        `json:"rows"`
	Columns  []column   `json:"columns"` // the first of them, where there are very many
	Total    int        `json:"total"`   // number of all columns
	Warnings []string   `json:"warnings"`
	Preview  [][]string `json:"preview"` // the first rows, as written, of the first columns
	Findings *findings  `json:"findings"`
	Unsure   []string   `json:"unsure"` // findings that somebody should look at
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
	Usable  bool     `json:"usable"` // as a feature, and so as the target
}

// complete reports whether all columns are here, not just the first.
func (i *inspection) complete() bool { return i != nil && i.Total <= len(i.Columns) }

func (i *inspection) find(name string) (column, bool) {
	if i == nil {
		return column{}, false
	}
	k := slices.IndexFunc(i.Columns, func(c column) bool { return c.Name == name })
	if k < 0 {
		return column{}, false
	}
	return i.Columns[k], true
}

// likelyTarget is the column someone most probably wants to predict: one that
// is called so, else the last that is usable; "" where none is.
func (i *inspection) likelyTarget() string {
	last := ""
	for _, c := range i.Columns {
		if !c.Usable {
			continue
		}
		switch strings.ToLower(c.Name) {
		case "y", "target", "class", "label", "outcome", "response":
			return c.Name
		}
		last = c.Name
	}
	return last
}

// twoClasses reports whether predicting the column is telling two classes apart.
func (c column) twoClasses() bool { return len(c.Levels) == 2 }
