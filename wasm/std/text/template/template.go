// Package template takes the place of Go's text/template in the page's program, by the
// overlay that the build makes (web/build/overlay.mjs). Only go-app's server, which the
// program does not run, has templates; but where they are linked any method may be called
// by its name, so that the linker must keep every one.
package template

import (
	"errors"
	"io"
)

// Template is none.
type Template struct{}

// New gives a template that cannot be executed.
func New(string) *Template { return new(Template) }

// Parse takes any text.
func (t *Template) Parse(string) (*Template, error) { return t, nil }

// Execute fails.
func (*Template) Execute(io.Writer, any) error {
	return errors.New("text/template: the page's program is built without templates")
}

// Must gives the template, and panics where there is an error.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}
