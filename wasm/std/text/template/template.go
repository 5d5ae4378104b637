// Package template replaces Go's text/template in the page's program, by the overlay of the build
// (web/build/overlay.mjs). Only go-app's server uses templates, and the program does not run it. A
// template can call any method by its name, so the linker would keep all methods.
package template

import (
	"errors"
	"io"
)

// Template is a template that cannot be executed.
type Template struct{}

// New returns a template.
func New(string) *Template { return new(Template) }

// Parse accepts any text.
func (t *Template) Parse(string) (*Template, error) { return t, nil }

// Execute returns an error.
func (*Template) Execute(io.Writer, any) error {
	return errors.New("text/template: the page's program is built without templates")
}

// Must returns the template, and panics if there is an error.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}
