package table

import "strings"

// signs begin a formula in spreadsheet programs, some also in their full-width forms. separators end
// a cell in at least one program, whatever the delimiter of the file.
const (
	signs      = "=+-@＝＋－＠\t\r\n"
	separators = ",;|\t"
)

// PlainText returns a text of the user, such as the name of a column, with an apostrophe before each
// sign that could begin a formula in a spreadsheet. A number is returned unchanged.
func PlainText(s string) string {
	if isNumber(s) {
		return s
	}
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

// AppendCSV appends a record of cells to b, with a delimiter between them. It quotes cells that contain a
// separator of any program.
func AppendCSV(b []byte, cells []string, delimiter byte) []byte {
	for i, cell := range cells {
		if i > 0 {
			b = append(b, delimiter)
		}
		if strings.ContainsAny(cell, separators+"\"\r\n") || strings.HasPrefix(cell, " ") {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		b = append(b, cell...)
	}
	return append(b, '\n')
}
