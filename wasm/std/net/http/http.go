// Package http takes the place of Go's net/http in the page's program, by the overlay that
// the build makes (web/build/overlay.mjs). The program has use for no server and requests
// files by JavaScript; but go-app brings its server, and with it came HTTP, TLS,
// certificates and all their ciphers: a seventh of what each visitor fetches and compiles.
// Here is what the code of that server names.
package http

import (
	"errors"
	"io"
	"net/url"
)

// The statuses that go-app's server answers with.
const (
	StatusOK                  = 200
	StatusNotModified         = 304
	StatusNotFound            = 404
	StatusInternalServerError = 500
)

// errNone is the answer to every request.
var errNone = errors.New("http: the page's program is built without HTTP")

// Header holds the fields of a request or an answer.
type Header map[string][]string

// Get gives the first value of a field, "" where there is none.
func (h Header) Get(name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Set sets a field to one value.
func (h Header) Set(name, value string) { h[name] = []string{value} }

// Request is what a server would be asked.
type Request struct {
	URL    *url.URL
	Header Header
	Host   string
	TLS    *struct{}
}

// Response is the answer that a client would get.
type Response struct {
	StatusCode int
	Header     Header
	Body       io.ReadCloser
}

// ResponseWriter is what a server would answer through.
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(status int)
}

// Handler is what would answer requests.
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}

// Dir is a folder whose files would be served.
type Dir string

// FileServer gives a handler that finds nothing.
func FileServer(Dir) Handler { return nothing{} }

type nothing struct{}

func (nothing) ServeHTTP(w ResponseWriter, r *Request) { NotFound(w, r) }

// NotFound answers that there is nothing.
func NotFound(w ResponseWriter, _ *Request) { w.WriteHeader(StatusNotFound) }

// Get fails.
func Get(string) (*Response, error) { return nil, errNone }
