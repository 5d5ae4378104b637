package table

import "strings"

// signs are those with which a formula begins: some programs take the wide forms for
// the others. separators end a cell in some program, whatever the file's own one is.
const (
	signs      = "=+-@＝＋－＠\t\r\n"
	separators = ",;|\t"
)

// PlainText keeps a spreadsheet from taking a text - the names of columns are the
// user's - for a formula, wherever that spreadsheet begins a cell. A number stays as it is.
func PlainText(s string) string {
	if stylesOf(s) != 0 {
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

// AppendCSV appends a record of cells, with commas between them. Texts with any program's
// separator are quoted.
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
