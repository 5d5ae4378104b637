//go:build !wasm

package page

import (
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
