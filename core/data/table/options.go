package table

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Options replace what Read detects. The zero value detects everything and refuses
// ragged rows.
type Options struct {
	Format    string // FormatDelimited and so on; "": detect, or delimited where Delimiter is set
	Delimiter rune   // 0: detect
	Decimal   string // "." or ","; "": detect
	Header    string // "yes" or "no", whether the first record names the columns; "": detect
	Encoding  string // "utf-8", "utf-16le", "utf-16be" or "windows-1252"; "": detect
	Ragged    string // RaggedRefuse (also ""), RaggedDrop or RaggedPad
	Quote     string // QuoteEnclose (also "") or QuoteLiteral

	Dates string // DatesText (also "") or DatesParts

	// DateOrders are the known orders of dates, by the names of their columns.
	DateOrders map[string]string

	// Expected are names of columns: a first record with all of them names the columns.
	Expected []string

	// MissingCodes are texts that mean a missing cell in addition to the usual
	// ones (blank, NA, N/A, ?, NaN, NULL): "-999", for example.
	MissingCodes []string

	// AsWritten also keeps the texts of columns of numbers.
	AsWritten bool

	// Progress, if not nil, is called with the share of the work done while a delimited file
	// is read.
	Progress func(fraction float64)

	line int // in which a part of a file begins; 0 for 1
}

// What to do with records that have more or fewer cells than the others.
const (
	RaggedRefuse = "refuse" // an error that lists their lines
	RaggedDrop   = "drop"   // leave them out
	RaggedPad    = "pad"    // fill all records with missing cells to the longest one's length
)

// What a double quote at the beginning of a cell means.
const (
	QuoteEnclose = "enclose" // the cell runs to the next one
	QuoteLiteral = "literal" // nothing: it is an ordinary character
)

// What to make of columns of dates.
const (
	DatesText  = "text"  // nothing: they are no features
	DatesParts = "parts" // columns of numbers beside them: year, month, day, and weekday from 1, Monday
)

// check refuses options that have no meaning.
func (o *Options) check() error {
	for _, choice := range []struct {
		value, unknown string
		known          []string
	}{
		{o.Format, "the format %q is unknown", formats.Names()},
		{o.Encoding, "the encoding %q is unknown", encodings},
		{o.Quote, "%q is not a meaning of quotes", []string{QuoteEnclose, QuoteLiteral}},
		{o.Ragged, "%q is not a treatment of ragged rows", []string{RaggedRefuse, RaggedDrop, RaggedPad}},
		{o.Dates, "%q is unknown for dates", []string{DatesText, DatesParts}},
		{o.Decimal, "the decimal mark %q is unknown", []string{".", ","}},
		{o.Header, "%q is unknown for the header", []string{"yes", "no"}},
	} {
		if choice.value != "" && !slices.Contains(choice.known, choice.value) {
			return fmt.Errorf(choice.unknown+": choose one of %s", clip(choice.value), List(choice.known))
		}
	}
	if d := o.Delimiter; d == '"' || d == '\n' || d == '\r' || d != 0 && (!utf8.ValidRune(d) || d == utf8.RuneError || unicode.IsLetter(d) || unicode.IsDigit(d)) {
		return fmt.Errorf("the delimiter %q cannot separate cells: choose a comma, a semicolon, a tab or |", d)
	}
	return nil
}

// usualMissing are the texts that mean a missing cell in every file. "NA" is
// among them whether quoted or not, as R's read.csv has it.
var usualMissing = []string{"", "NA", "N/A", "n/a", "#N/A", "?", "NaN", "nan", "NAN", "NULL", "null"}

// missingSet returns the set of some texts that mean a missing cell.
func missingSet(usual, more []string) map[string]bool {
	set := make(map[string]bool, len(usual)+len(more))
	for _, code := range slices.Concat(usual, more) {
		set[strings.TrimSpace(code)] = true
	}
	return set
}

// MissingTexts returns the texts that mean a missing cell in every file.
func MissingTexts() []string { return slices.Clone(usualMissing) }
