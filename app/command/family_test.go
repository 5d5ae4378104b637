//go:build !wasm

package command

import (
	"os"
	"strings"
	"testing"

	"lplab/core/experiment"
)

// TestFamilyIsPrinted checks that family.md has a row for every type of model and names every
// kernel and loss.
func TestFamilyIsPrinted(t *testing.T) {
	text, err := os.ReadFile("../../web/docs/family.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range experiment.Lookup("model.type").Values {
		if !strings.Contains(string(text), "\n| `"+v.Value+"` |") {
			t.Errorf("there is no row for the model %q", v.Value)
		}
	}
	for _, path := range []string{"model.kernel.type", "model.loss.type"} {
		for _, v := range experiment.Lookup(path).Values {
			if !strings.Contains(string(text), "`"+v.Value+"`") {
				t.Errorf("%s %q is not named", path, v.Value)
			}
		}
	}
}
