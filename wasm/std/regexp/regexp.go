// Package regexp replaces Go's regexp in the page's program, by the overlay of the build
// (web/build/overlay.mjs). Only go-app's router uses regular expressions, and the page gives it none.
// The package would link the tables of all scripts of Unicode: 0.1 MB of the download, and an
// initialisation that is a quarter of what the browser optimises when the page starts.
package regexp

// Regexp is a regular expression; none can be made.
type Regexp struct{}

// MustCompile panics: build a page that needs regular expressions without the overlay.
func MustCompile(pattern string) *Regexp {
	panic("regexp: the page's program is built without regular expressions, and uses " + pattern)
}

// MatchString returns false.
func (*Regexp) MatchString(string) bool { return false }
