package table

import (
	"errors"
	"fmt"
)

// Refused is the error of Read: a sentence, with the option that may correct it without a change of the
// file.
type Refused struct {
	// Setting is the name of that option in the JSON of Findings; "" for none.
	Setting  string   `json:"setting"`
	Findings Findings `json:"findings"` // findings before the error

	problem error
}

// Error is the sentence.
func (r *Refused) Error() string { return r.problem.Error() }

// Unwrap returns the error behind the sentence.
func (r *Refused) Unwrap() error { return r.problem }

// correctedBy is the error of a file that an option can correct.
func correctedBy(setting, format string, args ...any) error {
	return &Refused{Setting: setting, problem: fmt.Errorf(format, args...)}
}

// refusedWith adds what was found to an error.
func refusedWith(found Findings, err error) *Refused {
	refused, ok := errors.AsType[*Refused](err)
	if !ok {
		refused = &Refused{problem: err}
	}
	refused.Findings = found
	return refused
}
