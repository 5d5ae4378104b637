package table

import (
	"encoding/json"
	"slices"
	"strings"
)

// The formats of files.
const (
	FormatDelimited = "delimited" // records of cells: CSV and its like
	FormatLIBSVM    = "libsvm"    // a label and pairs index:value on each line
	FormatJSON      = "json"      // records as objects or as lists
	FormatARFF      = "arff"      // declared columns, then records of cells
)

// format is a format of files.
type format struct {
	name string
	// sniff finds out whether a text is in the format; nil for the one that any text may be in.
	sniff func(text string) (f Finding, ok bool)
	read  func(text string, o Options, found *Findings, notes *notes) (*Table, error)
}

// formats lists the formats. A text is tried with the last one first.
func formats() []format {
	return []format{
		{FormatDelimited, nil, readDelimited},
		{FormatLIBSVM, sniffLIBSVM, readLIBSVM},
		{FormatJSON, sniffJSON, readJSON},
		{FormatARFF, sniffARFF, readARFF},
	}
}

// formatNames lists the names of the formats.
func formatNames() (names []string) {
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// sniffFormat finds the format by how a text begins.
func sniffFormat(text string) Finding {
	for _, f := range slices.Backward(formats()) {
		if f.sniff == nil {
			continue
		}
		if found, ok := f.sniff(text); ok {
			return found
		}
	}
	return guess(FormatDelimited, 1, "the first lines are cells between delimiters")
}

func sniffARFF(text string) (Finding, bool) {
	return guess(FormatARFF, 1, "it begins with the declarations of ARFF"), beginsARFF(text)
}

func sniffJSON(text string) (Finding, bool) {
	return guess(FormatJSON, 0.95, "it begins as JSON records do", FormatDelimited), beginsJSON(text)
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
