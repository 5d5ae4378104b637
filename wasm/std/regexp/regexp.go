// Package regexp takes the place of Go's own in the page's program, by the overlay that the
// build makes (web/build/overlay.mjs). All that the program links of regular expressions is
// what go-app's router may be given, and is not; but with them come the tables of all
// scripts of Unicode, whose set-up is the largest function that a browser then optimises
// while the page starts: a quarter of that work, and 0.1 MB on the way.
package regexp

// Regexp is what go-app's router holds none of.
type Regexp struct{}

// MustCompile panics: a page that needs regular expressions is to be built without the overlay.
func MustCompile(pattern string) *Regexp {
	panic("regexp: the page's program is built without regular expressions, and has use for " + pattern)
}

// MatchString matches nothing.
func (*Regexp) MatchString(string) bool { return false }
