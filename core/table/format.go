package table

import (
	"encoding/json"
	"strings"
)

// The formats of files.
const (
	FormatDelimited = "delimited" // records of cells: CSV and its like
	FormatLIBSVM    = "libsvm"    // a label and pairs index:value on each line
	FormatJSON      = "json"      // records as objects or as lists
	FormatARFF      = "arff"      // declared columns, then records of cells
)

var formats = []string{FormatDelimited, FormatLIBSVM, FormatJSON, FormatARFF}

// sniffFormat finds the format by how a text begins.
func sniffFormat(text string) Finding {
	switch {
	case beginsARFF(text):
		return guess(FormatARFF, 1, "it begins with the declarations of ARFF")
	case beginsJSON(text):
		return guess(FormatJSON, 0.95, "it begins as JSON records do", FormatDelimited)
	}
	return sniffLIBSVM(text)
}

// beginsARFF reports whether the first line that is neither blank nor a comment
// is a declaration.
func beginsARFF(text string) bool {
	for text != "" {
		var line string
		line, text = cutLine(text)
		word, _ := cutWord(line)
		if word != "" && word[0] != '%' {
			return strings.EqualFold(word, "@relation") || strings.EqualFold(word, "@attribute")
		}
	}
	return false
}

// beginsJSON reports whether a text begins with an object, with a list of objects
// or of lists, or with a line that is a list.
func beginsJSON(text string) bool {
	const space = " \t\r\n"
	text = strings.TrimLeft(text, space)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	rest := strings.TrimLeft(text[1:], space)
	if text[0] == '{' {
		return strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "}")
	}
	line, _ := cutLine(text)
	return strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "[") || json.Valid([]byte(line))
}
