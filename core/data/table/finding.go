package table

import (
	"errors"
	"fmt"
)

// Findings are the guesses by which a file was read.
type Findings struct {
	Format    Finding `json:"format"`           // one of Formats
	Encoding  Finding `json:"encoding"`         // "utf-8", "utf-16le", "utf-16be" or "windows-1252"
	Delimiter Finding `json:"delimiter"`        // the character itself
	Decimal   Finding `json:"decimal"`          // "." or ","
	Start     Finding `json:"start,omitzero"`   // number of the line in which the table begins; only of delimited text
	Header    Finding `json:"header"`           // "yes" or "no"
	Quote     Finding `json:"quote,omitzero"`   // QuoteEnclose or QuoteLiteral; only of delimited text
	Missing   Finding `json:"missing,omitzero"` // the given missing codes, separated by commas; Alternatives are texts that may be such codes
	Ragged    Finding `json:"ragged,omitzero"`  // treatment of lines with another length
	Dates     Finding `json:"dates,omitzero"`   // as Options.Dates; absent without columns of dates
	Gzip      bool    `json:"gzip,omitempty"`   // the file was compressed

	Mark  string `json:"-"` // the decimal mark of numbers that have one, "." or ","; "" if there are none, or both were read
	Group string `json:"-"` // the mark between thousands, ",", ".", " " or "'"; "" for none

	RaggedLines int `json:"raggedLines,omitempty"` // number of lines with another length
}

// Finding is a guess with its confidence, from 0 to 1, and its reason.
type Finding struct {
	Value        string   `json:"value"`
	Confidence   float64  `json:"confidence"`
	Reason       string   `json:"reason"`
	Alternatives []string `json:"alternatives,omitempty"` // other plausible values
	Fixed        bool     `json:"fixed,omitempty"`        // the format leaves no choice
}

// Sure is the confidence from which a guess needs no check.
const Sure = 0.7

// unsureFields lists the findings to check, by their JSON names.
func (f *Findings) unsureFields() []string {
	var names []string
	for _, g := range []struct {
		name string
		Finding
	}{
		{"format", f.Format}, {"encoding", f.Encoding}, {"delimiter", f.Delimiter}, {"decimal", f.Decimal},
		{"header", f.Header}, {"missing", f.Missing},
	} {
		if g.Value+g.Reason != "" && g.Confidence < Sure {
			names = append(names, g.name)
		}
	}
	return names
}

func guess(value string, confidence float64, reason string, alternatives ...string) Finding {
	return Finding{Value: value, Confidence: confidence, Reason: reason, Alternatives: alternatives}
}

// chosenFinding returns the finding for an option that was set.
func chosenFinding(value string) Finding { return guess(value, 1, "chosen") }

// fixedBy is the finding for a value that the format defines.
func fixedBy(value, reason string) Finding {
	return Finding{Value: value, Confidence: 1, Reason: reason, Fixed: true}
}

// Refused is the error of Read: a sentence, with the option that may correct it without a change of the
// file.
type Refused struct {
	// Setting is the name of that option in the JSON of Findings; "" for none.
	Setting  string   `json:"setting"`
	Findings Findings `json:"findings"` // findings before the error

	problem error
}

func (r *Refused) Error() string { return r.problem.Error() }

func (r *Refused) Unwrap() error { return r.problem }

// correctedBy is the error of a file that an option can correct.
func correctedBy(setting, format string, args ...any) error {
	return &Refused{Setting: setting, problem: fmt.Errorf(format, args...)}
}

// refusedWith adds what was found to an error.
func refusedWith(findings Findings, err error) *Refused {
	readErr, ok := errors.AsType[*Refused](err)
	if !ok {
		readErr = &Refused{problem: err}
	}
	readErr.Findings = findings
	return readErr
}
