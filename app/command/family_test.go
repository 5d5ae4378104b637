//go:build !wasm

package command

import (
	"os"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestFamilyIsTold: the document of the family has a row for every type of model, and
// names every kernel.
func TestFamilyIsTold(t *testing.T) {
	text, err := os.ReadFile("../../web/docs/family.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range experiment.Lookup("model.type").Values {
		if !strings.Contains(string(text), "\n| `"+v.Value+"` |") {
			t.Errorf("there is no row for the model %q", v.Value)
		}
	}
	for _, v := range experiment.Lookup("model.kernel.type").Values {
		if !strings.Contains(string(text), "`"+v.Value+"`") {
			t.Errorf("there is no word about the kernel %q", v.Value)
		}
	}
}
