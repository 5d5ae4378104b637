package experiment

import (
	"encoding/json"
	"errors"
	"fmt"
)

// DecodeReport reads a report as a run writes it. The error is one sentence; it
// says so where the document is another one, such as an experiment.
func DecodeReport(b []byte) (*Report, error) {
	var parts struct {
		Version int              `json:"version"`
		Spec    *json.RawMessage `json:"spec"`
		Status  *json.RawMessage `json:"status"`
	}
	if err := json.Unmarshal(b, &parts); err != nil {
		return nil, fmt.Errorf("it is not a report, which is a JSON object: %w", err)
	}
	if parts.Spec == nil || parts.Status == nil {
		return nil, errors.New("it is not a report, which has spec and status: lplab solve makes one of an experiment")
	}
	if parts.Version != Version {
		return nil, fmt.Errorf("it is a report of version %d, and this lp Lab reads version %d: use the lp Lab that wrote it", parts.Version, Version)
	}
	r := new(Report)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, fmt.Errorf("the report cannot be read: %w", err)
	}
	if o := &r.Objective; o.RelativeGap == 0 && o.Gap > 0 { // an earlier lp Lab wrote it
		o.RelativeGap = o.Gap / o.Goal(1)
	}
	return r, nil
}
