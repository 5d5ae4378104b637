//go:build !wasm

package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMessagesAreKnown checks that the page handles every message of its buttons and of the scripts.
func TestMessagesAreKnown(t *testing.T) {
	p, r, d := mount(t)
	check := func(where, pattern, text string) (found int) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			if found++; messages[m[1]] == nil {
				t.Errorf("%s: the message %q is unknown", where, m[1])
			}
		}
		return found
	}
	if check("the page", `data-message="([^"]*)"`, rendered(p)) < 10 {
		t.Error("the page has too few buttons with a message")
	}
	found := 0
	for _, pattern := range []string{"../../web/page.js", "../../web/shell/*.js", "../../web/cards/*.js", "../../web/dialogs/*.js"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found += check(file, `\bemit(?:\?\.)?\(\s*"([^"]+)"`, string(text))
		}
	}
	if found < 20 {
		t.Errorf("only %d messages are found in the scripts", found)
	}

	r.emit("nothing", 0, "")
	d.Consume()
	if len(r.mistakes) != 1 || !strings.Contains(r.mistakes[0], "unknown message nothing") || p.s.Phase != failed {
		t.Errorf("an unknown message gives %q, phase %q", r.mistakes, p.s.Phase)
	}
}
