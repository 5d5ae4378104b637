//go:build !wasm

package page

import (
	"encoding/json"

	"lplab/core/experiment"
)

// Opening is the build's web/opening.json, for a server to set before it renders:
// the page then carries the opening result before any script has run.
var Opening []byte

func newBridge() bridge { return none{} }

// none is a bridge without JavaScript.
type none struct{}

var _ bridge = none{}

func (none) opening() *result                      { return readOpening(Opening) }
func (none) attach(func(string, int, string)) bool { return false }
func (none) do(effect)                             {}

// readOpening reads web/opening.json; nil where there is none.
func readOpening(b []byte) *result {
	var o struct {
		Report *experiment.Report `json:"report"`
	}
	if len(b) == 0 || json.Unmarshal(b, &o) != nil || o.Report == nil {
		return nil
	}
	r := resultOf(*o.Report)
	return &r
}
