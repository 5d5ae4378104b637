package experiment

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"lplab/core/lists"
)

// FieldError names a field of an experiment that cannot be used, its value and the remedy.
type FieldError struct {
	Path    string // "model.gamma", "data.rows[3][2]"
	Value   string // the value as written, shortened; or "missing", "unknown", "given twice"
	Problem string // the range or the remedy
}

// Error is one sentence: `model.gamma is -3: it must be a number greater than 0, or "auto"`.
func (e *FieldError) Error() string {
	return fmt.Sprintf("%s is %s: %s", e.Path, e.Value, e.Problem)
}

// quoteValue returns v for an error message: as JSON, shortened.
func quoteValue(v any) string {
	var text string
	switch v := v.(type) {
	case *object:
		return "an object"
	case json.Number:
		text = string(v)
	case string:
		if utf8.RuneCountInString(v) > 40 {
			v = string([]rune(v)[:37]) + "..."
		}
		return strconv.Quote(v)
	case nil:
		return "null"
	default:
		if list, ok := listOf(v); ok {
			return fmt.Sprintf("a list of length %d", len(list))
		}
		text = fmt.Sprint(v)
	}
	if len(text) > 40 {
		text = text[:37] + "..."
	}
	return text
}

// shownKey returns a key as it is written in a path: a plain name without quotes.
func shownKey(key string) string {
	special := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	}
	if key == "" || len(key) > 40 || strings.ContainsFunc(key, special) {
		return quoteValue(key)
	}
	return key
}

// quotedList is `"a", "b", "c"`.
func quotedList(words []string) string {
	return strings.Join(lists.Map(words, strconv.Quote), ", ")
}

// Nearest returns the candidate for a mistyped word: the one at the smallest edit distance, case
// ignored, if that is at most a third of the length of the word (two letters for a short one) and half of the longer one.
func Nearest(word string, candidates []string) (string, bool) {
	if len(word) > 40 {
		return "", false
	}
	word = strings.ToLower(word)
	limit := max(2, len(word)/3)
	best, found := "", false
	for _, c := range candidates {
		// A word of two or three letters is within two edits of everything short.
		if dist := editDistance(word, strings.ToLower(c)); dist <= limit && 2*dist <= max(len(word), len(c)) {
			best, found, limit = c, true, dist-1
		}
	}
	return best, found
}

// editDistance counts the insertions, deletions and substitutions from a to b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
