package figure

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
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
			row[i] = plainText(v)
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

// signs are those with which a formula begins: some programs take the wide forms for
// the others. separators end a cell in some program, whatever the file's own one is.
const (
	signs      = "=+-@＝＋－＠\t\r\n"
	separators = ",;|\t"
)

// plainText keeps a spreadsheet from taking a text - the names of columns are the
// user's - for a formula, wherever that spreadsheet begins a cell.
func plainText(s string) string {
	var b strings.Builder
	begins := true
	for _, sign := range s {
		if begins && strings.ContainsRune(signs, sign) {
			b.WriteByte('\'')
		}
		begins = strings.ContainsRune(separators, sign) || begins && (sign == ' ' || sign == '"')
		b.WriteRune(sign)
	}
	return b.String()
}

// csv writes the table. Texts with any program's separator are quoted.
func (s *sheet) csv() []byte {
	var b bytes.Buffer
	for _, row := range s.rows {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(',')
			}
			if strings.ContainsAny(cell, separators+"\"\r\n") || strings.HasPrefix(cell, " ") {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}
