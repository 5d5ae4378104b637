package server

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"lplab/app/headers"
)

// Files that hosts of static files read, such as Cloudflare: the headers, and the files for folders.
const (
	headersFile  = "_headers"
	rewritesFile = "_redirects"
)

// Export copies a completed site for a host of static files into out, which must be empty or
// absent, without the compressed copies, because such hosts compress themselves. A relative site
// works in any folder: its addresses are relative, and its documents hold their security policy.
// Another site must be at the root of its host.
func Export(site fs.FS, out string, relative bool) error {
	if entries, err := os.ReadDir(out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty: name a new directory for the copy", out)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	rules, rewrites := rulesFor("/*", headers.Security...), "/favicon.ico /web/icon.svg 200\n"
	err := fs.WalkDir(site, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, brotliSuffix) || name == offlineWorker {
			return err
		}
		body, err := fs.ReadFile(site, name)
		if err != nil {
			return err
		}
		if folder, isIndex := strings.CutSuffix("/"+name, "index.html"); isIndex {
			rewrites += folder + " /" + name + " 200\n"
		}
		if hasFingerprint(name) {
			rules += rulesFor("/"+name, headers.Header{Name: "Cache-Control", Value: headers.Immutable})
		}
		if relative {
			if body, err = apply(relations[name], name, body); err != nil {
				return err
			}
			if path.Ext(name) == ".html" {
				if body, err = guard(name, body); err != nil {
					return err
				}
			}
		}
		return write(filepath.Join(out, name), body)
	})
	if err != nil {
		return err
	}
	if err := keepOffline(out); err != nil {
		return err
	}
	if !relative {
		if err := write(filepath.Join(out, rewritesFile), []byte(rewrites)); err != nil {
			return err
		}
	}
	return write(filepath.Join(out, headersFile), []byte(rules))
}

// rulesFor are the lines of a headers file for one address.
func rulesFor(address string, list ...headers.Header) string {
	text := address + "\n"
	for _, h := range list {
		text += "  " + h.Name + ": " + h.Value + "\n"
	}
	return text
}

func write(file string, body []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, body, 0o666)
}

// relations make the addresses in the files of go-app relative, and remove the service of short
// links, which works at the root only.
var relations = map[string][]edit{
	"index.html": {{regexp.MustCompile(` (href|src|content)="/`), ` $1="./`}},
	"app.js": {
		{regexp.MustCompile(`"/app-worker\.js"`), `"./app-worker.js"`},
		{regexp.MustCompile(`"GOAPP_STATIC_RESOURCES_URL":""`), `"GOAPP_STATIC_RESOURCES_URL":"."`},
	},
	buildJS:                {{regexp.MustCompile(`"` + linksPath + `"`), `""`}},
	"manifest.webmanifest": {{regexp.MustCompile(`: "/`), `: "./`}},
}

// edit is a change of a file's text.
type edit struct {
	pattern     *regexp.Regexp
	replacement string
}

// apply makes edits of a file. It is an error if a pattern does not match, which reveals changes of
// go-app.
func apply(edits []edit, name string, body []byte) ([]byte, error) {
	for _, e := range edits {
		if !e.pattern.Match(body) {
			return nil, fmt.Errorf("%s has no text like %s, which go-app wrote before: change the edit of this file", name, e.pattern)
		}
		body = e.pattern.ReplaceAll(body, []byte(e.replacement))
	}
	return body, nil
}

var head = regexp.MustCompile(`<head>\n?`)

// guard writes the security policy into a document, because a host of a folder reads no headers
// file.
func guard(name string, body []byte) ([]byte, error) {
	at := head.FindIndex(body)
	if at == nil {
		return nil, fmt.Errorf("%s has no <head> for its security policy", name)
	}
	return slices.Insert(body, at[1], []byte(`<meta http-equiv="Content-Security-Policy" content="`+headers.DocumentPolicy+`">`+"\n")...), nil
}
