package table

import (
	"fmt"
	"slices"
	"strings"

	"lplab/core/english"
)

// Options replace what Read detects. The zero value detects everything and refuses
// ragged rows. Each option has one of the values that an experiment may give it.
type Options struct {
	Format    string // FormatDelimited and so on; "": detect, or delimited where Delimiter is set
	Delimiter rune   // 0: detect
	Decimal   string // "." or ","; "": detect
	Likely    string // the decimal mark if every number can be read with both; "": detect
	Start     int    // line in which delimited text begins, from 1; 0: detect
	Header    string // "yes" or "no", whether the first record names the columns; "": detect
	Encoding  string // "utf-8", "utf-16le", "utf-16be" or "windows-1252"; "": detect
	Ragged    string // RaggedRefuse (also ""), RaggedDrop or RaggedPad
	Quote     string // QuoteEnclose (also "") or QuoteLiteral

	Dates string // DatesText (also ""), DatesParts, DatesDayFirst or DatesMonthFirst

	// DateOrders are the orders of dates in the training rows, by the names of their columns.
	DateOrders map[string]string

	// Expected are names of columns: a first record with all of them names the columns.
	Expected []string

	// MissingCodes are texts that mean a missing cell in addition to the usual
	// ones (MissingTexts): "-999", for example.
	MissingCodes []string

	// Codes are names of columns with numbers or texts that are codes of categories: their kind is
	// Category, with at most MaxCoded levels.
	Codes []string

	// AsWritten also keeps the texts of columns of numbers.
	AsWritten bool

	// Progress, if not nil, is called with the share of the work done while a delimited file
	// is read.
	Progress func(fraction float64)

	line int // number of the first line of a part of a file; 0 stands for 1
}

// check refuses a value that an option does not have.
func (o *Options) check() error {
	for _, option := range []struct {
		name, value string
		values      []string
	}{
		{"Format", o.Format, Formats()},
		{"Decimal", o.Decimal, []string{".", ","}},
		{"Likely", o.Likely, []string{".", ","}},
		{"Header", o.Header, []string{"yes", "no"}},
		{"Encoding", o.Encoding, []string{utf8Name, utf16leName, utf16beName, cp1252Name}},
		{"Ragged", o.Ragged, []string{RaggedRefuse, RaggedDrop, RaggedPad}},
		{"Quote", o.Quote, []string{QuoteEnclose, QuoteLiteral}},
		{"Dates", o.Dates, []string{DatesText, DatesParts, DatesDayFirst, DatesMonthFirst}},
	} {
		if option.value != "" && !slices.Contains(option.values, option.value) {
			return fmt.Errorf("the option %s is %q: it must be one of %s, or empty", option.name, option.value, english.List(option.values))
		}
	}
	if o.Start < 0 {
		return fmt.Errorf("the option Start is %d: it must be the number of a line, from 1, or 0", o.Start)
	}
	return nil
}

// How records with more or fewer cells than the others are treated.
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

// How columns of dates are used.
const (
	DatesText  = "text"  // they are not features
	DatesParts = "parts" // columns of numbers are added: DateParts, with hours only for dates with a time of day

	// These are as DatesParts, and give the order where that of the numbers in a column is ambiguous.
	DatesDayFirst   = "day-first"
	DatesMonthFirst = "month-first"
)

// MissingTexts are the texts that mean a missing cell in every file; a point does so in those of
// SAS and Stata, and two points in those of the World Bank. "NA" is among them whether quoted or not, as R's read.csv
// has it. Those with "#" are errors of formulas in spreadsheets.
var MissingTexts = []string{"", "NA", "N/A", "n/a", "?", ".", "..", "NaN", "nan", "NAN", "<NA>", "NULL", "null",
	"#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NUM!", "#NAME?", "#NULL!"}

func missingSet(codes, more []string) map[string]bool {
	set := make(map[string]bool, len(codes)+len(more))
	for _, code := range slices.Concat(codes, more) {
		set[strings.TrimSpace(code)] = true
	}
	return set
}
