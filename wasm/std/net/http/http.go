// Package http replaces Go's net/http in the page's program, by the overlay of the build
// (web/build/overlay.mjs). It declares the names that go-app's server uses. The program does not run
// that server and loads files by JavaScript; HTTP, TLS and their ciphers would be a seventh of what
// each visitor downloads and compiles.
package http

import (
	"errors"
	"io"
	"net/url"
)

// The statuses of go-app's server.
const (
	StatusOK                  = 200
	StatusNotModified         = 304
	StatusNotFound            = 404
	StatusInternalServerError = 500
)

// errNone is the error of every request.
var errNone = errors.New("http: the page's program is built without HTTP")

// Header holds the fields of a request or a response.
type Header map[string][]string

// Get returns the first value of a field, "" without any.
func (h Header) Get(name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// Set sets a field to one value.
func (h Header) Set(name, value string) { h[name] = []string{value} }

// Request is a request to a server.
type Request struct {
	URL    *url.URL
	Header Header
	Host   string
	TLS    *struct{}
}

// Response is the response to a client.
type Response struct {
	StatusCode int
	Header     Header
	Body       io.ReadCloser
}

// ResponseWriter writes the response of a server.
type ResponseWriter interface {
	Header() Header
	Write([]byte) (int, error)
	WriteHeader(status int)
}

// Handler responds to requests.
type Handler interface {
	ServeHTTP(ResponseWriter, *Request)
}

// Dir is a folder of files to serve.
type Dir string

// FileServer returns a handler that responds with StatusNotFound.
func FileServer(Dir) Handler { return nothing{} }

type nothing struct{}

func (nothing) ServeHTTP(w ResponseWriter, r *Request) { NotFound(w, r) }

// NotFound responds with StatusNotFound.
func NotFound(w ResponseWriter, _ *Request) { w.WriteHeader(StatusNotFound) }

// Get returns errNone.
func Get(string) (*Response, error) { return nil, errNone }
