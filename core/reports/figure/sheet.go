package figure

import (
	"fmt"
	"strconv"

	"lplab/core/data/table"
)

// sheet is a table of numbers and texts.
type sheet struct {
	rows [][]string
}

// newSheet begins with the names of the columns.
func newSheet(names ...string) *sheet {
	s := new(sheet)
	cells := make([]any, len(names))
	for i, name := range names {
		cells[i] = name
	}
	s.add(cells...)
	return s
}

// add adds a row of strings, numbers, truth values and nil for an empty cell.
// Numbers have all their digits.
func (s *sheet) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch v := cell.(type) {
		case nil:
		case string:
			row[i] = table.PlainText(v)
		case int:
			row[i] = strconv.Itoa(v)
		case float64:
			row[i] = strconv.FormatFloat(v, 'g', -1, 64)
		case bool:
			row[i] = map[bool]string{true: "yes", false: "no"}[v]
		default:
			panic(fmt.Sprintf("figure: a cell of type %T", cell))
		}
	}
	s.rows = append(s.rows, row)
}

// csv writes the table.
func (s *sheet) csv() []byte {
	var b []byte
	for _, row := range s.rows {
		b = table.AppendCSV(b, row)
	}
	return b
}
