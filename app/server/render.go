package server

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// provider gives go-app the addresses of the resources, all at the root.
type provider struct{ wasm string }

var _ app.ResourceProvider = provider{}

func (provider) Package() string   { return "" }
func (provider) Static() string    { return "" }
func (p provider) AppWASM() string { return p.wasm }

// pageFiles maps addresses of go-app to files of the site, without its wasm_exec.js, which the build
// takes from its compiler, and its service worker, which updates without consent (offline.go).
var pageFiles = map[string]string{
	"/":                     "index.html",
	"/app.css":              "app.css",
	"/app.js":               "app.js",
	"/manifest.webmanifest": "manifest.webmanifest",
}

// render writes the page and go-app's own files into dir. The version is the hash of its other files.
func render(dir, wasm string, files []string) error {
	var contents [][]byte
	var styles []string
	for _, name := range files {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		contents = append(contents, []byte(name), b)
		if path.Ext(name) == ".css" && strings.HasPrefix(name, "web/") { // the lessons have their own
			styles = append(styles, "/"+name)
		}
	}
	// Files in deeper directories belong to packages; the page's styles follow them.
	slices.SortStableFunc(styles, func(a, b string) int { return strings.Count(b, "/") - strings.Count(a, "/") })
	handler := &app.Handler{
		Name:            "lp Lab",
		Title:           "lp Lab",
		Description:     "Regularisation with lp norms and tensor kernels: fit, see which features matter, share the experiment.",
		Icon:            app.Icon{Default: "/web/icon-192.png", Large: "/web/icon-512.png", SVG: "/web/icon.svg"},
		BackgroundColor: "#ffffff",
		ThemeColor:      "#ffffff",
		Styles:          styles,
		// These files are fetched at once, before the scripts that request them have run.
		RawHeaders: []string{
			`<link as="fetch" crossorigin href="/` + wasm + `" rel="preload">`,
			`<link as="fetch" crossorigin href="/web/opening.json" rel="preload">`,
			`<link href="/web/page.js" rel="modulepreload">`,
			`<link href="/` + buildJS + `" rel="modulepreload">`, // the only module that page.js, one bundle, imports
			`<script type="module" src="/web/page.js"></script>`,
		},

		Resources: provider{"/" + wasm},
		Version:   hashOf(contents...),
	}
	for address, name := range pageFiles {
		body, err := get(handler, address)
		if err != nil {
			return err
		}
		if body, err = repair(name, body); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// get calls a handler in this process.
func get(handler http.Handler, address string) ([]byte, error) {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	if w.Code != http.StatusOK {
		return nil, fmt.Errorf("%s was rendered with status %d: register its route", address, w.Code)
	}
	return w.Body.Bytes(), nil
}

// repairs has, by file, the changes for which go-app has no setting. Attributes are in the order of
// their names.
var repairs = map[string][]edit{
	"index.html": {
		// The program comes first, because it takes longest. A preload below the script that fetches it would fetch it again.
		{regexp.MustCompile(`(<meta charset="UTF-8">\n)((?s).*)(<link as="fetch" [^>]*\.wasm" rel="preload">\n)`), `$1$3<script src="/` + loadJS + `"></script>` + "\n$2"},
		// Zooming is allowed.
		{regexp.MustCompile(`, maximum-scale=1, user-scalable=0`), ``},
		// The address at build time is not the address of the site.
		{regexp.MustCompile(`<meta [^>]*property="og:url"[^>]*>\n`), ``},
		// Authors, keywords and a picture are not given.
		{regexp.MustCompile(`<meta content [^>]*>\n`), ``},
		// The picture of the loading screen is decoration.
		{regexp.MustCompile(`<img ([^>]*id="app-wasm-loader-icon")`), `<img alt="" $1`},
	},
	"app.js": {
		// Browsers with "bot" in their user agent get the page, too.
		{regexp.MustCompile(`/bot\|[^/]*/i\.test\(navigator\.userAgent\)`), `false`},
		// page.js explains why the program does not start.
		{regexp.MustCompile(`loaderLabel\.innerText = err;`), `dispatchEvent(new Event("lplab-failed"));`},
		// Files for the next visit must not delay this one: page.js dispatches the event when fetching may begin.
		{regexp.MustCompile(`\ngoappInitServiceWorker\(\);`), "\naddEventListener(\"lplab-settled\", goappInitServiceWorker, { once: true });"},
		// The program is compiled once, for the page and for the workers (load.js). The page's
		// scripts run first, so that a worker computes while the page is rendered.
		{regexp.MustCompile(`const wasm = await instantiateStreaming\(\s*fetchWithProgress\("[^"]+", showProgress\),\s*go\.importObject\s*\);`),
			`addEventListener("lplab-progress", (event) => showProgress(event.detail));
    await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    await globalThis.lplabPage?.begun;
    const wasm = { instance: await WebAssembly.instantiate(await lplabProgram, go.importObject) };`},
	},
}

// openingTag is the opening tag of an element that has attributes.
var (
	openingTag = regexp.MustCompile(`<[a-zA-Z][\w-]*(?:\s+[\w:-]+(?:="[^"]*")?)+\s*/?>`)
	attribute  = regexp.MustCompile(`\s+[\w:-]+(?:="[^"]*")?`)
)

// sortAttributes writes the attributes of every element in the order of their names:
// go-app writes them in the order of a map, which differs from build to build.
func sortAttributes(html string) string {
	return openingTag.ReplaceAllStringFunc(html, func(tag string) string {
		list := attribute.FindAllString(tag, -1)
		end := ">"
		if strings.HasSuffix(tag, "/>") {
			end = "/>"
		}
		name := tag[:strings.Index(tag, list[0])]
		for i, a := range list {
			list[i] = " " + strings.TrimSpace(a)
		}
		slices.Sort(list)
		return name + strings.Join(list, "") + end
	})
}

func repair(name string, file []byte) ([]byte, error) {
	if path.Ext(name) == ".html" {
		file = []byte(sortAttributes(string(file)))
	}
	file, err := apply(repairs[name], name, file)
	return append(bytes.TrimSpace(file), '\n'), err
}
