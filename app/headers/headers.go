// Package headers holds the headers that every answer of lp Lab's site carries, be
// it served by this machine, by the worker at the edge or from a host of static
// files.
package headers

import "net/http"

// ContentSecurityPolicy admits the site's own scripts and WebAssembly, and
// nothing from elsewhere. Any page may embed it: there is nothing here to be
// tricked into - no account, no payment, nothing that is sent without being asked
// for in a dialog that a frame around it cannot press - and experiments are to be
// shown in course pages. Images may be made by the page itself (plots to save).
const ContentSecurityPolicy = DocumentPolicy + "; frame-ancestors *"

// DocumentPolicy is the part of it that a document may hold itself, for hosts that send
// no headers of ours.
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

// How long a file may be kept: for ever where its name holds a hash of its
// contents; otherwise it may be kept, but must be asked for each time.
const (
	Immutable  = "public, max-age=31536000, immutable"
	Revalidate = "no-cache"
)
