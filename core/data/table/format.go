package table

import (
	"encoding/json"
	"strings"

	"lplab/core/registry"
)

// The formats of files.
const (
	FormatDelimited = "delimited" // records of cells: CSV and its like
	FormatLIBSVM    = "libsvm"    // a label and pairs index:value on each line
	FormatJSON      = "json"      // records as objects or as lists
	FormatARFF      = "arff"      // declared columns, then records of cells
)

type format struct {
	// sniff reports whether a text seems to be in the format; nil for the one of any other text.
	sniff func(text string) (f Finding, ok bool)
	read  func(text string, o Options, findings *Findings, notes *notes) (*Table, error)
}

// formats holds the formats by name. They are tried in alphabetical order.
var formats registry.Of[struct{}, format]

// Formats lists the formats of files.
func Formats() []string { return formats.Names() }

// sniffFormat finds the format by how a text begins.
func sniffFormat(text string) Finding {
	for _, name := range formats.Names() {
		if sniff := formats.New(name, struct{}{}).sniff; sniff != nil {
			if finding, ok := sniff(text); ok {
				return finding
			}
		}
	}
	return guess(FormatDelimited, 1, "the first lines are cells between delimiters")
}

// sniffARFF reports whether the first line that is neither blank nor a comment is a
// declaration.
func sniffARFF(text string) (Finding, bool) {
	finding := guess(FormatARFF, 1, "it begins with the declarations of ARFF")
	for text != "" {
		var line string
		line, text = cutLine(text)
		word, _ := cutWord(line)
		if word != "" && word[0] != '%' {
			return finding, strings.EqualFold(word, "@relation") || strings.EqualFold(word, "@attribute")
		}
	}
	return finding, false
}

// sniffJSON reports whether a text begins with an object, with a list of objects
// or of lists, or with a line that is a list.
func sniffJSON(text string) (Finding, bool) {
	finding := guess(FormatJSON, 0.95, "it begins as JSON records do", FormatDelimited)
	const space = " \t\r\n"
	text = strings.TrimLeft(text, space)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return finding, false
	}
	rest := strings.TrimLeft(text[1:], space)
	if text[0] == '{' {
		return finding, strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "}")
	}
	line, _ := cutLine(text)
	return finding, strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "[") || json.Valid([]byte(line))
}
