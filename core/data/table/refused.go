package table

import (
	"errors"
	"fmt"
)

// Refused is the error of Read: a sentence, and what helps to correct it
// without touching the file.
type Refused struct {
	// Setting names the Option that may correct it, as the JSON of Findings does;
	// "" where none can.
	Setting  string   `json:"setting"`
	Findings Findings `json:"findings"` // what had been found until then

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
