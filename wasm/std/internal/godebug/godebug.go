// Package godebug takes the place of internal/godebug in the page's program: a browser has no variable GODEBUG, so every
// setting has its default.
package godebug

// Setting is a setting, by its name.
type Setting string

// New returns the setting of a name.
func New(name string) *Setting { return (*Setting)(&name) }

// Value returns "", the default.
func (*Setting) Value() string { return "" }

// IncNonDefault does nothing.
func (*Setting) IncNonDefault() {}
