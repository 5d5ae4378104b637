package table

import (
	"math"
	"slices"
	"strings"
)

// Inspection is what the importer saw, as JSON.
type Inspection struct {
	Rows     int             `json:"rows"`
	Columns  []ColumnSummary `json:"columns"`
	Total    int             `json:"total"`  // number of all columns
	Target   string          `json:"target"` // the column that is probably to be predicted, "" where none is usable
	Warnings []string        `json:"warnings"`
	Findings *Findings       `json:"findings,omitempty"` // of tables read from a file
	Unsure   []string        `json:"unsure,omitempty"`   // the Findings to check, by their JSON names
	Preview  [][]string      `json:"preview"`            // the first rows of the first columns, as written
}

// ColumnSummary is one column of an Inspection. The numbers are those of the
// present cells of a number column, absent if there are none.
type ColumnSummary struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // Kind.String
	Missing int      `json:"missing"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	Mean    *float64 `json:"mean,omitempty"`
	Levels  []string `json:"levels,omitempty"` // as in Column
	Usable  bool     `json:"usable"`           // as a feature
}

// How much of the table an Inspection shows.
const (
	previewRows    = 8
	previewColumns = 100
)

// Inspect summarises the table.
func (t *Table) Inspect() Inspection {
	in := Inspection{
		Rows:     t.Rows,
		Columns:  make([]ColumnSummary, len(t.Columns)),
		Total:    len(t.Columns),
		Warnings: append([]string{}, t.Warnings...), // [] rather than null
		Preview:  make([][]string, min(t.Rows, previewRows)),
	}
	if t.Findings.Format.Value != "" {
		found := t.Findings
		in.Findings, in.Unsure = &found, found.Unsure()
	}
	for j, c := range t.Columns {
		in.Columns[j] = c.summary()
	}
	if t.head != nil {
		in.Preview = t.head
	}
	for i := range in.Preview {
		if in.Preview[i] != nil {
			continue
		}
		row := make([]string, min(len(t.Columns), previewColumns))
		for j := range row {
			row[j] = clip(t.Columns[j].Text(i))
		}
		in.Preview[i] = row
	}
	in.Target = in.likelyTarget()
	return in
}

// likelyTarget is the column that is called as targets are, else the last that is usable.
func (in Inspection) likelyTarget() string {
	last := ""
	for _, c := range in.Columns {
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

// First is the inspection with its first columns only, and with the likely target and
// those of the given names after them.
func (in Inspection) First(columns int, names ...string) Inspection {
	if columns >= len(in.Columns) {
		return in
	}
	all := in.Columns
	in.Columns = slices.Clone(all[:columns])
	for _, c := range all[columns:] {
		if c.Name == in.Target || slices.Contains(names, c.Name) {
			in.Columns = append(in.Columns, c)
		}
	}
	return in
}

func (c *Column) summary() ColumnSummary {
	s := ColumnSummary{Name: c.Name, Type: c.Kind.String(), Missing: c.MissingCount(), Levels: c.Levels, Usable: c.Usable()}
	numbers, zeros := c.held()
	n := float64(len(numbers) + zeros - s.Missing)
	if c.Kind != Number || n == 0 {
		return s
	}
	least, most, sum, mean := math.Inf(1), math.Inf(-1), 0.0, 0.0
	if zeros > 0 {
		least, most = 0, 0
	}
	for _, x := range numbers {
		if math.IsNaN(x) {
			continue
		}
		least = min(least, x)
		most = max(most, x)
		sum += x
		mean += x / n
	}
	if total := sum / n; !math.IsInf(sum, 0) && !math.IsNaN(sum) {
		mean = total // more exact, where the sum does not overflow
	}
	s.Min, s.Max, s.Mean = &least, &most, &mean
	return s
}
