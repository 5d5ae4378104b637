package table

import "strings"

// signs begin a formula, in some programs also in their wide forms. separators end a cell in
// some program, whatever the delimiter of the file.
const (
	signs      = "=+-@＝＋－＠\t\r\n"
	separators = ",;|\t"
)

// PlainText marks a text of the user, such as the name of a column, so that no spreadsheet reads
// a formula in it, wherever that spreadsheet begins a cell. A number stays as it is.
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

// AppendCSV appends a record of cells, with commas between them. Texts with a separator of any
// program are quoted.
func AppendCSV(b []byte, cells []string) []byte {
	for i, cell := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		if strings.ContainsAny(cell, separators+"\"\r\n") || strings.HasPrefix(cell, " ") {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		b = append(b, cell...)
	}
	return append(b, '\n')
}
