//go:build !wasm

package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMessagesAreKnown checks that the page handles every message of its buttons, and that an unknown one
// is an error. The type check of JavaScript has the kinds of all messages (app/typings).
func TestMessagesAreKnown(t *testing.T) {
	p, r, d := mount(t)
	buttons := regexp.MustCompile(`data-message="([^"]*)"`).FindAllStringSubmatch(rendered(p), -1)
	if len(buttons) < 10 {
		t.Errorf("only %d buttons have a message", len(buttons))
	}
	for _, m := range buttons {
		if messages[m[1]] == nil {
			t.Errorf("the message %q of a button is unknown", m[1])
		}
	}

	r.emit("nothing", 0, "")
	d.Consume()
	if len(r.mistakes) != 1 || !strings.Contains(r.mistakes[0], "unknown message nothing") || p.s.Phase != failed {
		t.Errorf("an unknown message gives %q, phase %q", r.mistakes, p.s.Phase)
	}
}

// TestEffectsAreTyped checks that effects have the constants of effects.go: the type check of JavaScript
// compares these with the methods of page.js.
func TestEffectsAreTyped(t *testing.T) {
	untyped := regexp.MustCompile(`(\bDo(:| =| ==)|\bsend\(|\bforget\() ?"`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := untyped.Find(source); found != nil && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s: %s: use a constant of effects.go", name, found)
		}
	}
}
