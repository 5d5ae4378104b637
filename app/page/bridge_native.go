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

func (none) attach(func(string, int, string)) bool { return false }
func (none) do(effect)                             {}

func (none) opening() *result {
	var o struct {
		Report *experiment.Report `json:"report"`
	}
	if json.Unmarshal(Opening, &o) != nil || o.Report == nil {
		return nil
	}
	r := resultOf(*o.Report)
	return &r
}
