// Package headers has the headers of every answer of the site, served by this machine, by the
// worker at the edge or by a host of static files.
package headers

import "net/http"

// ContentSecurityPolicy admits the site's own scripts and WebAssembly, images that the page makes
// (plots to save), and nothing from other sites. Any page may embed the site, because course pages
// show experiments. There are no accounts and no payments, and data are sent only after a dialog
// that an embedding page cannot confirm.
const ContentSecurityPolicy = DocumentPolicy + "; frame-ancestors *"

// DocumentPolicy is the part of the policy that a document may hold, for hosts that do not send
// these headers.
const DocumentPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'"

// Header is a header's name and value.
type Header struct{ Name, Value string }

// Security are the headers of every answer.
var Security = []Header{
	{"Content-Security-Policy", ContentSecurityPolicy},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
}

// Set adds them to an answer.
func Set(h http.Header) {
	for _, s := range Security {
		h.Set(s.Name, s.Value)
	}
}

// Caching of a file: for ever if its name has a hash of its contents, else with revalidation.
const (
	Immutable  = "public, max-age=31536000, immutable"
	Revalidate = "no-cache"
)
