//go:build !wasm

package page

// Opening is the build's web/opening.json, for a server to set before it renders:
// the page then carries the opening result before any script has run.
var Opening []byte

func newBridge() bridge { return none{} }

func openingBytes() []byte { return Opening }

// none is the bridge to nowhere.
type none struct{}

var _ bridge = none{}

func (none) attach(func(string, int, string)) {}
func (none) mounted()                         {}
func (none) do(effect)                        {}
func (none) phase(phase)                      {}
func (none) reveal()                          {}
