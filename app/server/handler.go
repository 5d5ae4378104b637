// Package server turns a directory of built files into the site of lp Lab (Complete, at build time) and
// serves it (New, Serve). The site is static: Complete renders the page once.
package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"lplab/app/headers"
)

// brotliSuffix marks the compressed copy of a file.
const brotliSuffix = ".br"

// mediaTypes are the media types of all kinds of files of a site.
var mediaTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mjs":         "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".ts":          "text/plain; charset=utf-8", // type declarations
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// asset is a file of the site, ready to be sent.
type asset struct {
	body      []byte
	brotli    []byte // nil: not compressed
	mediaType string
	hash      string
	immutable bool // its name holds a hash of its contents
}

// Site answers with the files of a site.
type Site struct {
	assets map[string]asset // by path
}

// New reads all files of a completed site, so that a build while the server runs cannot mix two
// versions.
func New(site fs.FS) (*Site, error) {
	assets := make(map[string]asset)
	err := fs.WalkDir(site, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, brotliSuffix) {
			return err
		}
		a, err := readAsset(site, name)
		assets["/"+name] = a
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the site cannot be read: %w", err)
	}
	if _, ok := assets["/index.html"]; !ok {
		return nil, errors.New("the site has no index.html: build it with make build")
	}
	for address, name := range aliases {
		if a, ok := assets[name]; ok {
			assets[address] = a
		}
	}
	return &Site{assets}, nil
}

// aliases are further addresses of files. Browsers request /favicon.ico for documents without an icon.
var aliases = map[string]string{"/": "/index.html", "/lessons/": "/lessons/index.html", "/favicon.ico": "/web/icon.svg"}

// notFound is the page at an address without a file. It has no style, because the policy admits none in a document.
const notFound = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>lp Lab</title>
<p>There is nothing at this address. <a href="/">Open lp Lab</a></p>
`

func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	headers.Set(w.Header())
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
		return
	}
	if _, isFolder := aliases[r.URL.Path+"/"]; isFolder {
		folder := *r.URL
		folder.Path += "/"
		http.Redirect(w, r, folder.RequestURI(), http.StatusMovedPermanently)
		return
	}
	a, ok := s.assets[r.URL.Path]
	if !ok {
		w.Header().Set("Content-Type", mediaTypes[".html"])
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, notFound)
		return
	}
	a.serve(w, r)
}

// Shell answers with the page, and with a status: for the addresses of links.
func (s *Site) Shell(w http.ResponseWriter, r *http.Request, status int) {
	page := s.assets["/index.html"]
	if status == http.StatusOK {
		page.serve(w, r)
		return
	}
	w.Header().Set("Content-Type", page.mediaType)
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(page.body)
	}
}

// With returns the site together with another handler, which answers the paths that it owns.
func (s *Site) With(other http.Handler, owns func(path string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if owns(r.URL.Path) {
			headers.Set(w.Header())
			other.ServeHTTP(w, r)
			return
		}
		s.ServeHTTP(w, r)
	})
}

func readAsset(site fs.FS, name string) (asset, error) {
	mediaType, ok := mediaTypes[path.Ext(name)]
	if !ok {
		return asset{}, fmt.Errorf("%s has no media type: a site has no files of this kind", name)
	}
	body, err := fs.ReadFile(site, name)
	if err != nil {
		return asset{}, err
	}
	brotli, err := fs.ReadFile(site, name+brotliSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return asset{body, brotli, mediaType, hashOf(body), hasFingerprint(name)}, err
}

func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.mediaType)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", headers.Revalidate) // by the ETag
	if a.immutable {
		h.Set("Cache-Control", headers.Immutable)
	}
	body, tag := a.body, a.hash
	if a.brotli != nil && acceptsBrotli(r) {
		h.Set("Content-Encoding", "br")
		body, tag = a.brotli, a.hash+"-br"
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func acceptsBrotli(r *http.Request) bool {
	for field := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(field), ";")
		if name == "br" {
			weight, given := strings.CutPrefix(strings.TrimSpace(quality), "q=")
			return !given || strings.Trim(weight, "0.") != "" // 0, 0.0, ...
		}
	}
	return false
}

// hashOf identifies contents in a few characters.
func hashOf(contents ...[]byte) string {
	h := sha256.New()
	for _, c := range contents {
		fmt.Fprintf(h, "%d:", len(c))
		h.Write(c)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
